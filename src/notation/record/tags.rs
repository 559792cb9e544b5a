//! Tag pairs: `[Name "value"]`.

use super::error::{RecordError, RecordFault, RecordWarning};
use super::lines::Lines;
use super::{Record, RecordResult};
use crate::rules::{Position, Start};
use std::io::BufRead;

/// The tags that follow from the rest of a record.
pub(super) const DERIVED: [&str; 4] = ["Result", "Variant", "Position", "PlyCount"];

/// More tags are refused.
const MAX_TAGS: usize = 1000;

pub(super) const fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Tag pairs as they are read, each with the place of its value.
#[derive(Default)]
pub(super) struct TagSection {
    tags: Vec<Tag>,
    pub warnings: Vec<RecordWarning>,
}

struct Tag {
    name: String,
    value: String,
    line: u64,
    column: usize,
}

impl Tag {
    const fn error(&self, fault: RecordFault) -> RecordError {
        RecordError { line: self.line, column: self.column, fault }
    }
}

impl TagSection {
    /// Reads a pair that begins in the current line.
    pub fn read(&mut self, lines: &mut Lines<impl BufRead>) -> Result<(), RecordError> {
        let text = lines.rest();
        let mut reader = PairReader { text, at: 0 };
        let tag = reader.pair().map_err(|expected| lines.error(lines.used + reader.at, RecordFault::Tag(expected)));
        let (name, value, value_at) = tag?;
        let (line, column) = (lines.number(), lines.column(lines.used + value_at));
        lines.used += reader.at;
        if self.tags.iter().any(|tag| tag.name == name) {
            self.warnings.push(RecordWarning::TagTwice(name.clone()));
            self.tags.retain(|tag| tag.name != name);
        }
        if self.tags.len() == MAX_TAGS {
            return Err(RecordError { line, column, fault: RecordFault::TooManyTags(MAX_TAGS) });
        }
        self.tags.push(Tag { name, value, line, column });
        Ok(())
    }

    fn get(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The start position that the tags name; `line` is where the game begins.
    pub fn start(&self, line: u64) -> Result<Position, RecordError> {
        let variant = self.get("Variant").map(|tag| (tag, tag.value.parse::<Start>()));
        let position = self.get("Position").map(|tag| (tag, tag.value.parse::<Position>()));
        match (variant, position) {
            (None, None) => Err(RecordError { line, column: 1, fault: RecordFault::NoVariant }),
            (Some((tag, Err(error))), _) => Err(tag.error(RecordFault::Variant(error))),
            (_, Some((tag, Err(error)))) => Err(tag.error(RecordFault::Position(error))),
            (Some((_, Ok(start))), None) => Ok(Position::start(start)),
            (Some((_, Ok(start))), Some((tag, Ok(position)))) if start.variant() != position.variant() => {
                Err(tag.error(RecordFault::VariantMismatch))
            }
            (_, Some((_, Ok(position)))) => Ok(position),
        }
    }

    /// Moves the tags into a record whose turns and result are complete; those that follow from them are compared.
    pub fn finish(self, record: &mut Record) {
        record.warnings.extend(self.warnings);
        for Tag { name, value, .. } in self.tags {
            let turns = record.line.nodes.len();
            match name.as_str() {
                "Result" if value.parse::<RecordResult>() != Ok(record.result) => {
                    record.warnings.push(RecordWarning::ResultTag { tag: value, result: record.result });
                }
                "PlyCount" if value.parse() != Ok(turns) => {
                    record.warnings.push(RecordWarning::PlyCount { tag: value, turns });
                }
                name if DERIVED.contains(&name) => {}
                _ => record.tags.set(&name, &value),
            }
        }
    }
}

struct PairReader<'a> {
    text: &'a str,
    at: usize,
}

impl PairReader<'_> {
    /// Name and value, and the offset of the value; or what was expected.
    fn pair(&mut self) -> Result<(String, String, usize), &'static str> {
        self.expect('[', "[")?;
        self.skip_blanks();
        let name: String = self.rest().chars().take_while(|&c| is_name_char(c)).collect();
        if name.is_empty() {
            return Err("a name of letters, digits and _");
        }
        self.at += name.len();
        self.skip_blanks();
        self.expect('"', "a value in double quotes")?;
        let value_at = self.at;
        let value = self.value()?;
        self.skip_blanks();
        self.expect(']', "]")?;
        Ok((name, value, value_at))
    }

    fn value(&mut self) -> Result<String, &'static str> {
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(value),
                Some('\\') => value.push(self.next().ok_or("the rest of the value and a closing quote")?),
                Some(other) => value.push(other),
                None => return Err("a closing quote"),
            }
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn expect(&mut self, wanted: char, name: &'static str) -> Result<(), &'static str> {
        if self.rest().starts_with(wanted) {
            self.at += wanted.len_utf8();
            Ok(())
        } else {
            Err(name)
        }
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }
}

/// Whether a line is a whole tag pair.
pub(super) fn is_tag_line(text: &str) -> bool {
    let mut reader = PairReader { text: text.trim(), at: 0 };
    reader.pair().is_ok() && reader.rest().is_empty()
}
