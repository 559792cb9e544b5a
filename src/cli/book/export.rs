//! `gipfel book export`: a book for other programs.

use super::{BookFile, score};
use crate::book::{Book, KnownTurn};
use crate::cli::error::CliError;
use crate::rules::Position;
use clap::Args;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Write a book for other programs, with all turns and their scores
///
/// As plain text a line for each turn that the book knows: the position in its seven fields, the turn, its score from the
/// mover's side, how many turns that looks ahead, and how many positions of the book come after the turn (0: it leads out
/// of the book), with a tab between them. With --json an object for each position.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel book export | head
  gipfel book export --book book.txt --json --out book.jsonl")]
pub(super) struct ExportArgs {
    #[command(flatten)]
    book: BookFile,
    /// Write JSON, an object a line
    #[arg(long)]
    json: bool,
    /// The file to write; one that is there is replaced [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    out: Option<PathBuf>,
}

impl ExportArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let book = self.book.read()?;
        let write = if self.json { write_json } else { write_text };
        match &self.out {
            None => Ok(write(&book, &mut BufWriter::new(out))?),
            Some(path) => File::create(path)
                .and_then(|file| write(&book, &mut BufWriter::new(file)))
                .map_err(|error| CliError::file("write", path, &error)),
        }
    }
}

fn write_text(book: &Book, out: &mut dyn Write) -> io::Result<()> {
    for position in book.positions() {
        for known in book.turns(&position).unwrap_or_default() {
            let KnownTurn { turn, depth, .. } = known;
            let (turn, after) = (turn.display(&position), after(book, &position, &known));
            writeln!(out, "{position}\t{turn}\t{}\t{depth}\t{after}", score(known.score))?;
        }
    }
    out.flush()
}

fn write_json(book: &Book, out: &mut dyn Write) -> io::Result<()> {
    for position in book.positions() {
        let turns = book.turns(&position).unwrap_or_default();
        let turns: Vec<Value> = turns
            .iter()
            .map(|known| {
                let (turn, depth) = (known.turn.display(&position).to_string(), known.depth);
                let positions = after(book, &position, known);
                match known.score.mate() {
                    None => json!({ "turn": turn, "cp": known.score.value(), "depth": depth, "positions": positions }),
                    Some(plies) => json!({ "turn": turn, "mate": plies, "depth": depth, "positions": positions }),
                }
            })
            .collect();
        writeln!(out, "{}", json!({ "position": position.to_string(), "turns": turns }))?;
    }
    out.flush()
}

/// How many positions of the book come after a turn.
fn after(book: &Book, position: &Position, known: &KnownTurn) -> usize {
    if known.leads_on { book.reach(&position.play(known.turn)) } else { 0 }
}
