//! Boards of any size: the hexagon of the course assignment, with the names that its points have there.
//!
//! Coordinates: `x` is the column counted from the middle one, `y` rises up to the right; with them every step along a line
//! is the same everywhere, and a point's distance from the centre is the largest of |x|, |y|, |x - y|.

use crate::board::{Axis, Direction};
use std::fmt;

/// The largest size of a board: its columns have the letters `a` to `y`.
pub const MAX_SIZE: u8 = 12;

/// A board of a size: its spots, and the ring of dots around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexagon {
    size: u8,
}

/// A point of a board, or beyond it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    x: i8,
    y: i8,
}

impl Cell {
    /// The neighbour in a direction.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (x, y) = match direction {
            Direction::North => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::SouthEast => (1, 0),
            Direction::South => (0, -1),
            Direction::SouthWest => (-1, -1),
            Direction::NorthWest => (-1, 0),
        };
        Self { x: self.x.saturating_add(x), y: self.y.saturating_add(y) }
    }

    /// The direction in which the other point is a neighbour.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == other)
    }

    fn distance(self) -> u8 {
        let (x, y) = (i16::from(self.x), i16::from(self.y));
        [x, y, x - y].map(|part| part.unsigned_abs().min(255) as u8).into_iter().max().unwrap_or_default()
    }
}

impl Hexagon {
    /// The board whose sides have `size` spots, 1 to [`MAX_SIZE`].
    #[must_use]
    pub const fn new(size: u8) -> Option<Self> {
        if matches!(size, 1..=MAX_SIZE) { Some(Self { size }) } else { None }
    }

    /// The spots of a side.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Whether pieces can stand there.
    #[must_use]
    pub fn is_spot(self, cell: Cell) -> bool {
        cell.distance() < self.size
    }

    /// Whether pieces enter from there.
    #[must_use]
    pub fn is_dot(self, cell: Cell) -> bool {
        cell.distance() == self.size
    }

    /// The rows in which the assignment writes a board, from the top one down, each from left to right: lines that rise to
    /// the right on ours.
    pub fn text_rows(self) -> impl Iterator<Item = Vec<Cell>> {
        let radius = self.size as i8 - 1;
        (-radius..=radius).map(move |row| {
            let columns = (-radius).max(row - radius)..=radius.min(row + radius);
            columns.map(|x| Cell { x, y: x - row }).collect()
        })
    }

    /// Every spot, in the order of the text.
    pub fn spots(self) -> impl Iterator<Item = Cell> {
        self.text_rows().flatten()
    }

    /// The spots at the edge, clockwise in the text from its top left corner.
    #[must_use]
    pub fn rim(self) -> Vec<Cell> {
        let radius = self.size as i8 - 1;
        let mut cell = Cell { x: -radius, y: 0 };
        let mut rim = vec![cell];
        let sides = [
            Direction::NorthEast,
            Direction::SouthEast,
            Direction::South,
            Direction::SouthWest,
            Direction::NorthWest,
            Direction::North,
        ];
        for direction in sides {
            for _ in 0..radius {
                cell = cell.step(direction);
                rim.push(cell);
            }
        }
        rim.dedup();
        // The walk ends where it began.
        if rim.len() > 1 {
            rim.pop();
        }
        rim
    }

    /// The lines along an axis, each from its end with the lower letters on, in the order in which the text shows them.
    pub fn lines(self, axis: Axis) -> impl Iterator<Item = Vec<Cell>> {
        let forward = axis.forward();
        let firsts = self.spots().filter(move |cell| !self.is_spot(cell.step(forward.opposite())));
        firsts.map(move |first| {
            std::iter::successors(Some(first), |cell| Some(cell.step(forward)))
                .take_while(|&cell| self.is_spot(cell))
                .collect()
        })
    }

