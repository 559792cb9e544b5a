//! `gipfel book`: opening books and suites.

mod build;
mod export;
mod show;
mod suite;
mod turns;

pub(super) use turns::write_turns;

use super::error::CliError;
use crate::book::Book;
use crate::eval::Evaluation;
use crate::notation::Eval;
use crate::search::Score;
use clap::{Args, Subcommand};
use std::io::Write;
use std::sync::Arc;

/// Build and look into opening books, and make suites of balanced openings
///
/// The engine plays from its book where the option OwnBook is on, and in gipfel play at full strength.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel book show standard --moves d2
  gipfel book build --variant standard --positions 1000 --out book.txt
  gipfel book export --book book.txt --json
  gipfel book suite --variant standard --lines 1000 --out standard.txt")]
pub struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Build(build::BuildArgs),
    Show(show::ShowArgs),
    Export(export::ExportArgs),
    Suite(suite::SuiteArgs),
}

impl BookArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        match self.command {
            BookCommand::Build(args) => args.run(out),
            BookCommand::Show(args) => args.run(out),
            BookCommand::Export(args) => args.run(out),
            BookCommand::Suite(args) => args.run(out),
        }
    }
}

/// The book to look into.
#[derive(Debug, Args)]
struct BookFile {
    /// The book: a file, or built-in
    #[arg(long, value_name = "FILE", default_value = Book::BUILT_IN)]
    book: String,
}

impl BookFile {
    fn read(&self) -> Result<Arc<Book>, CliError> {
        Book::named(&self.book).map_err(|error| CliError::Failed(error.to_string()))
    }
}

/// The evaluation of that name; by default the built-in one.
fn evaluation(name: Option<&str>) -> Result<Evaluation, CliError> {
    let evaluation = name.map(Evaluation::named).transpose();
    Ok(evaluation.map_err(|error| CliError::Failed(error.to_string()))?.unwrap_or_default())
}

/// A score as books write it: `+0.12`, or `#5`, `#-4` for wins and losses in so many turns.
fn score(score: Score) -> String {
    score.mate().map_or(Eval::Centi(score.value()), Eval::Mate).to_string()
}
