//! The rules of the game: pieces, positions, turns, and what a position allows.

mod clearing;
mod code;
mod count;
mod entering;
mod exchange;
mod game;
mod generate;
mod outcome;
mod partial;
mod perft;
mod piece;
mod position;
mod row;
mod threats;
mod turn;
mod variant;
mod zobrist;

pub(crate) use entering::{entry_in_slot, slot_of};

pub use clearing::{Clearings, is_clearing};
pub use code::TurnCode;
pub use exchange::Exchange;
pub use game::{Claims, DrawReason, Game, GameResult};
pub use generate::Turns;
pub use outcome::{EndReason, Outcome};
pub use partial::{PartialTurn, PartialTurnError};
pub use perft::perft;
pub use piece::{Color, Piece, PieceKind};
pub use position::{Position, PositionError, Setup};
pub use row::{Row, rows};
pub(crate) use threats::Entering;
pub use threats::Threats;
pub use turn::Turn;
pub use variant::{Phase, Start, Variant};
