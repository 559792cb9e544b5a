//! Threats: the spots where one more piece would complete a row, for both players, and the turns that follow from them.

use super::clearing::{Clearings, likely_clearings};
use super::entering::{Push, completing, each_plain_slot, each_rowing_slot, entry_in_slot};
use super::exchange::{Counter, Exchange};
use super::piece::{Color, PieceKind};
use super::position::Position;
use super::row::{has_row, only_span};
use super::turn::Turn;
use crate::board::{Bitboard, Entry};

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

/// The part of a turn that begins with the entry: what the mover can do when he has cleared his rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entering {
    /// The position after the clearing before, with a hash that means nothing where something was taken.
    pub position: Position,
    pub threats: Threats,
    /// What has been taken before, ...
    pub before: Bitboard,
    /// ... and what that won.
    pub gained: Exchange,
}

impl Entering {
    /// After this clearing, one of [`Position::clearings`].
    pub fn after(position: &Position, before: Bitboard) -> Self {
        let mut gained = Exchange::default();
        gained.add(before, position.pieces(position.side()), position.gipf_pieces());
        let position = position.cleared_unhashed(before);
        Self { position, threats: Threats::new(&position), before, gained }
    }

    /// Where nothing has been taken.
    #[inline]
    pub const fn at_once(position: Position, threats: Threats) -> Self {
        Self { position, threats, before: Bitboard::EMPTY, gained: Exchange::NOTHING }
    }

    /// Whether the clearing before has ended the game: then it is the whole turn.
    pub fn is_end(&self) -> bool {
        !self.before.is_empty() && self.position.ends_after_clearing()
    }

    /// The entries that complete no row, by the slots of [`entry_in_slot`]; none where a row was kept. `rowing` are those that
    /// do, as [`Entering::each_completing`] returns them.
    #[inline]
    pub fn quiet(&self, rowing: &[Bitboard; 7]) -> [Bitboard; 7] {
        let mut quiet = [Bitboard::EMPTY; 7];
        each_plain_slot(self.position.occupied(), rowing, |slot, plain| quiet[slot] = plain);
        quiet
    }

    /// Whether an entry that is possible here leaves the mover without a row.
    #[inline]
    pub fn is_quiet(&self, entry: Entry) -> bool {
        let push = Push::new(entry, self.position.occupied());
        !has_row((push.moved(self.position.pieces(self.position.side())) | push.first()).bits())
    }

    /// The kinds of piece that can be entered, GIPF-pieces first.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = PieceKind> {
        let Self { position, .. } = self;
        [PieceKind::Gipf, PieceKind::Basic].into_iter().filter(|&kind| position.may_enter(kind))
    }

    /// Calls `f` with each turn whose entry completes a row of the mover, or leaves him one that he had kept, and with what
    /// the whole turn takes. Their order is always the same. Returns their entries, by the slots of [`entry_in_slot`].
    #[inline]
    pub fn each_completing(&self, f: impl FnMut(Turn, Exchange)) -> [Bitboard; 7] {
        self.each_rowing(Clearings::new, f)
    }

    /// The same with the likely clearings after only: those that take all GIPF-pieces of the opponent.
    #[inline]
    pub fn each_likely_completing(&self, f: impl FnMut(Turn, Exchange)) {
        self.each_rowing(likely_clearings, f);
    }

    #[inline(always)]
    fn each_rowing<I: Iterator<Item = Bitboard>>(
        &self,
        clearings: impl Fn(Bitboard, Bitboard, Bitboard) -> I,
        mut f: impl FnMut(Turn, Exchange),
    ) -> [Bitboard; 7] {
        let mut all = [Bitboard::EMPTY; 7];
        let Self { position, threats, before, gained } = self;
        let side = position.side();
        let (pieces, occupied) = (position.pieces(side), position.occupied());
        let kinds = [PieceKind::Gipf, PieceKind::Basic].map(|kind| (kind, position.may_enter(kind)));
        each_rowing_slot(pieces, occupied, &threats.axes[side as usize], |slot, rowing| {
            all[slot] = rowing;
            for first in rowing {
                let entry = entry_in_slot(slot, first);
                let push = Push::new(entry, occupied);
                let own = push.moved(pieces) | push.first();
                let occupied = occupied | push.vacant();
                let moved_gipf = push.moved(position.gipf_pieces());
                let only = only_span(own, occupied);
                let mut counter = Counter::new(own, *gained);
                for (kind, _) in kinds.into_iter().filter(|&(_, allowed)| allowed) {
                    let gipf = if kind == PieceKind::Gipf { moved_gipf | push.first() } else { moved_gipf };
                    let mut each = |taken: Bitboard| {
                        f(Turn::new(*before, entry, kind, taken), counter.count(taken, gipf));
                    };
                    match only {
                        Some(span) if span.is_disjoint(gipf) => each(span),
                        _ => clearings(own, occupied, gipf).for_each(each),
                    }
                }
            }
        });
        all
    }

    /// Calls `f` with each turn whose entry completes no row; `rowing` are those that do.
    #[inline]
    pub fn each_quiet(&self, rowing: &[Bitboard; 7], mut f: impl FnMut(Turn)) {
        let entries = self.quiet(rowing);
        for kind in self.kinds() {
            for (slot, set) in entries.into_iter().enumerate() {
                for first in set {
                    f(Turn::new(self.before, entry_in_slot(slot, first), kind, Bitboard::EMPTY));
                }
            }
        }
    }
}

impl Position {
    /// What the mover can do after each of the likely clearings of his rows.
    pub(crate) fn likely_enterings(&self) -> impl Iterator<Item = Entering> + use<> {
        let position = *self;
        let befores = likely_clearings(self.pieces(self.side()), self.occupied(), self.gipf_pieces());
        befores.map(move |before| Entering::after(&position, before))
    }

    /// What the mover can do after each of his clearings before; where he has no row, at once.
    pub(crate) fn enterings(&self) -> impl Iterator<Item = Entering> + use<> {
        let position = *self;
        self.clearings().map(move |before| Entering::after(&position, before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use std::collections::HashSet;

    #[test]
    fn the_turns_after_all_clearings_are_all_turns() {
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
                rows += u32::from(threats.has_row(position.side()));
                let mut found = HashSet::new();
                for entering in position.enterings() {
                    if entering.is_end() {
                        assert!(found.insert(Turn::clearing_only(entering.before)));
                        continue;
                    }
                    let rowing = entering.each_completing(|turn, exchange| {
                        assert_eq!(exchange, position.exchange(turn));
                        assert!(found.insert(turn));
                        completing += 1;
                    });
                    entering.each_quiet(&rowing, |turn| {
                        assert!(entering.is_quiet(turn.entry().unwrap()));
                        assert!(found.insert(turn));
                    });
                }
                assert_eq!(found, turns.iter().copied().collect());
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(turns[(random >> 33) as usize % turns.len()]);
            }
        }
        assert!(rows > 100 && completing > 1000, "{rows} {completing}");
    }
}
