//! Positions in one line of seven fields, and the words for start positions.
//!
//! ```text
//! g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1
//! |                   | |  |  |        |  turn number
//! |                   | |  |  |        phase, White then Black: 0 nothing entered, G may enter GIPF-pieces, - may not
//! |                   | |  |  variant
//! |                   | reserves, White then Black, in basic pieces
//! |                   side to move
//! columns b to h, each from its lowest spot up; digits: vacant spots; S basic, G GIPF-piece; upper case is White
//! ```

use crate::board::{Bitboard, Spot};
use crate::rules::{Color, Phase, Piece, PieceKind, Position, PositionError, Setup, Start, Variant};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A field of a position's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Field {
    Board,
    Side,
    WhiteReserve,
    BlackReserve,
    Variant,
    Phase,
    TurnNumber,
}

impl Field {
    /// All fields in their order.
    pub const ALL: [Self; 7] =
        [Self::Board, Self::Side, Self::WhiteReserve, Self::BlackReserve, Self::Variant, Self::Phase, Self::TurnNumber];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Side => "side to move",
            Self::WhiteReserve => "White's reserve",
            Self::BlackReserve => "Black's reserve",
            Self::Variant => "variant",
            Self::Phase => "phase",
            Self::TurnNumber => "turn number",
        })
    }
}

/// Why a text is no position: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}, at character {}: {fault}", at + 1)]
pub struct PositionTextError {
    /// The field that is wrong; the board where the fields as a whole are.
    pub field: Field,
    /// The offset in the text, in bytes from 0.
    pub at: usize,
    /// What is wrong, and what was expected.
    #[source]
    pub fault: PositionFault,
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PositionFault {
    /// Not seven fields, and no word for a start position either.
    #[error(
        "expected seven fields (board, side, two reserves, variant, phase, turn number), found {found}; or {StartError}"
    )]
    Fields { found: usize },
    /// Not seven columns.
    #[error("expected seven columns b to h with / between them, found {found}")]
    Columns { found: usize },
    /// A column with too many or too few spots.
    #[error("column {column} has {expected} spots, found {found}")]
    ColumnLength { column: char, expected: usize, found: usize },
    /// The digit 0.
    #[error("expected the digits 1 to 7 for vacant spots, found 0")]
    Zero,
    /// Two digits in a row.
    #[error("expected one digit for adjacent vacant spots, found two")]
    TwoDigits,
    /// A letter or sign that is no piece.
    #[error("expected S or G (White), s or g (Black), or a digit for vacant spots, found {0:?}")]
    Letter(char),
    /// A side other than `w` or `b`.
    #[error("expected w or b")]
    Side,
    /// Not a plain number in the range.
    #[error("expected a number from {min} to {max}, without sign or leading zeros")]
    Number { min: u16, max: u16 },
    /// Not a variant.
    #[error("expected basic, standard or tournament")]
    Variant,
    /// Not two signs for phases.
    #[error("expected two of the signs 0 G -, White's and Black's phase")]
    Phase,
    /// Read, but not a position that the rules allow.
    #[error(transparent)]
    Rules(PositionError),
}

/// A word that stands for no start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected basic, standard, tournament, or basic with a handicap of 1 to 3 such as basic+W2")]
pub struct StartError;

/// Reads `basic`, `standard`, `tournament`, and handicaps such as `basic+B1`.
impl FromStr for Start {
    type Err = StartError;

    fn from_str(word: &str) -> Result<Self, StartError> {
        Self::all().find(|start| start.to_string() == word).ok_or(StartError)
    }
}

/// Reads seven fields, or a word for a start position; blanks around them do not matter.
///
/// ```
/// use gipfel::rules::{Color, Position};
/// let position: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse()?;
/// assert_eq!(position.count_turns(), 1_928_578);
/// assert_eq!("basic+W2".parse::<Position>()?.reserve(Color::White), 14);
/// let error = "s2S/5/6/S5s/6/5/s2S w 12 +12 basic -- 1".parse::<Position>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Black's reserve, at character 26: expected a number from 0 to 18, without sign or leading zeros"
/// );
/// # Ok::<(), gipfel::notation::PositionTextError>(())
/// ```
impl FromStr for Position {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, PositionTextError> {
        match text.trim_ascii().parse::<Start>() {
            Ok(start) => Ok(Self::start(start)),
            Err(StartError) => parse_fields(text),
        }
    }
}

