//! How scores tell the chance of winning.

use super::Sample;

/// The chance of winning with a score: 1 / (1 + exp(−score / scale)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinCurve {
    /// Centipawns that multiply the odds by e.
    pub scale: f64,
}

/// A score, and how games went on from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The score, in centipawns.
    pub score: f64,
    /// The mean result, from 0 to 1.
    pub points: f64,
    /// Of so many games.
    pub count: f64,
}

impl WinCurve {
    /// The curve under which the results of these samples are likeliest, those with proven results aside; 400 where there is
    /// none.
    #[must_use]
    pub fn of_samples<'a>(samples: impl Iterator<Item = &'a Sample>) -> Self {
        let unproven = samples.filter(|sample| !sample.is_proven());
        let scored = unproven.map(|sample| Scored {
            score: sample.score().into(),
            points: sample.result().points(),
            count: 1.0,
        });
        Self::fit(&scored.collect::<Vec<_>>())
    }

    /// The curve under which these scores are likeliest to have brought these points; 400 where there is none.
    #[must_use]
    pub fn fit(scored: &[Scored]) -> Self {
        // Newton's method on the factor 1 / scale: the likelihood is concave in it.
        let mut factor = 0.002_f64;
        for _ in 0..30 {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for &Scored { score, points, count } in scored {
                let chance = 1.0 / (1.0 + (-score * factor).exp());
                slope += count * score * (points - chance);
                curvature += count * score * score * chance * (1.0 - chance);
            }
            if curvature <= 0.0 {
                return Self { scale: 400.0 };
            }
            let next = (factor + slope / curvature).clamp(factor / 2.0, factor * 2.0).clamp(1e-4, 0.1);
            let done = (next - factor).abs() < 1e-9;
            factor = next;
            if done {
                break;
            }
        }
        Self { scale: 1.0 / factor }
    }

    /// The chance of winning, 0 to 1.
    #[must_use]
    pub fn chance(&self, centipawns: f64) -> f64 {
        1.0 / (1.0 + (-centipawns / self.scale).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};
    use crate::search::Score;
    use crate::training::Wdl;

    #[test]
    fn finds_the_curve_that_made_the_results() {
        let curve = WinCurve { scale: 250.0 };
        let position = Position::start(Variant::Basic);
        let mut samples = Vec::new();
        for score in (-800..=800).step_by(50) {
            let wins = (curve.chance(f64::from(score)) * 1000.0).round() as usize;
            let results = (0..1000).map(|i| if i < wins { Wdl::Win } else { Wdl::Loss });
            samples.extend(results.map(|result| Sample::new(&position, Score::centipawns(score), result, 0)));
        }
        let found = WinCurve::of_samples(samples.iter());
        assert!((found.scale - 250.0).abs() < 2.0, "{found:?}");
    }
}
