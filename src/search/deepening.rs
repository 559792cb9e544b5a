//! Iterative deepening at the root.

use super::clock::Finding;
use super::observer::{Observer, Silent};
use super::params;
use super::score::Score;
use super::window::Window;
use super::worker::{Found, MAX_DEPTH, RootLine, Worker};
use crate::rules::{Game, Position, Threats, Turn};

/// Iterations up to this depth leave nothing out.
const EXACT_DEPTH: i32 = 3;
/// Windows that have grown by more than this are opened wholly.
const WIDEST: i32 = 1000;

impl Worker<'_> {
    /// Searches deeper and deeper as a helper until the search ends.
    pub fn help(self, game: &Game) -> Found {
        self.deepen(game, &mut Silent)
    }

    /// Searches deeper and deeper until a limit is reached. The position must not be finished.
    pub fn deepen(mut self, game: &Game, observer: &mut dyn Observer) -> Found {
        let position = game.position();
        let limits = self.shared.limits;
        let mut best = vec![self.first_line(position)];
        let mut reached = 0;
        let most = [limits.depth, limits.mate].into_iter().flatten().min().unwrap_or(u32::MAX);
        for depth in 1..=MAX_DEPTH.min(most.try_into().unwrap_or(MAX_DEPTH)) {
            self.check_limits();
            if self.stopped {
                break;
            }
            self.seldepth = 0;
            // No win or loss within the first plies is missed, and none within a limit of plies.
            self.exact = limits.mate.is_some() || depth <= EXACT_DEPTH;
            let lines = self.iteration(position, depth, &best, observer);
            if !lines.is_empty() {
                reached = depth as u32;
                // A broken iteration has not found all lines again; the best turn of the last one came first in it.
                let known: Vec<Turn> = lines.iter().filter_map(|line| line.pv.first().copied()).collect();
                best.retain(|line| line.pv.first().is_none_or(|turn| !known.contains(turn)));
                best.splice(0..0, lines);
                best.truncate(limits.multipv);
            }
            self.finished_iteration = true;
            if self.stopped || self.is_decided(&best) || self.is_late(&best) {
                break;
            }
        }
        if self.timer.is_some() {
            self.shared.finish();
            if reached == 0 {
                self.report(observer, 1, &best[0]);
            }
        }
        self.publish_nodes();
        Found { lines: best, depth: reached.max(1), seldepth: self.seldepth }
    }

    /// Whether another iteration should not be begun, now that one is finished.
    fn is_late(&mut self, lines: &[RootLine]) -> bool {
        let Some((timer, line)) = self.timer.as_mut().zip(lines.first()) else { return false };
        let share = (line.below * 100 / line.visits.max(1)) as u32;
        let turn = line.pv.first().copied();
        timer.is_late(self.shared.control, Finding { turn, score: line.score, share })
    }

    /// A line before anything has been searched: any legal turn, with the static value of the position after it.
    fn first_line(&mut self, position: &Position) -> RootLine {
        let turn = self.shared.limits.search_turns.first().copied().or_else(|| position.turns().next());
        let Some(turn) = turn else { return RootLine::default() };
        self.nodes += 1;
        let after = position.play(turn);
        let score = -self.terminal(&after, 1).unwrap_or_else(|| self.static_value(&after, &Threats::new(&after)));
        RootLine { score, pv: vec![turn], visits: 1, below: 1, depth: 1 }
    }

    /// One iteration over all lines asked for, beginning with those of the last one. Lines that were not finished are left
    /// out.
    fn iteration(
        &mut self,
        position: &Position,
        depth: i32,
        last: &[RootLine],
        observer: &mut dyn Observer,
    ) -> Vec<RootLine> {
        let mut lines: Vec<RootLine> = Vec::new();
        self.excluded.clear();
        for rank in 1..=self.shared.limits.multipv {
            let mut candidates = last.iter().filter_map(|line| line.pv.first().copied());
            self.root_first = candidates.find(|&turn| self.is_root_turn(turn));
            let expected = last.get(rank - 1).filter(|_| depth >= params::aspiration_depth()).map(|line| line.score);
            let before = self.nodes;
            let Some(mut line) = self.aspire(position, depth, expected) else { break };
            line.visits = self.nodes - before;
            line.depth = depth as u32;
            let mut line = self.shortest(position, line);
            line.visits = self.nodes - before;
            self.excluded.extend(line.pv.first());
            // A later line can turn out to be better than an earlier one, since not all is searched equally deep.
            let place = lines.partition_point(|better| better.score >= line.score);
            lines.insert(place, line);
            if self.stopped {
                break;
            }
        }
        self.excluded.clear();
        for (rank, line) in (1..).zip(&lines) {
            self.report(observer, rank, line);
        }
        lines
    }

    /// Searches the root in a small window around the expected score, and in larger ones while the score lies outside.
    fn aspire(&mut self, position: &Position, depth: i32, expected: Option<i32>) -> Option<RootLine> {
        let mut delta = params::aspiration();
        let expected = expected.filter(|&score| delta > 0 && Score::from_value(score).mate().is_none());
        let mut window = expected.map_or(Window::FULL, |score| Window::around(score, delta, delta));
        let mut above = None;
        loop {
            self.root_best = None;
            let score = self.root(position, depth, window);
            let found = self.root_best.take();
            if self.stopped {
                // A turn that was found to be better than expected is a turn to play.
                return found.or(above);
            }
            delta += delta * params::aspiration_growth() / 100 + 1;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window = Window { alpha: Window::around(score, delta, 0).alpha, beta: window.beta };
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window = Window { alpha: window.alpha, beta: Window::around(score, 0, delta).beta };
                self.root_first = found.as_ref().and_then(|line| line.pv.first().copied()).or(self.root_first);
                above = found;
            } else {
                return found;
            }
            if delta > WIDEST {
                window = Window::FULL;
            }
        }
    }

    fn report(&mut self, observer: &mut dyn Observer, multipv: usize, line: &RootLine) {
        if self.timer.is_none() {
            return;
        }
        self.publish_nodes();
        observer.line(&self.shared.report(self.seldepth, multipv, line));
    }

    /// Whether deeper iterations cannot change anything: every line is a win or loss that has been proven to be the
    /// shortest.
    fn is_decided(&self, lines: &[RootLine]) -> bool {
        let within = |line: &RootLine| self.shared.limits.mate.unwrap_or(0).max(line.depth);
        lines.iter().all(|line| line.mate().is_some_and(|plies| plies.unsigned_abs() <= within(line)))
    }
}