/// Reads a position from its seven fields only; blanks around them do not matter.
///
/// # Errors
///
/// Names the field, the place in the text, and what was expected.
pub fn parse_fields(text: &str) -> Result<Position, PositionTextError> {
    let words: Vec<Word> = words(text).collect();
    let &[board, side, white, black, variant, phase, turn_number] = words.as_slice() else {
        let fault = PositionFault::Fields { found: words.len() };
        return Err(PositionTextError { field: Field::Board, at: words.first().map_or(0, |word| word.at), fault });
    };
    let (colors, gipf) = parse_board(board)?;
    let setup = Setup {
        colors,
        gipf,
        reserve: [white.number(Field::WhiteReserve, 0, 18)? as u8, black.number(Field::BlackReserve, 0, 18)? as u8],
        phase: parse_phases(phase.text).ok_or_else(|| phase.error(Field::Phase, PositionFault::Phase))?,
        side: parse_side(side.text).ok_or_else(|| side.error(Field::Side, PositionFault::Side))?,
        variant: parse_variant(variant.text).ok_or_else(|| variant.error(Field::Variant, PositionFault::Variant))?,
        turn_number: turn_number.number(Field::TurnNumber, 1, u16::MAX)?,
    };
    setup.build().map_err(|error| {
        let (field, word) = match error {
            PositionError::TooManyPieces { color: Color::White, .. } => (Field::WhiteReserve, white),
            PositionError::TooManyPieces { color: Color::Black, .. } => (Field::BlackReserve, black),
            PositionError::TurnNumber => (Field::TurnNumber, turn_number),
            PositionError::PhaseOutsideTournament
            | PositionError::NotAtStart(_)
            | PositionError::BasicInGipfPhase(_) => (Field::Phase, phase),
            PositionError::TwoPiecesOn(_)
            | PositionError::GipfWithoutPiece(_)
            | PositionError::GipfInBasic(_)
            | PositionError::TooManyGipf { .. } => (Field::Board, board),
        };
        word.error(field, PositionFault::Rules(error))
    })
}

/// A word of the text and its offset there.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

impl Word<'_> {
    fn error(self, field: Field, fault: PositionFault) -> PositionTextError {
        PositionTextError { field, at: self.at, fault }
    }

    /// A number as it is written: digits only, no leading zero.
    fn number(self, field: Field, min: u16, max: u16) -> Result<u16, PositionTextError> {
        let plain =
            self.text.bytes().all(|byte| byte.is_ascii_digit()) && (self.text == "0" || !self.text.starts_with('0'));
        let number = self.text.parse().ok().filter(|number| plain && (min..=max).contains(number));
        number.ok_or_else(|| self.error(field, PositionFault::Number { min, max }))
    }
}

/// The words between ASCII blanks.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut end = 0;
    text.split(|c: char| c.is_ascii_whitespace()).filter_map(move |word| {
        let at = end;
        end += word.len() + 1;
        (!word.is_empty()).then_some(Word { text: word, at })
    })
}

fn parse_side(text: &str) -> Option<Color> {
    match text {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        _ => None,
    }
}

fn parse_variant(text: &str) -> Option<Variant> {
    Variant::ALL.into_iter().find(|variant| variant.name() == text)
}

fn parse_phases(text: &str) -> Option<[Phase; 2]> {
    let phase = |byte| match byte {
        b'0' => Some(Phase::NothingEntered),
        b'G' => Some(Phase::MayEnterGipf),
        b'-' => Some(Phase::NoGipf),
        _ => None,
    };
    let &[white, black] = text.as_bytes() else { return None };
    Some([phase(white)?, phase(black)?])
}

/// White's and Black's pieces, and which of them are GIPF-pieces.
fn parse_board(board: Word) -> Result<([Bitboard; 2], Bitboard), PositionTextError> {
    let found = board.text.split('/').count();
    if found != 7 {
        return Err(board.error(Field::Board, PositionFault::Columns { found }));
    }
    let (mut colors, mut gipf) = ([Bitboard::EMPTY; 2], Bitboard::EMPTY);
    let mut at = board.at;
    for (column, text) in ('b'..='h').zip(board.text.split('/')) {
        for (spot, piece) in parse_column(column, Word { text, at })? {
            let [white, black] = &mut colors;
            *(if piece.color == Color::White { white } else { black }) |= spot.into();
            if piece.kind == PieceKind::Gipf {
                gipf |= spot.into();
            }
        }
        at += text.len() + 1;
    }
    Ok((colors, gipf))
}

/// The pieces of one column.
fn parse_column(column: char, word: Word) -> Result<Vec<(Spot, Piece)>, PositionTextError> {
    let spots: Vec<Spot> = spots_of(column).collect();
    let mut pieces = Vec::new();
    let mut found = 0;
    let mut after_digit = false;
    for (i, sign) in word.text.char_indices() {
        let fail = |fault| Err(Word { at: word.at + i, ..word }.error(Field::Board, fault));
        match sign {
            '0' => return fail(PositionFault::Zero),
            '1'..='9' if after_digit => return fail(PositionFault::TwoDigits),
            '1'..='9' => found += sign as usize - '0' as usize,
            _ => {
                let Some(piece) = piece_of(sign) else { return fail(PositionFault::Letter(sign)) };
                pieces.extend(spots.get(found).map(|&spot| (spot, piece)));
                found += 1;
            }
        }
        after_digit = sign.is_ascii_digit();
    }
    if found == spots.len() {
        Ok(pieces)
    } else {
        Err(word.error(Field::Board, PositionFault::ColumnLength { column, expected: spots.len(), found }))
    }
}

