//! The last turns of a game, looked at directly: whether a player wins at once, and whether one cannot but let him.

use super::watch::{Halt, Watch};
use crate::board::Bitboard;
use crate::rules::{Color, Phase, Position, Turn, Variant};

/// Whether the attacker could win within so many plies as far as counting goes; `false` is certain.
///
/// A player loses at the beginning of his turn, or by the other's turn, and is never forced to end the game himself: he may
/// leave all his GIPF-pieces on the board, and a clearing that is not of GIPF-pieces alone gives him pieces to enter. So
/// the attacker must make the last turn. In `basic` the defender must have entered his whole reserve by then.
pub(super) fn is_in_reach(position: &Position, attacker: Color, remaining: u8) -> bool {
    let attacks = position.side() == attacker;
    let turns = if attacks { remaining.div_ceil(2) } else { remaining / 2 };
    let entries = if attacks { turns.saturating_sub(1) } else { turns };
    turns > 0 && (position.variant() != Variant::Basic || position.reserve(!attacker) <= entries)
}

/// A turn by which the side to move wins the game at once.
pub(super) fn winning_turn(position: &Position, watch: &mut Watch) -> Result<Option<Turn>, Halt> {
    let side = position.side();
    let empty = position.reserve(!side) == 0;
    if !empty && !position.variant().has_gipf_pieces() {
        return Ok(None);
    }
    // While the other has pieces to enter, only a clearing can win: without a row yet, one after an entry that completes it.
    let turns = if empty || position.has_row(side) { position.turns() } else { position.completing_turns() };
    for turn in turns {
        watch.tick()?;
        if (empty || turn.is_clearing()) && position.play(turn).outcome().is_some_and(|outcome| outcome.winner == side)
        {
            return Ok(Some(turn));
        }
    }
    Ok(None)
}

/// A turn after which the other side neither has won nor wins at once; `first` is tried before the others.
pub(super) fn saving_turn(position: &Position, first: Option<Turn>, watch: &mut Watch) -> Result<Option<Turn>, Halt> {
    let turns = if must_complete_a_row(position) { position.completing_turns() } else { position.turns() };
    let first = first.filter(|&turn| position.is_legal(turn));
    for turn in first.into_iter().chain(turns) {
        watch.count_node()?;
        let after = position.play(turn);
        let saved = match after.outcome() {
            Some(outcome) => outcome.winner == position.side(),
            None => winning_turn(&after, watch)?.is_none(),
        };
        if saved {
            return Ok(Some(turn));
        }
    }
    Ok(None)
}

/// Whether the side to move loses at once unless its entry completes a row; `true` is certain.
///
/// It enters its last piece. Then the other clears his rows, if he has any, and leaves the GIPF-pieces, and enters a piece onto
/// a vacant spot, which completes no row of the side that has run out of pieces.
fn must_complete_a_row(position: &Position) -> bool {
    let (side, other) = (position.side(), !position.side());
    position.reserve(side) == 1
        && !position.has_row(side)
        && position.reserve(other) > 0
        && position.phase(other) != Phase::NothingEntered
        && (Bitboard::RIM - position.occupied()).len() >= 2
}
