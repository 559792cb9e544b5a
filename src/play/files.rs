//! Games in files.

use crate::growing_file::unfinished;
use crate::notation::{Record, RecordError, RecordReader};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

/// Why a game cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file holds no such record.
    #[error("{}, {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        error: RecordError,
    },
    /// The file holds fewer games.
    #[error("{} holds {found} game(s), and number {wanted} was asked for", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// How many games it holds.
        found: usize,
        /// Which was asked for.
        wanted: usize,
    },
    /// There is such a file already.
    #[error("{} is there already: save! {} replaces it", .0.display(), .0.display())]
    Exists(PathBuf),
    /// There is such a file already, with other games.
    #[error("{} is there already and holds other games: give another name", .0.display())]
    Taken(PathBuf),
    /// No file was named yet.
    #[error("which file? save FILE")]
    NoName,
}

/// The path with the ending of game records, if it has none.
#[must_use]
pub fn with_extension(path: &Path) -> PathBuf {
    if path.extension().is_some() { path.to_owned() } else { path.with_extension("gpn") }
}

/// Whether a file may be written anew while this one is being played on: it is not there yet, or it holds that game alone.
///
/// # Errors
///
/// Says that it may not.
pub fn may_replace(path: &Path, played: &Path) -> Result<(), FileError> {
    let holds_others = || read(path, 2).is_ok();
    if !path.exists() || path == played && !holds_others() { Ok(()) } else { Err(FileError::Taken(path.to_owned())) }
}

/// Writes a record: to a new file first, which then takes the place of another.
///
/// # Errors
///
/// Where the file cannot be written.
pub fn write(path: &Path, record: &Record) -> Result<(), FileError> {
    let new = unfinished(path);
    let written = File::create(&new)
        .and_then(|mut file| file.write_all(record.to_string().as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&new, path));
    written.map_err(|error| FileError::Write { path: path.to_owned(), error })
}

/// Reads the record of this number, from 1.
///
/// # Errors
///
/// Where the file cannot be read, or holds no such record.
pub fn read(path: &Path, wanted: usize) -> Result<Record, FileError> {
    let file = File::open(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    let mut found = 0;
    for record in RecordReader::new(BufReader::new(file)) {
        found += 1;
        if found == wanted {
            return record.map_err(|error| FileError::Record { path: path.to_owned(), error });
        }
    }
    Err(FileError::Missing { path: path.to_owned(), found, wanted })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    #[test]
    fn there_and_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = with_extension(&folder.path().join("game"));
        assert!(path.to_string_lossy().ends_with("game.gpn"));
        assert!(matches!(read(&path, 1), Err(FileError::Read { .. })));
        let record = Record::new(Position::start(Variant::Basic));
        write(&path, &record).unwrap();
        assert_eq!(read(&path, 1).unwrap(), record);
        assert!(may_replace(&path, &path).is_ok() && may_replace(&folder.path().join("new.gpn"), &path).is_ok());
        assert!(may_replace(&path, Path::new("standard")).is_err());
        std::fs::write(&path, format!("{record}{record}")).unwrap();
        assert!(may_replace(&path, &path).unwrap_err().to_string().ends_with("give another name"));
        write(&path, &record).unwrap();
        assert!(read(&path, 2).unwrap_err().to_string().ends_with("holds 1 game(s), and number 2 was asked for"));
        std::fs::write(&path, "[Variant \"chess\"]\n\n*\n").unwrap();
        assert!(read(&path, 1).unwrap_err().to_string().contains("line 1"));
        assert!(matches!(write(&folder.path().join("no/such/game.gpn"), &record), Err(FileError::Write { .. })));
    }
}
