//! Full-width search to a fixed depth: a plain opponent that never changes, as a floor for ratings.

use super::score::Score;
use crate::eval::evaluate;
use crate::rules::{Position, Turn};

/// The most positions that are looked at: some hundred times what three plies usually take.
const MOST_POSITIONS: u64 = 2_000_000;

/// Searches every line to exactly `depth` plies (1 or more) by plain alpha-beta, with the static evaluation at the end:
/// no quiescence, no table, no memory. Among equal turns the first counts. `None` where the game is over.
///
/// Where that takes too many positions, since there are thousands of turns, it is tried again one ply less deep; one ply
/// is searched as far as the number of positions allows.
///
/// ```
/// use gipfel::{rules::{Position, Variant}, search::full_width};
/// let (turn, _) = full_width(&Position::start(Variant::Basic), 2).unwrap();
/// assert!(Position::start(Variant::Basic).is_legal(turn));
/// ```
#[must_use]
pub fn full_width(position: &Position, depth: u32) -> Option<(Turn, Score)> {
    (1..=depth.max(1)).rev().find_map(|depth| {
        let mut search = FullWidth { left: MOST_POSITIONS };
        let best = search.root(position, depth);
        best.filter(|_| search.left > 0 || depth == 1)
    })
}

struct FullWidth {
    /// How many more positions may be looked at.
    left: u64,
}

impl FullWidth {
    fn root(&mut self, position: &Position, depth: u32) -> Option<(Turn, Score)> {
        let mut best: Option<(Turn, i32)> = None;
        for turn in position.turns() {
            let alpha = best.map_or(-Score::INFINITE.value(), |(_, score)| score);
            let score = -self.below(&position.play(turn), -Score::INFINITE.value(), -alpha, depth - 1, 1);
            if score > alpha {
                best = Some((turn, score));
            }
            if self.left == 0 {
                break;
            }
        }
        best.map(|(turn, score)| (turn, Score::from_value(score)))
    }

    fn below(&mut self, position: &Position, mut alpha: i32, beta: i32, depth: u32, ply: u32) -> i32 {
        self.left = self.left.saturating_sub(1);
        if let Some(outcome) = position.outcome() {
            let won = outcome.winner == position.side();
            return if won { Score::win_in(ply) } else { Score::loss_in(ply) }.value();
        }
        if depth == 0 {
            return evaluate(position);
        }
        for turn in position.turns() {
            alpha = alpha.max(-self.below(&position.play(turn), -beta, -alpha, depth - 1, ply + 1));
            if alpha >= beta || self.left == 0 {
                break;
            }
        }
        alpha
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn one_ply_is_the_best_static_value() {
        let position = Position::start(Variant::Standard);
        let (turn, score) = full_width(&position, 1).unwrap();
        let values: Vec<_> = position.turns().map(|turn| (turn, -evaluate(&position.play(turn)))).collect();
        let best = values.iter().map(|(_, value)| *value).max().unwrap();
        assert_eq!(score.value(), best);
        assert_eq!(values.iter().find(|(_, value)| *value == best).unwrap().0, turn);
    }

    #[test]
    fn a_million_turns_are_searched_less_deep() {
        let position: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap();
        let (turn, _) = full_width(&position, 3).unwrap();
        assert!(position.is_legal(turn));
    }
}
