//! `gipfel tune`: better values for an engine's options.

use super::error::CliError;
use super::interrupt::cancel_on_signals;
use super::match_::{concurrency, make_openings};
use super::match_config::EachEngineArgs;
use super::values::number;
use crate::arena::client::{Client, Spin};
use crate::arena::config::{Deadlines, MatchConfig, OpeningsConfig, RunConfig};
use crate::arena::engine_config::EngineConfig;
use crate::arena::spsa::{Parameter, Schedule};
use crate::arena::tuning::{Found, Settings, tune};
use crate::search::PARAM_NAMES;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Tune the options of an engine by matches with itself
///
/// Two copies of the engine play pairs of games; their options differ by small random steps in opposite directions. After
/// each batch every option is moved a little towards what won (SPSA). Tens of thousands of pairs are usual. Each batch
/// is written to the journal: run the same command again to go on after an interruption. What comes out is an estimate:
/// let it play a match against the old values before it is believed. Without a limit each turn gets 5,000 nodes.
#[derive(Debug, Args)]
#[command(after_help = "\
A parameter is an option of the kind spin: NAME[=START[,STEP[,MIN,MAX]]]. What is left out comes from the engine: its default, a
twentieth of its range, its range. STEP is how far from the estimate the option is tried; a step should make a small
difference in strength that games can show.

The constants of this program's search are options in a build with the feature tune:
  cargo build --release --features tune

Examples:
  gipfel tune --param reduction_factor=40,8 --param late_turn_base=14,3 --nodes 4000
  gipfel tune --engine './other --quiet' --param Contempt --param 'Margin=50,10,0,200' --tc 1+0.01 --pairs 50000")]
pub struct TuneArgs {
    /// The engine: [KEY=VALUE...] [COMMAND...], as in gipfel match [default: this program]
    #[arg(long, value_name = "ENGINE", value_parser = EngineConfig::parse)]
    engine: Option<EngineConfig>,
    /// An option to tune; once for each
    #[arg(long = "param", value_name = "PARAMETER", required = true, value_parser = wish)]
    wishes: Vec<Wish>,
    /// The journal; one that is there already is gone on with
    #[arg(long, value_name = "FILE", default_value = "tune.journal")]
    journal: PathBuf,
    /// All pairs of games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number(1..=u64::from(u32::MAX)))]
    pairs: u64,
    /// Pairs that are played about the same estimates
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number(1..=1_000_000_u64))]
    batch: u64,
    /// How much of its step an option moves at the end for each point that a pair is won by
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = rate)]
    rate: f64,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The variant of openings that name none: basic, standard, tournament, or basic+W2 and so on
    #[arg(long, value_name = "VARIANT", default_value = "standard")]
    variant: String,
    /// A file of openings, one a line; or a number: so many balanced random ones
    #[arg(long, value_name = "FILE|N", default_value = "1000")]
    openings: String,
    #[command(flatten)]
    each: EachEngineArgs,
    /// Games at the same time [default: cores / threads]
    #[arg(long, short = 'c', value_name = "N", value_parser = number(1..=1024_usize))]
    concurrency: Option<usize>,
}

/// Nodes for each turn where nothing else is said.
const NODES: u64 = 5_000;

impl TuneArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let cancel = cancel_on_signals()?;
        let settings = self.settings(&cancel)?;
        let bar = ProgressBar::new(self.pairs);
        let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} pairs, {eta} left\n{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut begun = false;
        let found = tune(&settings, &self.journal, concurrency(&settings.config), &cancel, &mut |found| {
            bar.set_position(found.pairs);
            bar.set_message(line(&settings, found));
            if !std::mem::replace(&mut begun, true) {
                bar.reset_eta();
                bar.enable_steady_tick(Duration::from_millis(500));
            }
        });
        bar.finish_and_clear();
        let found = found.map_err(|error| CliError::Failed(error.to_string()))?;
        out.write_all(table(&settings, &found).as_bytes())?;
        if found.pairs < self.pairs {
            let (done, all) = (found.pairs, self.pairs);
            return Err(CliError::Failed(format!("stopped after {done} of {all} pairs; the same command goes on")));
        }
        Ok(())
    }

    fn settings(&self, cancel: &Arc<AtomicBool>) -> Result<Settings, CliError> {
        let engine = self.engine();
        let config = MatchConfig {
            event: "Gipfel tuning".to_owned(),
            variant: self.variant.clone(),
            pairs: usize::try_from(self.pairs).unwrap_or(usize::MAX),
            seed: self.seed,
            openings: OpeningsConfig::named(&self.openings),
            run: RunConfig { concurrency: self.concurrency, ..RunConfig::default() },
            engines: vec![engine.clone()],
            ..MatchConfig::default()
        };
        let openings = make_openings(&config)?.iter().map(ToString::to_string).collect();
        let client = Client::start(&engine, 0, &Deadlines::default(), cancel);
        let client = client.map_err(|fault| CliError::Failed(format!("the engine: {fault}")))?;
        let parameters = self.wishes.iter().map(|wish| wish.parameter(&client)).collect::<Result<_, _>>()?;
        client.quit();
        let schedule = Schedule { pairs: self.pairs, rate: self.rate, seed: self.seed };
        Ok(Settings { config, openings, parameters, schedule, batch: self.batch })
    }

    fn engine(&self) -> EngineConfig {
        let fallback = EngineConfig { nodes: Some(NODES), ..EngineConfig::default() };
        self.engine.clone().unwrap_or_default().or(&self.each.config()).or(&fallback)
    }
}

