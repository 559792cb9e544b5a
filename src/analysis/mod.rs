//! Answers about positions for people and programs: pictures of the board, reviews of games, and a service in JSON.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod animation;
mod best_lines;
mod board_svg;
mod board_text;
mod diagram;
mod gif;
mod overlay;
mod overlay_svg;
mod raster;
pub mod review;
mod score_text;
pub mod service;
mod sheet;
mod solution_text;
mod win_probability;

pub use animation::Animation;
pub use best_lines::BestLines;
pub use board_text::{BOARD_COLUMNS, BOARD_ROWS, Ink, TextStyle, cell_of};
pub(crate) use diagram::fold;
pub use diagram::{Diagram, steps};
pub use overlay::{Arrow, ArrowError};
pub use raster::RasterError;
pub use score_text::score_text;
pub use sheet::Sheet;
pub use solution_text::write_tree;
pub use win_probability::WinProbability;
