//! Positions for tests.
#![allow(dead_code)]

use gipfel::rules::{Position, Turn, Variant};

/// The position that a text names, which must be one.
pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The positions of a random game, by a fixed seed.
pub fn random_game(variant: Variant, seed: u64) -> Vec<Position> {
    let mut positions = vec![Position::start(variant)];
    let mut state = seed;
    loop {
        let position = *positions.last().unwrap();
        let turns: Vec<Turn> = position.turns().collect();
        if turns.is_empty() {
            return positions;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        positions.push(position.play(turns[(state >> 33) as usize % turns.len()]));
    }
}
