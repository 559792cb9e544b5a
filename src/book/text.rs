//! The text form of a book: a line for each position.

use super::Book;
use super::entry::{DropOut, Entry, has_place, key};
use crate::notation::{Eval, PositionTextError, TurnError, parse_fields, parse_turn};
use crate::rules::Position;
use crate::search::Score;
use rayon::prelude::*;
use std::fmt;
use std::str::FromStr;

/// The first line of every book.
pub(super) const FIRST_LINE: &str = "# Gipfel opening book, version 1";

/// Why a text is no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookTextError {
    /// It does not begin like one.
    #[error("not an opening book: the first line must be {FIRST_LINE:?}")]
    FirstLine,
    /// A line is wrong.
    #[error("line {line}: {fault}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        fault: BookFault,
    },
}

/// What is wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// The turn cannot be read or is not legal.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Another image of the position stands for it.
    #[error("the position is not canonical; its canonical image is {0}")]
    NotCanonical(Box<Position>),
    /// The game is over, or there are too many turns.
    #[error("the game is over in this position, or it has over {} turns", super::entry::MOST_TURNS)]
    NoPlace,
    /// Something else than turn, score, depth and nodes follows the position.
    #[error(
        "after the seven fields a turn, its score, depth and nodes are expected, such as e2 +0.12 9 20000, or nothing"
    )]
    Words,
    /// That is no score.
    #[error("{0:?} is no score, such as +0.12, #5 or #-4")]
    Score(String),
}

/// The line of a position.
pub(super) fn line(position: &Position, drop_out: Option<&DropOut>) -> String {
    match drop_out {
        None => format!("{position}\n"),
        Some(DropOut { turn, score, depth, nodes }) => {
            let score = score.mate().map_or(Eval::Centi(score.value()), Eval::Mate);
            format!("{position} {} {score} {depth} {nodes}\n", turn.display(position))
        }
    }
}

fn read_line(text: &str) -> Result<Entry, BookFault> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let (fields, rest) = words.split_at_checked(7).unwrap_or((&words, &[]));
    let position = parse_fields(&fields.join(" "))?;
    let canonical = position.canonical().0;
    if canonical != position {
        return Err(BookFault::NotCanonical(Box::new(canonical)));
    }
    if !has_place(&position) {
        return Err(BookFault::NoPlace);
    }
    let drop_out = match rest {
        [] => None,
        &[turn, score, depth, nodes] => {
            let (depth, nodes) = depth.parse().ok().zip(nodes.parse().ok()).ok_or(BookFault::Words)?;
            let score = read_score(score).ok_or_else(|| BookFault::Score(score.to_owned()))?;
            Some(DropOut::new(parse_turn(&position, turn)?, score, depth, nodes))
        }
        _ => return Err(BookFault::Words),
    };
    Ok(Entry::new(position, drop_out))
}

fn read_score(text: &str) -> Option<Score> {
    match Eval::read(text)? {
        Eval::Centi(centi) => Some(Score::centipawns(centi)),
        Eval::Mate(plies) if plies.unsigned_abs() > Score::MAX_PLY => None,
        Eval::Mate(plies) if plies > 0 => Some(Score::win_in(plies.unsigned_abs())),
        Eval::Mate(plies) => Some(Score::loss_in(plies.unsigned_abs())),
    }
}

/// Reads a book. Blank lines and lines that begin with `#` are passed over; of several lines for a position the last counts.
impl FromStr for Book {
    type Err = BookTextError;

    fn from_str(text: &str) -> Result<Self, BookTextError> {
        let mut lines = text.lines().map(str::trim_end).enumerate();
        if lines.next().is_none_or(|(_, first)| first != FIRST_LINE) {
            return Err(BookTextError::FirstLine);
        }
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        let read = |&(index, text): &(usize, &str)| {
            read_line(text).map_err(|fault| BookTextError::Line { line: index + 1, fault })
        };
        // Finding where all turns lead takes most of the time.
        let entries: Vec<Entry> = lines.par_iter().map(read).collect::<Result<_, _>>()?;
        let mut book = Self::default();
        book.entries.extend(entries.into_iter().map(|entry| (key(&entry.position), entry)));
        book.update();
        Ok(book)
    }
}

