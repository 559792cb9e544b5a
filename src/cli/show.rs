//! `gipfel show`: a picture of the board.

use super::error::CliError;
use super::positions::PositionArgs;
use super::terminal::StyleArgs;
use crate::analysis::Diagram;
use crate::rules::{Claims, Game, Position};
use clap::Args;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// So many turns are sorted before they are listed; more are listed as they are found.
const SORTED_TURNS: u64 = 10_000;

/// Draw a board, as text and as an SVG picture
///
/// Draws the board with coordinates, reserves, captured pieces, whose turn it is, and what the last turn did. White is W,
/// Black is B, GIPF-pieces stand in brackets.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel show basic
  gipfel show standard --moves g2 b6-b4
  gipfel show 4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40
  gipfel show standard --moves a1-c3 --svg board.svg
  gipfel show game.gpn --at 20
  gipfel show tournament --turns")]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// List the legal turns, one a line, below the board
    #[arg(long)]
    turns: bool,
    /// Write the picture as SVG to this file too; `-` writes it to standard output, in place of the text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    style: StyleArgs,
}

impl ShowArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if let (Some(file), true) = (&self.svg, self.position.is_stream()) {
            let reason = "a picture shows one position, and standard input may hold many; give one position";
            return Err(CliError::usage("--svg <FILE>", file.display(), reason));
        }
        self.position.for_each(|game| self.show(&game, out))
    }

    fn show(&self, game: &Game, out: &mut dyn Write) -> Result<(), CliError> {
        let diagram = Diagram::of_game(game, Claims::default());
        match &self.svg {
            Some(file) if file == Path::new("-") => out.write_all(diagram.svg().as_bytes())?,
            svg => {
                if let Some(file) = svg {
                    fs::write(file, diagram.svg()).map_err(|error| CliError::file("write", file, &error))?;
                }
                out.write_all(diagram.text(self.style.style()).as_bytes())?;
            }
        }
        if self.turns {
            writeln!(out)?;
            list_turns(game.position(), out)?;
        }
        Ok(())
    }
}

fn list_turns(position: &Position, out: &mut dyn Write) -> io::Result<()> {
    // Lines need not be seen one by one, and there may be millions.
    let mut out = BufWriter::new(out);
    let texts = position.turns().map(|turn| turn.display(position).to_string());
    if position.count_turns() > SORTED_TURNS {
        for text in texts {
            writeln!(out, "{text}")?;
        }
    } else {
        let mut texts: Vec<String> = texts.collect();
        texts.sort_unstable();
        for text in texts {
            writeln!(out, "{text}")?;
        }
    }
    out.flush()
}
