//! `gipfel course`: the command language of the course assignment on standard input and output.

use super::error::CliError;
use crate::course::{Boards, serve};
use clap::Args;
use std::io::{self, BufReader, BufWriter, Write};

/// Speak the command language of the course assignment (Gdańsk University of Technology)
///
/// Reads commands from standard input and answers them on standard output, in the words and with the blank lines of the
/// assignment's samples: LOAD_GAME_BOARD, PRINT_GAME_BOARD, DO_MOVE, PRINT_GAME_STATE, IS_GAME_OVER, GEN_ALL_POS_MOV,
/// GEN_ALL_POS_MOV_NUM, GEN_ALL_POS_MOV_EXT, GEN_ALL_POS_MOV_EXT_NUM. Boards are those of GIPF, size 4 with rows of 4; others
/// are refused with a line UNSUPPORTED_BOARD, unless --any-board is given.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel course < 0.in
  gipfel course --any-board < 2.in | diff -B -w - 2.out")]
pub struct CourseArgs {
    /// Play on boards of every size with rows of every length, as the assignment's samples do
    #[arg(long)]
    any_board: bool,
}

impl CourseArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let boards = if self.any_board { Boards::Any } else { Boards::Gipf };
        Ok(serve(BufReader::new(io::stdin()), BufWriter::new(out), boards)?)
    }
}
