//! `gipfel play`: play in the terminal.

use super::error::CliError;
use super::interrupt::{end_at_once, on_interrupt};
use super::positions::PositionArgs;
use super::terminal::{StyleArgs, can_draw};
use super::values::{number, time};
use crate::arena::control::ClockControl;
use crate::play::{BookChoice, Interrupt, LineOptions, People, Setup, Table, full_screen, line_mode, may_replace};
use crate::rules::Game;
use crate::search::{Level, Searcher};
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Play against the engine, or two persons against each other
///
/// On a terminal it draws the whole screen and takes cursor keys and the mouse; `?` shows the keys. With --line, and where
/// input or output is no terminal, it reads and writes lines: a turn such as e2 or e1-e4, or a command; `help` lists them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel play                                 you are White, in a standard game
  gipfel play tournament --as black --level 7
  gipfel play basic --as both --tc 10m+5      two persons with clocks
  gipfel play --save evening.gpn              write the game to a file after every turn
  gipfel play evening.gpn                     go on with it
  gipfel play --as none --level 12            watch the engine play itself
  gipfel play --level 8 --book built-in       against a lower level that knows openings all the same")]
pub struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Which sides people play: white, black, both or none; the engine plays the others
    #[arg(long = "as", value_name = "SIDE", default_value = "white")]
    people: People,
    /// How strong the engine plays: 1, which a beginner beats, to 20, its full strength
    #[arg(short, long, value_name = "N", default_value_t = Setup::DEFAULT_LEVEL.number(), value_parser = number(Level::LOWEST.number()..=Level::FULL.number()))]
    level: u8,
    /// The opening book that the engine plays from and hints come from: a file, built-in or none [default: built-in, but
    /// levels below 20 play without]
    #[arg(long, value_name = "FILE", value_parser = BookChoice::named)]
    book: Option<BookChoice>,
    /// The most time that the engine takes for a turn, where there are no clocks
    #[arg(short, long, value_name = "TIME", default_value = "2s", value_parser = time)]
    time: Duration,
    /// Play with clocks: time and increment, such as 10m+5 or 300+2, or for each 40 turns 40/20m
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockControl>,
    /// Let a level below 20 overlook the same turns each time, and choose the same turns from the book, for this number
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// Show what the engine thinks before each turn of yours
    #[arg(long)]
    analysis: bool,
    /// Draw the board as Black sees it [default: where you play Black]
    #[arg(long)]
    flip: bool,
    /// Write the game to this file after every turn
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The size of the engine's table of positions, in MiB
    #[arg(long, value_name = "MB", default_value_t = Searcher::DEFAULT_HASH, value_parser = number(1..=Searcher::MAX_HASH))]
    hash: usize,
    /// Read and write lines
    #[arg(long)]
    line: bool,
    /// Draw the whole screen
    #[arg(long, conflicts_with = "line")]
    full_screen: bool,
    #[command(flatten)]
    style: StyleArgs,
}

impl PlayArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.position.is_stream() {
            let reason = "standard input is for what you play; give a position or a file";
            return Err(CliError::usage("[POSITION]", "-", reason));
        }
        if let Some(file) = &self.save {
            may_replace(file, Path::new(self.position.text()))
                .map_err(|error| CliError::usage("--save <FILE>", file.display(), error))?;
        }
        let style = self.style.style();
        let terminal = can_draw();
        if self.full_screen && !terminal {
            return Err(CliError::Failed(
                "--full-screen needs a terminal on standard input and output that can be drawn on".to_owned(),
            ));
        }
        let (line, game) = (self.line || !terminal, self.game()?);
        let table = Table::new(game, self.setup()).map_err(|error| CliError::Failed(error.to_string()))?;
        if !line {
            return Ok(full_screen::run(table, style.unicode, style.color)?);
        }
        let interrupt = Arc::new(Interrupt::default());
        let handler = Arc::clone(&interrupt);
        // A search that is waited for is ended; otherwise the program, as without a handler.
        on_interrupt(move || {
            if !handler.signal() {
                end_at_once();
            }
        })?;
        let options = LineOptions { style, prompt: io::stdin().is_terminal() };
        Ok(line_mode::run(table, io::stdin().lock(), out, options, &interrupt)?)
    }

    fn game(&self) -> Result<Game, CliError> {
        let mut found = None;
        self.position.for_each(|game| {
            found = Some(game);
            Ok(())
        })?;
        found.ok_or_else(|| CliError::Failed("there is no position".to_owned()))
    }

    fn setup(self) -> Setup {
        Setup {
            people: self.people,
            level: Level::new(self.level).unwrap_or_default(),
            book: self.book.unwrap_or_default(),
            time: self.time,
            clock: self.tc,
            hash: self.hash,
            seed: self.seed,
            analysis: self.analysis,
            flipped: self.flip || self.people == People::Black,
            save: self.save,
        }
    }
}
