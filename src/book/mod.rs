//! Opening books: positions with the turns that are known to be good in them.
//!
//! A book holds canonical positions: the twelve images of a position share one entry. For each entry the book knows the best
//! turn that leads *out* of it, with the score that a search gave; the turns that lead to other entries are not stored but found
//! by playing all legal turns. The value of an entry is the best of both, backed up from the entries below. Only turns that
//! lead to a later turn number count, so that no line of a book goes in a circle.
//!
//! ```
//! use gipfel::book::Book;
//! use gipfel::rules::Position;
//! let text = "# Gipfel opening book, version 1\nG2g/5/6/g5G/6/5/G2g w 12 12 standard -- 1 d2 +0.21 9 20000\n";
//! let book: Book = text.parse()?;
//! let position: Position = "standard".parse().unwrap();
//! let known = book.turns(&position).unwrap();
//! assert_eq!(known[0].score.value(), 21);
//! assert!(position.is_legal(known[0].turn));
//! # Ok::<(), gipfel::book::BookTextError>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod answer;
mod build;
mod entry;
mod source;
mod text;
mod values;

pub use build::{BookProgress, BuildError, BuildSettings, build};
pub use entry::DropOut;
pub use source::BookError;
pub use text::{BookFault, BookTextError};

use crate::board::Symmetry;
use crate::rules::{Position, Turn, Variant};
use crate::search::{Luck, Score, SearchResult};
use entry::{Entry, Key, key};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;
use values::Values;

/// An opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: BTreeMap<Key, Entry>,
    values: Values,
}

/// A turn that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownTurn {
    /// The turn, in the position that was asked about. Of turns that are the same up to symmetry it is one.
    pub turn: Turn,
    /// Its score, from the mover's side.
    pub score: Score,
    /// How many turns the score looks ahead: the line in the book and the search at its end.
    pub depth: u32,
    /// Whether the position after it is in the book.
    pub leads_on: bool,
}

/// As a search would have found it without entering a position.
impl From<KnownTurn> for SearchResult {
    fn from(known: KnownTurn) -> Self {
        let KnownTurn { turn, score, depth, .. } = known;
        Self { best: Some(turn), ponder: None, score, depth, nodes: 0, elapsed: Duration::ZERO, pv: vec![turn] }
    }
}

impl Book {
    /// How many positions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many positions of a variant it holds.
    #[must_use]
    pub fn count(&self, variant: Variant) -> usize {
        self.of(variant).count()
    }

