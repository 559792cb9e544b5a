//! How much thought a review gives to each position.

use crate::search::{Limits, Searcher};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The limits of the search at each position; they combine, and the first that is reached ends it.
///
/// Every position is searched afresh, so that with `nodes` or `depth`, and without `time`, the result depends on nothing but
/// the game and these settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The time for each position.
    pub time: Option<Duration>,
    /// The nodes for each position.
    pub nodes: Option<u64>,
    /// The depth for each position, in plies.
    pub depth: Option<u32>,
    /// How many of the best turns are looked for at each position, 1 or more. With one, no better turn than the best is
    /// known, and none where the best was played.
    pub multipv: usize,
    /// The size of each transposition table, in MiB.
    pub hash: usize,
}

/// One second and three lines for each position.
impl Default for Settings {
    fn default() -> Self {
        let time = Some(Duration::from_secs(1));
        Self { time, nodes: None, depth: None, multipv: 3, hash: Searcher::DEFAULT_HASH }
    }
}

impl Settings {
    /// The limits of a search that begins now.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            move_time: self.time,
            nodes: self.nodes,
            depth: self.depth,
            multipv: self.multipv.max(1),
            ..Limits::none()
        }
    }
}

/// The limits in words: `1 s a turn`, `5000 nodes a turn`, `depth 3`.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.time.map(|time| format!("{} s a turn", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes a turn")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_words() {
        let settings = Settings { nodes: Some(5000), ..Settings::default() };
        assert_eq!(settings.to_string(), "1 s a turn, 5000 nodes a turn");
        let settings = Settings { time: Some(Duration::from_millis(250)), depth: Some(7), ..Settings::default() };
        assert_eq!(settings.to_string(), "0.25 s a turn, depth 7");
    }
}
