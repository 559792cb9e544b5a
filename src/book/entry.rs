//! What a book holds of one position.

use crate::rules::{Position, Turn, Variant};
use crate::search::Score;
use std::collections::HashSet;

/// Tells positions apart, the same for the twelve images of one.
pub(super) type Key = (Variant, u64);

pub(super) fn key(position: &Position) -> Key {
    (position.variant(), position.canonical().0.hash())
}

/// Positions with more turns than this have no place in a book: none comes from an opening.
pub(super) const MOST_TURNS: usize = 1000;

/// Whether a position can have a place in a book.
pub(super) fn has_place(position: &Position) -> bool {
    !position.is_over() && position.turns().take(MOST_TURNS + 1).count() <= MOST_TURNS
}

/// The best turn that leads out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropOut {
    /// The turn, in the canonical position.
    pub turn: Turn,
    /// Its score, from the mover's side.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The nodes that the search was allowed.
    pub nodes: u64,
}

impl DropOut {
    /// The best turn, as a search of that depth and so many nodes has found it.
    #[must_use]
    pub const fn new(turn: Turn, score: Score, depth: u32, nodes: u64) -> Self {
        Self { turn, score, depth, nodes }
    }
}

/// A turn and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child {
    pub turn: Turn,
    pub key: Key,
}

/// A position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Canonical; its turn number is the one with which the book has met it.
    pub position: Position,
    /// None if no turn leads out.
    pub drop_out: Option<DropOut>,
    /// Where that leads, if it may be followed: the game is not over there, and there are not too many turns.
    pub drop_out_key: Option<Key>,
    /// All turns, of those that are the same up to symmetry one.
    pub children: Vec<Child>,
}

impl Entry {
    pub fn new(position: Position, drop_out: Option<DropOut>) -> Self {
        let mut seen = HashSet::new();
        let children = position.turns().take(MOST_TURNS).map(|turn| Child { turn, key: key(&position.play(turn)) });
        let children = children.filter(|child| seen.insert(child.key)).collect();
        let mut entry = Self { position, drop_out: None, drop_out_key: None, children };
        entry.set_drop_out(drop_out);
        entry
    }

    pub fn set_drop_out(&mut self, drop_out: Option<DropOut>) {
        self.drop_out = drop_out;
        let next = drop_out.map(|drop_out| self.position.play(drop_out.turn));
        self.drop_out_key = next.filter(has_place).map(|next| key(&next));
    }
}
