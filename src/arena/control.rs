//! What limits an engine's thinking: clock, time per turn, nodes, depth; and how durations are written.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A length of time, written as a number of seconds or with a unit: `5`, `0.1`, `100ms`, `2s`, `3m`, `1h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "String")]
pub struct Span(pub Duration);

impl Span {
    /// So many milliseconds.
    #[must_use]
    pub const fn millis(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }

    /// So many seconds.
    #[must_use]
    pub const fn seconds(seconds: u64) -> Self {
        Self(Duration::from_secs(seconds))
    }
}

/// In files a length of time may be a bare number too.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Integer(u64),
    Float(f64),
}

impl TryFrom<Written> for Span {
    type Error = ControlError;
    fn try_from(written: Written) -> Result<Self, ControlError> {
        match written {
            Written::Text(text) => text.parse(),
            Written::Integer(seconds) => seconds.to_string().parse(),
            Written::Float(seconds) => seconds.to_string().parse(),
        }
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.to_string()
    }
}

/// Why a limit cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// Not a length of time.
    #[error("{0:?} is no length of time: expected a number of seconds such as 0.5, or 500ms, 2s, 3m, 1h")]
    Span(String),
    /// Not a clock.
    #[error("{0:?} is no clock: expected SECONDS+INCREMENT such as 10+0.1, or TURNS/SECONDS+INCREMENT")]
    Clock(String),
}

impl FromStr for Span {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let refused = || ControlError::Span(text.to_owned());
        let word = text.trim();
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match word.get(digits.len()..) {
            Some("ms") => 0.001,
            Some("" | "s") => 1.0,
            Some("m" | "min") => 60.0,
            Some("h") => 3600.0,
            _ => return Err(refused()),
        };
        // Plain decimal numbers only: no signs, no "inf", no exponents.
        if !digits.chars().all(|c| c.is_ascii_digit() || c == '.') {
            return Err(refused());
        }
        let seconds: f64 = digits.parse().map_err(|_| refused())?;
        // A century: more is a mistake, and would overflow the arithmetic of clocks.
        const MOST: f64 = 100.0 * 366.0 * 86_400.0;
        if seconds * unit > MOST {
            return Err(refused());
        }
        Ok(Self(Duration::from_secs_f64(seconds * unit)))
    }
}

/// In seconds, or in milliseconds where that is shorter.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        if millis > 0 && millis < 1000 { write!(f, "{millis}ms") } else { write!(f, "{}s", self.0.as_secs_f64()) }
    }
}

/// A clock: time for the game (or for a number of turns), and an increment after each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClockControl {
    /// The time at the start.
    pub base: Duration,
    /// What each turn adds.
    pub increment: Duration,
    /// After so many turns of a player the base is added again; `None` for a base for the whole game.
    pub turns: Option<u32>,
}

impl FromStr for ClockControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let refused = || ControlError::Clock(text.to_owned());
        let (turns, rest) = match text.split_once('/') {
            Some((turns, rest)) => (Some(turns.trim().parse().ok().filter(|&n| n > 0).ok_or_else(refused)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let span = |word: &str| word.parse::<Span>().map(|span| span.0).map_err(|_| refused());
        let clock = Self { base: span(base)?, increment: span(increment)?, turns };
        if clock.base.is_zero() && clock.increment.is_zero() { Err(refused()) } else { Ok(clock) }
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turns) = self.turns {
            write!(f, "{turns}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl TryFrom<String> for ClockControl {
    type Error = ControlError;
    fn try_from(text: String) -> Result<Self, ControlError> {
        text.parse()
    }
}

impl From<ClockControl> for String {
    fn from(clock: ClockControl) -> Self {
        clock.to_string()
    }
}

/// Everything that limits one engine's turns; limits combine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// A clock.
    pub clock: Option<ClockControl>,
    /// The time for each turn.
    pub move_time: Option<Duration>,
    /// Nodes for each turn.
    pub nodes: Option<u64>,
    /// Depth for each turn, in plies.
    pub depth: Option<u32>,
    /// How much later than its time an answer may come without losing the game.
    pub margin: Duration,
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| format!("{}/turn", Span(time))),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// A player's clock as it runs in a game.
#[derive(Clone, Copy, Debug)]
pub struct RunningClock {
    control: ClockControl,
    remaining: Duration,
    turns_to_go: Option<u32>,
}

impl RunningClock {
    /// At the start of a game.
    #[must_use]
    pub const fn new(control: ClockControl) -> Self {
        Self { control, remaining: control.base, turns_to_go: control.turns }
    }

    /// What is left.
    #[must_use]
    pub const fn remaining(&self) -> Duration {
        self.remaining
    }

    /// What each turn adds.
    #[must_use]
    pub const fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Turns until the base is added again.
    #[must_use]
    pub const fn turns_to_go(&self) -> Option<u32> {
        self.turns_to_go
    }

    /// Takes a turn's time off and adds the increment.
    pub fn spend(&mut self, elapsed: Duration) {
        self.remaining = self.remaining.saturating_sub(elapsed) + self.control.increment;
        if let Some(turns) = &mut self.turns_to_go {
            *turns -= 1;
            if *turns == 0 {
                self.remaining += self.control.base;
                self.turns_to_go = self.control.turns;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        for (text, millis) in
            [("5", 5000), ("0.1", 100), ("100ms", 100), ("2s", 2000), ("1.5m", 90_000), ("1h", 3_600_000)]
        {
            assert_eq!(text.parse(), Ok(Span::millis(millis)), "{text}");
        }
        for text in ["", "-1", "inf", "1e3", "5x", "nan", "1 0", "99999999999999999999h", "ms"] {
            assert_eq!(text.parse::<Span>(), Err(ControlError::Span(text.to_owned())));
        }
        for span in [Span::millis(50), Span::seconds(90), Span::default(), Span::millis(1500)] {
            assert_eq!(span.to_string().parse(), Ok(span));
        }
    }

    #[test]
    fn clocks() {
        let clock: ClockControl = "10+0.1".parse().expect("a clock");
        assert_eq!(
            (clock.base, clock.increment, clock.turns),
            (Duration::from_secs(10), Duration::from_millis(100), None)
        );
        for text in ["10+0.1", "40/60+0.5", "1+0", "0+1"] {
            assert_eq!(text.parse::<ClockControl>().map(|clock| clock.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "0", "0+0", "0/10", "x+1", "-1+1", "10+", "/5"] {
            assert!(text.parse::<ClockControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs() {
        let mut clock = RunningClock::new("2/10+1".parse().expect("a clock"));
        clock.spend(Duration::from_secs(4));
        assert_eq!((clock.remaining(), clock.turns_to_go()), (Duration::from_secs(7), Some(1)));
        clock.spend(Duration::from_secs(9));
        assert_eq!((clock.remaining(), clock.turns_to_go()), (Duration::from_secs(11), Some(2)));
    }
}
