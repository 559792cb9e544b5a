//! Lines, and the entries at their ends.

use super::bitboard::Bitboard;
use super::direction::{Axis, Direction};
use super::geometry::{ENTRY_AT, ENTRY_FIRST, ENTRY_ONTO, LINE_INDEX, TRACKS, Track};
use super::point::{Dot, Point, Spot};
use std::fmt;

/// One of the 21 lines of 4 to 7 spots, with a dot at each end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u8);

impl Line {
    /// All lines, by axis.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..21).map(Self)
    }

    /// The line through a spot along an axis.
    #[must_use]
    #[inline]
    pub fn through(spot: Spot, axis: Axis) -> Self {
        Self(LINE_INDEX[axis as usize][spot.index() as usize & 63])
    }

    /// 0 to 20: seven lines for each axis.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The axis along which the line runs.
    #[must_use]
    pub const fn axis(self) -> Axis {
        Axis::ALL[self.0 as usize / 7]
    }

    /// The spots of the line.
    #[must_use]
    #[inline]
    pub const fn spots(self) -> Bitboard {
        Entry(self.0).spots()
    }

    /// The two entries of the line: forward, then backward.
    #[must_use]
    pub fn entries(self) -> [Entry; 2] {
        let last = self.spots() & self.axis().forward().opposite().first_spots();
        [Entry(self.0), Entry(ENTRY_AT[self.axis() as usize + 3][last.bits().trailing_zeros() as usize])]
    }
}

/// By its two dots, such as `a1-i5`.
impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = self.entries().map(Entry::dot);
        write!(f, "{from}-{to}")
    }
}

/// One of the 42 ways to enter: from a dot along a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry(u8);

impl Entry {
    /// The number of entries.
    pub const COUNT: usize = 42;

    /// All entries, seven for each direction.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..42).map(Self)
    }

    /// The entry with this index, below [`Entry::COUNT`].
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 42 { Some(Self(index)) } else { None }
    }

    /// The entry whose first spot and direction are these, if a line begins there.
    #[must_use]
    #[inline]
    pub const fn at(first: Spot, direction: Direction) -> Option<Self> {
        Self::new(ENTRY_AT[direction as usize][first.index() as usize])
    }

    /// The entry that stands for all those that begin on this spot of the rim: the one with the lowest index.
    ///
    /// Entering a vacant spot is one turn, whichever dot it comes from; this is the form in which such a turn is kept.
    #[must_use]
    #[inline]
    pub const fn onto(first: Spot) -> Option<Self> {
        Self::new(ENTRY_ONTO[first.index() as usize])
    }

    /// 0 to 41: seven for each direction.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The direction in which pieces move.
    #[must_use]
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[self.0 as usize / 7]
    }

    /// The spot next to the dot, where the new piece comes to stand.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Spot {
        Spot::from_bit(ENTRY_FIRST[self.0 as usize])
    }

    /// The dot from which the piece enters.
    #[must_use]
    pub fn dot(self) -> Dot {
        match Point::Spot(self.first()).step(self.direction().opposite()) {
            Some(Point::Dot(dot)) => dot,
            _ => unreachable!("behind the first spot of a line is a dot"),
        }
    }

    /// The spots of the line that is entered.
    #[must_use]
    #[inline]
    pub const fn spots(self) -> Bitboard {
        Bitboard::from_bits_unmasked(self.track().line)
    }

    #[inline]
    pub(crate) const fn track(self) -> Track {
        TRACKS[self.0 as usize]
    }

    /// The line that is entered.
    #[must_use]
    pub fn line(self) -> Line {
        Line::through(self.first(), self.direction().axis())
    }
}

/// By its dot and first spot, such as `a1-b2`.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.dot(), self.first())
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_entries() {
        let mut lengths: Vec<_> = Line::all().map(|l| l.spots().len()).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [[4; 6], [5; 6], [6; 6]].concat().into_iter().chain([7; 3]).collect::<Vec<_>>());
        for line in Line::all() {
            let [there, back] = line.entries();
            assert_eq!((there.line(), back.line()), (line, line));
            assert_eq!(there.direction(), back.direction().opposite());
        }
        for dot in Dot::all() {
            let corner = ["a1", "a5", "e1", "e9", "i1", "i5"].contains(&dot.to_string().as_str());
            assert_eq!(dot.entries().count(), if corner { 1 } else { 2 }, "{dot}");
        }
        for entry in Entry::all() {
            assert_eq!(Entry::at(entry.first(), entry.direction()), Some(entry));
            assert!(Entry::onto(entry.first()).unwrap() <= entry);
        }
    }
}
