//! `gipfel book suite`: balanced openings for matches.

use super::evaluation;
use crate::arena::suite::{SuiteProgress, SuiteRun, SuiteSettings, make_suite};
use crate::cli::error::CliError;
use crate::cli::interrupt::stop_on_signals;
use crate::cli::values::number;
use crate::rules::Start;
use crate::search::{Score, Searcher};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Make a suite: a file of balanced openings, which gipfel match --openings reads
///
/// Plays random turns, and keeps the openings that a search sees close to even and that are not the same as an
/// earlier one up to symmetry. The same settings give the same file, on any number of threads. Run the same
/// command again to go on after an interruption, or with a larger --lines.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel book suite --variant standard --lines 1000 --out standard.txt
  gipfel book suite --variant tournament --plies 8 --max-score 25 --lines 500 --out tournament.txt
  gipfel match --engine ./new --engine ./old --openings standard.txt")]
pub(super) struct SuiteArgs {
    /// Where the openings begin: basic, standard, tournament, or a handicap such as basic+W2
    #[arg(long, value_name = "START", default_value = "standard")]
    variant: Start,
    /// How many openings the file is to hold
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1..=10_000_000_usize))]
    lines: usize,
    /// The file; one that is there already is gone on with
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Random turns in each opening
    #[arg(long, value_name = "N", default_value_t = SuiteSettings::default().plies, value_parser = number(1..=100_usize))]
    plies: usize,
    /// Positions that the search enters for each opening
    #[arg(long, value_name = "N", default_value_t = SuiteSettings::default().nodes, value_parser = number(1..=u64::MAX))]
    nodes: u64,
    /// The most that it may see either side ahead, in centipawns
    #[arg(long, value_name = "CP", default_value_t = SuiteSettings::default().max_score)]
    #[arg(value_parser = number(0..=Score::WIN.value() as u32))]
    max_score: u32,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = SuiteSettings::default().seed)]
    seed: u64,
    /// The network that judges positions, or plain for the plain evaluation [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    evalfile: Option<String>,
    /// Openings that are judged at the same time [default: as many as there are cores]
    #[arg(long, short, value_name = "T", value_parser = number(1..=Searcher::MAX_THREADS))]
    threads: Option<usize>,
}

impl SuiteArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let evaluation = evaluation(self.evalfile.as_deref())?;
        let control = stop_on_signals()?;
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let run = SuiteRun { lines: self.lines, threads: self.threads.unwrap_or_else(cores), control: &control };
        let Self { variant: start, plies, nodes, max_score, seed, .. } = self;
        let settings = SuiteSettings { start, plies, nodes, max_score, seed };
        let bar = bar(self.lines);
        let begin = Instant::now();
        let made = make_suite(&settings, &evaluation, &self.out, &run, &mut |progress| {
            if bar.position() == 0 {
                bar.set_position(progress.lines as u64);
                bar.reset_eta();
            }
            bar.set_position(progress.lines as u64);
            bar.set_message(accepted(progress));
        });
        bar.finish_and_clear();
        let progress = made.map_err(|error| CliError::Failed(error.to_string()))?;
        if progress.lines < self.lines {
            let (lines, wanted) = (progress.lines, self.lines);
            return Err(CliError::Failed(format!(
                "stopped after {lines} of {wanted} openings; the same command goes on"
            )));
        }
        writeln!(out, "openings {}, {}", progress.lines, accepted(progress))?;
        writeln!(out, "time {:.1} s", begin.elapsed().as_secs_f64())?;
        Ok(())
    }
}

/// The part of the openings that is balanced.
fn accepted(SuiteProgress { lines, judged }: SuiteProgress) -> String {
    format!("{:.1} % of {judged} balanced", 100.0 * lines as f64 / judged.max(1) as f64)
}

fn bar(lines: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} openings, {msg}, {eta} left");
    let bar = ProgressBar::new(lines as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
