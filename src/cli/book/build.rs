//! `gipfel book build`: opening books from deep search.

use super::{evaluation, score};
use crate::book::{BookProgress, BuildSettings, build};
use crate::cli::error::CliError;
use crate::cli::interrupt::stop_on_signals;
use crate::cli::values::number;
use crate::rules::Variant;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Build an opening book by deep search, the most relevant positions first
///
/// Begins with the start position and takes in, one after the other, the position that is reached with the least that the
/// players give away and the fewest turns. Each is searched, and what the search finds is backed up through the book.
/// The same settings build the same book. Run the same command again to go on after an interruption, or with more
/// --positions; run it with another --variant to add that one to the book.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel book build --variant standard --positions 1000 --out book.txt
  gipfel book build --variant tournament --positions 300 --nodes 1000000 --out book.txt
  gipfel book show standard --book book.txt")]
pub(super) struct BuildArgs {
    /// The variant
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = variant)]
    variant: Variant,
    /// How many positions of the variant the book is to hold
    #[arg(long, value_name = "N", default_value_t = BuildSettings::default().positions)]
    #[arg(value_parser = number(1..=1_000_000_usize))]
    positions: usize,
    /// The book; one that is there already is gone on with
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Positions that each search enters
    #[arg(long, value_name = "N", default_value_t = BuildSettings::default().nodes, value_parser = number(1..=u64::MAX))]
    nodes: u64,
    /// What a turn more costs when the next position is chosen, in centipawns: low for few long lines, high for many
    /// short ones
    #[arg(long, value_name = "CP", default_value_t = BuildSettings::default().step)]
    #[arg(value_parser = number(0..=BuildSettings::MAX_STEP))]
    step: u32,
    /// The network that judges positions, or plain for the plain evaluation [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    evalfile: Option<String>,
}

impl BuildArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let evaluation = evaluation(self.evalfile.as_deref())?;
        let control = stop_on_signals()?;
        let Self { variant, positions, nodes, step, .. } = self;
        let settings = BuildSettings { variant, positions, nodes, step };
        let bar = bar(positions);
        let begin = Instant::now();
        let built = build(&settings, &evaluation, &self.out, &control, &mut |progress| {
            if progress.searches == 0 {
                bar.set_position(progress.positions as u64);
                bar.reset_eta();
            }
            bar.set_position(progress.positions as u64);
            bar.set_message(value(&progress));
        });
        bar.finish_and_clear();
        let progress = built.map_err(|error| CliError::Failed(error.to_string()))?;
        if progress.positions < positions || control.is_stopped() {
            let done = progress.positions;
            return Err(CliError::Failed(format!(
                "stopped after {done} of {positions} positions; the same command goes on"
            )));
        }
        writeln!(out, "{variant}: {} positions, {}", progress.positions, value(&progress))?;
        writeln!(out, "this run: {} searches in {:.1} s", progress.searches, begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}

fn value(progress: &BookProgress) -> String {
    format!("White {} at depth {}", score(progress.value), progress.depth)
}

fn bar(positions: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {msg}, {eta} left");
    let bar = ProgressBar::new(positions as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn variant(text: &str) -> Result<Variant, String> {
    let found = Variant::ALL.into_iter().find(|variant| variant.name() == text);
    found.ok_or_else(|| "expected basic, standard or tournament".to_owned())
}