/// The spots of a column, from the lowest up.
fn spots_of(column: char) -> impl Iterator<Item = Spot> {
    Bitboard::BOARD.iter().filter(move |spot| spot.column() == column)
}

fn piece_of(letter: char) -> Option<Piece> {
    let kind = match letter.to_ascii_uppercase() {
        'S' => PieceKind::Basic,
        'G' => PieceKind::Gipf,
        _ => return None,
    };
    Some(Piece { color: if letter.is_ascii_uppercase() { Color::White } else { Color::Black }, kind })
}

fn letter_of(piece: Piece) -> char {
    let letter = if piece.kind == PieceKind::Gipf { 'G' } else { 'S' };
    if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// The seven fields.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in 'b'..='h' {
            if column != 'b' {
                f.write_str("/")?;
            }
            write_column(self, column, f)?;
        }
        let side = if self.side() == Color::White { 'w' } else { 'b' };
        let [white, black] = Color::ALL.map(|color| self.reserve(color));
        write!(f, " {side} {white} {black} {} ", self.variant())?;
        for color in Color::ALL {
            f.write_str(match self.phase(color) {
                Phase::NothingEntered => "0",
                Phase::MayEnterGipf => "G",
                Phase::NoGipf => "-",
            })?;
        }
        write!(f, " {}", self.turn_number())
    }
}

