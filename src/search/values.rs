//! Static values of positions that have been judged before: leaves are reached again by other orders of turns, and judging one
//! costs more than looking it up.

use crate::rules::Position;

/// Places for values: half a mebibyte, which stays in a core's cache.
const PLACES: usize = 1 << 16;

/// A table from positions to static values. Later ones replace earlier ones in the same place.
#[derive(Clone, Debug)]
pub(super) struct Values(Box<[u64; PLACES]>);

impl Default for Values {
    fn default() -> Self {
        let places: Box<[u64]> = vec![0; PLACES].into_boxed_slice();
        Self(places.try_into().unwrap_or_else(|_| unreachable!("it has this many places")))
    }
}

impl Values {
    /// The value of a position, judged now if it is not known.
    #[inline]
    pub fn of(&mut self, position: &Position, judge: impl FnOnce() -> i32) -> i32 {
        // A hash says nothing of the variant.
        let key = position.hash() ^ (position.variant() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = &mut self.0[key as usize % PLACES];
        // The place stands for the low bits of the key, the rest is kept with the value.
        if (*place ^ key) >> 16 == 0 && *place != 0 {
            return i32::from(*place as i16);
        }
        let value = judge();
        *place = key >> 16 << 16 | u64::from(value as i16 as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn judged_once_for_each_position() {
        let (mut values, mut judged) = (Values::default(), 0);
        for _ in 0..3 {
            for (value, variant) in (-1..).zip(Variant::ALL) {
                let judge = || {
                    judged += 1;
                    value * 1000
                };
                assert_eq!(values.of(&Position::start(variant), judge), value * 1000);
            }
        }
        assert_eq!(judged, 3);
    }
}
