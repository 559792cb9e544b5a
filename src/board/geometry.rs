//! Points, lines and entries; all tables are computed at compile time.
//!
//! Coordinates: `x` is the column counted from `e` (−4 to 4), `s` the *skewed* number of a point: its number in the
//! column, plus `x` right of `e`. In these, each of the six directions is the same step everywhere on the board.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The bits of the 37 spots.
pub(super) const BOARD_BITS: u64 = {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 56 {
        let (x, s) = coordinates(bit);
        if is_spot(x, s) {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
};

/// The bits of the spots where lines begin.
pub(super) const RIM_BITS: u64 = {
    let mut bits = 0;
    let mut direction = 0;
    while direction < 6 {
        bits |= FIRST_SPOTS[direction];
        direction += 1;
    }
    bits
};

/// The bits of the spots where three lines begin.
pub(super) const CORNER_BITS: u64 = {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 56 {
        let mut entries = 0;
        let mut direction = 0;
        while direction < 6 {
            entries += FIRST_SPOTS[direction] >> bit & 1;
            direction += 1;
        }
        if entries == 3 {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
};

/// For each direction, the seven spots on which its entries begin.
const FIRST_SPOTS: [u64; 6] = {
    let mut table = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let back = Direction::ALL[direction].opposite();
        table[direction] = BOARD_BITS & !Direction::ALL[direction].shift(BOARD_BITS);
        // A spot has a neighbour behind it or is a first spot; nothing else.
        assert!(table[direction].count_ones() == 7 && back.shift(table[direction]) & BOARD_BITS == 0);
        direction += 1;
    }
    table
};

/// For each direction and length 4 to 7, the first spots of the lines of that length.
const FIRST_SPOTS_BY_LENGTH: [[u64; 4]; 6] = {
    let mut table = [[0; 4]; 6];
    let mut entry = 0;
    while entry < 42 {
        let first = ENTRY_FIRST[entry];
        let length = LINE_THROUGH[entry / 7 % 3][first as usize].count_ones() as usize;
        table[entry / 7][length - 4] |= 1 << first;
        entry += 1;
    }
    table
};

/// For each axis and bit, the bits of the line through that spot.
const LINE_THROUGH: [[u64; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut axis = 0;
    while axis < 3 {
        let forward = Direction::ALL[axis];
        let mut bit = 0;
        while bit < 56 {
            let mut line = (1 << bit) & BOARD_BITS;
            let mut steps = 0;
            while steps < 6 {
                line |= (forward.shift(line) | forward.opposite().shift(line)) & BOARD_BITS;
                steps += 1;
            }
            table[axis][bit] = line;
            bit += 1;
        }
        axis += 1;
    }
    table
};

/// The first spot of each entry, seven for each direction in the order of their bits.
const ENTRY_FIRST: [u8; 42] = {
    let mut table = [0; 42];
    let mut direction = 0;
    while direction < 6 {
        let mut left = FIRST_SPOTS[direction];
        let mut i = 0;
        while left != 0 {
            table[direction * 7 + i] = left.trailing_zeros() as u8;
            left &= left - 1;
            i += 1;
        }
        direction += 1;
    }
    table
};

/// For each direction and bit, the entry that begins on that spot; 255 where there is none.
const ENTRY_AT: [[u8; 64]; 6] = {
    let mut table = [[255; 64]; 6];
    let mut entry = 0;
    while entry < 42 {
        table[entry / 7][ENTRY_FIRST[entry] as usize] = entry as u8;
        entry += 1;
    }
    table
};

/// For each axis and bit, the index of the line through that spot.
const LINE_INDEX: [[u8; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut line = 0;
    while line < 21 {
        let mut bit = 0;
        while bit < 56 {
            if LINE_THROUGH[line / 7][ENTRY_FIRST[line] as usize] >> bit & 1 != 0 {
                table[line / 7][bit] = line as u8;
            }
            bit += 1;
        }
        line += 1;
    }
    table
};

/// For each bit, the lowest entry that begins on that spot; 255 where there is none.
const ENTRY_ONTO: [u8; 64] = {
    let mut table = [255; 64];
    let mut entry = 42;
    while entry > 0 {
        entry -= 1;
        table[ENTRY_FIRST[entry] as usize] = entry as u8;
    }
    table
};

/// What pushing along an entry needs: the bits of its line and of its first spot, and its step as a rotation of the word,
/// which is a shift for pieces that stay on the board.
#[derive(Clone, Copy)]
pub(crate) struct Track {
    pub line: u64,
    pub first: u64,
    pub rotation: u32,
}

const TRACKS: [Track; 42] = {
    let mut table = [Track { line: 0, first: 0, rotation: 0 }; 42];
    let mut entry = 0;
    while entry < 42 {
        let direction = Direction::ALL[entry / 7];
        let stride = direction.axis().stride();
        table[entry] = Track {
            line: LINE_THROUGH[entry / 7 % 3][ENTRY_FIRST[entry] as usize],
            first: 1 << ENTRY_FIRST[entry],
            rotation: if direction.is_forward() { stride } else { 64 - stride },
        };
        entry += 1;
    }
    table
};

const fn coordinates(bit: u8) -> (i8, i8) {
    ((bit / 8) as i8 - 3, (bit % 8) as i8 + 2)
}

/// The number in its column of the point at (x, s).
const fn number(x: i8, s: i8) -> i8 {
    if x > 0 { s - x } else { s }
}

const fn skewed(x: i8, number: i8) -> i8 {
    if x > 0 { number + x } else { number }
}

const fn is_spot(x: i8, s: i8) -> bool {
    let n = number(x, s);
    x.abs() <= 3 && n >= 2 && n <= 8 - x.abs()
}

/// The points in one column, dots included.
const fn column_length(x: i8) -> i8 {
    9 - x.abs()
}

/// What is wrong with the name of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PointError {
    /// Not a column letter followed by one digit.
    #[error("expected a column letter a to i and a number, such as e5")]
    Syntax,
    /// A letter and a digit, but no such point.
    #[error("no such point: column {column} has the numbers 1 to {last}")]
    OffBoard {
        /// The column letter.
        column: char,
        /// The highest number in that column.
        last: u8,
    },
    /// A dot where a spot is needed.
    #[error("{0} is a dot at the board's edge, not a spot")]
    NotASpot(Dot),
    /// A spot where a dot is needed.
    #[error("{0} is a spot, not a dot at the board's edge")]
    NotADot(Spot),
}

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
    pub const fn first_spots(self) -> super::Bitboard {
        super::Bitboard::from_bits_unmasked(FIRST_SPOTS[self as usize])
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

    const fn delta(self) -> (i8, i8) {
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

    /// The bit of this spot in a [`super::Bitboard`]: 0 to 55, with gaps, ascending by column and number.
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
        super::Bitboard::from_bits(direction.shift(1 << self.0)).first()
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
    #[must_use]
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
        Self(LINE_INDEX[axis as usize][spot.0 as usize & 63])
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
    pub const fn spots(self) -> super::Bitboard {
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
        Self::new(ENTRY_AT[direction as usize][first.0 as usize])
    }

    /// The entry that stands for all those that begin on this spot of the rim: the one with the lowest index.
    ///
    /// Entering a vacant spot is one turn, whichever dot it comes from; this is the form in which such a turn is kept.
    #[must_use]
    #[inline]
    pub const fn onto(first: Spot) -> Option<Self> {
        Self::new(ENTRY_ONTO[first.0 as usize])
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
        Spot(ENTRY_FIRST[self.0 as usize])
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
    pub const fn spots(self) -> super::Bitboard {
        super::Bitboard::from_bits_unmasked(self.track().line)
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
    use super::super::Bitboard;
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
