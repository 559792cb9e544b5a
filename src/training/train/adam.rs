//! AdamW: how weights follow their gradients. Source: I. Loshchilov and F. Hutter, "Decoupled weight decay regularization" (2019).

/// The state of the method: running means of each weight's gradient and of its square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AdamW {
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    /// Steps taken.
    pub steps: u64,
}

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl AdamW {
    pub fn new(weights: usize) -> Self {
        Self { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    /// Moves the weights against their gradient.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let (mean_unit, square_unit) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE.powi(steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
            let step = (*mean / mean_unit) / ((*square / square_unit).sqrt() + EPSILON);
            *weight -= rate * (step + decay * *weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_lowest_point() {
        // (x - 3)² + 10 (y + 1)²
        let mut weights = [0.0, 0.0];
        let mut adam = AdamW::new(2);
        for _ in 0..2000 {
            let gradient = [2.0 * (weights[0] - 3.0), 20.0 * (weights[1] + 1.0)];
            adam.step(&mut weights, &gradient, 0.01, 0.0);
        }
        assert!((weights[0] - 3.0).abs() < 0.01 && (weights[1] + 1.0).abs() < 0.01, "{weights:?}");
    }

    #[test]
    fn decay_forgets() {
        let mut weights = [1.0];
        let mut adam = AdamW::new(1);
        for _ in 0..100 {
            adam.step(&mut weights, &[0.0], 0.1, 0.1);
        }
        assert!((weights[0] - 0.99_f32.powi(100)).abs() < 1e-4);
    }
}
