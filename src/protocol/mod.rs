//! The engine protocol: commands, replies, and the server between them. `docs/protocol.md` describes it.
//!
//! [`serve`] is the engine's side. [`Command`] and [`Reply`] are read and written by both sides: a program that drives an
//! engine writes commands and reads replies.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

mod command;
mod engine;
mod go;
mod job;
mod keyword;
mod options;
mod query;
mod reply;
mod server;
mod state;
mod words;

pub use crate::notation::{LineError, MAX_LINE, read_line};
pub use command::{Command, CommandError, Origin, Query};
pub use go::Go;
pub use keyword::Keyword;
pub use reply::{ErrorCode, Info, Reply};
pub use server::{ServeError, serve};
