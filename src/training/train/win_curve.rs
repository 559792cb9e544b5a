//! How scores tell the chance of winning.

use crate::training::Sample;

/// The chance of winning with a score: 1 / (1 + exp(−score / scale)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinCurve {
    /// Centipawns that multiply the odds by e.
    pub scale: f64,
}

impl WinCurve {
    /// The curve under which the results of these samples are likeliest, those with proven results aside; 400 where there is
    /// none.
    #[must_use]
    pub fn fit<'a>(samples: impl Iterator<Item = &'a Sample>) -> Self {
        let unproven = samples.filter(|sample| !sample.is_proven());
        Self::fit_points(&unproven.map(|sample| (sample.score().into(), sample.result().points())).collect::<Vec<_>>())
    }

    /// The curve under which these scores, in centipawns, are likeliest to bring these points, each 0 to 1.
    #[must_use]
    pub fn fit_points(scored: &[(f64, f64)]) -> Self {
        // Newton's method on the factor 1 / scale: the likelihood is concave in it.
        let mut factor = 0.002_f64;
        for _ in 0..30 {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for &(score, points) in scored {
                let chance = 1.0 / (1.0 + (-score * factor).exp());
                slope += score * (points - chance);
                curvature += score * score * chance * (1.0 - chance);
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
        let found = WinCurve::fit(samples.iter());
        assert!((found.scale - 250.0).abs() < 2.0, "{found:?}");
    }
}
