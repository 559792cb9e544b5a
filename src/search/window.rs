//! The scores between which the true one matters.

use super::score::Score;

/// Alpha and beta: a score at or below alpha, or at or above beta, need not be known exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Self = Self { alpha: -Score::INFINITE.value(), beta: Score::INFINITE.value() };

    /// The window from the other side.
    pub const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above alpha: it tells only whether a turn is better than alpha.
    pub const fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The window around a score, no wider than the full one.
    pub fn around(score: i32, below: i32, above: i32) -> Self {
        Self {
            alpha: (score.saturating_sub(below)).max(Self::FULL.alpha),
            beta: (score.saturating_add(above)).min(Self::FULL.beta),
        }
    }
}
