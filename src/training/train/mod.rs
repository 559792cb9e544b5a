//! Training: fitting a network to samples.

mod adam;
mod checkpoint;
mod loss;
mod model;

pub use checkpoint::CheckpointError;
pub use loss::Loss;

use super::{Sample, Scored, Wdl, WinCurve};
use crate::board::Symmetry;
use crate::eval::{Inputs, Network, evaluate};
use crate::rules::{Position, Threats};
use crate::search::Control;
use checkpoint::Checkpoint;
use model::{Lesson, Model};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainSettings {
    /// What the network sees, by the name of its [`Inputs`].
    pub inputs: String,
    /// The width of its table, one of [`crate::eval::WIDTHS`].
    pub width: usize,
    /// How often each sample is seen.
    pub epochs: u32,
    /// The learning rate at the start; it falls to a hundredth of it along a cosine.
    pub rate: f32,
    /// How much weights decay, for each step and unit of the rate.
    pub decay: f32,
    /// Samples for one step.
    pub batch: usize,
    /// How much the search's score counts in the target; the rest is the result of the game. 0 to 1.
    pub blend: f64,
    /// Whether samples are left out whose best turn takes something.
    pub quiet: bool,
    /// One game of so many is for validation.
    pub validation: u32,
    /// Training ends after so many epochs without a better validation loss.
    pub patience: u32,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            inputs: Inputs::MarkedLines.name().to_owned(),
            width: 32,
            epochs: 12,
            rate: 0.003,
            decay: 0.01,
            batch: 16_384,
            blend: 1.0,
            quiet: false,
            validation: 20,
            patience: 3,
            seed: 1,
        }
    }
}

/// The losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// The mean loss over the samples that it learned from, as they were seen, in nats.
    pub training: f64,
    /// The mean loss over the samples for validation, after it.
    pub validation: f64,
    /// The same of the network in integers.
    pub quantised: f64,
}

/// What is heard of a training that goes on.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// The data is there.
    Begin {
        /// Samples to learn from.
        training: usize,
        /// Samples for validation.
        validation: usize,
        /// How scores tell the chance of winning.
        curve: WinCurve,
        /// The validation loss of the plain evaluation, with the curve that fits it best: what there is to beat.
        plain: f64,
    },
    /// An epoch goes on.
    Seen {
        /// Its number, from 1.
        epoch: u32,
        /// Samples that have been seen in it.
        samples: usize,
    },
    /// An epoch has ended.
    Epoch {
        /// Its number, from 1.
        epoch: u32,
        /// Its losses.
        losses: &'a Epoch,
    },
}

/// What has come out of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network with the least validation loss.
    pub network: Network,
    /// The losses of each epoch.
    pub epochs: Vec<Epoch>,
    /// The validation loss of the plain evaluation.
    pub plain: f64,
    /// Whether it went on to its end.
    pub complete: bool,
}

/// Why there is no network.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Nothing to learn from, or to validate with.
    #[error("too few samples: at least two games are needed, one of them for validation")]
    TooFew,
    /// Settings that cannot be.
    #[error("{0}")]
    Settings(String),
    /// The checkpoint is of no use.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Trains a network. After each epoch all that is needed to go on is written to the checkpoint; where there is one already,
/// training goes on from it. Equal samples and settings give equal networks, on any number of threads.
///
/// # Errors
///
/// Where there is too little to learn from, or the checkpoint cannot be used.
pub fn train(
    samples: &[Sample],
    settings: &TrainSettings,
    checkpoint: &Path,
    control: &Control,
    news: &mut dyn FnMut(News<'_>),
) -> Result<Trained, TrainError> {
    let mut training = Training::new(samples, settings, checkpoint)?;
    let plain = training.plain_loss();
    let (learn, validate) = (training.learn.len(), training.validate.len());
    news(News::Begin { training: learn, validation: validate, curve: training.curve, plain });
    while !training.is_over() {
        if !training.epoch(control, news) {
            return training.finish(plain, false);
        }
        training.state.save(checkpoint, settings, samples.len())?;
        if let Some(losses) = training.state.epochs.last() {
            news(News::Epoch { epoch: training.state.epochs.len() as u32, losses });
        }
    }
    training.finish(plain, true)
}

/// A training under way.
struct Training<'a> {
    samples: &'a [Sample],
    settings: &'a TrainSettings,
    inputs: Inputs,
    curve: WinCurve,
    /// The row whose weights each row has.
    shared: Vec<u32>,
    /// Indices of the samples to learn from, and for validation.
    learn: Vec<u32>,
    validate: Vec<u32>,
    state: Checkpoint,
}

/// A scale with which hardly a digit of a network's output is lost, and no chance of winning that matters is beyond its range.
const MANY: i16 = 2000;

