//! The options of `gipfel match` that say what the match is; each can stand in a file too.

use super::error::CliError;
use crate::arena::config::{Adjudication, Anchor, MatchConfig, OpeningsConfig};
use crate::arena::control::{ClockControl, Span};
use crate::arena::engine_config::EngineConfig;
use crate::arena::schedule::{Format, Shard};
use crate::arena::sprt::Sprt;
use clap::Args;
use std::path::PathBuf;

/// What the match is. What is given here counts more than what the file says.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// An engine: [KEY=VALUE...] [COMMAND...]; twice or more, in order
    #[arg(long = "engine", value_name = "ENGINE", value_parser = EngineConfig::parse)]
    engines: Vec<EngineConfig>,
    /// Settings for every engine that has none of its own: KEY=VALUE...
    #[arg(long, value_name = "SETTINGS", value_parser = EngineConfig::parse)]
    each: Option<EngineConfig>,
    /// Read the match from a TOML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The event's name, for the records
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The variant of openings that name none: basic, standard, tournament, or basic+W2 and so on
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Who plays whom (two engines: head-to-head, more: round-robin)
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Pairs of games for each two engines that meet [default: 50]
    #[arg(long, value_name = "N")]
    pairs: Option<usize>,
    /// The seed of openings, their order, and the built-in players [default: 1]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A file of openings, one a line; or a number: so many balanced random ones
    #[arg(long, value_name = "FILE|N")]
    openings: Option<String>,
    /// Turns of a random opening [default: 6]
    #[arg(long, value_name = "K")]
    plies: Option<usize>,
    /// The most that a short search may see a side ahead in a random opening, in centipawns [default: 60]
    #[arg(long, value_name = "CP")]
    imbalance: Option<u32>,
    /// Play a file's openings in their order
    #[arg(long)]
    no_shuffle: bool,
    #[command(flatten)]
    each_engine: EachEngineArgs,
    /// No draw by the third repetition of a position
    #[arg(long)]
    no_repetition: bool,
    /// Draw after so many turns, 0: never [default: 400]
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// End a game when both engines have called one side ahead by SCORE centipawns for TURNS turns in a row
    #[arg(long, value_name = "SCORE,TURNS", value_parser = adjudication)]
    adjudicate: Option<Adjudication>,
    /// Stop when this sequential test (in normalised Elo) has its answer
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The engine that stands at a fixed rating in the rating table
    #[arg(long, value_name = "NAME[=ELO]", value_parser = anchor)]
    anchor: Option<Anchor>,
    /// Stop at the first crash, hang, time loss, illegal turn, or game that cannot begin
    #[arg(long)]
    strict: bool,
    /// How long to wait: start, ready, new-game, turn (without a clock), late (after the time is up), quit
    #[arg(long = "deadline", value_name = "NAME=TIME", value_parser = deadline)]
    deadlines: Vec<(String, Span)>,
    /// Games at the same time [default: cores / threads]
    #[arg(long, short = 'c', value_name = "N")]
    concurrency: Option<usize>,
    /// Play only part I of N; --merge joins the parts' journals
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The journal [default: match-TIME.journal]
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(super) journal: Option<PathBuf>,
    /// Write the games' records
    #[arg(long, value_name = "FILE")]
    gpn: Option<PathBuf>,
    /// Write a picture of the score over the games (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// The folder for transcripts of failed games [default: JOURNAL.logs]
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
}

/// What holds for every engine that has nothing else set.
#[derive(Debug, Args)]
pub(super) struct EachEngineArgs {
    /// Clock: SECONDS+INCREMENT, or TURNS/SECONDS+INCREMENT
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockControl>,
    /// Time for each turn
    #[arg(long, value_name = "TIME")]
    movetime: Option<Span>,
    /// Nodes for each turn
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth for each turn, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How much later than its time an answer may come [default: 50ms]
    #[arg(long, value_name = "TIME")]
    margin: Option<Span>,
    /// A protocol option for every engine
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = assignment)]
    options: Vec<(String, String)>,
}

impl EachEngineArgs {
    pub(super) fn config(&self) -> EngineConfig {
        EngineConfig {
            tc: self.tc,
            movetime: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
            margin: self.margin,
            options: self.options.iter().cloned().collect(),
            ..EngineConfig::default()
        }
    }
}

