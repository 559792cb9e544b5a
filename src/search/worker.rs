//! One thread of search: iterative deepening at the root.

use super::clock::Timer;
use super::history::{History, Killers};
use super::limits::{Control, Limits};
use super::observer::{Observer, Report, Silent};
use super::ordering::Lists;
use super::params;
use super::repetition::Repetitions;
use super::score::Score;
use super::table::TranspositionTable;
use super::window::Window;
use crate::eval::Evaluation;
use crate::rules::{Claims, Game, Position, Threats, Turn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The deepest iteration, in plies.
pub(super) const MAX_DEPTH: i32 = 127;
/// The deepest ply, quiescence included.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + 33;
/// Nodes between two looks at the clock and the control.
const CHECK_INTERVAL: u64 = 1024;
/// A limit of time is not obeyed before the first iteration is finished or so many nodes are searched: a fraction of a
/// millisecond for most positions, and not much more for those with a million turns.
const FIRST_NODES: u64 = 4096;

/// A line at the root.
#[derive(Clone, Debug)]
pub(super) struct RootLine {
    pub score: i32,
    pub pv: Vec<Turn>,
    /// The nodes of this thread that the current iteration has spent on finding it.
    pub visits: u64,
}

impl RootLine {
    /// Plies to a win, or, negative, to a loss.
    pub fn mate(&self) -> Option<i32> {
        Score::from_value(self.score).mate()
    }
}

/// What a search needs at each ply.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub killers: Killers,
    /// The best line from here on.
    pub pv: Vec<Turn>,
    /// Memory for the turns of this ply.
    pub lists: Lists,
    /// Memory for the quiet turns that have been searched at this ply.
    pub tried: Vec<u8>,
    /// The history slot of the turn that led to this ply.
    pub last: usize,
}

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub evaluation: &'a Evaluation,
    limits: &'a Limits,
    control: &'a Control,
    /// Set when the search must end.
    done: AtomicBool,
    /// Nodes of all threads, counted now and then.
    nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    pub fn new(
        table: &'a TranspositionTable,
        evaluation: &'a Evaluation,
        limits: &'a Limits,
        control: &'a Control,
    ) -> Self {
        Self { table, evaluation, limits, control, done: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Ends the search of all threads.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// What the observer hears of a line.
    pub fn report(&self, depth: u32, seldepth: usize, multipv: usize, line: &RootLine) -> Report {
        Report {
            depth,
            seldepth: (seldepth as u32).max(depth.min(line.pv.len() as u32)),
            multipv,
            score: Score::from_value(line.score),
            nodes: self.nodes(),
            elapsed: self.limits.start.elapsed(),
            hashfull: self.table.hashfull(),
            visits: line.visits,
            pv: line.pv.clone(),
        }
    }

    /// Nodes of all threads; exact when they have ended.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// What a thread has found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The lines of the last iteration that found any, best first.
    pub lines: Vec<RootLine>,
    /// Its depth.
    pub depth: u32,
    /// The deepest ply it reached.
    pub seldepth: usize,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    pub table: &'a TranspositionTable,
    pub history: &'a mut History,
    pub repetitions: Repetitions,
    pub frames: Vec<Frame>,
    pub nodes: u64,
    pub seldepth: usize,
    /// Set when the search must end; what is found from then on means nothing.
    pub stopped: bool,
    /// Nothing is left out or searched less deep that could hide a win or loss within the depth.
    pub exact: bool,
    /// Root turns that are not to be searched: the best of the lines before this one.
    pub excluded: Vec<Turn>,
    /// The root turn to begin with: the best of the last iteration that may be searched.
    pub root_first: Option<Turn>,
    /// The best root turn of the current iteration so far.
    pub root_best: Option<RootLine>,
    /// The thread that keeps the time and reports; `None` for its helpers.
    timer: Option<Timer>,
    /// How many nodes the others know of.
    counted: u64,
    finished_iteration: bool,
}

impl<'a> Worker<'a> {
    /// The main thread of a search.
    pub fn main(shared: &'a Shared<'a>, history: &'a mut History, game: &Game, claims: Claims) -> Self {
        Self { timer: Some(Timer::new(shared.limits)), ..Self::helper(shared, history, game, claims) }
    }

    /// Another thread, which helps by what it leaves in the table.
    pub fn helper(shared: &'a Shared<'a>, history: &'a mut History, game: &Game, claims: Claims) -> Self {
        Self {
            shared,
            table: shared.table,
            history,
            repetitions: Repetitions::new(game, claims),
            frames: std::iter::repeat_with(Frame::default).take(MAX_PLY + 1).collect(),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            exact: false,
            excluded: Vec::new(),
            root_first: None,
            root_best: None,
            timer: None,
            counted: 0,
            finished_iteration: false,
        }
    }

    /// Counts a node, and looks from time to time whether the search must end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) || self.shared.limits.nodes.is_some_and(|most| self.nodes >= most)
        {
            self.check_limits();
        }
    }

    /// Tells the others how many nodes there are, and returns how many all have.
    fn publish_nodes(&mut self) -> u64 {
        let more = self.nodes - self.counted;
        self.counted = self.nodes;
        self.shared.nodes.fetch_add(more, Ordering::Relaxed) + more
    }

    fn check_limits(&mut self) {
        let total = self.publish_nodes();
        let Shared { limits, control, done, .. } = self.shared;
        let out_of_nodes = limits.nodes.is_some_and(|most| total >= most);
        let begun = self.finished_iteration || self.nodes >= FIRST_NODES;
        let mut out_of_time = || self.timer.as_mut().is_some_and(|timer| timer.is_over(control));
        if out_of_nodes || begun && (control.is_stopped() || out_of_time()) {
            self.shared.finish();
        }
        self.stopped |= done.load(Ordering::Relaxed);
    }

    /// How positions are judged.
    #[inline]
    pub const fn evaluation(&self) -> &'a Evaluation {
        self.shared.evaluation
    }

    /// The static value of a position.
    #[inline]
    pub fn value_of(&self, position: &Position, threats: &Threats) -> i32 {
        self.evaluation().evaluate(position, threats)
    }

    /// Whether a root turn may be searched.
    pub fn is_root_turn(&self, turn: Turn) -> bool {
        let search_turns = &self.shared.limits.search_turns;
        !self.excluded.contains(&turn) && (search_turns.is_empty() || search_turns.contains(&turn))
    }

    /// Whether some root turns may not be searched: then what is found says little about the position.
    pub fn is_root_restricted(&self) -> bool {
        !self.excluded.is_empty() || !self.shared.limits.search_turns.is_empty()
    }

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
            if self.stopped || self.is_decided(&best, depth) || self.is_late() {
                break;
            }
        }
        if self.timer.is_some() {
            self.shared.finish();
            if reached == 0 {
                self.report(observer, 1, 1, &best[0]);
            }
        }
        self.publish_nodes();
        Found { lines: best, depth: reached.max(1), seldepth: self.seldepth }
    }

    fn is_late(&mut self) -> bool {
        self.timer.as_mut().is_some_and(|timer| timer.is_late(self.shared.control))
    }

    /// A line before anything has been searched: any legal turn, with the static value of the position after it.
    fn first_line(&mut self, position: &Position) -> RootLine {
        let turn = self.shared.limits.search_turns.first().copied().or_else(|| position.turns().next());
        let Some(turn) = turn else { return RootLine { score: 0, pv: Vec::new(), visits: 0 } };
        self.nodes += 1;
        let after = position.play(turn);
        let score = -self.terminal(&after, 1).unwrap_or_else(|| self.value_of(&after, &Threats::new(&after)));
        RootLine { score, pv: vec![turn], visits: 1 }
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
            let Some(line) = self.aspire(position, depth, expected) else { break };
            let mut line =
                if self.timer.is_some() && !self.stopped { self.shortest(position, depth, line) } else { line };
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
            self.report(observer, self.proven_depth(depth, line), rank, line);
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

    /// The same line, or, if its win or loss within the depth is not the shortest, the shortest: found by exact search for
    /// anything shorter.
    fn shortest(&mut self, position: &Position, depth: i32, mut line: RootLine) -> RootLine {
        let exact = std::mem::replace(&mut self.exact, true);
        while let Some(plies) = line.mate().map(i32::abs).filter(|&plies| !exact && 1 < plies && plies <= depth) {
            self.root_best = None;
            let better = if line.score > 0 {
                self.root(position, plies - 1, Window { alpha: line.score, ..Window::FULL });
                self.root_best.take()
            } else {
                let score = self.root(position, plies - 1, Window { alpha: line.score - 1, beta: line.score });
                (score < line.score && !self.stopped).then(|| self.root(position, plies - 1, Window::FULL));
                self.root_best.take().filter(|better| better.score < line.score)
            };
            match better {
                Some(better) if !self.stopped => line = better,
                _ => break,
            }
        }
        self.exact = exact;
        line
    }

    /// The depth to report: where it could not be made sure that a win or loss within the depth is the shortest, less than
    /// would say so.
    fn proven_depth(&self, depth: i32, line: &RootLine) -> u32 {
        let unsure = line.mate().map(i32::abs).filter(|&plies| self.stopped && !self.exact && plies <= depth);
        unsure.map_or(depth, |plies| (plies - 1).max(1)) as u32
    }

    fn report(&mut self, observer: &mut dyn Observer, depth: u32, multipv: usize, line: &RootLine) {
        if self.timer.is_none() {
            return;
        }
        self.publish_nodes();
        observer.line(&self.shared.report(depth, self.seldepth, multipv, line));
    }

    /// Whether deeper iterations cannot change anything: every line is a win or loss that this depth has proven to be
    /// the shortest.
    fn is_decided(&self, lines: &[RootLine], depth: i32) -> bool {
        let within = self.shared.limits.mate.unwrap_or(depth as u32).max(depth as u32);
        lines.iter().all(|line| line.mate().is_some_and(|plies| plies.unsigned_abs() <= within))
    }
}

/// Iterations up to this depth leave nothing out.
const EXACT_DEPTH: i32 = 3;
/// Windows that have grown by more than this are opened wholly.
const WIDEST: i32 = 1000;
