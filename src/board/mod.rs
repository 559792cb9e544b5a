//! The board: its points, lines and entries, sets of spots, and its symmetries.
//!
//! Everything here is geometry; the pieces and what they may do are in [`crate::rules`].

mod bitboard;
mod geometry;
mod symmetry;

pub use bitboard::{Bitboard, Spots, Subsets};
pub(crate) use geometry::Track;
pub use geometry::{Axis, Direction, Dot, Entry, Line, Point, PointError, Spot};
pub use symmetry::Symmetry;
