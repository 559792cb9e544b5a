//! Proof and disproof numbers: how many positions must still be resolved, at least, to prove a win or to refute it.

/// A number that stays where it is when it has become infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number(u32);

impl Number {
    /// Nothing is left to do.
    pub const ZERO: Self = Self(0);
    /// It cannot be done.
    pub const INFINITE: Self = Self(u32::MAX);
    /// The largest that still means something can be done: what grows beyond it stays here, and is never taken for impossible.
    const LARGEST: u32 = u32::MAX - 1;

    /// A number that can be reached, from 0.
    pub const fn new(value: u32) -> Self {
        Self(if value > Self::LARGEST { Self::LARGEST } else { value })
    }

    pub const fn is_infinite(self) -> bool {
        self.0 == u32::MAX
    }

    pub fn plus(self, other: Self) -> Self {
        if self.is_infinite() || other.is_infinite() {
            Self::INFINITE
        } else {
            Self::new(self.0.saturating_add(other.0))
        }
    }

    /// What is left of it, at least zero; an infinite number stays infinite.
    pub fn minus(self, other: Self) -> Self {
        if self.is_infinite() { self } else { Self(self.0.saturating_sub(other.0)) }
    }

    /// A little more than this: a search that may go so far is not called back at once when a sibling draws level. An infinite
    /// number stays infinite. Source: J. Pawlewicz and L. Lew, "Improving depth-first PN-search: 1 + epsilon trick" (2006).
    pub fn and_a_bit(self) -> Self {
        if self.is_infinite() { self } else { Self::new(self.0.saturating_add(self.0 / 4 + 1)) }
    }
}

/// What is known of a position: both numbers from the attacker's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// To prove that the attacker wins in time; 0 when that is proven.
    pub proof: Number,
    /// To prove that he does not; 0 when that is proven.
    pub disproof: Number,
}

impl Numbers {
    pub const PROVEN: Self = Self { proof: Number::ZERO, disproof: Number::INFINITE };
    pub const DISPROVEN: Self = Self { proof: Number::INFINITE, disproof: Number::ZERO };

    /// Whether it is known how it ends.
    pub fn is_resolved(self) -> bool {
        self.proof == Number::ZERO || self.disproof == Number::ZERO
    }

    pub const fn resolved(won: bool) -> Self {
        if won { Self::PROVEN } else { Self::DISPROVEN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_is_not_infinite() {
        let large = Number::new(u32::MAX);
        assert!(!large.is_infinite());
        assert!(!large.plus(large).is_infinite() && !large.and_a_bit().is_infinite());
        assert_eq!(large.plus(Number::new(1)), large);
        assert!(Number::INFINITE > large);
    }

    #[test]
    fn infinite_stays_infinite() {
        for number in [Number::ZERO, Number::new(7), Number::INFINITE] {
            assert!(Number::INFINITE.plus(number).is_infinite() && number.plus(Number::INFINITE).is_infinite());
            assert!(Number::INFINITE.minus(number).is_infinite());
        }
    }

    #[test]
    fn a_difference_is_never_below_zero() {
        assert_eq!(Number::new(3).minus(Number::new(5)), Number::ZERO);
        assert_eq!(Number::new(5).minus(Number::new(3)), Number::new(2));
    }

    #[test]
    fn a_bit_is_at_least_one() {
        assert_eq!([0, 1, 4, 100].map(|n| Number::new(n).and_a_bit()), [1, 2, 6, 126].map(Number::new));
    }
}