/// The text form: the positions by variant, turn number and text.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&header())?;
        for position in self.positions() {
            let drop_out = self.drop_out(&position).flatten();
            f.write_str(&line(&position, drop_out.as_ref()))?;
        }
        Ok(())
    }
}

/// What every book begins with.
pub(super) fn header() -> String {
    format!(
        "{FIRST_LINE}\n# A line: the seven fields of a canonical position; the best turn that leads to no other position of the \
         book, its score, and the depth and nodes of the search. See docs/book.md.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    const TEXT: &str = "# Gipfel opening book, version 1\n";

    fn start(variant: Variant) -> String {
        Position::start(variant).canonical().0.to_string()
    }

    fn fault(line: &str) -> BookFault {
        match format!("{TEXT}# comment\n\n{line}\n").parse::<Book>() {
            Err(BookTextError::Line { line: 4, fault }) => fault,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn text_and_book_are_one() {
        let lines: Vec<String> = Variant::ALL
            .into_iter()
            .zip(["+0.12 9 20000", "#5 6 100", "#-4 7 1"])
            .map(|(variant, rest)| {
                let position: Position = start(variant).parse().unwrap();
                let turn = position.turns().next().unwrap();
                format!("{position} {} {rest}\n", turn.display(&position))
            })
            .collect();
        let text = format!("{}{}", header(), lines.concat());
        let book: Book = text.parse().unwrap();
        assert_eq!(book.len(), 3);
        assert_eq!(book.to_string(), text);
        let scores = Variant::ALL.map(|variant| book.value(&Position::start(variant)).unwrap().0);
        assert_eq!(scores, [Score::centipawns(12), Score::win_in(5), Score::loss_in(4)]);
        // Only the position: no turn is known. And the last line of a position counts.
        let twice = format!("{text}{}\r\n", start(Variant::Standard));
        let book: Book = twice.parse().unwrap();
        assert_eq!((book.len(), book.value(&Position::start(Variant::Standard))), (3, None));
        assert_eq!(book.turns(&Position::start(Variant::Standard)), Some(vec![]));
    }

    #[test]
    fn damage_is_named() {
        for text in ["", "standard\n", "# Gipfel opening book, version 2\n", "\n# Gipfel opening book, version 1\n"] {
            assert_eq!(text.parse::<Book>().err(), Some(BookTextError::FirstLine), "{text:?}");
        }
        let start = start(Variant::Standard);
        assert!(matches!(fault("standard"), BookFault::Position(_)));
        assert!(matches!(fault(&start[..20]), BookFault::Position(_)));
        assert!(matches!(fault(&format!("{start} e9 +0.12 9 20000")), BookFault::Turn(_)));
        assert_eq!(fault(&format!("{start} d2 much 9 20000")), BookFault::Score("much".to_owned()));
        assert_eq!(fault(&format!("{start} d2 #2000 9 20000")), BookFault::Score("#2000".to_owned()));
        for rest in ["d2", "d2 +0.12 9", "d2 +0.12 9 20000 1", "d2 +0.12 -9 20000", "d2 +0.12 9 x"] {
            assert_eq!(fault(&format!("{start} {rest}")), BookFault::Words, "{rest}");
        }
        assert_eq!(fault("g3/5/6/6g/6/5/g3 w 12 12 standard -- 31"), BookFault::NoPlace);
        let million: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap();
        assert_eq!(fault(&million.canonical().0.to_string()), BookFault::NoPlace);
        let position: Position = "tournament".parse().unwrap();
        let after = position.play(parse_turn(&position, "Gb2").unwrap());
        let canonical = after.canonical().0;
        let images = crate::board::Symmetry::ALL.map(|symmetry| after.transformed(symmetry));
        let other = images.iter().find(|image| **image != canonical).unwrap();
        assert_eq!(fault(&other.to_string()), BookFault::NotCanonical(Box::new(canonical)));
    }
}
