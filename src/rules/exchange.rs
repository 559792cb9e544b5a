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
        let cost = |set: Bitboard| (set.len() + (set & gipf).len()) as u8;
        self.captured += cost(taken - own);
        self.returned += cost(taken & own);
        self.returned_gipf += (taken & own & gipf).len() as u8;
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
