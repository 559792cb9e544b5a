//! The 32-bit form of a turn, for tables.

use super::piece::PieceKind;
use super::position::Position;
use super::turn::Turn;
use crate::board::{Bitboard, Entry};
use std::ops::ControlFlow;

/// A turn in 32 bits, which identify it among the turns of its position.
///
/// A turn that takes nothing is its entry and kind and is read back at once. One that takes something is its rank among
/// such turns: for each clearing before, those that complete a row and then those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnCode(u32);

/// Codes below this are turns that take nothing: two kinds times 64 entries.
const CLEARING: u32 = 128;

impl TurnCode {
    /// The number, for storing. It is never [`u32::MAX`].
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The code with this number; any number may be read back, and means no turn where it is none.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The code of a turn that takes nothing.
    #[inline]
    pub(crate) fn quiet(entry: Entry, kind: PieceKind) -> Self {
        Self((kind as u32) << 6 | u32::from(entry.index()))
    }

    /// The code of a turn that takes something, from its rank among such turns.
    #[inline]
    pub(crate) fn clearing(rank: usize) -> Self {
        Self(u32::try_from(rank).unwrap_or(u32::MAX).saturating_add(CLEARING).min(u32::MAX - 1))
    }

    /// The turn that takes nothing and has this code, if it is such a code. It need not be legal anywhere.
    #[inline]
    pub(crate) fn as_quiet(self) -> Option<Turn> {
        let kind = if self.0 >> 6 == 0 { PieceKind::Basic } else { PieceKind::Gipf };
        let entry = Entry::new(self.0 as u8 & 63).filter(|_| self.0 < CLEARING)?;
        Some(Turn::new(Bitboard::EMPTY, entry, kind, Bitboard::EMPTY))
    }
}

impl Position {
    /// The 32-bit form of a turn that is legal here; `None` for other turns.
    #[must_use]
    pub fn encode(&self, turn: Turn) -> Option<TurnCode> {
        match turn.entry() {
            Some(entry) if !turn.is_clearing() => self.is_legal(turn).then(|| TurnCode::quiet(entry, turn.kind())),
            _ => self.find_clearing_turn(|_, other| other == turn).map(|(rank, _)| TurnCode::clearing(rank)),
        }
    }

    /// The legal turn that a code stands for in this position, if it stands for one.
    #[must_use]
    pub fn decode(&self, code: TurnCode) -> Option<Turn> {
        match code.as_quiet() {
            Some(turn) => self.is_legal(turn).then_some(turn),
            None => self.find_clearing_turn(|rank, _| TurnCode::clearing(rank) == code).map(|(_, turn)| turn),
        }
    }

    /// The first turn that takes something and is looked for, with its rank among such turns.
    fn find_clearing_turn(&self, is_it: impl Fn(usize, Turn) -> bool) -> Option<(usize, Turn)> {
        let mut rank = 0;
        let mut look = |turn: Turn| {
            let found = turn.is_clearing() && is_it(rank, turn);
            let here = (rank, turn);
            rank += usize::from(turn.is_clearing());
            if found { ControlFlow::Break(here) } else { ControlFlow::Continue(()) }
        };
        if self.is_over() {
            return None;
        }
        self.enterings().find_map(|entering| {
            if entering.is_end() {
                return look(Turn::clearing_only(entering.before)).break_value();
            }
            let mut found = None;
            let rowing = entering.each_completing(|turn, _| found = found.or_else(|| look(turn).break_value()));
            if !entering.before.is_empty() {
                entering.each_quiet(&rowing, |turn| found = found.or_else(|| look(turn).break_value()));
            }
            found
        })
    }
}
