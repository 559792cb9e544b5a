//! The command line: one file per subcommand.

mod ugi;

use clap::{Parser, Subcommand};

/// The strongest, fastest and most complete program for the board game GIPF.
#[derive(Debug, Parser)]
#[command(name = "gipfel", version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ugi(ugi::Ugi),
}

impl Cli {
    /// Runs the chosen subcommand; without one, the engine protocol.
    ///
    /// # Errors
    ///
    /// Whatever the subcommand could not do.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            None => ugi::Ugi::default().run(),
            Some(Command::Ugi(ugi)) => ugi.run(),
        }
    }
}
