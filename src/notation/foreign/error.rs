//! What is wrong in another program's text, or cannot be said in it.

use super::course::CourseFault;
use super::form::Form;
use crate::board::{Bitboard, Dot, PointError, Spot};
use crate::notation::{PositionTextError, RecordError};
use crate::rules::{Color, EndReason, PartialTurnError, PieceKind, PositionError, Variant};
use std::fmt;
use thiserror::Error;

/// Why a text of another program's form cannot be read or written: what is wrong, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ForeignError {
    /// The line in the text, from 1; `None` where it is not about a line that was read.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    #[source]
    pub fault: Fault,
}

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, &self.fault) {
            // It names line and column itself.
            (_, Fault::Record(error)) => error.fmt(f),
            (Some(line), _) => write!(f, "line {line}: {}", self.fault),
            (None, _) => self.fault.fmt(f),
        }
    }
}

/// What is wrong with a text, or what a form cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// Not UTF-8, in a form that must be.
    #[error("expected UTF-8 text")]
    NotUtf8,
    /// The form cannot be told from the text.
    #[error("this is none of the forms that are known; name it with --from: {}", Form::names())]
    UnknownForm,
    /// The text ends too early.
    #[error("expected {0}, found the end of the text")]
    End(&'static str),
    /// Something else stands there.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should have stood there.
        expected: &'static str,
        /// What does stand there.
        found: String,
    },
    /// A thing that is said twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// Not the name of a point.
    #[error("{word:?}: {error}")]
    Point {
        /// What stands there.
        word: String,
        /// What is wrong with it.
        error: PointError,
    },
    /// Not a position.
    #[error("{0}")]
    PositionText(PositionTextError),
    /// A position that the rules do not allow.
    #[error("{0}")]
    Position(PositionError),
    /// Not a game record.
    #[error("{0}")]
    Record(RecordError),
    /// Several games where one is wanted.
    #[error("the file holds {found} games and this form holds one: choose it with --game N")]
    SeveralGames {
        /// How many there are.
        found: usize,
    },
    /// No game of that number.
    #[error("there is no game {wanted}: the file holds {found}")]
    NoSuchGame {
        /// Which one was asked for.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// Not a board of the course assignment.
    #[error("{0}")]
    Course(CourseFault),
    /// A board of the course assignment that is not GIPF's.
    #[error("only boards of size 4 with rows of 4 are GIPF, found size {size} with rows of {row_length}")]
    CourseSize {
        /// The size of the board.
        size: u8,
        /// The length of its rows.
        row_length: u8,
    },
    /// The course assignment knows only the basic game.
    #[error("this form holds basic pieces only, and the position is of the variant {0}")]
    CourseVariant(Variant),
    /// XML that is not well formed.
    #[error("not well-formed XML: {0}")]
    Xml(String),
    /// Another piece stands there than the text says.
    #[error("{spot} does not hold {expected}")]
    OtherPiece {
        /// The spot.
        spot: Spot,
        /// What should stand there.
        expected: String,
    },
    /// A removal by a player who has none to make.
    #[error("{0} cannot clear a row here")]
    NotToClear(Color),
    /// An entry by the wrong player.
    #[error("it is {0}'s turn")]
    WrongSide(Color),
    /// The game has ended before.
    #[error("the game is over before this: {0}")]
    GameOver(EndReason),
    /// No line leads from the dot to the spot.
    #[error("no line leads from {dot} to {end}")]
    NoSuchLine {
        /// Where the piece enters.
        dot: Dot,
        /// Where the push should end.
        end: Spot,
    },
    /// The push ends elsewhere.
    #[error("the push from {dot} ends on {end}, not on {given}")]
    WrongEnd {
        /// Where the piece enters.
        dot: Dot,
        /// What the text says.
        given: Spot,
        /// Where it ends.
        end: Spot,
    },
    /// Not a row of that player.
    #[error("{color} has no row from {from} to {to}")]
    NoRow {
        /// Whose row.
        color: Color,
        /// Its first piece.
        from: Spot,
        /// Its last piece.
        to: Spot,
    },
    /// A turn that the rules do not allow.
    #[error("{0}")]
    Turn(PartialTurnError),
    /// What is taken does not clear the rows.
    #[error("{color} does not clear what must be cleared: {rows}")]
    NotCleared {
        /// Who has to clear.
        color: Color,
        /// The pieces of the rows.
        rows: Bitboard,
    },
    /// The board of a saved game is not the one to which its turns lead.
    #[error("the board is not the one to which the game's turns lead ({0})")]
    OtherBoard(String),
    /// A game whose start is not in the file.
    #[error("the game began from a board that the file does not hold: convert its last board, to a position")]
    StartUnknown,
    /// A position where a game is wanted.
    #[error("this form holds games from the usual start positions, not a position: {0}")]
    NotAStart(String),
    /// GF1 has no handicap.
    #[error("this form has no games with a handicap or another start than basic, standard and tournament")]
    OtherStart,
    /// Rows that the form cannot hold.
    #[error(
        "rows are cleared at once there, and {color} has yet to decide what to clear of {rows}: play that turn first"
    )]
    RowWaits {
        /// Who has to clear.
        color: Color,
        /// The pieces of the rows.
        rows: Bitboard,
    },
    /// A phase that the form cannot hold.
    #[error("this form does not say that {0} may still enter GIPF-pieces")]
    MayEnterGipf(Color),
    /// A variant that the form cannot tell from another.
    #[error("this form does not say the variant, and this position of {variant} would be read as {read}")]
    VariantLost {
        /// What it is.
        variant: Variant,
        /// What it would be read as.
        read: Variant,
    },
    /// A kind of piece that the form does not know.
    #[error("this form has no pieces of the kind {0:?}")]
    Kind(PieceKind),
}

impl Fault {
    /// On a line of the text, from 1.
    #[must_use]
    pub const fn at(self, line: usize) -> ForeignError {
        ForeignError { line: Some(line), fault: self }
    }

    /// Not about a line.
    #[must_use]
    pub const fn anywhere(self) -> ForeignError {
        ForeignError { line: None, fault: self }
    }
}
