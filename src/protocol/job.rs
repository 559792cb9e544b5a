//! Work on a thread of its own: searches and counts, while the server listens.

use super::engine::lock;
use super::reply::{ErrorCode, Info, Reply};
use super::server::Event;
use crate::analysis::WinProbability;
use crate::notation::variation;
use crate::rules::{Claims, Game, Position, Turn};
use crate::search::{Control, Limits, Observer, Report, Score, Searcher};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A search goes one call deeper for each ply.
const STACK: usize = 64 << 20;

/// Where work sends its replies.
pub(super) type Events = SyncSender<Event>;

/// Does work on a thread of its own. Its last reply is sent as [`Event::Done`]; where the work panics an error and the
/// fallback take its place.
///
/// # Errors
///
/// Where there is no thread to be had: then error and fallback are returned.
pub(super) fn spawn(
    events: &Events,
    fallback: Vec<Reply>,
    work: impl FnOnce(&Events) -> Reply + Send + 'static,
) -> Result<(), Vec<Reply>> {
    let (events, on_panic) = (events.clone(), fallback.clone());
    let body = move || {
        let last = match catch_unwind(AssertUnwindSafe(|| work(&events))) {
            Ok(last) => vec![last],
            Err(panic) => failure(&message(&*panic), on_panic),
        };
        send(&events, Event::Done(last));
    };
    let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
    thread.spawn(body).map(drop).map_err(|error| failure(&format!("no thread for the search: {error}"), fallback))
}

/// The server may be gone, since its client is; then no one wants to hear.
fn send(events: &Events, event: Event) {
    let _ = events.send(event);
}

fn failure(text: &str, fallback: Vec<Reply>) -> Vec<Reply> {
    let error = Reply::Error { code: ErrorCode::Internal, text: text.to_owned() };
    std::iter::once(error).chain(fallback).collect()
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the search has failed: {}", text.unwrap_or("no message"))
}

/// A search, ready to be done.
#[derive(Debug)]
pub(super) struct Search {
    pub searcher: Arc<Mutex<Searcher>>,
    pub game: Game,
    pub limits: Limits,
    pub claims: Claims,
    pub control: Arc<Control>,
    /// Whether to name the expected answer.
    pub ponder: bool,
}

impl Search {
    /// What is said in place of the result of a search that fails: a legal turn, if there is one.
    pub fn fallback(&self) -> Vec<Reply> {
        let position = self.game.position();
        let turn = self.limits.search_turns.first().copied().or_else(|| position.turns().next());
        let pv = variation(position, turn.as_slice());
        let turn = pv.first().cloned();
        vec![line(0, Score::DRAW, 0, Duration::ZERO, pv), Reply::BestMove { turn, ponder: None }]
    }

    /// Searches; the reply is the `bestmove`.
    pub fn run(self, events: &Events) -> Reply {
        let position = self.game.position();
        let mut reporter = Reporter { position, events, reported: position.is_over() };
        let mut searcher = lock(&self.searcher);
        searcher.claims = self.claims;
        let result = searcher.search(&self.game, &self.limits, &self.control, &mut reporter);
        drop(searcher);
        if !reporter.reported {
            let pv = variation(position, &result.pv);
            send(events, Event::Reply(line(result.depth, result.score, result.nodes, result.elapsed, pv)));
        }
        let expected = if self.ponder { result.ponder } else { None };
        let turns: Vec<Turn> = result.best.into_iter().chain(expected).collect();
        let mut turns = variation(position, &turns).into_iter();
        Reply::BestMove { turn: turns.next(), ponder: turns.next() }
    }
}

/// Turns the reports of a search into replies.
struct Reporter<'a> {
    position: &'a Position,
    events: &'a Events,
    /// Whether a line has been reported.
    reported: bool,
}

