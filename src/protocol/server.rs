//! The server: reads commands from one side, writes replies to the other, and searches in between.
//!
//! One thread reads lines, one searches, and the thread that has called [`serve`] does all else: both others send it
//! [`Event`]s, and it alone keeps the state and writes. So a command is served while a search runs, no two lines mix,
//! and the engine is at rest before the `bestmove` is written.

use super::command::Command;
use super::engine::{Engine, Refusal, has_limit};
use super::go::Go;
use super::job::{Search, line, perft, spawn};
use super::keyword::Keyword;
use super::reply::{ErrorCode, Reply};
use super::{options, query};
use crate::book::KnownTurn;
use crate::notation::{LineError, read_line, variation};
use crate::rules::{Game, Turn};
use crate::search::{Control, OutOfMemory, Score};
use std::io::{self, BufRead, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Why the server cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The searcher cannot be made.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The input fails, or the output other than by being closed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What happens to the server.
#[derive(Debug)]
pub(super) enum Event {
    /// A line was read at this moment.
    Line(Instant, Result<String, LineError>),
    /// The input has come to its end or failed.
    End(io::Result<()>),
    /// The work has something to say.
    Reply(Reply),
    /// The work is done; these are its last replies.
    Done(Vec<Reply>),
}

/// So many events may wait. It bounds the memory that a hasty client can fill: a line has up to 1 MiB.
const WAITING: usize = 16;

/// Speaks the engine protocol until `quit`, the end of the input, or a closed output.
///
/// Every reply is written and flushed as one line. The input is read on a thread of its own, which is left behind if it is
/// waiting for a line when this function returns. See `docs/protocol.md` for the protocol.
///
/// ```
/// use std::io::Cursor;
/// let mut replies = Vec::new();
/// gipfel::protocol::serve(Cursor::new("position startpos moves b3\nquery p1turn\n"), &mut replies).unwrap();
/// assert_eq!(replies, b"response false\n");
/// ```
///
/// # Errors
///
/// Where there is no memory to begin with, or input or output fail. A closed output is no error.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write) -> Result<(), ServeError> {
    let (events, received) = sync_channel(WAITING);
    let mut server = Server { engine: Engine::new()?, output, events: events.clone(), work: None };
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &events))?;
    let result = server.run(&received);
    if let Some(work) = server.work {
        work.control.stop();
    }
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(line)) => Event::Line(Instant::now(), line),
            Ok(None) => Event::End(Ok(())),
            Err(error) => Event::End(Err(error)),
        };
        let last = matches!(event, Event::End(_));
        // The server is gone after `quit`.
        if events.send(event).is_err() || last {
            return;
        }
    }
}

struct Server<W> {
    engine: Engine,
    output: W,
    events: SyncSender<Event>,
    /// The search or count that is running.
    work: Option<Work>,
}

struct Work {
    control: Arc<Control>,
    /// It ends when the expected turn is played, since no limit is set for the time after.
    ends_at_ponderhit: bool,
}

impl<W: Write> Server<W> {
    fn run(&mut self, received: &Receiver<Event>) -> io::Result<()> {
        let mut input_result = Ok(());
        for event in received {
            match event {
                Event::Line(read_at, line) => {
                    if self.serve_line(read_at, line)?.is_break() {
                        break;
                    }
                }
                Event::End(result) => {
                    input_result = result;
                    break;
                }
                event => self.hear(event)?,
            }
        }
        if let Some(work) = &self.work {
            work.control.stop();
        }
        while self.work.is_some()
            && let Ok(event) = received.recv()
        {
            self.hear(event)?;
        }
        input_result
    }

