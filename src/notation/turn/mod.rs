//! Turns in the game's long notation, such as `e2`, `Gd8-f7` or `g1-c3;xc2,d3,e4,f4,g4*`.
//!
//! ```text
//! turn   = [ clear ";" ] entry [ ";" clear ]  |  clear        (the last: a clear that ends the game)
//! entry  = ["G"] spot                 entered on a vacant spot
//!        | ["G"] dot "-" end          pushed; end = the spot where the furthest pushed piece comes to rest
//! clear  = "x" piece { "," piece }    pieces sorted by column, then number
//! piece  = ["G"] spot ["*"]           G: a GIPF-piece; *: a piece of the opponent
//! ```

mod error;
mod list;
mod part;
mod read;
mod word;

pub use error::{PlayError, TurnError, TurnFault};
pub use list::{MAX_LISTED, legal_turn_texts, listed, variation};
pub use part::parse_begun_turn;
pub use read::{parse_turn, play_words};

use crate::board::{Bitboard, Entry, Spot};
use crate::rules::{PieceKind, Position, Turn};
use std::fmt;

impl Turn {
    /// The canonical text of this turn of `position`.
    ///
    /// ```
    /// use gipfel::notation::parse_turn;
    /// use gipfel::rules::Position;
    /// let position: Position = "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1".parse()?;
    /// let turn = parse_turn(&position, "e1-e2")?;
    /// assert_eq!(turn.display(&position).to_string(), "e1-e3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn display<'a>(&self, position: &'a Position) -> TurnText<'a> {
        TurnText { position, turn: *self }
    }
}

/// The canonical texts of turns played one after another, the first in `start`.
///
/// ```
/// use gipfel::notation::{play_words, turn_texts};
/// use gipfel::rules::{Game, Position, Variant};
/// let mut game = Game::new(Position::start(Variant::Standard));
/// play_words(&mut game, ["e1-e2", "g2"])?;
/// assert!(turn_texts(game.start(), game.turns()).eq(["e1-e3", "g2"]));
/// # Ok::<(), gipfel::notation::PlayError>(())
/// ```
pub fn turn_texts<'a>(start: &Position, turns: &'a [Turn]) -> impl Iterator<Item = String> + use<'a> {
    turns.iter().scan(*start, |position, turn| {
        let text = turn.display(position).to_string();
        *position = position.play(*turn);
        Some(text)
    })
}

/// A turn that can be written; made by [`Turn::display`].
#[derive(Clone, Copy, Debug)]
pub struct TurnText<'a> {
    position: &'a Position,
    turn: Turn,
}

impl fmt::Display for TurnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn;
        let mut position = *self.position;
        if !turn.before().is_empty() {
            write_clear(&position, turn.before(), f)?;
            position = position.cleared(turn.before());
        }
        let Some(entry) = turn.entry() else { return Ok(()) };
        if !turn.before().is_empty() {
            f.write_str(";")?;
        }
        if turn.kind() == PieceKind::Gipf {
            f.write_str("G")?;
        }
        match end_of_push(entry, position.occupied()) {
            Some(end) if end != entry.first() => write!(f, "{}-{end}", entry.dot())?,
            _ => write!(f, "{}", entry.first())?,
        }
        if turn.after().is_empty() {
            return Ok(());
        }
        f.write_str(";")?;
        write_clear(&position.entered::<false>(entry, turn.kind()), turn.after(), f)
    }
}

/// The spot on which the furthest piece comes to rest, the new one included; `None` where the line is full.
fn end_of_push(entry: Entry, occupied: Bitboard) -> Option<Spot> {
    let mut spot = entry.first();
    while occupied.contains(spot) {
        spot = spot.step(entry.direction())?;
    }
    Some(spot)
}

fn write_clear(position: &Position, taken: Bitboard, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, spot) in taken.iter().enumerate() {
        let gipf = if position.gipf_pieces().contains(spot) { "G" } else { "" };
        let captured = if position.pieces(position.side()).contains(spot) { "" } else { "*" };
        write!(f, "{}{gipf}{spot}{captured}", if i == 0 { "x" } else { "," })?;
    }
    Ok(())
}
