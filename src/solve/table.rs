//! What the search has found out about positions, in a fixed amount of memory.
//!
//! An entry belongs to a position and an attacker, not to a number of plies: a win within 5 plies is one within 7 too, and
//! where there is none within 7, there is none within 5. So what one iteration has resolved helps the next.

use super::numbers::{Number, Numbers};

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// The unresolved numbers for `remaining` plies.
    numbers: Numbers,
    remaining: u8,
    /// The attacker is known to win within this many plies; [`NEVER`] where he is not.
    won_within: u8,
    /// The attacker is known not to win within this many plies.
    held_for: u8,
    /// The binary logarithm of the nodes that went into it; what cost least gives way.
    work: u8,
    /// The search that used it last; 0 where the entry is empty.
    generation: u8,
}

const NEVER: u8 = u8::MAX;
/// Entries from which the one to be replaced is chosen.
const BUCKET: usize = 4;
/// Generations are counted from 1 to this.
const GENERATIONS: u8 = 250;

const EMPTY: Entry = Entry {
    key: 0,
    numbers: Numbers { proof: Number::ZERO, disproof: Number::ZERO },
    remaining: 0,
    won_within: NEVER,
    held_for: 0,
    work: 0,
    generation: 0,
};

/// Entries that a table begins with.
const FIRST: usize = 1 << 14;

impl Entry {
    const fn is_empty(&self) -> bool {
        self.generation == 0
    }

    const fn is_of(&self, key: u64) -> bool {
        self.key == key && !self.is_empty()
    }
}

/// A table that grows up to a fixed size as it is filled: a small search need not wait until a large table is ready.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// The entries that there is room for.
    capacity: usize,
    /// How many entries are not empty.
    used: usize,
    generation: u8,
}

impl Table {
    /// Room for a table of at most so many bytes; `None` where the memory cannot be had.
    pub fn reserve(bytes: usize) -> Option<Self> {
        if crate::memory::available().is_some_and(|available| bytes as u64 > available) {
            return None;
        }
        let capacity = (bytes / size_of::<Entry>()).max(BUCKET) / BUCKET * BUCKET;
        let mut entries = Vec::new();
        entries.try_reserve_exact(capacity).ok()?;
        entries.resize(capacity.min(FIRST), EMPTY);
        Some(Self { entries, capacity, used: 0, generation: 0 })
    }

    /// Begins a new search: entries of earlier ones give way first.
    pub fn next_generation(&mut self) {
        self.generation = self.generation % GENERATIONS + 1;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.truncate(FIRST);
        self.entries.fill(EMPTY);
        self.used = 0;
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        // The high half of the product is evenly spread over the buckets.
        let buckets = self.entries.len() / BUCKET;
        let index = ((u128::from(key) * buckets as u128) >> 64) as usize * BUCKET;
        index..index + BUCKET
    }

    fn find(&self, key: u64) -> Option<&Entry> {
        self.entries[self.bucket(key)].iter().find(|entry| entry.is_of(key))
    }

    /// Twice as many entries, or as many as there is room for.
    fn grow(&mut self) {
        let old = self.entries.len();
        self.entries.resize((2 * old).min(self.capacity), EMPTY);
        self.used = 0;
        // A key's bucket never has a lower number in a larger table: from the last to the first, none gets in the way of another.
        for first in (0..old).step_by(BUCKET).rev() {
            let moved: [Entry; BUCKET] =
                std::array::from_fn(|i| std::mem::replace(&mut self.entries[first + i], EMPTY));
            for entry in moved.into_iter().filter(|entry| !entry.is_empty()) {
                *self.slot(entry.key) = entry;
            }
        }
    }

    /// The entry of a key, or the one that is to make room for it: empty, or else old, or else cheap.
    fn slot(&mut self, key: u64) -> &mut Entry {
        let generation = self.generation;
        let worth = |entry: &Entry| match entry.generation {
            _ if entry.is_of(key) => (0, 0),
            0 => (1, 0),
            other => (if other == generation { 3 } else { 2 }, entry.work),
        };
        let bucket = self.bucket(key);
        let index = bucket.clone().min_by_key(|&index| worth(&self.entries[index])).unwrap_or(bucket.start);
        self.used += usize::from(self.entries[index].is_empty());
        &mut self.entries[index]
    }

    /// What is known of a position with so many plies to go.
    pub fn probe(&self, key: u64, remaining: u8) -> Option<Numbers> {
        let entry = self.find(key)?;
        if entry.won_within <= remaining {
            Some(Numbers::PROVEN)
        } else if entry.held_for >= remaining {
            Some(Numbers::DISPROVEN)
        } else {
            (entry.remaining == remaining).then_some(entry.numbers)
        }
    }

