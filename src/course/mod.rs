//! The command language of the course assignment (Gdańsk University of Technology): boards are loaded and printed, moves done
//! and listed. `docs/convert.md` describes it.
//!
//! ```
//! use gipfel::course::{Boards, serve};
//! let input = "LOAD_GAME_BOARD\n4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ _ _ _ _\n  _ _ _ _ _\n   W _ _ B\n\nGEN_ALL_POS_MOV_NUM\n";
//! let mut output = Vec::new();
//! serve(input.as_bytes(), &mut output, Boards::Gipf)?;
//! assert_eq!(String::from_utf8_lossy(&output), "BOARD_STATE_OK\n24_UNIQUE_MOVES\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The assignment's game is basic GIPF on boards of any size with rows of any length. Its moves clear the rows of both colours
//! at once, and the mover chooses for both.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

mod moves;
mod server;
mod state;

pub use moves::{Choice, Move, MoveFault};
pub use server::{Boards, serve};
