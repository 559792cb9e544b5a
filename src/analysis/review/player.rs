//! How one player played a game.

use super::accuracy::{Played, game_accuracy};
use super::{Grade, ReviewedTurn, WinProbability};
use crate::notation::Record;
use crate::rules::Color;

/// How a player played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerReview {
    /// His colour.
    pub color: Color,
    /// His name, where the record knows it.
    pub name: Option<String>,
    /// From 0 to 100; `None` where he played no turn.
    pub accuracy: Option<f64>,
    /// How often he gave a proven win away.
    pub missed_wins: usize,
    /// How many of his turns have each grade, in the order of [`Grade::ALL`].
    grades: [usize; 5],
}

impl PlayerReview {
    pub(super) fn of(color: Color, record: &Record, start: WinProbability, turns: &[ReviewedTurn]) -> Self {
        let played: Vec<Played> =
            turns.iter().map(|turn| Played { mover: turn.mover, accuracy: turn.accuracy }).collect();
        let chances: Vec<f64> = std::iter::once(start)
            .chain(turns.iter().map(ReviewedTurn::white_win))
            .map(WinProbability::percent)
            .collect();
        let own = || turns.iter().filter(|turn| turn.mover == color);
        Self {
            color,
            name: record.tags.get(color_name(color)).filter(|name| !matches!(*name, "" | "?")).map(str::to_owned),
            accuracy: game_accuracy(&played, &chances, color),
            missed_wins: own().filter(|turn| turn.missed_win.is_some()).count(),
            grades: Grade::ALL.map(|grade| own().filter(|turn| turn.grade == grade).count()),
        }
    }

    /// How many of his turns have a grade.
    #[must_use]
    pub fn count(&self, grade: Grade) -> usize {
        Grade::ALL.into_iter().zip(self.grades).find(|(known, _)| *known == grade).map_or(0, |(_, count)| count)
    }

    /// His name; where it is not known, his colour.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.name.as_deref().unwrap_or(color_name(self.color))
    }
}

/// The name of a colour, which is that of the tag with the player's name too.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
