//! All that is needed to go on with a training.
//!
//! A line of JSON with the settings and the losses so far, then the numbers of the weights, of the best weights, and of the
//! two means of AdamW, each 4 bytes, little-endian.

use super::adam::AdamW;
use super::model::Model;
use super::{Epoch, TrainSettings};
use crate::eval::Inputs;
use crate::growing_file::unfinished;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The state of a training.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Checkpoint {
    pub model: Model,
    /// The model with the least validation loss.
    pub best: Model,
    pub adam: AdamW,
    pub epochs: Vec<Epoch>,
}

/// Why a training cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// Reading or writing failed.
    #[error("{path}: {error}")]
    File {
        /// The checkpoint.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// It is none.
    #[error("{0}: this is no checkpoint of a training; delete it to begin anew")]
    Damaged(PathBuf),
    /// Other settings or samples.
    #[error("{0}: this checkpoint is of a training with other settings or samples; delete it to begin anew")]
    Other(PathBuf),
}

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    settings: TrainSettings,
    samples: usize,
    steps: u64,
    epochs: Vec<Epoch>,
}

impl Checkpoint {
    pub fn new(model: Model) -> Self {
        Self { best: model.clone(), adam: AdamW::new(model.weights.len()), model, epochs: Vec::new() }
    }

    /// Ends an epoch with these losses.
    pub fn end_epoch(&mut self, losses: Epoch) {
        if self.epochs.iter().all(|epoch| losses.validation < epoch.validation) {
            self.best = self.model.clone();
        }
        self.epochs.push(losses);
    }

    pub fn save(&self, path: &Path, settings: &TrainSettings, samples: usize) -> Result<(), CheckpointError> {
        let header =
            Header { settings: settings.clone(), samples, steps: self.adam.steps, epochs: self.epochs.clone() };
        let file = |error| CheckpointError::File { path: path.to_owned(), error };
        let mut bytes = serde_json::to_vec(&header).map_err(|error| file(error.into()))?;
        bytes.push(b'\n');
        for numbers in [&self.model.weights, &self.best.weights, &self.adam.mean, &self.adam.square] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        // Written beside it first: an interruption leaves the old one.
        let beside = unfinished(path);
        fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).map_err(file)
    }

    /// The checkpoint, if there is one.
    pub fn load(path: &Path, settings: &TrainSettings, samples: usize) -> Result<Option<Self>, CheckpointError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CheckpointError::File { path: path.to_owned(), error }),
        };
        let damaged = || CheckpointError::Damaged(path.to_owned());
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
        let header: Header = serde_json::from_slice(&bytes[..end]).map_err(|_| damaged())?;
        if header.settings != *settings || header.samples != samples {
            return Err(CheckpointError::Other(path.to_owned()));
        }
        let inputs = Inputs::named(&settings.inputs).ok_or_else(damaged)?;
        let count = (inputs.rows() + 1) * settings.width;
        let (numbers, rest) = bytes[end + 1..].as_chunks();
        let numbers: Vec<f32> = numbers.iter().map(|&number| f32::from_le_bytes(number)).collect();
        if !rest.is_empty() || numbers.len() != 4 * count {
            return Err(damaged());
        }
        let mut parts = numbers.chunks_exact(count).map(<[f32]>::to_vec);
        let mut part = || parts.next().ok_or_else(damaged);
        let width = settings.width;
        Ok(Some(Self {
            model: Model { inputs, width, weights: part()? },
            best: Model { inputs, width, weights: part()? },
            adam: AdamW { mean: part()?, square: part()?, steps: header.steps },
            epochs: header.epochs,
        }))
    }
}
