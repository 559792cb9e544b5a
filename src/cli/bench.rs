//! `gipfel bench`: a fixed amount of work for the search, to tell versions and machines apart.

use super::error::CliError;
use super::terminal::short;
use super::values::{EvaluationArgs, number};
use crate::rules::{Game, Position};
use crate::search::{Control, Limits, Score, Searcher, Silent};
use clap::Args;
use std::io::Write;
use std::time::Duration;

const POSITIONS: &str = include_str!("bench.txt");

/// The positions that the benchmark searches: of each variant ten or more, from the opening to the end, some with rows to
/// clear.
pub fn positions() -> impl Iterator<Item = Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.parse().ok())
}

/// Search fixed positions, for a fingerprint of the search and its speed
///
/// Searches each position to the same depth, with an empty transposition table and one thread. The number of nodes is the
/// fingerprint of the search: the same on every machine and in every run, until the search changes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel bench
  gipfel bench --depth 3
  gipfel bench --evalfile plain")]
pub struct BenchArgs {
    /// How many turns to look ahead
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = number(1..=Score::MAX_PLY))]
    depth: u32,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

impl BenchArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let searcher = Searcher::new(Searcher::DEFAULT_HASH);
        let mut searcher = searcher.map_err(|error| CliError::Failed(error.to_string()))?;
        searcher.set_evaluation(self.evaluation.evalfile);
        let (mut nodes, mut elapsed) = (0, Duration::ZERO);
        for (number, position) in (1..).zip(positions()) {
            searcher.clear();
            let limits = Limits::depth(self.depth);
            let result = searcher.search(&Game::new(position), &limits, &Control::new(), &mut Silent);
            nodes += result.nodes;
            elapsed += result.elapsed;
            writeln!(out, "{number:>2} {:>10}  {position}", result.nodes)?;
        }
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        writeln!(out, "time {:.3} s, {} nodes/s", elapsed.as_secs_f64(), short(speed as u64))?;
        writeln!(out, "nodes {nodes}")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Variant};

    #[test]
    fn positions_are_many_and_various() {
        let all: Vec<Position> = positions().collect();
        assert_eq!(all.len(), POSITIONS.lines().filter(|line| !line.starts_with('#')).count());
        for variant in Variant::ALL {
            let of_variant = || all.iter().filter(|position| position.variant() == variant);
            assert!(of_variant().count() >= 10, "{variant}");
            assert!(of_variant().any(|position| position.turn_number() <= 4), "{variant}");
            let late = |position: &&Position| Color::ALL.into_iter().any(|color| position.reserve(color) <= 2);
            assert!(of_variant().any(|position| late(&position)), "{variant}");
            let choices = |position: &Position| position.turns().filter(|turn| turn.is_clearing()).count() >= 2;
            assert!(of_variant().filter(|position| choices(position)).count() >= 3, "{variant}");
        }
        assert!(all.iter().all(|position| !position.is_over()));
    }
}
