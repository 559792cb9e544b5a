//! Answers about positions for people and programs: pictures of the board, and a service in JSON.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod board_svg;
mod board_text;
mod diagram;
mod score_text;
pub mod service;
mod svg;

pub use board_text::TextStyle;
pub use diagram::Diagram;
pub use score_text::score_text;
