//! Points: the spots where pieces stand and the dots where they enter.

use super::bitboard::Bitboard;
use super::direction::Direction;
use super::geometry::{BOARD_BITS, column_length, coordinates, is_spot, number, skewed};
use super::line::Entry;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What is wrong with the name of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointError {
    /// Not a column letter followed by one digit.
    Syntax,
    /// A letter and a digit, but no such point.
    OffBoard {
        /// The column letter.
        column: char,
        /// The highest number in that column.
        last: u8,
    },
    /// A dot where a spot is needed.
    NotASpot(Dot),
    /// A spot where a dot is needed.
    NotADot(Spot),
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => f.write_str("expected a column letter a to i and a number, such as e5"),
            Self::OffBoard { column, last } => write!(f, "no such point: column {column} has the numbers 1 to {last}"),
            Self::NotASpot(dot) => write!(f, "{dot} is a dot at the board's edge, not a spot"),
            Self::NotADot(spot) => write!(f, "{spot} is a spot, not a dot at the board's edge"),
        }
    }
}

impl Error for PointError {}

/// One of the 37 spots, where pieces stand.
///
/// ```
/// use gipfel::board::{Bitboard, Direction, Spot};
/// let e5: Spot = "e5".parse()?;
/// assert_eq!(e5.step(Direction::SouthEast).unwrap().to_string(), "f4");
/// assert_eq!(Bitboard::from(e5).to_string(), "e5");
/// # Ok::<(), gipfel::board::PointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(u8);

impl Spot {
    /// The spot with this index (0 to 55, with gaps), if there is one.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 && BOARD_BITS >> index & 1 != 0 { Some(Self(index)) } else { None }
    }

    #[inline]
    pub(super) const fn from_bit(index: u8) -> Self {
        Self(index)
    }

    /// The bit of this spot in a [`Bitboard`]: 0 to 55, with gaps, ascending by column and number.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The column letter, `b` to `h`.
    #[must_use]
    pub const fn column(self) -> char {
        (b'b' + self.0 / 8) as char
    }

    /// The number in the column, from 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        let (x, s) = coordinates(self.0);
        number(x, s) as u8
    }

    /// The neighbouring spot, or `None` where that point is a dot.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        Bitboard::from_bits(direction.shift(1 << self.0)).first()
    }

    /// Steps from the centre spot `e5`, 0 to 3.
    #[must_use]
    pub const fn distance_from_centre(self) -> u8 {
        let (x, s) = coordinates(self.0);
        let (dx, ds) = (x, s - 5);
        // In these coordinates a step may raise both or either, but not raise one and lower the other.
        (if dx.signum() * ds.signum() < 0 {
            dx.abs() + ds.abs()
        } else if dx.abs() > ds.abs() {
            dx.abs()
        } else {
            ds.abs()
        }) as u8
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.number())
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the 24 dots around the spots, where pieces enter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dot {
    x: i8,
    s: i8,
}

impl Dot {
    /// All dots, by column and number.
    pub fn all() -> impl Iterator<Item = Self> {
        (-4..=4_i8).flat_map(|x| (1..=column_length(x)).filter_map(move |n| Point::at(x, skewed(x, n))?.dot()))
    }

    /// The column letter, `a` to `i`.
    #[must_use]
    pub const fn column(self) -> char {
        (b'e' as i8 + self.x) as u8 as char
    }

    /// The number in the column, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        number(self.x, self.s) as u8
    }

    /// The entries from this dot: one from a corner dot, two from the others.
    pub fn entries(self) -> impl Iterator<Item = Entry> {
        Entry::all().filter(move |entry| entry.dot() == self)
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.number())
    }
}

impl fmt::Debug for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One of the 61 points: a spot or a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// A point where a piece can stand.
    Spot(Spot),
    /// A point at the edge, for entries only.
    Dot(Dot),
}

impl Point {
    const fn at(x: i8, s: i8) -> Option<Self> {
        let n = number(x, s);
        if x.abs() > 4 || n < 1 || n > column_length(x) {
            None
        } else if is_spot(x, s) {
            Some(Self::Spot(Spot(((x + 3) * 8 + s - 2) as u8)))
        } else {
            Some(Self::Dot(Dot { x, s }))
        }
    }

    /// The spot, if it is one.
    #[must_use]
    pub const fn spot(self) -> Option<Spot> {
        match self {
            Self::Spot(spot) => Some(spot),
            Self::Dot(_) => None,
        }
    }

