//! The twelve symmetries of the hexagonal board.

use super::bitboard::Bitboard;
use super::direction::Direction;
use super::line::Entry;
use super::point::Spot;

/// One of the 12 rotations and reflections that map the board onto itself.
///
/// ```
/// use gipfel::board::{Spot, Symmetry};
/// let spot: Spot = "b2".parse()?;
/// let mut images: Vec<_> = Symmetry::ALL.iter().map(|s| s.spot(spot).to_string()).collect();
/// images.sort();
/// images.dedup();
/// assert_eq!(images, ["b2", "b5", "e2", "e8", "h2", "h5"]);
/// # Ok::<(), gipfel::board::PointError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

/// For each symmetry and bit, the bit of the image.
const IMAGES: [[u8; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut symmetry = 0;
    while symmetry < 12 {
        let mut bit = 0;
        while bit < 56 {
            if Spot::new(bit).is_some() {
                table[symmetry as usize][bit as usize] = image(symmetry, bit);
            }
            bit += 1;
        }
        symmetry += 1;
    }
    table
};

/// In coordinates from the centre, a step north is (0, 1) and north-east (1, 1). A turn by 60 degrees clockwise takes
/// north to north-east and north-east to south-east: (x, s) becomes (s, s − x). The reflection keeps north and swaps
/// north-east and north-west: (x, s) becomes (−x, s − x).
const fn image(symmetry: u8, bit: u8) -> u8 {
    let (mut x, mut s) = ((bit / 8) as i8 - 3, (bit % 8) as i8 - 3);
    if symmetry >= 6 {
        (x, s) = (-x, s - x);
    }
    let mut turns = symmetry % 6;
    while turns > 0 {
        (x, s) = (s, s - x);
        turns -= 1;
    }
    ((x + 3) * 8 + s + 3) as u8
}

impl Symmetry {
    /// All twelve: the six rotations (the identity first), then the same after a reflection.
    pub const ALL: [Self; 12] = {
        let mut all = [Self(0); 12];
        let mut i = 0;
        while i < 12 {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self(0);

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A reflection followed by a rotation is again a reflection, and undoes itself.
        if self.0 >= 6 { self } else { Self((6 - self.0) % 6) }
    }

    /// The image of a spot.
    #[must_use]
    #[inline]
    pub const fn spot(self, spot: Spot) -> Spot {
        Spot::from_bit(IMAGES[self.0 as usize][spot.index() as usize])
    }

    /// The image of a set of spots.
    #[must_use]
    pub fn bitboard(self, set: Bitboard) -> Bitboard {
        set.iter().map(|spot| self.spot(spot)).collect()
    }

    /// The image of a direction.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let turned = if self.0 >= 6 { (6 - direction as u8) % 6 } else { direction as u8 };
        Direction::ALL[((turned + self.0) % 6) as usize]
    }

    /// The image of an entry.
    #[must_use]
    pub fn entry(self, entry: Entry) -> Entry {
        Entry::at(self.spot(entry.first()), self.direction(entry.direction()))
            .unwrap_or_else(|| unreachable!("symmetries map lines to lines"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_symmetry_keeps_neighbours() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.bitboard(Bitboard::BOARD), Bitboard::BOARD);
            for spot in Bitboard::BOARD {
                for direction in Direction::ALL {
                    let image = spot.step(direction).map(|neighbour| symmetry.spot(neighbour));
                    assert_eq!(symmetry.spot(spot).step(symmetry.direction(direction)), image);
                }
            }
        }
    }

    #[test]
    fn twelve_different_with_inverses() {
        let all: HashSet<Vec<Spot>> =
            Symmetry::ALL.iter().map(|s| Bitboard::BOARD.iter().map(|spot| s.spot(spot)).collect()).collect();
        assert_eq!(all.len(), 12);
        for symmetry in Symmetry::ALL {
            for spot in Bitboard::BOARD {
                assert_eq!(symmetry.inverse().spot(symmetry.spot(spot)), spot);
            }
            for entry in Entry::all() {
                assert_eq!(symmetry.inverse().entry(symmetry.entry(entry)), entry);
            }
        }
    }
}
