//! The sequential probability ratio test: stops a match as soon as it has an answer.
//!
//! Generalised to unknown distributions over the five scores of a pair, with hypotheses in normalised Elo: M. Van den
//! Bergh, "A practical introduction to the GSPRT" and "Normalized Elo in practice" (2020); the same computation as
//! fishtest's and fastchess's.

use super::statistics::{NORMALISED_ELO, PairCounts};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The two hypotheses and the error rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not decided yet.
    Open,
    /// The first side is better by `elo1` rather than by `elo0`.
    Accepted,
    /// The first side is better by `elo0` (or less) rather than by `elo1`.
    Rejected,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Accepted => "H1 accepted",
            Self::Rejected => "H0 accepted",
        })
    }
}

/// Why a test cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// Not four numbers.
    #[error("expected elo0,elo1,alpha,beta (four numbers such as 0,5,0.05,0.05), found {0:?}")]
    Form(String),
    /// elo0 is not below elo1.
    #[error("elo0 must be below elo1")]
    Hypotheses,
    /// An error rate outside the open range from 0 to 0.5.
    #[error("alpha and beta must lie between 0 and 0.5")]
    ErrorRates,
}

impl Sprt {
    /// A test of "better by `elo1`" against "better by `elo0`", both in normalised Elo, that accepts the first wrongly at
    /// most at rate `alpha`, and the second at rate `beta`.
    ///
    /// # Errors
    ///
    /// Where `elo0` is not below `elo1`, or a rate not between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let fits = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            Err(SprtError::Hypotheses)
        } else if !(fits(alpha) && fits(beta)) {
            Err(SprtError::ErrorRates)
        } else {
            Ok(Self { elo0, elo1, alpha, beta })
        }
    }

    /// The bounds of the log-likelihood ratio at which the test ends: (lower, upper).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses: finite for all counts, 0 without pairs.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let distribution = Distribution::new(pairs);
        // Hypotheses speak of single games; the t-value of a pair's mean is larger by the root of two.
        let [t0, t1] = [self.elo0, self.elo1].map(|elo| elo / NORMALISED_ELO * std::f64::consts::SQRT_2);
        distribution.count * distribution.log_likelihood_ratio(t0, t1)
    }

    /// What the test says to these pairs.
    #[must_use]
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        let (lower, upper) = self.bounds();
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The form `elo0,elo1,alpha,beta`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[elo0, elo1, alpha, beta]) => Self::new(elo0, elo1, alpha, beta),
            _ => Err(SprtError::Form(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Sprt {
    type Error = SprtError;
    fn try_from(text: String) -> Result<Self, SprtError> {
        text.parse()
    }
}

impl From<Sprt> for String {
    fn from(sprt: Sprt) -> Self {
        sprt.to_string()
    }
}

const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Chances of the five scores of a pair.
type Chances = [f64; 5];

/// What was observed.
struct Distribution {
    count: f64,
    chances: Chances,
}

fn mean_and_variance(chances: &Chances) -> (f64, f64) {
    let mean = SCORES.iter().zip(chances).map(|(score, p)| score * p).sum();
    let variance = SCORES.iter().zip(chances).map(|(score, p)| (score - mean) * (score - mean) * p).sum();
    (mean, variance)
}

impl Distribution {
    /// A score that was never seen counts as a thousandth of a pair, so that no hypothesis is impossible.
    fn new(pairs: &PairCounts) -> Self {
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let count = counts.iter().sum();
        Self { count, chances: counts.map(|c| c / count) }
    }

    /// Per pair.
    fn log_likelihood_ratio(&self, t0: f64, t1: f64) -> f64 {
        match (self.most_likely(t0), self.most_likely(t1)) {
            (Some(p0), Some(p1)) => {
                self.chances.iter().zip(p0.iter().zip(&p1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum()
            }
            // No distribution found: the normal approximation.
            _ => {
                let (mean, variance) = mean_and_variance(&self.chances);
                let t = (mean - 0.5) / variance.sqrt();
                (t1 - t0) * (t - (t0 + t1) / 2.0)
            }
        }
    }

    /// The distribution under which the observation is most likely, among those whose t-value, the distance of the mean
    /// from 1/2 in standard deviations, is the given one.
    fn most_likely(&self, t: f64) -> Option<Chances> {
        let mut likely = [0.2; 5];
        for _ in 0..50 {
            let before = likely;
            let (mean, variance) = mean_and_variance(&likely);
            let sigma = variance.sqrt();
            let weights = SCORES.map(|score| {
                let spread = (mean - score) / sigma;
                score - 0.5 - t * sigma * (1.0 + spread * spread) / 2.0
            });
            let multiplier = self.multiplier(&weights)?;
            for ((likely, p), weight) in likely.iter_mut().zip(&self.chances).zip(&weights) {
                *likely = p / (1.0 + multiplier * weight);
            }
            if likely.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-10) {
                break;
            }
        }
        likely.iter().all(|p| p.is_finite() && *p > 0.0).then_some(likely)
    }

    /// The root x of the sum of p·w / (1 + x·w), which falls with x between its poles. `None` where all weights have one
    /// sign, so that there is no root.
    fn multiplier(&self, weights: &Chances) -> Option<f64> {
        let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let slope: f64 = self.chances.iter().zip(weights).map(|(p, w)| p * w / (1.0 + middle * w)).sum();
            if slope > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(f64::midpoint(low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn known_values_of_a_public_runner() {
        let sprt: Sprt = "0,2,0.05,0.05".parse().expect("a test");
        for (pairs, ratio) in [([365, 16618, 36229, 16974, 390], 2.250), ([379, 10170, 21828, 10640, 343], 2.945)] {
            let found = sprt.log_likelihood_ratio(&PairCounts(pairs));
            assert!((found - ratio).abs() < 0.01, "{pairs:?}: {found}");
        }
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944).abs() < 0.001 && (lower + 2.944).abs() < 0.001);
    }

    #[test]
    fn finite_in_every_case() {
        let sprt = Sprt::new(-50.0, 100.0, 0.05, 0.05).expect("a test");
        assert_eq!(sprt.log_likelihood_ratio(&PairCounts::default()), 0.0);
        for i in 0..5 {
            for count in [1, 2, 1000, 1_000_000_000] {
                let mut pairs = [0; 5];
                pairs[i] = count;
                let ratio = sprt.log_likelihood_ratio(&PairCounts(pairs));
                assert!(ratio.is_finite(), "{pairs:?}");
                assert!(i != 4 || ratio > 0.0, "{pairs:?}: {ratio}");
                assert!(i != 0 || ratio < 0.0, "{pairs:?}: {ratio}");
            }
        }
    }

    #[test]
    fn refuses_nonsense() {
        for text in ["", "1,2,3", "0,5,0.05,0.05,1", "a,5,0.05,0.05"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError::Form(text.to_owned())));
        }
        assert_eq!("5,5,0.05,0.05".parse::<Sprt>(), Err(SprtError::Hypotheses));
        assert_eq!("0,NaN,0.05,0.05".parse::<Sprt>(), Err(SprtError::Hypotheses));
        assert_eq!("0,5,0,0.05".parse::<Sprt>(), Err(SprtError::ErrorRates));
        assert_eq!("0,5,0.05,0.5".parse::<Sprt>(), Err(SprtError::ErrorRates));
    }

    /// Chances of the five scores with the given normalised Elo, near (1/20, 1/5, 1/2, 1/5, 1/20).
    fn distribution(elo: f64) -> Chances {
        let base = [0.05, 0.2, 0.5, 0.2, 0.05];
        let t = elo / NORMALISED_ELO * std::f64::consts::SQRT_2;
        // Tilting by exp(x·score): the t-value rises with x.
        let (mut low, mut high) = (-5.0, 5.0);
        let tilted = |x: f64| {
            let weights: Vec<f64> = base.iter().zip(SCORES).map(|(p, s)| p * (x * s).exp()).collect();
            let sum: f64 = weights.iter().sum();
            std::array::from_fn(|i| weights[i] / sum)
        };
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let (mean, variance) = mean_and_variance(&tilted(middle));
            if (mean - 0.5) / variance.sqrt() < t { low = middle } else { high = middle }
        }
        tilted(low)
    }

    /// The share of simulated tests that accept the second hypothesis, at the given true strength.
    fn acceptance(sprt: &Sprt, elo: f64, tests: u32, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let chances = distribution(elo);
        let mut accepted = 0;
        for _ in 0..tests {
            let mut pairs = PairCounts::default();
            loop {
                pairs.add_random(&chances, rng);
                if pairs.pairs() % 4 != 0 {
                    continue;
                }
                match sprt.verdict(&pairs) {
                    Verdict::Open => {}
                    verdict => break accepted += u32::from(verdict == Verdict::Accepted),
                }
            }
        }
        f64::from(accepted) / f64::from(tests)
    }

    /// 1,000 simulated tests at either hypothesis: a standard deviation of the rate is 0.7 %. The bounds leave three of
    /// them above the nominal rate.
    #[test]
    fn error_rates_hold() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let sprt = Sprt::new(0.0, 40.0, 0.05, 0.05).expect("a test");
        let wrongly_accepted = acceptance(&sprt, 0.0, 1000, &mut rng);
        let wrongly_rejected = 1.0 - acceptance(&sprt, 40.0, 1000, &mut rng);
        assert!((0.02..=0.071).contains(&wrongly_accepted), "{wrongly_accepted}");
        assert!((0.02..=0.071).contains(&wrongly_rejected), "{wrongly_rejected}");
    }

    #[test]
    fn error_rates_hold_where_they_differ() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
        let sprt = Sprt::new(0.0, 60.0, 0.02, 0.2).expect("a test");
        let wrongly_accepted = acceptance(&sprt, 0.0, 1000, &mut rng);
        let wrongly_rejected = 1.0 - acceptance(&sprt, 60.0, 1000, &mut rng);
        assert!((0.002..=0.034).contains(&wrongly_accepted), "{wrongly_accepted}");
        assert!((0.12..=0.24).contains(&wrongly_rejected), "{wrongly_rejected}");
    }
}
