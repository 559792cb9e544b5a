//! What is told of a position from an opening book.

use super::answer::ScoreAnswer;
use crate::book::{Book, KnownTurn};
use crate::rules::Position;
use serde::Serialize;

/// A turn that the book knows.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookTurn {
    turn: String,
    score: ScoreAnswer,
    depth: u32,
    leads_on: bool,
}

/// The turns that a book knows in a position, the best first; none where it does not know the position.
pub(super) fn book_turns(book: &Book, position: &Position) -> Vec<BookTurn> {
    let told = |known: KnownTurn| BookTurn {
        turn: known.turn.display(position).to_string(),
        score: known.score.into(),
        depth: known.depth,
        leads_on: known.leads_on,
    };
    book.turns(position).unwrap_or_default().into_iter().map(told).collect()
}
