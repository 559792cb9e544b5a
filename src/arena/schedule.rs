//! Which games a match consists of: a fixed list, the same on every machine, that shards cut into parts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[derive(clap::ValueEnum)]
pub enum Format {
    /// Two engines.
    HeadToHead,
    /// Each engine against each other.
    RoundRobin,
    /// The first engine against each other.
    Gauntlet,
}

impl Format {
    /// The pairings among so many engines, as engine numbers from 0.
    #[must_use]
    pub fn pairings(self, engines: usize) -> Vec<(usize, usize)> {
        match self {
            Self::HeadToHead if engines >= 2 => vec![(0, 1)],
            Self::HeadToHead => Vec::new(),
            Self::Gauntlet => (1..engines).map(|other| (0, other)).collect(),
            Self::RoundRobin => {
                (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
            }
        }
    }
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number in the match, from 0. Games `2n` and `2n + 1` are a pair.
    pub index: usize,
    /// The engine that plays White.
    pub white: usize,
    /// The engine that plays Black.
    pub black: usize,
    /// The number of the opening, from 0.
    pub opening: usize,
}

impl ScheduledGame {
    /// The number of its pair, from 0.
    #[must_use]
    pub const fn pair(&self) -> usize {
        self.index / 2
    }

    /// The engine of the pairing that is named first: it plays White in the pair's first game.
    #[must_use]
    pub const fn first_engine(&self) -> usize {
        if self.index.is_multiple_of(2) { self.white } else { self.black }
    }
}

/// A part of a schedule: `I/N`, the pairs whose number from 1 leaves the remainder I (or 0 for I = N) when divided by N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether a pair, numbered from 0, belongs to this part.
    #[must_use]
    pub const fn holds(&self, pair: usize) -> bool {
        pair % self.of == self.number - 1
    }

    /// The number of the n-th pair that belongs to this part, both counted from 0.
    #[must_use]
    pub const fn nth(&self, n: usize) -> usize {
        n.saturating_mul(self.of).saturating_add(self.number - 1)
    }

    /// Whether this is the whole schedule.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.of == 1
    }
}

/// A text is no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no part: expected I/N with I from 1 to N, such as 1/4")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;
    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// All games of a match: in each round every pairing plays one opening twice, with colours changed. Rounds take the
/// openings in turn and begin again after the last.
#[must_use]
pub fn schedule(format: Format, engines: usize, rounds: usize, openings: usize) -> Vec<ScheduledGame> {
    let pairings = format.pairings(engines);
    let pairs = (0..rounds).flat_map(|round| pairings.iter().map(move |&pairing| (round, pairing)));
    pairs
        .enumerate()
        .flat_map(|(pair, (round, (first, second)))| {
            let opening = round % openings.max(1);
            [(first, second), (second, first)]
                .into_iter()
                .enumerate()
                .map(move |(game, (white, black))| ScheduledGame { index: 2 * pair + game, white, black, opening })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn pairs_change_colours_on_one_opening() {
        for format in [Format::HeadToHead, Format::RoundRobin, Format::Gauntlet] {
            let games = schedule(format, if format == Format::HeadToHead { 2 } else { 4 }, 5, 3);
            for pair in games.chunks(2) {
                let [one, two] = pair else { panic!("half a pair") };
                assert_eq!((one.white, one.black, one.opening), (two.black, two.white, two.opening));
                assert_eq!((one.pair(), one.first_engine()), (two.pair(), two.first_engine()));
            }
            assert!(games.iter().enumerate().all(|(i, game)| game.index == i));
        }
    }

    #[test]
    fn everyone_plays_everyone_as_often() {
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        for game in schedule(Format::RoundRobin, 4, 7, 3) {
            *counts.entry((game.white, game.black)).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        assert!(counts.values().all(|&count| count == 7));
        assert_eq!(schedule(Format::Gauntlet, 4, 7, 3).len(), 42);
        assert!(schedule(Format::Gauntlet, 4, 7, 3).iter().all(|game| game.white == 0 || game.black == 0));
        assert_eq!(schedule(Format::HeadToHead, 2, 7, 3).len(), 14);
    }

    #[test]
    fn shards_cut_whole_pairs_and_miss_none() {
        let games = schedule(Format::RoundRobin, 3, 10, 4);
        let mut seen = Vec::new();
        for i in 1..=4 {
            let shard: Shard = format!("{i}/4").parse().expect("a shard");
            let part: Vec<_> = games.iter().filter(|game| shard.holds(game.pair())).collect();
            assert_eq!(part.len() % 2, 0);
            assert!(part.iter().enumerate().all(|(n, game)| game.pair() == shard.nth(n / 2)));
            seen.extend(part.iter().map(|game| game.index));
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..60).collect::<Vec<_>>());
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
