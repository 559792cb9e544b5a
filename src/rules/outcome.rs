//! How a game ends.

use super::piece::Color;
use super::position::Position;
use std::fmt;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner. The rules know no draw.
    pub winner: Color,
    /// Why the other has lost.
    pub reason: EndReason,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The loser had to enter a piece and had none.
    ReserveEmpty,
    /// The loser's last GIPF-piece left the board.
    GipfPiecesLost,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ReserveEmpty => "no piece left to enter",
            Self::GipfPiecesLost => "no GIPF-piece left on the board",
        })
    }
}

impl Position {
    /// The outcome, if the game is over in this position: rules, section 5.
    ///
    /// Draws are claims on top of the rules and are not known here.
    #[must_use]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let side = self.side();
        if self.variant().has_gipf_pieces() && (self.has_lost_gipf(side) || self.has_lost_gipf(!side)) {
            // Where both have lost them, the last to clear was the other, and he has won.
            let winner = if self.has_lost_gipf(side) { !side } else { side };
            return Some(Outcome { winner, reason: EndReason::GipfPiecesLost });
        }
        (self.reserve(side) == 0 && !self.has_row(side))
            .then_some(Outcome { winner: !side, reason: EndReason::ReserveEmpty })
    }

    /// Whether the game is over.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }
}
