//! `gipfel show`: pictures of the board.

use super::error::CliError;
use super::positions::PositionArgs;
use super::show_pictures::PictureArgs;
use super::terminal::StyleArgs;
use super::values::{number, time, turn_numbers, turn_numbers_text};
use crate::analysis::{BestLines, Diagram, steps};
use crate::rules::{Claims, Game, Position};
use crate::search::{Control, Limits, Score, Searcher};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

/// So many turns are sorted before they are listed; more are listed as they are found.
const SORTED_TURNS: u64 = 10_000;
/// How long a board is thought about where nothing else is asked for.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// More arrows than that hide the board.
const MAX_LINES: usize = 12;

/// Draw boards as text, pictures (SVG, PNG) or animations (SVG, GIF)
///
/// Draws a board with coordinates, reserves, captured pieces, whose turn it is, and what the last turn did. White is W,
/// Black is B, GIPF-pieces stand in brackets. Several boards (from --steps, or from standard input) go into one picture,
/// side by side.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel show basic
  gipfel show standard --moves g2 b6-b4
  gipfel show 4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40
  gipfel show game.gpn --at 20 --png board.png
  gipfel show game.gpn --at 20 --analyse --time 10s --svg board.svg
  gipfel show standard --arrow a1-b2 --mark e5 --svg - > board.svg
  gipfel show game.gpn --steps=1,10,20- --columns 4 --png sheet.png
  gipfel show game.gpn --gif game.gif --animation game.svg
  gipfel show tournament --turns")]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// List the legal turns, one a line, below the board
    #[arg(long)]
    turns: bool,
    /// Show the game step by step: the board before each of its turns, and at its end; or only before the turns of these
    /// numbers, such as 7, 5-12 or 1,10,20-
    #[arg(long, value_name = "TURNS", num_args = 0..=1, require_equals = true, value_delimiter = ',', value_parser = turn_numbers)]
    steps: Option<Vec<RangeInclusive<u16>>>,
    /// Think about each board and show the best turns: in words below it, in pictures as numbered arrows too
    #[arg(long)]
    analyse: bool,
    /// With --analyse: how long to think about a board [default: 1s, if there is no other limit]
    #[arg(short, long, value_name = "TIME", value_parser = time, requires = "analyse")]
    time: Option<Duration>,
    /// With --analyse: how many turns to look ahead
    #[arg(short, long, value_name = "N", value_parser = number(1..=Score::MAX_PLY), requires = "analyse")]
    depth: Option<u32>,
    /// With --analyse: how many positions to search for a board
    #[arg(short, long, value_name = "N", value_parser = number(1..=u64::MAX), requires = "analyse")]
    nodes: Option<u64>,
    /// With --analyse: how many of the best turns to show
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = number(1..=MAX_LINES), requires = "analyse")]
    multipv: usize,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    style: StyleArgs,
}

impl ShowArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        self.pictures.check()?;
        let mut searcher = match self.analyse {
            true => Some(Searcher::new(Searcher::DEFAULT_HASH).map_err(|error| CliError::Failed(error.to_string()))?),
            false => None,
        };
        // The boards of still pictures, and those of moving ones.
        let (mut boards, mut frames) = (Vec::new(), Vec::new());
        let mut first = true;
        self.position.for_each(|game| {
            let step_by_step = self.steps.is_some() || self.pictures.are_moving();
            let shown = if step_by_step { self.selected(&game)? } else { vec![game.clone()] };
            let mut diagrams = self.diagrams(&shown, searcher.as_mut());
            if self.pictures.are_moving() {
                frames.extend(diagrams.iter().cloned());
            }
            if self.steps.is_none() {
                diagrams.drain(..diagrams.len().saturating_sub(1));
            }
            if !self.pictures.take_stdout() {
                for diagram in &diagrams {
                    if !std::mem::take(&mut first) {
                        writeln!(out)?;
                    }
                    out.write_all(diagram.text(self.style.style()).as_bytes())?;
                }
            }
            if self.turns {
                writeln!(out)?;
                list_turns(game.position(), out)?;
            }
            if self.pictures.are_still() {
                boards.append(&mut diagrams);
            }
            Ok(())
        })?;
        self.pictures.write(boards, frames, out)
    }

    /// The steps of the game that are asked for.
    fn selected(&self, game: &Game) -> Result<Vec<Game>, CliError> {
        let ranges = self.steps.as_deref().unwrap_or_default();
        let is_wanted = |step: &Game| {
            ranges.is_empty() || ranges.iter().any(|range| range.contains(&step.position().turn_number()))
        };
        let selected: Vec<Game> = steps(game).filter(is_wanted).collect();
        if selected.is_empty() {
            let (first, last) = (game.start().turn_number(), game.position().turn_number());
            let words: Vec<String> = ranges.iter().map(turn_numbers_text).collect();
            let reason = format!("the game goes from {first} to {last}");
            return Err(CliError::usage("--steps[=<TURNS>]", words.join(","), reason));
        }
        Ok(selected)
    }

    fn diagrams(&self, games: &[Game], mut searcher: Option<&mut Searcher>) -> Vec<Diagram> {
        let progress = match searcher {
            Some(_) => bar(games.len(), "thinking"),
            None => ProgressBar::hidden(),
        };
        let diagrams = games.iter().map(|game| {
            let mut diagram = Diagram::of_game(game, Claims::default());
            if let Some(searcher) = searcher.as_deref_mut() {
                let mut best = BestLines::new(self.multipv);
                searcher.search(game, &self.limits(), &Control::new(), &mut best);
                diagram = diagram.with_lines(best.lines());
            }
            progress.inc(1);
            self.pictures.annotated(diagram)
        });
        let diagrams = diagrams.collect();
        progress.finish_and_clear();
        diagrams
    }

    fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.or(unlimited.then_some(DEFAULT_TIME)),
            multipv: self.multipv,
            ..Limits::none()
        }
    }
}

/// A progress bar over boards, on the terminal only.
pub(super) fn bar(boards: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} boards {elapsed}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(boards as u64).with_style(style).with_message(what)
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
