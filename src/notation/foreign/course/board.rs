//! A board of the assignment, of any size, with any length of rows.

use super::hexagon::{Cell, Hexagon, MAX_SIZE};
use crate::board::Axis;
use crate::rules::Color;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The four numbers that say which game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The board.
    pub hexagon: Hexagon,
    /// So many pieces of one colour in a line are a row.
    pub row_length: u8,
    /// White's and Black's pieces in all.
    pub totals: [u32; 2],
}

impl Parameters {
    /// Whether these are the board and the rows of GIPF: size 4 and rows of 4.
    #[must_use]
    pub const fn is_gipf(&self) -> bool {
        self.hexagon.size() == 4 && self.row_length == 4
    }
}

/// A board of the assignment: what [`CourseBoard::from_str`] reads and `to_string` writes.
///
/// ```
/// use gipfel::notation::foreign::course::CourseBoard;
/// let board: CourseBoard = "2 3 5 5\n2 2 W\n W B\nB _ W\n W B\n".parse()?;
/// assert_eq!(board.to_string(), "2 3 5 5\n2 2 W\n W B\nB _ W\n W B\n");
/// # Ok::<(), gipfel::notation::foreign::course::CourseFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseBoard {
    /// Which game it is.
    pub parameters: Parameters,
    /// White's and Black's reserve.
    pub reserve: [u32; 2],
    /// The side to move.
    pub side: Color,
    /// The spots with a piece.
    pub pieces: BTreeMap<Cell, Color>,
}

/// A row on a board, as it is cleared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseRow {
    /// The colour of the row.
    pub color: Color,
    /// The first and the last piece of that colour.
    pub ends: [Cell; 2],
    /// The row and the pieces of either colour that follow on it: all that is taken.
    pub span: Vec<Cell>,
}