    /// The point of this name, such as `e5`, if the board has it.
    #[must_use]
    pub fn find(self, name: &str) -> Option<Cell> {
        let mut signs = name.chars();
        let column = signs.next().filter(char::is_ascii_lowercase)?;
        let digits = signs.as_str();
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.starts_with('0') {
            return None;
        }
        let size = self.size as i8;
        let x = column as i8 - b'a' as i8 - size;
        let number: i8 = digits.parse().ok().filter(|&number| number <= 2 * size + 1)?;
        let cell = Cell { x, y: number - size - 1 + x.max(0) };
        (self.is_spot(cell) || self.is_dot(cell)).then_some(cell)
    }

    /// The name of a point of the board, such as `e5`.
    #[must_use]
    pub const fn name(self, cell: Cell) -> CellName {
        CellName { size: self.size as i8, cell }
    }
}

/// The name of a point, as [`Hexagon::name`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct CellName {
    size: i8,
    cell: Cell,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { x, y } = self.cell;
        write!(f, "{}{}", char::from((b'a' as i8 + x + self.size) as u8), y + self.size + 1 - x.max(0))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Dot, Line, Spot};

    fn names(hexagon: Hexagon, cells: impl IntoIterator<Item = Cell>) -> String {
        cells.into_iter().map(|cell| hexagon.name(cell).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_as_the_assignment_gives_them() {
        let four = Hexagon::new(4).unwrap();
        let rows: Vec<String> = four.text_rows().map(|row| names(four, row)).collect();
        assert_eq!(rows[0], "b5 c6 d7 e8");
        assert_eq!(rows[1], "b4 c5 d6 e7 f7");
        assert_eq!(rows[3], "b2 c3 d4 e5 f5 g5 h5");
        assert_eq!(rows[4], "c2 d3 e4 f4 g4 h4");
        assert_eq!(rows[6], "e2 f2 g2 h2");
        let two = Hexagon::new(2).unwrap();
        assert_eq!(two.text_rows().map(|row| names(two, row)).collect::<Vec<_>>(), ["b3 c4", "b2 c3 d3", "c2 d2"]);
        assert_eq!(names(four, four.rim()), "b5 c6 d7 e8 f7 g6 h5 h4 h3 h2 g2 f2 e2 d2 c2 b2 b3 b4");
        assert_eq!(names(Hexagon::new(1).unwrap(), Hexagon::new(1).unwrap().rim()), "b2");
    }

    #[test]
    fn the_board_of_size_four_is_ours() {
        let four = Hexagon::new(4).unwrap();
        for column in 'a'..='z' {
            for number in 0..12 {
                let name = format!("{column}{number}");
                let cell = four.find(&name);
                assert_eq!(cell.is_some_and(|cell| four.is_spot(cell)), name.parse::<Spot>().is_ok(), "{name}");
                assert_eq!(cell.is_some_and(|cell| four.is_dot(cell)), name.parse::<Dot>().is_ok(), "{name}");
                if let (Some(cell), Ok(spot)) = (cell, name.parse::<Spot>()) {
                    assert_eq!(four.name(cell).to_string(), name);
                    for direction in Direction::ALL {
                        let next = Some(cell.step(direction)).filter(|&next| four.is_spot(next));
                        let next = next.map(|next| four.name(next).to_string());
                        assert_eq!(next, spot.step(direction).map(|spot| spot.to_string()));
                    }
                }
            }
        }
        let mut ours: Vec<String> = Line::all()
            .map(|line| line.spots().iter().map(|spot| spot.to_string()).collect::<Vec<_>>().join(" "))
            .collect();
        let mut theirs: Vec<String> =
            Axis::ALL.into_iter().flat_map(|axis| four.lines(axis)).map(|line| names(four, line)).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(theirs, ours);
    }

    #[test]
    fn nonsense_names_nothing() {
        let hexagon = Hexagon::new(12).unwrap();
        for name in ["", "a", "5", "e05", "e+5", "e-1", "A1", "é5", "e999", "z1", "a1x"] {
            assert_eq!(hexagon.find(name), None, "{name}");
        }
        assert_eq!(hexagon.find("y1").map(|cell| hexagon.name(cell).to_string()).as_deref(), Some("y1"));
        assert!(Hexagon::new(0).is_none() && Hexagon::new(13).is_none());
    }
}
