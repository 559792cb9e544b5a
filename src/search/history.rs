//! What has caused cut-offs before, for ordering turns.

use super::values::Values;
use crate::rules::{Color, Turn};

/// The largest absolute score.
pub(super) const MAX: i32 = 1 << 14;
/// Entries and kinds of piece: what history knows of a turn.
const SLOTS: usize = 128;

/// The entry and kind of a turn in one number.
#[inline]
pub(super) const fn slot(turn: Turn) -> usize {
    let entry = match turn.entry() {
        Some(entry) => entry.index() as usize,
        None => 63,
    };
    entry | (turn.kind() as usize & 1) << 6
}

/// What a thread remembers from one search to the next, for itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Recall {
    pub history: History,
    pub values: Values,
}

/// A score between −[`MAX`] and [`MAX`] for each side and turn.
#[derive(Clone, Debug)]
pub(super) struct History([[i16; SLOTS]; 2]);

impl Default for History {
    fn default() -> Self {
        Self([[0; SLOTS]; 2])
    }
}

/// Moves a score towards ±[`MAX`], less the nearer it is: "gravity", as chess engines have it.
fn adjust(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MAX) as i16;
}

impl History {
    /// The scores of the turns of this side.
    #[inline]
    pub const fn of(&self, side: Color) -> Scores<'_> {
        Scores(&self.0[side as usize])
    }

    /// Rewards or punishes a turn.
    pub fn update(&mut self, side: Color, slot: usize, bonus: i32) {
        adjust(&mut self.0[side as usize][slot % SLOTS], bonus);
    }

    /// Makes room for what a new search finds.
    pub fn age(&mut self) {
        for score in self.0.as_flattened_mut() {
            *score /= 4;
        }
    }
}

/// The scores of the turns of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scores<'a>(&'a [i16; SLOTS]);

impl Scores<'_> {
    #[inline]
    pub fn of(&self, slot: usize) -> i32 {
        self.0[slot % SLOTS].into()
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

    /// Both, the latest first.
    #[inline]
    pub const fn turns(&self) -> [Option<Turn>; 2] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    #[test]
    fn history_stays_within_bounds() {
        let mut history = History::default();
        for _ in 0..1000 {
            history.update(Color::White, 5, 1600);
        }
        assert!((MAX - 2000..=MAX).contains(&history.of(Color::White).of(5)));
        assert_eq!(history.of(Color::Black).of(5), 0);
        for _ in 0..1000 {
            history.update(Color::White, 5, -1600);
        }
        assert!((-MAX..0).contains(&history.of(Color::White).of(5)));
    }

    #[test]
    fn killers_keep_the_two_latest() {
        let turns: Vec<_> = Position::start(Variant::Basic).turns().take(3).collect();
        let mut killers = Killers::default();
        for &turn in turns.iter().chain([&turns[2]]) {
            killers.add(turn);
        }
        assert_eq!(killers.turns(), [Some(turns[2]), Some(turns[1])]);
    }
}
