//! `gipfel datagen`: data from self-play.

use super::error::CliError;
use super::interrupt::stop_on_signals;
use super::values::{EvaluationArgs, number};
use crate::arena::schedule::Shard;
use crate::rules::Variant;
use crate::search::Searcher;
use crate::training::{End, Finish, Progress, RunOptions, Settings, Weights, generate, report};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Let the engine play itself, for data that its evaluation is fitted to
///
/// Each game begins with random turns that leave both sides with chances; then every turn is searched. Of each
/// position the file gets the score that the search gave and how the game ended. Positions that are the same up to symmetry
/// are kept once. The same settings give the same file, byte for byte, on any number of threads. Run the same command again
/// to go on after an interruption, or with a larger --positions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel datagen --positions 1000000 --out games.data
  gipfel datagen --variant standard --nodes 5000 --seed 2 --positions 200000 --out standard.data
  gipfel datagen --variant basic=1 --variant tournament=3 --positions 1000000 --out games.data
  gipfel datagen --shard 1/4 --positions 250000 --out part1.data")]
pub struct DatagenArgs {
    /// A variant to play, with its share of the games [default: basic=1, standard=2, tournament=2]
    #[arg(long = "variant", value_name = "NAME[=SHARE]", value_parser = variant)]
    variants: Vec<(Variant, u32)>,
    /// How many positions the file is to hold; the last game is kept whole
    #[arg(long, value_name = "N", value_parser = number(1..=u64::from(u32::MAX)))]
    positions: u64,
    /// The file; one that is there already is gone on with
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Positions that the search enters for each turn
    #[arg(long, value_name = "K", default_value_t = Settings::default().nodes, value_parser = number(1..=u64::MAX))]
    nodes: u64,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    seed: u64,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, short, value_name = "T", value_parser = number(1..=Searcher::MAX_THREADS))]
    threads: Option<usize>,
    /// Play only part I of N of the games; gipfel data merge joins the parts
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// The transposition table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().hash)]
    #[arg(value_parser = number(1..=Searcher::MAX_HASH))]
    hash: usize,
    /// Random turns before each game: a number or a range
    #[arg(long, value_name = "N-M", default_value = "8-16", value_parser = plies)]
    random_plies: (u32, u32),
    /// The most that a search may see either side ahead after those, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Settings::default().imbalance)]
    imbalance: u32,
    /// The chance of a random turn later in the game, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = Settings::default().random_turns, value_parser = chance)]
    random_turns: f64,
    /// Call a game drawn after this many turns
    #[arg(long, value_name = "N", default_value_t = Settings::default().turn_limit, value_parser = number(1..=65_000_u32))]
    max_turns: u32,
}

impl DatagenArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let control = stop_on_signals()?;
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = self.threads.unwrap_or_else(cores);
        let options = RunOptions { positions: self.positions, threads, control: &control };
        let mut show = Show::new(self.positions);
        let finish = generate(&self.settings(), &self.evaluation.evalfile, &self.out, &options, &mut |progress| {
            show.update(progress)
        });
        show.bar.finish_and_clear();
        let finish = finish.map_err(|error| CliError::Failed(error.to_string()))?;
        show.summary(&finish, out)?;
        match finish.end {
            End::Complete => Ok(()),
            End::Stopped => Err(CliError::Failed(format!(
                "stopped after {} of {} positions; the same command goes on",
                finish.progress.positions, self.positions
            ))),
        }
    }

    fn settings(&self) -> Settings {
        let mut variants = if self.variants.is_empty() { Weights::default() } else { Weights::NONE };
        for &(variant, weight) in &self.variants {
            variants.set(variant, weight);
        }
        Settings {
            variants,
            nodes: self.nodes,
            seed: self.seed,
            hash: self.hash,
            random_plies: self.random_plies,
            imbalance: self.imbalance,
            random_turns: self.random_turns,
            turn_limit: self.max_turns,
            shard: self.shard,
        }
    }
}

/// The progress of a run, on a terminal.
struct Show {
    bar: ProgressBar,
    /// When this run began, and with what.
    begin: Option<(Instant, Progress)>,
}

impl Show {
    fn new(positions: u64) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {msg}, {eta} left");
        let bar = ProgressBar::new(positions);
        Self { bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())), begin: None }
    }

    fn update(&mut self, progress: Progress) {
        if self.begin.is_none() {
            self.begin = Some((Instant::now(), progress));
            self.bar.set_position(progress.positions);
            self.bar.reset_eta();
            self.bar.enable_steady_tick(Duration::from_millis(500));
        }
        self.bar.set_message(format!("{} games, {:.0}/s", progress.games, self.rate(progress)));
        self.bar.set_position(progress.positions);
    }

    /// Positions a second in this run.
    fn rate(&self, progress: Progress) -> f64 {
        self.begin.map_or(0.0, |(begin, before)| {
            (progress.positions - before.positions) as f64 / begin.elapsed().as_secs_f64().max(1e-3)
        })
    }

    fn summary(&self, finish: &Finish, out: &mut dyn Write) -> Result<(), CliError> {
        let Progress { positions, games, duplicates } = finish.progress;
        write!(out, "{}", report::table(&finish.stats))?;
        writeln!(out, "games played {games}, duplicates dropped {duplicates}")?;
        let made = self.begin.map_or(0, |(_, before)| positions - before.positions);
        let seconds = self.begin.map_or(0.0, |(begin, _)| begin.elapsed().as_secs_f64());
        writeln!(out, "this run: {made} positions in {seconds:.1} s, {:.0} a second", self.rate(finish.progress))?;
        Ok(())
    }
}

fn variant(text: &str) -> Result<(Variant, u32), String> {
    let expected = || "expected basic, standard or tournament, and perhaps a share: standard=2".to_owned();
    let (name, share) = text.split_once('=').map_or((text, None), |(name, share)| (name, Some(share)));
    let variant = Variant::ALL.into_iter().find(|variant| variant.name() == name).ok_or_else(expected)?;
    let share = share.map(str::parse).transpose().map_err(|_| expected())?;
    Ok((variant, share.unwrap_or_else(|| Weights::default().get(variant))))
}

fn plies(text: &str) -> Result<(u32, u32), String> {
    let expected = || "expected a number or a range of numbers up to 100, such as 8-16".to_owned();
    let read = |text: &str| text.parse().ok().filter(|&number: &u32| number <= 100).ok_or_else(expected);
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (read(first)?, read(last)?);
    if first > last { Err(expected()) } else { Ok((first, last)) }
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
