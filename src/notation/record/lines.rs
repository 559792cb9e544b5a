//! The lines of a file, one at a time and in bounded memory.

use super::error::{RecordError, RecordFault};
use std::cell::Cell;
use std::io::{self, BufRead, Read};

/// Longer lines are refused.
pub(super) const MAX_LINE: usize = 1 << 20;

/// Reads lines; one of them is the current one.
pub(super) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    /// The current line without its end.
    text: String,
    /// The number of the current line, from 1; 0 before the first.
    number: u64,
    /// How much of the current line has been used, in bytes.
    pub used: usize,
    /// An offset in the current line and its column, so that columns are not counted from the start each time.
    counted: Cell<(usize, usize)>,
}

impl<R: BufRead> Lines<R> {
    pub const fn new(input: R) -> Self {
        Self { input, bytes: Vec::new(), text: String::new(), number: 0, used: 0, counted: Cell::new((0, 1)) }
    }

    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What has not been used of the current line.
    pub fn rest(&self) -> &str {
        self.text.get(self.used..).unwrap_or_default()
    }

    /// Whether nothing but blanks has been used of the current line.
    pub fn is_at_start(&self) -> bool {
        self.text.get(..self.used).is_none_or(|used| used.trim().is_empty())
    }

    pub fn skip_blanks(&mut self) {
        self.used = self.text.len() - self.rest().trim_start().len();
    }

    /// An error at an offset of the current line.
    pub fn error(&self, at: usize, fault: RecordFault) -> RecordError {
        RecordError { line: self.number, column: self.column(at), fault }
    }

    /// The column of an offset in the current line, from 1.
    pub fn column(&self, at: usize) -> usize {
        let (from, column) = Some(self.counted.get()).filter(|(from, _)| *from <= at).unwrap_or((0, 1));
        let between = self.text.get(from..at).or(self.text.get(from..)).unwrap_or_default();
        let column = column + between.chars().count();
        self.counted.set((from + between.len(), column));
        column
    }

    /// Goes on to the next line; `false` at the end of the file. After an error it can go on, unless the error is one of
    /// reading.
    pub fn advance(&mut self) -> Result<bool, RecordError> {
        self.bytes.clear();
        self.text.clear();
        self.used = 0;
        self.counted.set((0, 1));
        let limit = MAX_LINE as u64 + 2;
        let read = self.input.by_ref().take(limit).read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|error| self.error(0, RecordFault::Io(error.to_string())))?;
        if read == 0 {
            return Ok(false);
        }
        self.number += 1;
        if read as u64 == limit && !self.bytes.ends_with(b"\n") {
            self.bytes.clear();
            self.skip_line().map_err(|error| self.error(0, RecordFault::Io(error.to_string())))?;
            return Err(self.error(MAX_LINE, RecordFault::LineTooLong(MAX_LINE)));
        }
        let line = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = if self.number == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
        match std::str::from_utf8(line) {
            Ok(line) => self.text.push_str(line),
            Err(error) => {
                let valid = line.get(..error.valid_up_to()).map(String::from_utf8_lossy).unwrap_or_default();
                self.text.push_str(&valid);
                return Err(self.error(self.text.len(), RecordFault::NotUtf8));
            }
        }
        Ok(true)
    }

    /// Drops what is left of a line, without keeping it.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }
}
