//! The transposition table: what is known of positions that have been searched before.
//!
//! An entry is two atomic words, the key xored with the data, and the data. A torn entry does not match its key, so that no
//! lock is needed and there is no data race. Source: R. Hyatt and T. Mann, "A lock-less transposition-table
//! implementation for parallel search chess engines", ICGA Journal 25 (2002).

use crate::rules::TurnCode;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the true score at this depth.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub turn: Option<TurnCode>,
    /// With wins and losses counted from this position.
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
}

/// Four entries in one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Entry; 4]);

#[derive(Debug, Default)]
struct Entry {
    key: AtomicU64,
    data: AtomicU64,
}

/// No turn in the data of an entry.
const NO_TURN: u32 = u32::MAX;
/// Generations are counted modulo this.
const GENERATIONS: u8 = 64;

impl Known {
    /// Turn 32 bits, score 16, depth 8, bound 2, generation 6.
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.turn.map_or(NO_TURN, TurnCode::to_bits))
            | u64::from(self.score as i16 as u16) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let turn = Some(data as u32).filter(|&bits| bits != NO_TURN).map(TurnCode::from_bits);
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self { turn, score: i32::from((data >> 32) as i16), depth: i32::from((data >> 48) as u8), bound })
    }
}

const fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// A table of fixed size, shared by all who search.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// The clusters that the table has room for; they are filled when the first search needs them.
    capacity: usize,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Room for a table; nothing is written yet, so that this is quick. `None` where the memory cannot be had.
    pub fn reserve(mebibytes: usize) -> Option<Self> {
        let bytes = mebibytes.checked_mul(1 << 20)?;
        if crate::memory::available().is_some_and(|available| bytes as u64 > available) {
            return None;
        }
        let capacity = bytes / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(capacity).ok()?;
        Some(Self { clusters, capacity, generation: AtomicU8::new(0) })
    }

    /// Fills the table with empty entries, if that has not been done yet.
    pub fn prepare(&mut self) {
        self.clusters.resize_with(self.capacity, Cluster::default);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.clear();
        *self.generation.get_mut() = 0;
    }

    /// Begins a new search: entries of earlier ones give way first.
    pub fn next_generation(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    fn cluster(&self, key: u64) -> &Cluster {
        // The high half of the product is evenly spread over the clusters.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.cluster(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (entry.key.load(Relaxed) ^ data == key).then(|| Known::unpack(data)).flatten()
        })
    }

    /// Stores what is now known, in place of the same position, or else of what is worth least: old, then shallow.
    pub fn store(&self, key: u64, known: Known) {
        let generation = self.generation.load(Relaxed);
        let worth = |entry: &Entry| {
            let data = entry.data.load(Relaxed);
            if entry.key.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            Known::unpack(data).map_or(i32::MIN + 1, |known| known.depth - 4 * i32::from(age))
        };
        let Some(entry) = self.cluster(key).0.iter().min_by_key(|entry| worth(entry)) else { return };
        let mut known = known;
        if known.turn.is_none() && worth(entry) == i32::MIN {
            known.turn = Known::unpack(entry.data.load(Relaxed)).and_then(|old| old.turn);
        }
        let data = known.pack(generation);
        entry.key.store(key ^ data, Relaxed);
        entry.data.store(data, Relaxed);
    }

    /// How many of a thousand entries hold something from the current search.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample: Vec<u64> =
            self.clusters.iter().take(250).flat_map(|c| &c.0).map(|e| e.data.load(Relaxed)).collect();
        let used = sample.iter().filter(|&&data| data != 0 && generation_of(data) == generation).count();
        (used * 1000 / sample.len().max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TranspositionTable {
        let mut table = TranspositionTable::reserve(1).unwrap();
        table.prepare();
        table
    }

    #[test]
    fn a_cluster_is_a_cache_line() {
        assert_eq!(size_of::<Cluster>(), 64);
        assert_eq!(table().clusters.len(), 1 << 14);
    }

    #[test]
    fn stored_is_found() {
        let table = table();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            for score in [-32_000, -1, 0, 77, 32_000] {
                let turn = Some(TurnCode::from_bits(123 + i as u32));
                let known = Known { turn, score, depth: 255 - i as i32, bound };
                let key = (score as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ i as u64;
                table.store(key, known);
                assert_eq!(table.probe(key), Some(known));
                assert_eq!(table.probe(key ^ 1 << 20), None);
            }
        }
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let table = table();
        let known = |depth| Known { turn: None, score: depth, depth, bound: Bound::Exact };
        // Keys that differ in low bits only share a cluster.
        for key in 1..=4 {
            table.store(key, known(key as i32 * 10));
        }
        table.store(5, known(1));
        assert_eq!((1..=5).filter(|&key| table.probe(key).is_some()).collect::<Vec<_>>(), [2, 3, 4, 5]);
        for _ in 0..11 {
            table.next_generation();
        }
        table.store(6, known(1));
        table.store(7, known(1));
        table.store(8, known(1));
        table.store(9, known(1));
        assert_eq!((1..=9).filter(|&key| table.probe(key).is_some()).collect::<Vec<_>>(), [6, 7, 8, 9]);
    }

    #[test]
    fn a_turn_is_kept_when_none_is_known_later() {
        let table = table();
        let turn = Some(TurnCode::from_bits(7));
        table.store(9, Known { turn, score: 0, depth: 1, bound: Bound::Exact });
        table.store(9, Known { turn: None, score: 0, depth: 2, bound: Bound::Upper });
        assert_eq!(table.probe(9).unwrap().turn, turn);
    }

    #[test]
    fn too_large_is_refused() {
        assert!(TranspositionTable::reserve(usize::MAX).is_none());
        assert!(TranspositionTable::reserve(1 << 43).is_none());
    }
}
