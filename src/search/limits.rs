//! What ends a search: limits set before, and a control that acts while it runs.

use crate::rules::Turn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of one search; they combine, and the first that is reached ends it. Without any it goes on until stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// When the search began to count.
    pub start: Instant,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The time for this turn; zero means at once.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Ends when a win or loss within this many plies is found, or refuted.
    pub mate: Option<u32>,
    /// Holds the result back until the control says stop.
    pub infinite: bool,
    /// Holds the result back, and lets the clock wait, until the control says that the expected turn was played.
    pub ponder: bool,
    /// The turns to choose from; empty for all.
    pub search_turns: Vec<Turn>,
    /// How many best lines to report, 1 or more.
    pub multipv: usize,
    /// Time kept back for the way between engine and user.
    pub move_overhead: Duration,
}

impl Limits {
    /// No limit, with the clock starting now.
    #[must_use]
    pub fn none() -> Self {
        Self {
            start: Instant::now(),
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            search_turns: Vec::new(),
            multipv: 1,
            move_overhead: Duration::ZERO,
        }
    }

    /// A limit of depth, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::none() }
    }

    /// A limit of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// A limit of time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::none() }
    }
}

/// The mover's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What is added after each turn.
    pub increment: Duration,
    /// Turns until more time is added; `None` where the remaining time is for the rest of the game.
    pub turns_to_go: Option<u32>,
}

/// Acts on a running search from another thread.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponderhit: AtomicBool,
}

impl Control {
    /// Nothing said yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Says that the expected turn was played: the search goes on under its limits.
    pub fn ponderhit(&self) {
        self.ponderhit.store(true, Ordering::Release);
    }

    /// Whether the search has been told to stop.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the expected turn has been played.
    #[must_use]
    #[inline]
    pub fn is_ponderhit(&self) -> bool {
        self.ponderhit.load(Ordering::Relaxed)
    }

    /// Waits, where the limits hold the result back, until it may be given.
    pub(super) fn wait(&self, limits: &Limits) {
        while (limits.infinite || limits.ponder && !self.is_ponderhit()) && !self.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
