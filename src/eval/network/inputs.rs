//! What a network sees of a position: rows of its table, one for each thing that is so.
//!
//! Everything is seen by the mover: his pieces are "own" ones, whatever their colour.

use super::lines::{PATTERNS, mirrored, patterns};
use crate::board::{Bitboard, Spot, Symmetry};
use crate::rules::{Position, Threats, Variant};

/// What a network sees of the board; reserves, phases, numbers of GIPF-pieces and threats, and the variant it always sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Inputs {
    /// Each piece on its spot.
    Spots = 0,
    /// For each of the 21 lines, what stands on all of its spots; and the GIPF-pieces, each on its spot. Lines that are images of
    /// each other under a symmetry of the board share their rows, so that symmetric positions look the same.
    Lines = 1,
}

/// Rows for the pieces of one kind and side, by [`Spot::index`].
const SPOTS: usize = 64;
/// Pieces that a reserve is told apart up to.
const RESERVES: usize = 19;
/// GIPF-pieces on the board that are told apart.
const GIPF_PIECES: usize = 10;
/// Phases.
const PHASES: usize = 3;
/// Threats that are told apart.
const THREATS: usize = 8;
/// Rows for what one player has beside the board.
const PLAYER: usize = RESERVES + GIPF_PIECES + PHASES + THREATS;
/// Rows for all that is not on the board, for each variant: both players', one for the variant, one for a row that waits.
const COUNTS: usize = 2 * PLAYER + 2;

impl Inputs {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Spots, Self::Lines];

    /// The word for it: `spots` or `lines`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spots => "spots",
            Self::Lines => "lines",
        }
    }

    /// Rows for what is on the board.
    const fn board_rows(self) -> usize {
        match self {
            Self::Spots => 4 * SPOTS,
            Self::Lines => PATTERNS + 2 * SPOTS,
        }
    }

    /// The number of rows of a table.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.board_rows() + Variant::ALL.len() * COUNTS
    }

    /// Calls `f` with each row that holds in a position; no row comes more than once for [`Inputs::Spots`], and one for each
    /// line for [`Inputs::Lines`].
    #[inline(always)]
    pub fn each_row(self, position: &Position, threats: &Threats, mut f: impl FnMut(usize)) {
        let side = position.side();
        let sides = [side, !side].map(|color| position.pieces(color));
        let gipf = position.gipf_pieces();
        let mut spots = |first: usize, set: Bitboard| set.iter().for_each(|spot| f(first + spot.index() as usize));
        match self {
            Self::Spots => {
                for (i, set) in sides.into_iter().enumerate() {
                    spots(2 * i * SPOTS, set - gipf);
                    spots((2 * i + 1) * SPOTS, set & gipf);
                }
            }
            Self::Lines => {
                if !gipf.is_empty() {
                    for (i, set) in sides.into_iter().enumerate() {
                        spots(PATTERNS + i * SPOTS, set & gipf);
                    }
                }
                patterns(sides).into_iter().for_each(|pattern| f(pattern.into()));
            }
        }
        let mut first = self.board_rows() + position.variant() as usize * COUNTS;
        f(first);
        if threats.has_row(!side) {
            f(first + 1);
        }
        first += 2;
        for color in [side, !side] {
            let pieces = position.pieces(color);
            f(first + (position.reserve(color) as usize).min(RESERVES - 1));
            first += RESERVES;
            f(first + ((pieces & gipf).len() as usize).min(GIPF_PIECES - 1));
            first += GIPF_PIECES;
            f(first + position.phase(color) as usize);
            first += PHASES;
            f(first + ((threats.spots(color) - pieces).len() as usize).min(THREATS - 1));
            first += THREATS;
        }
    }

    /// The row whose weights a row has: its own, or those of the first row that is an image of it.
    #[must_use]
    pub fn shared(self, row: usize) -> usize {
        if self == Self::Spots || row >= self.board_rows() {
            return row;
        }
        let Some(gipf) = row.checked_sub(PATTERNS) else { return row.min(mirrored(row)) };
        let Some(spot) = Spot::new((gipf % SPOTS) as u8) else { return row };
        let images = Symmetry::ALL.into_iter().map(|symmetry| symmetry.spot(spot).index() as usize);
        PATTERNS + gipf / SPOTS * SPOTS + images.min().unwrap_or(gipf % SPOTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(inputs: Inputs, position: &Position) -> Vec<usize> {
        let mut rows = Vec::new();
        inputs.each_row(position, &Threats::new(position), |row| rows.push(inputs.shared(row)));
        rows.sort_unstable();
        rows
    }

    #[test]
    fn rows_are_within_the_table_and_symmetric_for_lines() {
        for variant in Variant::ALL {
            let mut position = Position::start(variant);
            for i in 0..60 {
                let turns: Vec<_> = position.turns().collect();
                let Some(&turn) = turns.get(i * 13 % turns.len().max(1)) else { break };
                position = position.play(turn);
                for inputs in Inputs::ALL {
                    let rows = seen(inputs, &position);
                    assert!(rows.iter().all(|&row| row < inputs.rows()));
                    if inputs == Inputs::Lines {
                        let images = Symmetry::ALL.map(|symmetry| seen(inputs, &position.transformed(symmetry)));
                        assert!(images.iter().all(|image| *image == rows), "{position:?}");
                    } else {
                        assert_eq!(rows.windows(2).filter(|pair| pair[0] == pair[1]).count(), 0);
                    }
                }
            }
        }
    }

    #[test]
    fn shared_rows_share_with_themselves() {
        for inputs in Inputs::ALL {
            for row in 0..inputs.rows() {
                let shared = inputs.shared(row);
                assert!(shared <= row && inputs.shared(shared) == shared);
            }
        }
    }

    #[test]
    fn both_sides_are_seen_alike() {
        let mut position = Position::start(Variant::Standard);
        for i in 0..20 {
            let turns: Vec<_> = position.turns().collect();
            position = position.play(turns[i * 7 % turns.len()]);
            let mut setup = position.setup();
            setup.colors.reverse();
            setup.reserve.reverse();
            setup.phase.reverse();
            setup.side = !setup.side;
            let swapped = setup.build().unwrap();
            for inputs in Inputs::ALL {
                assert_eq!(seen(inputs, &position), seen(inputs, &swapped));
            }
        }
    }
}
