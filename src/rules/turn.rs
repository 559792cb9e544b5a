//! A turn in 16 bytes.

use super::piece::PieceKind;
use crate::board::{Bitboard, Entry, Symmetry};
use std::fmt;

/// A player's whole move: what he takes before, the piece he enters, what he takes after.
///
/// A turn onto a vacant spot holds the entry that [`Entry::onto`] names, so that equal turns are equal values. What a turn
/// means depends on the position; its text form is in [`crate::notation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The spots taken before, and in the highest byte the entry.
    before: u64,
    /// The spots taken after, and in the highest byte the kind.
    after: u64,
}

const NO_ENTRY: u8 = 63;

impl Turn {
    #[inline]
    pub(crate) fn new(before: Bitboard, entry: Entry, kind: PieceKind, after: Bitboard) -> Self {
        Self {
            before: before.bits() | u64::from(entry.index()) << 56,
            after: after.bits() | u64::from(kind as u8) << 56,
        }
    }

    /// A clearing that ends the game.
    #[inline]
    pub(crate) fn clearing_only(taken: Bitboard) -> Self {
        Self { before: taken.bits() | u64::from(NO_ENTRY) << 56, after: 0 }
    }

    /// What is taken before the entry.
    #[must_use]
    #[inline]
    pub const fn before(self) -> Bitboard {
        Bitboard::from_bits(self.before)
    }

    /// Where the piece enters; `None` where the clearing before ends the game.
    #[must_use]
    #[inline]
    pub const fn entry(self) -> Option<Entry> {
        Entry::new((self.before >> 56) as u8)
    }

    /// The kind of the piece that enters.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> PieceKind {
        if self.after >> 56 == 0 { PieceKind::Basic } else { PieceKind::Gipf }
    }

    /// What is taken after the entry.
    #[must_use]
    #[inline]
    pub const fn after(self) -> Bitboard {
        Bitboard::from_bits(self.after)
    }

    /// Whether the turn takes anything.
    #[must_use]
    #[inline]
    pub fn is_clearing(self) -> bool {
        (self.before | self.after) << 8 != 0
    }

    /// The image of the turn under a symmetry, in a position in which it enters a vacant spot or not.
    pub(super) fn transformed(self, symmetry: Symmetry, vacant: bool) -> Self {
        let before = symmetry.bitboard(self.before());
        match self.entry() {
            None => Self::clearing_only(before),
            Some(entry) => {
                let image = symmetry.entry(entry);
                let entry = if vacant { Entry::onto(image.first()).unwrap_or(image) } else { image };
                Self::new(before, entry, self.kind(), symmetry.bitboard(self.after()))
            }
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn(x[{}] {:?} {:?} x[{}])", self.before(), self.kind(), self.entry(), self.after())
    }
}
