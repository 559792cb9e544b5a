//! Which opening book the engine plays from.

use crate::book::{Book, BookError};
use crate::search::Level;
use std::sync::Arc;

/// Which opening book the engine plays from.
#[derive(Clone, Debug, Default)]
pub enum BookChoice {
    /// The built-in one, where it plays at full strength. The lower levels play without, as they were measured: a book would
    /// make them stronger.
    #[default]
    AtFullStrength,
    /// This one, at every level.
    Always(Arc<Book>),
    /// None.
    Never,
}

impl BookChoice {
    /// What names no book, in place of a file.
    pub const NONE: &str = "none";

    /// The choice of that name: [`BookChoice::NONE`], [`Book::BUILT_IN`] or a file; a book is then played from at every level.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it holds no book.
    pub fn named(name: &str) -> Result<Self, BookError> {
        if name == Self::NONE { Ok(Self::Never) } else { Book::named(name).map(Self::Always) }
    }

    /// The book from which the engine plays at a level. The built-in one takes a moment when it is first asked for.
    #[must_use]
    pub fn at_level(&self, level: Level) -> Option<Arc<Book>> {
        match self {
            Self::AtFullStrength if level < Level::FULL => None,
            _ => self.for_hints(),
        }
    }

    /// The book from which hints come, which are given at full strength whatever the level.
    #[must_use]
    pub fn for_hints(&self) -> Option<Arc<Book>> {
        match self {
            Self::AtFullStrength => Some(Book::built_in()),
            Self::Always(book) => Some(Arc::clone(book)),
            Self::Never => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_full_strength_plays_from_the_book_unless_one_is_asked_for() {
        let below = Level::new(19).unwrap();
        let by_default = BookChoice::default();
        assert!(by_default.at_level(below).is_none() && by_default.for_hints().is_some());
        assert!(by_default.at_level(Level::FULL).is_some());
        let named = |name| BookChoice::named(name).unwrap();
        assert!(named("built-in").at_level(Level::LOWEST).is_some());
        assert!(named("none").at_level(Level::FULL).is_none() && named("none").for_hints().is_none());
        assert!(BookChoice::named("missing.txt").unwrap_err().to_string().contains("missing.txt"));
    }
}
