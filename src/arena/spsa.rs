//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992), in the form that fishtest made usual for chess
//! engines: pairs of games between two engines whose parameters differ by random steps in opposite directions.
//!
//! Of each pair k all parameters are moved along the result at once, by the step they were tried with. Steps shrink as
//! c / k^γ and gains as a / (A + k)^α; what is set is both at the last pair.

use super::runner::seed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// α: how fast gains shrink.
const GAIN_DECAY: f64 = 0.602;
/// γ: how fast steps shrink.
const STEP_DECAY: f64 = 0.101;
/// A, as a part of all pairs: how long the first gains are held down.
const STABILITY: f64 = 0.1;

/// A whole number that is to be tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The engine's option.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// The least value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// How far from the estimate it is tried at the end; more before.
    pub step: f64,
}

/// How fast is learned, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// All pairs of games.
    pub pairs: u64,
    /// The gain at the end: how much of its step a parameter moves for each point that a pair is won by.
    pub rate: f64,
    /// The seed of all chance.
    pub seed: u64,
}

/// What is known so far.
#[derive(Clone, Debug)]
pub struct Spsa {
    schedule: Schedule,
    parameters: Vec<Parameter>,
    values: Vec<f64>,
}

/// The two engines of a pair: the values of the parameters, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Those of the one engine.
    pub plus: Vec<i64>,
    /// Those of the other.
    pub minus: Vec<i64>,
}

impl Spsa {
    /// Begins at the parameters' start.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, schedule: Schedule) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Self { schedule, parameters, values }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The estimates, in the order of the parameters.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Goes on from estimates that were found before; `false` where they are not as many as the parameters.
    #[must_use]
    pub fn set_values(&mut self, values: Vec<f64>) -> bool {
        let fits = values.len() == self.parameters.len();
        if fits {
            self.values = values;
        }
        fits
    }

    /// The engines of the pair of this number, from 0, about the present estimates. Values between whole numbers are
    /// rounded up or down by chance, so that small differences count too.
    #[must_use]
    pub fn trial(&self, pair: u64) -> Trial {
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed(self.schedule.seed, pair, 1));
        for ((parameter, value), step) in self.parameters.iter().zip(&self.values).zip(self.steps(pair)) {
            let chance: f64 = rng.random();
            let whole = |value: f64| ((value + chance).floor() as i64).clamp(parameter.min, parameter.max);
            plus.push(whole(value + step));
            minus.push(whole(value - step));
        }
        Trial { plus, minus }
    }

    /// Learns from pairs that were all tried about the present estimates: their numbers, and how many points the first
    /// engine was ahead of the second, −2 to 2.
    pub fn learn(&mut self, results: &[(u64, f64)]) {
        let mut moves = vec![0.0; self.values.len()];
        for &(pair, ahead) in results {
            let gain = self.gain(pair) * ahead;
            for ((moved, step), parameter) in moves.iter_mut().zip(self.steps(pair)).zip(&self.parameters) {
                let size = self.step_size(pair);
                *moved += gain * parameter.step / size * step.signum();
            }
        }
        for ((value, moved), parameter) in self.values.iter_mut().zip(moves).zip(&self.parameters) {
            *value = (*value + moved).clamp(parameter.min as f64, parameter.max as f64);
        }
    }

    /// How far each parameter is moved from its estimate in this pair, with the sign for the first engine.
    fn steps(&self, pair: u64) -> impl Iterator<Item = f64> {
        let size = self.step_size(pair);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed(self.schedule.seed, pair, 0));
        self.parameters.iter().map(move |parameter| {
            let step = parameter.step * size;
            if rng.random() { step } else { -step }
        })
    }

    /// c of this pair, where it is 1 at the end.
    fn step_size(&self, pair: u64) -> f64 {
        (self.schedule.pairs as f64 / (pair + 1) as f64).powf(STEP_DECAY)
    }

    /// a of this pair, where it is the rate at the end and steps are 1.
    fn gain(&self, pair: u64) -> f64 {
        let all = self.schedule.pairs as f64;
        let hold = STABILITY * all;
        self.schedule.rate * ((hold + all) / (hold + (pair + 1) as f64)).powf(GAIN_DECAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64) -> Parameter {
        Parameter { name: name.to_owned(), start, min: 0, max: 100, step: 4.0 }
    }

    fn spsa(pairs: u64) -> Spsa {
        let schedule = Schedule { pairs, rate: 0.02, seed: 7 };
        Spsa::new(vec![parameter("a", 20.0), parameter("b", 70.0)], schedule)
    }

    /// Engines whose strength falls with the square of the distance from (60, 30), and luck in every game.
    #[test]
    fn the_best_values_are_found_through_luck() {
        let mut spsa = spsa(20_000);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let strength = |values: &[i64]| {
            let off = |value: i64, best: f64| (value as f64 - best).powi(2) / 100.0;
            -off(values[0], 60.0) - off(values[1], 30.0)
        };
        for batch in 0..2_500 {
            let pairs: Vec<(u64, f64)> = (batch * 8..batch * 8 + 8)
                .map(|pair| {
                    let Trial { plus, minus } = spsa.trial(pair);
                    let expected = 1.0 / (1.0 + (strength(&minus) - strength(&plus)).exp());
                    let mut game = || if rng.random_bool(expected) { 1.0 } else { -1.0 };
                    (pair, game() + game())
                })
                .collect();
            spsa.learn(&pairs);
        }
        let [a, b] = spsa.values() else { panic!("two values") };
        assert!((a - 60.0).abs() < 5.0 && (b - 30.0).abs() < 5.0, "{a} {b}");
    }

    #[test]
    fn trials_are_opposite_steps_that_end_at_the_set_size() {
        let spsa = spsa(1_000);
        let mut signs = [0; 2];
        for pair in 0..1_000 {
            let Trial { plus, minus } = spsa.trial(pair);
            for (i, sign) in signs.iter_mut().enumerate() {
                let middle = (plus[i] + minus[i]) as f64 / 2.0;
                assert!((middle - spsa.values()[i]).abs() <= 1.0, "{plus:?} {minus:?}");
                *sign += (plus[i] - minus[i]).signum();
                assert!(pair < 990 || (plus[i] - minus[i]).abs() == 8, "{plus:?} {minus:?}");
            }
        }
        assert!(signs.iter().all(|sign| sign.abs() < 100), "{signs:?}");
        assert_eq!(spsa.trial(3), spsa.trial(3));
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut spsa = spsa(10);
        for pair in 0..10_000 {
            let steps: Vec<f64> = spsa.steps(pair).collect();
            spsa.learn(&[(pair, 2.0 * steps[0].signum())]);
        }
        assert_eq!(spsa.values()[0], 100.0);
        assert!(spsa.trial(0).plus[0] <= 100);
        assert!(!spsa.set_values(vec![1.0]));
        assert!(spsa.set_values(vec![1.0, 2.0]));
        assert_eq!(spsa.values(), [1.0, 2.0]);
    }
}
