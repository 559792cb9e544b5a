//! Checks of any engine against the protocol's rules of conduct, one small conversation each.
//!
//! Every check starts the engine anew, so that a fault in one thing does not hide another. Whatever an engine does not
//! offer is reported as not offered, not as failed.

mod conduct;
mod games;
mod offers;
mod session;
mod ugi;

use super::config::Deadlines;
use super::engine_config::EngineConfig;
use crate::protocol::Reply;
use serde::{Deserialize, Serialize};
use session::{Problem, Session};
use std::fmt;
use std::time::Duration;

/// How much is asked of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// What any engine for the protocol does.
    Ugi,
    /// All rules of conduct that this project asks of its own engine.
    Gipfel,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ugi => "ugi",
            Self::Gipfel => "gipfel",
        })
    }
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// As it should be.
    Pass,
    /// Not as it should be.
    Fail {
        /// What the engine was told, the last lines.
        sent: Vec<String>,
        /// What it said, the last lines.
        received: Vec<String>,
        /// What it should have said.
        expected: String,
    },
    /// The engine does not offer what would be checked.
    NotOffered {
        /// What that is.
        reason: String,
    },
}

/// A check and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The check's name.
    pub name: &'static str,
    /// The level that asks for it.
    pub level: Level,
    /// What it checks.
    pub about: &'static str,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Finding {
    /// Whether the engine failed.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        matches!(self.outcome, Outcome::Fail { .. })
    }
}

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// How much is asked.
    pub level: Level,
    /// Random games in which its turns are compared with ours.
    pub games: usize,
    /// The seed of these games.
    pub seed: u64,
    /// How long an answer may take that should come at once.
    pub timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { level: Level::Ugi, games: 10, seed: 1, timeout: Deadlines::default().ready.0 }
    }
}

/// A check: a name and a conversation.
struct Check {
    name: &'static str,
    level: Level,
    about: &'static str,
    run: Conversation,
}

type Conversation = fn(&mut Session, &Context) -> Result<(), Problem>;

impl Check {
    /// One for every engine.
    const fn ugi(name: &'static str, about: &'static str, run: Conversation) -> Self {
        Self { name, level: Level::Ugi, about, run }
    }

    /// One for our own rules of conduct.
    const fn gipfel(name: &'static str, about: &'static str, run: Conversation) -> Self {
        Self { name, level: Level::Gipfel, about, run }
    }
}

/// What is known about the engine and the way it is checked.
struct Context {
    options: Options,
    /// The lines `option name ... type ...`: name and the rest.
    offered: Vec<(String, String)>,
}

impl Context {
    /// The option of that name: as the engine writes it, and what follows `type`.
    fn option(&self, name: &str) -> Option<(&str, &str)> {
        let found = self.offered.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
        found.map(|(option, kind)| (option.as_str(), kind.as_str()))
    }
}

/// The names, levels and subjects of all checks, in their order.
pub fn checks() -> impl Iterator<Item = (&'static str, Level, &'static str)> {
    all().map(|check| (check.name, check.level, check.about))
}

fn all() -> impl Iterator<Item = &'static Check> {
    [ugi::CHECKS, games::CHECKS, offers::CHECKS, conduct::CHECKS].into_iter().flatten()
}

/// Checks an engine; each finding is told as soon as it is there.
pub fn check(engine: &EngineConfig, options: &Options, mut tell: impl FnMut(&Finding)) -> Vec<Finding> {
    let mut context = Context { options: options.clone(), offered: Vec::new() };
    let mut findings: Vec<Finding> = Vec::new();
    for check in all().filter(|check| check.level <= options.level) {
        // Without a greeting and readyok no conversation gets anywhere: one fault is not told forty times.
        let missing = findings.iter().find(|finding| finding.is_failure() && ugi::NEEDED.contains(&finding.name));
        let outcome = match missing {
            Some(missing) => Outcome::NotOffered { reason: format!("needs {}", missing.name) },
            None => run(check, engine, &mut context),
        };
        let finding = Finding { name: check.name, level: check.level, about: check.about, outcome };
        tell(&finding);
        findings.push(finding);
    }
    findings
}

fn run(check: &Check, engine: &EngineConfig, context: &mut Context) -> Outcome {
    let mut session = match Session::start(engine, context.options.timeout) {
        Ok(session) => session,
        Err(error) => {
            let expected = format!("a program that starts: {error}");
            return Outcome::Fail { sent: Vec::new(), received: Vec::new(), expected };
        }
    };
    let result = (check.run)(&mut session, context);
    if check.name == ugi::HANDSHAKE {
        context.offered = session
            .replies()
            .filter_map(|reply| match reply {
                Reply::Option { name, kind } => Some((name, kind)),
                _ => None,
            })
            .collect();
    }
    match result {
        Ok(()) => Outcome::Pass,
        Err(Problem::NotOffered(reason)) => Outcome::NotOffered { reason },
        Err(Problem::Expected(expected)) => {
            let (sent, received) = session.transcript();
            Outcome::Fail { sent, received, expected }
        }
    }
}
