//! The words of a line.

/// The words of a line, split by ASCII white space; what is left of the line can be had whole.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub const fn new(line: &'a str) -> Self {
        Self { rest: line.trim_ascii() }
    }

    /// All that has not been read, without blanks at its ends.
    pub const fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self.rest.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((self.rest, ""));
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}
