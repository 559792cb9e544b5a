//! A turn put together step by step, for programs in which people click.

use super::clearing::{Clearings, is_clearing_resuming};
use super::generate::Turns;
use super::piece::PieceKind;
use super::position::Position;
use super::row::Row;
use super::turn::Turn;
use crate::board::{Bitboard, Entry};
use std::error::Error;
use std::fmt;

/// A turn that has been begun: what has been taken and entered so far, and what may follow.
///
/// ```
/// use gipfel::board::Entry;
/// use gipfel::rules::{PartialTurn, PieceKind, Position, Variant};
/// let position = Position::start(Variant::Standard);
/// let mut turn = PartialTurn::new(&position);
/// assert_eq!(turn.waiting_rows().count(), 0);
/// turn.enter("e2".parse().ok().and_then(Entry::onto).unwrap(), PieceKind::Basic).unwrap();
/// assert!(position.is_legal(turn.turn().unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct PartialTurn {
    /// The position in which the turn began.
    start: Position,
    /// The position as it stands on the board now.
    position: Position,
    before: Bitboard,
    entered: Option<(Entry, PieceKind)>,
    after: Bitboard,
    /// The lines that have been dealt with in this step, one bit each.
    resolved: u32,
}

/// Why a step cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialTurnError {
    /// The game is over, or the clearing has ended it.
    Over,
    /// No such row waits to be cleared now.
    NoSuchRow,
    /// The pieces are not all that must be taken from the row, with some that may.
    WrongPieces(Row),
    /// A row must be cleared first.
    RowWaits(Row),
    /// A piece has been entered already.
    Entered,
    /// The reserve is empty, or pieces of this kind cannot be entered now.
    KindNotAllowed(PieceKind),
    /// The line has no vacant spot.
    LineFull(Entry),
    /// These pieces, together, are no clearing of the waiting rows.
    NoClearing,
}

impl fmt::Display for PartialTurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => write!(f, "the game is over"),
            Self::NoSuchRow => write!(f, "no such row waits to be cleared"),
            Self::WrongPieces(row) => {
                write!(f, "from {} every basic piece must be taken, and nothing else but GIPF-pieces may", row.span)
            }
            Self::RowWaits(row) => write!(f, "the row {} must be cleared first", row.pieces),
            Self::Entered => write!(f, "a piece has been entered already"),
            Self::KindNotAllowed(PieceKind::Gipf) => write!(f, "a GIPF-piece cannot be entered now"),
            Self::KindNotAllowed(_) => write!(f, "a basic piece cannot be entered now"),
            Self::LineFull(entry) => write!(f, "the line of {entry} has no vacant spot"),
            Self::NoClearing => write!(f, "these pieces are not what can be cleared"),
        }
    }
}

impl Error for PartialTurnError {}

