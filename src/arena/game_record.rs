//! What is kept of a finished game.

use crate::rules::{Color, DrawReason, EndReason};
use crate::search::Score;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Points {
    /// White has won.
    #[serde(rename = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    Black,
    /// Drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Points {
    /// A win of this colour.
    #[must_use]
    pub const fn win(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }

    /// Half points of a colour: 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self, color: Color) -> u8 {
        match (self, color) {
            (Self::Draw, _) => 1,
            (Self::White, Color::White) | (Self::Black, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// How a game ended, one word each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The loser had no piece left to enter.
    ReserveEmpty,
    /// The loser's last GIPF-piece left the board.
    GipfPiecesLost,
    /// Drawn: a position stood for the third time.
    Repetition,
    /// Drawn: too many turns.
    TurnLimit,
    /// Both engines agreed who was winning.
    Adjudication,
    /// The loser's program ended.
    Crash,
    /// The loser's program lives, but has closed its output.
    OutputClosed,
    /// The loser answered after its time.
    TimeForfeit,
    /// The loser did not answer at all.
    Hang,
    /// The loser's answer was no legal turn.
    IllegalTurn,
}

impl Termination {
    /// All.
    pub const ALL: [Self; 10] = [
        Self::ReserveEmpty,
        Self::GipfPiecesLost,
        Self::Repetition,
        Self::TurnLimit,
        Self::Adjudication,
        Self::Crash,
        Self::OutputClosed,
        Self::TimeForfeit,
        Self::Hang,
        Self::IllegalTurn,
    ];

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ReserveEmpty => "reserve-empty",
            Self::GipfPiecesLost => "gipf-pieces-lost",
            Self::Repetition => "repetition",
            Self::TurnLimit => "turn-limit",
            Self::Adjudication => "adjudication",
            Self::Crash => "crash",
            Self::OutputClosed => "output-closed",
            Self::TimeForfeit => "time-forfeit",
            Self::Hang => "hang",
            Self::IllegalTurn => "illegal-turn",
        }
    }

    /// Whether the loser's program failed, rather than its play.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Crash | Self::OutputClosed | Self::TimeForfeit | Self::Hang | Self::IllegalTurn)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl From<EndReason> for Termination {
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::ReserveEmpty => Self::ReserveEmpty,
            EndReason::GipfPiecesLost => Self::GipfPiecesLost,
        }
    }
}

impl From<DrawReason> for Termination {
    fn from(reason: DrawReason) -> Self {
        match reason {
            DrawReason::Repetition => Self::Repetition,
            DrawReason::TurnLimit => Self::TurnLimit,
        }
    }
}

/// A turn that an engine played, and what it said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// The canonical text.
    pub turn: String,
    /// By the runner's clock, in seconds.
    pub time: f64,
    /// How much longer it took than it had, in seconds, where the margin allowed that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overrun: Option<f64>,
    /// The engine's depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The engine's nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The engine's score in centipawns, from the mover's side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The turns to a proven win, negative to a loss, from the mover's side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
}

impl TurnRecord {
    /// The engine's score, from the mover's side.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let plies = |mate: i32| mate.unsigned_abs().min(Score::MAX_PLY);
        match (self.mate, self.cp) {
            (Some(mate), _) if mate > 0 => Some(Score::win_in(plies(mate))),
            (Some(mate), _) => Some(Score::loss_in(plies(mate))),
            (None, cp) => cp.map(Score::centipawns),
        }
    }
}

/// A finished game: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number in the schedule, from 0.
    pub game: usize,
    /// The name of the engine that played White.
    pub white: String,
    /// The name of the engine that played Black.
    pub black: String,
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The side that moved first after the opening.
    #[serde(with = "color")]
    pub first_mover: Color,
    /// The result.
    pub result: Points,
    /// How it ended.
    pub termination: Termination,
    /// More about the end, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// How much too late the answer came that lost on time, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overrun: Option<f64>,
    /// When it began, in seconds since 1970 (UTC).
    pub started: u64,
    /// How long it took, in seconds.
    pub duration: f64,
    /// The turns after the opening.
    pub turns: Vec<TurnRecord>,
}

/// Colours as `w` and `b`.
mod color {
    use crate::rules::Color;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if *color == Color::White { "w" } else { "b" })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            other => Err(D::Error::custom(format!("{other:?} is no side: expected w or b"))),
        }
    }
}

/// A date, `2026.11.30`, from seconds since 1970 (UTC). Source of the arithmetic: H. Hinnant, "chrono-compatible low-level
/// date algorithms".
#[must_use]
pub fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, text) in [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_764_460_800, "2025.11.30"),
            (4_102_444_799, "2099.12.31"),
        ] {
            assert_eq!(date(seconds), text);
        }
    }

    #[test]
    fn words_in_the_journal_are_the_words_shown() {
        for termination in Termination::ALL {
            assert_eq!(serde_json::to_string(&termination).expect("text"), format!("\"{termination}\""));
        }
        for points in [Points::White, Points::Black, Points::Draw] {
            assert_eq!(serde_json::to_string(&points).expect("text"), format!("\"{points}\""));
            assert_eq!(points.half_points(Color::White) + points.half_points(Color::Black), 2);
        }
    }
}
