//! Tunes the options of an engine by matches with itself: SPSA, with every batch of games in a journal.

use super::client::{Client, Fault};
use super::config::MatchConfig;
use super::engine_config::EngineConfig;
use super::game::{Attempt, GameRules, Side, play};
use super::game_record::Termination;
use super::openings::{Opening, OpeningFault};
use super::runner::seed;
use super::spsa::{Parameter, Schedule, Spsa, Trial};
use super::statistics::PairCounts;
use crate::json_lines::{JsonLines, JsonLinesError};
use crate::rules::Color;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

/// What a tuning is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The one engine, and what holds for its games; resolved.
    pub config: MatchConfig,
    /// The openings, in the order in which they are played, again and again.
    pub openings: Vec<String>,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// How.
    pub schedule: Schedule,
    /// Pairs about the same estimates.
    pub batch: u64,
}

/// What was found so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Pairs of games played.
    pub pairs: u64,
    /// The estimates, in the order of the parameters.
    pub values: Vec<f64>,
    /// What the first engines of the last batch scored.
    pub counts: PairCounts,
}

/// A line of the journal: what the tuning is stands in the first, each further one is a batch.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Tuning(Box<Settings>),
    Batch(Found),
}

/// Why a tuning cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JsonLinesError),
    /// The journal is none.
    #[error("{0} is not the journal of a tuning")]
    NoJournal(PathBuf),
    /// The journal is one of another tuning.
    #[error("{0} is the journal of a tuning with other settings: name another file, or repeat the settings")]
    OtherTuning(PathBuf),
    /// An opening cannot be read.
    #[error("an opening: {0}")]
    Opening(#[from] OpeningFault),
    /// There is no opening.
    #[error("no opening to play from")]
    NoOpening,
    /// The engine failed.
    #[error("the engine failed: {0}")]
    Engine(String),
}

/// Tunes until all pairs are played, or stopped: then what is not in the journal yet is lost, a batch at most. Goes on where the
/// journal is there already. The result depends on the settings alone where the games do.
///
/// # Errors
///
/// Where the journal cannot be used, or the engine fails otherwise than by losing on time.
pub fn tune(
    settings: &Settings,
    journal: &Path,
    concurrency: usize,
    cancel: &Arc<AtomicBool>,
    on_batch: &mut dyn FnMut(&Found),
) -> Result<Found, TuningError> {
    let start = settings.config.start().map_err(|error| TuningError::Engine(error.to_string()))?;
    let openings: Result<Vec<Opening>, _> = settings.openings.iter().map(|text| Opening::parse(text, start)).collect();
    let openings = openings?;
    let mut spsa = Spsa::new(settings.parameters.clone(), settings.schedule);
    let (mut journal, last) = open(journal, settings)?;
    let mut found = last.unwrap_or(Found { pairs: 0, values: spsa.values().to_vec(), counts: PairCounts::default() });
    if !spsa.set_values(found.values.clone()) {
        return Err(TuningError::NoJournal(journal.path().to_owned()));
    }
    on_batch(&found);
    let mut engines: Vec<Running> = (0..concurrency.max(1)).map(|_| None).collect();
    while found.pairs < settings.schedule.pairs && !cancel.load(Ordering::Relaxed) {
        let pairs: Vec<u64> = (found.pairs..settings.schedule.pairs).take(settings.batch.max(1) as usize).collect();
        let batch = Batch { settings, openings: &openings, spsa: &spsa, cancel };
        let Some(results) = batch.play(&pairs, &mut engines)? else { break };
        let mut counts = PairCounts::default();
        results.iter().for_each(|&(_, half_points)| counts.add(half_points));
        let ahead: Vec<(u64, f64)> =
            results.iter().map(|&(pair, half_points)| (pair, f64::from(half_points) - 2.0)).collect();
        spsa.learn(&ahead);
        found = Found { pairs: found.pairs + results.len() as u64, values: spsa.values().to_vec(), counts };
        journal.append(&Line::Batch(found.clone()))?;
        on_batch(&found);
    }
    Ok(found)
}

/// The journal, and the last batch in it.
fn open(path: &Path, settings: &Settings) -> Result<(JsonLines, Option<Found>), TuningError> {
    if !path.exists() {
        return Ok((JsonLines::create(path, &Line::Tuning(Box::new(settings.clone())))?, None));
    }
    let (mut journal, text) = JsonLines::open(path)?;
    let no_journal = || TuningError::NoJournal(path.to_owned());
    let (mut length, mut last, mut begun) = (0, None, false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match serde_json::from_slice::<Line>(line) {
            Ok(Line::Tuning(old)) if !begun => {
                if old.identity() != settings.identity() {
                    return Err(TuningError::OtherTuning(path.to_owned()));
                }
                begun = true;
            }
            // What a killed process left at the end.
            _ if begun && !line.ends_with(b"\n") => break,
            Ok(Line::Batch(found)) if begun => last = Some(found),
            Err(_) if begun && length + line.len() == text.len() => break,
            _ => return Err(no_journal()),
        }
        length += line.len();
    }
    if !begun {
        return Err(no_journal());
    }
    journal.truncate(length)?;
    Ok((journal, last))
}

