//! The solver: proves that a side wins by force, whatever the other plays, or that it does not within a number of plies.
//!
//! It is a depth-first proof-number search and uses no evaluation; what it says is certain. Wins and losses are those of
//! the rules: draws by repetition or length are claims on top of them, and a solution needs neither, since no position
//! comes twice in it.
//!
//! ```
//! use gipfel::rules::Position;
//! use gipfel::solve::{Limits, Solver, Verdict, verify};
//! use std::sync::atomic::AtomicBool;
//!
//! let position: Position = "1S2/2sSs/sssSSS/ss1SS2/3ss1/4s/4 w 2 1 basic -- 149".parse()?;
//! let (mut solver, go_on) = (Solver::new(1)?, AtomicBool::new(false));
//! let solved = solver.solve(&position, &Limits::plies(3), &go_on, &mut |_| ());
//! assert_eq!(solved.verdict, Verdict::Win { plies: 3 });
//! let solution = solver.solution(&position, solved.verdict, &go_on)?;
//! assert!(verify(&solution, &go_on).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dfpn;
mod last_turns;
mod limits;
mod numbers;
mod solution;
mod table;
mod tree;
mod verify;
mod watch;

pub use limits::{End, Goal, Limits, Progress};
pub use solution::{Answer, Solution};
pub use verify::{Fault, Verified, verify};

use crate::rules::{Position, Turn};
use dfpn::Search;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use table::Table;
use watch::{Halt, Watch};

/// Solves positions, one after another, and remembers what it has found out in between.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    /// Bytes for all but the table.
    rest: usize,
}

/// The memory cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a solver of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// The size that was asked for.
    pub mebibytes: usize,
}

/// What is known at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins by force in so many plies of both players, and not in fewer. 0: it has won already.
    Win {
        /// Turns of both players, the winning one included.
        plies: u32,
    },
    /// The side to move loses by force in so many plies of both players, if it holds out as long as it can. 0: it has lost
    /// already.
    Loss {
        /// Turns of both players, the winning one included.
        plies: u32,
    },
    /// Neither is proven.
    Open {
        /// The side to move has no forced win within so many plies.
        no_win: u32,
        /// The side to move has no forced loss within so many plies.
        no_loss: u32,
        /// Why the search has ended.
        end: End,
    },
}

impl Verdict {
    /// The plies of a forced win or loss.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Win { plies } | Self::Loss { plies } => Some(plies),
            Self::Open { .. } => None,
        }
    }
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What is known.
    pub verdict: Verdict,
    /// Positions entered after playing a turn.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Why there is no solution to write down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSolution {
    /// Nothing is decided.
    #[error("neither side is known to win by force")]
    Open,
    /// It does not fit into memory.
    #[error("the solution does not fit into the memory")]
    Memory,
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}

impl Solver {
    /// The default memory, in MiB.
    pub const DEFAULT_MEMORY: usize = 256;
    /// The most memory, in MiB.
    pub const MAX_MEMORY: usize = 1 << 20;

    /// A solver that uses at most so much memory, in MiB, 1 to [`Solver::MAX_MEMORY`]. Three quarters of it are a table; the
    /// rest is for positions with very many turns and for solutions.
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let out_of_memory = OutOfMemory { mebibytes };
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(out_of_memory)?;
        let rest = bytes / 4;
        let table = Table::reserve(bytes - rest).ok_or(out_of_memory)?;
        Ok(Self { table, rest })
    }

    /// Forgets all that earlier searches have found out.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Looks for a forced win or loss of the side to move, the shortest first: a win in 1 ply, a loss in 2, a win in 3, and
    /// so on, until one is proven, a limit is reached, or `stop` is set. `progress` is called from time to time, up to
    /// some thousand times a second.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Solved {
        let side = position.side();
        if let Some(outcome) = position.outcome() {
            let verdict = if outcome.winner == side { Verdict::Win { plies: 0 } } else { Verdict::Loss { plies: 0 } };
            return Solved { verdict, nodes: 0, elapsed: limits.start.elapsed() };
        }
        self.table.next_generation();
        let mut search = self.search(position, limits, stop, progress);
        let (mut no_win, mut no_loss, mut end) = (0, 0, End::Refuted);
        let mut proven = None;
        for plies in (1..=limits.plies.min(Limits::MOST_PLIES) as u8).filter(|&plies| limits.goal.includes(plies)) {
            // The last turn is the winner's: he is to move now if there are an odd number of them.
            let wins = plies % 2 == 1;
            search.attacker = if wins { side } else { !side };
            search.watch.plies = plies;
            match search.prove(position, plies) {
                Ok(true) => {
                    let plies = plies.into();
                    proven = Some(if wins { Verdict::Win { plies } } else { Verdict::Loss { plies } });
                    break;
                }
                Ok(false) if wins => no_win = plies.into(),
                Ok(false) => no_loss = plies.into(),
                Err(Halt(reason)) => {
                    end = reason;
                    break;
                }
            }
        }
        let verdict = proven.unwrap_or(Verdict::Open { no_win, no_loss, end });
        Solved { verdict, nodes: search.watch.nodes, elapsed: search.watch.elapsed() }
    }

    /// Turns of both players from a position to its end, where [`Solver::solve`] has found that it is decided: the winner
    /// takes no longer than he must, the loser holds out as long as he can.
    ///
    /// # Errors
    ///
    /// Where the verdict decides nothing, or `stop` was set.
    pub fn main_line(
        &mut self,
        position: &Position,
        verdict: Verdict,
        stop: &AtomicBool,
    ) -> Result<Vec<Turn>, NoSolution> {
        self.with_decided(position, verdict, stop, |search, plies, _| search.main_line(position, plies))
    }

    /// The whole solution of a position that [`Solver::solve`] has found to be decided.
    ///
    /// # Errors
    ///
    /// Where the verdict decides nothing, the solution does not fit into memory, or `stop` was set.
    pub fn solution(
        &mut self,
        position: &Position,
        verdict: Verdict,
        stop: &AtomicBool,
    ) -> Result<Solution, NoSolution> {
        self.with_decided(position, verdict, stop, |search, plies, most| search.solution(position, plies, most))
    }

    /// Goes on with a search for the player who wins.
    fn with_decided<T>(
        &mut self,
        position: &Position,
        verdict: Verdict,
        stop: &AtomicBool,
        work: impl FnOnce(&mut Search<'_>, u8, usize) -> Result<T, Halt>,
    ) -> Result<T, NoSolution> {
        let plies = verdict.plies().and_then(|plies| u8::try_from(plies).ok()).ok_or(NoSolution::Open)?;
        let most = self.rest / Solution::BYTES_PER_ANSWER;
        let mut silent = |_: &Progress| ();
        let mut search = self.search(position, &Limits::none(), stop, &mut silent);
        if matches!(verdict, Verdict::Loss { .. }) {
            search.attacker = !position.side();
        }
        work(&mut search, plies, most).map_err(|Halt(end)| match end {
            End::Stopped => NoSolution::Stopped,
            _ => NoSolution::Memory,
        })
    }

    /// A search for wins of the side to move.
    fn search<'a>(
        &'a mut self,
        position: &Position,
        limits: &Limits,
        stop: &'a AtomicBool,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Search<'a> {
        let room = self.rest / dfpn::BYTES_PER_TURN;
        Search::new(&mut self.table, Watch::new(limits, stop, progress), position.side(), room)
    }
}
