//! How much less deep late turns are searched at first.

use super::params;

/// 128 times the natural logarithm of 1 to 63, computed at compile time in integers: the same on every machine.
const LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// 128 ln n, by squaring for the bits of the binary logarithm.
const fn logarithm(n: u64) -> i32 {
    const ONE: u64 = 1 << 30;
    let whole = n.ilog2() as u64;
    let mut mantissa = (n * ONE) >> whole;
    let (mut bits, mut i) = (whole, 0);
    while i < 16 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 30) as u64;
        bits <<= 1;
        if mantissa >= 2 * ONE {
            mantissa >>= 1;
            bits += 1;
        }
        i += 1;
    }
    // ln 2 = 0.693147
    ((bits * 128 * 693_147 / 1_000_000) >> 16) as i32
}

/// The reduction for the turn of this rank, from 0, in hundredths of a ply.
#[inline]
pub(super) fn reduction(depth: i32, rank: usize) -> i32 {
    let (depth, rank) = (LOGARITHMS[depth.clamp(1, 63) as usize], LOGARITHMS[(rank + 1).min(63)]);
    params::reduction_base() + params::reduction_factor() * depth * rank / (128 * 128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for (n, &found) in LOGARITHMS.iter().enumerate().skip(1) {
            let expected = 128.0 * (n as f64).ln();
            assert!((f64::from(found) - expected).abs() <= 1.0, "{n}: {found}");
        }
    }

    #[test]
    fn later_and_deeper_is_more() {
        assert!(reduction(8, 20) > reduction(8, 4));
        assert!(reduction(12, 10) > reduction(4, 10));
    }
}