    /// The positions, canonical, by variant and turn number.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions: Vec<Position> = self.entries.values().map(|entry| entry.position).collect();
        positions.sort_by_cached_key(|position| (position.variant(), position.turn_number(), position.to_string()));
        positions
    }

    /// Whether a position or one of its images is in the book.
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        self.entries.contains_key(&key(position))
    }

    /// The value of a position from the mover's side, and how many turns it looks ahead; `None` if it is not in the book.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<(Score, u32)> {
        self.values.get(&key(position)).map(|value| (value.score, value.depth))
    }

    /// The best turn that leads out of the book, in the canonical image of a position; the outer `None` if it is not in the
    /// book, the inner if no turn leads out.
    #[must_use]
    pub fn drop_out(&self, position: &Position) -> Option<Option<DropOut>> {
        self.entries.get(&key(position)).map(|entry| entry.drop_out)
    }

    /// The turns that the book knows in a position, the best first; `None` if it is not in the book. Of turns that are the
    /// same up to symmetry there is one.
    #[must_use]
    pub fn turns(&self, position: &Position) -> Option<Vec<KnownTurn>> {
        let (canonical, symmetry) = position.canonical();
        self.turns_seen_by(&canonical, symmetry)
    }

    /// The same where the symmetry leads to the canonical position.
    fn turns_seen_by(&self, canonical: &Position, symmetry: Symmetry) -> Option<Vec<KnownTurn>> {
        let entry = self.entries.get(&(canonical.variant(), canonical.hash()))?;
        let back = symmetry.inverse();
        let mut turns: Vec<KnownTurn> = values::known(&self.entries, &self.values, entry)
            .map(|known| KnownTurn { turn: known.turn.image(&entry.position, back), ..known })
            .collect();
        turns.sort_by_key(|known| -known.score.value());
        Some(turns)
    }

    /// A turn to play: one of those that are at most `margin` centipawns worse than the best, by luck. `None` where the
    /// position is not in the book, or the book sees a forced win or loss, which a search plays better.
    #[must_use]
    pub fn choose(&self, position: &Position, margin: u32, luck: &mut Luck) -> Option<KnownTurn> {
        let (canonical, _) = position.canonical();
        let images = Symmetry::ALL.map(|symmetry| (position.transformed(symmetry), symmetry));
        // A position with symmetries of its own has several ways to its canonical image, and so several images of a turn.
        let ways: Vec<Symmetry> = images
            .iter()
            .filter(|(image, _)| image.hash() == canonical.hash())
            .map(|&(_, symmetry)| symmetry)
            .collect();
        let turns = self.turns_seen_by(&canonical, *luck.choose(&ways)?)?;
        let best = turns.first()?.score;
        if best.mate().is_some() {
            return None;
        }
        let good: Vec<KnownTurn> = turns
            .into_iter()
            .take_while(|known| best.value() - known.score.value() <= margin.min(1000) as i32)
            .collect();
        luck.choose(&good).copied()
    }

    /// How many positions of the book are reached from a position, itself included; 0 if it is not in the book.
    #[must_use]
    pub fn reach(&self, position: &Position) -> usize {
        let mut seen = HashSet::new();
        let mut open = vec![key(position)];
        while let Some(key) = open.pop() {
            if let Some(entry) = self.entries.get(&key)
                && seen.insert(key)
            {
                open.extend(values::edges(&self.entries, entry).map(|child| child.key));
            }
        }
        seen.len()
    }

    fn of(&self, variant: Variant) -> impl Iterator<Item = (&Key, &Entry)> {
        self.entries.range((variant, 0)..=(variant, u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A book with the start, two first turns and an answer.
    fn book(variant: Variant) -> Book {
        let start = Position::start(variant).canonical().0;
        let mut book = Book::default();
        let mut insert = |position: Position, score: i32| {
            let position = position.canonical().0;
            let turn = position.turns().last().unwrap();
            book.entries.insert(
                key(&position),
                Entry::new(position, Some(DropOut::new(turn, Score::centipawns(score), 9, 100))),
            );
        };
        insert(start, 10);
        let after = start.play(start.turns().next().unwrap());
        insert(after, -30);
        insert(after.play(after.turns().nth(3).unwrap()), 25);
        book.update();
        book
    }

    #[test]
    fn the_twelve_images_share_an_entry_and_the_turns_are_legal_in_each() {
        for variant in Variant::ALL {
            let book = book(variant);
            for position in book.positions() {
                let scores = |turns: &[KnownTurn]| turns.iter().map(|known| known.score).collect::<Vec<_>>();
                let canonical = book.turns(&position).unwrap();
                for symmetry in Symmetry::ALL {
                    let image = position.transformed(symmetry);
                    assert!(book.contains(&image));
                    assert_eq!(book.value(&image), book.value(&position));
                    let turns = book.turns(&image).unwrap();
                    assert_eq!(scores(&turns), scores(&canonical));
                    for (known, there) in turns.iter().zip(&canonical) {
                        assert!(image.is_legal(known.turn), "{image} {:?}", known.turn);
                        let (after, wanted) = (image.play(known.turn), position.play(there.turn));
                        assert_eq!(after.canonical().0, wanted.canonical().0);
                        assert_eq!(book.contains(&after), known.leads_on);
                    }
                    for seed in 0..20 {
                        let chosen = book.choose(&image, 4, &mut Luck::seeded(seed)).unwrap();
                        assert!(image.is_legal(chosen.turn));
                        assert_eq!(chosen.score, turns[0].score);
                    }
                }
            }
        }
    }

    #[test]
    fn values_are_backed_up() {
        let book = book(Variant::Standard);
        let positions = book.positions();
        // The last position is worth 25 to White, so the one before it is worth −25 to Black, better than −30; and the start
        // 25, better than the 10 of the turn out of the book.
        let values = positions.iter().map(|position| book.value(position).unwrap().0.value()).collect::<Vec<_>>();
        assert_eq!(values, [25, -25, 25]);
        assert_eq!(book.value(&positions[0]).unwrap().1, 11);
        assert_eq!(positions.iter().map(|position| book.reach(position)).collect::<Vec<_>>(), [3, 2, 1]);
        let turns = book.turns(&Position::start(Variant::Standard)).unwrap();
        assert_eq!(turns.iter().map(|known| known.leads_on).collect::<Vec<_>>(), [true, false]);
        assert_eq!(book.value(&Position::start(Variant::Basic)), None);
    }

    #[test]
    fn luck_chooses_among_the_good_turns_and_their_images() {
        let book = book(Variant::Standard);
        let start = Position::start(Variant::Standard);
        let chosen = |margin| {
            let turns = (0..60).filter_map(|seed| book.choose(&start, margin, &mut Luck::seeded(seed)));
            turns.map(|known| (known.turn, known.score)).collect::<HashSet<_>>()
        };
        let (few, many) = (chosen(14), chosen(15));
        assert!(few.iter().all(|(_, score)| score.value() == 25));
        assert!(many.iter().any(|(_, score)| score.value() == 10));
        // The start has six symmetries.
        assert!(few.len() > 1 && many.len() > few.len());
        assert_eq!(book.choose(&start, 15, &mut Luck::seeded(3)), book.choose(&start, 15, &mut Luck::seeded(3)));
        assert_eq!(book.choose(&Position::start(Variant::Basic), 15, &mut Luck::seeded(3)), None);
    }
}
