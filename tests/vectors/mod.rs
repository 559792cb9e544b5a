//! The test vectors in `tests/data`.
#![allow(dead_code)]

use gipfel::rules::Position;

pub const TURNS: &str = include_str!("../data/turns.txt");
pub const SPECIAL: &str = include_str!("../data/special.txt");
pub const PERFT: &str = include_str!("../data/perft.txt");
pub const GAMES: &str = include_str!("../data/games.txt");

/// The lines of a file without its comments.
pub fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// Positions with the texts of all their legal turns, sorted by bytes.
pub fn turn_lists() -> Vec<(Position, Vec<&'static str>)> {
    let mut lists = Vec::new();
    for file in [TURNS, SPECIAL] {
        let mut lines = lines(file);
        while let (Some(position), Some(turns)) = (lines.next(), lines.next()) {
            let turns: Vec<&str> = turns.split_whitespace().filter(|turn| *turn != "-").collect();
            lists.push((position.parse().unwrap_or_else(|e| panic!("{position}: {e}")), turns));
        }
    }
    lists
}
