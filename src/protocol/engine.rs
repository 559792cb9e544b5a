//! The engine behind the protocol: its position, its settings, its searcher.

use super::command::{CommandError, Origin};
use super::go::Go;
use super::options;
use super::reply::{ErrorCode, Reply};
use crate::book::{Book, BookError, KnownTurn};
use crate::eval::EvaluationError;
use crate::notation::{LineError, PlayError, PositionTextError, parse_turn, play_words};
use crate::rules::{Claims, Color, Game, Position, Start, Turn, Variant};
use crate::search::{Clock, Level, Limits, Luck, OutOfMemory, Score, Searcher, ThreadsRefused};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What the options have set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// Where the next game begins.
    pub start: Start,
    pub multipv: usize,
    /// Whether to name the expected answer.
    pub ponder: bool,
    pub move_overhead: Duration,
    pub claims: Claims,
    pub level: Level,
    /// Whether to answer from the opening book.
    pub own_book: bool,
    /// What the choice among the book's turns follows; 0: luck.
    pub book_seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            start: Variant::Standard.into(),
            multipv: 1,
            ponder: false,
            move_overhead: Duration::from_millis(10),
            claims: Claims::default(),
            level: Level::FULL,
            own_book: false,
            book_seed: 0,
        }
    }
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub code: ErrorCode,
    pub text: String,
}

impl Refusal {
    pub fn illegal_turn(error: &impl ToString) -> Self {
        Self { code: ErrorCode::IllegalTurn, text: error.to_string() }
    }

    pub fn no_position() -> Self {
        let text = "there is no position since one was refused; send position or uginewgame".to_owned();
        Self { code: ErrorCode::NoPosition, text }
    }
}

impl From<Refusal> for Reply {
    fn from(Refusal { code, text }: Refusal) -> Self {
        Self::Error { code, text }
    }
}

impl From<CommandError> for Refusal {
    fn from(error: CommandError) -> Self {
        Self { code: error.code(), text: error.to_string() }
    }
}

impl From<LineError> for Refusal {
    fn from(error: LineError) -> Self {
        let code = match error {
            LineError::TooLong => ErrorCode::LineTooLong,
            LineError::NotUtf8(_) => ErrorCode::NotUtf8,
        };
        Self { code, text: error.to_string() }
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(error: OutOfMemory) -> Self {
        Self { code: ErrorCode::OutOfMemory, text: error.to_string() }
    }
}

impl From<ThreadsRefused> for Refusal {
    fn from(error: ThreadsRefused) -> Self {
        Self { code: ErrorCode::OutOfMemory, text: error.to_string() }
    }
}

impl From<BookError> for Refusal {
    fn from(error: BookError) -> Self {
        Self { code: ErrorCode::BadOption, text: error.to_string() }
    }
}

impl From<EvaluationError> for Refusal {
    fn from(error: EvaluationError) -> Self {
        Self { code: ErrorCode::BadOption, text: error.to_string() }
    }
}

/// The position, the settings and the searcher.
#[derive(Debug)]
pub(super) struct Engine {
    pub settings: Settings,
    /// The game being looked at; none after one was refused.
    game: Option<Game>,
    searcher: Arc<Mutex<Searcher>>,
    /// Decides what a level below the full strength overlooks, and which turn of the book is played.
    luck: Luck,
    /// The opening book; none before one is asked for.
    pub book: Option<Arc<Book>>,
}

impl Engine {
    pub fn new() -> Result<Self, OutOfMemory> {
        let settings = Settings::default();
        let game = Some(Game::new(Position::start(settings.start)));
        let searcher = Arc::new(Mutex::new(Searcher::new(Searcher::DEFAULT_HASH)?));
        Ok(Self { settings, game, searcher, luck: Luck::unseeded(), book: None })
    }

    /// The searcher, to be had while no search runs.
    pub fn searcher(&self) -> MutexGuard<'_, Searcher> {
        lock(&self.searcher)
    }

