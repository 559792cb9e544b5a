//! How a game of the assignment stands.

use super::moves::{Move, MoveFault, can_move, play};
use crate::notation::foreign::course::CourseBoard;
use crate::rules::Color;
use std::fmt;

/// A board that has been loaded and the moves done on it.
#[derive(Clone, Debug)]
pub(super) struct CourseGame {
    board: CourseBoard,
    /// The last move, where it was refused.
    refused: Option<[String; 2]>,
}

/// How the game stands, in the assignment's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    InProgress,
    Won(Color),
    /// The player to move has pieces, and the board is full: he has lost.
    DeadLock(Color),
    /// The player to move tried this.
    BadMove(Color, [String; 2]),
}

impl CourseGame {
    pub const fn new(board: CourseBoard) -> Self {
        Self { board, refused: None }
    }

    pub const fn board(&self) -> &CourseBoard {
        &self.board
    }

    /// Does a move; one that is refused is remembered and changes nothing else.
    pub fn play(&mut self, wanted: &Move) -> Result<(), MoveFault> {
        match play(&self.board, wanted) {
            Ok(board) => {
                *self = Self::new(board);
                Ok(())
            }
            Err(fault) => {
                self.refused = Some(wanted.points.clone());
                Err(fault)
            }
        }
    }

    pub fn state(&self) -> State {
        let side = self.board.side;
        if let Some(points) = &self.refused { State::BadMove(side, points.clone()) } else { outcome(&self.board) }
    }

    /// The winner, whatever was refused last.
    pub fn winner(&self) -> Option<Color> {
        match outcome(&self.board) {
            State::Won(color) => Some(color),
            State::DeadLock(color) => Some(!color),
            _ => None,
        }
    }
}

fn outcome(board: &CourseBoard) -> State {
    let side = board.side;
    if board.reserve(side) == 0 {
        State::Won(!side)
    } else if can_move(board) {
        State::InProgress
    } else {
        State::DeadLock(side)
    }
}

/// The assignment's word for a colour.
pub(super) const fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InProgress => write!(f, "in_progress"),
            Self::Won(color) => write!(f, "{}_win", word(*color)),
            Self::DeadLock(color) => write!(f, "dead_lock {}", word(*color)),
            Self::BadMove(color, [from, to]) => write!(f, "bad_move {} {from}-{to}", word(*color)),
        }
    }
}
