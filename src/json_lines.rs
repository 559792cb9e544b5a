//! Files of JSON lines that only grow: the journals of long work.

use crate::growing_file::GrowingFile;
pub use crate::growing_file::GrowingFileError as JsonLinesError;
use serde::Serialize;
use std::path::Path;

/// A file that is open for writing at its end, and locked against other processes. Each line is on the disk before
/// anything else is done.
#[derive(Debug)]
pub struct JsonLines(GrowingFile);

impl JsonLines {
    /// Begins a file, in place of what is there. It appears whole, with its first line, or not at all.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn create(path: &Path, first: &impl Serialize) -> Result<Self, JsonLinesError> {
        GrowingFile::create(path, &text(path, first)?).map(Self)
    }

    /// Opens a file to go on, and reads what it holds.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or another process is writing it.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), JsonLinesError> {
        let file = GrowingFile::open(path)?;
        let text = std::fs::read(path).map_err(|error| JsonLinesError::Io { path: path.to_owned(), error })?;
        Ok((Self(file), text))
    }

    /// Cuts the file off after so many bytes.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn truncate(&mut self, length: usize) -> Result<(), JsonLinesError> {
        self.0.truncate(length as u64)
    }

    /// Writes a line; when this returns it is on the disk.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), JsonLinesError> {
        let text = text(self.path(), line)?;
        self.0.append(&text)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

fn text(path: &Path, line: &impl Serialize) -> Result<Vec<u8>, JsonLinesError> {
    let text = serde_json::to_vec(line);
    let mut text = text.map_err(|error| JsonLinesError::Io { path: path.to_owned(), error: error.into() })?;
    text.push(b'\n');
    Ok(text)
}