    /// The fewest plies within which the attacker is known to win.
    pub fn won_within(&self, key: u64) -> Option<u8> {
        self.find(key).map(|entry| entry.won_within).filter(|&plies| plies != NEVER)
    }

    /// Stores what is now known, together with what was known before; `nodes` is what it took this time.
    pub fn store(&mut self, key: u64, remaining: u8, numbers: Numbers, nodes: u64) {
        if 2 * self.used > self.entries.len() && self.entries.len() < self.capacity {
            self.grow();
        }
        let generation = self.generation;
        let entry = self.slot(key);
        if !entry.is_of(key) {
            *entry = Entry { key, ..EMPTY };
        }
        if numbers.proof == Number::ZERO {
            entry.won_within = entry.won_within.min(remaining);
        } else if numbers.disproof == Number::ZERO {
            entry.held_for = entry.held_for.max(remaining);
        } else {
            (entry.numbers, entry.remaining) = (numbers, remaining);
        }
        entry.work = entry.work.max(nodes.checked_ilog2().unwrap_or(0) as u8);
        entry.generation = generation;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::reserve(1 << 16).unwrap();
        table.next_generation();
        table
    }

    fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof: Number::new(proof), disproof: Number::new(disproof) }
    }

    #[test]
    fn an_entry_is_small() {
        assert!(size_of::<Entry>() <= 24);
        assert!(table().entries.len() * size_of::<Entry>() <= 1 << 16);
    }

    #[test]
    fn a_win_holds_for_more_plies_and_a_refutation_for_fewer() {
        let mut table = table();
        table.store(9, 5, Numbers::PROVEN, 1);
        table.store(9, 1, Numbers::DISPROVEN, 1);
        table.store(9, 3, open(4, 7), 1);
        let known = [1, 3, 5, 7].map(|remaining| table.probe(9, remaining));
        assert_eq!(known, [Some(Numbers::DISPROVEN), Some(open(4, 7)), Some(Numbers::PROVEN), Some(Numbers::PROVEN)]);
        assert_eq!(table.won_within(9), Some(5));
        table.store(9, 3, Numbers::DISPROVEN, 1);
        assert_eq!(table.probe(9, 2), Some(Numbers::DISPROVEN));
        assert_eq!((table.probe(8, 5), table.won_within(8)), (None, None));
    }

    #[test]
    fn numbers_hold_for_their_plies_only() {
        let mut table = table();
        table.store(9, 5, open(1, 2), 1);
        assert_eq!((table.probe(9, 5), table.probe(9, 3), table.probe(9, 7)), (Some(open(1, 2)), None, None));
    }

    #[test]
    fn the_old_and_the_cheap_give_way() {
        let mut table = table();
        // Keys that differ in low bits only share a bucket.
        for key in 1..=4 {
            table.store(key, 3, Numbers::PROVEN, 1 << key);
        }
        table.store(5, 3, Numbers::PROVEN, 1);
        let known = |table: &Table| (1..=9).filter(|&key| table.probe(key, 3).is_some()).collect::<Vec<_>>();
        assert_eq!(known(&table), [2, 3, 4, 5]);
        table.next_generation();
        for key in 6..=9 {
            table.store(key, 3, Numbers::PROVEN, 1);
        }
        assert_eq!(known(&table), [6, 7, 8, 9]);
        table.clear();
        assert!(known(&table).is_empty());
    }

    #[test]
    fn nothing_is_lost_while_it_grows() {
        let mut table = Table::reserve(24 * 100_000).unwrap();
        table.next_generation();
        let key = |i: u64| (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for i in 0..40_000 {
            table.store(key(i), 3, open(i as u32 + 1, 7), 1);
        }
        assert_eq!(table.entries.len(), 100_000);
        let found = (0..40_000).filter(|&i| table.probe(key(i), 3) == Some(open(i as u32 + 1, 7))).count();
        assert!(found >= 37_000, "{found}");
        assert!(table.used <= 40_000 && table.used >= found);
        assert_eq!(table.entries.iter().filter(|entry| !entry.is_empty()).count(), table.used);
        table.clear();
        assert_eq!((table.used, table.probe(key(1), 3)), (0, None));
    }

    #[test]
    fn too_large_is_refused() {
        assert!(Table::reserve(usize::MAX).is_none());
        assert!(Table::reserve(1 << 50).is_none());
    }
}
