//! A service that analyses many positions at a time, for programs: one JSON object a line in, one a line out.
//!
//! `docs/analysis.md` describes queries and answers, [`SCHEMA`] their exact form. One thread reads queries, some search, all
//! in one queue, and the thread that has called [`Service::run`] writes.
//!
//! ```
//! use gipfel::analysis::service::{Options, Service};
//! use std::io::Cursor;
//! let query = r#"{"id": "a", "variant": "standard", "turns": ["g2"], "nodes": 1000}"#;
//! let service = Service::new(Options { workers: 1, hash: 1, ..Options::default() })?;
//! let mut answers = Vec::new();
//! service.run(Cursor::new(query), &mut answers)?;
//! let answer: serde_json::Value = serde_json::from_slice(&answers)?;
//! assert_eq!((&answer["id"], &answer["turnNumber"], &answer["toMove"]), (&"a".into(), &1.into(), &"b".into()));
//! assert!(answer["root"]["score"]["cp"].is_i64() && answer["lines"][0]["variation"].is_array());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod book_turns;
mod fields;
mod output;
mod progress;
mod query;
mod queue;
mod request;
mod shared;
mod worker;

use crate::book::Book;
use crate::notation::read_line;
use crate::search::{OutOfMemory, Searcher};
use output::{Message, Output, write_lines};
use shared::Shared;
use std::io::{self, BufRead, ErrorKind, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

/// The JSON Schema of queries and answers.
pub const SCHEMA: &str = include_str!("../../../docs/analysis.schema.json");
/// The version of the schema. Fields may be added under the same version; none is renamed or changes its meaning.
pub const SCHEMA_VERSION: u32 = 1;
/// The most lines that can be asked for.
pub const MAX_LINES: usize = 256;
/// The most positions that are searched at a time.
pub const MAX_WORKERS: usize = 1024;

/// What ends the search of a position; the first that is reached does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryLimits {
    /// How long to think.
    pub time: Option<Duration>,
    /// How many positions to enter, 1 or more.
    pub nodes: Option<u64>,
    /// How many plies to look ahead, 1 or more.
    pub depth: Option<u32>,
}

impl QueryLimits {
    /// Whether there is no limit at all.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }
}

/// How the service works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many positions are searched at a time, 1 to [`MAX_WORKERS`].
    pub workers: usize,
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// The limits of queries that set none themselves. Without any, such a query goes on until it is terminated.
    pub limits: QueryLimits,
    /// How many lines a query gets that does not say, 1 to [`MAX_LINES`].
    pub multipv: usize,
    /// The opening book whose turns are told with each last answer; none: nothing is said of a book.
    pub book: Option<Arc<Book>>,
}

impl Options {
    /// How long a position is thought about where nothing else is said.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(5);
}

/// As many workers as there are cores, the searcher's usual table, one line, [`Options::DEFAULT_TIME`] and no book.
impl Default for Options {
    fn default() -> Self {
        Self {
            workers: thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WORKERS),
            hash: Searcher::DEFAULT_HASH,
            limits: QueryLimits { time: Some(Self::DEFAULT_TIME), ..QueryLimits::default() },
            multipv: 1,
            book: None,
        }
    }
}

/// The service, ready to run.
#[derive(Debug)]
pub struct Service {
    shared: Arc<Shared>,
    searchers: Vec<Searcher>,
    received: Receiver<Message>,
}

/// Ends a running service from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Shared>);

impl Stopper {
    /// Terminates all queries, as the action `terminateAll` does, and takes no more. Once their answers are written the
    /// service ends, without waiting for the end of its input.
    pub fn stop(&self) {
        self.0.queue.refuse();
        self.0.terminate(None, None);
        // Only now, since the service ends with its workers: all that was given up has been answered.
        self.0.queue.close();
    }
}

impl Service {
    /// Makes the searchers ready.
    ///
    /// # Errors
    ///
    /// Where there is no memory for the transposition table.
    pub fn new(options: Options) -> Result<Self, OutOfMemory> {
        let workers = options.workers.clamp(1, MAX_WORKERS);
        let first = Searcher::new(options.hash)?;
        let mut searchers: Vec<Searcher> = (1..workers).map(|_| first.sharing()).collect();
        searchers.push(first);
        let (output, received) = Output::new();
        Ok(Self { shared: Arc::new(Shared::new(options, output)), searchers, received })
    }

    /// What can end the service while it runs.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.shared))
    }

    /// Reads queries and writes answers until the input has come to its end and every query is answered, or until it is
    /// stopped, or until the output is closed.
    ///
    /// The input is read on a thread of its own, which is left behind if it is waiting for a line when this function
    /// returns.
    ///
    /// # Errors
    ///
    /// Where there are no threads to be had, the input fails, or the output fails other than by being closed. Where the
    /// input fails, what was asked for until then is answered first.
    pub fn run(self, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
        let Self { shared, searchers, received } = self;
        let mut workers = Vec::with_capacity(searchers.len());
        let mut begun = Ok(());
        for searcher in searchers {
            match worker::spawn(Arc::clone(&shared), searcher) {
                Ok(worker) => workers.push(worker),
                Err(error) => begun = Err(error),
            }
        }
        let begun = begun.and_then(|()| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name("input".to_owned()).spawn(move || read(&shared, input))
        });
        let result = begun.and_then(|_| write_lines(&received, output, workers.len()));
        // Whatever is still going on, nobody hears of it any more.
        drop(received);
        shared.queue.close();
        shared.queue.terminate(None, None);
        for worker in workers {
            // A worker catches what its searches do; one that has failed all the same has nothing more to say.
            let _ = worker.join();
        }
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }
}

/// Reads lines until the end of the input, or until no queries are taken any more.
fn read(shared: &Shared, mut input: impl BufRead) {
    loop {
        match read_line(&mut input) {
            Ok(Some(line)) => {
                if shared.hear(line).is_break() {
                    break;
                }
            }
            Ok(None) => break,
            Err(error) => {
                shared.output.tell(Message::InputFailed(error));
                break;
            }
        }
    }
    shared.queue.close();
}
