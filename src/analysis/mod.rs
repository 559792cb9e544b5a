//! Answers about positions for people and programs: pictures of the board, reviews of games.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod board_svg;
mod board_text;
mod diagram;
pub mod review;
mod score_text;
mod svg;
mod win_probability;

pub use board_text::TextStyle;
pub use diagram::Diagram;
pub use score_text::score_text;
pub use win_probability::WinProbability;
