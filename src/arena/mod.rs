//! Match play between engine processes.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod control;
pub mod ratings;
pub mod schedule;
pub mod sprt;
pub mod statistics;
