//! The search: what the rest of the world calls to have a position thought about.

mod clock;
mod deepening;
mod entry;
mod full_width;
mod hints;
mod history;
mod level;
mod limits;
mod node;
mod observer;
mod ordering;
mod params;
#[doc(hidden)]
pub mod parts;
mod pauses;
mod quiescence;
mod reductions;
mod repetition;
mod score;
mod shortest;
mod singular;
mod table;
mod twins;
mod values;
mod vote;
mod window;
mod worker;

pub use full_width::full_width;
pub use level::{Level, Luck, Strength};
pub use limits::{Clock, Control, Limits};
pub use observer::{Observer, Report, Silent};
pub use params::PARAM_NAMES;
#[cfg(feature = "tune")]
pub use params::{PARAMS, Param};
pub use score::Score;

use crate::eval::Evaluation;
use crate::rules::{Claims, Game, Turn};
use clock::Timer;
use history::Recall;
use pauses::Pauses;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::Duration;
use table::TranspositionTable;
use worker::{Found, Shared, Worker};

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
    table: Arc<TranspositionTable>,
    /// What all threads remember, the main one first.
    recalls: Vec<Recall>,
    /// The other threads; they wait while nothing is searched.
    helpers: Option<ThreadPool>,
    /// What the machine has shown of itself: no new game changes that.
    pauses: Pauses,
    evaluation: Evaluation,
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

/// So many threads cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no threads for the search: {0}")]
pub struct ThreadsRefused(String);

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
    /// The largest number of threads.
    pub const MAX_THREADS: usize = 256;

    /// A searcher with one thread and a transposition table of the given size in MiB, 1 to [`Searcher::MAX_HASH`].
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had.
    pub fn new(hash_mebibytes: usize) -> Result<Self, OutOfMemory> {
        let table = Arc::new(new_table(hash_mebibytes)?);
        Ok(Self {
            table,
            recalls: vec![Recall::default()],
            helpers: None,
            pauses: Pauses::default(),
            evaluation: Evaluation::default(),
            claims: Claims::default(),
        })
    }

    /// Another searcher with the same transposition table, for searching something else at the same time. Resizing one's
    /// table does not change the other's; clearing it does.
    #[must_use]
    pub fn sharing(&self) -> Self {
        Self {
            table: Arc::clone(&self.table),
            recalls: vec![Recall::default()],
            helpers: None,
            pauses: Pauses::default(),
            evaluation: self.evaluation.clone(),
            claims: self.claims,
        }
    }

    /// Replaces the transposition table by an empty one of another size.
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had; then the old table stays as it is.
    pub fn resize(&mut self, hash_mebibytes: usize) -> Result<(), OutOfMemory> {
        self.table = Arc::new(new_table(hash_mebibytes)?);
        Ok(())
    }

    /// How many threads search, 1 to [`Searcher::MAX_THREADS`].
    #[must_use]
    pub fn threads(&self) -> usize {
        self.recalls.len()
    }

    /// Sets how many threads search, 1 to [`Searcher::MAX_THREADS`].
    ///
    /// # Errors
    ///
    /// Where the system does not start so many; then there are as many as before.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsRefused> {
        let threads = threads.clamp(1, Self::MAX_THREADS);
        if threads == self.threads() {
            return Ok(());
        }
        let pool = || ThreadPoolBuilder::new().num_threads(threads - 1).stack_size(STACK_SIZE).build();
        self.helpers =
            if threads > 1 { Some(pool().map_err(|error| ThreadsRefused(error.to_string()))?) } else { None };
        self.recalls.resize_with(threads, Recall::default);
        Ok(())
    }

    /// How positions are judged.
    #[must_use]
    pub const fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Sets how positions are judged, and forgets all that earlier searches have learned.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.clear();
    }

    /// Forgets all that earlier searches have learned.
    pub fn clear(&mut self) {
        self.table.clear();
        self.recalls.fill_with(Recall::default);
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
        self.table.next_generation();
        self.recalls.iter_mut().for_each(|recall| recall.history.age());
        let (table, evaluation) = (Arc::clone(&self.table), self.evaluation.clone());
        let shared = Shared::new(&table, &evaluation, limits, control);
        let found = self.all_threads(&shared, game, observer);
        let nodes = shared.nodes();
        let depth = found.depth;
        control.wait(limits);
        let (score, pv) = found.lines.into_iter().next().map_or((0, Vec::new()), |line| (line.score, line.pv));
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

impl Searcher {
    /// Searches with all threads; returns what they found best.
    fn all_threads(&mut self, shared: &Shared<'_>, game: &Game, observer: &mut dyn Observer) -> Found {
        let Self { recalls, helpers, pauses, claims, .. } = self;
        let claims = *claims;
        let (main, others) = recalls.split_at_mut(1);
        let mut helped: Vec<Option<Found>> = others.iter().map(|_| None).collect();
        let timer = Timer::new(shared.limits, game.position(), pauses);
        let search = || Worker::main(shared, timer, &mut main[0], game, claims).deepen(game, observer);
        let Some(pool) = helpers else { return search() };
        let found = pool.in_place_scope(|scope| {
            for (recall, found) in others.iter_mut().zip(&mut helped) {
                scope.spawn(move |_| *found = Some(Worker::helper(shared, recall, game, claims).help(game)));
            }
            let ending = EndHelpers(shared);
            let found = search();
            drop(ending);
            found
        });
        let best = |found: &Found| found.lines.first().map(|line| (line.pv.first().copied(), line.score));
        let best_of_main = best(&found);
        let all = std::iter::once(found).chain(helped.into_iter().flatten()).collect();
        let elected = vote::elect(all).unwrap_or_else(|| unreachable!("the main thread has found something"));
        if best(&elected) != best_of_main {
            // The last line that the observer hears of is the one that is played.
            for (rank, line) in (1..).zip(&elected.lines) {
                observer.line(&shared.report(elected.seldepth, rank, line));
            }
        }
        elected
    }
}

/// Ends the helpers of a search, also where the main thread panics.
struct EndHelpers<'a>(&'a Shared<'a>);

impl Drop for EndHelpers<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

fn new_table(mebibytes: usize) -> Result<TranspositionTable, OutOfMemory> {
    TranspositionTable::new(mebibytes).ok_or(OutOfMemory { mebibytes })
}

/// The stack of a thread: a search goes no deeper than this allows many times over.
const STACK_SIZE: usize = 8 << 20;

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
