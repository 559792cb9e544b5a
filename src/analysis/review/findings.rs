//! What the search found in one position of a game.

use super::settings::Settings;
use crate::analysis::BestLines;
use crate::rules::{Game, Turn};
use crate::search::{Control, Report, Score, Searcher};

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
        let limits = settings.limits();
        let mut best = BestLines::new(limits.multipv);
        let result = searcher.search(game, &limits, control, &mut best);
        let lines = best.lines().iter().map(FoundLine::from).collect();
        (!control.is_stopped()).then_some(Self { lines, depth: result.depth, nodes: result.nodes })
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

impl From<&Report> for FoundLine {
    fn from(report: &Report) -> Self {
        Self { score: report.score, turns: report.pv.clone() }
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
}
