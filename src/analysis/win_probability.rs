//! What a score is worth: the probability of winning.

use crate::rules::Variant;
use crate::search::Score;

/// The probability of winning, from 0 to 1, of the player whose score it was made of.
///
/// Proven wins and losses are 1 and 0. Any other score lies on a logistic curve, `1 / (1 + exp(-cp / scale))`, with a
/// scale for each variant: basic 47, standard 55, tournament 60 hundredths of a basic piece. They are the maximum
/// likelihood fit to 1,154 games in which the program played itself with 3,000 nodes a turn (`gipfel datagen --nodes 3000
/// --random-turns 0 --seed 91 --positions 120000`, then `gipfel data stats`: every turn's score against the game's result);
/// one captured piece more is worth 89, 86 and 84 %. This type is the only place that
/// knows: a better fit goes here.
///
/// ```
/// use gipfel::analysis::WinProbability;
/// use gipfel::rules::Variant;
/// use gipfel::search::Score;
/// let of = |score| WinProbability::of(score, Variant::Standard).value();
/// assert_eq!(of(Score::DRAW), 0.5);
/// assert_eq!(of(Score::win_in(7)), 1.0);
/// assert!((of(Score::centipawns(55)) - 0.731).abs() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct WinProbability(f64);

impl WinProbability {
    /// What a score is worth to the player whose score it is.
    #[must_use]
    pub fn of(score: Score, variant: Variant) -> Self {
        let scale = match variant {
            Variant::Basic => 47.0,
            Variant::Standard => 55.0,
            Variant::Tournament => 60.0,
        };
        Self(if score.is_win() {
            1.0
        } else if score.is_loss() {
            0.0
        } else {
            1.0 / (1.0 + (-f64::from(score.value()) / scale).exp())
        })
    }

    /// From 0 to 1.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// From 0 to 100.
    #[must_use]
    pub fn percent(self) -> f64 {
        100.0 * self.0
    }

    /// The chances to win, draw and lose, per thousand. Draws are too rare to be told.
    #[must_use]
    pub fn per_mille(self) -> [u32; 3] {
        let win = (1000.0 * self.0).round() as u32;
        [win, 0, 1000 - win]
    }

    /// The other player's.
    #[must_use]
    pub fn of_opponent(self) -> Self {
        Self(1.0 - self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_rises_between_its_ends() {
        for variant in Variant::ALL {
            let of = |score| WinProbability::of(score, variant);
            let scores: Vec<Score> = (-31_000..=31_000).step_by(100).map(Score::centipawns).collect();
            assert!(scores.windows(2).all(|pair| of(pair[0]) <= of(pair[1])));
            for &score in &scores {
                assert!((of(score).value() + of(-score).value() - 1.0).abs() < 1e-12);
                assert!((of(-score).value() - of(score).of_opponent().value()).abs() < 1e-12);
            }
            assert_eq!(of(Score::loss_in(0)).percent(), 0.0);
            assert_eq!(of(Score::WIN).percent(), 100.0);
        }
    }

    #[test]
    fn one_piece_more() {
        let percent = |variant| WinProbability::of(Score::centipawns(100), variant).percent().round();
        assert_eq!(Variant::ALL.map(percent), [89.0, 86.0, 84.0]);
    }
}
