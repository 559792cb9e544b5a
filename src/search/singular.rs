//! Singular extensions: the table's turn is searched deeper where all others are clearly worse.

use super::entry::{Bound, Known};
use super::node::{Cut, Node, NodeKind};
use super::params;
use super::score::Score;
use super::window::Window;
use super::worker::{MAX_DEPTH, Worker};
use std::ops::ControlFlow;

impl Worker<'_> {
    /// How many plies deeper the table's turn is to be searched at this node; or the score by which the node need not be
    /// searched, since several turns reach beta (multi-cut). Both by a search of the others to half the depth. Source:
    /// T. Anantharaman, M. Campbell and F. Hsu, "Singular extensions: adding selectivity to brute-force searching", 1990, in the
    /// form that chess engines have given it.
    pub fn singular<K: NodeKind>(&mut self, node: &Node<'_>, known: Known) -> ControlFlow<i32, i32> {
        let deep = node.depth >= params::singular_depth() && node.ply as i32 + node.depth < MAX_DEPTH;
        let trusted = known.turn.is_some() && known.bound != Bound::Upper && known.depth >= node.depth - TABLE_PLIES;
        if K::ROOT || self.exact || !deep || !trusted || Score::from_value(known.score).mate().is_some() {
            return ControlFlow::Continue(0);
        }
        let beta = known.score - params::singular_margin() * node.depth / 100;
        let window = Window { alpha: beta - 1, beta };
        let others = Node { window, depth: (node.depth - 1) / 2, excluded: known.turn, ..*node };
        let best = self.turns_of::<Cut>(&others, None);
        if best.searched > 0 && best.score < beta {
            return ControlFlow::Continue(1);
        }
        let cut = !K::PV && best.score >= node.window.beta && Score::from_value(best.score).mate().is_none();
        if cut { ControlFlow::Break(best.score) } else { ControlFlow::Continue(0) }
    }
}

/// How much less deep the table may have searched its turn.
const TABLE_PLIES: i32 = 3;
