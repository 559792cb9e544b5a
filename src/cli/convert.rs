//! `gipfel convert`: positions and games from one program's form to another's.

use super::error::CliError;
use super::values::number;
use crate::notation::foreign::{Document, Fault, ForeignError, Form, read, read_game};
use clap::Args;
use clap::builder::PossibleValue;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Convert positions and games to and from the forms of other programs
///
/// Reads a file, or standard input, and writes what it holds in another form. Of a game, a form of positions gets the last
/// position. What is wrong in the input, or cannot be said in the form that is asked for, is refused with the line and the
/// reason.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel convert --to position board.txt
  gipfel convert --to gpn savegame.gf1 -o game.gpn
  gipfel convert --to gf1-xml --game 3 games.gpn -o savegame.gf1
  echo standard | gipfel convert --to gf1-board")]
pub struct ConvertArgs {
    /// The file to read; `-` or none for standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The form of the input [default: as its first lines tell]
    #[arg(long, value_name = "FORM", value_enum)]
    from: Option<Form>,
    /// The form to write
    #[arg(long, value_name = "FORM", value_enum)]
    to: Form,
    /// Of a file with several game records: which one
    #[arg(long, value_name = "N", value_parser = number(1..=usize::MAX))]
    game: Option<usize>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// The forms by their names.
impl clap::ValueEnum for Form {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.description()))
    }
}

impl ConvertArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let input = self.read_input()?;
        let text = self.convert(&input).map_err(|error| CliError::Failed(format!("{}: {error}", self.input_name())))?;
        match &self.output {
            None => Ok(out.write_all(text.as_bytes())?),
            Some(file) => fs::write(file, text).map_err(|error| CliError::file("write", file, &error)),
        }
    }

    fn convert(&self, input: &[u8]) -> Result<String, ForeignError> {
        let form = match self.from {
            Some(form) => form,
            None => Form::guess(&String::from_utf8_lossy(input)).ok_or_else(|| Fault::UnknownForm.anywhere())?,
        };
        let document = match form {
            Form::Gpn => Document::Game(read_game(input, self.game)?),
            form => read(form, input)?,
        };
        document.to_text(self.to)
    }

    fn input_file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| *file != Path::new("-"))
    }

    fn input_name(&self) -> String {
        self.input_file().map_or_else(|| "standard input".to_owned(), |file| file.display().to_string())
    }

    fn read_input(&self) -> Result<Vec<u8>, CliError> {
        match self.input_file() {
            Some(file) => fs::read(file).map_err(|error| CliError::file("read", file, &error)),
            None => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}
