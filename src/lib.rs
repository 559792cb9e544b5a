//! Gipfel: the rules, notation, search and engine protocol of the board game GIPF.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod analysis;
pub mod arena;
pub mod board;
pub mod cli;
pub mod eval;
pub mod notation;
pub mod protocol;
pub mod rules;
pub mod search;
