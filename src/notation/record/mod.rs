//! Game records (`.gpn`): tag pairs, turns with comments and variations, and the result.
//!
//! ```text
//! [Event "Club evening"]
//! [White "Anna"]
//! [Black "Ben"]
//! [Result "0-1"]
//! [Variant "tournament"]
//!
//! 1. Ge8 Gd8-f7 {[%eval +0.35] [%depth 12] a quiet start} ( 1... Gb2 $2 2. c2 )
//! 2. Ge9-e7 0-1
//! ```
//!
//! Text like chess's PGN, so that programs that read only the tags work unchanged. Words are split by blanks only: `;` is
//! no comment. Pairs of turns are numbered from 1; a game or variation that starts with Black begins `1... `.

mod comment;
mod error;
mod lines;
mod read;
mod tags;
mod turns;
mod write;

pub use comment::{Annotations, Eval};
pub use error::{RecordError, RecordFault, RecordWarning};
pub use read::RecordReader;

use crate::rules::{Color, Game, Outcome, Position, Turn};
use std::fmt;
use std::str::FromStr;

/// Variations may be nested this deep.
pub const MAX_NESTING: usize = 64;

/// A game with its tags, comments and variations.
///
/// ```
/// use gipfel::notation::{Record, RecordReader, RecordResult};
/// let text = "[Variant \"standard\"]\n\n1. e1-e2 b3 {unclear} 2. b4 *";
/// let record = RecordReader::new(text.as_bytes()).next().unwrap()?;
/// assert_eq!(record.line.nodes[0].text(), "e1-e3");
/// assert_eq!(record.result, RecordResult::Unfinished);
/// assert!(record.to_string().ends_with("\n\n1. e1-e3 b3 {unclear} 2. b4 *\n\n"));
/// # Ok::<(), gipfel::notation::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tags, but for those that follow from the rest: `Result`, `Variant`, `Position`, `PlyCount`.
    pub tags: Tags,
    /// The position in which the game begins.
    pub start: Position,
    /// The turns that were played.
    pub line: Line,
    /// The result.
    pub result: RecordResult,
    /// What is doubtful in the text from which the record was read.
    pub warnings: Vec<RecordWarning>,
}

impl Record {
    /// The tags that every record has, `?` where nothing is known: `Event Site Date Round White Black`.
    pub const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

    /// A record without turns, the roster filled with question marks.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let mut tags = Tags::default();
        for name in Self::ROSTER {
            tags.set(name, if name == "Date" { "????.??.??" } else { "?" });
        }
        Self { tags, start, line: Line::default(), result: RecordResult::Unfinished, warnings: Vec::new() }
    }

    /// The record of a game, with its result by the rules, or `*` where it is not over.
    ///
    /// ```
    /// use gipfel::notation::{Record, play_words};
    /// use gipfel::rules::{Game, Position, Variant};
    /// let mut game = Game::new(Position::start(Variant::Tournament));
    /// play_words(&mut game, ["Ge8", "Gd8-f7", "Ge9-e7"])?;
    /// let mut record = Record::from_game(&game);
    /// record.tags.set("White", "Anna");
    /// assert!(record.to_string().contains("[White \"Anna\"]\n"));
    /// assert!(record.to_string().ends_with("[PlyCount \"3\"]\n\n1. Ge8 Gd8-f7 2. Ge9-e7 *\n\n"));
    /// # Ok::<(), gipfel::notation::PlayError>(())
    /// ```
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(*game.start());
        let mut position = *game.start();
        for &turn in game.turns() {
            record.line.nodes.push(Node::new(&position, turn));
            position = position.play(turn);
        }
        record.result = RecordResult::from(position.outcome());
        record
    }

    /// The game that was played, without comments and variations. A turn that is not legal where it stands ends it.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        // Records that were read hold legal turns only.
        let _complete = self.line.nodes.iter().all(|node| game.play(node.turn()));
        game
    }
}

/// The tags of a record in their order; each name stands once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Sets a tag: in its place where the name stands already, otherwise at the end.
    ///
    /// A name is made of ASCII letters, digits and `_`; other characters are dropped, and a tag without a name is not
    /// set. Line breaks and other control characters in the value become blanks.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&c| tags::is_name_char(c)).collect();
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None if name.is_empty() => {}
            None => self.0.push((name, value)),
        }
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Turns that follow one another: a game or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first turn.
    pub comments: Vec<String>,
    /// The turns.
    pub nodes: Vec<Node>,
}

/// A turn with what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    turn: Turn,
    text: Box<str>,
    /// Numeric annotation glyphs: `$1` for a good turn and so on.
    pub nags: Vec<u8>,
    /// Comments, without their braces. In reading, white space of any length becomes one blank. See [`Annotations`] for
    /// what engines write there.
    pub comments: Vec<String>,
    /// Other turns that were possible instead of this one, and how the game might have gone on.
    pub variations: Vec<Line>,
}

impl Node {
    /// A turn that is legal in `position`, without comments.
    #[must_use]
    pub fn new(position: &Position, turn: Turn) -> Self {
        let text = turn.display(position).to_string().into();
        Self { turn, text, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }

    /// The turn.
    #[must_use]
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// Its canonical text.
    #[must_use]
    pub const fn text(&self) -> &str {
        &self.text
    }
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
    /// `*`: not finished, or unknown.
    Unfinished,
}

impl RecordResult {
    /// The four results.
    pub const ALL: [Self; 4] = [Self::Won(Color::White), Self::Won(Color::Black), Self::Drawn, Self::Unfinished];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }
}

impl From<Option<Outcome>> for RecordResult {
    fn from(outcome: Option<Outcome>) -> Self {
        outcome.map_or(Self::Unfinished, |outcome| Self::Won(outcome.winner))
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RecordResult {
    type Err = RecordFault;

    fn from_str(text: &str) -> Result<Self, RecordFault> {
        Self::ALL.into_iter().find(|result| result.name() == text).ok_or(RecordFault::Result)
    }
}
