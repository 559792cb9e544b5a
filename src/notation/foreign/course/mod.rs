//! The text board of the course assignment, Gdańsk University of Technology: a header, then the board as rows of signs.
//!
//! ```text
//! 4 4 15 15              size of the board, length of a row, White's and Black's pieces in all
//! 12 12 W                White's and Black's reserve, side to move
//!    W _ _ B             b5 c6 d7 e8
//!   _ _ _ _ _            b4 c5 d6 e7 f7
//!  _ _ _ _ _ _
//! B _ _ _ _ _ W         b2 to h5
//!  _ _ _ _ _ _
//!   _ _ _ _ _
//!    W _ _ B             e2 f2 g2 h2
//! ```
//!
//! The assignment knows boards of every size and rows of every length; positions of GIPF are those of size 4 with rows of 4.

mod board;
mod hexagon;
mod position;

pub use board::{CourseBoard, CourseFault, CourseRow, Parameters};
pub use hexagon::{Cell, CellName, Hexagon, MAX_SIZE};
