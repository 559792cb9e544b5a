//! Where an evaluation comes from.

use super::{Evaluation, Network, NetworkError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

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

/// The network that is part of the program: how it was made stands in tuning/README.md.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("gipfel.net"));
    Arc::new(network.unwrap_or_else(|error| unreachable!("the built-in network: {error}")))
});

impl Evaluation {
    /// What names the network that is part of the program, in place of a file.
    pub const BUILT_IN: &str = "built-in";
    /// What names the plain evaluation.
    pub const PLAIN: &str = "plain";

    /// The evaluation of that name: [`Evaluation::BUILT_IN`], [`Evaluation::PLAIN`], or the file of a network.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it holds no network.
    pub fn named(name: &str) -> Result<Self, EvaluationError> {
        match name {
            Self::BUILT_IN => Ok(Self::built_in()),
            Self::PLAIN => Ok(Self::Plain),
            path => Self::from_file(Path::new(path)),
        }
    }

    /// By the network that is part of the program.
    #[must_use]
    pub fn built_in() -> Self {
        Self::Network(Arc::clone(&BUILT_IN))
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

impl Default for Evaluation {
    fn default() -> Self {
        Self::built_in()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Threats, Variant};

    #[test]
    fn names_and_files() {
        assert!(matches!(Evaluation::named("plain"), Ok(Evaluation::Plain)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.net");
        let name = path.to_str().unwrap();
        assert!(matches!(Evaluation::named(name), Err(EvaluationError::File { .. })));
        fs::write(&path, "GIPFNET").unwrap();
        assert!(matches!(Evaluation::named(name), Err(EvaluationError::Network { .. })));
        fs::write(&path, BUILT_IN.to_bytes()).unwrap();
        let position = Position::start(Variant::Tournament);
        let value = |evaluation: Evaluation| evaluation.evaluate(&position, &Threats::new(&position));
        assert_eq!(value(Evaluation::named(name).unwrap()), value(Evaluation::named("built-in").unwrap()));
    }
}
