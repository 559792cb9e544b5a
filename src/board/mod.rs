//! The board: its points, lines and entries, sets of spots, and its symmetries.
//!
//! Everything here is geometry; the pieces and what they may do are in [`crate::rules`].

mod bitboard;
mod direction;
mod geometry;
mod line;
mod point;
mod symmetry;

pub use bitboard::{Bitboard, Spots, Subsets};
pub use direction::{Axis, Direction};
pub(crate) use geometry::Track;
pub use line::{Entry, Line};
pub use point::{Dot, Point, PointError, Spot};
pub use symmetry::Symmetry;