/// Why a text is no board of the assignment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CourseFault {
    /// The first line is wrong.
    #[error("expected four numbers: size of the board, length of a row, White's and Black's pieces in all")]
    Parameters,
    /// The board is too small or too large.
    #[error("the size of the board must be 1 to {MAX_SIZE}, and the length of a row 2 or more")]
    Size,
    /// The second line is wrong.
    #[error("expected White's and Black's reserve and the side to move, such as 12 12 W")]
    Reserves,
    /// The board has too many or too few rows.
    #[error("expected {expected} rows of the board, found {found}")]
    RowCount {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A row of the board has too many or too few spots.
    #[error("row {row} of the board has {expected} spots, found {found}")]
    RowLength {
        /// Which one, from the top, from 1.
        row: usize,
        /// How many spots there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A sign that is no spot.
    #[error("expected W, B or _ for a spot, found {0:?}")]
    Sign(char),
    /// A player has more pieces than in all.
    #[error("{color} has {found} pieces on the board and in the reserve, and {total} in all")]
    Pawns {
        /// Whose pieces.
        color: Color,
        /// On the board and in the reserve.
        found: u64,
        /// In all.
        total: u32,
    },
    /// Rows that should have been cleared.
    #[error("{0} of the board's lines hold a row that should have been cleared")]
    Rows(usize),
}

impl CourseFault {
    /// The line on which it stands, from 1, where the text begins with the header.
    #[must_use]
    pub const fn line(&self) -> usize {
        match self {
            Self::Parameters | Self::Size => 1,
            Self::Reserves | Self::Pawns { .. } => 2,
            Self::RowLength { row, .. } => 2 + *row,
            Self::RowCount { .. } | Self::Sign(_) | Self::Rows(_) => 3,
        }
    }
}

fn number(word: Option<&str>) -> Option<u32> {
    word?.parse().ok().filter(|number| *number <= 1_000_000)
}

/// The sign for a colour.
#[must_use]
const fn sign(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}

impl Parameters {
    /// Reads the first line of a board.
    ///
    /// # Errors
    ///
    /// Where it is not four numbers that make a game.
    pub fn read(line: &str) -> Result<Self, CourseFault> {
        let mut words = line.split_whitespace();
        let mut next = || number(words.next()).ok_or(CourseFault::Parameters);
        let (size, row_length, totals) = (next()?, next()?, [next()?, next()?]);
        if words.next().is_some() {
            return Err(CourseFault::Parameters);
        }
        let hexagon = u8::try_from(size).ok().and_then(Hexagon::new).ok_or(CourseFault::Size)?;
        let row_length = u8::try_from(row_length).ok().filter(|length| *length >= 2).ok_or(CourseFault::Size)?;
        Ok(Self { hexagon, row_length, totals })
    }
}

impl CourseBoard {
    /// Reads a board from its lines: the two of the header and the rows.
    ///
    /// # Errors
    ///
    /// Says what is wrong: first what can be seen in the lines, then too many pieces, White's before Black's, then rows
    /// that should have been cleared.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, CourseFault> {
        let mut lines = lines.into_iter();
        let parameters = Parameters::read(lines.next().unwrap_or_default())?;
        let mut words = lines.next().unwrap_or_default().split_whitespace();
        let mut next = || number(words.next()).ok_or(CourseFault::Reserves);
        let reserve = [next()?, next()?];
        let side = match (words.next(), words.next()) {
            (Some("W"), None) => Color::White,
            (Some("B"), None) => Color::Black,
            _ => return Err(CourseFault::Reserves),
        };
        let mut board = Self { parameters, reserve, side, pieces: BTreeMap::new() };
        board.read_rows(&lines.collect::<Vec<_>>())?;
        for (i, color) in Color::ALL.into_iter().enumerate() {
            let on_board = board.pieces.values().filter(|piece| **piece == color).count() as u64;
            let reserve = reserve.get(i).copied().unwrap_or_default();
            let total = parameters.totals.get(i).copied().unwrap_or_default();
            let found = on_board + u64::from(reserve);
            if found > u64::from(total) {
                return Err(CourseFault::Pawns { color, found, total });
            }
        }
        match board.rows().len() {
            0 => Ok(board),
            rows => Err(CourseFault::Rows(rows)),
        }
    }

    fn read_rows(&mut self, lines: &[&str]) -> Result<(), CourseFault> {
        let rows: Vec<Vec<Cell>> = self.parameters.hexagon.text_rows().collect();
        for (i, (cells, line)) in rows.iter().zip(lines).enumerate() {
            let signs: Vec<char> = line.chars().filter(|sign| !sign.is_whitespace()).collect();
            if signs.len() != cells.len() {
                return Err(CourseFault::RowLength { row: i + 1, expected: cells.len(), found: signs.len() });
            }
            for (&cell, sign) in cells.iter().zip(signs) {
                let color = match sign {
                    '_' => continue,
                    'W' => Color::White,
                    'B' => Color::Black,
                    _ => return Err(CourseFault::Sign(sign)),
                };
                self.pieces.insert(cell, color);
            }
        }
        if rows.len() == lines.len() {
            Ok(())
        } else {
            Err(CourseFault::RowCount { expected: rows.len(), found: lines.len() })
        }
    }

    /// The reserve of a player.
    #[must_use]
    pub const fn reserve(&self, color: Color) -> u32 {
        let [white, black] = self.reserve;
        if matches!(color, Color::White) { white } else { black }
    }

    /// The reserve of a player, to be changed.
    pub const fn reserve_mut(&mut self, color: Color) -> &mut u32 {
        let [white, black] = &mut self.reserve;
        if matches!(color, Color::White) { white } else { black }
    }

    /// The rows on the board, in the order in which the assignment's program offers them: by direction, falling to the right
    /// first, then upright (in the text: rising), then level.
    #[must_use]
    pub fn rows(&self) -> Vec<CourseRow> {
        let hexagon = self.parameters.hexagon;
        let lines = [Axis::Falling, Axis::Vertical, Axis::Rising].into_iter().flat_map(|axis| hexagon.lines(axis));
        lines.flat_map(|line| self.rows_on(&line)).collect()
    }

    /// The rows on one line.
    fn rows_on(&self, line: &[Cell]) -> Vec<CourseRow> {
        let mut rows = Vec::new();
        for span in line.split(|cell| !self.pieces.contains_key(cell)) {
            for run in span.chunk_by(|one, other| self.pieces.get(one) == self.pieces.get(other)) {
                let (Some(&first), Some(&last)) = (run.first(), run.last()) else { continue };
                if let (Some(&color), true) =
                    (self.pieces.get(&first), run.len() >= usize::from(self.parameters.row_length))
                {
                    rows.push(CourseRow { color, ends: [first, last], span: span.to_vec() });
                }
            }
        }
        rows
    }

    /// The board as the assignment's program prints it: as [`fmt::Display`] does, with a blank after every sign, and more
    /// of them after the upper rows.
    #[must_use]
    pub fn printed(&self) -> String {
        let upper = usize::from(self.parameters.hexagon.size()) - 1;
        let mut text = String::new();
        for (i, line) in self.to_string().lines().enumerate() {
            text.push_str(line);
            if i >= 2 {
                let blanks = 1 + (upper + 2).saturating_sub(i);
                text.extend(std::iter::repeat_n(' ', blanks));
            }
            text.push('\n');
        }
        text
    }
}

