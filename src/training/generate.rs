//! Making data: many games of self-play, on several threads, into a file that grows.

use super::data_file::{Counters, DataError, Origin};
use super::files::symmetric_hashes;
use super::self_play::{Hashed, SAMPLING, SelfPlay};
use super::stats::Stats;
use super::writer::GrowingData;
use crate::arena::schedule::Shard;
use crate::eval::Evaluation;
use crate::growing_file::GrowingFileError;
use crate::rules::{Claims, Game, Position, Variant};
use crate::search::{Control, Limits, OutOfMemory, Searcher, Silent};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// What determines the data: with the same settings and the same evaluation, every run writes the same file, byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    /// How often each variant is played.
    pub variants: Weights,
    /// Nodes for each turn.
    pub nodes: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// The transposition table of each thread, in MiB.
    pub hash: usize,
    /// The least and the most random turns before a game begins.
    pub random_plies: (u32, u32),
    /// The most that a search may see either side ahead after those, in centipawns.
    pub imbalance: u32,
    /// The chance of a random turn later in the game, 0 to 1.
    pub random_turns: f64,
    /// A game is drawn after this many turns; 0 for no limit.
    pub turn_limit: u32,
    /// The part of the games to play.
    pub shard: Shard,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variants: Weights::default(),
            nodes: 1000,
            seed: 1,
            hash: 1,
            random_plies: (8, 16),
            imbalance: 200,
            random_turns: 0.02,
            turn_limit: Claims::default().turn_limit,
            shard: Shard::WHOLE,
        }
    }
}

impl Settings {
    pub(super) fn plies(&self) -> RangeInclusive<u32> {
        self.random_plies.0..=self.random_plies.1.max(self.random_plies.0)
    }

    pub(super) fn claims(&self) -> Claims {
        Claims { turn_limit: self.turn_limit, ..Claims::default() }
    }

    fn check(&self) -> Result<(), &'static str> {
        if self.variants.total() == 0 {
            return Err("no variant to play: give one a share above 0");
        }
        if !(0.0..=1.0).contains(&self.random_turns) {
            return Err("the chance of a random turn must be from 0 to 1");
        }
        if !(1..=Searcher::MAX_HASH).contains(&self.hash) {
            return Err("the transposition table must have 1 MiB or more");
        }
        Ok(())
    }

    /// The header of a file made with these settings.
    fn origin(&self, evaluation: &Evaluation) -> Result<Origin, OutOfMemory> {
        Ok(Origin {
            search: Some(search_fingerprint(evaluation)?),
            network: evaluation.checksum(),
            sampling: Some(SAMPLING.to_owned()),
            settings: Some(self.clone()),
            ..Origin::of_this_program()
        })
    }
}

/// How often each variant is played, as shares of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// The share of `basic`.
    pub basic: u32,
    /// The share of `standard`.
    pub standard: u32,
    /// The share of `tournament`.
    pub tournament: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { basic: 1, standard: 2, tournament: 2 }
    }
}

impl Weights {
    /// No variant at all.
    pub const NONE: Self = Self { basic: 0, standard: 0, tournament: 0 };

    /// The share of a variant.
    #[must_use]
    pub const fn get(&self, variant: Variant) -> u32 {
        match variant {
            Variant::Basic => self.basic,
            Variant::Standard => self.standard,
            Variant::Tournament => self.tournament,
        }
    }

    /// Sets the share of a variant.
    pub const fn set(&mut self, variant: Variant, weight: u32) {
        match variant {
            Variant::Basic => self.basic = weight,
            Variant::Standard => self.standard = weight,
            Variant::Tournament => self.tournament = weight,
        }
    }

    fn total(&self) -> u64 {
        Variant::ALL.into_iter().map(|variant| u64::from(self.get(variant))).sum()
    }

    /// A variant by chance.
    pub(super) fn choose(&self, rng: &mut impl RngExt) -> Variant {
        let mut left = rng.random_range(0..self.total().max(1));
        for variant in Variant::ALL {
            let weight = u64::from(self.get(variant));
            if left < weight {
                return variant;
            }
            left -= weight;
        }
        Variant::Standard
    }
}

