//! What a running search has found so far.

use super::answer::{Analysis, LineAnswer, RootAnswer, ScoreAnswer, seconds};
use crate::notation::{color_word, reason_word, result_word, variation};
use crate::rules::{Claims, Game, Turn};
use crate::search::{Report, Score, SearchResult};
use std::time::Duration;

/// The lines found so far, best first.
#[derive(Debug)]
pub(super) struct Progress {
    multipv: usize,
    lines: Vec<Line>,
    /// The nodes spent so far on finding a line that begins with each of these turns.
    visits: Vec<(Turn, u64)>,
    nodes: u64,
    seldepth: u32,
    hashfull: u32,
}

#[derive(Debug)]
struct Line {
    turn: Turn,
    score: Score,
    depth: u32,
    pv: Vec<Turn>,
}

impl Progress {
    pub const fn new(multipv: usize) -> Self {
        Self { multipv, lines: Vec::new(), visits: Vec::new(), nodes: 0, seldepth: 0, hashfull: 0 }
    }

    /// A line takes the place of its rank; one with the same turn that was found earlier goes, and those of an
    /// unfinished iteration are filled up with those of the last.
    pub fn hear(&mut self, report: &Report) {
        let Some(&turn) = report.pv.first() else { return };
        let line = Line { turn, score: report.score, depth: report.depth, pv: report.pv.clone() };
        let rank = (report.multipv - 1).min(self.lines.len());
        let mut index = 0;
        self.lines.retain(|old| {
            index += 1;
            index <= rank || old.turn != turn
        });
        self.lines.insert(rank, line);
        self.lines.truncate(self.multipv);
        let spent = report.nodes.saturating_sub(self.nodes);
        match self.visits.iter_mut().find(|(known, _)| *known == turn) {
            Some((_, visits)) => *visits += spent,
            None => self.visits.push((turn, spent)),
        }
        self.nodes = report.nodes;
        self.seldepth = report.seldepth;
        self.hashfull = report.hashfull;
    }

    /// What is known while the search goes on; nothing before the first line.
    pub fn partial<'a>(&self, id: &'a str, game: &Game, elapsed: Duration) -> Option<Analysis<'a>> {
        let best = self.lines.first()?;
        let root = RootAnswer {
            score: best.score.into(),
            depth: best.depth,
            seldepth: self.seldepth,
            nodes: self.nodes,
            time: seconds(elapsed),
            hashfull: self.hashfull,
        };
        Some(self.analysis(id, game, root, true))
    }

    /// What is known when the search has ended.
    pub fn complete<'a>(&self, id: &'a str, game: &Game, result: &SearchResult) -> Analysis<'a> {
        let root = RootAnswer {
            score: ScoreAnswer::from(result.score),
            depth: result.depth,
            seldepth: self.seldepth,
            nodes: result.nodes,
            time: seconds(result.elapsed),
            hashfull: self.hashfull,
        };
        self.analysis(id, game, root, false)
    }

    fn analysis<'a>(&self, id: &'a str, game: &Game, root: RootAnswer, is_during_search: bool) -> Analysis<'a> {
        let position = game.position();
        let result = game.result(Claims::default());
        Analysis {
            id,
            turn_number: game.turns().len(),
            is_during_search,
            terminated: false,
            position: position.to_string(),
            to_move: color_word(position.side()),
            result: result_word(result),
            reason: result.map(reason_word),
            root,
            lines: self.lines.iter().map(|line| self.line(line, game)).collect(),
            legal: None,
        }
    }

    fn line(&self, line: &Line, game: &Game) -> LineAnswer {
        let position = game.position();
        let visits = self.visits.iter().find(|(turn, _)| *turn == line.turn).map_or(0, |&(_, visits)| visits);
        LineAnswer {
            turn: line.turn.display(position).to_string(),
            score: line.score.into(),
            visits,
            depth: line.depth,
            variation: variation(position, &line.pv),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_turn;
    use crate::rules::{Position, Variant};

    fn report(depth: u32, multipv: usize, turn: &str, nodes: u64) -> Report {
        let turn = parse_turn(&Position::start(Variant::Basic), turn).unwrap();
        let elapsed = Duration::from_millis(nodes);
        let score = Score::centipawns(nodes as i32);
        Report { depth, seldepth: depth, multipv, score, nodes, elapsed, hashfull: 0, pv: vec![turn] }
    }

    #[test]
    fn lines_of_an_unfinished_iteration_are_filled_up() {
        let game = Game::new(Position::start(Variant::Basic));
        let mut progress = Progress::new(3);
        assert!(progress.partial("a", &game, Duration::ZERO).is_none());
        for (rank, turn) in [(1, "b3"), (2, "b4"), (3, "c3")] {
            progress.hear(&report(1, rank, turn, rank as u64 * 10));
        }
        progress.hear(&report(2, 1, "c3", 100));
        progress.hear(&report(2, 2, "d3", 150));
        let answer = progress.partial("a", &game, Duration::from_millis(160)).unwrap();
        let lines: Vec<_> = answer.lines.iter().map(|line| (line.turn.as_str(), line.depth, line.visits)).collect();
        assert_eq!(lines, [("c3", 2, 80), ("d3", 2, 50), ("b3", 1, 10)]);
        assert_eq!((answer.root.depth, answer.root.nodes, answer.root.time), (2, 150, 0.16));
    }
}
