//! Why a text is no legal turn.

use crate::board::{Bitboard, Dot, Point, PointError, Spot};
use crate::rules::{EndReason, Variant};
use thiserror::Error;

/// Why a text is no legal turn of a position: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {}: {fault}", at + 1)]
pub struct TurnError {
    /// The offset in the text, in bytes from 0.
    pub at: usize,
    /// What is wrong, and what was expected.
    #[source]
    pub fault: TurnFault,
}

/// Why a list of turns cannot be played: which turn is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("turn {} ({word}), {error}", index + 1)]
pub struct PlayError {
    /// The index of the turn in the list, from 0.
    pub index: usize,
    /// Its text, at most 80 characters of it.
    pub word: String,
    /// What is wrong with it.
    #[source]
    pub error: TurnError,
}

/// What is wrong with a turn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TurnFault {
    /// A part is missing.
    #[error("expected {expected}, found the end of the turn")]
    End {
        /// What should have followed.
        expected: &'static str,
    },
    /// Something else stands there.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What should have stood there.
        expected: &'static str,
        /// What does stand there.
        found: char,
    },
    /// Not the name of a point.
    #[error(transparent)]
    Point(PointError),
    /// A small `g` before a letter; only a capital one marks a GIPF-piece.
    #[error("expected G{spot}: a GIPF-piece is marked with a capital G")]
    SmallGipfMark {
        /// The spot that follows.
        spot: Point,
    },
    /// A piece that is named twice in one clear.
    #[error("{0} is named twice")]
    Repeated(Spot),
    /// A dot without the end of the push.
    #[error("{dot} is a dot: expected where the push ends, such as {dot}-{next}")]
    DotAlone {
        /// The dot.
        dot: Dot,
        /// The first spot of one of its lines.
        next: Spot,
    },
    /// A spot away from the edge, as the place of an entry.
    #[error("{0} is not at the board's edge: expected a dot and the end of the push, or a spot next to a dot")]
    NotAtEdge(Spot),
    /// A push must begin at a dot.
    #[error("{0} is not a dot: a push begins at one of the 24 dots around the board")]
    NotADot(Spot),
    /// No line leads from the dot to that point.
    #[error("no line leads from {dot} to {to}")]
    NoSuchLine {
        /// Where the piece enters.
        dot: Dot,
        /// Where it should go.
        to: Point,
    },
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(EndReason),
    /// The clear before has ended the game.
    #[error("this clear ends the game: expected nothing after it")]
    ClearEndsGame,
    /// A clear alone, and the game goes on.
    #[error("the game goes on after this clear: expected ; and an entry")]
    EntryMissing,
    /// No piece to enter.
    #[error("the reserve is empty")]
    ReserveEmpty,
    /// One piece is left, and a GIPF-piece takes two.
    #[error("a GIPF-piece takes 2 pieces from the reserve, and it has {0}")]
    ReserveTooSmall(u8),
    /// The variant has no GIPF-pieces that are entered.
    #[error("GIPF-pieces are not entered in {0}")]
    NoGipfEntries(Variant),
    /// A basic piece has been entered before.
    #[error("GIPF-pieces are no longer allowed: a basic piece has been entered")]
    GipfNotAllowed,
    /// The first piece must be a GIPF-piece.
    #[error("must enter a GIPF-piece first: expected G before the entry")]
    MustEnterGipf,
    /// A spot that is occupied, and no direction to push.
    #[error("{spot} is occupied: expected a dot and the end of the push, such as {example}")]
    Occupied {
        /// The spot.
        spot: Spot,
        /// An entry onto that spot.
        example: String,
    },
    /// No vacant spot on the line.
    #[error("the line from {dot} over {first} is full")]
    LineFull {
        /// Where the piece should enter.
        dot: Dot,
        /// The first spot of the line.
        first: Spot,
    },
    /// The push ends elsewhere.
    #[error("from {dot} over {first} the push ends on {end}, not on {given}")]
    WrongEnd {
        /// Where the piece enters.
        dot: Dot,
        /// The first spot of the line.
        first: Spot,
        /// The spot that was given.
        given: Spot,
        /// Where the furthest pushed piece comes to rest.
        end: Spot,
    },
    /// A row waits and is not cleared.
    #[error("row at {row} must be cleared")]
    RowWaits {
        /// The adjacent pieces of the row.
        row: Bitboard,
    },
    /// A row is cleared in part.
    #[error("row at {row} must be cleared whole, with {missing}")]
    RowIncomplete {
        /// The adjacent pieces of the row.
        row: Bitboard,
        /// A basic piece that must be taken with it.
        missing: Spot,
    },
    /// There is no row to clear.
    #[error("no row to clear")]
    NoRow,
    /// Nothing to take there.
    #[error("there is no piece on {0}")]
    NoPiece(Spot),
    /// A piece that cannot be taken.
    #[error("piece at {0} is not in a row")]
    NotInRow(Spot),
    /// Pieces of several rows that cannot all be taken.
    #[error("these pieces cannot be taken together: clearing one row has broken another")]
    NotTogether,
    /// `G` on a basic piece.
    #[error("the piece on {0} is not a GIPF-piece: expected no G")]
    NotGipf(Spot),
    /// `*` on an own piece.
    #[error("the piece on {0} is the mover's own: expected no *")]
    NotCaptured(Spot),
    /// The word leaves open what is taken, and several turns fit.
    #[error("expected what is taken, as in one of: {}{}", fits.join(" "), if *more { " ..." } else { "" })]
    Ambiguous {
        /// Up to eight legal turns that fit.
        fits: Vec<String>,
        /// Whether there are others.
        more: bool,
    },
}

impl TurnFault {
    pub(super) const fn at(self, at: usize) -> TurnError {
        TurnError { at, fault: self }
    }
}
