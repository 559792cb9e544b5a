//! One thread of search: what it knows, and when it must end.

use super::clock::Timer;
use super::history::{History, Killers, Recall};
use super::limits::{Control, Limits};
use super::observer::Report;
use super::ordering::Lists;
use super::repetition::Repetitions;
use super::score::Score;
use super::table::TranspositionTable;
use super::values::Values;
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
#[derive(Clone, Debug, Default)]
pub(super) struct RootLine {
    pub score: i32,
    pub pv: Vec<Turn>,
    /// The nodes of this thread that the current iteration has spent on finding it.
    pub visits: u64,
    /// How many of them lie below its first turn.
    pub below: u64,
    /// The depth to which it has been searched; where a win or loss within that depth might not be the shortest, the depth
    /// that says so much only as is proven.
    pub depth: u32,
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
    /// The static value, where it is known.
    pub value: Option<i32>,
}

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub evaluation: &'a Evaluation,
    pub limits: &'a Limits,
    pub control: &'a Control,
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
    pub fn report(&self, seldepth: usize, multipv: usize, line: &RootLine) -> Report {
        Report {
            depth: line.depth,
            seldepth: (seldepth as u32).max(line.depth.min(line.pv.len() as u32)),
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
    pub shared: &'a Shared<'a>,
    pub table: &'a TranspositionTable,
    pub history: &'a mut History,
    pub values: &'a mut Values,
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
    pub timer: Option<Timer<'a>>,
    pub finished_iteration: bool,
    /// How many nodes the others know of.
    counted: u64,
    /// The number of nodes at which the limits are looked at next.
    checked_at: u64,
    /// The number of nodes at which what is being tried is given up.
    give_up_at: u64,
}

impl<'a> Worker<'a> {
    /// The main thread of a search.
    pub fn main(shared: &'a Shared<'a>, timer: Timer<'a>, recall: &'a mut Recall, game: &Game, claims: Claims) -> Self {
        Self { timer: Some(timer), ..Self::helper(shared, recall, game, claims) }
    }

    /// Another thread, which helps by what it leaves in the table.
    pub fn helper(shared: &'a Shared<'a>, recall: &'a mut Recall, game: &Game, claims: Claims) -> Self {
        Self {
            shared,
            table: shared.table,
            history: &mut recall.history,
            values: &mut recall.values,
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
            finished_iteration: false,
            counted: 0,
            checked_at: 1,
            give_up_at: u64::MAX,
        }
    }

    /// Counts a node, and looks from time to time whether the search must end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.checked_at {
            self.check_limits();
        }
    }

    /// Tells the others how many nodes there are, and returns how many all have.
    pub fn publish_nodes(&mut self) -> u64 {
        let more = self.nodes - self.counted;
        self.counted = self.nodes;
        self.shared.nodes.fetch_add(more, Ordering::Relaxed) + more
    }

    /// Looks whether the search must end.
    pub fn check_limits(&mut self) {
        let total = self.publish_nodes();
        let Shared { limits, control, done, .. } = self.shared;
        let out_of_nodes = limits.nodes.is_some_and(|most| total >= most);
        let begun = self.finished_iteration || self.nodes >= FIRST_NODES;
        let mut out_of_time = || self.timer.as_mut().is_some_and(|timer| timer.is_over(control));
        if out_of_nodes || begun && (control.is_stopped() || out_of_time()) {
            self.shared.finish();
        }
        self.stopped |= done.load(Ordering::Relaxed) || self.nodes >= self.give_up_at;
        let next = (self.nodes / CHECK_INTERVAL + 1) * CHECK_INTERVAL;
        let most = limits.nodes.unwrap_or(u64::MAX).min(self.give_up_at);
        self.checked_at = next.min(most.max(self.nodes + 1));
    }

    /// Tries something with so many nodes at most: when they are spent, `attempt` is stopped as by a limit, and the search
    /// goes on after it. Returns what it returned, and whether it has come to its end.
    pub fn within<T>(&mut self, nodes: u64, attempt: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        self.give_up_at = self.nodes + nodes;
        self.checked_at = self.checked_at.min(self.give_up_at);
        let result = attempt(self);
        let finished = !self.stopped;
        self.give_up_at = u64::MAX;
        self.stopped = self.shared.done.load(Ordering::Relaxed);
        (result, finished)
    }

    /// How positions are judged.
    #[inline]
    pub const fn evaluation(&self) -> &'a Evaluation {
        self.shared.evaluation
    }

    /// The static value of a position.
    #[inline]
    pub fn value_of(&mut self, position: &Position, threats: &Threats) -> i32 {
        let evaluation = self.shared.evaluation;
        self.values.of(position, || evaluation.evaluate(position, threats))
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
}
