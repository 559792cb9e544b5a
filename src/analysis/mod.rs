//! Answers about positions for people and programs: pictures of the board.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod board_svg;
mod board_text;
mod diagram;
mod score_text;
mod solution_text;
mod svg;

pub use board_text::TextStyle;
pub use diagram::Diagram;
pub use score_text::score_text;
pub use solution_text::write_tree;
