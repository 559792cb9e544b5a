//! Plays the games of a match, some at the same time, each finished one into the journal.
//!
//! Each worker thread has its own two engine processes; workers share nothing while a game is played. What they finish
//! goes to one thread that writes the journal and keeps the standings.

use super::client::{Client, Fault};
use super::config::MatchConfig;
use super::engine_config::EngineConfig;
use super::game::{Attempt, Finish, GameRules, Side, play};
use super::game_record::GameRecord;
use super::journal::{Header, Journal, JournalError};
use super::openings::Opening;
use super::schedule::ScheduledGame;
use super::standings::Standings;
use crate::rules::Color;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// What happens in a match, as it happens.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game has ended and is in the journal.
    Finished {
        /// The game.
        record: &'a GameRecord,
        /// Where the transcript of a failed game lies.
        log: Option<PathBuf>,
        /// The standings with this game.
        standings: &'a Standings,
    },
    /// A game could not begin; it is not scored.
    NotStarted {
        /// The game's number in the schedule, from 0.
        game: usize,
        /// The name of the engine that was not ready.
        engine: String,
        /// Why it was not.
        reason: String,
        /// Where the transcript lies.
        log: Option<PathBuf>,
    },
    /// Something to know that is no error.
    Warning(String),
}

/// Why a match came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Every game was played.
    Complete,
    /// So many games could not begin.
    Incomplete(usize),
    /// The sequential test has its answer.
    Decided,
    /// It was stopped from outside.
    Cancelled,
    /// The match is strict and something failed; or an engine never starts.
    Failed(String),
}

/// How a match is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Games at the same time, 1 or more.
    pub concurrency: usize,
    /// Where transcripts of failed games go.
    pub logs: PathBuf,
    /// Set from outside to stop the match: games that are being played are given up.
    pub cancel: Arc<AtomicBool>,
}

/// Attempts to begin a game before it is left out.
const ATTEMPTS: u32 = 2;
/// After so many games in a row that could not begin, the match ends: the engine will not start.
const NOT_STARTED_LIMIT: usize = 3;

/// Plays what is left of a match.
///
/// # Errors
///
/// Where the journal cannot be written.
pub fn run(
    header: &Header,
    journal: &mut Journal,
    standings: &mut Standings,
    done: &HashSet<usize>,
    options: &RunOptions,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<End, JournalError> {
    if standings.is_decided() {
        return Ok(End::Decided);
    }
    let openings = header.parsed_openings()?;
    let queue: VecDeque<ScheduledGame> =
        standings.planned().filter(|game| !done.contains(&game.index)).copied().collect();
    if queue.is_empty() {
        return Ok(End::Complete);
    }
    let workers = options.concurrency.clamp(1, queue.len());
    let stop = Arc::new(AtomicBool::new(false));
    let shared = Shared { header, openings: &openings, queue: Mutex::new(queue), logs: &options.logs };
    std::thread::scope(|scope| {
        let (sender, messages) = channel();
        for _ in 0..workers {
            let worker = Worker { shared: &shared, stop: Arc::clone(&stop), engines: BTreeMap::new() };
            let sender = sender.clone();
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        let mut chief = Chief { header, journal, standings, on_event, missing: 0, in_a_row: 0 };
        let end = chief.listen(&messages, options, &stop);
        // Whatever the reason: all workers close their engines before this is over.
        stop.store(true, Ordering::Relaxed);
        end
    })
}

/// What a worker reports.
enum Message {
    Finished { record: Box<GameRecord>, failed: bool, log: Option<PathBuf> },
    NotStarted { game: usize, engine: String, reason: String, log: Option<PathBuf> },
    LogFailed(String),
}

/// Hears the workers, writes the journal, and decides when the match is over.
struct Chief<'a> {
    header: &'a Header,
    journal: &'a mut Journal,
    standings: &'a mut Standings,
    on_event: &'a mut dyn FnMut(Event<'_>),
    missing: usize,
    in_a_row: usize,
}