/// The parts that a batch is divided into, whatever the number of threads, so that sums come out the same.
const PARTS: usize = 8;

impl<'a> Training<'a> {
    fn new(samples: &'a [Sample], settings: &'a TrainSettings, checkpoint: &Path) -> Result<Self, TrainError> {
        let inputs = Inputs::named(&settings.inputs)
            .ok_or_else(|| TrainError::Settings(format!("no inputs {:?}", settings.inputs)))?;
        if !crate::eval::WIDTHS.contains(&settings.width) {
            return Err(TrainError::Settings(format!(
                "no width {}: there are {:?}",
                settings.width,
                crate::eval::WIDTHS
            )));
        }
        if !(0.0..=1.0).contains(&settings.blend) {
            return Err(TrainError::Settings(format!("a blend of {}: it goes from 0 to 1", settings.blend)));
        }
        if !(settings.rate > 0.0 && settings.rate <= 1.0 && settings.decay >= 0.0 && settings.decay <= 1.0) {
            let text = "the rate must be above 0 and at most 1, the decay between 0 and 1".to_owned();
            return Err(TrainError::Settings(text));
        }
        let is_validation = |&i: &u32| {
            samples[i as usize]
                .game()
                .wrapping_mul(0x9E37_79B1)
                .rotate_left(11)
                .is_multiple_of(settings.validation.max(2))
        };
        let (validate, learn): (Vec<u32>, Vec<u32>) = (0..samples.len() as u32)
            .filter(|&i| !settings.quiet || !samples[i as usize].is_capturing())
            .partition(is_validation);
        if learn.is_empty() || validate.is_empty() {
            return Err(TrainError::TooFew);
        }
        let curve = WinCurve::of_samples(samples.iter().step_by(samples.len().div_ceil(1_000_000)));
        let state = match Checkpoint::load(checkpoint, settings, samples.len())? {
            Some(state) => state,
            None => {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
                Checkpoint::new(Model::new(inputs, settings.width, &mut random))
            }
        };
        let shared = (0..inputs.rows()).map(|row| inputs.shared(row) as u32).collect();
        Ok(Self { samples, settings, inputs, curve, shared, learn, validate, state })
    }

    fn is_over(&self) -> bool {
        let epochs = &self.state.epochs;
        let best = epochs.iter().enumerate().min_by(|a, b| a.1.validation.total_cmp(&b.1.validation));
        let since = best.map_or(0, |(i, _)| epochs.len() - 1 - i);
        epochs.len() >= self.settings.epochs as usize || since >= self.settings.patience.max(1) as usize
    }

    /// Goes through all samples once; false where it was told to stop before the end.
    fn epoch(&mut self, control: &Control, news: &mut dyn FnMut(News<'_>)) -> bool {
        let epoch = self.state.epochs.len() as u32;
        let mut order = self.learn.clone();
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(self.settings.seed ^ u64::from(epoch + 1) << 32));
        let size = self.settings.batch.max(1);
        let batches = order.len().div_ceil(size);
        let all = (batches * self.settings.epochs as usize) as f32;
        let mut losses = Vec::with_capacity(batches);
        for (i, batch) in order.chunks(size).enumerate() {
            if control.is_stopped() {
                return false;
            }
            let progress = (epoch as usize * batches + i) as f32 / all;
            losses.push(self.step(batch, epoch, self.rate(progress)));
            news(News::Seen { epoch: epoch + 1, samples: i * size + batch.len() });
        }
        let training = losses.into_iter().sum::<Loss>().mean();
        let validation = self.validation_loss();
        let quantised = self.quantised_loss();
        self.state.end_epoch(Epoch { training, validation, quantised });
        true
    }

    /// The learning rate when this share of the training is done.
    fn rate(&self, progress: f32) -> f32 {
        let warm = (progress * 50.0).min(1.0);
        let cosine = 0.5 + 0.5 * (progress * std::f32::consts::PI).cos();
        self.settings.rate * warm.max(0.02) * (0.01 + 0.99 * cosine)
    }

