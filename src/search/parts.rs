//! Parts of the search on their own, for the benchmarks that measure them. They are no part of the library's interface, and
//! change without notice.

use super::entry::{Bound, Known};
use super::history::{History, Killers};
use super::ordering::{Lists, Picker};
use super::table::TranspositionTable;
use crate::rules::{Position, Threats};

/// A transposition table.
#[derive(Debug)]
pub struct Table(TranspositionTable);

impl Table {
    /// An empty table of this size in MiB; `None` where the memory cannot be had.
    #[must_use]
    pub fn new(mebibytes: usize) -> Option<Self> {
        TranspositionTable::new(mebibytes).map(Self)
    }

    /// The same, without asking for huge pages.
    #[must_use]
    pub fn without_hints(mebibytes: usize) -> Option<Self> {
        TranspositionTable::without_hints(mebibytes).map(Self)
    }

    /// Has what is stored under a key loaded, for a probe soon after.
    pub fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }

    /// Stores something under a key.
    pub fn store(&self, key: u64) {
        let depth = (key % 16) as i32;
        self.0.store(key, Known { turn: None, score: depth, depth, bound: Bound::Exact, value: None });
    }

    /// Whether something is stored under a key.
    #[must_use]
    pub fn probe(&self, key: u64) -> bool {
        self.0.probe(key).is_some()
    }
}

/// The order of turns, as a node asks for it.
#[derive(Debug, Default)]
pub struct Order {
    history: History,
    lists: Lists,
}

impl Order {
    /// Hands out turns of a position, `most` or all, and returns how many.
    pub fn pick(&mut self, position: &Position, most: usize) -> usize {
        let threats = Threats::new(position);
        let lists = std::mem::take(&mut self.lists);
        let mut picker = Picker::new(position, &threats, None, &Killers::default(), lists);
        let scores = self.history.of(position.side());
        let picked = std::iter::from_fn(|| picker.next(scores)).take(most).count();
        self.lists = picker.finish();
        picked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn parts_do_what_is_measured() {
        let table = Table::new(1).unwrap();
        table.store(5);
        table.prefetch(5);
        assert!(table.probe(5) && !table.probe(6));
        assert!(Table::without_hints(1).is_some_and(|table| !table.probe(5)));
        let (mut order, start) = (Order::default(), Position::start(Variant::Standard));
        assert_eq!((order.pick(&start, 3), order.pick(&start, 1000)), (3, 30));
    }
}
