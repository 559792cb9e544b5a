//! `gipfel ugi`: the engine protocol on standard input and output.

use super::error::CliError;
use crate::protocol::{ServeError, serve};
use clap::Args;
use std::io::{self, BufReader, IsTerminal, Write};

/// Speak the engine protocol UGI, as without a subcommand
///
/// Reads commands from standard input and writes replies to standard output, a line each, until quit or the end of the
/// input. For programs that show a board or let engines play each other.
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  gipfel ugi
  echo 'perft 3' | gipfel ugi")]
pub struct UgiArgs {}

impl UgiArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if io::stdin().is_terminal() {
            eprintln!(
                "Gipfel {} speaks the engine protocol here: help lists its commands, quit ends it. \
                 gipfel --help names what else there is.",
                env!("CARGO_PKG_VERSION")
            );
        }
        serve(BufReader::new(io::stdin()), out).map_err(|error| match error {
            ServeError::Io(error) => error.into(),
            ServeError::OutOfMemory(error) => CliError::Failed(error.to_string()),
        })
    }
}
