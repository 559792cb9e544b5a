//! The values of a book's positions, backed up from below.

use super::entry::{Child, Entry, Key};
use super::{Book, KnownTurn};
use crate::rules::Variant;
use crate::search::Score;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub score: Score,
    /// Turns that it looks ahead.
    pub depth: u32,
}

pub(super) type Values = HashMap<Key, Value>;

/// The turns that lead to other positions of the book. They lead to later turns only: in a circle no value would come to rest.
pub(super) fn edges<'a>(entries: &'a BTreeMap<Key, Entry>, entry: &'a Entry) -> impl Iterator<Item = &'a Child> {
    let later = |next: &Entry| next.position.turn_number() > entry.position.turn_number();
    entry.children.iter().filter(move |child| entries.get(&child.key).is_some_and(later))
}

/// Whether the turn that should lead out of the book leads to another position of it, since that has come in later.
pub(super) fn is_outdated(entries: &BTreeMap<Key, Entry>, entry: &Entry) -> bool {
    entry.drop_out_key.is_some_and(|out| edges(entries, entry).any(|child| child.key == out))
}

/// The turns that are known in an entry: those that lead to positions whose value is known, then the one that leads out.
pub(super) fn known<'a>(
    entries: &'a BTreeMap<Key, Entry>,
    values: &'a Values,
    entry: &'a Entry,
) -> impl Iterator<Item = KnownTurn> {
    let leading_on = edges(entries, entry).filter_map(|child| {
        let value = values.get(&child.key)?;
        let score = one_turn_before(value.score);
        Some(KnownTurn { turn: child.turn, score, depth: value.depth + 1, leads_on: true })
    });
    let leading_out = entry.drop_out.filter(|_| !is_outdated(entries, entry)).map(|drop_out| KnownTurn {
        turn: drop_out.turn,
        score: drop_out.score,
        depth: drop_out.depth,
        leads_on: false,
    });
    leading_on.chain(leading_out)
}

/// The score, from the mover's side, of a turn to a position with this score from the other's side. A win is one turn
/// further away.
fn one_turn_before(score: Score) -> Score {
    match score.mate() {
        None => -score,
        Some(plies) if plies > 0 => Score::loss_in((plies as u32 + 1).min(Score::MAX_PLY)),
        Some(plies) => Score::win_in((plies.unsigned_abs() + 1).min(Score::MAX_PLY)),
    }
}

impl Book {
    /// Backs up the values of all positions.
    pub(super) fn update(&mut self) {
        Variant::ALL.into_iter().for_each(|variant| self.update_of(variant));
    }

    /// Backs up the values of a variant's positions.
    pub(super) fn update_of(&mut self, variant: Variant) {
        let Self { entries, values, .. } = self;
        let mut order: Vec<(&Key, &Entry)> = entries.range((variant, 0)..=(variant, u64::MAX)).collect();
        order.sort_unstable_by_key(|(key, entry)| (Reverse(entry.position.turn_number()), **key));
        values.retain(|key, _| key.0 != variant);
        for (key, entry) in order {
            let best = known(entries, values, entry).max_by_key(|known| known.score);
            if let Some(KnownTurn { score, depth, .. }) = best {
                values.insert(*key, Value { score, depth });
            }
        }
    }

    /// The position whose turn out of the book is most relevant: the one that is reached from the start with the least sum of
    /// what the players give away on the way and of `step` for each turn. After T. Lincke, Strategies for the automatic
    /// construction of opening books (2001). `None` where all is decided.
    pub(super) fn most_relevant(&self, root: Key, step: i32) -> Option<Key> {
        let mut order: Vec<(&Key, &Entry)> = self.of(root.0).collect();
        order.sort_unstable_by_key(|(key, entry)| (Reverse(entry.position.turn_number()), **key));
        // For each position the least sum below it, and where that leads: nowhere for its own turn out of the book.
        let mut least: HashMap<Key, (i64, Option<Key>)> = HashMap::new();
        for (key, entry) in order {
            let Some(value) = self.values.get(key).filter(|value| value.score.mate().is_none()) else { continue };
            let given_away = |score: Score| i64::from(value.score.value() - score.value());
            let out = entry.drop_out.filter(|drop_out| drop_out.score.mate().is_none());
            let may_follow = entry.drop_out_key.is_some_and(|key| !self.entries.contains_key(&key));
            let out = out.filter(|_| may_follow).map(|drop_out| (given_away(drop_out.score), None));
            let on = edges(&self.entries, entry).filter_map(|child| {
                let (below, score) = (least.get(&child.key)?.0, self.values.get(&child.key)?.score);
                Some((i64::from(step) + given_away(one_turn_before(score)) + below, Some(child.key)))
            });
            if let Some(best) = out.into_iter().chain(on).min() {
                least.insert(*key, best);
            }
        }
        let mut at = root;
        while let Some(next) = least.get(&at)?.1 {
            at = next;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_come_nearer_turn_by_turn() {
        assert_eq!(one_turn_before(Score::centipawns(-7)), Score::centipawns(7));
        assert_eq!(one_turn_before(Score::win_in(3)), Score::loss_in(4));
        assert_eq!(one_turn_before(Score::loss_in(0)), Score::win_in(1));
        assert_eq!(one_turn_before(Score::loss_in(4)), Score::win_in(5));
        assert_eq!(one_turn_before(Score::win_in(Score::MAX_PLY)), Score::loss_in(Score::MAX_PLY));
    }
}
