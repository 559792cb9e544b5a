//! Principal-variation alpha-beta search.

use super::ordering::Picker;
use super::score::Score;
use super::table::{Bound, Known};
use super::worker::{RootLine, Worker};
use crate::eval::evaluate;
use crate::rules::{Color, Position, Turn};

/// The scores between which the true one matters: alpha, beta.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Self = Self { alpha: -Score::INFINITE.value(), beta: Score::INFINITE.value() };

    /// The window from the other side.
    pub const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above alpha, from the other side: it tells only whether a turn is better than alpha.
    const fn null(self) -> Self {
        Self { alpha: -self.alpha - 1, beta: -self.alpha }
    }
}

/// The three kinds of node, told apart at compile time.
pub(super) trait NodeKind {
    const ROOT: bool;
    const PV: bool;
}

/// The root of the tree.
pub(super) struct Root;
/// A node whose exact score is wanted.
pub(super) struct Pv;
/// A node of which only a bound is wanted.
pub(super) struct Cut;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeKind for Cut {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// The best found at a node so far.
struct Best {
    score: i32,
    turn: Option<Turn>,
    searched: usize,
}

impl Worker<'_> {
    /// Searches the root; the result is in `root_best`.
    pub fn root(&mut self, position: &Position, depth: i32, window: Window) {
        self.node::<Root>(position, window, depth, 0);
    }

    /// The score of a finished or drawn position.
    pub fn terminal(&self, position: &Position, ply: usize) -> Option<i32> {
        let outcome = position.outcome()?;
        let plies = ply as u32;
        Some(if outcome.winner == position.side() { Score::win_in(plies) } else { Score::loss_in(plies) }.value())
    }

    /// The score of a position, at least if it lies within the window: fail-soft alpha-beta.
    pub fn node<K: NodeKind>(&mut self, position: &Position, window: Window, depth: i32, ply: usize) -> i32 {
        if !K::ROOT {
            if let Some(score) = self.terminal(position, ply) {
                self.frames[ply].pv.clear();
                return score;
            }
            if self.repetitions.is_draw(position.hash()) {
                self.frames[ply].pv.clear();
                return Score::DRAW.value();
            }
        }
        if depth <= 0 {
            return self.quiescence(position, window, ply);
        }
        self.frames[ply].pv.clear();
        self.seldepth = self.seldepth.max(ply);
        let key = position.hash() ^ self.repetitions.key_salt();
        let known = self.table.probe(key);
        if let Some(score) = known.and_then(|known| cutoff::<K>(known, window, depth, ply)) {
            return score;
        }
        let quiet_floor = if K::PV || depth > 1 { None } else { frontier_value(position) };
        if let Some(value) = quiet_floor.filter(|value| value - FRONTIER_MARGIN >= window.beta) {
            return value;
        }
        // Turns that capture nothing cannot lift so low a value to alpha: only the others are searched.
        let hopeless = quiet_floor.map(|value| value + FRONTIER_MARGIN).filter(|&value| value <= window.alpha);
        if let Some(value) = hopeless {
            return self.frontier(position, value, window, ply);
        }
        let first = if K::ROOT { self.root_first } else { known.and_then(|known| position.decode(known.turn?)) };
        let best = self.turns_of::<K>(position, window, depth, ply, first);
        if self.stopped {
            return best.score;
        }
        if !K::ROOT || self.excluded.is_empty() {
            self.remember(position, key, &best, window, depth, ply);
        }
        best.score
    }

    /// Searches the turns that capture something, at a node one ply from the end, where all others are at most worth
    /// `value`.
    fn frontier(&mut self, position: &Position, value: i32, window: Window, ply: usize) -> i32 {
        self.repetitions.push(position.hash());
        let score = self.captures(position, value, 1, window, ply);
        self.repetitions.pop();
        score
    }

