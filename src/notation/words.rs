//! The words by which programs are told of colours and results: in the protocol and wherever JSON is written.

use crate::rules::{Color, DrawReason, EndReason, GameResult, Outcome};

/// `w` or `b`.
pub(crate) const fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// The words of UGI: `p1win`, `p2win`, `draw`, and `none` while the game goes on.
pub(crate) const fn result_word(result: Option<GameResult>) -> &'static str {
    match result {
        None => "none",
        Some(GameResult::Drawn(_)) => "draw",
        Some(GameResult::Decided(outcome)) => match outcome.winner {
            Color::White => "p1win",
            Color::Black => "p2win",
        },
    }
}

/// Why the game has ended.
pub(crate) const fn reason_word(result: GameResult) -> &'static str {
    match result {
        GameResult::Decided(Outcome { reason: EndReason::ReserveEmpty, .. }) => "reserve-empty",
        GameResult::Decided(Outcome { reason: EndReason::GipfPiecesLost, .. }) => "gipf-pieces-lost",
        GameResult::Drawn(DrawReason::Repetition) => "repetition",
        GameResult::Drawn(DrawReason::TurnLimit) => "turn-limit",
    }
}