impl Observer for Reporter<'_> {
    fn line(&mut self, report: &Report) {
        self.reported = true;
        let info = Info {
            depth: Some(report.depth),
            seldepth: Some(report.seldepth),
            multipv: u32::try_from(report.multipv).ok(),
            score: Some(report.score),
            wdl: Some(WinProbability::of(report.score, self.position.variant()).per_mille()),
            nodes: Some(report.nodes),
            nps: Some(report.speed()),
            hashfull: Some(report.hashfull),
            time: Some(millis(report.elapsed)),
            pv: variation(self.position, &report.pv),
        };
        send(self.events, Event::Reply(Reply::Info(info)));
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The least that is said of a search.
pub(super) fn line(depth: u32, score: Score, nodes: u64, time: Duration, pv: Vec<String>) -> Reply {
    Reply::Info(Info {
        depth: Some(depth),
        score: Some(score),
        nodes: Some(nodes),
        time: Some(millis(time)),
        pv,
        ..Info::default()
    })
}

/// No count goes deeper: one of more turns could not come to an end, or not be different.
const MAX_PERFT: u32 = 1_000;

/// Counts sequences of turns, each first turn by itself; the reply is the total.
pub(super) fn perft(position: &Position, depth: u32, control: &Control, events: &Events) -> Reply {
    let stopped = || Reply::Response("perft stopped".to_owned());
    let total = |count: u64| Reply::Response(format!("perft total {count}"));
    let Some(rest) = depth.min(MAX_PERFT).checked_sub(1) else { return total(1) };
    let mut sum = 0;
    for turn in position.turns() {
        let Some(count) = count(&position.play(turn), rest, control) else { return stopped() };
        sum += count;
        let reply = Reply::Response(format!("perft {} {count}", turn.display(position)));
        if events.send(Event::Reply(reply)).is_err() {
            return stopped();
        }
    }
    total(sum)
}

/// What [`crate::rules::perft`] counts; `None` once it is told to stop.
fn count(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    match depth {
        0 => Some(1),
        // Where rows meet there can be so many turns that even counting them must be broken off.
        1 if !position.has_row(position.side()) => Some(position.count_turns()),
        _ => position.turns().try_fold(0, |sum, turn| Some(sum + count(&position.play(turn), depth - 1, control)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use std::sync::mpsc::sync_channel;

    fn replies(work: impl FnOnce(&Events) -> Reply + Send + 'static, fallback: Vec<Reply>) -> Vec<String> {
        let (events, received) = sync_channel(4);
        spawn(&events, fallback, work).unwrap();
        drop(events);
        let replies = received.into_iter().flat_map(|event| match event {
            Event::Reply(reply) => vec![reply],
            Event::Done(replies) => replies,
            other => panic!("{other:?}"),
        });
        replies.map(|reply| reply.to_string()).collect()
    }

    fn search() -> Search {
        Search {
            searcher: Arc::new(Mutex::new(Searcher::new(1).unwrap())),
            game: Game::new(Position::start(Variant::Basic)),
            limits: Limits::depth(1),
            claims: Claims::default(),
            control: Arc::default(),
            ponder: false,
        }
    }

    #[test]
    fn a_panic_is_an_error_and_still_one_bestmove() {
        let search = search();
        let fallback = search.fallback();
        let searcher = Arc::clone(&search.searcher);
        let work = move |_: &Events| {
            let _guard = lock(&search.searcher);
            panic!("two {} broken", 2)
        };
        let replies = replies(work, fallback);
        assert_eq!(replies.len(), 3, "{replies:?}");
        assert_eq!(replies[0], "info error internal the search has failed: two 2 broken");
        let turn = replies[2].strip_prefix("bestmove ").unwrap();
        assert_eq!(replies[1], format!("info depth 0 score cp 0 nodes 0 time 0 pv {turn}"));
        assert!(crate::notation::parse_turn(&Position::start(Variant::Basic), turn).is_ok());
        assert!(searcher.is_poisoned());
        drop(lock(&searcher));
        assert!(!searcher.is_poisoned());
    }

    #[test]
    fn a_search_reports_and_answers() {
        let search = search();
        let fallback = search.fallback();
        let replies = replies(move |events| search.run(events), fallback);
        assert!(replies.len() >= 2);
        assert!(replies[0].starts_with("info depth 1 "), "{replies:?}");
        assert!(replies.last().unwrap().starts_with("bestmove "));
    }

    #[test]
    fn counts_as_the_rules_do() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            let replies = replies(move |events| perft(&position, 3, &Control::new(), events), Vec::new());
            let total = crate::rules::perft(&position, 3);
            assert_eq!(replies.last().unwrap(), &format!("response perft total {total}"));
            assert_eq!(replies.len() as u64, position.count_turns() + 1);
        }
    }
}