impl Settings {
    /// Without what may differ from run to run.
    fn identity(&self) -> Self {
        Self { config: self.config.identity(), ..self.clone() }
    }
}

/// The two engines of a worker, once they run.
type Running = Option<[Client; 2]>;

/// Pairs that are tried about the same estimates.
struct Batch<'a> {
    settings: &'a Settings,
    openings: &'a [Opening],
    spsa: &'a Spsa,
    cancel: &'a Arc<AtomicBool>,
}

impl Batch<'_> {
    /// The half points of each pair's first engine; `None` where it was stopped.
    fn play(&self, pairs: &[u64], engines: &mut [Running]) -> Result<Option<Vec<(u64, u8)>>, TuningError> {
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        std::thread::scope(|scope| {
            for engines in engines {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(&pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = self.play_pair(pair, engines);
                        let goes_on = matches!(result, Ok(Some(_)));
                        // Whoever waits for the results has them all, or wants no more.
                        if sender.send((pair, result)).is_err() || !goes_on {
                            next.store(pairs.len(), Ordering::Relaxed);
                        }
                    }
                });
            }
            drop(sender);
            let mut found = Vec::new();
            let mut whole = true;
            for (pair, result) in results {
                match result? {
                    Some(half_points) => found.push((pair, half_points)),
                    None => whole = false,
                }
            }
            // Sums of floating-point numbers depend on their order.
            found.sort_unstable();
            Ok((whole && found.len() == pairs.len()).then_some(found))
        })
    }

    /// The half points of a pair's first engine; the engines are started where they do not run yet.
    fn play_pair(&self, pair: u64, running: &mut Running) -> Result<Option<u8>, TuningError> {
        let Trial { plus, minus } = self.spsa.trial(pair);
        let opening = usize::try_from(pair).ok().and_then(|pair| pair.checked_rem(self.openings.len()));
        let opening = opening.and_then(|index| self.openings.get(index)).ok_or(TuningError::NoOpening)?;
        let engines = [plus, minus].map(|values| self.engine(&values));
        let [plus, minus] = match self.engage(&engines, pair, running) {
            Ok(clients) => clients,
            Err(Fault::Cancelled) => return Ok(None),
            Err(fault) => return Err(TuningError::Engine(fault.to_string())),
        };
        let limits = engines.each_ref().map(EngineConfig::time_control);
        let rules = GameRules::from(&self.settings.config);
        let mut half_points = 0;
        for color in Color::ALL {
            let first = Side { client: plus, limits: limits[0] };
            let second = Side { client: minus, limits: limits[1] };
            let sides = if color == Color::White { [first, second] } else { [second, first] };
            match play(opening, sides, &rules) {
                Attempt::Cancelled => return Ok(None),
                Attempt::NotStarted(_, fault) => return Err(TuningError::Engine(fault.to_string())),
                Attempt::Finished(finish)
                    if finish.failed_side().is_some() && finish.termination != Termination::TimeForfeit =>
                {
                    return Err(TuningError::Engine(format!("{}: {}", finish.termination, finish.detail)));
                }
                Attempt::Finished(finish) => half_points += finish.result.half_points(color),
            }
        }
        Ok(Some(half_points))
    }

    /// The engines with their options set.
    fn engage<'c>(
        &self,
        engines: &[EngineConfig; 2],
        pair: u64,
        running: &'c mut Running,
    ) -> Result<&'c mut [Client; 2], Fault> {
        let deadlines = &self.settings.config.deadlines;
        if let Some(clients) = running {
            clients.iter_mut().zip(engines).try_for_each(|(client, engine)| client.set_options(engine))?;
        }
        let start = |engine: &EngineConfig, number| {
            Client::start(engine, seed(self.settings.schedule.seed, pair, number), deadlines, self.cancel)
        };
        Ok(match running {
            Some(clients) => clients,
            None => {
                let [first, second] = engines;
                running.insert([start(first, 2)?, start(second, 3)?])
            }
        })
    }

    /// The engine with these values.
    fn engine(&self, values: &[i64]) -> EngineConfig {
        let mut engine = self.settings.config.engines.first().cloned().unwrap_or_default();
        let names = self.spsa.parameters().iter().map(|parameter| parameter.name.clone());
        engine.options.extend(names.zip(values.iter().map(ToString::to_string)));
        engine
    }
}
