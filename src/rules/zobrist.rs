//! Zobrist keys: one random number for each fact about a position; the hash is the exclusive or of those that hold.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970. A piece contributes a key for
//! its colour and, if it is a GIPF-piece, another for that, so that pushing a run of pieces of one colour changes two
//! keys only.

use super::piece::Color;
use super::variant::Phase;
use crate::board::Bitboard;

pub(super) struct Keys {
    colors: [[u64; 64]; 2],
    gipf: [u64; 64],
    reserve: [[u64; 32]; 2],
    phase: [[u64; 3]; 2],
    pub side: u64,
}

/// Generated at compile time by SplitMix64 (Steele, Lea and Flood 2014) from a fixed seed, the same on every machine.
pub(super) static KEYS: Keys = {
    let mut state = 0x4749_5046_3139_3937;
    let mut keys =
        Keys { colors: [[0; 64]; 2], gipf: [0; 64], reserve: [[0; 32]; 2], phase: [[0; 3]; 2], side: next(&mut state) };
    let mut color = 0;
    while color < 2 {
        keys.colors[color] = fill(&mut state);
        keys.reserve[color] = fill(&mut state);
        keys.phase[color] = fill(&mut state);
        color += 1;
    }
    keys.gipf = fill(&mut state);
    keys
};

const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = next(state);
        i += 1;
    }
    keys
}

impl Keys {
    #[inline]
    pub fn color(&self, color: Color, spots: Bitboard) -> u64 {
        combine(&self.colors[color as usize], spots)
    }

    #[inline]
    pub fn gipf(&self, spots: Bitboard) -> u64 {
        combine(&self.gipf, spots)
    }

    #[inline]
    pub fn reserve(&self, color: Color, pieces: u8) -> u64 {
        self.reserve[color as usize][pieces as usize & 31]
    }

    #[inline]
    pub fn phase(&self, color: Color, phase: Phase) -> u64 {
        self.phase[color as usize][phase as usize]
    }
}

#[inline]
fn combine(keys: &[u64; 64], spots: Bitboard) -> u64 {
    let mut bits = spots.bits();
    let mut hash = 0;
    while bits != 0 {
        hash ^= keys[bits.trailing_zeros() as usize & 63];
        bits &= bits - 1;
    }
    hash
}
