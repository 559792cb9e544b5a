//! Sets of spots in one machine word.

use super::direction::Direction;
use super::point::Spot;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of spots.
///
/// Each of the seven columns `b` to `h` has one byte, and the skewed board leaves at least one bit unused at each end of
/// every line, so that a step in any [`Direction`] is one shift that never wraps onto another line.
///
/// ```
/// use gipfel::board::{Bitboard, Direction};
/// let set: Bitboard = ["e2", "e3"].into_iter().map(|name| name.parse().unwrap()).collect();
/// assert_eq!(set.step(Direction::North).to_string(), "e3 e4");
/// assert_eq!((!set).len(), 35);
/// println!("{set:?}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The set without spots.
    pub const EMPTY: Self = Self(0);

    /// All 37 spots.
    pub const BOARD: Self = Self(super::geometry::BOARD_BITS);

    /// The 18 spots next to the dots: every entry begins on one of them.
    pub const RIM: Self = Self(super::geometry::RIM_BITS);

    /// The six corner spots `b2 b5 e2 e8 h2 h5`.
    pub const CORNERS: Self = Self(super::geometry::CORNER_BITS);

    /// The set of the given bits; bits that are no spot are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & super::geometry::BOARD_BITS)
    }

    /// The set of the given bits, all of which the caller knows to be spots (or to be masked off before use).
    #[inline]
    pub(crate) const fn from_bits_unmasked(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits, one per spot, at [`Spot::index`].
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of spots in the set, 0 to 37.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no spot.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds `spot`.
    #[must_use]
    #[inline]
    pub const fn contains(self, spot: Spot) -> bool {
        self.0 >> spot.index() & 1 != 0
    }

    /// Whether every spot of this set is also in `other`.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share no spot.
    #[must_use]
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Every spot of the set moved one step; spots that would leave the 37 are dropped.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        Self(direction.shift(self.0) & super::geometry::BOARD_BITS)
    }

    /// The spot with the lowest index.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Spot> {
        if self.0 == 0 { None } else { Some(Spot::from_bit(self.0.trailing_zeros() as u8)) }
    }

    /// The spots from the lowest index up: by column, then by number.
    #[must_use]
    #[inline]
    pub const fn iter(self) -> Spots {
        Spots(self.0)
    }

    /// All subsets, each once: the empty one first, the whole set last.
    #[must_use]
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self.0, next: Some(0) }
    }
}

impl From<Spot> for Bitboard {
    #[inline]
    fn from(spot: Spot) -> Self {
        Self(1 << spot.index())
    }
}

impl FromIterator<Spot> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Self {
        spots.into_iter().fold(Self::EMPTY, |set, spot| set | spot.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Spot;
    type IntoIter = Spots;
    #[inline]
    fn into_iter(self) -> Spots {
        self.iter()
    }
}

/// The spots of a [`Bitboard`], from the lowest index up.
#[derive(Clone, Debug)]
pub struct Spots(u64);

impl Iterator for Spots {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        let spot = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(spot)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Spots {}

/// The subsets of a [`Bitboard`], by the carry-rippler trick.
#[derive(Clone, Debug)]
pub struct Subsets {
    set: u64,
    next: Option<u64>,
}

impl Subsets {
    /// The set whose subsets these are.
    #[must_use]
    #[inline]
    pub const fn set(&self) -> Bitboard {
        Bitboard(self.set)
    }
}

impl Iterator for Subsets {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next?;
        let following = subset.wrapping_sub(self.set) & self.set;
        self.next = (following != 0).then_some(following);
        Some(Bitboard(subset))
    }

    #[inline]
    fn count(self) -> usize {
        // The subsets come in the order of their bits within the set, as binary numbers.
        let rank = |subset: u64| {
            Bitboard(self.set).iter().enumerate().fold(0, |rank, (i, spot)| rank | (subset >> spot.index() & 1) << i)
        };
        match self.next {
            None => 0,
            Some(0) => 1 << self.set.count_ones(),
            Some(next) => (1 << self.set.count_ones()) - rank(next) as usize,
        }
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::BOARD - self
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// The names of the spots, separated by blanks.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, spot) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{spot}")?;
        }
        Ok(())
    }
}

/// The board drawn in text, `#` for the spots of the set.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{{{self}}}")?;
        // Half-rows from the top: a spot of column x stands at height 2s - x, in skewed coordinates.
        for height in (0..=12_i8).rev() {
            let cell = |column: i8| {
                let doubled = height + column - 3;
                (doubled % 2 == 0 && (0..14).contains(&doubled))
                    .then(|| Spot::new(column as u8 * 8 + doubled as u8 / 2))
                    .flatten()
                    .map_or(' ', |spot| if self.contains(spot) { '#' } else { '.' })
            };
            let row: String = (0..7).flat_map(|column| [cell(column), ' ']).collect();
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sizes() {
        assert_eq!(Bitboard::BOARD.len(), 37);
        assert_eq!(Bitboard::RIM.len(), 18);
        assert_eq!(Bitboard::CORNERS.to_string(), "b2 b5 e2 e8 h2 h5");
    }

    #[test]
    fn a_step_of_a_set_is_the_step_of_each_spot() {
        for direction in Direction::ALL {
            for spot in Bitboard::BOARD {
                let stepped = Bitboard::from(spot).step(direction);
                assert_eq!(stepped.first(), spot.step(direction), "{spot} {direction:?}");
                assert!(stepped.len() <= 1);
            }
            let all: Bitboard = Bitboard::BOARD.iter().filter_map(|s| s.step(direction)).collect();
            assert_eq!(Bitboard::BOARD.step(direction), all);
        }
    }

    #[test]
    fn subsets_are_all_and_distinct() {
        let set = Bitboard::CORNERS;
        let subsets: BTreeSet<_> = set.subsets().collect();
        assert_eq!(set.subsets().count(), 64);
        let mut some = set.subsets();
        some.nth(9);
        assert_eq!((some.clone().count(), some.fold(0, |n, _| n + 1)), (54, 54));
        assert_eq!(subsets.len(), 64);
        assert!(subsets.iter().all(|s| s.is_subset(set)));
        assert_eq!(Bitboard::EMPTY.subsets().collect::<Vec<_>>(), [Bitboard::EMPTY]);
    }

    #[test]
    fn debug_draws_the_board() {
        let expected = "{b2 e5 h5}\n      .\n    .   .\n  .   .   .\n.   .   .   #\n  .   .   .\n.   .   .   .\n  .   #   .\n\
                        .   .   .   .\n  .   .   .\n#   .   .   .\n  .   .   .\n    .   .\n      .\n";
        let set: Bitboard = ["b2", "e5", "h5"].iter().map(|s| s.parse::<Spot>().unwrap()).collect();
        assert_eq!(format!("{set:?}"), expected);
    }
}
