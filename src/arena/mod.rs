//! Match play between engine processes.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod builtin;
pub mod client;
pub mod config;
pub mod conform;
pub mod control;
pub mod engine_config;
pub mod game;
pub mod game_record;
pub mod journal;
pub mod openings;
pub mod plot;
pub mod process;
pub mod ratings;
pub mod records;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod spsa;
pub mod standings;
pub mod statistics;
pub mod suite;
pub mod tuning;
