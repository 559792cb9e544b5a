//! `gipfel analyse`: what the search thinks of a position.

use super::analyse_json;
use super::book::write_turns;
use super::error::CliError;
use super::interrupt::on_interrupt;
use super::positions::PositionArgs;
use super::terminal::{self, StyleArgs, short};
use super::values::{number, time};
use crate::analysis::service::{MAX_LINES, MAX_WORKERS, Options, QueryLimits};
use crate::analysis::{Diagram, score_text};
use crate::book::Book;
use crate::notation::variation;
use crate::rules::{Claims, Game, Position};
use crate::search::{Control, Limits, Observer, Report, Score, Searcher};
use clap::Args;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Think about a position and name the best turn
///
/// Draws the board, then shows one line for each depth that the search has finished: the score (in basic pieces, from the
/// side of the player named; above zero is good for him), the positions searched, the time, the speed, and the turns that
/// it expects. The last line is `best <turn>`, or `best none` where the game is over. Ctrl-C ends the search early.
///
/// With --book it first lists the turns that an opening book knows in the position, the best first, as gipfel book show does.
/// The search takes no notice of them.
///
/// With --json it serves another program instead, one JSON object a line in and out, until the end of the input:
/// docs/analysis.md. The other options then hold for queries that do not say otherwise.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel analyse standard
  gipfel analyse tournament --moves Ge2 Gd7 --time 30s
  gipfel analyse s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1 --depth 6 --multipv 3
  gipfel analyse standard --moves d2 --book built-in
  gipfel analyse - --nodes 100000 < positions.txt
  echo '{\"id\": \"a\", \"variant\": \"standard\", \"turns\": [\"g2\"]}' | gipfel analyse --json")]
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
    /// Show first what an opening book knows of the position: a file, or built-in
    #[arg(long, value_name = "FILE", value_parser = Book::named)]
    book: Option<Arc<Book>>,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = Searcher::DEFAULT_HASH, value_parser = number(1..=Searcher::MAX_HASH))]
    hash: usize,
    #[command(flatten)]
    style: StyleArgs,
    /// Answer queries from standard input, one JSON object a line, on standard output
    #[arg(long, conflicts_with_all = ["position", "at", "game", "moves", "color", "ascii"])]
    json: bool,
    /// With --json: how many positions to search at a time [default: the number of cores]
    #[arg(long, value_name = "N", requires = "json", value_parser = number(1..=MAX_WORKERS))]
    workers: Option<usize>,
}

impl AnalyseArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.json {
            return analyse_json::serve(self.service_options(), out);
        }
        let mut searcher = Searcher::new(self.hash).map_err(|error| CliError::Failed(error.to_string()))?;
        let control = Arc::new(Control::new());
        let handler = Arc::clone(&control);
        on_interrupt(move || handler.stop())?;
        self.position.for_each(|game| {
            if control.is_stopped() {
                return Err(CliError::stopped_between());
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
        if let Some(book) = &self.book {
            if book.contains(position) {
                write!(out, "In the book: ")?;
            }
            write_turns(book, position, out)?;
            writeln!(out)?;
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
    fn given_limits(&self) -> QueryLimits {
        let given = QueryLimits { time: self.time, nodes: self.nodes, depth: self.depth };
        if given.is_none() { Options::default().limits } else { given }
    }

    fn limits(&self) -> Limits {
        let QueryLimits { time, nodes, depth } = self.given_limits();
        Limits { depth, nodes, move_time: time, multipv: self.multipv, ..Limits::none() }
    }

    fn service_options(&self) -> Options {
        let default = Options::default();
        let workers = self.workers.unwrap_or(default.workers);
        let (limits, book) = (self.given_limits(), self.book.clone());
        Options { workers, hash: self.hash, limits, multipv: self.multipv, book }
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
        for turn in variation(self.position, &report.pv) {
            if self.width.is_some_and(|width| line.len() + 1 + turn.len() > width) {
                break;
            }
            line.push(' ');
            line.push_str(&turn);
        }
        self.write(&line);
    }
}
