//! The syntax of a turn, before it is known what it means in a position.

use super::error::{TurnError, TurnFault};
use crate::board::{Bitboard, Dot, Entry, Point, Spot};
use crate::rules::PieceKind;

/// A turn as it is written.
pub(super) struct Word {
    pub before: Clear,
    pub entry: Option<EntryWord>,
    pub after: Clear,
    /// The offset after the last character.
    pub end: usize,
}

/// What is said of a clearing.
pub(super) enum Clear {
    /// Nothing.
    Missing,
    /// That something is taken; the offset of the `x`.
    Bare(usize),
    /// Which pieces are taken; at least one.
    Given(Vec<PieceWord>),
}

/// A piece that is taken, as it is written.
#[derive(Clone, Copy)]
pub(super) struct PieceWord {
    pub spot: Spot,
    /// Marked as a GIPF-piece.
    pub gipf: bool,
    /// Marked as captured.
    pub captured: bool,
    pub at: usize,
}

/// An entry as it is written.
pub(super) struct EntryWord {
    pub kind: PieceKind,
    pub entry: Entry,
    /// Where the push ends; `None` where only the first spot is given.
    pub end: Option<Spot>,
    /// The offsets of the entry and of the end of the push.
    pub at: usize,
    pub end_at: usize,
}

impl Clear {
    pub fn spots(&self) -> Bitboard {
        match self {
            Self::Given(pieces) => pieces.iter().map(|piece| piece.spot).collect(),
            Self::Missing | Self::Bare(_) => Bitboard::EMPTY,
        }
    }
}

impl Word {
    pub fn read(text: &str) -> Result<Self, TurnError> {
        let mut reader = Reader { text, at: 0 };
        reader.skip_blanks();
        let before = if reader.next_is_clear() { reader.clear()? } else { Clear::Missing };
        let has_before = !matches!(before, Clear::Missing);
        let entry = if !has_before || reader.semicolon() { Some(reader.entry()?) } else { None };
        let after = if entry.is_some() && reader.semicolon() {
            if !reader.next_is_clear() {
                return Err(reader.unexpected("x and the pieces taken"));
            }
            reader.clear()?
        } else {
            Clear::Missing
        };
        let end = reader.at;
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(Self { before, entry, after, end }),
            Some(_) if matches!(after, Clear::Missing) => Err(reader.unexpected("; or the end of the turn")),
            Some(_) => Err(reader.unexpected("the end of the turn")),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads a character if it is this one.
    fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
    }

    /// Reads a semicolon and the blanks around it; without one nothing is read.
    fn semicolon(&mut self) -> bool {
        let start = self.at;
        self.skip_blanks();
        let found = self.accept(';');
        if found {
            self.skip_blanks();
        } else {
            self.at = start;
        }
        found
    }

    fn unexpected(&self, expected: &'static str) -> TurnError {
        match self.peek() {
            Some(found) => TurnFault::Unexpected { expected, found },
            None => TurnFault::End { expected },
        }
        .at(self.at)
    }

    fn next_is_clear(&self) -> bool {
        matches!(self.peek(), Some('x' | 'X'))
    }

    /// `x` and the pieces, if any follow.
    fn clear(&mut self) -> Result<Clear, TurnError> {
        let x = self.at;
        self.at += 1;
        if matches!(self.peek(), None | Some(';')) || self.rest().starts_with(|c: char| c.is_ascii_whitespace()) {
            return Ok(Clear::Bare(x));
        }
        let mut pieces: Vec<PieceWord> = Vec::new();
        loop {
            let piece = self.piece()?;
            if pieces.iter().any(|other| other.spot == piece.spot) {
                return Err(TurnFault::Repeated(piece.spot).at(piece.at));
            }
            pieces.push(piece);
            if !self.accept(',') {
                return Ok(Clear::Given(pieces));
            }
        }
    }

    fn piece(&mut self) -> Result<PieceWord, TurnError> {
        let at = self.at;
        let gipf = self.gipf_mark("a piece that is taken")?;
        let point_at = self.at;
        match self.point("the spot of a piece that is taken")? {
            Point::Spot(spot) => Ok(PieceWord { spot, gipf, captured: self.accept('*'), at }),
            Point::Dot(dot) => Err(not_a_spot(dot, point_at)),
        }
    }

    fn entry(&mut self) -> Result<EntryWord, TurnError> {
        let at = self.at;
        let kind = if self.gipf_mark("an entry")? { PieceKind::Gipf } else { PieceKind::Basic };
        let from_at = self.at;
        let from = self.point("a dot or spot")?;
        if !self.accept('-') {
            let spot = match from {
                Point::Spot(spot) => spot,
                Point::Dot(dot) => return Err(dot_alone(dot, from_at)),
            };
            let entry = Entry::onto(spot).ok_or_else(|| TurnFault::NotAtEdge(spot).at(from_at))?;
            return Ok(EntryWord { kind, entry, end: None, at, end_at: from_at });
        }
        let dot = match from {
            Point::Dot(dot) => dot,
            Point::Spot(spot) => return Err(TurnFault::NotADot(spot).at(from_at)),
        };
        let end_at = self.at;
        let to = self.point("the spot where the push ends")?;
        let entry = to.spot().and_then(|end| Some((dot.entries().find(|entry| entry.spots().contains(end))?, end)));
        let (entry, end) = entry.ok_or_else(|| TurnFault::NoSuchLine { dot, to }.at(end_at))?;
        Ok(EntryWord { kind, entry, end: Some(end), at, end_at })
    }

    /// Reads a `G` that marks a GIPF-piece. Before a digit it is column g.
    fn gipf_mark(&mut self, expected: &'static str) -> Result<bool, TurnError> {
        let mut chars = self.rest().chars();
        let (first, second) = (chars.next(), chars.next());
        match (first, second) {
            (Some(found), _) if !found.is_ascii_alphabetic() => {
                Err(TurnFault::Unexpected { expected, found }.at(self.at))
            }
            (Some('g'), Some('a'..='z' | 'A'..='Z')) => {
                let at = self.at;
                self.at += 1;
                let spot = self.point("a spot")?;
                Err(TurnFault::SmallGipfMark { spot }.at(at))
            }
            (Some('G'), Some('a'..='z' | 'A'..='Z')) => {
                self.at += 1;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn point(&mut self, expected: &'static str) -> Result<Point, TurnError> {
        if self.peek().is_none() {
            return Err(TurnFault::End { expected }.at(self.at));
        }
        let name: String = self.rest().chars().take(2).collect();
        let point = name.parse().map_err(|error| TurnFault::Point(error).at(self.at))?;
        self.at += name.len();
        Ok(point)
    }
}

fn not_a_spot(dot: Dot, at: usize) -> TurnError {
    TurnFault::Point(crate::board::PointError::NotASpot(dot)).at(at)
}

fn dot_alone(dot: Dot, at: usize) -> TurnError {
    match dot.entries().next() {
        Some(entry) => TurnFault::DotAlone { dot, next: entry.first() }.at(at),
        None => not_a_spot(dot, at),
    }
}