/// So many games in a row without a new position are a sign that there are no more.
const EMPTY_GAMES: u32 = 1000;

/// What may differ from run to run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// The positions that the file is to hold at least; the last game is kept whole.
    pub positions: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Ends the run early. It says stop when the run has ended, too.
    pub control: &'a Control,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions kept.
    pub positions: u64,
    /// Games played.
    pub games: u64,
    /// Positions dropped as duplicates.
    pub duplicates: u64,
}

/// Why a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The file holds as many positions as it should.
    Complete,
    /// The control has said stop.
    Stopped,
}

/// What a run has done.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    /// Why it has ended.
    pub end: End,
    /// How far the making of the file has come.
    pub progress: Progress,
    /// What the file holds now.
    pub stats: Stats,
}

/// Why no data can be made.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The file that is there cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] GrowingFileError),
    /// The file was made in another way.
    #[error("{path} was made with other settings ({differences}): use those, or name another file")]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// The file's samples were chosen in another way.
    #[error(
        "{path} {}, while this program samples by the rule {SAMPLING}: go on with the program that began it, or make another \
         file with another --seed and join both with gipfel data merge",
        rule_in_words(.found.as_deref())
    )]
    OtherSampling {
        /// The file.
        path: PathBuf,
        /// The file's rule; none where it was joined or shuffled, or begun by an older program.
        found: Option<String>,
    },
    /// The settings mean nothing.
    #[error("{0}")]
    Settings(&'static str),
    /// Games give nothing new.
    #[error("the last {EMPTY_GAMES} games gave no new position: allow more random turns or more imbalance")]
    Exhausted,
    /// The transposition tables cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Makes data until the file holds as many positions as asked for. A file that is there already, made with the same
/// settings and the same evaluation, is gone on with.
///
/// `on_progress` hears of the positions at the beginning and after each game. All positions that the file holds are kept
/// in memory as hashes, some 10 to 20 bytes each.
///
/// # Errors
///
/// Where the file cannot be read or written, or was made with other settings or by another rule of sampling.
pub fn generate(
    settings: &Settings,
    evaluation: &Evaluation,
    path: &Path,
    options: &RunOptions<'_>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Finish, GenerateError> {
    settings.check().map_err(GenerateError::Settings)?;
    let players = (0..options.threads.max(1)).map(|_| SelfPlay::new(settings, evaluation, options.control));
    let players: Vec<_> = players.collect::<Result<_, _>>()?;
    let mut collector = Collector::open(path, settings.origin(evaluation)?, options.positions)?;
    on_progress(collector.progress());
    let next = AtomicU64::new(collector.counters.games);
    let end = std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel(4 * players.len());
        for player in players {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let _stop = StopOnDrop(options.control);
                play_games(player, settings.shard, next, &sender);
            });
        }
        drop(sender);
        let _stop = StopOnDrop(options.control);
        collector.collect(receiver, on_progress)
    })?;
    Ok(Finish { end, progress: collector.progress(), stats: collector.stats })
}

/// A number that changes when the search does: data made half by one search and half by another could not be made again.
fn search_fingerprint(evaluation: &Evaluation) -> Result<u64, OutOfMemory> {
    const DEPTH: u32 = 4;
    let mut searcher = Searcher::new(1)?;
    searcher.set_evaluation(evaluation.clone());
    let nodes = Variant::ALL.map(|variant| {
        let game = Game::new(Position::start(variant));
        searcher.search(&game, &Limits::depth(DEPTH), &Control::new(), &mut Silent).nodes
    });
    Ok(nodes.into_iter().sum())
}

/// Tells all others to stop, also where a thread panics.
struct StopOnDrop<'a>(&'a Control);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A game's place in the order, and its samples.
type Played = (u64, Vec<Hashed>);

fn play_games(mut player: SelfPlay<'_>, shard: Shard, next: &AtomicU64, sender: &SyncSender<Played>) {
    loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        let Some(samples) = player.play(shard.nth(n as usize) as u64) else { break };
        if sender.send((n, samples)).is_err() {
            break;
        }
    }
}

/// Puts the games into their order, drops duplicates and writes the rest.
struct Collector {
    file: GrowingData,
    counters: Counters,
    seen: HashSet<u64>,
    stats: Stats,
    wanted: u64,
    /// Games in a row without a new position.
    empty: u32,
}

