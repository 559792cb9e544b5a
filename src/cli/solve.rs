//! `gipfel solve`: forced wins, proven.

use super::error::CliError;
use super::interrupt::on_interrupt;
use super::positions::PositionArgs;
use super::terminal::short;
use super::values::{number, time};
use crate::analysis::write_tree;
use crate::notation::turn_texts;
use crate::rules::{Color, Game, Position, Turn};
use crate::solve::{
    End, Fault, Goal, Limits, NoSolution, Progress, Solution, Solved, Solver, Verdict, Verified, verify,
};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// What to look for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum GoalName {
    /// A forced win of the side to move
    Win,
    /// A forced loss of the side to move
    Loss,
    /// Whichever is shorter
    Either,
}

/// Prove that a side wins by force, or that it does not
///
/// Looks for a win or loss of the side to move that no turn of the other can avert: first in 1 turn, then in 2, in 3, and so on,
/// counting the turns of both players. So a win that is found is a shortest one, and what is not found is refuted. Nothing is
/// estimated; draws by repetition or length do not count. The solution is checked by the rules alone before it is printed.
///
/// `line` is a game in which the winner takes no longer than he must, and the loser holds out as long as he can.
///
/// Exit status 0: a win or loss is proven, or refuted up to --depth. 1: a limit was reached before. 2: wrong usage.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel solve 2s1/g4/6/2sG3/sSsGSS/sSs2/S3 w 5 2 standard -- 69
  gipfel solve game.gpn --at 41 --depth 7 --tree
  gipfel solve standard --moves g2 --depth 4
  gipfel solve - --goal win --time 1s --json < positions.txt")]
pub struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The longest win or loss to look for, in turns of both players
    #[arg(short, long, value_name = "N", value_parser = number(1..=Limits::MOST_PLIES))]
    depth: Option<u32>,
    /// How long to search: 500ms, 5s, 2m [default: 1m, if there is no other limit]
    #[arg(short, long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// How many positions to search
    #[arg(short, long, value_name = "N", value_parser = number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// The memory to use, in MiB
    #[arg(long, value_name = "MB", default_value_t = Solver::DEFAULT_MEMORY, value_parser = number(1..=Solver::MAX_MEMORY))]
    memory: usize,
    /// What to look for
    #[arg(long, value_name = "GOAL", default_value = "either", value_enum)]
    goal: GoalName,
    /// Print the whole solution: each turn of the loser, and the answer to it
    #[arg(long)]
    tree: bool,
    /// Print JSON, a position a line
    #[arg(long, conflicts_with = "tree")]
    json: bool,
}

/// How a decided game goes on, and the solution, where it could be written down, with what its check has seen.
struct Proof {
    line: Vec<Turn>,
    checked: Option<(Solution, Verified)>,
}

impl SolveArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let mut solver = Solver::new(self.memory).map_err(failed)?;
        let stop = Arc::new(AtomicBool::new(false));
        let handler = Arc::clone(&stop);
        on_interrupt(move || handler.store(true, Ordering::Relaxed))?;
        let mut trouble = None;
        self.position.for_each(|game| {
            if stop.load(Ordering::Relaxed) {
                return Err(CliError::stopped_between());
            }
            // What keeps one position from being solved does not keep the others.
            trouble = self.solve(&game, &mut solver, &stop, out)?.or(trouble.take());
            Ok(())
        })?;
        trouble.map_or(Ok(()), |trouble| Err(CliError::Failed(trouble)))
    }

    /// Solves a position and prints what is known; returns what is to be said where that is not all that was asked for.
    fn solve(
        &self,
        game: &Game,
        solver: &mut Solver,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> Result<Option<String>, CliError> {
        let position = game.position();
        let spinner = spinner();
        let limits = self.limits();
        let solved = solver.solve(position, &limits, stop, &mut |progress| show_progress(&spinner, progress));
        spinner.set_message("writing the solution down");
        let (proof, trouble) = match solved.verdict {
            Verdict::Open { end: End::Refuted, .. } => (Proof::NONE, None),
            Verdict::Open { end, .. } => (Proof::NONE, Some(advice(end))),
            verdict => prove(solver, position, verdict, stop),
        };
        spinner.finish_and_clear();
        self.show(position, &solved, &proof, out)?;
        Ok(trouble)
    }

    /// The limits combine; where none is given, the default time is one.
    fn limits(&self) -> Limits {
        let unlimited = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        Limits {
            nodes: self.nodes,
            time: self.time.or(unlimited.then_some(DEFAULT_TIME)),
            goal: match self.goal {
                GoalName::Win => Goal::Win,
                GoalName::Loss => Goal::Loss,
                GoalName::Either => Goal::Either,
            },
            ..Limits::plies(self.depth.unwrap_or(Limits::MOST_PLIES))
        }
    }

    fn show(&self, position: &Position, solved: &Solved, proof: &Proof, out: &mut dyn Write) -> Result<(), CliError> {
        if self.json {
            let json = serde_json::to_string(&Json::new(position, solved, proof));
            writeln!(out, "{}", json.map_err(failed)?)?;
            return Ok(out.flush()?);
        }
        writeln!(out, "result {}", in_words(solved.verdict, position.side()))?;
        if !proof.line.is_empty() {
            writeln!(out, "line {}", words(position, &proof.line).join(" "))?;
        }
        if let Some((solution, verified)) = &proof.checked {
            writeln!(out, "checked {} positions, {} replies", verified.positions, verified.replies)?;
            if self.tree {
                // There can be very many lines.
                let mut buffer = BufWriter::new(&mut *out);
                write_tree(solution, &mut buffer)?;
                buffer.flush()?;
            }
        }
        let speed = solved.nodes as f64 / solved.elapsed.as_secs_f64().max(1e-9);
        writeln!(out, "time {:.3} s, {} nodes/s", solved.elapsed.as_secs_f64(), short(speed as u64))?;
        writeln!(out, "nodes {}", solved.nodes)?;
        Ok(out.flush()?)
    }
}

