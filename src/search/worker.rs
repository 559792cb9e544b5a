//! One thread of search: iterative deepening at the root.

use super::clock::Timer;
use super::history::{History, Killers};
use super::limits::{Control, Limits};
use super::node::Window;
use super::observer::{Observer, Report};
use super::ordering::Ranked;
use super::repetition::Repetitions;
use super::score::Score;
use super::table::TranspositionTable;
use crate::rules::{Game, Position, Turn};

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
}

/// What a search needs at each ply.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub killers: Killers,
    /// The best line from here on.
    pub pv: Vec<Turn>,
    /// Memory for the turns of this ply.
    pub chunk: Vec<Ranked>,
}

/// The state of one search.
pub(super) struct Worker<'a> {
    pub table: &'a TranspositionTable,
    pub history: &'a mut History,
    pub repetitions: Repetitions,
    pub frames: Vec<Frame>,
    pub nodes: u64,
    pub seldepth: usize,
    /// Set when the search must end; what is found from then on means nothing.
    pub stopped: bool,
    /// Root turns that are not to be searched: the best of the lines before this one.
    pub excluded: Vec<Turn>,
    /// The root turn to begin with: the best of the last iteration that may be searched.
    pub root_first: Option<Turn>,
    /// The best root turn of the current iteration so far.
    pub root_best: Option<RootLine>,
    limits: &'a Limits,
    control: &'a Control,
    timer: Timer,
    finished_iteration: bool,
}

impl<'a> Worker<'a> {
    pub fn new(
        table: &'a TranspositionTable,
        history: &'a mut History,
        repetitions: Repetitions,
        limits: &'a Limits,
        control: &'a Control,
    ) -> Self {
        Self {
            table,
            history,
            repetitions,
            frames: std::iter::repeat_with(Frame::default).take(MAX_PLY + 1).collect(),
            nodes: 0,
            seldepth: 0,
            stopped: false,
            excluded: Vec::new(),
            root_first: None,
            root_best: None,
            limits,
            control,
            timer: Timer::new(limits),
            finished_iteration: false,
        }
    }

    /// Counts a node, and looks from time to time whether the search must end.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) || self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.check_limits();
        }
    }

    fn check_limits(&mut self) {
        let out_of_nodes = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        let begun = self.finished_iteration || self.nodes >= FIRST_NODES;
        self.stopped |= out_of_nodes || begun && (self.control.is_stopped() || self.timer.is_over(self.control));
    }

    /// Whether a root turn may be searched.
    pub fn is_root_turn(&self, turn: Turn) -> bool {
        !self.excluded.contains(&turn)
            && (self.limits.search_turns.is_empty() || self.limits.search_turns.contains(&turn))
    }

    /// Searches deeper and deeper until a limit is reached. Returns the lines, best first, of the last iteration that
    /// found any, and its depth. The position must not be finished.
    pub fn deepen(&mut self, game: &Game, observer: &mut dyn Observer) -> (Vec<RootLine>, u32) {
        let position = game.position();
        let mut best = vec![self.first_line(position)];
        let mut reached = 0;
        let most = [self.limits.depth, self.limits.mate].into_iter().flatten().min().unwrap_or(u32::MAX);
        for depth in 1..=MAX_DEPTH.min(most.try_into().unwrap_or(MAX_DEPTH)) {
            self.check_limits();
            if self.stopped {
                break;
            }
            self.seldepth = 0;
            let lines = self.iteration(position, depth, &best, observer);
            if !lines.is_empty() {
                reached = depth as u32;
                // A broken iteration has not found all lines again; the best turn of the last one came first in it.
                let known: Vec<Turn> = lines.iter().filter_map(|line| line.pv.first().copied()).collect();
                best.retain(|line| line.pv.first().is_none_or(|turn| !known.contains(turn)));
                best.splice(0..0, lines);
                best.truncate(self.limits.multipv);
            }
            self.finished_iteration = true;
            if self.stopped || self.is_decided(&best, depth) || self.timer.is_late(self.control) {
                break;
            }
        }
        if reached == 0 {
            self.report(observer, 1, 1, &best[0]);
        }
        (best, reached.max(1))
    }

    /// A line before anything has been searched: any legal turn, with the static value of the position after it.
    fn first_line(&mut self, position: &Position) -> RootLine {
        let turn = self.limits.search_turns.first().copied().or_else(|| position.turns().next());
        let Some(turn) = turn else { return RootLine { score: 0, pv: Vec::new() } };
        self.nodes += 1;
        let after = position.play(turn);
        let score = -self.terminal(&after, 1).unwrap_or_else(|| crate::eval::evaluate(&after));
        RootLine { score, pv: vec![turn] }
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
        for rank in 1..=self.limits.multipv {
            self.root_best = None;
            let mut candidates = last.iter().filter_map(|line| line.pv.first().copied());
            self.root_first = candidates.find(|&turn| self.is_root_turn(turn));
            self.root(position, depth, Window::FULL);
            let Some(line) = self.root_best.take() else { break };
            self.report(observer, depth as u32, rank, &line);
            self.excluded.extend(line.pv.first());
            lines.push(line);
            if self.stopped {
                break;
            }
        }
        self.excluded.clear();
        lines
    }

    fn report(&self, observer: &mut dyn Observer, depth: u32, multipv: usize, line: &RootLine) {
        observer.line(&Report {
            depth,
            seldepth: (self.seldepth as u32).max(depth.min(line.pv.len() as u32)),
            multipv,
            score: Score::from_value(line.score),
            nodes: self.nodes,
            elapsed: self.limits.start.elapsed(),
            hashfull: self.table.hashfull(),
            pv: line.pv.clone(),
        });
    }

    /// Whether deeper iterations cannot change anything: every line is a win or loss that this depth has proven to be
    /// the shortest.
    fn is_decided(&self, lines: &[RootLine], depth: i32) -> bool {
        let within = self.limits.mate.unwrap_or(depth as u32).max(depth as u32);
        lines
            .iter()
            .all(|line| Score::from_value(line.score).mate().is_some_and(|plies| plies.unsigned_abs() <= within))
    }
}
