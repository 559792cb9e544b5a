//! Writing a record, folded to 80 columns.

use super::{Line, Node, Record};
use crate::rules::{Color, Position, Start};
use std::fmt::{self, Write};

/// Lines are at most this long, but for words that are longer.
const COLUMNS: usize = 80;

/// The canonical text, with an empty line at the end so that games can follow one another in a file.
///
/// Variations nested deeper than [`super::MAX_NESTING`] are written, but not read again.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        f.write_str("\n")?;
        let mut text = Folded { out: f, column: 0, unit: String::new() };
        write_line(&self.line, first_half(&self.start), &mut text)?;
        text.word(self.result.name())?;
        text.flush()?;
        f.write_str("\n\n")
    }
}

impl Record {
    /// The number of a turn as it stands in the text: `9.` for White's, `9...` for Black's. Turns are counted from 0.
    ///
    /// ```
    /// use gipfel::notation::Record;
    /// use gipfel::rules::{Position, Variant};
    /// let record = Record::new(Position::start(Variant::Basic));
    /// assert_eq!((record.turn_number(16), record.turn_number(17)), ("9.".to_owned(), "9...".to_owned()));
    /// ```
    #[must_use]
    pub fn turn_number(&self, index: usize) -> String {
        number_text(first_half(&self.start) + index)
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in Self::ROSTER {
            write_tag(name, self.tags.get(name).unwrap_or("?"), f)?;
        }
        write_tag("Result", self.result.name(), f)?;
        match Start::all().find(|&start| Position::start(start) == self.start) {
            Some(start) => write_tag("Variant", &start.to_string(), f)?,
            None => {
                write_tag("Variant", self.start.variant().name(), f)?;
                write_tag("Position", &self.start.to_string(), f)?;
            }
        }
        let written = |name: &str| Self::ROSTER.contains(&name) || super::tags::DERIVED.contains(&name);
        for (name, value) in self.tags.iter().filter(|(name, _)| !written(name)) {
            write_tag(name, value, f)?;
        }
        write_tag("PlyCount", &self.line.nodes.len().to_string(), f)
    }
}

fn write_tag(name: &str, value: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Turns counted from 0 at White's first; 1 where Black begins.
fn first_half(start: &Position) -> usize {
    usize::from(start.side() == Color::Black)
}

fn number_text(half: usize) -> String {
    format!("{}{}", half / 2 + 1, if half.is_multiple_of(2) { "." } else { "..." })
}

/// Writes a game or variation that begins with the turn of this number, White's first being 0.
fn write_line(line: &Line, first: usize, text: &mut Folded<'_, impl Write>) -> fmt::Result {
    write_comments(&line.comments, text)?;
    for (i, node) in line.nodes.iter().enumerate() {
        let half = first + i;
        if half.is_multiple_of(2) || i == 0 {
            text.word(&number_text(half))?;
        }
        write_node(node, half, text)?;
    }
    Ok(())
}

fn write_node(node: &Node, half: usize, text: &mut Folded<'_, impl Write>) -> fmt::Result {
    text.word(node.text())?;
    for nag in &node.nags {
        text.word(&format!("${nag}"))?;
    }
    write_comments(&node.comments, text)?;
    for variation in &node.variations {
        text.word("(")?;
        write_line(variation, half, text)?;
        text.word(")")?;
    }
    Ok(())
}

fn write_comments(comments: &[String], text: &mut Folded<'_, impl Write>) -> fmt::Result {
    for comment in comments {
        let comment = format!("{{{}}}", comment.trim().replace('}', ")"));
        let mut words = comment.split(char::is_whitespace).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            // An annotation is not torn apart.
            match words.peek() {
                Some(value) if word.contains("[%") && !word.contains(']') => {
                    text.word(&format!("{word} {value}"))?;
                    words.next();
                }
                _ => text.word(word)?,
            }
        }
    }
    Ok(())
}

/// Words are put on lines of up to 80 columns. No line starts with `[` or `%`, which mean something else there.
struct Folded<'a, W: Write> {
    out: &'a mut W,
    /// The columns used on the current line.
    column: usize,
    /// What is to be written next on one line.
    unit: String,
}

impl<W: Write> Folded<'_, W> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = self.unit.chars().count() + word.chars().count() + 1;
        if self.unit.is_empty() || !word.starts_with(['[', '%']) || length > COLUMNS {
            self.flush()?;
            if word.starts_with(['[', '%']) {
                // Too much to be kept with what stands before: the blank keeps it from the start of a line.
                self.unit.push(' ');
            }
        } else {
            self.unit.push(' ');
        }
        self.unit.push_str(word);
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        let length = self.unit.chars().count();
        if length == 0 {
            return Ok(());
        }
        if self.column > 0 && self.column + 1 + length > COLUMNS {
            self.out.write_str("\n")?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_str(" ")?;
            self.column += 1;
        }
        self.out.write_str(&self.unit)?;
        self.column += length;
        self.unit.clear();
        Ok(())
    }
}
