//! Data from self-play, for fitting the evaluation: making, storing and reading samples.
//!
//! A [`Sample`] is a position, what a search thought of it and how the game ended. [`generate`] makes files of them, and
//! [`read_samples`] reads files back.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod data_file;
mod generate;
mod sample;
mod self_play;
mod train;
mod writer;

pub use data_file::{Counters, DataError, DataFault, DataReader, Origin};
pub use generate::{End, Finish, GenerateError, Progress, RunOptions, Settings, Weights, generate};
pub use sample::{Sample, SampleError, Wdl};
pub use train::{CheckpointError, Epoch, Loss, News, TrainError, TrainSettings, Trained, WinCurve, train};

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Opens a file of samples.
///
/// # Errors
///
/// Where it cannot be read, or is no data file.
pub fn open(path: &Path) -> Result<DataReader<BufReader<File>>, DataError> {
    let file = File::open(path).map_err(DataError::at(path))?;
    DataReader::new(BufReader::with_capacity(1 << 18, file)).map_err(DataError::at(path))
}

/// Reads all samples of a file, up to its last whole block. They take 24 bytes each.
///
/// # Errors
///
/// Where the file cannot be read or is damaged.
pub fn read_samples(path: &Path) -> Result<Vec<Sample>, DataError> {
    let mut reader = open(path)?;
    let bytes = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let mut samples = Vec::with_capacity(bytes as usize / Sample::BYTES);
    while reader.next_block(&mut samples).map_err(DataError::at(path))? {}
    Ok(samples)
}