    /// The searcher, for a search on another thread.
    pub fn shared_searcher(&self) -> Arc<Mutex<Searcher>> {
        Arc::clone(&self.searcher)
    }

    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    pub fn new_game(&mut self) {
        self.searcher().clear();
        self.game = Some(Game::new(Position::start(self.settings.start)));
    }

    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        options::set(self, name, value)
    }

    /// Sets up a position and plays turns; if that cannot be done there is no position.
    pub fn set_position(&mut self, origin: &Origin, turns: &[String]) -> Result<(), Refusal> {
        self.game = None;
        let start = match origin {
            Origin::StartPosition => Position::start(self.settings.start),
            Origin::Start(start) => Position::start(*start),
            Origin::Fields(fields) => fields.parse().map_err(|error: PositionTextError| Refusal {
                code: ErrorCode::BadPosition,
                text: error.to_string(),
            })?,
        };
        self.game = Some(play(Game::new(start), turns)?);
        Ok(())
    }

    /// Plays turns in the current position; if that cannot be done there is no position any more.
    pub fn play(&mut self, turns: &[String]) -> Result<(), Refusal> {
        let game = self.game.take().ok_or_else(Refusal::no_position)?;
        self.game = Some(play(game, turns)?);
        Ok(())
    }

    /// The limits of a search in this game that was asked for at this moment.
    pub fn limits(&self, game: &Game, go: &Go, start: Instant) -> Result<Limits, Refusal> {
        let position = game.position();
        let mut search_turns: Vec<Turn> = Vec::new();
        for (index, word) in go.search_turns.iter().enumerate() {
            let turn = parse_turn(position, word)
                .map_err(|error| Refusal::illegal_turn(&PlayError { index, word: word.clone(), error }))?;
            if !search_turns.contains(&turn) {
                search_turns.push(turn);
            }
        }
        let plies = |number: i64| number.clamp(1, Score::MAX_PLY.into()) as u32;
        Ok(Limits {
            start,
            depth: go.depth.map(plies),
            nodes: go.nodes.map(|number| number.max(1) as u64),
            move_time: go.move_time.map(duration),
            clock: clock(go, position.side()),
            mate: go.mate.map(plies),
            infinite: go.infinite || !go.ponder && !has_limit(go),
            ponder: go.ponder,
            search_turns,
            multipv: self.settings.multipv,
            move_overhead: self.settings.move_overhead,
        })
    }

    /// Switches the book on or off. It is read now, when no clock runs.
    pub fn set_own_book(&mut self, on: bool) {
        self.settings.own_book = on;
        if on {
            self.book.get_or_insert_with(Book::built_in);
        }
    }

    /// What the book answers, and the answer that it expects; `None` where it is not asked or has no answer. It is not asked
    /// where the client wants to see a search: without end, while pondering, for a win, among some turns, of several lines.
    pub fn book_answer(&mut self, game: &Game, go: &Go) -> Option<(KnownTurn, Option<Turn>)> {
        let settings = &self.settings;
        let wants_search =
            !has_limit(go) || go.infinite || go.ponder || go.mate.is_some() || !go.search_turns.is_empty();
        if !settings.own_book || wants_search || settings.multipv > 1 {
            return None;
        }
        let book = self.book.as_ref()?;
        let position = game.position();
        let known = match settings.book_seed {
            0 => book.answer(game, &mut self.luck),
            seed => book.answer(game, &mut Luck::seeded(seed ^ position.hash())),
        }?;
        let answers = book.turns(&position.play(known.turn)).unwrap_or_default();
        Some((known, answers.first().map(|answer| answer.turn).filter(|_| settings.ponder)))
    }

    /// The limits that the level leaves of these.
    pub fn at_level(&mut self, game: &Game, limits: Limits) -> Limits {
        self.settings.level.strength().limit(game.position(), limits, &mut self.luck)
    }
}

/// A search that has panicked leaves its searcher behind as it was then: it is emptied before it is used again.
pub(super) fn lock(searcher: &Mutex<Searcher>) -> MutexGuard<'_, Searcher> {
    searcher.lock().unwrap_or_else(|poisoned| {
        let mut guard = poisoned.into_inner();
        guard.clear();
        searcher.clear_poison();
        guard
    })
}

fn play(mut game: Game, turns: &[String]) -> Result<Game, Refusal> {
    play_words(&mut game, turns.iter().map(String::as_str)).map_err(|error| Refusal::illegal_turn(&error))?;
    Ok(game)
}

/// Whether anything but `stop` ends the search.
pub(super) fn has_limit(go: &Go) -> bool {
    let limits = [go.depth, go.nodes, go.mate, go.move_time];
    limits.into_iter().chain(go.time).chain(go.increment).any(|limit| limit.is_some())
}

/// The mover's clock. If only the other player's is given, it is taken for both; an increment without a clock counts as a
/// clock with just that on it.
fn clock(go: &Go, side: Color) -> Option<Clock> {
    let of_mover = |[white, black]: [Option<i64>; 2]| match side {
        Color::White => white.or(black),
        Color::Black => black.or(white),
    };
    let increment = of_mover(go.increment);
    let remaining = duration(of_mover(go.time).or(increment)?);
    let turns_to_go = go.moves_to_go.filter(|&turns| turns > 0).map(|turns| u32::try_from(turns).unwrap_or(u32::MAX));
    Some(Clock { remaining, increment: duration(increment.unwrap_or(0)), turns_to_go })
}

/// Milliseconds from a client, cut to zero and to an age (so that no sum of times overflows).
fn duration(millis: i64) -> Duration {
    const LONGEST: i64 = 1 << 40;
    Duration::from_millis(millis.clamp(0, LONGEST) as u64)
}
