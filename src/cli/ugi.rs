//! `gipfel ugi`: the engine protocol on stdin and stdout.

use super::error::CliError;
use crate::protocol;
use clap::Args;
use std::io::{self, BufReader, IsTerminal};

/// Speak the engine protocol, for programs (what happens without a subcommand too).
#[derive(Debug, Default, Args)]
pub struct Ugi {}

impl Ugi {
    /// Speaks the protocol until `quit`, the end of the input or a closed output.
    ///
    /// # Errors
    ///
    /// Where input or output fail.
    pub fn run(self) -> Result<(), CliError> {
        if io::stdin().is_terminal() {
            eprintln!(
                "Gipfel {}: the engine protocol, for programs. Type help for its commands; gipfel --help lists what else there is.",
                env!("CARGO_PKG_VERSION")
            );
        }
        protocol::serve(BufReader::new(io::stdin()), io::stdout()).map_err(|error| CliError::Failed(error.to_string()))
    }
}
