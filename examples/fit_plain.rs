//! Fits the weights of the plain evaluation to data from self-play, for each variant apart, and prints them as they stand in
//! `src/eval/weights.rs`.
//!
//! ```text
//! cargo run --release --example fit_plain -- DATA...
//! ```
//!
//! Logistic regression by Newton's method: the value, as the logarithm of the odds, is to foretell the chance of winning that the
//! search's score promised. Weights that the data hardly determine stay near those in use. 100 is what a captured piece costs.

use gipfel::eval::{Plain, Weights};
use gipfel::rules::{Threats, Variant};
use gipfel::training::{Sample, WinCurve, read_samples};
use rayon::prelude::*;
use std::error::Error;
use std::path::PathBuf;

const N: usize = Weights::COUNT;
/// The precision of what is taken for granted: that each weight, in logits, lies within about a tenth of the one in use.
const PRIOR: f64 = 100.0;
/// Steps of Newton's method.
const ROUNDS: usize = 10;
/// The parts of the data, whole games each, whose differences tell how exact the weights are.
const PARTS: u32 = 10;

/// The gradient, the Hessian, and the loss of some samples.
struct Sums {
    slope: [f64; N],
    curvature: [[f64; N]; N],
    loss: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let samples = read_samples(&files)?;
    for variant in Variant::ALL {
        println!("{variant}:");
        let samples: Vec<&Sample> = samples.iter().filter(|sample| sample.position().variant() == variant).collect();
        if !samples.is_empty() {
            fit(&samples, Weights::of(variant));
        }
    }
    Ok(())
}

/// Fits weights, and prints them.
fn fit(samples: &[&Sample], start: Weights) {
    let fit = Fit {
        curve: WinCurve::of_samples(samples.iter().copied().step_by(samples.len().div_ceil(1_000_000))),
        start,
        units: (0..N).map(|i| Plain::new(Weights::from_array(std::array::from_fn(|j| i32::from(i == j))))).collect(),
    };
    let all = fit.weights(samples);
    println!("{:#?}", Weights::from_array(all.map(|weight| weight.round() as i32)));
    let parts: Vec<[f64; N]> = (0..PARTS)
        .map(|part| {
            fit.weights(&samples.iter().copied().filter(|sample| sample.game() % PARTS == part).collect::<Vec<_>>())
        })
        .collect();
    println!("with standard errors, from {PARTS} parts of the games:");
    for (i, weight) in all.into_iter().enumerate() {
        let squares: f64 = parts.iter().map(|part| (part[i] - weight).powi(2)).sum();
        let error = (squares / f64::from(PARTS * (PARTS - 1))).sqrt();
        println!("{i:>2} {weight:>8.1} ± {error:.1}");
    }
}

struct Fit {
    curve: WinCurve,
    /// The weights that each is taken to be near.
    start: Weights,
    /// For each weight, the evaluation in which it alone counts.
    units: Vec<Plain>,
}

impl Fit {
    /// The weights that fit these samples best.
    fn weights(&self, samples: &[&Sample]) -> [f64; N] {
        // The unit of the scores that the data hold is about that of the weights.
        let start = self.start.to_array().map(|weight| f64::from(weight) / self.curve.scale);
        let mut weights = start;
        for round in 1..=ROUNDS {
            let parts: Vec<Sums> = samples.par_chunks(20_000).map(|part| self.sums(part, &weights)).collect();
            let mut sum = Sums { slope: [0.0; N], curvature: [[0.0; N]; N], loss: 0.0 };
            for part in parts {
                sum.loss += part.loss;
                for i in 0..N {
                    sum.slope[i] += part.slope[i];
                    for j in 0..N {
                        sum.curvature[i][j] += part.curvature[i][j];
                    }
                }
            }
            for i in 0..N {
                sum.slope[i] -= PRIOR * (weights[i] - start[i]);
                sum.curvature[i][i] += PRIOR;
            }
            if round == ROUNDS {
                eprintln!("{} samples: loss {:.5} nats", samples.len(), sum.loss / samples.len() as f64);
            }
            let change = solved(sum.curvature, sum.slope);
            weights.iter_mut().zip(change).for_each(|(weight, change)| *weight += change);
        }
        weights.map(|weight| 100.0 * weight / weights[0])
    }

    fn sums(&self, samples: &[&Sample], weights: &[f64; N]) -> Sums {
        let mut sums = Sums { slope: [0.0; N], curvature: [[0.0; N]; N], loss: 0.0 };
        for sample in samples {
            let position = sample.position();
            let threats = Threats::new(&position);
            let mut counts = [0.0; N];
            for (count, unit) in counts.iter_mut().zip(&self.units) {
                *count = f64::from(unit.evaluate(&position, &threats));
            }
            let logit: f64 = counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
            let (chance, target) = (1.0 / (1.0 + (-logit).exp()), self.curve.chance(sample.score().into()));
            sums.loss += logit.max(0.0) + (-logit.abs()).exp().ln_1p() - target * logit;
            for i in (0..N).filter(|&i| counts[i] != 0.0) {
                sums.slope[i] += counts[i] * (target - chance);
                for j in 0..N {
                    sums.curvature[i][j] += counts[i] * counts[j] * chance * (1.0 - chance);
                }
            }
        }
        sums
    }
}

/// The solution of a system of linear equations with a positive definite matrix, by Gauss's elimination.
fn solved(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for row in i + 1..N {
            let factor = matrix[row][i] / matrix[i][i];
            let pivot = matrix[i];
            matrix[row].iter_mut().zip(pivot).for_each(|(entry, above)| *entry -= factor * above);
            right[row] -= factor * right[i];
        }
    }
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|column| matrix[i][column] * right[column]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}
