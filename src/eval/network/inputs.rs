//! What a network sees of a position: rows of its table, one for each thing that is so.
//!
//! Everything is seen by the mover: his pieces are "own" ones, whatever their colour.

use super::lines::{MARKED, PATTERNS, marked, mirrored, patterns, shared_mark};
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
    /// The same, and for each GIPF-piece what stands on the three lines through it.
    MarkedLines = 2,
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
/// Rows for all that is not on the board, for each variant: one without and one with a row that waits, and both players'.
const COUNTS: usize = 2 * PLAYER + 2;

impl Inputs {
    /// All.
    pub const ALL: [Self; 3] = [Self::Spots, Self::Lines, Self::MarkedLines];

    /// The word for it: `spots`, `lines` or `marked-lines`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spots => "spots",
            Self::Lines => "lines",
            Self::MarkedLines => "marked-lines",
        }
    }

    /// The inputs of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|inputs| inputs.name() == name)
    }

    /// Rows for what is on the board.
    const fn board_rows(self) -> usize {
        match self {
            Self::Spots => 4 * SPOTS,
            Self::Lines => PATTERNS + 2 * SPOTS,
            Self::MarkedLines => PATTERNS + 2 * SPOTS + MARKED,
        }
    }

    /// The number of rows of a table.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.board_rows() + Variant::ALL.len() * COUNTS
    }

    /// The rows that hold in a position. No row comes more than once for [`Inputs::Spots`], and for [`Inputs::Lines`] one
    /// comes for each line.
    #[must_use]
    #[inline]
    pub fn rows_of(self, position: &Position, threats: &Threats) -> RowList {
        let mut rows = RowList { rows: [0; MOST_ROWS], len: 0 };
        let side = position.side();
        let sides = [side, !side].map(|color| position.pieces(color));
        let gipf = position.gipf_pieces();
        match self {
            Self::Spots => {
                for (i, set) in sides.into_iter().enumerate() {
                    rows.add_spots(2 * i * SPOTS, set - gipf);
                    rows.add_spots((2 * i + 1) * SPOTS, set & gipf);
                }
            }
            Self::Lines | Self::MarkedLines => {
                let patterns = patterns(sides);
                rows.rows[..patterns.len()].copy_from_slice(&patterns);
                rows.len = patterns.len();
                for (i, set) in sides.into_iter().enumerate() {
                    rows.add_spots(PATTERNS + i * SPOTS, set & gipf);
                }
                if self == Self::MarkedLines {
                    let first = (PATTERNS + 2 * SPOTS) as u16;
                    gipf.iter().for_each(|spot| rows.add_three(marked(&patterns, spot).map(|row| first + row)));
                }
            }
        }
        let mut first = self.board_rows() + position.variant() as usize * COUNTS;
        rows.add(first + usize::from(threats.has_row(!side)));
        first += 2;
        for color in [side, !side] {
            let pieces = position.pieces(color);
            rows.add(first + (position.reserve(color) as usize).min(RESERVES - 1));
            first += RESERVES;
            rows.add(first + ((pieces & gipf).len() as usize).min(GIPF_PIECES - 1));
            first += GIPF_PIECES;
            rows.add(first + position.phase(color) as usize);
            first += PHASES;
            rows.add(first + ((threats.spots(color) - pieces).len() as usize).min(THREATS - 1));
            first += THREATS;
        }
        rows
    }

    /// The row whose weights a row has: its own, or those of the first row that is an image of it.
    #[must_use]
    pub fn shared(self, row: usize) -> usize {
        if self == Self::Spots || row >= self.board_rows() {
            return row;
        }
        let Some(gipf) = row.checked_sub(PATTERNS) else { return row.min(mirrored(row)) };
        if let Some(marked) = gipf.checked_sub(2 * SPOTS) {
            return PATTERNS + 2 * SPOTS + shared_mark(marked);
        }
        let Some(spot) = Spot::new((gipf % SPOTS) as u8) else { return row };
        let images = Symmetry::ALL.into_iter().map(|symmetry| symmetry.spot(spot).index() as usize);
        PATTERNS + gipf / SPOTS * SPOTS + images.min().unwrap_or(gipf % SPOTS)
    }
}

/// A position has at most 37 pieces on their spots, or 21 lines and 18 GIPF-pieces with three lines each, and nine other rows.
const MOST_ROWS: usize = 21 + 18 * 4 + 9;

/// The rows that hold in a position.
#[derive(Clone, Copy, Debug)]
pub struct RowList {
    rows: [u16; MOST_ROWS],
    len: usize,
}

impl RowList {
    #[inline(always)]
    fn add(&mut self, row: usize) {
        self.rows[self.len] = row as u16;
        self.len += 1;
    }

    #[inline(always)]
    fn add_spots(&mut self, first: usize, set: Bitboard) {
        set.iter().for_each(|spot| self.add(first + spot.index() as usize));
    }

    #[inline(always)]
    fn add_three(&mut self, rows: [u16; 3]) {
        self.rows[self.len..self.len + 3].copy_from_slice(&rows);
        self.len += 3;
    }

    /// The rows.
    #[must_use]
    #[inline(always)]
    pub fn as_slice(&self) -> &[u16] {
        &self.rows[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(inputs: Inputs, position: &Position) -> Vec<usize> {
        let rows = inputs.rows_of(position, &Threats::new(position));
        let mut rows: Vec<_> = rows.as_slice().iter().map(|&row| inputs.shared(row.into())).collect();
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
                    if inputs != Inputs::Spots {
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
