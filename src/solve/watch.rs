//! Counts what a search does, and ends it when a limit is reached.

use super::limits::{End, Limits, Progress};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The search must end; what is being found out is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halt(pub End);

/// Counts nodes, and looks from time to time at the clock and at the flag by which others stop the search.
pub(super) struct Watch<'a> {
    stop: &'a AtomicBool,
    start: Instant,
    time: Option<Duration>,
    most_nodes: u64,
    pub nodes: u64,
    /// The plies of the win or loss that is being looked for.
    pub plies: u8,
    ticks: u32,
    progress: &'a mut dyn FnMut(&Progress),
}

/// Ticks between two looks at the clock: less than a millisecond.
const INTERVAL: u32 = 2048;

impl<'a> Watch<'a> {
    pub fn new(limits: &Limits, stop: &'a AtomicBool, progress: &'a mut dyn FnMut(&Progress)) -> Self {
        Self {
            stop,
            start: limits.start,
            time: limits.time,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            plies: 0,
            ticks: INTERVAL,
            progress,
        }
    }

    /// Counts a position entered after playing a turn.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Halt> {
        if self.nodes >= self.most_nodes {
            return Err(Halt(End::Nodes));
        }
        self.nodes += 1;
        self.tick()
    }

    /// A bit of work, in a loop that can be long.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Halt> {
        self.ticks -= 1;
        if self.ticks == 0 { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        self.ticks = INTERVAL;
        let progress = Progress { plies: self.plies.into(), nodes: self.nodes, elapsed: self.elapsed() };
        (self.progress)(&progress);
        if self.stop.load(Relaxed) {
            return Err(Halt(End::Stopped));
        }
        if self.time.is_some_and(|time| self.elapsed() >= time) {
            return Err(Halt(End::Time));
        }
        Ok(())
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
