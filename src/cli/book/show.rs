//! `gipfel book show`: what a book knows of a position.

use super::BookFile;
use super::turns::write_turns;
use crate::analysis::Diagram;
use crate::cli::error::CliError;
use crate::cli::positions::PositionArgs;
use crate::cli::terminal::StyleArgs;
use crate::rules::Claims;
use clap::Args;
use std::io::Write;

/// Show what an opening book knows of a position: the turns, with scores
///
/// Draws the board and lists the turns that the book knows, the best first: the score from the mover's side in basic
/// pieces, how many turns it looks ahead, and how many positions of the book come after it. A turn that leads out of the
/// book has a - there. Of turns that are the same up to symmetry one is listed. Add turns to --moves to look further.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel book show standard
  gipfel book show tournament --moves Gb3 --book book.txt
  gipfel book show game.gpn --at 5")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    style: StyleArgs,
}

impl ShowArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let book = self.book.read()?;
        let mut first = true;
        self.position.for_each(|game| {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            out.write_all(Diagram::of_game(&game, Claims::default()).text(self.style.style()).as_bytes())?;
            writeln!(out)?;
            write_turns(&book, game.position(), out)
        })
    }
}
