//! Scores, from the mover's side.

use std::ops::Neg;

/// A score from the mover's side: centipawns, as the field calls hundredths of a basic piece, or a proven win or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Better than any score: a win at once.
    pub const WIN: Self = Self(32_000);
    /// Above every score.
    pub const INFINITE: Self = Self(32_001);
    /// The longest win, in plies, that a score can tell.
    pub const MAX_PLY: u32 = 1_000;

    /// A score in hundredths of a basic piece, kept apart from wins and losses.
    #[must_use]
    #[inline]
    pub const fn centipawns(value: i32) -> Self {
        let limit = Self::WIN.0 - Self::MAX_PLY as i32 - 1;
        Self(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// The score behind a number, as [`Score::value`] gives it.
    #[must_use]
    #[inline]
    pub(super) const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// A forced win after this many plies of both players, up to [`Score::MAX_PLY`].
    #[must_use]
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A forced loss after this many plies of both players, up to [`Score::MAX_PLY`].
    #[must_use]
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - Self::WIN.0)
    }

    /// The number behind the score: centipawns, or beyond ±31,000 a win or loss.
    #[must_use]
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A proven win or loss: plies of both players until the end, negative for a loss (0 where the game is lost already).
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        let plies = Self::WIN.0 - self.0.abs();
        if plies > Self::MAX_PLY as i32 {
            None
        } else if self.0 > 0 {
            Some(plies)
        } else {
            Some(-plies)
        }
    }

    /// Whether it is a proven win.
    #[must_use]
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::WIN.0 - Self::MAX_PLY as i32
    }

    /// Whether it is a proven loss.
    #[must_use]
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= Self::MAX_PLY as i32 - Self::WIN.0
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
