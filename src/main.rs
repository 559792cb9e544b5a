//! The `gipfel` command.

use clap::Parser;
use gipfel::cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gipfel: {error:#}");
            ExitCode::FAILURE
        }
    }
}
