//! Text forms of positions, turns and game records.
//!
//! What is written is always canonical; what is read may take other forms, and errors say what was wrong, where in the
//! text, and what was expected.
//!
//! ```
//! use gipfel::notation::parse_turn;
//! use gipfel::rules::Position;
//! let position: Position = "standard".parse()?;
//! assert_eq!(position.to_string(), "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1");
//! let turn = parse_turn(&position, "b6-b5")?; // many programs name the first spot
//! assert_eq!(turn.display(&position).to_string(), "b6-b4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod foreign;
mod input;
mod position;
mod record;
mod turn;
mod words;

pub use input::{LineError, MAX_LINE, read_line};
pub use position::{Field, PositionFault, PositionTextError, StartError, parse_fields};
pub use record::{
    Annotations, Eval, Line, MAX_NESTING, Node, Record, RecordError, RecordFault, RecordReader, RecordResult,
    RecordWarning, Tags,
};
pub use turn::{
    MAX_LISTED, PlayError, TurnError, TurnFault, TurnText, legal_turn_texts, listed, parse_begun_turn, parse_turn,
    play_words, turn_texts, variation,
};
pub(crate) use words::{color_word, reason_word, result_word};
