//! A game: a start position, the turns played, and the claims that can end it in a draw.

use super::outcome::Outcome;
use super::position::Position;
use super::turn::Turn;

/// The draws that can be claimed on top of the rules: rules, section 5. The rules library itself never ends a game so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// A position that stands for the third time is drawn.
    pub repetition: bool,
    /// A game is drawn after this many turns, counted from its start position; 0 for no limit.
    pub turn_limit: u32,
}

impl Claims {
    /// No draw is ever claimed.
    pub const NONE: Self = Self { repetition: false, turn_limit: 0 };
}

/// Third repetition, and 400 turns.
impl Default for Claims {
    fn default() -> Self {
        Self { repetition: true, turn_limit: 400 }
    }
}

/// How a game stands when claims are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Won and lost by the rules.
    Decided(Outcome),
    /// Drawn by a claim.
    Drawn(DrawReason),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The position stands for the third time.
    Repetition,
    /// The limit of turns is reached.
    TurnLimit,
}

impl std::fmt::Display for DrawReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Repetition => "the position stands for the third time",
            Self::TurnLimit => "the limit of turns is reached",
        })
    }
}

/// A game in progress: the position and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    turns: Vec<Turn>,
    /// The hashes of all positions but the current one, from the start on.
    hashes: Vec<u64>,
}

impl Game {
    /// A game that begins in this position.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self { start, position: start, turns: Vec::new(), hashes: Vec::new() }
    }

    /// The start position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The turns played so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The hashes of the positions before the current one, the oldest first.
    #[must_use]
    pub fn previous_hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Plays a legal turn; one that is not legal here is not played, and the answer is `false`.
    pub fn play(&mut self, turn: Turn) -> bool {
        let legal = self.position.is_legal(turn);
        if legal {
            self.hashes.push(self.position.hash());
            self.turns.push(turn);
            self.position = self.position.play(turn);
        }
        legal
    }

    /// Takes the last turn back and returns it.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.hashes.pop();
        self.position = self.turns.iter().fold(self.start, |position, &turn| position.play(turn));
        Some(turn)
    }

    /// How many times the current position has stood, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        1 + self.hashes.iter().filter(|&&hash| hash == self.position.hash()).count()
    }

    /// The result, if the game is over by the rules or by a claim.
    #[must_use]
    pub fn result(&self, claims: Claims) -> Option<GameResult> {
        if let Some(outcome) = self.position.outcome() {
            Some(GameResult::Decided(outcome))
        } else if claims.repetition && self.repetitions() >= 3 {
            Some(GameResult::Drawn(DrawReason::Repetition))
        } else if claims.turn_limit > 0 && self.turns.len() >= claims.turn_limit as usize {
            Some(GameResult::Drawn(DrawReason::TurnLimit))
        } else {
            None
        }
    }
}
