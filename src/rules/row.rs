//! Rows: four or more adjacent pieces of one colour on a line.

use super::piece::Color;
use super::position::Position;
use crate::board::{Axis, Bitboard, Line, Spot};

/// A row on the board and all that is taken with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line on which it lies; a line holds at most one row.
    pub line: Line,
    /// The adjacent pieces of the row's colour, four or more.
    pub pieces: Bitboard,
    /// The row and its unbroken extension: all adjacent pieces of either colour on the line.
    pub span: Bitboard,
}

/// The spots from which four pieces of the set follow one another forward along the axis.
#[inline]
pub(super) const fn row_starts(pieces: u64, axis: Axis) -> u64 {
    let stride = axis.stride();
    let pairs = pieces & pieces >> stride;
    pairs & pairs >> (2 * stride)
}

/// Whether the set has four adjacent spots on a line.
#[inline]
pub(super) const fn has_row(pieces: u64) -> bool {
    row_starts(pieces, Axis::Vertical) | row_starts(pieces, Axis::Rising) | row_starts(pieces, Axis::Falling) != 0
}

/// The row and its extension, where there is exactly one row in the set.
#[inline]
pub(super) fn only_span(pieces: Bitboard, occupied: Bitboard) -> Option<Bitboard> {
    let [vertical, rising, falling] = Axis::ALL.map(|axis| row_starts(pieces.bits(), axis));
    let axis = match (vertical, rising, falling) {
        (_, 0, 0) => Axis::Vertical,
        (0, _, 0) => Axis::Rising,
        (0, 0, _) => Axis::Falling,
        _ => return None,
    };
    let starts = Bitboard::from_bits_unmasked(vertical | rising | falling);
    let start = starts.first()?;
    let line = Line::through(start, axis);
    starts.is_subset(line.spots()).then(|| joined(start, line, occupied))
}

/// The rows in `pieces`, all of one colour, on a board where `occupied` are the spots with a piece of any colour.
///
/// ```
/// use gipfel::{board::Bitboard, rules};
/// let set = |names: &str| names.split(' ').map(|n| n.parse().unwrap()).collect::<Bitboard>();
/// let row = rules::rows(set("e3 e4 e5 e6 b2"), set("e3 e4 e5 e6 e7 b2")).next().unwrap();
/// assert_eq!(row.pieces, set("e3 e4 e5 e6"));
/// assert_eq!(row.span, set("e3 e4 e5 e6 e7"));
/// ```
#[inline]
pub fn rows(pieces: Bitboard, occupied: Bitboard) -> impl Iterator<Item = Row> {
    let mut starts = Axis::ALL.map(|axis| row_starts(pieces.bits(), axis));
    std::iter::from_fn(move || {
        let i = starts.iter().position(|&set| set != 0)?;
        let start = Bitboard::from_bits_unmasked(starts[i]).first()?;
        let line = Line::through(start, Axis::ALL[i]);
        starts[i] &= !line.spots().bits();
        Some(Row { line, pieces: joined(start, line, pieces), span: joined(start, line, occupied) })
    })
}

/// The spots of the line that are joined to `seed` by adjacent spots of the set.
#[inline]
fn joined(seed: Spot, line: Line, set: Bitboard) -> Bitboard {
    let gaps = (line.spots() - set).bits();
    let below = gaps & ((1 << seed.index()) - 1);
    let above = gaps & (u64::MAX << seed.index());
    // From above the last gap below the seed up to below the first gap above it.
    let from = if below == 0 { u64::MAX } else { u64::MAX << 1 << (63 - below.leading_zeros()) };
    let to = (above & above.wrapping_neg()).wrapping_sub(1);
    Bitboard::from_bits_unmasked(line.spots().bits() & from & to)
}

impl Position {
    /// Whether `color` has a row on the board.
    #[must_use]
    #[inline]
    pub fn has_row(&self, color: Color) -> bool {
        has_row(self.pieces(color).bits())
    }

    /// The rows of `color`, at most one on each line.
    pub fn rows(&self, color: Color) -> impl Iterator<Item = Row> {
        rows(self.pieces(color), self.occupied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> Bitboard {
        names.split(' ').map(|name| name.parse::<Spot>().unwrap()).collect()
    }

    #[test]
    fn every_row_holds_the_middle_of_its_line() {
        for line in Line::all() {
            let spots: Vec<Spot> = line.spots().iter().collect();
            let middle: Bitboard = spots[spots.len() / 2].into();
            for length in 4..=spots.len() {
                for window in spots.windows(length) {
                    let pieces: Bitboard = window.iter().copied().collect();
                    let found: Vec<_> = rows(pieces, pieces).collect();
                    assert_eq!(found, [Row { line, pieces, span: pieces }]);
                    assert!(middle.is_subset(pieces));
                }
            }
            for window in spots.windows(3) {
                assert!(!has_row(window.iter().copied().collect::<Bitboard>().bits()));
            }
        }
    }

    #[test]
    fn rows_do_not_run_over_the_edge() {
        // b5 and c2 are neighbours in the bits of a naive layout.
        assert!(!has_row(set("b4 b5 c2 c3").bits()));
        assert!(!has_row(set("b2 b3 b5 c6 d7").bits()));
        assert_eq!(rows(set("b5 c6 d7 e8"), set("b5 c6 d7 e8")).count(), 1);
    }

    #[test]
    fn crossing_rows_are_found_on_each_line() {
        let cross = set("e2 e3 e4 e5 b2 c3 d4");
        assert_eq!(rows(cross, cross).count(), 2);
    }
}
