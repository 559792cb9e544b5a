//! A network of floating-point numbers, as it is while it learns.

use super::loss::{Loss, sigmoid};
use crate::eval::{FULL, Inputs, LOGIT, Network, NetworkError, OUTPUT_UNIT, Parameters};
use rand::{Rng, RngExt};

/// What can be learned. Rows that share weights are one here: only the shared one is used.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub inputs: Inputs,
    pub width: usize,
    /// The rows, one after another, then the output weights.
    pub weights: Vec<f32>,
}

/// One position to learn from: the rows that hold, and the chance of winning that it should be given.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    pub rows: Vec<u32>,
    pub target: f32,
}

/// Rows' weights beyond this would not fit their integers.
const LARGEST_ROW: f32 = 8.0;
/// Output weights beyond this would not.
const LARGEST_OUTPUT: f32 = 60.0;

impl Model {
    /// A network that has learned nothing: small random weights.
    pub fn new(inputs: Inputs, width: usize, random: &mut impl Rng) -> Self {
        let rows = inputs.rows() * width;
        let mut uniform = |most: f32| (random.random::<f32>() * 2.0 - 1.0) * most;
        let mut weights: Vec<f32> = (0..rows).map(|i| if i % width == 0 { 0.0 } else { uniform(0.15) }).collect();
        weights.extend((0..width).map(|i| if i == 0 { 0.0 } else { uniform(0.5) }));
        Self { inputs, width, weights }
    }

    /// The loss over some lessons, and its gradient, which is added to `gradient`.
    pub fn learn(&self, lessons: &[Lesson], gradient: &mut [f32]) -> Loss {
        self.each(lessons, Some(gradient))
    }

    /// The loss over some lessons.
    pub fn judge(&self, lessons: &[Lesson]) -> Loss {
        self.each(lessons, None)
    }

    fn each(&self, lessons: &[Lesson], gradient: Option<&mut [f32]>) -> Loss {
        match self.width {
            1 => self.pass::<1>(lessons, gradient),
            8 => self.pass::<8>(lessons, gradient),
            16 => self.pass::<16>(lessons, gradient),
            32 => self.pass::<32>(lessons, gradient),
            _ => self.pass::<64>(lessons, gradient),
        }
    }

    fn pass<const WIDTH: usize>(&self, lessons: &[Lesson], mut gradient: Option<&mut [f32]>) -> Loss {
        let (weights, _) = self.weights.as_chunks::<WIDTH>();
        let Some((output, rows)) = weights.split_last() else { return Loss::default() };
        let mut loss = Loss::default();
        for lesson in lessons {
            let mut sums = [0.0_f32; WIDTH];
            for &row in &lesson.rows {
                add(&mut sums, &rows[row as usize]);
            }
            let full = sums.map(|sum| sum.clamp(0.0, 1.0));
            let hidden: f32 = (1..WIDTH).map(|i| full[i] * full[i] * output[i]).sum();
            let logit = sums[0] + hidden;
            loss.add(logit, lesson.target);
            let Some(gradient) = &mut gradient else { continue };
            let error = sigmoid(logit) - lesson.target;
            let (gradient, _) = gradient.as_chunks_mut::<WIDTH>();
            let Some((to_output, to_rows)) = gradient.split_last_mut() else { continue };
            let mut back = [0.0; WIDTH];
            for i in 1..WIDTH {
                to_output[i] += error * full[i] * full[i];
                let slope = if full[i] == sums[i] { 2.0 * full[i] } else { 0.0 };
                back[i] = error * output[i] * slope;
            }
            back[0] = error;
            for &row in &lesson.rows {
                add(&mut to_rows[row as usize], &back);
            }
        }
        loss
    }

    /// Keeps the weights where their integers can hold them.
    pub fn clamp(&mut self) {
        let rows = self.inputs.rows() * self.width;
        let (rows, output) = self.weights.split_at_mut(rows);
        rows.iter_mut().for_each(|weight| *weight = weight.clamp(-LARGEST_ROW, LARGEST_ROW));
        output.iter_mut().for_each(|weight| *weight = weight.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT));
    }

    /// The network in integers.
    ///
    /// # Errors
    ///
    /// Where the description is too long.
    pub fn network(&self, scale: i16, description: &str) -> Result<Network, NetworkError> {
        let Self { inputs, width, .. } = *self;
        let (rows, output) = self.weights.split_at(inputs.rows() * width);
        let unit = |i: usize| if i == 0 { LOGIT } else { FULL } as f32;
        let shared = (0..inputs.rows()).flat_map(|row| {
            let first = inputs.shared(row) * width;
            rows[first..first + width].iter().enumerate().map(move |(i, &weight)| (weight * unit(i)).round() as i16)
        });
        Network::new(Parameters {
            inputs,
            width,
            scale,
            description: description.to_owned(),
            rows: shared.collect(),
            output: output.iter().map(|&weight| (weight * OUTPUT_UNIT as f32).round() as i16).collect(),
        })
    }
}

#[inline(always)]
fn add<const WIDTH: usize>(sums: &mut [f32; WIDTH], row: &[f32; WIDTH]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The gradient is the slope of the loss, weight by weight.
    #[test]
    fn gradients_are_slopes() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for width in [1, 8] {
            let mut model = Model::new(Inputs::Lines, width, &mut random);
            let lessons: Vec<_> = (0..20)
                .map(|i| Lesson {
                    rows: (0..25).map(|_| random.random_range(0..40)).collect(),
                    target: i as f32 / 19.0,
                })
                .collect();
            let mut gradient = vec![0.0; model.weights.len()];
            let loss = model.learn(&lessons, &mut gradient);
            assert_eq!(loss, model.judge(&lessons));
            let mut checked = 0;
            let places = (0..40 * width).chain(model.weights.len() - width + 1..model.weights.len());
            for i in places.filter(|&i| gradient[i].abs() > 0.05).collect::<Vec<_>>() {
                let (before, step) = (model.weights[i], 1e-3);
                model.weights[i] = before + step;
                let more = model.judge(&lessons).total();
                model.weights[i] = before - step;
                let less = model.judge(&lessons).total();
                model.weights[i] = before;
                let slope = (more - less) / (2.0 * f64::from(step));
                let error = (slope - f64::from(gradient[i])).abs();
                assert!(error < 0.03 * slope.abs().max(0.3), "weight {i}: {slope} {}", gradient[i]);
                checked += 1;
            }
            assert!(checked > 20, "{checked}");
        }
    }
}
