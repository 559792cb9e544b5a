//! Building a book: best-first expansion by deep search.
//!
//! The work is a sequence of searches, each determined by the book as it is: the file gets a line after each one, and whatever
//! interrupts the work, what comes next can be seen from the file.

use super::entry::{Child, DropOut, Entry, Key, key};
use super::text::{header, line};
use super::values::{edges, is_outdated};
use super::{Book, BookError, BookTextError};
use crate::eval::Evaluation;
use crate::growing_file::{GrowingFile, GrowingFileError};
use crate::rules::{Game, Position, Turn, Variant};
use crate::search::{Control, Limits, OutOfMemory, Score, Searcher, Silent};
use std::path::Path;

/// What determines a book: with the same settings and the same evaluation every run builds the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildSettings {
    /// The variant whose openings are looked into.
    pub variant: Variant,
    /// How many positions of it the book is to hold.
    pub positions: usize,
    /// Nodes for each search.
    pub nodes: u64,
    /// What a turn more costs when the next position is chosen, in centipawns: with a low value few lines become long, with
    /// a high one many stay short.
    pub step: u32,
}

impl Default for BuildSettings {
    fn default() -> Self {
        Self { variant: Variant::Standard, positions: 1000, nodes: 100_000, step: 10 }
    }
}

impl BuildSettings {
    /// The transposition table, in MiB: enough for the nodes that are usual.
    const HASH: usize = 16;
    /// The largest [`BuildSettings::step`].
    pub const MAX_STEP: u32 = 10_000;
}

/// How far the building has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookProgress {
    /// Positions of the variant in the book.
    pub positions: usize,
    /// Searches in this run.
    pub searches: u64,
    /// The value of the start position, from White's side.
    pub value: Score,
    /// Turns that this value looks ahead.
    pub depth: u32,
}

/// Why a book cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The file that is there is no book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] GrowingFileError),
    /// Nothing is left to look into.
    #[error("the book is decided after {0} positions: no other is worth looking into")]
    Exhausted(usize),
    /// The transposition table cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Builds a book until it holds as many positions of the variant as asked for. A file that is there already is gone on
