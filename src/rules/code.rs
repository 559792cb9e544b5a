//! The 32-bit form of a turn, for tables.

use super::piece::PieceKind;
use super::position::Position;
use super::turn::Turn;
use crate::board::{Bitboard, Entry};

/// A turn in 32 bits, which identify it among the turns of its position.
///
/// A turn that takes nothing is its entry and kind and is read back at once. One that takes something is its rank among
/// such turns in the order of [`Position::turns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnCode(u32);

/// Codes below this are turns that take nothing: two kinds times 64 entries.
const CLEARING: u32 = 128;

impl TurnCode {
    /// The number, for storing. It is never [`u32::MAX`].
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The code with this number; any number may be read back, and means no turn where it is none.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl Position {
    /// The 32-bit form of a turn that is legal here; `None` for other turns.
    #[must_use]
    pub fn encode(&self, turn: Turn) -> Option<TurnCode> {
        match turn.entry() {
            Some(entry) if !turn.is_clearing() => {
                self.is_legal(turn).then(|| TurnCode((turn.kind() as u32) << 6 | u32::from(entry.index())))
            }
            _ => {
                let rank = self.clearing_turns().position(|other| other == turn)?;
                u32::try_from(rank).ok()?.checked_add(CLEARING).filter(|&code| code != u32::MAX).map(TurnCode)
            }
        }
    }

    /// The 32-bit form of a turn that is known to be legal.
    pub(crate) fn encode_legal(&self, turn: Turn) -> Option<TurnCode> {
        debug_assert!(self.is_legal(turn));
        match turn.entry() {
            Some(entry) if !turn.is_clearing() => Some(TurnCode((turn.kind() as u32) << 6 | u32::from(entry.index()))),
            _ => self.encode(turn),
        }
    }

    /// The legal turn that a code stands for in this position, if it stands for one.
    #[must_use]
    pub fn decode(&self, code: TurnCode) -> Option<Turn> {
        if code.0 < CLEARING {
            let kind = if code.0 >> 6 == 0 { PieceKind::Basic } else { PieceKind::Gipf };
            let turn = Turn::new(Bitboard::EMPTY, Entry::new(code.0 as u8 & 63)?, kind, Bitboard::EMPTY);
            self.is_legal(turn).then_some(turn)
        } else {
            self.clearing_turns().nth((code.0 - CLEARING) as usize)
        }
    }

    /// The turns that take something, in the order of [`Position::turns`].
    fn clearing_turns(&self) -> impl Iterator<Item = Turn> {
        // Without a row to begin with, only an entry that completes one can take anything.
        let turns = if self.has_row(self.side()) { self.turns() } else { self.completing_turns() };
        turns.filter(|turn| turn.is_clearing())
    }
}
