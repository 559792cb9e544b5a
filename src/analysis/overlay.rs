//! What is drawn on a board beyond the position: arrows, marks, and the best turns that a search has found.

use super::diagram::Diagram;
use super::score_text::score_text;
use crate::board::{Bitboard, Point, PointError};
use crate::notation::turn_texts;
use crate::rules::{Position, Turn};
use crate::search::Report;
use std::fmt;
use std::str::FromStr;

/// An arrow from one point to another.
///
/// ```
/// use gipfel::analysis::Arrow;
/// let arrow: Arrow = "a1-c3".parse()?;
/// assert_eq!((arrow.from.to_string(), arrow.to.to_string()), ("a1".into(), "c3".into()));
/// assert!("a1-a1".parse::<Arrow>().is_err());
/// # Ok::<(), gipfel::analysis::ArrowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Point,
    /// Where it points; another point than where it begins.
    pub to: Point,
}

/// What is wrong with the text of an arrow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrowError {
    /// Not two words with a dash between them.
    #[error("expected two points with a dash between them, such as a1-b2")]
    Syntax,
    /// One of them is no point.
    #[error("{point:?}: {error}")]
    Point {
        /// The text of the point.
        point: String,
        /// What is wrong with it.
        error: PointError,
    },
    /// An arrow that goes nowhere.
    #[error("an arrow leads from one point to another")]
    Same,
}

impl FromStr for Arrow {
    type Err = ArrowError;

    fn from_str(text: &str) -> Result<Self, ArrowError> {
        let (from, to) = text.split_once('-').ok_or(ArrowError::Syntax)?;
        let point =
            |point: &str| point.parse::<Point>().map_err(|error| ArrowError::Point { point: point.to_owned(), error });
        let (from, to) = (point(from)?, point(to)?);
        if from == to { Err(ArrowError::Same) } else { Ok(Self { from, to }) }
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// All that is drawn over the pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    pub arrows: Vec<Arrow>,
    pub marks: Vec<Point>,
    pub best: Vec<BestTurn>,
}

/// One of the best turns.
#[derive(Clone, Debug)]
pub(super) struct BestTurn {
    /// Its score and the turns that are expected from it on.
    pub sentence: String,
    /// From the dot to where the furthest piece comes to rest; none where the turn enters no piece.
    pub way: Option<Arrow>,
    /// What it takes.
    pub taken: Bitboard,
}

/// So many turns of a line are told below the board.
const TOLD_TURNS: usize = 4;

impl BestTurn {
    fn new(position: &Position, report: &Report) -> Option<Self> {
        let turn = *report.pv.first()?;
        let turns: Vec<String> = turn_texts(position, &report.pv).take(TOLD_TURNS).collect();
        let sentence = format!("{}: {}", score_text(report.score, position.side()), turns.join(" "));
        Some(Self { sentence, way: way(position, turn), taken: turn.before() | turn.after() })
    }
}

/// The way of a turn: of the pushed pieces, or of the one that enters a vacant spot.
fn way(position: &Position, turn: Turn) -> Option<Arrow> {
    let entry = turn.entry()?;
    let standing = position.occupied() - turn.before();
    let mut end = entry.first();
    while standing.contains(end) {
        end = end.step(entry.direction())?;
    }
    Some(Arrow { from: entry.dot().into(), to: end.into() })
}

impl Diagram {
    /// With an arrow drawn over the pieces of pictures; the board in text does not have it.
    #[must_use]
    pub fn with_arrow(mut self, arrow: Arrow) -> Self {
        self.overlay.arrows.push(arrow);
        self
    }

    /// With a ring around a point in pictures; the board in text does not have it.
    #[must_use]
    pub fn with_mark(mut self, point: Point) -> Self {
        self.overlay.marks.push(point);
        self
    }

    /// With the best lines of a search of this position, the best first, as [`super::BestLines`] collects them: below the
    /// board their scores and first turns; in pictures a numbered arrow for the entry of each, and rings around what the
    /// best one takes.
    #[must_use]
    pub fn with_lines(mut self, lines: &[Report]) -> Self {
        self.overlay.best = lines.iter().filter_map(|report| BestTurn::new(&self.position, report)).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_turn;

    #[test]
    fn arrows_in_words() {
        let read = |text: &str| text.parse::<Arrow>();
        assert_eq!(read("E1-e5").unwrap().to_string(), "e1-e5");
        assert_eq!(read("a1"), Err(ArrowError::Syntax));
        assert_eq!(read("e5-e5"), Err(ArrowError::Same));
        let message = |text| read(text).unwrap_err().to_string();
        assert_eq!(message("a1-b9"), "\"b9\": no such point: column b has the numbers 1 to 6");
        assert_eq!(message("a1-"), "\"\": expected a column letter a to i and a number, such as e5");
    }

    #[test]
    fn ways_end_where_the_push_ends() {
        let position: Position = "standard".parse().unwrap();
        let way = |text| way(&position, parse_turn(&position, text).unwrap()).unwrap().to_string();
        assert_eq!(way("e1-e3"), "e1-e3");
        assert!(["d1-d2", "c1-d2"].contains(&way("d2").as_str()), "from either dot");
        // What is taken before does not stand in the way.
        let waiting: Position = "1S2/2S2/1SSSS1/7/6/5/4 w 4 12 basic -- 9".parse().unwrap();
        let turn = parse_turn(&waiting, "x;a2-d5").unwrap();
        assert_eq!(super::way(&waiting, turn).unwrap().to_string(), "a2-d5");
    }
}
