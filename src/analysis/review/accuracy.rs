//! How accurately the players played, as lichess computes it for chess: <https://lichess.org/page/accuracy>, and for a
//! whole game `lila`, `AccuracyPercent.scala`.

use crate::rules::Color;

/// The accuracy of one turn, 0 to 100, from the mover's win probability before and after it in percent.
///
/// `103.1668 exp(-0.04354 (before - after)) - 3.1669 + 1`, at most 100 and at least 0; the 1 allows for what the search does
/// not see.
///
/// ```
/// use gipfel::analysis::review::turn_accuracy;
/// assert_eq!(turn_accuracy(60.0, 60.0), 100.0);
/// assert_eq!(turn_accuracy(60.0, 50.0).round(), 65.0);
/// assert_eq!(turn_accuracy(100.0, 0.0), 0.0);
/// ```
#[must_use]
pub fn turn_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    (103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp() - 3.166_924_740_191_411 + 1.0)
        .clamp(0.0, 100.0)
}

/// A turn, for the accuracy of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub mover: Color,
    /// Its own accuracy, 0 to 100.
    pub accuracy: f64,
}

/// The accuracy of a player over a game, 0 to 100; `None` without a turn of his.
///
/// The mean of two means over his turns: the harmonic one, and one weighted by how volatile the game was around each turn.
/// The weight is the standard deviation, from 0.5 to 12, of the win probability in percent over a window of a tenth of the
/// game, 2 to 8 turns. `chances` are White's, in percent: at the start and after each turn.
pub(super) fn game_accuracy(turns: &[Played], chances: &[f64], player: Color) -> Option<f64> {
    let window = (turns.len() / 10).clamp(2, 8);
    // The first turns share the first window.
    let first = chances.windows(window.min(chances.len().max(1))).next();
    let shared = std::iter::repeat_n(first, window.min(chances.len()).saturating_sub(2)).flatten();
    let weights = shared.chain(chances.windows(window)).map(|window| standard_deviation(window).clamp(0.5, 12.0));
    let own: Vec<(f64, f64)> = turns
        .iter()
        .zip(weights)
        .filter(|(turn, _)| turn.mover == player)
        .map(|(turn, weight)| (turn.accuracy, weight))
        .collect();
    if own.is_empty() {
        return None;
    }
    let weight: f64 = own.iter().map(|(_, weight)| weight).sum();
    let weighted = own.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    // A turn of accuracy 0 makes the harmonic mean 0: 1 / 0 is infinite.
    let harmonic = own.len() as f64 / own.iter().map(|(accuracy, _)| 1.0 / accuracy).sum::<f64>();
    Some(f64::midpoint(weighted, harmonic))
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White's accuracy and Black's, from White's chances.
    fn accuracies(chances: &[f64]) -> [Option<f64>; 2] {
        let turns: Vec<Played> = (0..chances.len() - 1)
            .map(|i| {
                let (mover, own): (_, fn(f64) -> f64) =
                    if i % 2 == 0 { (Color::White, |chance| chance) } else { (Color::Black, |chance| 100.0 - chance) };
                Played { mover, accuracy: turn_accuracy(own(chances[i]), own(chances[i + 1])) }
            })
            .collect();
        Color::ALL.map(|player| game_accuracy(&turns, chances, player))
    }

    #[test]
    fn published_points_of_the_curve() {
        let expected = [(0.0, 100.0), (5.0, 80.8), (10.0, 64.6), (20.0, 41.0), (50.0, 9.5), (80.0, 1.0), (100.0, 0.0)];
        for (loss, accuracy) in expected {
            assert!((turn_accuracy(100.0, 100.0 - loss) - accuracy).abs() < 0.1, "{loss}");
        }
        assert_eq!(turn_accuracy(40.0, 60.0), 100.0);
    }

    #[test]
    fn perfect_play_and_no_play() {
        assert_eq!(accuracies(&[50.0; 31]), [Some(100.0); 2]);
        assert_eq!(accuracies(&[50.0]), [None, None]);
        assert_eq!(accuracies(&[50.0, 50.0]), [Some(100.0), None]);
    }

    /// Windows of 2: [50 40] [40 40] [40 40] [40 20]; White's turns are the first and the third, Black's lose nothing.
    #[test]
    fn a_game_by_hand() {
        let [white, black] = accuracies(&[50.0, 40.0, 40.0, 20.0, 20.0]);
        let (first, second) = (turn_accuracy(50.0, 40.0), turn_accuracy(40.0, 20.0));
        let weighted = (5.0 * first + 10.0 * second) / 15.0;
        let harmonic = 2.0 / (1.0 / first + 1.0 / second);
        assert!((white.unwrap() - (weighted + harmonic) / 2.0).abs() < 1e-9);
        assert_eq!(black, Some(100.0));
    }

    #[test]
    fn the_first_turns_share_a_window() {
        // 40 turns: windows of 4, the first of which counts for the first three turns.
        let mut chances = vec![50.0; 41];
        chances[3..].fill(10.0);
        let [white, _] = accuracies(&chances);
        assert!(white.unwrap() < 100.0);
        let hopeless = accuracies(&[100.0, 0.0, 0.0]);
        assert!(hopeless[0].unwrap() < 1.0, "no division by zero: {hopeless:?}");
    }
}
