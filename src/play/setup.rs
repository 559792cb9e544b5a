//! How a game is set up.

use super::book_choice::BookChoice;
use super::people::People;
use crate::arena::control::ClockControl;
use crate::search::{Level, Searcher};
use std::path::PathBuf;
use std::time::Duration;

/// How a game is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Who plays.
    pub people: People,
    /// How strong the engine plays.
    pub level: Level,
    /// Which opening book it plays from.
    pub book: BookChoice,
    /// The most time that the engine takes for a turn where there are no clocks.
    pub time: Duration,
    /// The clocks.
    pub clock: Option<ClockControl>,
    /// The size of the engine's table, in MiB.
    pub hash: usize,
    /// Decides what the lower levels overlook, and which of the book's turns are played; none for chance.
    pub seed: Option<u64>,
    /// Whether to show what the engine thinks before each turn.
    pub analysis: bool,
    /// Whether the board is seen from Black's side.
    pub flipped: bool,
    /// The file to which the game is written after every turn.
    pub save: Option<PathBuf>,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            people: People::White,
            level: Self::DEFAULT_LEVEL,
            book: BookChoice::default(),
            time: Self::DEFAULT_TIME,
            clock: None,
            hash: Searcher::DEFAULT_HASH,
            seed: None,
            analysis: false,
            flipped: false,
            save: None,
        }
    }
}

impl Setup {
    /// What a new player meets.
    pub const DEFAULT_LEVEL: Level = match Level::new(3) {
        Some(level) => level,
        None => Level::LOWEST,
    };
    /// Long enough to be strong, short enough to be waited for.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(2);
}