    /// Searches the turns of a node one after another.
    fn turns_of<K: NodeKind>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        first: Option<Turn>,
    ) -> Best {
        let Window { mut alpha, beta } = window;
        let mut best = Best { score: -Score::INFINITE.value(), turn: None, searched: 0 };
        let frame = &mut self.frames[ply];
        let mut picker = Picker::new(position, first, &frame.killers, std::mem::take(&mut frame.chunk));
        self.repetitions.push(position.hash());
        while let Some(turn) = picker.next(position, self.history, &self.frames[ply].killers) {
            if K::ROOT && !self.is_root_turn(turn) {
                continue;
            }
            self.count_node();
            let next = position.play(turn);
            let score = self.child::<K>(&next, Window { alpha, beta }, depth - 1, ply + 1, best.searched == 0);
            if self.stopped {
                break;
            }
            best.searched += 1;
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.turn = Some(turn);
                    if K::PV {
                        self.extend_pv(turn, ply);
                    }
                    if K::ROOT {
                        self.root_best = Some(RootLine { score, pv: self.frames[0].pv.clone() });
                    }
                    alpha = score;
                    if alpha >= beta {
                        self.reward(position, turn, depth, ply);
                        break;
                    }
                }
            }
        }
        self.repetitions.pop();
        self.frames[ply].chunk = picker.finish();
        best
    }

    /// The score of the position after a turn, from the side that played it. All but the first turn are expected to be
    /// no better, which a null window shows; those that are get searched again. Source: T. Marsland and M. Campbell,
    /// "Parallel search of strongly ordered game trees", 1982.
    fn child<K: NodeKind>(&mut self, next: &Position, window: Window, depth: i32, ply: usize, first: bool) -> i32 {
        if !K::PV {
            return -self.node::<Cut>(next, window.flipped(), depth, ply);
        }
        if !first {
            let score = -self.node::<Cut>(next, window.null(), depth, ply);
            if score <= window.alpha || score >= window.beta || self.stopped {
                return score;
            }
        }
        -self.node::<Pv>(next, window.flipped(), depth, ply)
    }

    /// The best line of a ply becomes the turn and the best line of the next.
    pub fn extend_pv(&mut self, turn: Turn, ply: usize) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(turn);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Remembers a turn that caused a cut-off.
    fn reward(&mut self, position: &Position, turn: Turn, depth: i32, ply: usize) {
        if !turn.is_clearing() {
            self.frames[ply].killers.add(turn);
            self.history.update(position.side(), turn, (depth * depth).min(400));
        }
    }

    fn remember(&self, position: &Position, key: u64, best: &Best, window: Window, depth: i32, ply: usize) {
        let bound = if best.score >= window.beta {
            Bound::Lower
        } else if best.turn.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let turn = best.turn.and_then(|turn| position.encode(turn));
        self.table.store(key, Known { turn, score: to_table(best.score, ply), depth, bound });
    }
}

/// How much the static value may change with one turn that captures nothing.
const FRONTIER_MARGIN: i32 = 50;

/// The static value of a position one ply from the end of the tree, if it tells what turns that capture nothing can do.
///
/// It does where neither player has a row waiting and both have a piece left to enter: then such a turn ends no game, and
/// no turn is forced to. So no win or loss is missed by trusting it.
fn frontier_value(position: &Position) -> Option<i32> {
    let open = Color::ALL.into_iter().all(|color| position.reserve(color) > 1 && !position.has_row(color));
    open.then(|| evaluate(position))
}

/// The score by which a node need not be searched. Nodes of the principal variation are always searched, so that the
/// variation is whole.
fn cutoff<K: NodeKind>(known: Known, window: Window, depth: i32, ply: usize) -> Option<i32> {
    if K::PV || known.depth < depth {
        return None;
    }
    let score = from_table(known.score, ply);
    let decides = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    decides.then_some(score)
}

/// Wins and losses are stored as seen from their node, and are searched as seen from the root.
const fn to_table(score: i32, ply: usize) -> i32 {
    let shift = ply as i32;
    match Score::from_value(score).mate() {
        Some(_) if score > 0 => score + shift,
        Some(_) => score - shift,
        None => score,
    }
}

const fn from_table(score: i32, ply: usize) -> i32 {
    let shift = ply as i32;
    match Score::from_value(score).mate() {
        Some(_) if score > 0 => score - shift,
        Some(_) => score + shift,
        None => score,
    }
}
