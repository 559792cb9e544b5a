//! The transposition table: what is known of positions that have been searched before.

use super::entry::{GENERATIONS, Known, depth_of, generation_of, inspect, read, write};
use super::hints::{HUGE_PAGE, prefer_huge_pages, prefetch};
use bytemuck::allocation::try_zeroed_slice_box;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Entries that share a cache line.
const CLUSTER: usize = 4;
/// Words of an entry.
const WORDS: usize = 2;
const CLUSTER_WORDS: usize = CLUSTER * WORDS;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<u64>();

/// How long a new table may be made faster: what is left of a large one then comes from the system in small pages, when they are first
/// touched.
const PATIENCE: Duration = Duration::from_millis(200);
/// How much of it is made faster at once.
const PART_BYTES: usize = 128 << 20;

/// A table of fixed size, shared by all who search.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// The memory comes from the system as zeros.
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
        let table = Self::without_hints(mebibytes)?;
        let start = Instant::now();
        for part in table.words.chunks(PART_BYTES / size_of::<u64>()).take_while(|_| start.elapsed() < PATIENCE) {
            prefer_huge_pages(part);
            // To have a huge page cleared takes long: all threads do it now, so that no search has to wait for it. A touch is enough.
            part.par_chunks(HUGE_PAGE / size_of::<u64>()).for_each(|page| page[0].store(0, Relaxed));
        }
        Some(table)
    }

    /// The same, in pages as the system gives them.
    pub fn without_hints(mebibytes: usize) -> Option<Self> {
        let bytes = mebibytes.checked_mul(1 << 20)?;
        if crate::memory::available().is_some_and(|available| bytes as u64 > available) {
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

    /// Begins to load what is known of the position with this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.cluster(key).iter().find_map(|entry| read(entry, key))
    }

    /// Stores what is now known, in place of the same position, or else of what is worth least: old, then shallow.
    pub fn store(&self, key: u64, known: Known) {
        let generation = self.generation.load(Relaxed);
        let worth = |entry: &[AtomicU64; WORDS]| match inspect(entry, key) {
            (true, _) => i32::MIN,
            (false, 0) => i32::MIN + 1,
            (false, data) => {
                let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
                depth_of(data) - 4 * i32::from(age)
            }
        };
        let Some(entry) = self.cluster(key).iter().min_by_key(|entry| worth(entry)) else { return };
        let turn = known.turn.or_else(|| read(entry, key)?.turn);
        write(entry, key, Known { turn, ..known }, generation);
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

#[cfg(test)]
mod tests {
    use super::super::entry::Bound;
    use super::*;
    use crate::rules::TurnCode;

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

    /// Hints change nothing that is read.
    #[test]
    fn hinted_and_plain_are_alike() {
        let (hinted, plain) = (TranspositionTable::new(8).unwrap(), TranspositionTable::without_hints(8).unwrap());
        let key = |n: u64| (n % 50_000).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for n in 0..200_000_u64 {
            let score = (n % 1000) as i32;
            let known = Known { turn: None, score, depth: score % 50, bound: Bound::Lower, value: Some(score) };
            hinted.prefetch(key(3 * n));
            assert_eq!(hinted.probe(key(3 * n)), plain.probe(key(3 * n)));
            hinted.prefetch(key(n));
            hinted.store(key(n), known);
            plain.store(key(n), known);
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
