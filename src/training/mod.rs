//! Data from self-play, for fitting the evaluation: making, storing and reading samples.
//!
//! A [`Sample`] is a position, what a search thought of it and how the game ended. [`generate`] makes files of them, [`read_samples`] reads
//! files back, [`DataReader`] reads any source of bytes block by block or, as an iterator, sample by sample. [`train`] fits
//! networks to them.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod chart;
mod data_file;
mod files;
mod generate;
pub mod report;
mod sample;
mod self_play;
mod stats;
mod train;
mod win_curve;
mod writer;

pub use chart::{calibration_chart, loss_chart};
pub use data_file::{Counters, DataError, DataFault, DataReader, Origin, Samples};
pub use files::{ExportError, Merged, export, merge, open, read_samples, shuffle};
pub use generate::{End, Finish, GenerateError, Progress, RunOptions, Settings, Weights, generate};
pub use sample::{Sample, SampleError, Wdl};
pub use stats::{FileStats, Stats, Summary};
pub use train::{CheckpointError, Epoch, Loss, News, TrainError, TrainSettings, Trained, train};
pub use win_curve::{Scored, WinCurve};
