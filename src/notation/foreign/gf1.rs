//! What GF1's files have in common: letters for pieces, words for variants.

use super::error::{Fault, ForeignError};
use crate::board::{PointError, Spot};
use crate::rules::{Color, Piece, PieceKind, Position, Start, Variant};
use std::str::FromStr;

/// `o` and `x` are basic pieces of White and Black, `O` and `X` GIPF-pieces.
pub(super) const fn piece(letter: char) -> Option<Piece> {
    let color = match letter {
        'o' | 'O' => Color::White,
        'x' | 'X' => Color::Black,
        _ => return None,
    };
    let kind = if letter.is_ascii_uppercase() { PieceKind::Gipf } else { PieceKind::Basic };
    Some(Piece { color, kind })
}

pub(super) const fn letter(piece: Piece) -> char {
    let small = color_letter(piece.color);
    match piece.kind {
        PieceKind::Gipf => small.to_ascii_uppercase(),
        _ => small,
    }
}

/// `o` for White and `x` for Black.
pub(super) const fn color_letter(color: Color) -> char {
    match color {
        Color::White => 'o',
        Color::Black => 'x',
    }
}

/// Reads the owner of a row; GF1 writes small letters.
pub(super) fn owner(word: &str, line: usize) -> Result<Color, ForeignError> {
    let mut letters = word.chars();
    match (letters.next().and_then(piece), letters.next()) {
        (Some(piece), None) => Ok(piece.color),
        _ => Err(unexpected("o or x", word).at(line)),
    }
}

/// Reads a point.
pub(super) fn point<P: FromStr<Err = PointError>>(word: &str, line: usize) -> Result<P, ForeignError> {
    word.parse().map_err(|error| Fault::Point { word: shortened(word), error }.at(line))
}

/// Reads a piece that is taken, such as `b5O`.
pub(super) fn placed(word: &str, line: usize) -> Result<(Spot, Piece), ForeignError> {
    let letter = word.chars().next_back();
    let found = letter.and_then(piece).zip(word.get(..word.len().saturating_sub(1)));
    let (piece, name) = found.ok_or_else(|| unexpected("a spot and one of o x O X, such as b5o", word).at(line))?;
    Ok((point(name, line)?, piece))
}

/// The start of a game of the type that GF1 names.
pub(super) fn start(game_type: &str, line: usize) -> Result<Position, ForeignError> {
    if game_type == OTHER_GAME {
        return Err(Fault::StartUnknown.at(line));
    }
    let variant = Variant::ALL.into_iter().find(|variant| variant.name() == game_type);
    let expected = "a type of game: basic, standard, tournament or other game";
    variant.map(Position::start).ok_or_else(|| unexpected(expected, game_type).at(line))
}

/// GF1's word for the type of a game from this start.
pub(super) fn game_type(start: &Position) -> Result<&'static str, ForeignError> {
    let found = Start::all().find(|&known| Position::start(known) == *start);
    match found {
        Some(known) if known.handicap().is_none() => Ok(known.variant().name()),
        _ => Err(Fault::OtherStart.anywhere()),
    }
}

/// The type of a game that began from a board that was set up by hand.
pub(super) const OTHER_GAME: &str = "other game";

pub(super) fn unexpected(expected: &'static str, found: &str) -> Fault {
    Fault::Unexpected { expected, found: shortened(found) }
}

/// At most 40 characters, for messages.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
