//! Where a book comes from.

use super::{Book, BookTextError};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// Why there is no such book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the opening book {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// The file holds no book.
    #[error("{path}: {error}")]
    Text {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: BookTextError,
    },
}

/// The book that is part of the program: how it was made stands in openings/README.md.
static BUILT_IN: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let book = include_str!("../../openings/book.txt").parse();
    Arc::new(book.unwrap_or_else(|error| unreachable!("the built-in book: {error}")))
});

impl Book {
    /// What names the book that is part of the program, in place of a file.
    pub const BUILT_IN: &str = "built-in";

    /// Bytes after which the reading of a file ends: no book is as large, and some files have no end.
    const LARGEST_FILE: u64 = 1 << 28;

    /// The book that is part of the program. The first call takes a moment.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// The book of that name: [`Book::BUILT_IN`] or a file.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it holds no book.
    pub fn named(name: &str) -> Result<Arc<Self>, BookError> {
        if name == Self::BUILT_IN { Ok(Self::built_in()) } else { Self::from_file(Path::new(name)).map(Arc::new) }
    }

    /// The book in this file.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it holds no book.
    pub fn from_file(path: &Path) -> Result<Self, BookError> {
        let read = fs::File::open(path).and_then(|file| {
            let mut text = String::new();
            file.take(Self::LARGEST_FILE).read_to_string(&mut text)?;
            Ok(text)
        });
        let text = read.map_err(|error| BookError::File { path: path.to_owned(), error })?;
        text.parse().map_err(|error| BookError::Text { path: path.to_owned(), error })
    }
}
