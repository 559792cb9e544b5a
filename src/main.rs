//! The `gipfel` command.

use gipfel::cli::Cli;
use std::io::{Write, stderr};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::from_words(std::env::args_os()).run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where even that cannot be written, the exit status still tells.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(error.exit_status())
        }
    }
}