impl Collector {
    fn open(path: &Path, origin: Origin, wanted: u64) -> Result<Self, GenerateError> {
        let (mut seen, mut stats) = (HashSet::new(), Stats::default());
        let (file, counters) = if path.exists() {
            let accept = |found: &Origin| may_go_on(path, found, &origin);
            GrowingData::resume(path, accept, |block| {
                seen.extend(symmetric_hashes(block));
                block.iter().for_each(|sample| stats.add(sample));
            })?
        } else {
            (GrowingData::create(path, &origin)?, Counters::default())
        };
        Ok(Self { file, counters, seen, stats, wanted, empty: 0 })
    }

    fn progress(&self) -> Progress {
        let Counters { games, duplicates } = self.counters;
        Progress { positions: self.seen.len() as u64, games, duplicates }
    }

    fn collect(
        &mut self,
        games: Receiver<Played>,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<End, GenerateError> {
        let mut waiting = BTreeMap::new();
        while !self.is_complete() {
            let Some(samples) = waiting.remove(&self.counters.games) else {
                // Without a player left there are no more games.
                let Ok((n, samples)) = games.recv() else { break };
                waiting.insert(n, samples);
                continue;
            };
            self.add(samples)?;
            if self.empty == EMPTY_GAMES {
                self.file.flush(self.counters)?;
                return Err(GenerateError::Exhausted);
            }
            on_progress(self.progress());
        }
        self.file.flush(self.counters)?;
        Ok(if self.is_complete() { End::Complete } else { End::Stopped })
    }

    fn is_complete(&self) -> bool {
        self.seen.len() as u64 >= self.wanted
    }

    fn add(&mut self, samples: Vec<Hashed>) -> Result<(), GenerateError> {
        let before = self.seen.len();
        for (hash, sample) in samples {
            if self.seen.insert(hash) {
                self.stats.add(&sample);
                self.file.push(sample);
            } else {
                self.counters.duplicates += 1;
            }
        }
        self.empty = if self.seen.len() > before { 0 } else { self.empty + 1 };
        self.counters.games += 1;
        self.file.end_game(self.counters)
    }
}

fn rule_in_words(found: Option<&str>) -> String {
    found.map_or_else(
        || "does not say by which rule its positions were sampled".to_owned(),
        |rule| format!("was sampled by the rule {rule}"),
    )
}

/// Whether what this run makes belongs into the file with that origin.
fn may_go_on(path: &Path, found: &Origin, wanted: &Origin) -> Result<(), GenerateError> {
    // The rule first: no choice of settings brings another one back.
    if found.sampling != wanted.sampling {
        return Err(GenerateError::OtherSampling { path: path.to_owned(), found: found.sampling.clone() });
    }
    match differences(found, wanted) {
        None => Ok(()),
        Some(differences) => Err(GenerateError::OtherSettings { path: path.to_owned(), differences }),
    }
}

/// What differs between the origins of two files, in words.
fn differences(found: &Origin, wanted: &Origin) -> Option<String> {
    let [found, wanted] = [found, wanted].map(|origin| {
        let mut fields = BTreeMap::new();
        flatten("", &serde_json::to_value(origin).unwrap_or_default(), &mut fields);
        fields
    });
    let names: std::collections::BTreeSet<&String> = found.keys().chain(wanted.keys()).collect();
    let value =
        |fields: &BTreeMap<String, String>, name| fields.get(name).cloned().unwrap_or_else(|| "none".to_owned());
    let differing = names.into_iter().filter(|name| found.get(*name) != wanted.get(*name));
    let words: Vec<String> = differing
        .map(|name| format!("{name} {} there, {} asked for", value(&found, name), value(&wanted, name)))
        .collect();
    (!words.is_empty()).then(|| words.join("; "))
}

fn flatten(name: &str, value: &serde_json::Value, fields: &mut BTreeMap<String, String>) {
    match value {
        serde_json::Value::Object(object) => object.iter().for_each(|(key, value)| flatten(key, value, fields)),
        value => drop(fields.insert(name.to_owned(), value.to_string())),
    }
}