/// Reads a board; blank lines are passed over, and so is a first line `LOAD_GAME_BOARD`.
impl FromStr for CourseBoard {
    type Err = CourseFault;

    fn from_str(text: &str) -> Result<Self, CourseFault> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        Self::read(lines.skip_while(|line| line.trim() == "LOAD_GAME_BOARD"))
    }
}

/// The header and the rows, without blanks at their ends.
impl fmt::Display for CourseBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameters { hexagon, row_length, totals: [white, black] } = self.parameters;
        writeln!(f, "{} {row_length} {white} {black}", hexagon.size())?;
        let [white, black] = self.reserve;
        writeln!(f, "{white} {black} {}", sign(self.side))?;
        let middle = usize::from(hexagon.size()) - 1;
        for (i, cells) in hexagon.text_rows().enumerate() {
            write!(f, "{:1$}", "", middle.abs_diff(i))?;
            for (j, cell) in cells.iter().enumerate() {
                let sign = self.pieces.get(cell).map_or('_', |&color| sign(color));
                write!(f, "{}{sign}", if j == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "2 3 5 5\n2 2 W\n W B\nB _ W\n W B\n";

    #[test]
    fn printed_with_blanks_as_in_the_samples() {
        let board: CourseBoard = SMALL.parse().unwrap();
        assert_eq!(board.printed(), "2 3 5 5\n2 2 W\n W B  \nB _ W \n W B \n");
        let text = "4 4 15 15\n9 12 B\n   W _ _ B\n  _ _ _ _ _\n _ _ W _ _ _\nB _ _ _ _ _ W\n _ W _ W _ _\n  _ _ _ _ _\n   W _ _ B\n";
        let board: CourseBoard = format!("\nLOAD_GAME_BOARD\r\n{}", text.replace('\n', "  \r\n")).parse().unwrap();
        assert_eq!(board.to_string(), text);
        assert!(board.printed().starts_with("4 4 15 15\n9 12 B\n   W _ _ B    \n  _ _ _ _ _   \n _ _ W _ _ _  \nB _"));
    }

    #[test]
    fn faults_and_their_lines() {
        let fault = |text: &str| text.parse::<CourseBoard>().unwrap_err();
        for (text, expected, line) in [
            ("", CourseFault::Parameters, 1),
            ("4 4 15\n", CourseFault::Parameters, 1),
            ("4 4 15 15 15\n", CourseFault::Parameters, 1),
            ("4 4 -1 15\n", CourseFault::Parameters, 1),
            ("0 4 15 15\n", CourseFault::Size, 1),
            ("99999 4 15 15\n", CourseFault::Size, 1),
            ("2 1 5 5\n", CourseFault::Size, 1),
            ("2 3 5 5\n2 2 w\n", CourseFault::Reserves, 2),
            ("2 3 5 5\n2 2\n", CourseFault::Reserves, 2),
            ("2 3 5 5\n2 2 W\n W B\n", CourseFault::RowCount { expected: 3, found: 1 }, 3),
            ("2 3 5 5\n2 2 W\n W B\nB _\n W B", CourseFault::RowLength { row: 2, expected: 3, found: 2 }, 4),
            ("2 3 5 5\n2 2 W\n W B\nB _ X\n W B", CourseFault::Sign('X'), 3),
            ("2 3 5 5\n3 3 W\n W B\nB _ W\n W B", CourseFault::Pawns { color: Color::White, found: 6, total: 5 }, 2),
            ("2 3 5 5\n2 3 W\n W B\nB _ W\n W B", CourseFault::Pawns { color: Color::Black, found: 6, total: 5 }, 2),
            ("2 3 5 5\n2 2 W\n _ B\nW W W\n _ B", CourseFault::Rows(1), 3),
        ] {
            assert_eq!(fault(text), expected, "{text}");
            assert_eq!(expected.line(), line);
        }
    }

    #[test]
    fn several_rows_on_one_line() {
        let board =
            CourseBoard::read(["4 3 18 18", "3 3 W", "____", "_____", "______", "WWWBBBW", "______", "_____", "____"]);
        assert_eq!(board, Err(CourseFault::Rows(2)));
    }
}
