//! How good a turn was.

/// The grade of a turn, by the win probability that it lost against the best turn known.
///
/// The thresholds are those that lichess uses in chess (`lila`, `Advice.scala`: 0.1, 0.2 and 0.3 on a scale from −1 to 1):
/// 5, 10 and 15 percentage points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// No better turn is known.
    Best,
    /// Lost less than 5 points.
    Good,
    /// Lost at least 5 points: `?!`.
    Inaccuracy,
    /// Lost at least 10 points: `?`.
    Mistake,
    /// Lost at least 15 points: `??`.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The grade of a turn that lost so much win probability, 0 to 1.
    #[must_use]
    pub(super) fn of_loss(loss: f64) -> Self {
        match loss {
            loss if loss >= 0.15 => Self::Blunder,
            loss if loss >= 0.10 => Self::Mistake,
            loss if loss >= 0.05 => Self::Inaccuracy,
            _ => Self::Good,
        }
    }

    /// The word for it: `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The sign behind the turn: `?!`, `?`, `??`, or nothing.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The numeric annotation glyph of the sign.
    #[must_use]
    pub const fn nag(self) -> Option<u8> {
        match self {
            Self::Best | Self::Good => None,
            Self::Inaccuracy => Some(6),
            Self::Mistake => Some(2),
            Self::Blunder => Some(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds() {
        let grades = [0.0, 0.049, 0.05, 0.099, 0.1, 0.149, 0.15, 1.0].map(Grade::of_loss);
        use Grade::{Blunder, Good, Inaccuracy, Mistake};
        assert_eq!(grades, [Good, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder, Blunder]);
    }
}