impl Chief<'_> {
    fn listen(
        &mut self,
        messages: &Receiver<Message>,
        options: &RunOptions,
        stop: &AtomicBool,
    ) -> Result<End, JournalError> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        loop {
            match messages.recv_timeout(Duration::from_millis(50)) {
                Ok(message) => {
                    if let Some(end) = self.hear(message)? {
                        return Ok(end);
                    }
                }
                Err(Timeout) => {}
                Err(Disconnected) if self.missing > 0 => return Ok(End::Incomplete(self.missing)),
                Err(Disconnected) => return Ok(End::Complete),
            }
            if options.cancel.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
                // Games that had ended before are kept.
                for message in messages {
                    self.hear(message)?;
                }
                return Ok(End::Cancelled);
            }
        }
    }

    fn hear(&mut self, message: Message) -> Result<Option<End>, JournalError> {
        let strict = self.header.config.strict;
        match message {
            Message::Finished { record, failed, log } => {
                self.journal.record(&record)?;
                self.standings.add(&record);
                self.in_a_row = 0;
                (self.on_event)(Event::Finished { record: &record, log, standings: self.standings });
                if strict && failed {
                    return Ok(Some(End::Failed(format!("game {}: {}", record.game + 1, record.detail))));
                }
                Ok(self.standings.is_decided().then_some(End::Decided))
            }
            Message::NotStarted { game, engine, reason, log } => {
                self.missing += 1;
                self.in_a_row += 1;
                let failure = format!("{engine} could not begin game {}: {reason}", game + 1);
                (self.on_event)(Event::NotStarted { game, engine, reason, log });
                Ok((strict || self.in_a_row >= NOT_STARTED_LIMIT).then_some(End::Failed(failure)))
            }
            Message::LogFailed(text) => {
                (self.on_event)(Event::Warning(text));
                Ok(None)
            }
        }
    }
}

/// What all workers see. The queue's lock is held only to take the next game.
struct Shared<'a> {
    header: &'a Header,
    openings: &'a [Opening],
    queue: Mutex<VecDeque<ScheduledGame>>,
    logs: &'a Path,
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    stop: Arc<AtomicBool>,
    engines: BTreeMap<usize, Client>,
}

