//! The search: what the rest of the world calls to have a position thought about.

mod clock;
mod full_width;
mod history;
mod limits;
mod node;
mod observer;
mod ordering;
mod quiescence;
mod repetition;
mod score;
mod table;
mod worker;

pub use full_width::full_width;
pub use limits::{Clock, Control, Limits};
pub use observer::{Observer, Report, Silent};
pub use score::Score;

use crate::rules::{Claims, Game, Turn};
use history::History;
use repetition::Repetitions;
use std::time::Duration;
use table::TranspositionTable;
use worker::Worker;

/// Searches positions, one after another, and remembers what it has learned in between.
///
/// ```
/// use gipfel::rules::{Game, Position, Variant};
/// use gipfel::search::{Control, Limits, Searcher, Silent};
/// let mut searcher = Searcher::new(1)?;
/// let game = Game::new(Position::start(Variant::Standard));
/// let result = searcher.search(&game, &Limits::depth(3), &Control::new(), &mut Silent);
/// assert!(game.position().is_legal(result.best.unwrap()));
/// # Ok::<(), gipfel::search::OutOfMemory>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    table: TranspositionTable,
    history: History,
    /// The draws that the search counts on.
    pub claims: Claims,
    /// Which positions of the last game were one visit from a draw.
    repeated: u64,
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
        let table = TranspositionTable::reserve(hash_mebibytes).ok_or(OutOfMemory { mebibytes: hash_mebibytes })?;
        Ok(Self { table, history: History::default(), claims: Claims::default(), repeated: 0 })
    }

    /// Replaces the transposition table by an empty one of another size.
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had; then the old table stays as it is.
    pub fn resize(&mut self, hash_mebibytes: usize) -> Result<(), OutOfMemory> {
        let table = TranspositionTable::reserve(hash_mebibytes).ok_or(OutOfMemory { mebibytes: hash_mebibytes })?;
        self.table = table;
        Ok(())
    }

    /// Forgets all that earlier searches have learned.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history = History::default();
    }

    /// Makes ready what the first search would have to: the memory of the transposition table.
    pub fn prepare(&mut self) {
        self.table.prepare();
    }

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
        if game.position().is_over() {
            control.wait(limits);
            return SearchResult::of_finished_game(limits);
        }
        let repeated = Repetitions::fingerprint(game, self.claims);
        if repeated != self.repeated {
            // Scores that were found when other positions were one visit from a draw do not hold any more.
            self.table.clear();
            self.repeated = repeated;
        }
        self.prepare();
        self.table.next_generation();
        self.history.age();
        let repetitions = Repetitions::new(game, self.claims);
        let mut worker = Worker::new(&self.table, &mut self.history, repetitions, limits, control);
        let (lines, depth) = worker.deepen(game, observer);
        let nodes = worker.nodes;
        control.wait(limits);
        let (score, pv) = lines.into_iter().next().map_or((0, Vec::new()), |line| (line.score, line.pv));
        SearchResult {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            score: Score::from_value(score),
            depth,
            nodes,
            elapsed: limits.start.elapsed(),
            pv,
        }
    }
}

impl SearchResult {
    fn of_finished_game(limits: &Limits) -> Self {
        Self {
            best: None,
            ponder: None,
            score: Score::loss_in(0),
            depth: 0,
            nodes: 0,
            elapsed: limits.start.elapsed(),
            pv: Vec::new(),
        }
    }
}
