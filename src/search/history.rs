//! What has caused cut-offs before, for ordering turns.

use crate::rules::{Color, Turn};

/// A score for each side, entry and kind, between −[`MAX`] and [`MAX`].
#[derive(Clone, Debug)]
pub(super) struct History {
    scores: [[i32; 128]; 2],
}

/// The largest absolute score.
pub(super) const MAX: i32 = 1 << 14;

impl Default for History {
    fn default() -> Self {
        Self { scores: [[0; 128]; 2] }
    }
}

const fn index(turn: Turn) -> usize {
    let entry = match turn.entry() {
        Some(entry) => entry.index() as usize,
        None => 63,
    };
    entry | (turn.kind() as usize & 1) << 6
}

impl History {
    #[inline]
    pub fn score(&self, side: Color, turn: Turn) -> i32 {
        self.scores[side as usize][index(turn)]
    }

    /// Moves the score towards ±[`MAX`], less the nearer it is: "gravity", as chess engines have it.
    pub fn update(&mut self, side: Color, turn: Turn, bonus: i32) {
        let score = &mut self.scores[side as usize][index(turn)];
        *score += bonus - *score * bonus.abs() / MAX;
    }

    /// Makes room for what a new search finds.
    pub fn age(&mut self) {
        for score in self.scores.as_flattened_mut() {
            *score /= 4;
        }
    }
}

/// The two latest turns that caused a cut-off at a ply, the latest first. Source: S. Akl and M. Newborn, "The principal
/// continuation and the killer heuristic", 1977.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Killers([Option<Turn>; 2]);

impl Killers {
    pub fn add(&mut self, turn: Turn) {
        if self.0[0] != Some(turn) {
            self.0 = [Some(turn), self.0[0]];
        }
    }

    /// 0 for the latest, 1 for the one before.
    #[inline]
    pub fn rank(&self, turn: Turn) -> Option<usize> {
        self.0.iter().position(|&killer| killer == Some(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    #[test]
    fn history_stays_within_bounds() {
        let turn = Position::start(Variant::Basic).turns().next().unwrap();
        let mut history = History::default();
        for _ in 0..1000 {
            history.update(Color::White, turn, 1600);
        }
        assert!((MAX - 2000..=MAX).contains(&history.score(Color::White, turn)));
        assert_eq!(history.score(Color::Black, turn), 0);
        for _ in 0..1000 {
            history.update(Color::White, turn, -1600);
        }
        assert!((-MAX..0).contains(&history.score(Color::White, turn)));
    }

    #[test]
    fn killers_keep_the_two_latest() {
        let turns: Vec<_> = Position::start(Variant::Basic).turns().take(3).collect();
        let mut killers = Killers::default();
        for &turn in turns.iter().chain([&turns[2]]) {
            killers.add(turn);
        }
        assert_eq!([2, 1, 0].map(|i| killers.rank(turns[i])), [Some(0), Some(1), None]);
    }
}
