//! What a search is told: the words after `go`.

use super::command::{CommandError, integer, unexpected};
use super::words::Words;
use std::fmt;

/// What a search is told. Numbers are as written, except that those that do not fit are cut to the nearest that does;
/// times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The players' clocks, White's first.
    pub time: [Option<i64>; 2],
    /// What is added to them after each turn.
    pub increment: [Option<i64>; 2],
    /// Turns until time is added.
    pub moves_to_go: Option<i64>,
    /// The time for this turn.
    pub move_time: Option<i64>,
    /// The deepest iteration.
    pub depth: Option<i64>,
    /// The most nodes.
    pub nodes: Option<i64>,
    /// Look for a win in this many turns of both players.
    pub mate: Option<i64>,
    /// Hold the answer back until `stop`.
    pub infinite: bool,
    /// Hold the answer back until `ponderhit` or `stop`.
    pub ponder: bool,
    /// The turns to choose from; empty for all.
    pub search_turns: Vec<String>,
}

impl Go {
    /// Reads what follows the word `go`.
    pub(super) fn parse(mut words: Words<'_>) -> Result<Self, CommandError> {
        const EXPECTED: &str = "p1time, p2time, p1inc, p2inc, movestogo, movetime, depth, nodes, mate, infinite, ponder or \
                                searchmoves";
        let mut go = Self::default();
        let mut listing_turns = false;
        while let Some(word) = words.next() {
            match (go.number(word), word) {
                (Some((name, slot)), _) => *slot = Some(integer(name, words.next())?),
                (None, "infinite") => go.infinite = true,
                (None, "ponder") => go.ponder = true,
                (None, "searchmoves") => {}
                (None, turn) if listing_turns => {
                    go.search_turns.push(turn.to_owned());
                    continue;
                }
                (None, word) => return Err(unexpected(word, "go", EXPECTED)),
            }
            listing_turns = word == "searchmoves";
        }
        Ok(go)
    }

    /// Where the number that follows a word is kept, with the word.
    fn number(&mut self, word: &str) -> Option<(&'static str, &mut Option<i64>)> {
        let [white, black] = &mut self.time;
        let [white_increment, black_increment] = &mut self.increment;
        Some(match word {
            "p1time" => ("p1time", white),
            "wtime" => ("wtime", white),
            "p2time" => ("p2time", black),
            "btime" => ("btime", black),
            "p1inc" => ("p1inc", white_increment),
            "winc" => ("winc", white_increment),
            "p2inc" => ("p2inc", black_increment),
            "binc" => ("binc", black_increment),
            "movestogo" => ("movestogo", &mut self.moves_to_go),
            "movetime" => ("movetime", &mut self.move_time),
            "depth" => ("depth", &mut self.depth),
            "nodes" => ("nodes", &mut self.nodes),
            "mate" => ("mate", &mut self.mate),
            _ => return None,
        })
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let [white, black] = self.time;
        let [white_increment, black_increment] = self.increment;
        for (word, number) in [
            ("p1time", white),
            ("p2time", black),
            ("p1inc", white_increment),
            ("p2inc", black_increment),
            ("movestogo", self.moves_to_go),
            ("movetime", self.move_time),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
        ] {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        for (word, is_set) in [("infinite", self.infinite), ("ponder", self.ponder)] {
            if is_set {
                write!(f, " {word}")?;
            }
        }
        if self.search_turns.is_empty() { Ok(()) } else { write!(f, " searchmoves {}", self.search_turns.join(" ")) }
    }
}
