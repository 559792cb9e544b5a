//! Directions along lines.

use super::bitboard::Bitboard;
use super::geometry::{FIRST_SPOTS, FIRST_SPOTS_BY_LENGTH};

/// One of the six directions along lines, named as seen by White: north is from low to high numbers in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// All directions, clockwise from north; the first three have positive shifts.
    pub const ALL: [Self; 6] =
        [Self::North, Self::NorthEast, Self::SouthEast, Self::South, Self::SouthWest, Self::NorthWest];

    /// The direction that leads back.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The axis that this direction runs along.
    #[must_use]
    #[inline]
    pub const fn axis(self) -> Axis {
        Axis::ALL[self as usize % 3]
    }

    /// Whether a step raises the index of a spot.
    #[must_use]
    #[inline]
    pub const fn is_forward(self) -> bool {
        (self as u8) < 3
    }

    /// The seven spots on which an entry in this direction begins.
    #[must_use]
    #[inline]
    pub const fn first_spots(self) -> Bitboard {
        Bitboard::from_bits_unmasked(FIRST_SPOTS[self as usize])
    }

    /// The first spots of the lines of 4, 5, 6 and 7 spots.
    #[inline(always)]
    pub(crate) const fn first_spots_by_length(self) -> [u64; 4] {
        FIRST_SPOTS_BY_LENGTH[self as usize]
    }

    /// One step of every bit, without masking.
    #[inline(always)]
    pub(crate) const fn shift(self, bits: u64) -> u64 {
        match self {
            Self::North => bits << 1,
            Self::NorthEast => bits << 9,
            Self::SouthEast => bits << 8,
            Self::South => bits >> 1,
            Self::SouthWest => bits >> 9,
            Self::NorthWest => bits >> 8,
        }
    }

    pub(super) const fn delta(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::SouthEast => (1, 0),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::NorthWest => (-1, 0),
        }
    }
}

/// One of the three ways in which lines run: a direction without its sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Axis {
    /// Along the columns.
    Vertical,
    /// Up to the right.
    Rising,
    /// Down to the right.
    Falling,
}

impl Axis {
    /// All axes.
    pub const ALL: [Self; 3] = [Self::Vertical, Self::Rising, Self::Falling];

    /// The direction along this axis that raises the index of a spot.
    #[must_use]
    #[inline]
    pub const fn forward(self) -> Direction {
        Direction::ALL[self as usize]
    }

    /// How far one step forward moves a bit.
    #[inline]
    pub(crate) const fn stride(self) -> u32 {
        match self {
            Self::Vertical => 1,
            Self::Rising => 9,
            Self::Falling => 8,
        }
    }
}
