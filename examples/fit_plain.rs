//! Fits the weights of the plain evaluation to data from self-play, and prints them as they stand in `src/eval/weights.rs`.
//!
//! ```text
//! cargo run --release --example fit_plain -- DATA...
//! ```
//!
//! Logistic regression by Newton's method: the value, as the logarithm of the odds, is to foretell the chance of winning that the
//! search's score promised. Weights that the data hardly determine stay near those in use. 100 is what a captured piece costs.

use gipfel::eval::{Plain, WEIGHTS, Weights};
use gipfel::rules::Threats;
use gipfel::training::{Sample, WinCurve, read_samples};
use rayon::prelude::*;
use std::error::Error;
use std::path::PathBuf;

const N: usize = Weights::COUNT;
/// Each weight counts as if so many samples had shown it, a hundredth of a logit wide.
const PRIOR: f64 = 100.0;
const ROUNDS: usize = 12;

/// The gradient, half of the Hessian, and the loss of some samples.
struct Sums {
    slope: [f64; N],
    curvature: [[f64; N]; N],
    loss: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let samples = read_samples(&files)?;
    let curve = WinCurve::of_samples(samples.iter().step_by(samples.len().div_ceil(1_000_000).max(1)));
    let units: Vec<Plain> =
        (0..N).map(|i| Plain::new(Weights::from_array(std::array::from_fn(|j| i32::from(i == j))))).collect();
    // The unit of the scores that the data hold is about that of the weights.
    let start = WEIGHTS.to_array().map(|weight| f64::from(weight) / curve.scale);
    let mut weights = start;
    for round in 0..ROUNDS {
        let parts: Vec<Sums> = samples.par_chunks(20_000).map(|part| sums(part, &units, &weights, curve)).collect();
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
        eprintln!("round {round}: loss {:.5} nats", sum.loss / samples.len() as f64);
        let change = solved(sum.curvature, sum.slope);
        weights.iter_mut().zip(change).for_each(|(weight, change)| *weight += change);
    }
    let unit = 100.0 / weights[0];
    println!("{:#?}", Weights::from_array(weights.map(|weight| (weight * unit).round() as i32)));
    Ok(())
}

fn sums(samples: &[Sample], units: &[Plain], weights: &[f64; N], curve: WinCurve) -> Sums {
    let mut sums = Sums { slope: [0.0; N], curvature: [[0.0; N]; N], loss: 0.0 };
    for sample in samples {
        let position = sample.position();
        let threats = Threats::new(&position);
        let mut counts = [0.0; N];
        for (count, unit) in counts.iter_mut().zip(units) {
            *count = f64::from(unit.evaluate(&position, &threats));
        }
        let logit: f64 = counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
        let (chance, target) = (1.0 / (1.0 + (-logit).exp()), curve.chance(sample.score().into()));
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
