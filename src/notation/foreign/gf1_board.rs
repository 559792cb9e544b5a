//! GF1's board files:
//!
//! ```text
//! whitepieces:12          White's reserve
//! whitelost:0             White's captured pieces
//! blackpieces:12
//! blacklost:0
//! nextplayer:o            o White, x Black
//! x:b2                    one piece a line: o x basic, O X GIPF-pieces
//! O:b5
//! # end of board
//! ```
//!
//! They say neither the variant nor whether GIPF-pieces may still be entered. A board without GIPF-pieces is read as `basic`, one
//! with more than three of a colour as `tournament`, any other as `standard`; an empty board as the start of `tournament`.

use super::at_once::settled;
use super::error::{Fault, ForeignError};
use super::gf1;
use crate::board::{Bitboard, Spot};
use crate::rules::{Color, Phase, PieceKind, Position, Setup, Variant};
use std::fmt::Write;

const END: &str = "# end of board";

/// Whether this can be the first line of a board file.
pub(super) fn is_line(line: &str) -> bool {
    let key = line.split(':').next().unwrap_or_default();
    line.contains(':') && (gf1::owner(key, 1).is_ok() || KEYS.contains(&key))
}

const KEYS: [&str; 5] = ["whitepieces", "whitelost", "blackpieces", "blacklost", "nextplayer"];

/// What has been read of a board.
#[derive(Default)]
struct Fields {
    /// The four numbers, in the order of [`KEYS`].
    numbers: [Option<u8>; 4],
    side: Option<Color>,
    colors: [Bitboard; 2],
    gipf: Bitboard,
}

pub(super) fn read(text: &str) -> Result<Position, ForeignError> {
    let mut fields = Fields::default();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let line = line.trim();
        if line == END {
            break;
        }
        if !line.is_empty() && !line.starts_with('#') {
            fields.read_line(line, number)?;
        }
    }
    fields.build(last)
}

impl Fields {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), ForeignError> {
        let expected = "a line such as whitepieces:12, nextplayer:o or O:b5";
        let (key, value) = line.split_once(':').ok_or_else(|| gf1::unexpected(expected, line).at(number))?;
        let (key, value) = (key.trim(), value.trim());
        if key == "nextplayer" {
            let side = gf1::owner(value, number)?;
            return if self.side.replace(side).is_some() { Err(twice(key, number)) } else { Ok(()) };
        }
        if let Some((slot, _)) = self.numbers.iter_mut().zip(KEYS).find(|(_, known)| *known == key) {
            let value = value.parse().map_err(|_| gf1::unexpected("a number of pieces", value).at(number))?;
            return if slot.replace(value).is_some() { Err(twice(key, number)) } else { Ok(()) };
        }
        let mut letters = key.chars();
        let piece = letters.next().and_then(gf1::piece).filter(|_| letters.next().is_none());
        let piece = piece.ok_or_else(|| gf1::unexpected(expected, line).at(number))?;
        let spot: Spot = gf1::point(value, number)?;
        let [white, black] = &mut self.colors;
        if (*white | *black).contains(spot) {
            return Err(twice(&spot.to_string(), number));
        }
        *(if piece.color == Color::White { white } else { black }) |= spot.into();
        if piece.kind == PieceKind::Gipf {
            self.gipf |= spot.into();
        }
        Ok(())
    }

    /// The position; what is missing is missed on the last line.
    fn build(self, last: usize) -> Result<Position, ForeignError> {
        let [Some(white), Some(white_lost), Some(black), Some(black_lost)] = self.numbers else {
            let missing = "the lines whitepieces, whitelost, blackpieces and blacklost";
            return Err(Fault::End(missing).at(last.max(1)));
        };
        let side = self.side.ok_or_else(|| Fault::End("a line nextplayer:o or nextplayer:x").at(last.max(1)))?;
        let empty = self.colors == [Bitboard::EMPTY; 2] && white == 18 && black == 18;
        let variant = read_variant(self.colors, self.gipf, empty);
        let phase = if empty { Phase::NothingEntered } else { Phase::NoGipf };
        let turn_number = if side == Color::White { 1 } else { 2 };
        let reserve = [white, black];
        let setup =
            Setup { colors: self.colors, gipf: self.gipf, reserve, phase: [phase; 2], side, variant, turn_number };
        let position = setup.build().map_err(|error| Fault::Position(error).at(last))?;
        for (color, lost) in Color::ALL.into_iter().zip([white_lost, black_lost]) {
            let total = u32::from(position.in_play(color)) + u32::from(lost);
            if total > 18 {
                let error = crate::rules::PositionError::TooManyPieces { color, total };
                return Err(Fault::Position(error).at(last));
            }
        }
        Ok(position)
    }
}

fn twice(what: &str, line: usize) -> ForeignError {
    Fault::Twice(what.to_owned()).at(line)
}

/// As which variant a board is read.
fn read_variant(colors: [Bitboard; 2], gipf: Bitboard, empty: bool) -> Variant {
    if empty || colors.iter().any(|&color| (color & gipf).len() > 3) {
        Variant::Tournament
    } else if gipf.is_empty() {
        Variant::Basic
    } else {
        Variant::Standard
    }
}

pub(super) fn write(position: &Position) -> Result<String, ForeignError> {
    let position = settled(position)?;
    let colors = Color::ALL.map(|color| position.pieces(color));
    let empty = position.occupied().is_empty() && Color::ALL.iter().all(|&color| position.reserve(color) == 18);
    for color in Color::ALL {
        let phase = if empty { Phase::NothingEntered } else { Phase::NoGipf };
        if position.phase(color) != phase && position.variant() == Variant::Tournament {
            return Err(Fault::MayEnterGipf(color).anywhere());
        }
    }
    let (variant, read) = (position.variant(), read_variant(colors, position.gipf_pieces(), empty));
    // The two play alike where no more GIPF-pieces may be entered.
    if variant != read && !(variant == Variant::Tournament && read == Variant::Standard) {
        return Err(Fault::VariantLost { variant, read }.anywhere());
    }
    let mut text = String::new();
    let [white, black] = Color::ALL;
    for (name, value) in KEYS.into_iter().zip([
        position.reserve(white),
        position.captured(white),
        position.reserve(black),
        position.captured(black),
    ]) {
        // Writing into a string does not fail.
        let _written = writeln!(text, "{name}:{value}");
    }
    let _written = writeln!(text, "nextplayer:{}", gf1::color_letter(position.side()));
    for spot in position.occupied() {
        if let Some(piece) = position.piece_at(spot) {
            let _written = writeln!(text, "{}:{spot}", gf1::letter(piece));
        }
    }
    text.push_str(END);
    text.push('\n');
    Ok(text)
}
