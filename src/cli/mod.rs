//! The command line: one file per subcommand.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod analyse;
mod analyse_json;
pub mod bench;
mod book;
mod completions;
mod conform;
mod convert;
mod course;
mod data;
mod datagen;
mod error;
mod interrupt;
mod man;
mod match_;
mod match_config;
mod match_show;
pub mod perft;
mod play;
mod positions;
mod review;
mod show;
mod show_pictures;
mod solve;
mod terminal;
mod train;
mod tune;
mod ugi;
mod values;

pub use error::CliError;

use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io;

/// The strongest, fastest and most complete program for the board game GIPF.
///
/// Without a subcommand it speaks the engine protocol UGI on standard input and output, for programs that show a board
/// or let engines play each other.
#[derive(Debug, Parser)]
#[command(name = "gipfel", version, about, max_term_width = 100)]
#[command(after_help = "\
Examples:
  gipfel analyse standard              think about the start position of a standard game
  gipfel play                          play against the engine
  gipfel show standard --moves g2      draw the board after White's turn g2
  gipfel perft tournament --depth 5    count sequences of five turns
  gipfel match --engine name=gipfel --engine builtin:depth2 --tc 1+0.01 --openings 20
                                       let engines play each other
  gipfel help analyse                  say more about a subcommand")]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ugi(ugi::UgiArgs),
    Analyse(analyse::AnalyseArgs),
    Solve(solve::SolveArgs),
    Show(show::ShowArgs),
    Play(Box<play::PlayArgs>),
    Review(review::ReviewArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Match(Box<match_::MatchArgs>),
    Conform(conform::ConformArgs),
    Datagen(datagen::DatagenArgs),
    Data(data::DataArgs),
    Book(book::BookArgs),
    Train(train::TrainArgs),
    Tune(tune::TuneArgs),
    Convert(convert::ConvertArgs),
    Course(course::CourseArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Cli {
    /// Reads the words of a command line, the program's name first. Where they are wrong, or ask for help, it says so
    /// and ends the program.
    #[must_use]
    pub fn from_words(words: impl IntoIterator<Item = OsString>) -> Self {
        Self::parse_from(positions::join_fields(words))
    }

    /// Runs the chosen subcommand; without one, the engine protocol. Where the reader of the output goes away, it ends
    /// quietly.
    ///
    /// # Errors
    ///
    /// Whatever the subcommand could not do.
    pub fn run(self) -> Result<(), CliError> {
        let mut out = io::stdout();
        let result = match self.command {
            None => ugi::UgiArgs::default().run(&mut out),
            Some(Command::Ugi(args)) => args.run(&mut out),
            Some(Command::Analyse(args)) => args.run(&mut out),
            Some(Command::Solve(args)) => args.run(&mut out),
            Some(Command::Show(args)) => args.run(&mut out),
            Some(Command::Play(args)) => args.run(&mut out),
            Some(Command::Review(args)) => args.run(&mut out),
            Some(Command::Perft(args)) => args.run(&mut out),
            Some(Command::Bench(args)) => args.run(&mut out),
            Some(Command::Match(args)) => args.run(&mut out),
            Some(Command::Conform(args)) => args.run(&mut out),
            Some(Command::Datagen(args)) => args.run(&mut out),
            Some(Command::Data(args)) => args.run(&mut out),
            Some(Command::Book(args)) => args.run(&mut out),
            Some(Command::Train(args)) => args.run(&mut out),
            Some(Command::Tune(args)) => args.run(&mut out),
            Some(Command::Convert(args)) => args.run(&mut out),
            Some(Command::Course(args)) => args.run(&mut out),
            Some(Command::Completions(args)) => args.run(Self::command(), &mut out),
            Some(Command::Man(args)) => args.run(Self::command(), &mut out),
        };
        match result {
            Err(error) if error.is_closed_output() => Ok(()),
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