/// with; what it holds of other variants stays. When the control says stop it ends early, and at most one search is lost.
///
/// While it is built the file only grows, by a line for each search, of which the last for a position counts; at the end it is
/// written anew, in order.
///
/// # Errors
///
/// Where the file holds no book, cannot be written, or nothing is left to look into.
pub fn build(
    settings: &BuildSettings,
    evaluation: &Evaluation,
    path: &Path,
    control: &Control,
    on_progress: &mut dyn FnMut(BookProgress),
) -> Result<BookProgress, BuildError> {
    let mut searcher = Searcher::new(BuildSettings::HASH)?;
    searcher.set_evaluation(evaluation.clone());
    let (file, book) = open(path)?;
    let mut builder = Builder { settings, control, searcher, file, book, searches: 0 };
    on_progress(builder.progress());
    let ended = loop {
        match builder.step() {
            Ok(Step::Done) => on_progress(builder.progress()),
            Ok(Step::End) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let progress = builder.progress();
    let Builder { file, book, .. } = builder;
    // The new file takes the old one's place, and with it its lock.
    let _in_order = GrowingFile::create(path, book.to_string().as_bytes())?;
    drop(file);
    ended.map(|()| progress)
}

/// The book in a file, or an empty one that begins there.
fn open(path: &Path) -> Result<(GrowingFile, Book), BuildError> {
    if !path.exists() {
        return Ok((GrowingFile::create(path, header().as_bytes())?, Book::default()));
    }
    let mut file = GrowingFile::open(path)?;
    let text = std::fs::read(path).map_err(|error| BookError::File { path: path.to_owned(), error })?;
    let no_book = |error: BookTextError| BookError::Text { path: path.to_owned(), error };
    // A line that was torn off is searched again.
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let found = text.get(..whole).and_then(|text| std::str::from_utf8(text).ok());
    let book = found.ok_or(BookTextError::FirstLine).and_then(str::parse).map_err(no_book)?;
    if whole < text.len() {
        file.truncate(whole as u64)?;
    }
    Ok((file, book))
}

enum Step {
    /// A search more.
    Done,
    /// The book is complete, or the control has said stop.
    End,
}

struct Builder<'a> {
    settings: &'a BuildSettings,
    control: &'a Control,
    searcher: Searcher,
    file: GrowingFile,
    book: Book,
    searches: u64,
}

impl Builder<'_> {
    fn root(&self) -> Position {
        Position::start(self.settings.variant).canonical().0
    }

    fn progress(&self) -> BookProgress {
        let (value, depth) = self.book.value(&self.root()).unwrap_or_default();
        BookProgress { positions: self.book.count(self.settings.variant), searches: self.searches, value, depth }
    }

    /// Does one search: for an entry whose turn out of the book has come to lead into it, or for a new entry.
    fn step(&mut self) -> Result<Step, BuildError> {
        let outdated = self.book.of(self.settings.variant).find(|(_, entry)| is_outdated(&self.book.entries, entry));
        let target = match outdated {
            Some((_, entry)) => entry.position,
            None if self.book.count(self.settings.variant) >= self.settings.positions => return Ok(Step::End),
            None => match self.new_position() {
                Some(position) => position,
                None => return Err(BuildError::Exhausted(self.book.count(self.settings.variant))),
            },
        };
        if self.control.is_stopped() || !self.look_into(target)? {
            return Ok(Step::End);
        }
        Ok(Step::Done)
    }

    /// The position that is the most relevant of those that are not in the book.
    fn new_position(&self) -> Option<Position> {
        let root = self.root();
        if !self.book.contains(&root) {
            return Some(root);
        }
        let parent = self.book.most_relevant(key(&root), self.settings.step.min(BuildSettings::MAX_STEP) as i32)?;
        let parent = self.book.entries.get(&parent)?;
        Some(parent.position.play(parent.drop_out?.turn).canonical().0)
    }

    /// Searches a position for its best turn out of the book and puts that into the book; `false` where it was stopped.
    fn look_into(&mut self, position: Position) -> Result<bool, BuildError> {
        let key = key(&position);
        let known = self.book.entries.get(&key).cloned();
        let mut entry = known.unwrap_or_else(|| Entry::new(position, None));
        let within: Vec<Key> = edges(&self.book.entries, &entry).map(|child| child.key).collect();
        let leads_out = |child: &&Child| !within.contains(&child.key);
        let turns: Vec<Turn> = entry.children.iter().filter(leads_out).map(|child| child.turn).collect();
        let found = if turns.is_empty() { None } else { self.search(position, turns) };
        if self.control.is_stopped() {
            return Ok(false);
        }
        entry.set_drop_out(found);
        self.book.entries.insert(key, entry);
        self.book.update_of(self.settings.variant);
        self.searches += 1;
        self.file.append(line(&position, found.as_ref()).as_bytes())?;
        Ok(true)
    }

    /// The best of some turns. It is searched as if nothing had been searched before, so that it does not matter in which run.
    fn search(&mut self, position: Position, turns: Vec<Turn>) -> Option<DropOut> {
        let nodes = self.settings.nodes;
        let limits = Limits { search_turns: turns, ..Limits::nodes(nodes) };
        self.searcher.clear();
        let found = self.searcher.search(&Game::new(position), &limits, self.control, &mut Silent);
        Some(DropOut::new(found.best?, found.score, found.depth, nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookFault;
    use std::cell::Cell;
    use std::fs;

    fn settings(variant: Variant, positions: usize) -> BuildSettings {
        BuildSettings { variant, positions, nodes: 300, step: 10 }
    }

    fn make(settings: &BuildSettings, path: &Path) -> Result<BookProgress, BuildError> {
        build(settings, &Evaluation::Plain, path, &Control::new(), &mut |_| ())
    }

    fn read(path: &Path) -> Book {
        Book::from_file(path).unwrap()
    }

    #[test]
    fn a_book_is_a_tree_of_canonical_positions_from_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        for (variant, all) in Variant::ALL.into_iter().zip([25, 50, 75]) {
            let progress = make(&settings(variant, 25), &path).unwrap();
            assert_eq!(progress.positions, 25);
            let book = read(&path);
            assert_eq!((book.len(), book.count(variant)), (all, 25));
            let start = Position::start(variant);
            assert_eq!(book.value(&start), Some((progress.value, progress.depth)));
            assert_eq!(book.reach(&start), 25);
            for position in book.positions() {
                let known = book.turns(&position).unwrap();
                assert!(known.iter().all(|known| position.is_legal(known.turn)));
                // What leads out leads out.
                if let Some(out) = book.drop_out(&position).unwrap() {
                    assert!(!book.contains(&position.play(out.turn)));
                    assert_eq!(out.nodes, 300);
                }
            }
            assert_eq!(book.to_string(), fs::read_to_string(&path).unwrap());
        }
    }

    #[test]
    fn a_build_that_was_interrupted_ends_as_if_nothing_had_happened() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
        let settings = settings(Variant::Tournament, 20);
        let progress = make(&settings, &whole).unwrap();
        // Stopped after each third search, and killed in the middle of a line each time.
        let mut runs = 0;
        let done = loop {
            let (control, searches) = (Control::new(), Cell::new(0));
            let stop = &mut |progress: BookProgress| {
                searches.set(progress.searches);
                if progress.searches == 3 {
                    control.stop();
                }
            };
            let done = build(&settings, &Evaluation::Plain, &parts, &control, stop).unwrap();
            runs += 1;
            assert_eq!(done.searches, searches.get());
            if !control.is_stopped() {
                break done;
            }
            let text = fs::read_to_string(&parts).unwrap();
            fs::write(&parts, format!("{text}{}", &text[text.len() - 30..text.len() - 1])).unwrap();
        };
        assert!(runs > 5, "{runs}");
        assert_eq!((done.value, done.depth, done.positions), (progress.value, progress.depth, 20));
        assert_eq!(fs::read_to_string(&parts).unwrap(), fs::read_to_string(&whole).unwrap());
        // As if killed after half of the positions were in, whatever line came last.
        let text = fs::read_to_string(&whole).unwrap();
        make(&BuildSettings { positions: 12, ..settings }, &parts).unwrap();
        assert_eq!(fs::read_to_string(&parts).unwrap(), text, "a book that is large enough stays");
    }

    #[test]
    fn growing_step_by_step_is_growing_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let [at_once, steps] = ["at_once", "steps"].map(|name| folder.path().join(name));
        make(&settings(Variant::Basic, 15), &at_once).unwrap();
        for positions in [1, 2, 7, 15] {
            make(&settings(Variant::Basic, positions), &steps).unwrap();
        }
        assert_eq!(fs::read_to_string(&steps).unwrap(), fs::read_to_string(&at_once).unwrap());
    }

    #[test]
    fn files_that_are_no_books_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.txt");
        for (text, line) in [("standard e1-e3\n", None), (&*format!("{}nonsense\n", header()), Some(3))] {
            fs::write(&path, text).unwrap();
            let error = match make(&settings(Variant::Basic, 5), &path) {
                Err(BuildError::Book(BookError::Text { error, .. })) => error,
                other => panic!("{other:?}"),
            };
            match line {
                None => assert_eq!(error, BookTextError::FirstLine),
                Some(number) => assert!(
                    matches!(error, BookTextError::Line { line, fault: BookFault::Position(_) } if line == number),
                    "{error}"
                ),
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
