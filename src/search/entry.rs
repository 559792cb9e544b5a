//! One entry of the transposition table: how what is known of a position is kept in two words.
//!
//! The words are atomic, the data, and the key (with the static value) xored with the data. A torn entry does not match its
//! key, so that no lock is needed and there is no data race. Source: R. Hyatt and T. Mann, "A lock-less
//! transposition-table implementation for parallel search chess engines", ICGA Journal 25 (2002).

use crate::rules::TurnCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

/// No turn in the data of an entry.
const NO_TURN: u32 = u32::MAX;
/// No static value in an entry.
const NO_VALUE: i16 = i16::MIN;
/// Generations are counted modulo this.
pub(super) const GENERATIONS: u8 = 64;
/// How many low bits of the first word hold the static value.
const VALUE_BITS: u32 = 16;

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

pub(super) const fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

pub(super) const fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32
}

/// The part of the key that an entry keeps: its low bits, since the high ones have chosen the cluster.
const fn check_of(key: u64) -> u64 {
    key & (u64::MAX >> VALUE_BITS)
}

/// An atomic word.
pub(super) trait Word {
    fn get(&self) -> u64;
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline]
    fn set(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// What an entry knows of the position with this key.
#[inline]
pub(super) fn read(entry: &[impl Word; 2], key: u64) -> Option<Known> {
    let data = entry[1].get();
    let check = entry[0].get() ^ data;
    (check >> VALUE_BITS == check_of(key)).then(|| Known::unpack(check as i16, data)).flatten()
}

/// Whether an entry is about the position with this key, and the data that it holds in any case.
#[inline]
pub(super) fn inspect(entry: &[impl Word; 2], key: u64) -> (bool, u64) {
    let data = entry[1].get();
    ((entry[0].get() ^ data) >> VALUE_BITS == check_of(key), data)
}

/// Writes what is known of the position with this key.
#[inline]
pub(super) fn write(entry: &[impl Word; 2], key: u64, known: Known, generation: u8) {
    let data = known.pack(generation);
    let value = known.value.map_or(NO_VALUE, |value| value as i16);
    entry[0].set((check_of(key) << VALUE_BITS | u64::from(value as u16)) ^ data);
    entry[1].set(data);
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Word for loom::sync::atomic::AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Relaxed);
        }
    }

    const fn known(score: i32) -> Known {
        Known { turn: None, score, depth: 7, bound: Bound::Exact, value: Some(score + 1) }
    }

    /// The ways in which two writers and a reader can meet, with up to two changes of thread that none of them asks for, as
    /// the memory model allows them: what is read is what one of the writers wrote, or nothing.
    #[test]
    fn what_is_read_has_been_written() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(|| {
            let entry = loom::sync::Arc::new([0, 0].map(loom::sync::atomic::AtomicU64::new));
            let keys = [0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321];
            let writers = [0, 1].map(|writer| {
                let entry = loom::sync::Arc::clone(&entry);
                loom::thread::spawn(move || write(&entry, keys[writer], known(writer as i32), 3))
            });
            for (writer, key) in keys.into_iter().enumerate() {
                assert!([None, Some(known(writer as i32))].contains(&read(&entry, key)));
            }
            for writer in writers {
                writer.join().unwrap();
            }
            for (writer, key) in keys.into_iter().enumerate() {
                assert!([None, Some(known(writer as i32))].contains(&read(&entry, key)));
            }
        });
    }
}
