//! Counting sequences of turns, to check and to time turn generation.

use super::position::Position;

/// The number of sequences of exactly `depth` turns; a finished game adds nothing deeper.
///
/// The last turns are counted, not played.
///
/// ```
/// use gipfel::rules::{Position, Variant, perft};
/// assert_eq!(perft(&Position::start(Variant::Tournament), 3), 14304);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_turns(),
        2 => position.count_turn_pairs(),
        _ => position.turns().map(|turn| perft(&position.play_unhashed(turn), depth - 1)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn start_positions() {
        for (variant, counts) in Variant::ALL.into_iter().zip([
            [30, 924, 29016, 924_432, 29_769_120],
            [30, 924, 29016, 924_432, 30_055_665],
            [18, 348, 14304, 620_352, 21_162_384],
        ]) {
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(perft(&Position::start(variant), depth), count, "{variant} depth {depth}");
            }
        }
    }
}
