//! What the results of paired games say: Elo, normalised Elo, likelihood of superiority, all with their uncertainty.
//!
//! Two games of a pair share an opening, so that they are not independent. Everything here therefore counts pairs (five
//! possible scores: the "pentanomial" model of Michel Van den Bergh, as used by fishtest and fastchess), and single games
//! only where there is no whole pair yet.

use serde::{Deserialize, Serialize};

/// Elo per unit of the logistic scale's natural logarithm, and normalised Elo per unit of t-value: 800 / ln 10.
pub const NORMALISED_ELO: f64 = 347.435_585_522_601;
/// The quantile of a two-sided interval of 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl GameCounts {
    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw 1/2.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Adds a game in which this side scored 0, 1 or 2 half points.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// How many pairs of games gave one side 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// All pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair in which this side scored 0 to 4 half points; more counts as 4.
    pub fn add(&mut self, half_points: u8) {
        if let Some(count) = self.0.get_mut(usize::from(half_points.min(4))) {
            *count += 1;
        }
    }

    /// The same pairs seen from the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    fn sample(&self) -> Sample {
        Sample::new(&self.0, 2.0)
    }
}

/// An estimate with the ends of its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// What the games between two sides say about them, from the first side's view. Every number is finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The expected score of a game, 0 to 1.
    pub score: Estimate,
    /// The difference in Elo.
    pub elo: Estimate,
    /// The difference in normalised Elo.
    pub normalised_elo: Estimate,
    /// The chance that the first side is the stronger one, 0 to 1.
    pub superiority: f64,
}

/// Sums up whole pairs; where there is none, single games; `None` without any game.
#[must_use]
pub fn summarise(pairs: &PairCounts, games: &GameCounts) -> Option<Summary> {
    if pairs.pairs() > 0 {
        Some(pairs.sample().summary())
    } else if games.games() > 0 {
        Some(Sample::new(&[games.losses, games.draws, games.wins], 1.0).summary())
    } else {
        None
    }
}

/// Elo difference that corresponds to an expected score between 0 and 1, both excluded.
#[must_use]
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected score that corresponds to an Elo difference.
#[must_use]
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Independent observations (pairs, or single games) with equally spaced scores from 0 to 1.
struct Sample {
    count: f64,
    mean: f64,
    /// The variance if every observation scored 0 or 1.
    most: f64,
    /// Of one observation; never zero, see [`Sample::new`].
    variance: f64,
    games_per_observation: f64,
}

impl Sample {
    /// The variance is that of the observations, as a share of the most that their mean allows, drawn towards the share
    /// of independent games without draws by the weight of a few pairs. That bit of doubt vanishes as the observations
    /// grow and keeps a handful of equal results from looking certain.
    fn new(counts: &[u64], games_per_observation: f64) -> Self {
        const DOUBT: f64 = 1.0;
        let count: u64 = counts.iter().sum();
        let n = count as f64;
        let step = 1.0 / (counts.len() as f64 - 1.0);
        let moment = |f: &dyn Fn(f64) -> f64| -> f64 {
            counts.iter().enumerate().map(|(i, &c)| c as f64 * f(i as f64 * step)).sum()
        };
        let mean = moment(&|score| score) / n;
        let squares = moment(&|score| (score - mean).powi(2));
        let inner = (n * mean + 0.5) / (n + 1.0);
        let most = inner * (1.0 - inner);
        let share = (squares + DOUBT / games_per_observation) / (n * most + DOUBT);
        Self { count: n, mean, most, variance: share * most, games_per_observation }
    }

    /// Wilson's interval with as many trials as would give this variance: right near scores of 0 and 1 too, where the
    /// plain interval would leave the range.
    fn score(&self) -> Estimate {
        let trials = self.count * self.most / self.variance;
        let z2 = Z95 * Z95 / trials;
        let centre = (self.mean + z2 / 2.0) / (1.0 + z2);
        let half = Z95 / (1.0 + z2) * (self.mean * (1.0 - self.mean) / trials + z2 / (4.0 * trials)).sqrt();
        // A perfect score would be infinite Elo: it counts as half a game less, and an open end as a fortieth less.
        let nearly = 0.5 / (self.count * self.games_per_observation + 1.0);
        let cut = |score: f64, margin: f64| score.clamp(margin, 1.0 - margin);
        Estimate {
            value: cut(self.mean, nearly),
            low: cut(centre - half, nearly / 20.0),
            high: cut(centre + half, nearly / 20.0),
        }
    }

    fn summary(&self) -> Summary {
        let score = self.score();
        let sigma = self.variance.sqrt();
        // Normalised by the deviation of one game, as if the games of a pair were independent.
        let t = (self.mean - 0.5) / (sigma * self.games_per_observation.sqrt());
        let margin = Z95 / (self.count * self.games_per_observation).sqrt();
        let normalised = Estimate { value: t, low: t - margin, high: t + margin };
        Summary {
            score,
            elo: score.map(elo_from_score),
            normalised_elo: normalised.map(|t| t * NORMALISED_ELO),
            superiority: normal_cdf((self.mean - 0.5) / sigma * self.count.sqrt()),
        }
    }
}

