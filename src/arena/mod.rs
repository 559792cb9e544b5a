//! Match play between engine processes.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod config;
pub mod control;
pub mod game_record;
pub mod journal;
pub mod openings;
pub mod ratings;
pub mod schedule;
pub mod sprt;
pub mod statistics;
