//! A begun turn, as text.

use crate::board::Bitboard;
use crate::rules::{PartialTurn, PieceKind, Position};

/// temporary
pub(super) fn read(position: &Position, _text: &str) -> Result<PartialTurn, String> {
    let _ = (Bitboard::EMPTY, PieceKind::Basic);
    Ok(PartialTurn::new(position))
}
