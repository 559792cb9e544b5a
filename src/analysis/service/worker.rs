//! A thread that searches one position after another.

use super::answer::{ErrorAnswer, LegalTurns, WarningAnswer};
use super::book_turns::book_turns;
use super::fields::Fault;
use super::output::Message;
use super::progress::{complete, partial};
use super::query::Query;
use super::queue::Job;
use super::shared::Shared;
use crate::analysis::BestLines;
use crate::notation::legal_turn_texts;
use crate::rules::{Game, Position};
use crate::search::{Limits, Observer, Report, SearchResult, Searcher};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A search goes one call deeper for each ply.
const STACK: usize = 64 << 20;

/// Begins a thread that searches until the queue is closed and empty.
pub(super) fn spawn(shared: Arc<Shared>, searcher: Searcher) -> io::Result<JoinHandle<()>> {
    let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
    thread.spawn(move || work(&shared, searcher))
}

fn work(shared: &Shared, mut searcher: Searcher) {
    while let Some(job) = shared.queue.next() {
        let Some(root) = job.root() else { continue };
        if catch_unwind(AssertUnwindSafe(|| analyse(shared, &job, &mut searcher))).is_err() {
            searcher = searcher.sharing();
            shared.queue.finish(&job);
            let text = "the search has failed: this is a fault of the program, please report it";
            shared.output.send(&ErrorAnswer::of_position(&job.query.id, root.turn_number, text));
        }
    }
    shared.output.tell(Message::WorkerDone);
}

/// Searches a position and answers.
fn analyse(shared: &Shared, job: &Job, searcher: &mut Searcher) {
    let Some(root) = job.root() else { return };
    let query = &*job.query;
    let game = query.game_at(root);
    let limits = query.limits_at(root, &shared.options.limits, shared.options.multipv);
    if let Err(error) = searcher.set_threads(query.threads) {
        let fault = Fault::of("threads", format!("{error}; searched with {}", searcher.threads()));
        shared.output.send(&WarningAnswer::new(Some(&query.id), &fault));
    }
    let live = Live::new(&limits);
    let result = live.search(shared, job, &game, &limits, searcher);
    let mut answer = complete(&query.id, &game, &live.state().best, &result);
    answer.terminated = job.control.is_stopped();
    answer.book = shared.options.book.as_ref().map(|book| book_turns(book, game.position()));
    answer.legal = query.include_legal_turns.then(|| legal_turns(game.position()));
    // Before the answer is written: whoever has read it may use the id again.
    shared.queue.finish(job);
    shared.output.send(&answer);
}

fn legal_turns(position: &Position) -> LegalTurns {
    LegalTurns { legal_turn_count: position.count_turns(), legal_turns: legal_turn_texts(position) }
}

/// A running search, as others see it.
struct Live {
    state: Mutex<LiveState>,
    ended: Condvar,
}

struct LiveState {
    best: BestLines,
    ended: bool,
}

impl Live {
    fn new(limits: &Limits) -> Self {
        let state = LiveState { best: BestLines::new(limits.multipv), ended: false };
        Self { state: Mutex::new(state), ended: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, LiveState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches; a second thread reports meanwhile, where that is wanted.
    fn search(
        &self,
        shared: &Shared,
        job: &Job,
        game: &Game,
        limits: &Limits,
        searcher: &mut Searcher,
    ) -> SearchResult {
        let mut observer = self;
        let mut search = || searcher.search(game, limits, &job.control, &mut observer);
        let Some(every) = job.query.report_every else { return search() };
        thread::scope(|scope| {
            let report = || self.report(shared, &job.query, game, limits, every);
            // Without that thread there are no reports, and the final answer all the same.
            let _ = thread::Builder::new().name("report".to_owned()).spawn_scoped(scope, report);
            let result = catch_unwind(AssertUnwindSafe(search));
            self.state().ended = true;
            self.ended.notify_all();
            result.unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Tells what has been found, again and again until the search has ended.
    fn report(&self, shared: &Shared, query: &Query, game: &Game, limits: &Limits, every: Duration) {
        let mut state = self.state();
        while !state.ended {
            let waited = self.ended.wait_timeout_while(state, every, |state| !state.ended);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if !state.ended
                && let Some(answer) = partial(&query.id, game, &state.best, limits.start.elapsed())
            {
                shared.output.send_if_idle(&answer);
            }
        }
    }
}

impl Observer for &Live {
    fn line(&mut self, report: &Report) {
        self.state().best.line(report);
    }
}
