//! Principal-variation alpha-beta search.

use super::entry::{Bound, Known};
use super::history::slot;
use super::ordering::Picker;
use super::params;
use super::reductions::reduction;
use super::score::Score;
use super::twins::Twins;
use super::window::Window;
use super::worker::{RootLine, Worker};
use crate::rules::{Color, Position, Threats, Turn, TurnCode};
use std::ops::ControlFlow;

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

/// What is known of a node before its turns are searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub position: &'a Position,
    pub threats: &'a Threats,
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    /// The static value, where no row waits for the mover.
    pub value: Option<i32>,
    /// Whether that is higher than before the mover's last turn.
    pub rising: bool,
    /// A turn that is not to be searched.
    pub excluded: Option<TurnCode>,
    /// How many plies deeper the table's turn is searched.
    pub extension: i32,
}

/// The best found at a node so far.
pub(super) struct Best {
    pub score: i32,
    pub turn: Option<TurnCode>,
    pub searched: usize,
}

impl Worker<'_> {
    /// Searches the root; the result is in `root_best`.
    pub fn root(&mut self, position: &Position, depth: i32, window: Window) -> i32 {
        self.node::<Root>(position, window, depth, 0)
    }

    /// The score of a finished position.
    #[inline]
    pub fn terminal(&self, position: &Position, ply: usize) -> Option<i32> {
        let outcome = position.outcome()?;
        let plies = ply as u32;
        Some(if outcome.winner == position.side() { Score::win_in(plies) } else { Score::loss_in(plies) }.value())
    }

    /// The score of a position, at least if it lies within the window: fail-soft alpha-beta.
    pub fn node<K: NodeKind>(&mut self, position: &Position, window: Window, depth: i32, ply: usize) -> i32 {
        if K::PV {
            self.frames[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if !K::ROOT {
            if let Some(score) = self.terminal(position, ply) {
                return score;
            }
            if self.repetitions.is_draw(position.hash()) {
                return Score::DRAW.value();
            }
        }
        if depth > 0 {
            self.table.prefetch(self.key(position));
        }
        let threats = Threats::new(position);
        if depth <= 0 {
            return self.quiescence::<K>(position, &threats, window, ply);
        }
        let mut value = None;
        if !K::PV && depth == 1 && is_open(position, &threats) {
            let known = self.value_of(position, &threats);
            if known - params::frontier_margin() >= window.beta {
                return known;
            }
            // Turns that capture nothing cannot lift so low a value to alpha: only the others are searched.
            let most = known + params::frontier_margin();
            if most <= window.alpha {
                return self.frontier(position, &threats, most, window, ply);
            }
            value = Some(known);
        }
        let threats = &threats;
        self.inner::<K>(Node {
            position,
            threats,
            window,
            depth,
            ply,
            value,
            rising: false,
            excluded: None,
            extension: 0,
        })
    }

    /// Under which key the table keeps a position.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.hash() ^ self.repetitions.key_salt() ^ if self.exact { EXACT_SALT } else { 0 }
    }

    /// The same, of a position that goes on, at least one ply from the end.
    #[inline(never)]
    fn inner<K: NodeKind>(&mut self, mut node: Node<'_>) -> i32 {
        let Node { position, threats, window, depth, ply, .. } = node;
        let key = self.key(position);
        let known = self.table.probe(key);
        if let Some(score) = known.and_then(|known| cutoff::<K>(known, window, depth, ply)) {
            return score;
        }
        if !threats.has_row(position.side()) && node.value.is_none() {
            let known = known.and_then(|known| known.value);
            node.value = Some(known.unwrap_or_else(|| self.value_of(position, threats)));
        }
        self.frames[ply].value = node.value;
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].value);
        node.rising = node.value.zip(before).is_some_and(|(value, before)| value > before);
        if !K::PV
            && !self.exact
            && let Some(score) = node.reverse_futility()
        {
            return score;
        }
        let first = match self.root_first {
            Some(turn) if K::ROOT => position.encode(turn),
            _ => known.and_then(|known| known.turn),
        };
        if let Some(known) = known {
            match self.singular::<K>(&node, known) {
                ControlFlow::Break(score) => return score,
                ControlFlow::Continue(extension) => node.extension = extension,
            }
        }
        let best = self.turns_of::<K>(&node, first);
        let some_turns_only = K::ROOT && self.is_root_restricted();
        if !self.stopped && !some_turns_only {
            self.remember(&node, key, &best);
        }
        best.score
    }

    /// Searches the turns that capture something, at a node one ply from the end, where all others are at most worth
    /// `value`.
    fn frontier(&mut self, position: &Position, threats: &Threats, value: i32, window: Window, ply: usize) -> i32 {
        if (threats.spots(position.side())).is_empty() {
            return value;
        }
        self.repetitions.push(position.hash());
        let score = self.captures::<Cut>(position, threats, value, 1, window, ply);
        self.repetitions.pop();
        score
    }

    /// Searches the turns of a node one after another.
    pub fn turns_of<K: NodeKind>(&mut self, node: &Node<'_>, first: Option<TurnCode>) -> Best {
        let &Node { position, depth, ply, .. } = node;
        let Window { mut alpha, beta } = node.window;
        let mut best = Best { score: -Score::INFINITE.value(), turn: None, searched: 0 };
        let side = position.side();
        let frame = &mut self.frames[ply];
        let mut tried = std::mem::take(&mut frame.tried);
        let mut picker = Picker::new(position, node.threats, first, &frame.killers, std::mem::take(&mut frame.lists));
        let mut twins = self.may_skip_twins::<K>(depth).then(|| Twins::of(position)).flatten();
        self.repetitions.push(position.hash());
        while let Some((turn, code)) = picker.next(self.history.of(side)) {
            if K::ROOT && !self.is_root_turn(turn) || node.excluded == Some(code) {
                continue;
            }
            let quiet = !turn.is_clearing();
            if !K::PV && !self.exact && quiet && node.is_late(tried.len(), alpha, best.score) {
                picker.skip_quiet();
                continue;
            }
            let next = position.play(turn);
            if twins.as_mut().is_some_and(|twins| !twins.is_new(&next)) {
                continue;
            }
            self.count_node();
            if self.stopped {
                break;
            }
            let before = self.nodes;
            let late = self.late_reduction::<K>(node, turn, best.searched);
            let left = depth - 1 + if first == Some(code) { node.extension } else { 0 };
            let score = self.child::<K>(&next, Window { alpha, beta }, left, ply + 1, best.searched == 0, late);
            if self.stopped {
                break;
            }
            best.searched += 1;
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.turn = Some(code);
                    if K::PV {
                        self.extend_pv(turn, ply);
                    }
                    if K::ROOT {
                        let (pv, below) = (self.frames[0].pv.clone(), self.nodes - before);
                        self.root_best = Some(RootLine { score, pv, below, ..RootLine::default() });
                    }
                    alpha = score;
                    if alpha >= beta {
                        self.reward(position, turn, depth, ply, &tried);
                        break;
                    }
                }
            }
            if quiet {
                tried.push(slot(turn) as u8);
            }
        }
        self.repetitions.pop();
        tried.clear();
        self.frames[ply].lists = picker.finish();
        self.frames[ply].tried = tried;
        best
    }

    /// Whether of turns that are the same up to symmetry only one need be searched: not where each may be asked for, nor where
    /// it costs more to find out.
    fn may_skip_twins<K: NodeKind>(&self, depth: i32) -> bool {
        let each_counts = K::ROOT && (self.is_root_restricted() || self.shared.limits.multipv > 1);
        depth >= TWINS_DEPTH && !each_counts
    }

    /// By how many plies less deep a turn is searched at first: a late one is seldom the best. Source: as chess engines
    /// have it since Fruit (F. Letouzey, 2005).
    fn late_reduction<K: NodeKind>(&self, node: &Node<'_>, turn: Turn, rank: usize) -> i32 {
        if self.exact || node.depth < params::reduction_depth() || rank < params::reduction_first() as usize {
            return 0;
        }
        let mut hundredths = reduction(node.depth, rank);
        if turn.is_clearing() {
            hundredths -= params::reduction_clearing();
        } else {
            let scores = self.history.of(node.position.side());
            hundredths -= scores.of(slot(turn)) * 100 / params::reduction_history();
        }
        if !K::PV {
            hundredths += params::reduction_cut();
        }
        if !node.rising {
            hundredths += params::reduction_falling();
        }
        (hundredths / 100).clamp(0, node.depth - 2)
    }

    /// The score of the position after a turn, from the side that played it. All but the first turn are expected to be
    /// no better, which a null window shows, with late ones searched less deep; those that are get searched again. Source:
    /// T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", 1982.
    fn child<K: NodeKind>(
        &mut self,
        next: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        first: bool,
        late: i32,
    ) -> i32 {
        let null = window.null().flipped();
        if late > 0 {
            let score = -self.node::<Cut>(next, null, depth - late, ply);
            if score <= window.alpha || self.stopped {
                return score;
            }
        }
        if !K::PV {
            return -self.node::<Cut>(next, window.flipped(), depth, ply);
        }
        if !first {
            let score = -self.node::<Cut>(next, null, depth, ply);
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

    /// Remembers a turn that caused a cut-off, and those that were tried in vain.
    fn reward(&mut self, position: &Position, turn: Turn, depth: i32, ply: usize, tried: &[u8]) {
        let bonus = (params::history_bonus() * depth * depth).min(params::history_most());
        let side = position.side();
        if !turn.is_clearing() {
            self.frames[ply].killers.add(turn);
            self.history.update(side, slot(turn), bonus);
        }
        let malus = bonus * params::history_malus() / 100;
        if malus > 0 {
            for &slot in tried {
                self.history.update(side, slot.into(), -malus);
            }
        }
    }

    fn remember(&self, node: &Node<'_>, key: u64, best: &Best) {
        let bound = if best.score >= node.window.beta {
            Bound::Lower
        } else if best.turn.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let turn = best.turn;
        let score = to_table(best.score, node.ply);
        self.table.store(key, Known { turn, score, depth: node.depth, bound, value: node.value });
    }
}

/// The least depth at which symmetric positions are looked for.
const TWINS_DEPTH: i32 = 3;

/// Keeps what is found by exact search apart: it must not rely on what reductions have left in the table.
const EXACT_SALT: u64 = 0x5851_F42D_4C95_7F2D;

/// Whether neither player has a row waiting, and both have a piece left to enter after the next: then a turn that takes
/// nothing ends no game, and none is forced to take something. So where only such turns are judged by the static value, no
/// win or loss is missed.
#[inline]
fn is_open(position: &Position, threats: &Threats) -> bool {
    Color::ALL.into_iter().all(|color| position.reserve(color) > 1 && !threats.has_row(color))
}

impl Node<'_> {
    /// The static value, if it is so far above the window that the search would hardly bring it down. Source: as chess
    /// engines have it, "reverse futility pruning" or "static null move".
    fn reverse_futility(&self) -> Option<i32> {
        let value = self.value.filter(|_| self.depth <= params::reverse_futility_depth())?;
        let far = value - params::reverse_futility_margin() * self.depth >= self.window.beta;
        (far && !Score::from_value(self.window.beta).is_loss() && is_open(self.position, self.threats)).then_some(value)
    }

    /// Whether turns that take nothing need not be searched any more, with so many tried: they are late, or the static value
    /// is far below alpha. Never while all that was tried loses by force, so that a loss is only reported where every turn
    /// has been refuted.
    fn is_late(&self, tried: usize, alpha: i32, best: i32) -> bool {
        if Score::from_value(best).is_loss() {
            return false;
        }
        let late = params::late_turn_base() + params::late_turn_factor() * self.depth * self.depth / 10;
        let late = if self.rising { late } else { late * params::late_turn_falling() / 100 };
        if self.depth <= params::late_turn_depth() && tried >= late as usize {
            return true;
        }
        let low = |value: i32| value + params::futility_margin() * self.depth <= alpha;
        self.depth <= params::futility_depth() && self.value.is_some_and(low) && is_open(self.position, self.threats)
    }
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
