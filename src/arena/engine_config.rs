//! What is known about an engine before it is started.

use super::config::ConfigError;
use super::control::{ClockControl, Span, TimeControl};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An engine: how it is started and what it is told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineConfig {
    /// Its name in the results; by default made from the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The command line, split as a shell would; or `builtin:NAME`; by default this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The working directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// A clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<ClockControl>,
    /// The time for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<Span>,
    /// Nodes for each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth for each turn, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How much later than its time an answer may come; by default 50 ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Span>,
    /// Protocol options.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// Environment variables.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
}

impl EngineConfig {
    /// The margin where none is set.
    pub const DEFAULT_MARGIN: Duration = Duration::from_millis(50);

    /// Whether nothing is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads the form of the command line: words split as a shell would; words of the form `key=value` at the front are
    /// settings, the rest is the command. The keys are `name`, `dir`, `tc`, `movetime`, `nodes`, `depth`, `margin`,
    /// `option.NAME` and `env.NAME`.
    ///
    /// ```
    /// use gipfel::arena::engine_config::EngineConfig;
    /// let engine = EngineConfig::parse("name=old tc=10+0.1 option.Hash=64 ./gipfel-old --quiet")?;
    /// assert_eq!(engine.command.as_deref(), Some("./gipfel-old --quiet"));
    /// assert_eq!(engine.options["Hash"], "64");
    /// # Ok::<(), gipfel::arena::config::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Names the word that is wrong.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let words = split_words(text)?;
        let mut engine = Self::default();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.peek() {
            let Some((key, value)) = word.split_once('=') else { break };
            if !engine.set(key, value)? {
                break;
            }
            words.next();
        }
        let command: Vec<String> = words.collect();
        if !command.is_empty() {
            let joined = shlex::try_join(command.iter().map(String::as_str));
            engine.command = Some(joined.map_err(|_| ConfigError::Words(text.to_owned()))?);
        }
        Ok(engine)
    }

    /// Sets one key; `false` where there is no such key.
    ///
    /// # Errors
    ///
    /// Where the value is not one for the key.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, ConfigError> {
        let wrong = |why: &dyn std::fmt::Display| ConfigError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            why: why.to_string(),
        };
        match key {
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "tc" => self.tc = Some(value.parse().map_err(|e| wrong(&e))?),
            "movetime" => self.movetime = Some(value.parse().map_err(|e| wrong(&e))?),
            "nodes" => self.nodes = Some(value.parse().map_err(|e| wrong(&e))?),
            "depth" => self.depth = Some(value.parse().map_err(|e| wrong(&e))?),
            "margin" => self.margin = Some(value.parse().map_err(|e| wrong(&e))?),
            _ => match key.split_once('.') {
                Some(("option", name)) => drop(self.options.insert(name.to_owned(), value.to_owned())),
                Some(("env", name)) => drop(self.env.insert(name.to_owned(), value.to_owned())),
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    fn has_limit(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// This engine with what it leaves open taken from `each`. Limits are taken together or not at all: an engine with
    /// a limit of its own has only that.
    #[must_use]
    pub fn or(&self, each: &Self) -> Self {
        let limits = if self.has_limit() { self } else { each };
        let merged = |own: &BTreeMap<String, String>, common: &BTreeMap<String, String>| {
            common.iter().chain(own).map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        Self {
            name: self.name.clone(),
            command: self.command.clone().or_else(|| each.command.clone()),
            dir: self.dir.clone().or_else(|| each.dir.clone()),
            tc: limits.tc,
            movetime: limits.movetime,
            nodes: limits.nodes,
            depth: limits.depth,
            margin: self.margin.or(each.margin),
            options: merged(&self.options, &each.options),
            env: merged(&self.env, &each.env),
        }
    }

    /// The limits of its turns; without any, 10 seconds and 0.1 a turn.
    #[must_use]
    pub fn time_control(&self) -> TimeControl {
        let default =
            ClockControl { base: Duration::from_secs(10), increment: Duration::from_millis(100), turns: None };
        TimeControl {
            clock: self.tc.or_else(|| (!self.has_limit()).then_some(default)),
            move_time: self.movetime.map(|span| span.0),
            nodes: self.nodes,
            depth: self.depth,
            margin: self.margin.map_or(Self::DEFAULT_MARGIN, |span| span.0),
        }
    }

    /// Whether it is a built-in player.
    #[must_use]
    pub fn is_builtin(&self) -> bool {
        self.command.as_deref().is_some_and(|command| command.trim_start().starts_with("builtin:"))
    }

    /// The threads that it is told to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        let threads = self.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        threads.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    }

    /// A name made from the command: `builtin:random` as it is, of a program the file's name.
    pub(super) fn default_name(&self) -> String {
        let Some(command) = &self.command else { return "gipfel".to_owned() };
        let program = split_words(command).ok().and_then(|words| words.into_iter().next()).unwrap_or_default();
        if program.starts_with("builtin:") {
            return program;
        }
        Path::new(&program).file_stem().map_or(program.clone(), |stem| stem.to_string_lossy().into_owned())
    }
}

/// Splits a text into words as a shell would.
///
/// # Errors
///
/// Where a quote is not closed.
pub fn split_words(text: &str) -> Result<Vec<String>, ConfigError> {
    shlex::split(text).ok_or_else(|| ConfigError::Words(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_words() {
        let text = r#"name="my engine" tc=1+0.01 option.Hash=16 option.Book=a=b env.X=1 dir=/tmp ./run --opt=3 'a b'"#;
        let engine = EngineConfig::parse(text).expect("an engine");
        assert_eq!(engine.name.as_deref(), Some("my engine"));
        assert_eq!(engine.options["Book"], "a=b");
        assert_eq!(engine.env["X"], "1");
        let command = split_words(engine.command.as_deref().expect("a command"));
        assert_eq!(command, Ok(vec!["./run".to_owned(), "--opt=3".to_owned(), "a b".to_owned()]));
        assert_eq!(EngineConfig::parse("").expect("our own"), EngineConfig::default());
        assert!(EngineConfig::parse("'open").is_err());
        assert!(matches!(EngineConfig::parse("nodes=x prog"), Err(ConfigError::Value { .. })));
        // A word with = that is no setting begins the command.
        let command = EngineConfig::parse("a=b c").expect("an engine").command.expect("a command");
        assert_eq!(split_words(&command), Ok(vec!["a=b".to_owned(), "c".to_owned()]));
    }
}