impl Proof {
    const NONE: Self = Self { line: Vec::new(), checked: None };
}

/// The line and the solution of a decided position, checked; and what has gone wrong.
fn prove(solver: &mut Solver, position: &Position, verdict: Verdict, stop: &AtomicBool) -> (Proof, Option<String>) {
    let mut proof = Proof::NONE;
    let written = solver.main_line(position, verdict, stop).and_then(|line| {
        proof.line = line;
        solver.solution(position, verdict, stop)
    });
    let trouble = match written.map(|solution| verify(&solution, stop).map(|verified| (solution, verified))) {
        Ok(Ok(checked)) => {
            proof.checked = Some(checked);
            None
        }
        Ok(Err(Fault::Stopped)) => Some("proven by the search, but not checked: stopped".to_owned()),
        Ok(Err(fault)) => Some(format!("the search is wrong, its solution does not pass the check: {fault}")),
        Err(NoSolution::Memory) => {
            Some(format!("proven by the search, but not checked: {}; give more --memory", NoSolution::Memory))
        }
        Err(error) => Some(format!("proven by the search, but not checked: {error}")),
    };
    (proof, trouble)
}

fn words(position: &Position, line: &[Turn]) -> Vec<String> {
    turn_texts(position, line).collect()
}

/// What to do about a limit that was reached.
fn advice(end: End) -> String {
    let advice = match end {
        End::Time => "; give more --time, or a --depth to end with",
        End::Nodes => "; give more --nodes",
        End::Memory => "; give more --memory",
        End::Stopped | End::Refuted => "",
    };
    format!("not decided: {end}{advice}")
}

fn in_words(verdict: Verdict, side: Color) -> String {
    match verdict {
        Verdict::Win { plies: 0 } => format!("{side} has won"),
        Verdict::Loss { plies: 0 } => format!("{side} has lost"),
        Verdict::Win { plies } => format!("{side} wins in {plies}"),
        Verdict::Loss { plies } => format!("{side} loses in {plies}"),
        Verdict::Open { no_win, no_loss, .. } => {
            let parts = [(no_win, "win"), (no_loss, "loss")].into_iter().filter(|&(plies, _)| plies > 0);
            let parts: Vec<String> = parts.map(|(plies, what)| format!("no forced {what} within {plies}")).collect();
            if parts.is_empty() { "open".to_owned() } else { format!("open: {side} has {}", parts.join(" and ")) }
        }
    }
}

/// A line of `--json`.
#[derive(Serialize)]
struct Json {
    position: String,
    result: &'static str,
    plies: Option<u32>,
    no_win: Option<u32>,
    no_loss: Option<u32>,
    end: Option<String>,
    line: Vec<String>,
    checked_positions: Option<u64>,
    checked_replies: Option<u64>,
    nodes: u64,
    time_ms: u64,
}

impl Json {
    fn new(position: &Position, solved: &Solved, proof: &Proof) -> Self {
        let verified = proof.checked.as_ref().map(|(_, verified)| verified);
        let (result, open) = match solved.verdict {
            Verdict::Win { .. } => ("win", None),
            Verdict::Loss { .. } => ("loss", None),
            Verdict::Open { no_win, no_loss, end } => ("open", Some((no_win, no_loss, end))),
        };
        Self {
            position: position.to_string(),
            result,
            plies: solved.verdict.plies(),
            no_win: open.map(|(no_win, ..)| no_win),
            no_loss: open.map(|(_, no_loss, _)| no_loss),
            end: open.map(|(.., end)| end.to_string()),
            line: words(position, &proof.line),
            checked_positions: verified.map(|verified| verified.positions),
            checked_replies: verified.map(|verified| verified.replies),
            nodes: solved.nodes,
            time_ms: solved.elapsed.as_millis().try_into().unwrap_or(u64::MAX),
        }
    }
}

/// Shows itself on a terminal only.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

fn show_progress(spinner: &ProgressBar, progress: &Progress) {
    if !spinner.is_hidden() {
        let kind = if progress.plies % 2 == 1 { "win" } else { "loss" };
        spinner.set_message(format!("{kind} in {}, {} nodes", progress.plies, short(progress.nodes)));
        spinner.tick();
    }
}

fn failed(error: impl std::fmt::Display) -> CliError {
    CliError::Failed(error.to_string())
}
