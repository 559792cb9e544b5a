//! Files that only grow: what long work has done so far.
//!
//! What is appended is on the disk before anything else is done. A process killed at any moment leaves at worst a torn end,
//! which is cut off when the work goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is open for writing at its end, and locked against other processes.
#[derive(Debug)]
pub struct GrowingFile {
    file: File,
    path: PathBuf,
}

/// Why a growing file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GrowingFileError {
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

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> GrowingFileError {
    let path = path.to_owned();
    move |error| GrowingFileError::Io { path, error }
}

/// The name that a file has until it is whole.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

impl GrowingFile {
    /// Begins a file, in place of what is there. It appears whole, with its first bytes, or not at all.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn create(path: &Path, first: &[u8]) -> Result<Self, GrowingFileError> {
        let new = unfinished(path);
        let file = File::create(&new).map_err(io_error(&new))?;
        let mut growing = Self { file, path: path.to_owned() };
        growing.lock()?;
        growing.append(first)?;
        std::fs::rename(&new, path).map_err(io_error(path))?;
        sync_folder(path);
        Ok(growing)
    }

    /// Opens a file to go on at its end.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened, or another process is writing it.
    pub fn open(path: &Path) -> Result<Self, GrowingFileError> {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io_error(path))?;
        let mut growing = Self { file, path: path.to_owned() };
        growing.lock()?;
        growing.file.seek(SeekFrom::End(0)).map_err(io_error(path))?;
        Ok(growing)
    }

    /// Cuts the file off after so many bytes.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn truncate(&mut self, length: u64) -> Result<(), GrowingFileError> {
        let file = &mut self.file;
        file.set_len(length)
            .and_then(|()| file.sync_all())
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(io_error(&self.path))?;
        Ok(())
    }

    /// Writes at the end; when this returns it is on the disk.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), GrowingFileError> {
        self.file.write_all(bytes).and_then(|()| self.file.sync_data()).map_err(io_error(&self.path))
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> Result<(), GrowingFileError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(GrowingFileError::InUse(self.path.clone())),
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