impl ConfigArgs {
    /// The options that a journal already answers.
    pub(super) const WHAT_THE_MATCH_IS: [&'static str; 25] = [
        "engines",
        "each",
        "config",
        "event",
        "variant",
        "format",
        "pairs",
        "seed",
        "openings",
        "plies",
        "imbalance",
        "no_shuffle",
        "tc",
        "movetime",
        "nodes",
        "depth",
        "margin",
        "options",
        "no_repetition",
        "max_turns",
        "adjudicate",
        "sprt",
        "anchor",
        "deadlines",
        "shard",
    ];

    /// The match: the file's, with what the command line says.
    pub(super) fn config(&self) -> Result<MatchConfig, CliError> {
        let mut config = match &self.config {
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| CliError::file("read", path, &error))?;
                let read = MatchConfig::from_toml(&text);
                read.map_err(|error| CliError::Failed(format!("{}: {error}", path.display())))?
            }
            None => MatchConfig::default(),
        };
        if !self.engines.is_empty() {
            config.engines.clone_from(&self.engines);
        }
        if let Some(each) = &self.each {
            config.each = each.or(&config.each);
        }
        config.each = self.each_engine.config().or(&config.each);
        config.variant = self.variant.clone().unwrap_or(config.variant);
        config.event = self.event.clone().unwrap_or(config.event);
        config.format = self.format.or(config.format);
        config.pairs = self.pairs.unwrap_or(config.pairs);
        config.seed = self.seed.unwrap_or(config.seed);
        config.repetition &= !self.no_repetition;
        config.max_turns = self.max_turns.unwrap_or(config.max_turns);
        config.adjudication = self.adjudicate.or(config.adjudication);
        config.sprt = self.sprt.or(config.sprt);
        config.anchor = self.anchor.clone().or(config.anchor);
        for (name, span) in &self.deadlines {
            let set = config.deadlines.set(name, *span);
            set.map_err(|error| CliError::usage("--deadline", name, error))?;
        }
        config.run.shard = self.shard.or(config.run.shard);
        self.set_openings(&mut config)?;
        self.override_run(&mut config);
        Ok(config)
    }

    /// What may differ from run to run.
    pub(super) fn override_run(&self, config: &mut MatchConfig) {
        config.strict |= self.strict;
        let run = &mut config.run;
        run.concurrency = self.concurrency.or(run.concurrency);
        for (asked, field) in [
            (&self.journal, &mut run.journal),
            (&self.gpn, &mut run.gpn),
            (&self.plot, &mut run.plot),
            (&self.logs, &mut run.logs),
        ] {
            if asked.is_some() {
                field.clone_from(asked);
            }
        }
    }

    fn set_openings(&self, config: &mut MatchConfig) -> Result<(), CliError> {
        if let Some(openings) = &self.openings {
            config.openings = OpeningsConfig { shuffle: config.openings.shuffle, ..OpeningsConfig::named(openings) };
        }
        config.openings.shuffle &= !self.no_shuffle;
        match &mut config.openings.random {
            Some(random) => {
                random.plies = self.plies.unwrap_or(random.plies);
                random.imbalance = self.imbalance.unwrap_or(random.imbalance);
                Ok(())
            }
            None => match (self.plies, self.imbalance) {
                (Some(plies), _) => {
                    Err(CliError::usage("--plies", plies, "only random openings (--openings N) have it"))
                }
                (_, Some(cp)) => Err(CliError::usage("--imbalance", cp, "only random openings (--openings N) have it")),
                _ => Ok(()),
            },
        }
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let split = text.split_once('=').filter(|(name, _)| !name.is_empty());
    split.map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(|| "expected NAME=VALUE".to_owned())
}

fn adjudication(text: &str) -> Result<Adjudication, String> {
    let numbers = text.split_once(',').and_then(|(score, turns)| Some((score.parse().ok()?, turns.parse().ok()?)));
    let (score, turns) = numbers.ok_or("expected SCORE,TURNS, two whole numbers such as 800,6")?;
    Ok(Adjudication { score, turns })
}

fn anchor(text: &str) -> Result<Anchor, String> {
    match text.rsplit_once('=') {
        None => Ok(Anchor { engine: text.to_owned(), elo: 0.0 }),
        Some((engine, elo)) => {
            let elo = elo.parse().ok().filter(|elo: &f64| elo.is_finite()).ok_or("expected NAME=ELO, a number")?;
            Ok(Anchor { engine: engine.to_owned(), elo })
        }
    }
}

fn deadline(text: &str) -> Result<(String, Span), String> {
    let (name, time) = assignment(text)?;
    Ok((name, time.parse().map_err(|error: crate::arena::control::ControlError| error.to_string())?))
}
