//! Who plays, and how a game between people ends.

use super::session::SessionError;
use crate::arena::game_record::Termination;
use crate::notation::RecordResult;
use crate::rules::{Color, GameResult, Outcome};
use std::fmt;
use std::str::FromStr;

/// Which sides people play; the engine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// A person plays White.
    White,
    /// A person plays Black.
    Black,
    /// Two persons.
    Both,
    /// The engine plays itself.
    Nobody,
}

impl People {
    /// All, with their words.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::White, "white"), (Self::Black, "black"), (Self::Both, "both"), (Self::Nobody, "none")];

    /// Whether a person plays this side.
    #[must_use]
    pub const fn play(self, color: Color) -> bool {
        match color {
            Color::White => matches!(self, Self::White | Self::Both),
            Color::Black => matches!(self, Self::Black | Self::Both),
        }
    }
}

impl fmt::Display for People {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL.iter().find(|(people, _)| people == self).map_or("", |(_, word)| word))
    }
}

impl FromStr for People {
    type Err = SessionError;

    fn from_str(text: &str) -> Result<Self, SessionError> {
        let found = Self::ALL.iter().find(|(_, word)| word.eq_ignore_ascii_case(text));
        found.map(|&(people, _)| people).ok_or_else(|| SessionError::People(text.to_owned()))
    }
}

/// How a game between people ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, or drawn by a claim.
    Result(GameResult),
    /// This side gave up.
    Resigned(Color),
    /// This side's time was over.
    Time(Color),
}

impl Ending {
    /// The result for the record.
    #[must_use]
    pub const fn result(self) -> RecordResult {
        match self {
            Self::Result(GameResult::Decided(Outcome { winner, .. })) => RecordResult::Won(winner),
            Self::Result(GameResult::Drawn(_)) => RecordResult::Drawn,
            Self::Resigned(Color::White) | Self::Time(Color::White) => RecordResult::Won(Color::Black),
            Self::Resigned(Color::Black) | Self::Time(Color::Black) => RecordResult::Won(Color::White),
        }
    }

    /// The word for the record's tag `Termination`.
    #[must_use]
    pub fn termination(self) -> &'static str {
        match self {
            Self::Result(GameResult::Decided(Outcome { reason, .. })) => Termination::from(reason).word(),
            Self::Result(GameResult::Drawn(reason)) => Termination::from(reason).word(),
            Self::Resigned(_) => RESIGNATION,
            Self::Time(_) => Termination::TimeForfeit.word(),
        }
    }
}

/// In words.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result(GameResult::Decided(Outcome { winner, reason })) => {
                write!(f, "{winner} has won: {} has {reason}", !*winner)
            }
            Self::Result(GameResult::Drawn(reason)) => write!(f, "Draw: {reason}"),
            Self::Resigned(color) => write!(f, "{} has won: {color} has resigned", !*color),
            Self::Time(color) => write!(f, "{} has won: {color}'s time is over", !*color),
        }
    }
}

/// The word for a game that was given up.
pub(super) const RESIGNATION: &str = "resignation";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_people() {
        for (people, word) in People::ALL {
            assert_eq!((word.to_uppercase().parse(), people.to_string()), (Ok(people), word.to_owned()));
        }
        assert!("red".parse::<People>().unwrap_err().to_string().contains("white, black, both or none"));
    }
}
