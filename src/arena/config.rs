//! What a match is: everything that the command line and a file can say, in one structure.

use super::control::Span;
use super::engine_config::EngineConfig;
use super::openings::RandomOpenings;
use super::schedule::{Format, Shard};
use super::sprt::Sprt;
use crate::rules::{Claims, Start, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A match. In a file every key is optional but the engines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MatchConfig {
    /// The name of the event, for the records.
    pub event: String,
    /// The variant, or a start word such as `basic+W2`, of openings that name none.
    pub variant: String,
    /// Who plays whom; by default head to head for two engines, a round robin for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// Pairs of games for each two engines that meet; by default 50.
    pub pairs: usize,
    /// The seed of everything that is random: openings, their order, the built-in players.
    pub seed: u64,
    /// Draw by the third repetition of a position.
    pub repetition: bool,
    /// Draw after this many turns, counted from the start position; 0 for no limit.
    pub max_turns: u32,
    /// Ends games that both engines agree about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudication: Option<Adjudication>,
    /// Ends the match as soon as this test has an answer; only head to head.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The engine (by name) that stands at a fixed rating in the rating table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// A game that ends by a crash, a time loss, a hang or an illegal turn, or cannot start, ends the match.
    pub strict: bool,
    /// How long the runner waits.
    pub deadlines: Deadlines,
    /// Where openings come from.
    pub openings: OpeningsConfig,
    /// What differs from run to run without changing the match.
    pub run: RunConfig,
    /// What holds for each engine that does not say otherwise.
    #[serde(skip_serializing_if = "EngineConfig::is_empty")]
    pub each: EngineConfig,
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<EngineConfig>,
}

impl Default for MatchConfig {
    fn default() -> Self {
        let claims = Claims::default();
        Self {
            event: "Gipfel match".to_owned(),
            variant: Variant::Standard.name().to_owned(),
            format: None,
            pairs: 50,
            seed: 1,
            repetition: claims.repetition,
            max_turns: claims.turn_limit,
            adjudication: None,
            sprt: None,
            anchor: None,
            strict: false,
            deadlines: Deadlines::default(),
            openings: OpeningsConfig::default(),
            run: RunConfig::default(),
            each: EngineConfig::default(),
            engines: Vec::new(),
        }
    }
}

/// A game is given to the side that both engines call ahead by at least this score, for this many turns in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// In centipawns, from the leader's side.
    pub score: u32,
    /// Turns in a row, of both players together; at least 2.
    pub turns: u32,
}

/// A fixed point of the ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The engine's name.
    pub engine: String,
    /// Its rating.
    #[serde(default)]
    pub elo: f64,
}

/// The longest waits. An engine that is later counts as hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Deadlines {
    /// From the start of the program to `ugiok`.
    pub start: Span,
    /// For `readyok`.
    pub ready: Span,
    /// For `readyok` after `uginewgame`.
    pub new_game: Span,
    /// For a turn where no clock and no time per turn runs (nodes, depth).
    pub turn: Span,
    /// For an answer after the time is up, so that the overrun can be told.
    pub late: Span,
    /// From `quit` to the end of the program; then it is killed.
    pub quit: Span,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            start: Span::seconds(10),
            ready: Span::seconds(10),
            new_game: Span::seconds(10),
            turn: Span::seconds(60),
            late: Span::seconds(2),
            quit: Span::seconds(1),
        }
    }
}

impl Deadlines {
    /// The names of the deadlines, as they are written.
    pub const NAMES: [&'static str; 6] = ["start", "ready", "new-game", "turn", "late", "quit"];

    /// Changes the deadline of that name.
    ///
    /// # Errors
    ///
    /// Where there is none of that name.
    pub fn set(&mut self, name: &str, span: Span) -> Result<(), ConfigError> {
        let field = match name {
            "start" => &mut self.start,
            "ready" => &mut self.ready,
            "new-game" => &mut self.new_game,
            "turn" => &mut self.turn,
            "late" => &mut self.late,
            "quit" => &mut self.quit,
            _ => return Err(ConfigError::Deadline(name.to_owned())),
        };
        *field = span;
        Ok(())
    }
}

/// Where openings come from: a file, or chance; without either, the start position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningsConfig {
    /// A text file, an opening a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Random openings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomOpenings>,
    /// Whether the openings of a file are shuffled (by the match's seed).
    pub shuffle: bool,
}

impl Default for OpeningsConfig {
    fn default() -> Self {
        Self { file: None, random: None, shuffle: true }
    }
}

impl OpeningsConfig {
    /// What a text asks for: a number of random openings, or a file.
    #[must_use]
    pub fn named(text: &str) -> Self {
        let random = text.parse().ok().map(|count| RandomOpenings {
            count,
            plies: RandomOpenings::DEFAULT_PLIES,
            imbalance: RandomOpenings::DEFAULT_IMBALANCE,
        });
        Self { file: random.is_none().then(|| text.into()), random, ..Self::default() }
    }
}

