//! Playing: a person against the engine, or two persons, at a terminal.
//!
//! [`Session`] is the game with its clocks and turns taken back, [`TurnBuilder`] a turn put together step by step,
//! [`Thinker`] a search in the background, and [`Table`] all of them together. Two front ends stand on it: [`line_mode`],
//! which reads and writes lines, and [`full_screen`], which draws on a terminal.
//!
//! ```
//! use gipfel::analysis::TextStyle;
//! use gipfel::play::{Interrupt, LineOptions, People, Setup, Table, line_mode};
//! use gipfel::rules::{Game, Position, Variant};
//! let game = Game::new(Position::start(Variant::Basic));
//! let table = Table::new(game, Setup { people: People::Both, ..Setup::default() })?;
//! let options = LineOptions { style: TextStyle::ASCII, prompt: false };
//! let mut output = Vec::new();
//! line_mode::run(table, &b"b3\nposition\nquit\n"[..], &mut output, options, &Interrupt::default())?;
//! assert!(String::from_utf8(output)?.ends_with("sS1S/5/6/S5s/6/5/s2S b 11 12 basic -- 2\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod book_choice;
mod builder;
mod command;
mod files;
pub mod full_screen;
pub mod line_mode;
#[cfg(test)]
mod line_tests;
mod people;
mod session;
mod setup;
mod table;
mod thinker;

pub use book_choice::BookChoice;
pub use builder::{Choice, TurnBuilder};
pub use command::{COMMANDS, Command, CommandError};
pub use files::{FileError, may_replace};
pub use line_mode::LineOptions;
pub use people::{Ending, People};
pub use session::{Clocks, Session, SessionError};
pub use setup::Setup;
pub use table::{Table, TableError, clock_text};
pub use thinker::{Interrupt, Thinker, Thinking, Thought};
