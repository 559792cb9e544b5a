//! Rows: four or more adjacent pieces of one colour on a line.

use super::piece::Color;
use super::position::Position;
use crate::board::{Axis, Bitboard, Line};

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

/// The rows in `pieces`, all of one colour, on a board where `occupied` are the spots with a piece of any colour.
///
/// ```
/// use gipfel::{board::Bitboard, rules};
/// let set = |names: &str| names.split(' ').map(|n| n.parse().unwrap()).collect::<Bitboard>();
/// let row = rules::rows(set("e3 e4 e5 e6 b2"), set("e3 e4 e5 e6 e7 b2")).next().unwrap();
/// assert_eq!(row.pieces, set("e3 e4 e5 e6"));
/// assert_eq!(row.span, set("e3 e4 e5 e6 e7"));
/// ```
pub fn rows(pieces: Bitboard, occupied: Bitboard) -> impl Iterator<Item = Row> {
    Axis::ALL.into_iter().flat_map(move |axis| {
        let mut starts = Bitboard::from_bits(row_starts(pieces.bits(), axis));
        std::iter::from_fn(move || {
            let start = starts.first()?;
            let line = Line::through(start, axis);
            starts -= line.spots();
            let run = |set: Bitboard| connected(start.into(), set, axis);
            Some(Row { line, pieces: run(pieces), span: run(occupied) })
        })
    })
}

/// The part of `set` that is joined to `seed` by adjacent spots of the set along the axis.
fn connected(seed: Bitboard, set: Bitboard, axis: Axis) -> Bitboard {
    let (forward, backward) = (axis.forward(), axis.forward().opposite());
    let mut grown = seed;
    loop {
        let next = grown | (grown.step(forward) | grown.step(backward)) & set;
        if next == grown {
            return grown;
        }
        grown = next;
    }
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
    use crate::board::Spot;

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