fn write_column(position: &Position, column: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut vacant = 0;
    for spot in spots_of(column) {
        let Some(piece) = position.piece_at(spot) else {
            vacant += 1;
            continue;
        };
        if vacant > 0 {
            write!(f, "{vacant}")?;
        }
        write!(f, "{}", letter_of(piece))?;
        vacant = 0;
    }
    if vacant > 0 { write!(f, "{vacant}") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOURNAMENT: &str = "2sS/2gsS/s2GS1/SS1S1ss/2g3/sS1Gs/s3 w 5 0 tournament -- 43";

    fn error(text: &str) -> (Field, usize, String) {
        let error = text.parse::<Position>().unwrap_err();
        (error.field, error.at, error.fault.to_string())
    }

    #[test]
    fn start_words() {
        for (word, line) in [
            ("basic", "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1"),
            ("standard", "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1"),
            ("tournament", "4/5/6/7/6/5/4 w 18 18 tournament 00 1"),
            ("basic+W3", "s2S/5/6/S5s/6/5/s2S w 15 12 basic -- 1"),
            ("basic+B1", "s2S/5/6/S5s/6/5/s2S w 12 13 basic -- 1"),
        ] {
            let position: Position = word.parse().unwrap();
            assert_eq!(position.to_string(), line);
            assert_eq!(position, Position::start(word.parse::<Start>().unwrap()));
            assert_eq!(position.captured(Color::White) + position.captured(Color::Black), 0, "{word}");
        }
        for start in Start::all() {
            assert_eq!(start.to_string().parse(), Ok(start));
        }
        for wrong in ["", "Basic", "basic+", "basic+W0", "basic+W4", "basic+w1", "standard+W1", "basic+W1 "] {
            assert_eq!(wrong.parse::<Start>(), Err(StartError), "{wrong}");
        }
    }

    #[test]
    fn blanks_do_not_matter() {
        let position: Position = TOURNAMENT.parse().unwrap();
        assert_eq!(position.to_string(), TOURNAMENT);
        assert_eq!(format!("  {}\r\n", TOURNAMENT.replace(' ', " \t ")).parse(), Ok(position));
        assert_eq!(" tournament\n".parse::<Position>().unwrap().to_string(), "4/5/6/7/6/5/4 w 18 18 tournament 00 1");
        assert_eq!(parse_fields("tournament").unwrap_err().fault, PositionFault::Fields { found: 1 });
    }

    #[test]
    fn accepted() {
        for line in [
            // Any turn number with either side.
            "s2S/5/6/S5s/6/5/s2S b 12 12 basic -- 1",
            "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 65535",
            // Rows of either colour.
            "4/5/6/SSSSsss/1s4/2s2/3s w 9 3 basic -- 7",
            // An odd reserve in phase G.
            "4/5/6/3G3/6/5/4 b 15 18 tournament G0 2",
            // Finished: no reserve, no GIPF-piece.
            "4/5/6/S5s/6/5/4 w 0 0 basic -- 80",
            "4/5/6/S5s/6/5/4 w 3 3 standard -- 80",
            "4/5/6/7/6/5/4 w 0 0 tournament GG 9",
        ] {
            assert_eq!(line.parse::<Position>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn refused_board() {
        let with = |board: &str| error(&format!("{board} w 5 5 standard -- 1"));
        let (_, at, fault) = with("4/5/6/7/6/5");
        assert_eq!((at, fault.as_str()), (0, "expected seven columns b to h with / between them, found 6"));
        for (board, at, part) in [
            ("4/5/6/7/6/5/3", 12, "column h has 4 spots, found 3"),
            ("4/6/6/7/6/5/4", 2, "column c has 5 spots, found 6"),
            ("4//6/7/6/5/4", 2, "column c has 5 spots, found 0"),
            ("4/5/6/SSSSSSSS/6/5/4", 6, "column e has 7 spots, found 8"),
            ("4/5/6/9/6/5/4", 6, "column e has 7 spots, found 9"),
            ("4/5/6/S06/6/5/4", 7, "found 0"),
            ("4/5/6/34/6/5/4", 7, "found two"),
            ("4/5/6/3T3/6/5/4", 7, "found 'T'"),
            ("4/5/6/3é3/6/5/4", 7, "found 'é'"),
            ("4/5/6/+7/6/5/4", 6, "found '+'"),
            ("4/5/6/GGGG3/6/5/4", 0, "White has 4 GIPF-pieces"),
        ] {
            let (field, found_at, fault) = with(board);
            assert_eq!((field, found_at), (Field::Board, at), "{board}");
            assert!(fault.contains(part), "{board}: {fault}");
        }
        let (field, at, fault) = error("4/5/6/3G3/6/5/4 w 5 5 basic -- 1");
        assert_eq!((field, at, fault.as_str()), (Field::Board, 0, "White has a GIPF-piece, and basic has none"));
    }

    #[test]
    fn refused_fields() {
        let empty = "4/5/6/7/6/5/4";
        for (rest, field, at) in [
            ("W 5 5 basic -- 1", Field::Side, 14),
            ("w -5 5 basic -- 1", Field::WhiteReserve, 16),
            ("w 05 5 basic -- 1", Field::WhiteReserve, 16),
            ("w 19 5 basic -- 1", Field::WhiteReserve, 16),
            ("w 5 +5 basic -- 1", Field::BlackReserve, 18),
            ("w 5 99999999999 basic -- 1", Field::BlackReserve, 18),
            ("w 5 5 Basic -- 1", Field::Variant, 20),
            ("w 5 5 basic+W1 -- 1", Field::Variant, 20),
            ("w 5 5 basic - 1", Field::Phase, 26),
            ("w 5 5 basic --- 1", Field::Phase, 26),
            ("w 5 5 basic g- 1", Field::Phase, 26),
            ("w 5 5 basic G- 1", Field::Phase, 26),
            ("w 5 5 standard -G 1", Field::Phase, 29),
            ("w 17 18 tournament 0- 1", Field::Phase, 33),
            ("w 5 5 basic -- 0", Field::TurnNumber, 29),
            ("w 5 5 basic -- 01", Field::TurnNumber, 29),
            ("w 5 5 basic -- 65536", Field::TurnNumber, 29),
            ("w 5 5 basic -- 1e3", Field::TurnNumber, 29),
        ] {
            let (found, found_at, _) = error(&format!("{empty} {rest}"));
            assert_eq!((found, found_at), (field, at), "{rest}");
        }
    }

    #[test]
    fn refused_totals_and_phases() {
        for (line, field, part) in [
            ("4/5/6/3S3/6/5/4 w 18 18 basic -- 1", Field::WhiteReserve, "White has 19 pieces"),
            ("4/5/6/3g3/6/5/4 w 18 17 tournament 0- 1", Field::BlackReserve, "Black has 19 pieces"),
            ("4/5/6/3G3/6/5/4 w 16 18 tournament 00 1", Field::Phase, "White's phase is 0"),
            ("4/5/6/3s3/6/5/4 w 18 17 tournament 0G 1", Field::Phase, "Black's phase is G"),
        ] {
            let (found, _, fault) = error(line);
            assert_eq!(found, field, "{line}");
            assert!(fault.contains(part), "{fault}");
        }
    }

    #[test]
    fn wrong_number_of_fields() {
        for (text, found) in [("", 0), ("  ", 0), ("x", 1), ("4/5/6/7/6/5/4 w 5 5 basic --", 6), ("a b c d e f g h", 8)]
        {
            let error = text.parse::<Position>().unwrap_err();
            assert_eq!(error.fault, PositionFault::Fields { found });
        }
    }
}