    /// The dot, if it is one.
    #[must_use]
    pub const fn dot(self) -> Option<Dot> {
        match self {
            Self::Dot(dot) => Some(dot),
            Self::Spot(_) => None,
        }
    }

    /// The neighbouring point, or `None` off the board.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (x, s) = match self {
            Self::Spot(spot) => coordinates(spot.0),
            Self::Dot(dot) => (dot.x, dot.s),
        };
        let (dx, ds) = direction.delta();
        Self::at(x + dx, s + ds)
    }
}

impl From<Spot> for Point {
    fn from(spot: Spot) -> Self {
        Self::Spot(spot)
    }
}

impl From<Dot> for Point {
    fn from(dot: Dot) -> Self {
        Self::Dot(dot)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spot(spot) => spot.fmt(f),
            Self::Dot(dot) => dot.fmt(f),
        }
    }
}

/// Reads a column letter, in either case, and a number.
impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let &[column, digit @ b'0'..=b'9'] = text.as_bytes() else { return Err(PointError::Syntax) };
        let column = column.to_ascii_lowercase();
        if !(b'a'..=b'i').contains(&column) {
            return Err(PointError::Syntax);
        }
        let (x, n) = (column as i8 - b'e' as i8, (digit - b'0') as i8);
        Self::at(x, skewed(x, n)).ok_or(PointError::OffBoard { column: column as char, last: column_length(x) as u8 })
    }
}

impl FromStr for Spot {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        match text.parse()? {
            Point::Spot(spot) => Ok(spot),
            Point::Dot(dot) => Err(PointError::NotASpot(dot)),
        }
    }
}

impl FromStr for Dot {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        match text.parse()? {
            Point::Dot(dot) => Ok(dot),
            Point::Spot(spot) => Err(PointError::NotADot(spot)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_name() {
        let mut spots = Vec::new();
        let mut dots = Vec::new();
        for (column, length) in ('a'..='i').zip([5, 6, 7, 8, 9, 8, 7, 6, 5]) {
            for n in 1..=length {
                let name = format!("{column}{n}");
                let point: Point = name.parse().unwrap();
                assert_eq!(point.to_string(), name);
                match point {
                    Point::Spot(spot) => spots.push(spot),
                    Point::Dot(dot) => dots.push(dot),
                }
            }
            let beyond = format!("{column}{}", length + 1);
            assert!(beyond.parse::<Point>().is_err());
        }
        assert_eq!((spots.len(), dots.len()), (37, 24));
        assert!(spots.is_sorted());
        assert_eq!(spots, Bitboard::BOARD.iter().collect::<Vec<_>>());
        assert_eq!(dots, Dot::all().collect::<Vec<_>>());
    }

    #[test]
    fn neighbours_as_in_the_rules() {
        let neighbours = |name: &str| {
            let point: Point = name.parse().unwrap();
            let mut names: Vec<_> =
                Direction::ALL.into_iter().filter_map(|d| point.step(d)).map(|p| p.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(neighbours("a1"), "a2 b1 b2");
        assert_eq!(neighbours("e5"), "d4 d5 e4 e6 f4 f5");
        assert_eq!(neighbours("i5"), "h5 h6 i4");
    }

    #[test]
    fn distances() {
        let distance = |name: &str| name.parse::<Spot>().unwrap().distance_from_centre();
        for spot in Bitboard::BOARD {
            let by_steps = (0..=3).find(|&n| {
                let ball = (0..n).fold(Bitboard::from("e5".parse::<Spot>().unwrap()), |ball, _| {
                    Direction::ALL.into_iter().fold(ball, |all, d| all | ball.step(d))
                });
                ball.contains(spot)
            });
            assert_eq!(Some(spot.distance_from_centre()), by_steps, "{spot}");
        }
        assert_eq!(["e5", "e6", "f4", "b2", "e8", "h5", "c3"].map(distance), [0, 1, 1, 3, 3, 3, 2]);
    }

    #[test]
    fn errors_name_the_fault() {
        assert_eq!("z3".parse::<Point>(), Err(PointError::Syntax));
        assert_eq!("e55".parse::<Point>(), Err(PointError::Syntax));
        assert_eq!("B7".parse::<Point>(), Err(PointError::OffBoard { column: 'b', last: 6 }));
        assert_eq!("e1".parse::<Spot>().unwrap_err().to_string(), "e1 is a dot at the board's edge, not a spot");
        assert_eq!("e2".parse::<Dot>().unwrap_err().to_string(), "e2 is a spot, not a dot at the board's edge");
    }
}
