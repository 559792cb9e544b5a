//! What is asked of the solver, and what ends its work.

use std::fmt;
use std::time::{Duration, Instant};

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// A forced win of the side to move.
    Win,
    /// A forced loss of the side to move.
    Loss,
    /// Either, the shorter first.
    #[default]
    Either,
}

impl Goal {
    /// Whether a decision in so many plies is looked for: wins have odd numbers of plies, losses even ones.
    pub(super) const fn includes(self, plies: u8) -> bool {
        match self {
            Self::Either => true,
            Self::Win => plies % 2 == 1,
            Self::Loss => plies.is_multiple_of(2),
        }
    }
}

/// The limits of a search; they combine, and the first that is reached ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// When the search began to count.
    pub start: Instant,
    /// The longest forced win or loss to look for, in plies, at most [`Limits::MOST_PLIES`].
    pub plies: u32,
    /// The most nodes: positions entered after playing a turn.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// What to look for.
    pub goal: Goal,
}

impl Limits {
    /// The longest win, in plies, that the solver can look for.
    pub const MOST_PLIES: u32 = 127;

    /// Looks for wins and losses of any length, with the clock starting now, until told to stop.
    #[must_use]
    pub fn none() -> Self {
        Self { start: Instant::now(), plies: Self::MOST_PLIES, nodes: None, time: None, goal: Goal::Either }
    }

    /// Looks for wins and losses of at most so many plies.
    #[must_use]
    pub fn plies(plies: u32) -> Self {
        Self { plies, ..Self::none() }
    }
}

/// What ended a search that has found no forced win or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All that was asked for is refuted.
    Refuted,
    /// The time is up.
    Time,
    /// The nodes are used up.
    Nodes,
    /// A position with very many turns needs more memory than there is.
    Memory,
    /// It was told to stop.
    Stopped,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refuted => "all is refuted",
            Self::Time => "the time is up",
            Self::Nodes => "the nodes are used up",
            Self::Memory => "a position has more turns than the memory holds",
            Self::Stopped => "stopped",
        })
    }
}

/// How far a search is, told from time to time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The plies of the win or loss that is being looked for.
    pub plies: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
}
