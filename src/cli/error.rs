//! What a subcommand could not do, and what that means for the exit status.

use std::fmt::Display;
use std::io;
use std::path::Path;
use thiserror::Error;

/// Why a subcommand has not done what was asked.
#[derive(Debug, Error)]
pub enum CliError {
    /// It was asked for something that cannot be: exit status 2.
    #[error("invalid value '{value}' for '{argument}': {reason}\n\nFor more information, try '--help'.")]
    Usage {
        /// The argument, as the help writes it.
        argument: String,
        /// What was given.
        value: String,
        /// What is wrong with it, and what would be right.
        reason: String,
    },
    /// The work failed: exit status 1.
    #[error("{0}")]
    Failed(String),
    /// Standard output or standard input failed: exit status 1.
    #[error("cannot write the output or read the input: {0}")]
    Stream(#[from] io::Error),
}

impl CliError {
    /// An argument that cannot be.
    pub(super) fn usage(argument: &str, value: impl Display, reason: impl Display) -> Self {
        Self::Usage { argument: argument.to_owned(), value: value.to_string(), reason: reason.to_string() }
    }

    /// An interruption between two of several positions: what is left out is not passed over in silence.
    pub(super) fn stopped_between() -> Self {
        Self::Failed("stopped before all positions were looked at".to_owned())
    }

    /// A file that cannot be written or read; `action` is the verb.
    pub(super) fn file(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::Failed(format!("cannot {action} {}: {error}", path.display()))
    }

    /// 2 for wrong usage, 1 for failed work.
    #[must_use]
    pub const fn exit_status(&self) -> u8 {
        match self {
            Self::Usage { .. } => 2,
            Self::Failed(_) | Self::Stream(_) => 1,
        }
    }

    /// Whether the reader of the output has gone away, as `head` does when it has read enough.
    #[must_use]
    pub fn is_closed_output(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