/// What may differ between runs of one match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct RunConfig {
    /// Games at the same time; by default the processor's cores divided by the most threads of an engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    /// The part of the schedule to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal: Option<PathBuf>,
    /// The records of the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpn: Option<PathBuf>,
    /// The plot of the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plot: Option<PathBuf>,
    /// The folder for transcripts and stderr of failed games; by default the journal's name with `.logs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logs: Option<PathBuf>,
}

/// Why a match cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// A quote is not closed.
    #[error("cannot split {0:?} into words: a quote is not closed")]
    Words(String),
    /// A setting's value is wrong.
    #[error("{key}={value}: {why}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is wrong.
        why: String,
    },
    /// No such deadline.
    #[error("no deadline {0:?}: there are start, ready, new-game, turn, late, quit")]
    Deadline(String),
    /// Not a variant or start word.
    #[error("variant {0:?}: expected basic, standard, tournament, or a handicap such as basic+W2")]
    Variant(String),
    /// Too few engines.
    #[error("a match needs at least two engines (--engine, or [[engine]] in the file); there are {0}")]
    TooFewEngines(usize),
    /// Head to head with more than two.
    #[error("head to head is for two engines; there are {0}")]
    NotTwo(usize),
    /// Two engines of one name.
    #[error("two engines are called {0:?}: give them names with name=...")]
    SameName(String),
    /// The anchor is no engine.
    #[error("no engine is called {0:?} (the anchor)")]
    NoAnchor(String),
    /// The test needs two engines.
    #[error("a sequential test needs a match of two engines")]
    SprtNeedsTwo,
    /// Both kinds of openings.
    #[error("openings come from a file or at random, not both")]
    TwoOpenings,
    /// No games.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// One turn cannot be agreed by both.
    #[error("adjudication needs at least 2 turns in a row, so that both engines are heard")]
    Adjudication,
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
}

