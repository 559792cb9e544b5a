//! `gipfel perft`: counting sequences of turns over all cores.

use super::error::CliError;
use super::positions::PositionArgs;
use super::values::number;
use crate::rules::{Game, Position, Turn, perft};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::io::Write;
use std::time::Instant;

/// Sequences of this many turns are counted by one thread: some ten thousand, a fraction of a millisecond.
const SEQUENTIAL_DEPTH: u32 = 3;

/// Count the sequences of legal turns of a given length
///
/// Counts every sequence of exactly N turns; a finished game adds nothing deeper. The counts of two programs differ where
/// one of them has the rules wrong, and --divide shows after which turn. The last line is `total <count>`, the one before
/// it the time.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel perft standard --depth 5
  gipfel perft tournament --depth 3 --divide
  gipfel perft standard --moves g2 b6-b4 --depth 4 --threads 1")]
pub struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The length of the sequences, in turns of both players
    #[arg(short, long, value_name = "N", value_parser = number(0..=100_u32))]
    depth: u32,
    /// Print the count after each turn, sorted by turn
    #[arg(long)]
    divide: bool,
    /// How many threads count; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = number(1..=1024_usize))]
    threads: Option<usize>,
}

impl PerftArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        // For rayon, 0 means as many as there are cores.
        let threads = self.threads.unwrap_or(0);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| CliError::Failed(format!("cannot start {threads} threads: {error}")))?;
        self.position.for_each(|game| self.count(&game, &pool, out))
    }

    fn count(&self, game: &Game, pool: &rayon::ThreadPool, out: &mut dyn Write) -> Result<(), CliError> {
        let position = game.position();
        let start = Instant::now();
        let progress = progress(position, self.depth);
        let counts = pool.install(|| divide(position, self.depth, || progress.inc(1)));
        progress.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        let total = match self.depth {
            0 => 1,
            _ => counts.iter().map(|(_, count)| count).sum(),
        };
        if self.divide {
            let texts = counts.iter().map(|(turn, count)| (turn.display(position).to_string(), count));
            let mut texts: Vec<(String, &u64)> = texts.collect();
            texts.sort_unstable();
            for (text, count) in texts {
                writeln!(out, "{text} {count}")?;
            }
        }
        let speed = total as f64 / seconds.max(1e-9);
        writeln!(out, "time {seconds:.3} s, {:.1} million turns/s", speed / 1e6)?;
        writeln!(out, "total {total}")?;
        Ok(())
    }
}

/// A bar over the turns of the position; it shows itself on a terminal only, and only where counting takes a while.
fn progress(position: &Position, depth: u32) -> ProgressBar {
    if depth <= SEQUENTIAL_DEPTH {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(position.count_turns());
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} turns, {elapsed}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// For each legal turn, the number of sequences of exactly `depth` turns that begin with it; nothing at depth 0.
///
/// The threads of the current rayon pool count; `counted` is called when a turn has been counted, from any of them.
///
/// ```
/// use gipfel::cli::perft::divide;
/// use gipfel::rules::Position;
/// let counts = divide(&"standard".parse::<Position>()?, 3, || ());
/// assert_eq!(counts.len(), 30);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 29016);
/// # Ok::<(), gipfel::notation::PositionTextError>(())
/// ```
pub fn divide(position: &Position, depth: u32, counted: impl Fn() + Sync) -> Vec<(Turn, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let turns: Vec<Turn> = position.turns().collect();
    turns
        .into_par_iter()
        .map(|turn| {
            let count = count(&position.play(turn), rest);
            counted();
            (turn, count)
        })
        .collect()
}

/// The number of sequences of exactly `depth` turns, counted by the threads of the current rayon pool.
///
/// The work is split at every ply but the last few, so that no thread waits long for another at the end.
#[must_use]
pub fn count(position: &Position, depth: u32) -> u64 {
    if depth <= SEQUENTIAL_DEPTH {
        return perft(position, depth);
    }
    let turns: Vec<Turn> = position.turns().collect();
    turns.into_par_iter().map(|turn| count(&position.play(turn), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn many_threads_count_as_one() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            for depth in 0..=5 {
                assert_eq!(count(&position, depth), perft(&position, depth), "{variant} depth {depth}");
            }
            let parts = divide(&position, 5, || ());
            for (turn, part) in &parts {
                assert_eq!(*part, perft(&position.play(*turn), 4));
            }
            assert_eq!(parts.len() as u64, position.count_turns());
        }
    }
}