impl Worker<'_> {
    fn work(mut self, sender: &Sender<Message>) {
        while !self.stop.load(Ordering::Relaxed) {
            let next = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(game) = next else { break };
            if self.play(game, sender).is_none() {
                break;
            }
        }
        self.quit_all();
    }

    /// Both at once: the graces of two engines that do not go should not add up.
    fn quit_all(&mut self) {
        std::thread::scope(|scope| {
            for (_, client) in std::mem::take(&mut self.engines) {
                scope.spawn(|| client.quit());
            }
        });
    }

    /// Plays a game and reports it; `None` where the match was stopped.
    fn play(&mut self, game: ScheduledGame, sender: &Sender<Message>) -> Option<()> {
        for attempt in 1..=ATTEMPTS {
            let (clock, started) = (Instant::now(), seconds_since_1970());
            let (engine, reason, log) = match self.attempt(game) {
                Attempt::Cancelled => return None,
                Attempt::Finished(finish) => {
                    let log = finish.failed_side().and_then(|side| {
                        let log = self.save_log(game, &finish.detail, sender);
                        self.dismiss(game, side);
                        log
                    });
                    let failed = finish.failed_side().is_some();
                    let record = self.record(game, finish, started, clock.elapsed());
                    return sender.send(Message::Finished { record: Box::new(record), failed, log }).ok();
                }
                Attempt::NotStarted(side, fault) => {
                    let engine = if side == Color::White { game.white } else { game.black };
                    let log = self.save_log(game, &format!("{side}: {fault}"), sender);
                    self.dismiss(game, side);
                    (engine, fault.to_string(), log)
                }
            };
            if attempt == ATTEMPTS {
                let engine = self.engine_config(engine).name.clone().unwrap_or_default();
                return sender.send(Message::NotStarted { game: game.index, engine, reason, log }).ok();
            }
        }
        None
    }

    /// Closes an engine that has failed; the next game starts it anew.
    fn dismiss(&mut self, game: ScheduledGame, side: Color) {
        if let Some(client) = self.engines.remove(if side == Color::White { &game.white } else { &game.black }) {
            client.quit();
        }
    }

    fn engine_config(&self, engine: usize) -> EngineConfig {
        self.shared.header.config.engines.get(engine).cloned().unwrap_or_default()
    }

    fn attempt(&mut self, game: ScheduledGame) -> Attempt {
        self.release(game);
        for (engine, side) in [(game.white, Color::White), (game.black, Color::Black)] {
            match self.engage(engine, game) {
                Ok(()) => {}
                Err(Fault::Cancelled) => return Attempt::Cancelled,
                Err(fault) => return Attempt::NotStarted(side, fault),
            }
        }
        let limits = [game.white, game.black].map(|engine| self.engine_config(engine).time_control());
        let rules = GameRules::from(&self.shared.header.config);
        let Some(opening) = self.shared.openings.get(game.opening) else { return Attempt::Cancelled };
        let (mut white, mut black) = (None, None);
        for (&engine, client) in &mut self.engines {
            if engine == game.white {
                white = Some(client);
            } else if engine == game.black {
                black = Some(client);
            }
        }
        let (Some(white), Some(black)) = (white, black) else { return Attempt::Cancelled };
        let [white_limits, black_limits] = limits;
        let sides = [Side { client: white, limits: white_limits }, Side { client: black, limits: black_limits }];
        play(opening, sides, &rules)
    }

    /// Closes the engines that the next game does not need. Built-in players begin every game anew, so that their chance
    /// depends on the game and not on what was played before.
    fn release(&mut self, game: ScheduledGame) {
        let idle: Vec<usize> = self
            .engines
            .keys()
            .copied()
            .filter(|&engine| {
                let needed = engine == game.white || engine == game.black;
                !needed || self.engine_config(engine).is_builtin()
            })
            .collect();
        for engine in idle {
            if let Some(client) = self.engines.remove(&engine) {
                client.quit();
            }
        }
    }

    fn engage(&mut self, engine: usize, game: ScheduledGame) -> Result<(), Fault> {
        if !self.engines.contains_key(&engine) {
            let config = &self.shared.header.config;
            let seed = seed(config.seed, game.index as u64, engine as u64);
            let client = Client::start(&self.engine_config(engine), seed, &config.deadlines, &self.stop)?;
            self.engines.insert(engine, client);
        }
        Ok(())
    }

    fn record(&self, game: ScheduledGame, finish: Finish, started: u64, duration: Duration) -> GameRecord {
        let name = |engine| self.engine_config(engine).name.unwrap_or_default();
        let first_mover = self.shared.openings.get(game.opening).map(|opening| opening.position().side());
        GameRecord {
            game: game.index,
            white: name(game.white),
            black: name(game.black),
            opening: game.opening,
            first_mover: first_mover.unwrap_or(Color::White),
            result: finish.result,
            termination: finish.termination,
            detail: finish.detail,
            overrun: finish.overrun.map(|overrun| overrun.as_secs_f64()),
            started,
            duration: (duration.as_secs_f64() * 1000.0).round() / 1000.0,
            turns: finish.turns,
        }
    }

    /// Writes what both engines said; a file that cannot be written is a warning, not the end of the match.
    fn save_log(&self, game: ScheduledGame, detail: &str, sender: &Sender<Message>) -> Option<PathBuf> {
        let opening = self.shared.header.openings.get(game.opening).map_or("", String::as_str);
        let mut text = format!("game {}\nopening {opening}\n{detail}\n", game.index + 1);
        for (engine, side) in [(game.white, Color::White), (game.black, Color::Black)] {
            let name = self.engine_config(engine).name.unwrap_or_default();
            let report = self.engines.get(&engine).map_or_else(|| "(not running)\n".to_owned(), Client::report);
            text += &format!("\n=== {side}: {name}\n{report}");
        }
        match write_log(self.shared.logs, game.index + 1, &text) {
            Ok(path) => Some(path),
            Err(error) => {
                let warning = format!("cannot write a log into {}: {error}", self.shared.logs.display());
                let _ = sender.send(Message::LogFailed(warning));
                None
            }
        }
    }
}

/// Never over another: a game that is tried again leaves one log each time.
fn write_log(folder: &Path, game: usize, text: &str) -> std::io::Result<PathBuf> {
    use std::io::Write;
    std::fs::create_dir_all(folder)?;
    for number in 1.. {
        let path =
            folder.join(if number == 1 { format!("game-{game}.log") } else { format!("game-{game}-{number}.log") });
        match std::fs::File::create_new(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

fn seconds_since_1970() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs()
}

/// Mixes numbers into a seed (SplitMix64's finaliser).
pub(crate) fn seed(seed: u64, game: u64, engine: u64) -> u64 {
    let mut z = seed ^ game.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ engine.wrapping_mul(0xD1B5_4A32_D192_ED03);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// Starts every engine once and ends it again; says what they call themselves. What would fail in every game fails here,
/// before the first.
///
/// # Errors
///
/// Names the engine that does not start, and why.
pub fn try_engines(config: &MatchConfig, cancel: &Arc<AtomicBool>) -> Result<Vec<String>, (String, Fault)> {
    let mut names = Vec::new();
    for engine in &config.engines {
        let client = Client::start(engine, 0, &config.deadlines, cancel);
        let client = client.map_err(|fault| (engine.name.clone().unwrap_or_default(), fault))?;
        names.push(client.name().to_owned());
        client.quit();
    }
    Ok(names)
}
