//! Reading the games of a file, one after another.

use super::error::{RecordError, RecordFault, RecordWarning};
use super::lines::Lines;
use super::tags::{TagSection, is_tag_line};
use super::turns::TurnSection;
use super::{Record, RecordResult, Tags};
use std::io::BufRead;
use std::iter::FusedIterator;

/// Longer games are refused, so that a file needs no more memory than that.
pub(super) const MAX_GAME: usize = 4 << 20;

/// The games of a file, read one at a time: memory is needed for one game only, however large the file is.
///
/// Lines may end in CRLF and have any length, the last one may lack its end, and unknown tags are kept. A game that cannot
/// be read is an error; the next one begins at the next tag section.
///
/// ```
/// use gipfel::notation::RecordReader;
/// let file = "[Variant \"basic\"]\n1. b3 z9 *\n\n[Variant \"basic\"]\n1. b3 b4 *\n";
/// let games: Vec<_> = RecordReader::new(file.as_bytes()).collect();
/// let error = games[0].as_ref().unwrap_err();
/// assert_eq!((error.line, error.column), (2, 7));
/// assert_eq!(games[1].as_ref().unwrap().line.nodes.len(), 2);
/// ```
pub struct RecordReader<R> {
    lines: Lines<R>,
    /// Whether the current line is still to be read from where it has been left.
    pending: bool,
    finished: bool,
}

/// Where in a game reading has got to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Turns,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads from a file, a buffer, standard input.
    pub const fn new(input: R) -> Self {
        Self { lines: Lines::new(input), pending: false, finished: false }
    }

    /// Goes on to a line with something on it; `false` at the end. Lines that start with `%` do not count.
    fn next_content(&mut self, blank_seen: &mut bool) -> Result<bool, RecordError> {
        loop {
            if self.pending {
                self.lines.skip_blanks();
                if !self.lines.rest().is_empty() {
                    return Ok(true);
                }
                *blank_seen |= self.lines.is_at_start();
            }
            self.pending = false;
            if !self.lines.advance()? {
                return Ok(false);
            }
            self.pending = !self.lines.rest().starts_with('%');
        }
    }

    /// Reads the game that begins with the current content.
    fn record(&mut self, section: &mut Section) -> Result<Record, RecordError> {
        let begin = self.lines.number();
        let mut tags = TagSection::default();
        let mut blank_seen = false;
        let mut size = 0;
        while self.lines.rest().starts_with('[') && !blank_seen {
            let used = self.lines.used;
            tags.read(&mut self.lines)?;
            size += self.lines.used - used;
            self.check_size(size)?;
            if !self.next_content(&mut blank_seen)? {
                break;
            }
        }
        *section = Section::Turns;
        let start = tags.start(begin)?;
        let mut turns = TurnSection::new(&start);
        let result = self.turns(&mut turns, size)?;
        let (line, end) = turns.finish().unwrap_or_else(|| (super::Line::default(), start));
        let mut record = Record { tags: Tags::default(), start, line, result, warnings: Vec::new() };
        let by_rules = RecordResult::from(end.outcome());
        if by_rules != RecordResult::Unfinished && by_rules != result {
            record.warnings.push(RecordWarning::Result { result, by_rules });
        }
        tags.finish(&mut record);
        Ok(record)
    }

    /// Reads turns up to the result.
    fn turns(&mut self, turns: &mut TurnSection, mut size: usize) -> Result<RecordResult, RecordError> {
        let mut more = self.pending;
        loop {
            let starts_game = self.lines.is_at_start()
                && self.lines.rest().starts_with('[')
                && (!turns.is_in_comment() || is_tag_line(self.lines.rest()));
            if !more || starts_game {
                turns.check_closed()?;
                return Err(self.lines.error(self.lines.used, RecordFault::NoResult));
            }
            size += self.lines.rest().len() + 1;
            self.check_size(size)?;
            if let Some(result) = turns.read(&mut self.lines)? {
                return Ok(result);
            }
            more = self.next_content(&mut false)?;
        }
    }

    fn check_size(&self, size: usize) -> Result<(), RecordError> {
        let fault = RecordFault::GameTooLong(MAX_GAME);
        if size > MAX_GAME { Err(self.lines.error(self.lines.used, fault)) } else { Ok(()) }
    }

    /// Goes on to the next tag section after an error. What is left of the tags belongs to the game that failed.
    fn recover(&mut self, failed_in: Section) {
        let mut in_tags = failed_in == Section::Tags;
        // The line that failed is the next section itself where a game lacks its end.
        let mut skip = in_tags || !self.lines.is_at_start() || !self.pending;
        loop {
            if skip {
                match self.lines.advance() {
                    Ok(true) => self.pending = true,
                    Ok(false) => return self.finish(),
                    Err(RecordError { fault: RecordFault::Io(_), .. }) => return self.finish(),
                    // Such a line is part of the game that failed.
                    Err(_) => continue,
                }
            }
            skip = true;
            let is_tag = self.lines.rest().trim_start().starts_with('[');
            if is_tag && !in_tags {
                return;
            }
            in_tags &= is_tag;
        }
    }

    const fn finish(&mut self) {
        self.finished = true;
        self.pending = false;
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let mut section = Section::Tags;
        let read = match self.next_content(&mut false) {
            Ok(true) => self.record(&mut section),
            Ok(false) => {
                self.finish();
                return None;
            }
            Err(error) => Err(error),
        };
        match &read {
            Err(RecordError { fault: RecordFault::Io(_), .. }) => self.finish(),
            Err(_) => self.recover(section),
            Ok(_) => {}
        }
        Some(read)
    }
}

impl<R: BufRead> FusedIterator for RecordReader<R> {}
