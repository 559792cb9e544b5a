//! Lines from an untrusted input: bounded in memory, whatever comes.

use std::io::{self, BufRead, ErrorKind};

/// The longest line that is read, in bytes without its end: 1 MiB.
pub const MAX_LINE: usize = 1 << 20;

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Longer than [`MAX_LINE`].
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// Not UTF-8.
    #[error("the line is not UTF-8: its byte {0} begins no character")]
    NotUtf8(
        /// The number of the first bad byte, from 1.
        usize,
    ),
}

/// The next line without its end (LF or CRLF, which the last line may lack); `None` at the end of the input.
///
/// A bad line is skipped to its end, without being kept in memory, so that the next one is read normally.
///
/// # Errors
///
/// The outer error where the input fails, the inner one where the line is bad.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    // One byte more than fits tells that a line is too long, and one more may be a CR.
    const KEPT: usize = MAX_LINE + 2;
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(begun.then(|| checked(line)));
        }
        begun = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = end.unwrap_or(buffer.len());
        line.extend(buffer.iter().take(part.min(KEPT - line.len())));
        input.consume(end.map_or(part, |end| end + 1));
        if end.is_some() {
            return Ok(Some(checked(line)));
        }
    }
}

fn checked(mut line: Vec<u8>) -> Result<String, LineError> {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if line.len() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    String::from_utf8(line).map_err(|error| LineError::NotUtf8(error.utf8_error().valid_up_to() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor, Read};

    fn lines(input: impl Read) -> Vec<Result<String, LineError>> {
        let mut input = BufReader::with_capacity(7, input);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn ends_of_lines() {
        let read = lines(Cursor::new("ugi\r\n\nisready\n\r\nlast"));
        assert_eq!(read, ["ugi", "", "isready", "", "last"].map(|text| Ok(text.to_owned())));
        assert_eq!(lines(Cursor::new("")), []);
        assert_eq!(lines(Cursor::new("\n")), [Ok(String::new())]);
    }

    #[test]
    fn a_line_that_is_not_utf8_is_one_error() {
        let read = lines(Cursor::new(b"a\xff\xfe\n\xc3\n\xc3\xa9\n"));
        assert_eq!(read, [Err(LineError::NotUtf8(2)), Err(LineError::NotUtf8(1)), Ok("é".to_owned())]);
    }

    #[test]
    fn a_line_may_have_one_mebibyte_and_no_more() {
        let long = "x".repeat(MAX_LINE);
        let read = lines(Cursor::new(format!("{long}\n{long}\r\n{long}x\n{long}x\r\nnext\n{long}xxx")));
        let expected =
            [Ok(long.clone()), Ok(long), Err(LineError::TooLong), Err(LineError::TooLong), Ok("next".to_owned())];
        assert_eq!(read[..5], expected);
        assert_eq!(read[5..], [Err(LineError::TooLong)]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let endless = io::repeat(b'x').take(1 << 28).chain(Cursor::new("\nugi\n"));
        let mut input = BufReader::with_capacity(1 << 16, endless);
        assert_eq!(read_line(&mut input).unwrap(), Some(Err(LineError::TooLong)));
        assert_eq!(read_line(&mut input).unwrap(), Some(Ok("ugi".to_owned())));
    }
}
