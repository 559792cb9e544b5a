//! Reports from a running search.

use super::score::Score;
use crate::rules::Turn;
use std::time::Duration;

/// Hears what a search finds while it runs. Search never prints.
pub trait Observer {
    /// A line has been searched to a new depth.
    fn line(&mut self, report: &Report);
}

/// One line of the search, at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The rank of this line, from 1.
    pub multipv: usize,
    /// From the mover's side.
    pub score: Score,
    /// Positions entered so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is, per thousand.
    pub hashfull: u32,
    /// Positions that the main thread has entered in this iteration to find this line.
    pub visits: u64,
    /// The line: legal turns, one after another.
    pub pv: Vec<Turn>,
}

impl Report {
    /// Nodes per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn line(&mut self, _: &Report) {}
}
