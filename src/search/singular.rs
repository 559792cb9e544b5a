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

#[cfg(test)]
mod tests {
    use super::super::limits::{Control, Limits};
    use super::super::node::{Pv, Root};
    use super::super::table::TranspositionTable;
    use super::super::worker::Shared;
    use super::*;
    use crate::eval::Evaluation;
    use crate::rules::{Claims, Game, Position, Threats, Variant};

    /// What comes of a table's entry at a node of the start position, whose turns are all worth about nothing; and whether
    /// the other turns were searched for it.
    fn verdict<K: NodeKind>(known: Known, beta: i32, depth: i32, exact: bool) -> (ControlFlow<i32, i32>, bool) {
        let (table, evaluation) = (TranspositionTable::new(1).unwrap(), Evaluation::default());
        let (limits, control) = (Limits::none(), Control::new());
        let shared = Shared::new(&table, &evaluation, &limits, &control);
        let (mut recall, position) = (Default::default(), Position::start(Variant::Standard));
        let mut worker = Worker::helper(&shared, &mut recall, &Game::new(position), Claims::NONE);
        worker.exact = exact;
        let node = Node {
            position: &position,
            threats: &Threats::new(&position),
            window: Window { alpha: beta - 1, beta },
            depth,
            ply: 1,
            value: None,
            rising: false,
            excluded: None,
            extension: 0,
        };
        let verdict = worker.singular::<K>(&node, known);
        (verdict, worker.nodes > 0)
    }

    fn known(score: i32) -> Known {
        let start = Position::start(Variant::Standard);
        let turn = start.turns().next().map(|turn| start.encode(turn).unwrap());
        Known { turn, score, depth: 5, bound: Bound::Lower, value: None }
    }

    #[test]
    fn a_turn_far_above_all_others_is_extended() {
        let extended = (ControlFlow::Continue(1), true);
        assert_eq!(verdict::<Cut>(known(500), 0, 5, false), extended);
        assert_eq!(verdict::<Pv>(known(500), 0, 5, false), extended);
        assert_eq!(verdict::<Cut>(known(-500), 500, 5, false), (ControlFlow::Continue(0), true));
    }

    #[test]
    fn several_turns_above_beta_cut() {
        let (cut, searched) = verdict::<Cut>(known(-500), -500, 5, false);
        assert!(searched && matches!(cut, ControlFlow::Break(score) if score >= -500), "{cut:?}");
        assert_eq!(verdict::<Pv>(known(-500), -500, 5, false), (ControlFlow::Continue(0), true));
    }

    /// The others are searched only where the table's entry says enough, in a search that may leave something out.
    #[test]
    fn not_without_a_reason() {
        let (trusted, untouched) = (known(500), (ControlFlow::Continue(0), false));
        let win = Score::win_in(9).value();
        let untrusted = [
            Known { turn: None, ..trusted },
            Known { bound: Bound::Upper, ..trusted },
            Known { depth: 5 - TABLE_PLIES - 1, ..trusted },
            known(win),
            known(-win),
        ];
        for known in untrusted {
            assert_eq!(verdict::<Cut>(known, 0, 5, false), untouched, "{known:?}");
        }
        assert_eq!(verdict::<Cut>(trusted, 0, params::singular_depth() - 1, false), untouched);
        assert_eq!(verdict::<Cut>(trusted, 0, 5, true), untouched);
        assert_eq!(verdict::<Root>(trusted, 0, 5, false), untouched);
    }
}