/// The standard normal distribution function, to within 1e-7 (Abramowitz and Stegun, formula 7.1.26 on erf).
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    const P: f64 = 0.327_591_1;
    const A: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + P * z);
    let polynomial = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    let tail = polynomial * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    impl PairCounts {
        /// Adds a pair by chance; each score from 0 to 4 half points has its probability.
        pub fn add_random(&mut self, chances: &[f64; 5], rng: &mut impl RngExt) {
            let mut rest: f64 = rng.random();
            let score = chances.iter().position(|chance| {
                rest -= chance;
                rest < 0.0
            });
            self.add(score.unwrap_or(4) as u8);
        }
    }

    fn summary(pairs: [u64; 5]) -> Summary {
        summarise(&PairCounts(pairs), &GameCounts::default()).expect("there are pairs")
    }

    #[test]
    fn known_values_of_a_public_runner() {
        let s = summary([379, 10170, 21828, 10640, 343]);
        assert!((s.normalised_elo.value - 3.05).abs() < 0.01, "{s:?}");
        assert!((s.normalised_elo.margin() - 2.31).abs() < 0.01, "{s:?}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((elo_from_score(0.75) - 190.848_5).abs() < 1e-3);
        for elo in [-500.0, -3.0, 0.0, 77.0] {
            assert!((elo_from_score(score_from_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn normal_distribution() {
        for (x, p) in [(0.0, 0.5), (Z95, 0.975), (-1.0, 0.158_655_254), (3.0, 0.998_650_102)] {
            assert!((normal_cdf(x) - p).abs() < 2e-7, "{x}");
        }
    }

    #[test]
    fn everything_is_finite() {
        let cases = [
            [1, 0, 0, 0, 0],
            [0, 0, 0, 0, 1],
            [0, 0, 1, 0, 0],
            [0, 0, 1000, 0, 0],
            [0, 0, 0, 0, 100_000],
            [0, 1, 0, 0, 0],
        ];
        for case in cases {
            let s = summary(case);
            for e in [s.score, s.elo, s.normalised_elo] {
                assert!(e.value.is_finite() && e.low.is_finite() && e.high.is_finite(), "{case:?} {s:?}");
                assert!(e.low < e.value && e.value < e.high, "{case:?} {s:?}");
            }
            assert!((0.0..=1.0).contains(&s.superiority));
        }
        assert_eq!(summarise(&PairCounts::default(), &GameCounts::default()), None);
    }

    #[test]
    fn a_single_pair_proves_nothing() {
        let s = summary([0, 0, 0, 0, 1]);
        assert!(s.elo.low < 0.0 && s.superiority < 0.99, "{s:?}");
        let s = summary([0, 0, 0, 0, 20]);
        assert!(s.elo.low > 200.0 && s.superiority > 0.999, "{s:?}");
    }

    #[test]
    fn sides_are_symmetric() {
        let pairs = PairCounts([3, 14, 15, 9, 2]);
        let (a, b) = (pairs.sample().summary(), pairs.reversed().sample().summary());
        assert!((a.elo.low + b.elo.high).abs() < 1e-9);
        assert!((a.superiority + b.superiority - 1.0).abs() < 1e-9);
    }

    #[test]
    fn games_without_a_pair_are_counted_alone() {
        let games = GameCounts { wins: 1, draws: 0, losses: 0 };
        let s = summarise(&PairCounts::default(), &games).expect("there is a game");
        assert!(s.elo.value > 0.0 && s.elo.low < 0.0, "{s:?}");
    }

    /// Of intervals from simulated matches about 95 in 100 hold the truth, in short matches and long, near and far from
    /// an even score. (2,000 matches each: a standard deviation is half a per cent.)
    #[test]
    fn intervals_cover() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for distribution in [[0.1, 0.2, 0.4, 0.2, 0.1], [0.02, 0.08, 0.2, 0.3, 0.4], [0.25, 0.0, 0.5, 0.0, 0.25]] {
            let truth: f64 = distribution.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(p, s)| p * s).sum();
            for pairs in [10, 50, 400] {
                let matches = 2000;
                let covered = (0..matches)
                    .filter(|_| {
                        let mut counts = PairCounts::default();
                        for _ in 0..pairs {
                            counts.add_random(&distribution, &mut rng);
                        }
                        let elo = counts.sample().summary().elo;
                        (elo.low..=elo.high).contains(&elo_from_score(truth))
                    })
                    .count();
                let rate = covered as f64 / f64::from(matches);
                assert!((0.93..=0.985).contains(&rate), "{distribution:?} {pairs} pairs: {rate}");
            }
        }
    }
}