/// A parameter as it was asked for.
#[derive(Clone, Debug, PartialEq)]
struct Wish {
    name: String,
    start: Option<f64>,
    step: Option<f64>,
    range: Option<(i64, i64)>,
}

impl Wish {
    /// With what is left open as the engine has it.
    fn parameter(&self, client: &Client) -> Result<Parameter, CliError> {
        let found = client.spins().find(|(name, _)| name.eq_ignore_ascii_case(&self.name));
        let (name, Spin { default, min, max }) =
            found.ok_or_else(|| CliError::usage("--param", &self.name, self.why_missing(client)))?;
        let (min, max) = self.range.map_or((min, max), |(least, most)| (least.max(min), most.min(max)));
        let start = self.start.unwrap_or(default as f64);
        if !(min as f64..=max as f64).contains(&start) {
            return Err(CliError::usage("--param", &self.name, format!("{start} is not from {min} to {max}")));
        }
        let step = self.step.unwrap_or_else(|| ((max - min) as f64 / 20.0).max(0.5));
        Ok(Parameter { name: name.to_owned(), start, min, max, step })
    }

    /// What is wrong where the engine has no such option, and what would be right.
    fn why_missing(&self, client: &Client) -> String {
        if PARAM_NAMES.iter().any(|name| name.eq_ignore_ascii_case(&self.name)) {
            return "this engine does not offer the constants of Gipfel's search; a build with the feature tune does: \
                    cargo build --release --features tune"
                .to_owned();
        }
        let names: Vec<&str> = client.spins().map(|(name, _)| name).collect();
        format!("the engine has no such option of numbers; it has {}", names.join(", "))
    }
}

fn wish(text: &str) -> Result<Wish, String> {
    let expected = || "expected NAME, NAME=START, NAME=START,STEP or NAME=START,STEP,MIN,MAX".to_owned();
    let (name, numbers) = text.split_once('=').map_or((text, None), |(name, numbers)| (name, Some(numbers)));
    let numbers: Vec<&str> = numbers.map_or_else(Vec::new, |numbers| numbers.split(',').collect());
    let real = |text: &&str| text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(expected);
    let whole = |text: &&str| text.parse::<i64>().map_err(|_| expected());
    let range = match numbers.as_slice() {
        [_, _, min, max] => {
            Some((whole(min)?, whole(max)?)).filter(|(min, max)| min <= max).ok_or_else(expected).map(Some)?
        }
        [] | [_] | [_, _] => None,
        _ => return Err(expected()),
    };
    let step = numbers.get(1).map(real).transpose()?;
    if name.is_empty() || step.is_some_and(|step| step <= 0.0) {
        return Err(expected());
    }
    Ok(Wish { name: name.to_owned(), start: numbers.first().map(real).transpose()?, step, range })
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0, up to 1".to_owned())
}

/// The estimates in one line.
fn line(settings: &Settings, found: &Found) -> String {
    let values = settings.parameters.iter().zip(&found.values);
    values.map(|(parameter, value)| format!("{} {value:.1}", parameter.name)).collect::<Vec<_>>().join(", ")
}

/// The estimates, and how to play with them.
fn table(settings: &Settings, found: &Found) -> String {
    let width = settings.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0).max(9);
    let mut text = format!("{:width$} {:>10} {:>10} {:>8}\n", "parameter", "start", "found", "step");
    let mut options = String::new();
    for (parameter, value) in settings.parameters.iter().zip(&found.values) {
        let Parameter { name, start, step, .. } = parameter;
        let _ = writeln!(text, "{name:width$} {start:>10} {value:>10.2} {step:>8}");
        let _ = write!(options, " option.{name}={:.0}", value.round());
    }
    let _ = writeln!(text, "{} pairs of games; as settings of an engine:{options}", found.pairs);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read() {
        let read = |text: &str| wish(text).expect("a parameter");
        let name = "x".to_owned();
        assert_eq!(read("x"), Wish { name: name.clone(), start: None, step: None, range: None });
        assert_eq!(read("x=-5"), Wish { name: name.clone(), start: Some(-5.0), step: None, range: None });
        assert_eq!(read("x=5,0.5"), Wish { name: name.clone(), start: Some(5.0), step: Some(0.5), range: None });
        assert_eq!(read("x=5,1,-9,9"), Wish { name, start: Some(5.0), step: Some(1.0), range: Some((-9, 9)) });
        for wrong in ["", "=5", "x=", "x=5,0", "x=5,1,2", "x=5,1,9,2", "x=5,1,2,9,1", "x=nan"] {
            assert!(wish(wrong).is_err(), "{wrong}");
        }
    }
}
