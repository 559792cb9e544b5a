//! `gipfel conform`: checks any engine against the protocol's rules of conduct.

use super::error::CliError;
use super::values::{number, time};
use crate::arena::conform::{Finding, Level, Options, Outcome, check};
use crate::arena::engine_config::EngineConfig;
use clap::Args;
use std::io::{self, Write};
use std::time::Duration;

/// Check an engine against the protocol's rules of conduct
///
/// Holds a small conversation with the engine for each rule, then plays random games and compares its list of legal turns
/// with ours. Exit status 0: nothing failed; 1: something did. What the engine does not offer is not held against it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel conform ./engine --its-flag
  gipfel conform --level gipfel gipfel
  gipfel conform --json ./engine | jq 'select(.outcome == \"fail\")'")]
pub struct ConformArgs {
    /// How much is asked: ugi for any engine, gipfel for all rules of conduct
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Ugi, value_enum)]
    level: Level,
    /// Random games in which turns are compared
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number(1..=1_000_000usize))]
    games: usize,
    /// The seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How long an answer may take that should come at once
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    timeout: Duration,
    /// Print JSON, a check a line
    #[arg(long)]
    json: bool,
    /// The engine's command and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl ConformArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let options = Options { level: self.level, games: self.games, seed: self.seed, timeout: self.timeout };
        let command = match self.command.as_slice() {
            // One word may be a whole command line.
            [one] => one.clone(),
            words => shlex::try_join(words.iter().map(String::as_str))
                .map_err(|error| CliError::usage("<COMMAND>...", words.join(" "), error))?,
        };
        let engine = EngineConfig { command: Some(command), ..EngineConfig::default() };
        let mut written = Ok(());
        let findings = check(&engine, &options, |finding| {
            if written.is_ok() {
                written = self.show(finding, out);
            }
        });
        written?;
        let count = |wanted: fn(&Outcome) -> bool| findings.iter().filter(|finding| wanted(&finding.outcome)).count();
        let passed = count(|outcome| matches!(outcome, Outcome::Pass));
        let absent = count(|outcome| matches!(outcome, Outcome::NotOffered { .. }));
        let failed = findings.len() - passed - absent;
        if !self.json {
            writeln!(out, "{passed} passed, {failed} failed, {absent} not offered (level {})", self.level)?;
        }
        if failed == 0 { Ok(()) } else { Err(CliError::Failed(format!("{failed} checks failed"))) }
    }

    fn show(&self, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
        if self.json {
            writeln!(out, "{}", serde_json::to_string(finding)?)?;
            return out.flush();
        }
        match &finding.outcome {
            Outcome::Pass => writeln!(out, "pass         {}", finding.name)?,
            Outcome::NotOffered { reason } => writeln!(out, "not offered  {}: {reason}", finding.name)?,
            Outcome::Fail { sent, received, expected } => {
                writeln!(out, "FAIL         {}: {}", finding.name, finding.about)?;
                sent.iter().try_for_each(|line| writeln!(out, "    sent      {line}"))?;
                received.iter().try_for_each(|line| writeln!(out, "    received  {line}"))?;
                writeln!(out, "    expected  {expected}")?;
            }
        }
        out.flush()
    }
}
