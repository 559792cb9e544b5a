//! The static evaluation of a position.

mod network;
mod plain;
mod source;
mod weights;

pub use network::{FULL, Inputs, LOGIT, Network, NetworkError, OUTPUT_UNIT, Parameters, RowList, WIDTHS};
pub use plain::{Plain, evaluate};
pub use source::EvaluationError;
pub use weights::{PIECE, Weights};

use crate::rules::{Position, Threats};
use std::sync::Arc;

/// How positions are judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Evaluation {
    /// By a sum of what can be counted on the board: [`evaluate`].
    Plain,
    /// By a network.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The checksum that tells networks apart; `None` for the plain evaluation.
    #[must_use]
    pub fn checksum(&self) -> Option<u32> {
        match self {
            Self::Plain => None,
            Self::Network(network) => Some(crc32fast::hash(&network.to_bytes())),
        }
    }

    /// The value of a position from the mover's side, in hundredths of a basic piece.
    ///
    /// It is meant for positions in which the game goes on. It knows nothing of wins and losses, and keeps well below them.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, position: &Position, threats: &Threats) -> i32 {
        match self {
            Self::Plain => plain::evaluate_threats(position, threats),
            Self::Network(network) => network.evaluate(position, threats),
        }
    }
}
