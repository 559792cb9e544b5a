//! Where an evaluation comes from.

use super::{Evaluation, Network, NetworkError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why there is no such evaluation.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// The file cannot be read.
    #[error("cannot read the network {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// The file holds no network.
    #[error("{path}: {error}")]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
}

impl Evaluation {
    /// What names the plain evaluation, in place of a file.
    pub const PLAIN: &str = "plain";

    /// The evaluation of that name: [`Evaluation::PLAIN`], or the file of a network.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it holds no network.
    pub fn named(name: &str) -> Result<Self, EvaluationError> {
        match name {
            Self::PLAIN => Ok(Self::Plain),
            path => Self::from_file(Path::new(path)),
        }
    }

    /// By the network in this file.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it holds no network.
    pub fn from_file(path: &Path) -> Result<Self, EvaluationError> {
        // A network is small: whatever is larger is none, and need not be read.
        let file = fs::File::open(path).and_then(|file| {
            let mut bytes = Vec::new();
            io::Read::read_to_end(&mut io::Read::take(file, Network::LARGEST_FILE), &mut bytes)?;
            Ok(bytes)
        });
        let bytes = file.map_err(|error| EvaluationError::File { path: path.to_owned(), error })?;
        let network = Network::from_bytes(&bytes);
        let network = network.map_err(|error| EvaluationError::Network { path: path.to_owned(), error })?;
        Ok(Self::Network(Arc::new(network)))
    }
}
