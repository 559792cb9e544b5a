//! Files of JSON lines that only grow: the journals of long work.
//!
//! Each line is on the disk before anything else is done. A process killed at any moment leaves at worst a torn last line,
//! which is cut off when the work goes on.

use serde::Serialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is open for writing at its end, and locked against other processes.
#[derive(Debug)]
pub struct JsonLines {
    file: File,
    path: PathBuf,
}

/// Why a file of JSON lines cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JsonLinesError {
    /// Reading or writing failed.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// Another process writes it.
    #[error("{0} is in use by another process")]
    InUse(PathBuf),
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> JsonLinesError {
    let path = path.to_owned();
    move |error| JsonLinesError::Io { path, error }
}

impl JsonLines {
    /// Begins a file, in place of what is there. It appears whole, with its first line, or not at all.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn create(path: &Path, first: &impl Serialize) -> Result<Self, JsonLinesError> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let new = PathBuf::from(name);
        let file = File::create(&new).map_err(io_error(&new))?;
        let mut lines = Self { file, path: path.to_owned() };
        lines.lock()?;
        lines.append(first)?;
        std::fs::rename(&new, path).map_err(io_error(path))?;
        sync_folder(path);
        Ok(lines)
    }

    /// Opens a file to go on, and reads what it holds.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or another process is writing it.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), JsonLinesError> {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io_error(path))?;
        let mut lines = Self { file, path: path.to_owned() };
        lines.lock()?;
        let text = std::fs::read(path).map_err(io_error(path))?;
        lines.file.seek(SeekFrom::End(0)).map_err(io_error(path))?;
        Ok((lines, text))
    }

    /// Cuts the file off after so many bytes.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn truncate(&mut self, length: usize) -> Result<(), JsonLinesError> {
        let file = &mut self.file;
        file.set_len(length as u64)
            .and_then(|()| file.sync_all())
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(io_error(&self.path))?;
        Ok(())
    }

    /// Writes a line; when this returns it is on the disk.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), JsonLinesError> {
        let mut text = serde_json::to_string(line).map_err(|error| io_error(&self.path)(error.into()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data()).map_err(io_error(&self.path))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> Result<(), JsonLinesError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(JsonLinesError::InUse(self.path.clone())),
            // A file system without locks: go on without.
            Err(TryLockError::Error(_)) => Ok(()),
        }
    }
}

/// Makes a new name in a folder last; not every system can, and none needs to for a killed process.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