    /// Passes on what the work says.
    fn hear(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Reply(reply) => self.reply(&reply),
            Event::Done(replies) => {
                // At rest before the last reply is written.
                self.work = None;
                self.replies(replies)
            }
            Event::Line(..) | Event::End(_) => Ok(()),
        }
    }

    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        let line = format!("{reply}\n");
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }

    fn replies(&mut self, replies: impl IntoIterator<Item = Reply>) -> io::Result<()> {
        replies.into_iter().try_for_each(|reply| self.reply(&reply))
    }

    fn serve_line(&mut self, read_at: Instant, line: Result<String, LineError>) -> io::Result<ControlFlow<()>> {
        let command = line.map_err(Refusal::from).and_then(|line| {
            self.check_rest(&line)?;
            Ok(Command::parse(&line)?)
        });
        match command {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.execute(command, read_at)?,
            Err(refusal) => self.reply(&refusal.into())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Refuses, while work is done, what would change its ground.
    fn check_rest(&self, line: &str) -> Result<(), Refusal> {
        match Keyword::of(line) {
            Some(keyword) if keyword.needs_rest() && self.work.is_some() => Err(Refusal {
                code: ErrorCode::Busy,
                text: format!("{} cannot be done while a search runs; stop ends it", keyword.word()),
            }),
            _ => Ok(()),
        }
    }

    fn execute(&mut self, command: Command, read_at: Instant) -> io::Result<()> {
        let done = match command {
            Command::Ugi => return self.introduce(),
            Command::IsReady => return self.reply(&Reply::ReadyOk),
            Command::Query(query) => {
                return self.replies(query::answer(self.engine.game(), self.engine.settings.claims, &query));
            }
            Command::Help => return self.replies(help()),
            Command::Quit => Ok(()),
            Command::Stop => {
                self.stop(|_| true);
                Ok(())
            }
            Command::PonderHit => {
                self.stop(|work| {
                    work.control.ponderhit();
                    work.ends_at_ponderhit
                });
                Ok(())
            }
            Command::NewGame => {
                self.engine.new_game();
                Ok(())
            }
            Command::SetOption { name, value } => self.engine.set_option(&name, value.as_deref()),
            Command::Position { from, turns } => self.engine.set_position(&from, &turns),
            Command::Moves(turns) => self.engine.play(&turns),
            Command::Draw => match self.engine.game() {
                Some(game) => return self.replies(query::draw(game)),
                None => Err(Refusal::no_position()),
            },
            Command::Go(go) => return self.go(&go, read_at),
            Command::Perft(depth) => return self.perft(depth),
        };
        done.or_else(|refusal| self.reply(&refusal.into()))
    }

    fn stop(&self, ends: impl FnOnce(&Work) -> bool) {
        if let Some(work) = &self.work
            && ends(work)
        {
            work.control.stop();
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.reply(&Reply::IdName(format!("Gipfel {}", env!("CARGO_PKG_VERSION"))))?;
        self.reply(&Reply::IdAuthor("the Gipfel authors".to_owned()))?;
        self.replies(options::declarations())?;
        self.reply(&Reply::UgiOk)
    }

    fn go(&mut self, go: &Go, read_at: Instant) -> io::Result<()> {
        let Some(game) = self.engine.game().cloned() else {
            self.reply(&Refusal::no_position().into())?;
            return self.reply(&Reply::BestMove { turn: None, ponder: None });
        };
        let limits = match self.engine.limits(&game, go, read_at) {
            Ok(limits) => self.engine.at_level(&game, limits),
            Err(refusal) => return self.reply(&refusal.into()),
        };
        if let Some((known, expected)) = self.engine.book_answer(&game, go) {
            return self.replies(book_replies(&game, &known, expected));
        }
        if game.position().is_over() {
            self.reply(&line(0, Score::loss_in(0), 0, Duration::ZERO, Vec::new()))?;
        }
        let control = self.begin(go.ponder && !go.infinite && !has_limit(go));
        let settings = &self.engine.settings;
        let (claims, ponder) = (settings.claims, settings.ponder);
        let search = Search { searcher: self.engine.shared_searcher(), game, limits, claims, control, ponder };
        let spawned = spawn(&self.events, search.fallback(), |events| search.run(events));
        self.begun(spawned)
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let Some(game) = self.engine.game() else { return self.reply(&Refusal::no_position().into()) };
        let position = *game.position();
        let control = self.begin(false);
        let fallback = vec![Reply::Response("perft stopped".to_owned())];
        let spawned = spawn(&self.events, fallback, move |events| perft(&position, depth, &control, events));
        self.begun(spawned)
    }

    fn begun(&mut self, spawned: Result<(), Vec<Reply>>) -> io::Result<()> {
        spawned.or_else(|replies| self.hear(Event::Done(replies)))
    }

    fn begin(&mut self, ends_at_ponderhit: bool) -> Arc<Control> {
        let control = Arc::new(Control::new());
        self.work = Some(Work { control: Arc::clone(&control), ends_at_ponderhit });
        control
    }
}

/// An answer from the book, as a search that has entered no position.
fn book_replies(game: &Game, known: &KnownTurn, expected: Option<Turn>) -> [Reply; 2] {
    let turns: Vec<Turn> = std::iter::once(known.turn).chain(expected).collect();
    let pv = variation(game.position(), &turns);
    let mut words = pv.clone().into_iter();
    let best = Reply::BestMove { turn: words.next(), ponder: words.next() };
    [line(known.depth, known.score, 0, Duration::ZERO, pv), best]
}

/// The commands, one a line.
fn help() -> impl Iterator<Item = Reply> {
    Keyword::ALL.into_iter().map(|(_, word, arguments, purpose)| {
        let usage = if arguments.is_empty() { word.to_owned() } else { format!("{word} {arguments}") };
        Reply::Text(format!("{usage} - {purpose}"))
    })
}