impl MatchConfig {
    /// Reads a file's text.
    ///
    /// # Errors
    ///
    /// Names the line and what was expected.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError::File(error.to_string()))
    }

    /// The text of a file that says the same.
    ///
    /// # Errors
    ///
    /// Where a path is not UTF-8.
    pub fn to_toml(&self) -> Result<String, ConfigError> {
        toml::to_string_pretty(self).map_err(|error| ConfigError::File(error.to_string()))
    }

    /// Who plays whom.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format.unwrap_or(if self.engines.len() == 2 { Format::HeadToHead } else { Format::RoundRobin })
    }

    /// The draws that end games.
    #[must_use]
    pub const fn claims(&self) -> Claims {
        Claims { repetition: self.repetition, turn_limit: self.max_turns }
    }

    /// The start of openings that name none.
    ///
    /// # Errors
    ///
    /// Where the variant is no start word.
    pub fn start(&self) -> Result<Start, ConfigError> {
        self.variant.parse().map_err(|_| ConfigError::Variant(self.variant.clone()))
    }

    /// The part of the schedule to play.
    #[must_use]
    pub fn shard(&self) -> Shard {
        self.run.shard.unwrap_or(Shard::WHOLE)
    }

    /// The match as it will be played: every engine complete, with a name of its own; nothing left to defaults that
    /// differ between machines.
    ///
    /// # Errors
    ///
    /// What makes the match impossible.
    pub fn resolved(&self) -> Result<Self, ConfigError> {
        let mut config = self.clone();
        config.engines = self.engines.iter().map(|engine| engine.or(&self.each)).collect();
        config.each = EngineConfig::default();
        config.name_engines();
        config.format = Some(config.format());
        config.check()?;
        Ok(config)
    }

    fn name_engines(&mut self) {
        let mut taken: Vec<String> = self.engines.iter().filter_map(|engine| engine.name.clone()).collect();
        for engine in self.engines.iter_mut().filter(|engine| engine.name.is_none()) {
            let base = engine.default_name();
            let numbered = (2..).map(|n| format!("{base}-{n}"));
            let name = std::iter::once(base.clone()).chain(numbered).find(|name| !taken.contains(name));
            taken.extend(name.clone());
            engine.name = name;
        }
    }

    fn check(&self) -> Result<(), ConfigError> {
        self.start()?;
        let engines = self.engines.len();
        if engines < 2 {
            return Err(ConfigError::TooFewEngines(engines));
        }
        if self.format() == Format::HeadToHead && engines != 2 {
            return Err(ConfigError::NotTwo(engines));
        }
        let names = self.names();
        if let Some(name) = names.iter().enumerate().find_map(|(i, name)| names.iter().take(i).find(|n| *n == name)) {
            return Err(ConfigError::SameName(name.clone()));
        }
        if let Some(anchor) = self.anchor.as_ref().filter(|anchor| !names.contains(&anchor.engine)) {
            return Err(ConfigError::NoAnchor(anchor.engine.clone()));
        }
        if self.sprt.is_some() && engines != 2 {
            return Err(ConfigError::SprtNeedsTwo);
        }
        if self.openings.file.is_some() && self.openings.random.is_some() {
            return Err(ConfigError::TwoOpenings);
        }
        if self.adjudication.is_some_and(|adjudication| adjudication.turns < 2) {
            return Err(ConfigError::Adjudication);
        }
        let limits = |engine: &EngineConfig| engine.nodes == Some(0) || engine.depth == Some(0);
        match () {
            () if self.pairs == 0 => Err(ConfigError::Zero("the number of pairs")),
            () if self.run.concurrency == Some(0) => Err(ConfigError::Zero("the concurrency")),
            () if self.openings.random.is_some_and(|r| r.count == 0) => {
                Err(ConfigError::Zero("the number of openings"))
            }
            () if self.engines.iter().any(limits) => Err(ConfigError::Zero("a limit of nodes or depth")),
            () => Ok(()),
        }
    }

    /// The engines' names.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|engine| engine.name.clone().unwrap_or_else(|| engine.default_name())).collect()
    }

    /// What makes the match what it is: equal for all parts of one match, which may run on different machines. Where
    /// programs and files lie may differ; which openings were read is compared elsewhere.
    #[must_use]
    pub fn identity(&self) -> Self {
        let mut config = Self { run: RunConfig::default(), openings: OpeningsConfig::default(), ..self.clone() };
        for engine in &mut config.engines {
            *engine = EngineConfig { command: None, dir: None, env: BTreeMap::new(), ..engine.clone() };
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn two() -> MatchConfig {
        MatchConfig { engines: vec![EngineConfig::default(); 2], ..MatchConfig::default() }
    }

    #[test]
    fn files_and_structures_say_the_same() {
        let mut config = two();
        config.sprt = Some("0,5,0.05,0.05".parse().expect("a test"));
        config.adjudication = Some(Adjudication { score: 500, turns: 6 });
        config.openings.random = Some(RandomOpenings { count: 10, plies: 4, imbalance: 100 });
        config.run.shard = Some("2/3".parse().expect("a shard"));
        config.run.concurrency = Some(2);
        config.each = EngineConfig::parse("tc=1+0.01 option.Hash=8").expect("settings");
        config.engines[0] = EngineConfig::parse("name=a nodes=500 builtin:greedy").expect("an engine");
        config.anchor = Some(Anchor { engine: "a".to_owned(), elo: 1000.0 });
        let text = config.to_toml().expect("a file");
        assert_eq!(MatchConfig::from_toml(&text).expect("the same"), config, "{text}");
        let resolved = config.resolved().expect("possible");
        let text = resolved.to_toml().expect("a file");
        assert_eq!(MatchConfig::from_toml(&text).expect("the same"), resolved, "{text}");
        assert_eq!(resolved.resolved().expect("the same"), resolved);
    }

    #[test]
    fn a_short_file() {
        let text = "pairs = 3\n[each]\ntc = \"1+0.01\"\nmargin = 0.1\n[[engine]]\n[[engine]]\nnodes = 100\n";
        let config = MatchConfig::from_toml(text).expect("a match").resolved().expect("possible");
        assert_eq!(config.names(), ["gipfel", "gipfel-2"]);
        assert_eq!(config.engines[0].time_control().to_string(), "1+0.01");
        assert_eq!(config.engines[1].time_control().to_string(), "100 nodes");
        assert_eq!(config.engines[1].time_control().margin, Duration::from_millis(100));
        let error = MatchConfig::from_toml("pears = 3").expect_err("a mistake").to_string();
        assert!(error.contains("pears") && error.contains("line 1"), "{error}");
    }

    #[test]
    fn refusals() {
        let with = |change: &dyn Fn(&mut MatchConfig)| {
            let mut config = two();
            change(&mut config);
            config.resolved().expect_err("refused")
        };
        assert_eq!(with(&|c| c.engines.truncate(1)), ConfigError::TooFewEngines(1));
        assert_eq!(with(&|c| c.variant = "chess".into()), ConfigError::Variant("chess".into()));
        assert_eq!(with(&|c| c.pairs = 0), ConfigError::Zero("the number of pairs"));
        assert_eq!(
            with(&|c| c.engines.iter_mut().for_each(|e| e.name = Some("x".into()))),
            ConfigError::SameName("x".into())
        );
        assert_eq!(
            with(&|c| c.anchor = Some(Anchor { engine: "z".into(), elo: 0.0 })),
            ConfigError::NoAnchor("z".into())
        );
        assert_eq!(with(&|c| c.adjudication = Some(Adjudication { score: 1, turns: 1 })), ConfigError::Adjudication);
        let three = with(&|c| {
            c.format = Some(Format::HeadToHead);
            c.engines.push(EngineConfig::default());
        });
        assert_eq!(three, ConfigError::NotTwo(3));
    }
}