impl PartialTurn {
    /// The turn of the side to move, with nothing done yet.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self {
            start: *position,
            position: *position,
            before: Bitboard::EMPTY,
            entered: None,
            after: Bitboard::EMPTY,
            resolved: 0,
        }
    }

    /// The position as it stands on the board now; the side to move is still the one whose turn this is.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What has been taken before the entry.
    #[must_use]
    pub const fn before(&self) -> Bitboard {
        self.before
    }

    /// What has been taken after the entry.
    #[must_use]
    pub const fn after(&self) -> Bitboard {
        self.after
    }

    /// The entry and the kind of piece, once it has been made.
    #[must_use]
    pub const fn entered(&self) -> Option<(Entry, PieceKind)> {
        self.entered
    }

    /// Whether the game is over here: before the turn, or by what has been taken in it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waiting_rows().next().is_none() && self.position.ends_after_clearing() || self.start.is_over()
    }

    /// The rows of the mover that wait to be cleared. Of each, the basic pieces of [`Row::span`] must be taken, and any of
    /// the GIPF-pieces may.
    pub fn waiting_rows(&self) -> impl Iterator<Item = Row> {
        self.position.rows(self.position.side()).filter(|row| self.resolved >> row.line.index() & 1 == 0)
    }

    /// Takes pieces of one waiting row.
    ///
    /// # Errors
    ///
    /// Says why not; then nothing has changed.
    pub fn take(&mut self, row: Row, taken: Bitboard) -> Result<(), PartialTurnError> {
        if !self.waiting_rows().any(|waiting| waiting == row) {
            return Err(PartialTurnError::NoSuchRow);
        }
        if !taken.is_subset(row.span) || !(row.span - self.position.gipf_pieces()).is_subset(taken) {
            return Err(PartialTurnError::WrongPieces(row));
        }
        self.resolved |= 1 << row.line.index();
        self.remove(taken);
        Ok(())
    }

    /// Takes all that is taken in this step at once, and so resolves every waiting row.
    ///
    /// # Errors
    ///
    /// Says why not; then nothing has changed.
    pub fn take_all(&mut self, taken: Bitboard) -> Result<(), PartialTurnError> {
        let position = &self.position;
        let own = position.pieces(position.side());
        let fits = if self.waiting_rows().next().is_none() {
            taken.is_empty()
        } else {
            is_clearing_resuming(own, position.occupied(), position.gipf_pieces(), self.resolved, taken)
        };
        if !fits {
            return Err(PartialTurnError::NoClearing);
        }
        self.remove(taken);
        self.resolved = u32::MAX;
        Ok(())
    }

    fn remove(&mut self, taken: Bitboard) {
        self.position = self.position.cleared(taken);
        *(if self.entered.is_some() { &mut self.after } else { &mut self.before }) |= taken;
    }

    fn clearings(&self) -> Clearings {
        let position = &self.position;
        let own = position.pieces(position.side());
        Clearings::resuming(own, position.occupied(), position.gipf_pieces(), self.resolved)
    }

    /// Enters a piece. Any entry onto a vacant spot will do.
    ///
    /// # Errors
    ///
    /// Says why not; then nothing has changed.
    pub fn enter(&mut self, entry: Entry, kind: PieceKind) -> Result<(), PartialTurnError> {
        if self.entered.is_some() {
            return Err(PartialTurnError::Entered);
        }
        if let Some(row) = self.waiting_rows().next() {
            return Err(PartialTurnError::RowWaits(row));
        }
        if self.is_over() {
            return Err(PartialTurnError::Over);
        }
        if !self.position.may_enter(kind) {
            return Err(PartialTurnError::KindNotAllowed(kind));
        }
        if entry.spots().is_subset(self.position.occupied()) {
            return Err(PartialTurnError::LineFull(entry));
        }
        let vacant = !self.position.occupied().contains(entry.first());
        let entry = if vacant { Entry::onto(entry.first()).unwrap_or(entry) } else { entry };
        self.position = self.position.entered::<true>(entry, kind);
        self.entered = Some((entry, kind));
        self.resolved = 0;
        Ok(())
    }

    /// The turn, if nothing is left to do.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        if self.waiting_rows().next().is_some() {
            return None;
        }
        match self.entered {
            Some((entry, kind)) => Some(Turn::new(self.before, entry, kind, self.after)),
            None if self.is_over() && !self.start.is_over() => Some(Turn::clearing_only(self.before)),
            None => None,
        }
    }

    /// The legal turns that begin with what has been done so far.
    #[must_use]
    pub fn completions(&self) -> Box<dyn Iterator<Item = Turn>> {
        match self.entered {
            Some((entry, kind)) => {
                let (before, after) = (self.before, self.after);
                Box::new(self.clearings().map(move |more| Turn::new(before, entry, kind, after | more)))
            }
            None if self.start.is_over() => Box::new(std::iter::empty()),
            None => Box::new(Turns::from_clearings(self.position, self.before, self.clearings())),
        }
    }
}
