//! The best lines of a search, collected while it runs.

use crate::search::{Observer, Report};

/// Keeps the newest report of each of the best lines, the best first.
///
/// ```
/// use gipfel::analysis::BestLines;
/// use gipfel::rules::{Game, Position, Variant};
/// use gipfel::search::{Control, Limits, Searcher};
/// let game = Game::new(Position::start(Variant::Standard));
/// let limits = Limits { multipv: 3, ..Limits::depth(3) };
/// let mut best = BestLines::new(limits.multipv);
/// Searcher::new(1)?.search(&game, &limits, &Control::new(), &mut best);
/// assert_eq!(best.lines().len(), 3);
/// assert!(best.lines().iter().all(|line| game.position().is_legal(line.pv[0])));
/// # Ok::<(), gipfel::search::OutOfMemory>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BestLines {
    most: usize,
    lines: Vec<Report>,
}

impl BestLines {
    /// For at most so many lines.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { most, lines: Vec::new() }
    }

    /// What has been found so far. A search that was stopped has not found all lines anew at the last depth: then the
    /// others follow as they were at the depth before.
    #[must_use]
    pub fn lines(&self) -> &[Report] {
        &self.lines
    }
}

impl Observer for BestLines {
    fn line(&mut self, report: &Report) {
        self.lines.retain(|line| line.pv.first() != report.pv.first());
        let rank = report.multipv.saturating_sub(1).min(self.lines.len());
        self.lines.insert(rank, report.clone());
        self.lines.truncate(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Turn, Variant};
    use crate::search::Score;
    use std::time::Duration;

    #[test]
    fn a_broken_iteration_comes_first() {
        let turns: Vec<Turn> = Position::start(Variant::Standard).turns().take(4).collect();
        let mut best = BestLines::new(3);
        let mut hear = |depth, multipv, turn: usize| {
            let (score, elapsed) = (Score::centipawns(0), Duration::ZERO);
            let pv = vec![turns[turn]];
            best.line(&Report {
                depth,
                seldepth: depth,
                multipv,
                score,
                nodes: 1,
                elapsed,
                hashfull: 0,
                visits: 1,
                pv,
            });
        };
        (1..=3).for_each(|rank| hear(1, rank, rank - 1));
        hear(2, 1, 2);
        hear(2, 2, 3);
        let found: Vec<(u32, Turn)> = best.lines().iter().map(|line| (line.depth, line.pv[0])).collect();
        assert_eq!(found, [(2, turns[2]), (2, turns[3]), (1, turns[0])]);
    }
}
