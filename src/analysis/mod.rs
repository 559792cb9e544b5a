//! Answers about positions for people and programs: pictures of the board.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod board_svg;
mod board_text;
mod diagram;
mod score_text;
mod svg;

pub use board_text::{BOARD_COLUMNS, BOARD_ROWS, Ink, TextStyle, cell_of};
pub use diagram::Diagram;
pub(crate) use diagram::fold;
pub use score_text::score_text;
