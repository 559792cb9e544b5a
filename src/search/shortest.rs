//! Makes sure that a win or loss within the depth is the shortest: late turns are searched less deep, and something shorter
//! can have been missed.

use super::window::Window;
use super::worker::{RootLine, Worker};
use crate::rules::Position;

/// So many nodes may always be spent on it: a few milliseconds.
const LEAST: u64 = 10_000;

impl Worker<'_> {
    /// The same line, or, if its win or loss within its depth is not the shortest, the shortest: found by exact search for
    /// anything shorter. That may take as many nodes as finding the line did. If they do not suffice, the depth of the line
    /// becomes what is proven, less than the win or loss has plies.
    pub fn shortest(&mut self, position: &Position, mut line: RootLine) -> RootLine {
        let within = |line: &RootLine| line.mate().map(i32::abs).filter(|&plies| plies.unsigned_abs() <= line.depth);
        if self.exact || within(&line).is_none() {
            return line;
        }
        // Helpers do not report, but what they found may be played.
        let mut finished = self.timer.is_some() && !self.stopped;
        let end = self.nodes + line.visits.max(LEAST);
        while let Some(plies) = within(&line).filter(|&plies| plies > 1) {
            if !finished {
                line.depth = (plies - 1).unsigned_abs();
                break;
            }
            self.exact = true;
            let left = end.saturating_sub(self.nodes).max(1);
            let better;
            (better, finished) = self.within(left, |worker| worker.shorter(position, &line, plies));
            self.exact = false;
            match better {
                Some(better) => line = RootLine { depth: line.depth, ..better },
                None if finished => break,
                None => {}
            }
        }
        line
    }

    /// A line with a shorter win, or with a shorter loss that cannot be avoided, if there is one.
    fn shorter(&mut self, position: &Position, line: &RootLine, plies: i32) -> Option<RootLine> {
        self.root_best = None;
        if line.score > 0 {
            // A win is a win, also where the search for better ones was not finished.
            self.root(position, plies - 1, Window { alpha: line.score, ..Window::FULL });
            return self.root_best.take();
        }
        let score = self.root(position, plies - 1, Window { alpha: line.score - 1, beta: line.score });
        if score < line.score && !self.stopped {
            self.root(position, plies - 1, Window::FULL);
        }
        self.root_best.take().filter(|better| better.score < line.score && !self.stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::Timer;
    use super::super::limits::{Control, Limits};
    use super::super::table::TranspositionTable;
    use super::super::worker::Shared;
    use super::*;
    use crate::eval::Evaluation;
    use crate::rules::{Claims, Game, Variant};

    /// What is tried in vain costs no more than it may, and the search goes on.
    #[test]
    fn an_attempt_is_given_up() {
        let (table, evaluation) = (TranspositionTable::new(1).unwrap(), Evaluation::default());
        let (limits, control) = (Limits::none(), Control::new());
        let shared = Shared::new(&table, &evaluation, &limits, &control);
        let (mut recall, mut pauses) = Default::default();
        let position = Position::start(Variant::Standard);
        let timer = Timer::new(&limits, &position, &mut pauses);
        let mut worker = Worker::main(&shared, timer, &mut recall, &Game::new(position), Claims::NONE);
        for nodes in [1, 100, 5000] {
            let before = worker.nodes;
            let (_, finished) = worker.within(nodes, |worker| worker.root(&position, 30, Window::FULL));
            assert!(!finished && !worker.stopped);
            assert_eq!(worker.nodes - before, nodes);
        }
        let (_, finished) = worker.within(10_000, |worker| worker.root(&position, 2, Window::FULL));
        assert!(finished && !worker.stopped);
        assert!(worker.root_best.is_some());
    }

    /// A line whose win cannot be proven to be the shortest says so by its depth.
    #[test]
    fn an_unproven_win_has_less_depth() {
        let (table, evaluation) = (TranspositionTable::new(1).unwrap(), Evaluation::default());
        let (limits, control) = (Limits::none(), Control::new());
        let shared = Shared::new(&table, &evaluation, &limits, &control);
        let (mut recall, mut pauses) = Default::default();
        let position = Position::start(Variant::Standard);
        let game = Game::new(position);
        let timer = Timer::new(&limits, &position, &mut pauses);
        let mut worker = Worker::main(&shared, timer, &mut recall, &game, Claims::NONE);
        let line = |plies, depth| RootLine {
            score: crate::search::Score::win_in(plies).value(),
            pv: position.turns().take(1).collect(),
            depth,
            ..RootLine::default()
        };
        // Nothing can win that early: three plies are searched in a moment, ten are not.
        assert_eq!(worker.shortest(&position, line(3, 12)).depth, 12);
        let before = worker.nodes;
        assert_eq!(worker.shortest(&position, line(11, 12)).depth, 10);
        assert!(worker.nodes - before <= LEAST && !worker.stopped);
        assert_eq!(worker.shortest(&position, line(13, 12)).depth, 12);
        worker.timer = None;
        assert_eq!(worker.shortest(&position, line(3, 12)).depth, 2);
    }
}
