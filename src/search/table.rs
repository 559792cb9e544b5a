//! The transposition table: what is known of positions that have been searched before.
//!
//! An entry is two atomic words: the data, and the key (with the static value) xored with the data. A torn entry does not
//! match its key, so that no lock is needed and there is no data race. Source: R. Hyatt and T. Mann, "A lock-less transposition-table
//! implementation for parallel search chess engines", ICGA Journal 25 (2002).

use crate::rules::TurnCode;
use bytemuck::allocation::try_zeroed_slice_box;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

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
    /// The static value, where it was asked for.
    pub value: Option<i32>,
}

/// Entries that share a cache line.
const CLUSTER: usize = 4;
/// Words of an entry.
const WORDS: usize = 2;
const CLUSTER_WORDS: usize = CLUSTER * WORDS;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<u64>();
/// No turn in the data of an entry.
const NO_TURN: u32 = u32::MAX;
/// No static value in an entry.
const NO_VALUE: i16 = i16::MIN;
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

    fn unpack(value: i16, data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            turn: Some(data as u32).filter(|&bits| bits != NO_TURN).map(TurnCode::from_bits),
            score: i32::from((data >> 32) as i16),
            depth: depth_of(data),
            bound,
            value: (value != NO_VALUE).then_some(value.into()),
        })
    }
}

const fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

const fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32
}

/// A table of fixed size, shared by all who search.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// The memory comes from the system as zeros, page by page when it is first touched: so a large table is there at once.
    words: Box<[AtomicU64]>,
    /// Where the first cluster that fills a cache line begins.
    offset: usize,
    clusters: usize,
    generation: AtomicU8,
    /// Whether anything has been stored since the table was empty.
    used: AtomicBool,
}

impl TranspositionTable {
    /// An empty table. `None` where the memory cannot be had.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let bytes = mebibytes.checked_mul(1 << 20)?;
        if super::memory::available().is_some_and(|available| bytes as u64 > available) {
            return None;
        }
        let clusters = bytes / CLUSTER_BYTES;
        // One more, so that those in use can begin at a cache line.
        let words = try_zeroed_slice_box::<AtomicU64>((clusters + 1) * CLUSTER_WORDS).ok()?;
        let offset = words.as_ptr().align_offset(CLUSTER_BYTES) % CLUSTER_WORDS;
        Some(Self { words, offset, clusters, generation: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        if self.used.swap(false, Relaxed) {
            self.words.par_chunks(1 << 16).for_each(|chunk| chunk.iter().for_each(|word| word.store(0, Relaxed)));
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier ones give way first.
    pub fn next_generation(&self) {
        self.used.store(true, Relaxed);
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[[AtomicU64; WORDS]; CLUSTER] {
        // The high half of the product is evenly spread over the clusters, by the high bits of the key.
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        let begin = self.offset + index * CLUSTER_WORDS;
        let (entries, _) = self.words[begin..begin + CLUSTER_WORDS].as_chunks();
        entries.first_chunk().unwrap_or_else(|| unreachable!("a cluster has this many entries"))
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.cluster(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            let check = check.load(Relaxed) ^ data;
            (check >> VALUE_BITS == check_of(key)).then(|| Known::unpack(check as i16, data)).flatten()
        })
    }

    /// Stores what is now known, in place of the same position, or else of what is worth least: old, then shallow.
    pub fn store(&self, key: u64, known: Known) {
        let generation = self.generation.load(Relaxed);
        let worth = |[check, data]: &[AtomicU64; WORDS]| {
            let data = data.load(Relaxed);
            if (check.load(Relaxed) ^ data) >> VALUE_BITS == check_of(key) {
                return i32::MIN;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            if data == 0 { i32::MIN + 1 } else { depth_of(data) - 4 * i32::from(age) }
        };
        let Some(entry) = self.cluster(key).iter().min_by_key(|entry| worth(entry)) else { return };
        let mut known = known;
        let [check, data] = entry;
        if known.turn.is_none() && worth(entry) == i32::MIN {
            known.turn = Known::unpack(NO_VALUE, data.load(Relaxed)).and_then(|old| old.turn);
        }
        let packed = known.pack(generation);
        let value = known.value.map_or(NO_VALUE, |value| value as i16);
        check.store((check_of(key) << VALUE_BITS | u64::from(value as u16)) ^ packed, Relaxed);
        data.store(packed, Relaxed);
    }

    /// How many of a thousand entries hold something from the current search.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let (entries, _) = self.words[self.offset..].as_chunks::<WORDS>();
        let sample = entries.iter().take(1000.min(self.clusters * CLUSTER));
        let used = sample.clone().map(|[_, data]| data.load(Relaxed));
        let used = used.filter(|&data| data != 0 && generation_of(data) == generation).count();
        (used * 1000 / sample.len().max(1)) as u32
    }
}

/// How many low bits of the first word hold the static value.
const VALUE_BITS: u32 = 16;

/// The part of the key that an entry keeps: its low bits, since the high ones have chosen the cluster.
const fn check_of(key: u64) -> u64 {
    key & (u64::MAX >> VALUE_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TranspositionTable {
        TranspositionTable::new(1).unwrap()
    }

    #[test]
    fn a_cluster_is_a_cache_line() {
        let table = table();
        assert_eq!(CLUSTER_BYTES, 64);
        assert_eq!(table.clusters, 1 << 14);
        assert_eq!(table.words[table.offset..].as_ptr().addr() % 64, 0);
        assert!(table.offset + table.clusters * CLUSTER_WORDS <= table.words.len());
    }

    #[test]
    fn stored_is_found() {
        let table = table();
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            for score in [-32_000, -1, 0, 77, 32_000] {
                let turn = Some(TurnCode::from_bits(123 + i as u32));
                let value = (i > 0).then_some(score);
                let known = Known { turn, score, depth: 255 - i as i32, bound, value };
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
        let known = |depth| Known { turn: None, score: depth, depth, bound: Bound::Exact, value: None };
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
        table.store(9, Known { turn, score: 0, depth: 1, bound: Bound::Exact, value: None });
        table.store(9, Known { turn: None, score: 0, depth: 2, bound: Bound::Upper, value: Some(3) });
        assert_eq!(table.probe(9).unwrap().turn, turn);
    }

    #[test]
    fn too_large_is_refused() {
        assert!(TranspositionTable::new(usize::MAX).is_none());
        assert!(TranspositionTable::new(1 << 43).is_none());
    }
}
