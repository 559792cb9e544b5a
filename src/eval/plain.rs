//! The plain evaluation: a sum of what can be counted on the board, with one table of weights.

use super::weights::Weights;
use crate::board::{Bitboard, Spot};
use crate::rules::{Color, Phase, PieceKind, Position, Threats, Variant};

/// The value of a position from the mover's side, in hundredths of a basic piece, by the weights in use: [`Weights::of`] its variant.
///
/// It is meant for positions in which the game goes on. It knows nothing of wins and losses, and keeps well below them.
///
/// ```
/// use gipfel::{eval::{Weights, evaluate}, rules::{Position, Variant}};
/// // The start position is the same for both, but for the right to move.
/// assert_eq!(evaluate(&Position::start(Variant::Standard)), Weights::STANDARD.tempo);
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    evaluate_threats(position, &Threats::new(position))
}

/// The same, where the threats are known.
#[inline]
pub(super) fn evaluate_threats(position: &Position, threats: &Threats) -> i32 {
    static IN_USE: [Plain; 3] = [
        Plain::new(Weights::of(Variant::ALL[0])),
        Plain::new(Weights::of(Variant::ALL[1])),
        Plain::new(Weights::of(Variant::ALL[2])),
    ];
    IN_USE[position.variant() as usize].evaluate(position, threats)
}

/// The plain evaluation with any weights. It is linear in them.
#[derive(Clone, Debug)]
pub struct Plain {
    weights: Weights,
    /// For each column and each set of its spots, what pieces there count: each as a piece, and by its distance from the
    /// centre.
    columns: [[i16; 128]; 7],
}

impl Plain {
    /// With these weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Self {
        let mut columns = [[0; 128]; 7];
        let mut index = 0;
        while index < 56 {
            if let Some(spot) = Spot::new(index) {
                let ring = spot.distance_from_centre() as usize;
                let value = weights.piece + if ring < weights.ring.len() { weights.ring[ring] } else { 0 };
                let mut set = 0;
                while set < 128 {
                    if set >> (index % 8) & 1 != 0 {
                        columns[index as usize / 8][set] += value as i16;
                    }
                    set += 1;
                }
            }
            index += 1;
        }
        Self { weights, columns }
    }

    /// The value of a position from the mover's side, in the unit of the weights.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, position: &Position, threats: &Threats) -> i32 {
        let side = position.side();
        self.player(position, threats, side) - self.player(position, threats, !side) + self.weights.tempo
    }

    /// What counts for one player.
    fn player(&self, position: &Position, threats: &Threats, color: Color) -> i32 {
        let weights = &self.weights;
        let pieces = position.pieces(color);
        let gipf = (pieces & position.gipf_pieces()).len();
        let reserve = i32::from(position.reserve(color));
        let threats = (threats.spots(color) - pieces).len() as i32;
        let mut score = self.on_board(pieces)
            + (gipf as i32 + reserve) * weights.piece
            + weights.reserve(reserve)
            + threats * weights.threat;
        if position.variant() != Variant::Basic {
            // Before the first turn the GIPF-piece that must come counts as there.
            score += weights.gipf_pieces[gipf.clamp(1, 9) as usize];
            if position.phase(color) != Phase::NoGipf && position.reserve(color) >= PieceKind::Gipf.cost() {
                score += weights.may_enter_gipf;
            }
        }
        score
    }

    /// What single pieces count on their spots.
    fn on_board(&self, pieces: Bitboard) -> i32 {
        let columns = pieces.bits().to_le_bytes();
        self.columns.iter().zip(columns).map(|(values, column)| i32::from(values[column as usize & 127])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::PIECE;
    use super::*;
    use crate::board::Symmetry;

    #[test]
    fn pieces_count_on_their_spots() {
        let plain = Plain::new(Weights::STANDARD);
        for spot in Bitboard::BOARD {
            let ring = Weights::STANDARD.ring.get(spot.distance_from_centre() as usize).unwrap_or(&0);
            assert_eq!(plain.on_board(spot.into()), PIECE + ring, "{spot}");
        }
        let [centre, inner, outer] = Weights::STANDARD.ring;
        let rings = centre + 6 * inner + 12 * outer;
        assert_eq!(plain.on_board(Bitboard::BOARD), 37 * PIECE + rings);
    }

    #[test]
    fn symmetric_positions_have_one_value() {
        let mut position = Position::start(Variant::Tournament);
        for i in 0..30 {
            let turns: Vec<_> = position.turns().collect();
            let Some(&turn) = turns.get(i * 7 % turns.len().max(1)) else { break };
            position = position.play(turn);
            for symmetry in Symmetry::ALL {
                assert_eq!(evaluate(&position.transformed(symmetry)), evaluate(&position));
            }
        }
    }

    #[test]
    fn colours_count_alike() {
        let position = Position::start(Variant::Basic);
        for turn in position.turns() {
            let setup = position.play(turn).setup();
            let mut swapped = setup;
            swapped.colors.reverse();
            swapped.reserve.reverse();
            swapped.phase.reverse();
            swapped.side = !setup.side;
            assert_eq!(evaluate(&setup.build().unwrap()), evaluate(&swapped.build().unwrap()));
        }
    }

    #[test]
    fn a_captured_piece_is_worth_a_hundred_less_what_its_place_counts() {
        let setup = Position::start(Variant::Basic).setup();
        let mut poorer = setup;
        poorer.reserve[1] -= 1;
        let difference = evaluate(&poorer.build().unwrap()) - evaluate(&setup.build().unwrap());
        assert_eq!(difference, PIECE + Weights::BY_HAND.reserve(12) - Weights::BY_HAND.reserve(11));
    }

    /// So weights can be fitted: what each counts in a position is found by setting it alone.
    #[test]
    fn the_value_is_linear_in_the_weights() {
        let units: Vec<Plain> = (0..Weights::COUNT)
            .map(|i| Plain::new(Weights::from_array(std::array::from_fn(|j| i32::from(i == j)))))
            .collect();
        for variant in Variant::ALL {
            let weights = Weights::of(variant).to_array();
            assert_eq!(Weights::from_array(weights).to_array(), weights);
            for position in Position::start(variant).turns().map(|turn| Position::start(variant).play(turn)) {
                let threats = Threats::new(&position);
                let counted =
                    units.iter().zip(weights).map(|(unit, weight)| unit.evaluate(&position, &threats) * weight);
                assert_eq!(counted.sum::<i32>(), evaluate(&position));
            }
        }
    }
}
