//! The search: what the rest of the world calls to have a position thought about.

mod limits;
mod observer;
mod score;

pub use limits::{Clock, Control, Limits};
pub use observer::{Observer, Report, Silent};
pub use score::Score;

use crate::rules::{Claims, Game, Turn};
use std::time::Duration;

/// Searches positions, one after another, and remembers what it has learned in between.
#[derive(Debug)]
pub struct Searcher {
    hash_mebibytes: usize,
    /// The draws that the search counts on.
    pub claims: Claims,
}

/// A table of that size cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a transposition table of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// The size that was asked for.
    pub mebibytes: usize,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best turn; `None` only where the game is over.
    pub best: Option<Turn>,
    /// The answer that the search expects to it.
    pub ponder: Option<Turn>,
    /// The score of the best turn, from the mover's side.
    pub score: Score,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Positions entered by search or quiescence after playing a turn.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
    /// The best line, beginning with the best turn.
    pub pv: Vec<Turn>,
}

impl Searcher {
    /// The default size of the transposition table, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// The largest size of the transposition table, in MiB.
    pub const MAX_HASH: usize = 1 << 20;

    /// A searcher with a transposition table of the given size in MiB, 1 to [`Searcher::MAX_HASH`].
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had.
    pub fn new(hash_mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { hash_mebibytes, claims: Claims::default() })
    }

    /// Replaces the transposition table by an empty one of another size.
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had; then the old table stays as it is.
    pub fn resize(&mut self, hash_mebibytes: usize) -> Result<(), OutOfMemory> {
        self.hash_mebibytes = hash_mebibytes;
        Ok(())
    }

    /// Forgets all that earlier searches have learned.
    pub fn clear(&mut self) {}

    /// Searches the current position of a game until a limit is reached or `control` says stop.
    ///
    /// At least one turn is searched before a limit is obeyed, and the observer hears of at least one line before the
    /// end, except where the game is over. With [`Limits::infinite`] or while pondering it does not return before it is
    /// told to.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        let best = game.position().turns().next();
        let report = Report {
            depth: 1,
            seldepth: 1,
            multipv: 1,
            score: Score::DRAW,
            nodes: 1,
            elapsed: limits.start.elapsed(),
            hashfull: 0,
            pv: best.iter().copied().collect(),
        };
        if best.is_some() {
            observer.line(&report);
        }
        control.wait(limits);
        SearchResult {
            best,
            ponder: None,
            score: report.score,
            depth: 1,
            nodes: 1,
            elapsed: report.elapsed,
            pv: report.pv,
        }
    }
}
