//! `gipfel analyse`: what the search thinks of a position.

use super::error::CliError;
use super::positions::PositionArgs;
use super::terminal::{self, StyleArgs, short};
use super::values::{number, time};
use crate::analysis::{Diagram, score_text};
use crate::notation::line_texts;
use crate::rules::{Claims, Game, Position};
use crate::search::{Control, Limits, Observer, Report, Score, Searcher};
use clap::Args;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// The most lines that anyone reads.
const MAX_LINES: usize = 256;

/// Think about a position and name the best turn
///
/// Draws the board, then shows one line for each depth that the search has finished: the score (in basic pieces, from the
/// side of the player named; above zero is good for him), the positions searched, the time, the speed, and the turns that
/// it expects. The last line is `best <turn>`, or `best none` where the game is over. Ctrl-C ends the search early.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel analyse standard
  gipfel analyse tournament --moves Ge2 Gd7 --time 30s
  gipfel analyse s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1 --depth 6 --multipv 3
  gipfel analyse - --nodes 100000 < positions.txt")]
pub struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// How long to think: 500ms, 5s, 2m [default: 5s, if there is no other limit]
    #[arg(short, long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// How many turns to look ahead
    #[arg(short, long, value_name = "N", value_parser = number(1..=Score::MAX_PLY))]
    depth: Option<u32>,
    /// How many positions to search
    #[arg(short, long, value_name = "N", value_parser = number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// How many of the best turns to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number(1..=MAX_LINES))]
    multipv: usize,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = Searcher::DEFAULT_HASH, value_parser = number(1..=Searcher::MAX_HASH))]
    hash: usize,
    #[command(flatten)]
    style: StyleArgs,
}

impl AnalyseArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let mut searcher = Searcher::new(self.hash).map_err(|error| CliError::Failed(error.to_string()))?;
        let control = Arc::new(Control::new());
        let handler = Arc::clone(&control);
        ctrlc::set_handler(move || handler.stop())
            .map_err(|error| CliError::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
        self.position.for_each(|game| {
            if control.is_stopped() {
                return Ok(());
            }
            searcher.clear();
            self.analyse(&game, &mut searcher, &control, out)
        })
    }

    fn analyse(
        &self,
        game: &Game,
        searcher: &mut Searcher,
        control: &Control,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        let position = game.position();
        out.write_all(Diagram::of_game(game, Claims::default()).text(self.style.style()).as_bytes())?;
        writeln!(out)?;
        if position.is_over() {
            writeln!(out, "best none")?;
            return Ok(());
        }
        let mut lines = Lines { out, position, many: self.multipv > 1, width: terminal::width(), control, error: None };
        lines.head();
        let result = searcher.search(game, &self.limits(), control, &mut lines);
        lines.finish()?;
        match result.best {
            Some(best) => writeln!(out, "best {}", best.display(position))?,
            None => writeln!(out, "best none")?,
        }
        Ok(out.flush()?)
    }

    /// The limits combine; where none is given, the default time is one.
    fn limits(&self) -> Limits {
        let unlimited = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time.or(unlimited.then_some(DEFAULT_TIME)),
            multipv: self.multipv,
            ..Limits::none()
        }
    }
}

/// Writes one line for each report of the search.
struct Lines<'a> {
    out: &'a mut dyn Write,
    position: &'a Position,
    /// Whether several lines are shown for each depth, each then with its rank.
    many: bool,
    /// On a terminal, how much of the expected turns fits.
    width: Option<usize>,
    control: &'a Control,
    error: Option<io::Error>,
}

impl Lines<'_> {
    fn head(&mut self) {
        self.write(&format!(
            "{:>5}  {:<18}{:>7}{:>9}{:>9}  {}",
            "depth", "score", "nodes", "time", "nodes/s", "expected turns"
        ));
    }

    /// A line that cannot be written ends the search.
    fn write(&mut self, line: &str) {
        if let Err(error) = writeln!(self.out, "{line}").and_then(|()| self.out.flush()) {
            self.control.stop();
            self.error.get_or_insert(error);
        }
    }

    fn finish(self) -> io::Result<()> {
        self.error.map_or(Ok(()), Err)
    }
}

impl Observer for Lines<'_> {
    fn line(&mut self, report: &Report) {
        let mut line = format!(
            "{:>5}  {:<18}{:>7}{:>8.2}s{:>9} ",
            report.depth,
            score_text(report.score, self.position.side()),
            short(report.nodes),
            report.elapsed.as_secs_f64(),
            short(report.speed()),
        );
        if self.many {
            line.push_str(&format!(" {}.", report.multipv));
        }
        for turn in line_texts(self.position, &report.pv) {
            if self.width.is_some_and(|width| line.len() + 1 + turn.len() > width) {
                break;
            }
            line.push(' ');
            line.push_str(&turn);
        }
        self.write(&line);
    }
}