    fn step(&mut self, batch: &[u32], epoch: u32, rate: f32) -> Loss {
        let model = &self.state.model;
        let parts: Vec<(Loss, Vec<f32>)> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| {
                let lessons: Vec<_> = part.iter().map(|&i| self.lesson(i, Some(epoch))).collect();
                let mut gradient = vec![0.0; model.weights.len()];
                let loss = model.learn(&lessons, &mut gradient);
                (loss, gradient)
            })
            .collect();
        let mut sum = vec![0.0; model.weights.len()];
        for (_, gradient) in &parts {
            sum.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
        }
        let unit = 1.0 / batch.len() as f32;
        sum.iter_mut().for_each(|slope| *slope *= unit);
        let Checkpoint { model, adam, .. } = &mut self.state;
        adam.step(&mut model.weights, &sum, rate, self.settings.decay);
        model.clamp();
        parts.into_iter().map(|(loss, _)| loss).sum()
    }

    /// What a sample teaches, as one of its images where the network does not see them alike.
    fn lesson(&self, index: u32, epoch: Option<u32>) -> Lesson {
        let sample = &self.samples[index as usize];
        let position = sample.position();
        let position = match epoch {
            Some(epoch) if self.inputs == Inputs::Spots => {
                let image = u64::from(index) ^ u64::from(epoch).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                position.transformed(Symmetry::ALL[(image.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 40) as usize % 12])
            }
            _ => position,
        };
        let rows = self.inputs.rows_of(&position, &Threats::new(&position));
        let rows = rows.as_slice().iter().map(|&row| self.shared[usize::from(row)]).collect();
        Lesson { rows, target: self.target(sample) as f32 }
    }

    /// The chance of winning that the network should see.
    fn target(&self, sample: &Sample) -> f64 {
        let blend = self.settings.blend;
        blend * self.curve.chance(sample.score().into()) + (1.0 - blend) * Wdl::points(sample.result())
    }

    fn validation_loss(&self) -> f64 {
        self.over_validation(|indices| {
            let lessons: Vec<_> = indices.iter().map(|&i| self.lesson(i, None)).collect();
            self.state.model.judge(&lessons)
        })
    }

    fn quantised_loss(&self) -> f64 {
        let Ok(network) = self.state.model.network(MANY, "") else { return f64::NAN };
        self.over_validation(|indices| {
            let mut loss = Loss::default();
            for &i in indices {
                let sample = &self.samples[i as usize];
                let position: Position = sample.position();
                let value = network.evaluate(&position, &Threats::new(&position));
                loss.add((f64::from(value) / f64::from(MANY)) as f32, self.target(sample) as f32);
            }
            loss
        })
    }

    /// The validation loss of the plain evaluation.
    fn plain_loss(&self) -> f64 {
        let scored = self.validate.iter().map(|&i| {
            let sample = &self.samples[i as usize];
            Scored { score: evaluate(&sample.position()).into(), points: self.target(sample), count: 1.0 }
        });
        let scored: Vec<_> = scored.collect();
        let curve = WinCurve::fit(&scored);
        let mut loss = Loss::default();
        scored.iter().for_each(|each| loss.add((each.score / curve.scale) as f32, each.points as f32));
        loss.mean()
    }

    fn over_validation(&self, loss: impl Fn(&[u32]) -> Loss + Send + Sync) -> f64 {
        let losses: Vec<Loss> = self.validate.par_chunks(4096).map(loss).collect();
        losses.into_iter().sum::<Loss>().mean()
    }

    /// Centipawns for one unit of the network's output: so that 100 are what the capture of a basic piece is worth, that is, what the
    /// value changes on average with one piece fewer in the opponent's reserve.
    fn scale(&self, model: &Model) -> i16 {
        let Ok(network) = model.network(MANY, "") else { return MANY };
        let value = |position: &Position| f64::from(network.evaluate(position, &Threats::new(position)));
        let changes = self.validate.iter().filter_map(|&i| {
            let position = self.samples[i as usize].position();
            let opponent = !position.side();
            let mut setup = position.setup();
            // Nearly empty reserves are another matter.
            setup.reserve[opponent as usize] = position.reserve(opponent).checked_sub(1).filter(|&left| left >= 3)?;
            Some(value(&setup.build().ok()?) - value(&position))
        });
        let (sum, count) = changes.fold((0.0, 0_u32), |(sum, count), change| (sum + change, count + 1));
        let piece = sum / f64::from(count.max(1)) / f64::from(MANY);
        if piece > 0.0 { (100.0 / piece).round().clamp(1.0, f64::from(MANY)) as i16 } else { MANY }
    }

    fn finish(self, plain: f64, complete: bool) -> Result<Trained, TrainError> {
        let Checkpoint { best, epochs, .. } = &self.state;
        let least = epochs.iter().map(|epoch| epoch.validation).fold(f64::INFINITY, f64::min);
        let settings = self.settings;
        let description = format!(
            "{} x {}, {} samples, {} epochs, loss {least:.4}",
            settings.inputs,
            settings.width,
            self.samples.len(),
            epochs.len()
        );
        let network =
            best.network(self.scale(best), &description).map_err(|error| TrainError::Settings(error.to_string()))?;
        Ok(Trained { network, epochs: epochs.clone(), plain, complete })
    }
}
