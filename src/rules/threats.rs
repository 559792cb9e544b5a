//! Threats: the spots where one more piece would complete a row, for both players.

use super::clearing::Clearings;
use super::entering::{Entries, Push, completing, each_rowing_slot, entry_in_slot};
use super::exchange::Exchange;
use super::piece::{Color, PieceKind};
use super::position::Position;
use super::row::only_span;
use super::turn::Turn;
use crate::board::Bitboard;

/// Where each player could complete a row, and whether he has one: computed once for a position, and used for much.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// For each player and axis, the spots that would complete a row along it; bits that are no spots may be set.
    axes: [[u64; 3]; 2],
    /// For each player, the spots that would complete a row, those of his rows included.
    spots: [Bitboard; 2],
    rows: [bool; 2],
}

impl Threats {
    /// The threats of both players.
    #[must_use]
    #[inline]
    pub fn new(position: &Position) -> Self {
        let axes = Color::ALL.map(|color| completing(position.pieces(color)));
        let spots = axes.map(|[vertical, rising, falling]| Bitboard::from_bits(vertical | rising | falling));
        let rows = Color::ALL.map(|color| !(spots[color as usize] & position.pieces(color)).is_empty());
        Self { axes, spots, rows }
    }

    /// Whether a player has a row.
    #[must_use]
    #[inline]
    pub const fn has_row(&self, color: Color) -> bool {
        self.rows[color as usize]
    }

    /// The spots where one more piece would complete a row of a player: vacant ones and ones that the other holds; where
    /// he has rows, also their spots.
    #[must_use]
    #[inline]
    pub const fn spots(&self, color: Color) -> Bitboard {
        self.spots[color as usize]
    }
}

impl Position {
    /// The entries of the mover that complete no row, where he has none; by their first spots, as in [`Entries`].
    #[inline]
    pub(crate) fn quiet_entries(&self, threats: &Threats) -> [Bitboard; 7] {
        let side = self.side();
        Entries::among(self.pieces(side), self.occupied(), &threats.axes[side as usize]).plain
    }

    /// Calls `f` with each turn of the mover, who has no row, that completes one, and with what it takes. Their order is
    /// always the same.
    #[inline]
    pub(crate) fn each_completing_turn(&self, threats: &Threats, mut f: impl FnMut(Turn, Exchange)) {
        let side = self.side();
        let (pieces, occupied) = (self.pieces(side), self.occupied());
        debug_assert!(!threats.has_row(side));
        each_rowing_slot(pieces, occupied, &threats.axes[side as usize], |slot, rowing| {
            for first in rowing {
                let entry = entry_in_slot(slot, first);
                let push = Push::new(entry, occupied);
                let own = push.moved(pieces) | push.first();
                let occupied = occupied | push.vacant();
                let moved_gipf = push.moved(self.gipf_pieces());
                for kind in [PieceKind::Gipf, PieceKind::Basic] {
                    if !self.may_enter(kind) {
                        continue;
                    }
                    let gipf = if kind == PieceKind::Gipf { moved_gipf | push.first() } else { moved_gipf };
                    let mut each = |taken: Bitboard| {
                        let mut exchange = Exchange::default();
                        exchange.add(taken, own, gipf);
                        f(Turn::new(Bitboard::EMPTY, entry, kind, taken), exchange);
                    };
                    match only_span(own, occupied) {
                        Some(span) if span.is_disjoint(gipf) => each(span),
                        _ => Clearings::new(own, occupied, gipf).for_each(each),
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use std::collections::HashSet;

    #[test]
    fn quiet_and_completing_turns_are_all_turns() {
        let (mut rows, mut completing) = (0, 0);
        for (seed, variant) in (0..100_u64).flat_map(|seed| Variant::ALL.map(|variant| (seed, variant))) {
            let mut position = Position::start(variant);
            let mut random = seed;
            while !position.is_over() {
                let turns: Vec<_> = position.turns().collect();
                let threats = Threats::new(&position);
                for color in Color::ALL {
                    assert_eq!(threats.has_row(color), position.has_row(color));
                    assert_eq!(threats.spots(color) - position.pieces(color), position.completing_spots(color));
                }
                if threats.has_row(position.side()) {
                    rows += 1;
                } else {
                    let mut found = HashSet::new();
                    position.each_completing_turn(&threats, |turn, exchange| {
                        assert_eq!(exchange, position.exchange(turn));
                        assert!(found.insert(turn));
                        completing += 1;
                    });
                    for kind in [PieceKind::Gipf, PieceKind::Basic].into_iter().filter(|&kind| position.may_enter(kind))
                    {
                        for (slot, set) in position.quiet_entries(&threats).into_iter().enumerate() {
                            for first in set {
                                let entry = entry_in_slot(slot, first);
                                assert!(found.insert(Turn::new(Bitboard::EMPTY, entry, kind, Bitboard::EMPTY)));
                            }
                        }
                    }
                    assert_eq!(found, turns.iter().copied().collect());
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(turns[(random >> 33) as usize % turns.len()]);
            }
        }
        assert!(rows > 100 && completing > 1000, "{rows} {completing}");
    }
}
