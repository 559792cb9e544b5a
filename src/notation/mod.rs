//! Text forms of positions, turns and game records.
//!
//! What is written is always canonical; what is read may take other forms, and errors say what was wrong, where in the
//! text, and what was expected.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

mod position;

pub use position::{Field, PositionFault, PositionTextError, StartError, parse_fields};
