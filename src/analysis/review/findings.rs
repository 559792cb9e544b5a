//! What the search found in one position of a game.

use super::settings::Settings;
use crate::rules::{Game, Turn};
use crate::search::{Control, Observer, Report, Score, SearchResult, Searcher};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What the search found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The best lines, the best first; each begins with another turn.
    pub lines: Vec<FoundLine>,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// The positions searched.
    pub nodes: u64,
}

/// A line that the search found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundLine {
    /// From the mover's side.
    pub score: Score,
    /// Legal turns, one after another.
    pub turns: Vec<Turn>,
}

impl Findings {
    /// Searches the current position of a game afresh; `None` where the search was stopped before its end. The game must not
    /// be over.
    pub(super) fn search(searcher: &mut Searcher, game: &Game, settings: &Settings, control: &Control) -> Option<Self> {
        searcher.clear();
        let mut lines = Lines::default();
        let result = searcher.search(game, &settings.limits(), control, &mut lines);
        (!control.is_stopped()).then(|| lines.finish(result, settings.multipv))
    }

    /// The line that begins with a turn.
    pub(super) fn line_of(&self, turn: Turn) -> Option<&FoundLine> {
        self.lines.iter().find(|line| line.turns.first() == Some(&turn))
    }

    /// The lines that begin with other turns, the best first.
    pub(super) fn others(&self, turn: Turn) -> impl Iterator<Item = &FoundLine> {
        self.lines.iter().filter(move |line| line.turns.first() != Some(&turn))
    }
}

/// The last report of each depth and rank, the deepest first.
#[derive(Default)]
struct Lines(BTreeMap<(Reverse<u32>, usize), FoundLine>);

impl Observer for Lines {
    fn line(&mut self, report: &Report) {
        let line = FoundLine { score: report.score, turns: report.pv.clone() };
        self.0.insert((Reverse(report.depth), report.multipv), line);
    }
}

impl Lines {
    /// The lines of the deepest iteration. Where it was broken off, those that it did not find again follow from the ones
    /// before.
    fn finish(self, result: SearchResult, multipv: usize) -> Findings {
        let mut lines = vec![FoundLine { score: result.score, turns: result.pv }];
        for line in self.0.into_values() {
            if lines.len() >= multipv {
                break;
            }
            let first = line.turns.first();
            if first.is_some() && lines.iter().all(|known| known.turns.first() != first) {
                lines.push(line);
            }
        }
        Findings { lines, depth: result.depth, nodes: result.nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    fn settings() -> Settings {
        Settings { time: None, nodes: Some(3000), hash: 1, ..Settings::default() }
    }

    #[test]
    fn searched_afresh_each_time() {
        let mut game = Game::new(Position::start(Variant::Standard));
        let mut searcher = Searcher::new(1).unwrap();
        let first = Findings::search(&mut searcher, &game, &settings(), &Control::new()).unwrap();
        let turns: Vec<Turn> = first.lines.iter().map(|line| line.turns[0]).collect();
        assert_eq!(turns.len(), 3);
        assert!(turns[0] != turns[1] && turns[1] != turns[2] && turns[0] != turns[2]);
        assert!(first.line_of(turns[1]).is_some());
        assert_eq!(first.others(turns[0]).count(), 2);
        game.play(turns[0]);
        Findings::search(&mut searcher, &game, &settings(), &Control::new()).unwrap();
        game.undo();
        assert_eq!(Findings::search(&mut searcher, &game, &settings(), &Control::new()), Some(first));
    }

    #[test]
    fn a_stopped_search_finds_nothing() {
        let game = Game::new(Position::start(Variant::Basic));
        let control = Control::new();
        control.stop();
        assert_eq!(Findings::search(&mut Searcher::new(1).unwrap(), &game, &settings(), &control), None);
    }

    #[test]
    fn lines_of_a_broken_iteration_come_first() {
        let position = Position::start(Variant::Basic);
        let turns: Vec<Turn> = position.turns().take(4).collect();
        let line = |score: i32, turn: usize| FoundLine { score: Score::centipawns(score), turns: vec![turns[turn]] };
        let mut lines = Lines::default();
        lines.0.insert((Reverse(1), 1), line(5, 3));
        lines.0.insert((Reverse(2), 1), line(30, 0));
        lines.0.insert((Reverse(2), 2), line(20, 1));
        lines.0.insert((Reverse(2), 3), line(10, 2));
        lines.0.insert((Reverse(3), 1), line(25, 1));
        let result = SearchResult {
            best: Some(turns[1]),
            ponder: None,
            score: Score::centipawns(25),
            depth: 3,
            nodes: 9,
            elapsed: std::time::Duration::ZERO,
            pv: vec![turns[1]],
        };
        let found = lines.finish(result, 3);
        assert_eq!(found.lines, [line(25, 1), line(30, 0), line(10, 2)]);
    }
}
