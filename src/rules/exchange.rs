//! What a turn takes off the board, counted without playing it.

use super::entering::Push;
use super::position::Position;
use super::turn::Turn;
use crate::board::Bitboard;

/// What a turn takes off the board, in basic pieces: a GIPF-piece counts 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// Pieces of the opponent, which are out of play.
    pub captured: u8,
    /// Pieces of the mover, which go back to his reserve.
    pub returned: u8,
    /// How many GIPF-pieces of the mover are among them.
    pub returned_gipf: u8,
}

impl Position {
    /// What a legal turn takes off the board.
    #[must_use]
    pub fn exchange(&self, turn: Turn) -> Exchange {
        let own = self.pieces(self.side());
        let mut exchange = Exchange::default();
        exchange.add(turn.before(), own, self.gipf_pieces());
        if let Some(entry) = turn.entry().filter(|_| !turn.after().is_empty()) {
            let push = Push::new(entry, self.occupied() - turn.before());
            let moved = |set: Bitboard| push.moved(set - turn.before());
            let entered = if turn.kind() == super::PieceKind::Gipf { push.first() } else { Bitboard::EMPTY };
            exchange.add(turn.after(), moved(own) | push.first(), moved(self.gipf_pieces()) | entered);
        }
        exchange
    }
}

impl Exchange {
    /// Nothing is taken.
    pub const NOTHING: Self = Self { captured: 0, returned: 0, returned_gipf: 0 };

    #[inline]
    pub(super) fn add(&mut self, taken: Bitboard, own: Bitboard, gipf: Bitboard) {
        self.add_basic(taken - gipf, own);
        self.add_gipf(taken & gipf, own);
    }

    #[inline]
    fn add_basic(&mut self, taken: Bitboard, own: Bitboard) {
        self.captured += (taken - own).len() as u8;
        self.returned += (taken & own).len() as u8;
    }

    #[inline]
    fn add_gipf(&mut self, taken: Bitboard, own: Bitboard) {
        let returned = few(taken & own);
        self.captured += 2 * few(taken - own);
        self.returned += 2 * returned;
        self.returned_gipf += returned;
    }
}

/// The number of spots of a set, fast where there are few.
#[inline]
const fn few(set: Bitboard) -> u8 {
    let (mut bits, mut count) = (set.bits(), 0);
    while bits != 0 {
        bits &= bits - 1;
        count += 1;
    }
    count
}

/// Counts what the clearings of one position take. Those of one row differ in their GIPF-pieces only, so that the others are
/// counted once.
pub(super) struct Counter {
    own: Bitboard,
    /// The basic pieces that were taken last, ...
    basic: Bitboard,
    /// ... and what they count, with all that is counted in each case.
    counted: Exchange,
    always: Exchange,
}

impl Counter {
    /// For the mover's pieces; `always` is part of every count.
    #[inline]
    pub fn new(own: Bitboard, always: Exchange) -> Self {
        Self { own, basic: Bitboard::EMPTY, counted: always, always }
    }

    /// What is taken with these pieces, of which `gipf` are GIPF-pieces.
    #[inline]
    pub fn count(&mut self, taken: Bitboard, gipf: Bitboard) -> Exchange {
        let basic = taken - gipf;
        if basic != self.basic {
            self.basic = basic;
            self.counted = self.always;
            self.counted.add_basic(basic, self.own);
        }
        let mut exchange = self.counted;
        exchange.add_gipf(taken & gipf, self.own);
        exchange
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn agrees_with_playing_the_turn() {
        let mut clearings = 0;
        for (seed, variant) in (0..60_u64).flat_map(|seed| Variant::ALL.map(|variant| (seed, variant))) {
            let mut position = Position::start(variant);
            let mut random = seed;
            for _ in 0..60 {
                let turns: Vec<_> = position.turns().collect();
                if turns.is_empty() {
                    break;
                }
                let (side, gipf) = (position.side(), |p: &Position, c| (p.pieces(c) & p.gipf_pieces()).len() as u8);
                for &turn in &turns {
                    let (after, exchange) = (position.play(turn), position.exchange(turn));
                    let entered = turn.entry().map_or(0, |_| turn.kind().cost());
                    assert_eq!(position.in_play(!side) - after.in_play(!side), exchange.captured);
                    assert_eq!(after.reserve(side) + entered - position.reserve(side), exchange.returned);
                    let entered_gipf = u8::from(entered == 2);
                    assert_eq!(gipf(&position, side) + entered_gipf - gipf(&after, side), exchange.returned_gipf);
                    clearings += u32::from(turn.is_clearing());
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play(turns[(random >> 33) as usize % turns.len()]);
            }
        }
        assert!(clearings > 1000);
    }
}
