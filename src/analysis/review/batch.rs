//! Reviews of files: which there are, what is in them, and where their reviews are written.

use super::{Format, Review, ReviewError, Reviewer, Store, positions_to_search};
use crate::growing_file::unfinished;
use crate::notation::{RecordError, RecordReader, RecordWarning};
use crate::search::Control;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What stands between a file's name and the ending of its review's: `game.gpn` becomes `game.review.html`.
const MARK: &str = "review";

/// Where game records come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A text that has been read already.
    Text(String),
}

/// A file to review, and where its reviews go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The games.
    pub source: Source,
    /// The name of the source in messages.
    pub name: String,
    /// The documents to write; empty where they go to a stream.
    pub files: Vec<(Format, PathBuf)>,
}

/// Why files cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {error}")]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The stream cannot be written.
    #[error(transparent)]
    Stream(io::Error),
    /// A folder without records.
    #[error("the folder {0} has no files that end in .gpn")]
    NoRecords(PathBuf),
    /// Two sources would write the same file.
    #[error("{first} and {second} would both write {path}")]
    SameFile {
        /// A source.
        first: String,
        /// Another.
        second: String,
        /// The file.
        path: PathBuf,
    },
    /// A review has not come to its end.
    #[error(transparent)]
    Review(#[from] ReviewError),
}

/// What a source holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The games that can be reviewed.
    pub games: usize,
    /// Their positions to search.
    pub positions: usize,
    /// Why others cannot.
    pub refused: Vec<RecordError>,
    /// What is doubtful, with the number of the game in the source, from 1.
    pub warnings: Vec<(usize, RecordWarning)>,
}

/// What happens while a source is reviewed.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// One more position is known.
    Position,
    /// A game has been reviewed.
    Game(&'a Review),
    /// A file has been written.
    Written(&'a Path),
}

/// The record files that a path names: itself, or if it is a folder the `.gpn` files in it, sorted by name, without those that
/// reviews have written.
///
/// # Errors
///
/// Where a folder cannot be read or has none.
pub fn find_records(path: &Path) -> Result<Vec<PathBuf>, BatchError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| BatchError::Read { path: path.to_owned(), error };
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let is_record = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gpn"));
        let is_review =
            file.file_stem().is_some_and(|stem| Path::new(stem).extension().is_some_and(|mark| mark == MARK));
        if is_record && !is_review && file.is_file() {
            found.push(file);
        }
    }
    found.sort();
    if found.is_empty() { Err(BatchError::NoRecords(path.to_owned())) } else { Ok(found) }
}

impl Job {
    /// A record file whose reviews are written into a folder; without one, beside it.
    #[must_use]
    pub fn of_file(path: &Path, formats: &[Format], folder: Option<&Path>) -> Self {
        let folder = folder.unwrap_or_else(|| path.parent().unwrap_or(Path::new("")));
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        let place = |format: Format| {
            let mut name = stem.to_owned();
            name.push(format!(".{MARK}.{}", format.name()));
            folder.join(name)
        };
        Self {
            source: Source::File(path.to_owned()),
            name: path.display().to_string(),
            files: formats.iter().map(|&format| (format, place(format))).collect(),
        }
    }

    fn records(&self) -> Result<RecordReader<Box<dyn BufRead + '_>>, BatchError> {
        Ok(RecordReader::new(match &self.source {
            Source::File(path) => {
                let file = File::open(path).map_err(|error| BatchError::Read { path: path.clone(), error })?;
                Box::new(BufReader::new(file))
            }
            Source::Text(text) => Box::new(text.as_bytes()),
        }))
    }

    /// Reads all games without reviewing them.
    ///
    /// # Errors
    ///
    /// Where the source cannot be opened.
    pub fn survey(&self) -> Result<Survey, BatchError> {
        let mut survey = Survey::default();
        for (number, record) in (1..).zip(self.records()?) {
            match record {
                Ok(record) => {
                    survey.games += 1;
                    survey.positions += positions_to_search(&record);
                    survey.warnings.extend(record.warnings.into_iter().map(|warning| (number, warning)));
                }
                Err(error) => survey.refused.push(error),
            }
        }
        Ok(survey)
    }

    /// Reviews all games that can be read, and writes the documents; each file appears whole, when the last game is done.
    ///
    /// # Errors
    ///
    /// Where it is stopped, or something cannot be read or written.
    pub fn run(
        &self,
        reviewer: &mut Reviewer,
        store: &mut dyn Store,
        control: &Control,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), BatchError> {
        let mut documents = self.files.iter().map(|(format, path)| Document::create(*format, path, &self.name));
        let mut documents = documents.by_ref().collect::<Result<Vec<_>, _>>()?;
        let result = self.each_review(reviewer, store, control, on_event, &mut |review| {
            documents.iter_mut().try_for_each(|document| document.add(review))
        });
        match result {
            Ok(()) => documents.into_iter().try_for_each(|document| {
                document.finish().map(|path| path.iter().for_each(|path| on_event(Event::Written(path))))
            }),
            Err(error) => {
                documents.into_iter().for_each(Document::discard);
                Err(error)
            }
        }
    }

    /// Reviews all games that can be read, and writes a document to a stream as they are done.
    ///
    /// # Errors
    ///
    /// Where it is stopped, or something cannot be read or written.
    pub fn run_to(
        &self,
        out: &mut dyn Write,
        format: Format,
        reviewer: &mut Reviewer,
        store: &mut dyn Store,
        control: &Control,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), BatchError> {
        out.write_all(format.begin(&self.name).as_bytes()).map_err(BatchError::Stream)?;
        let mut number = 0;
        self.each_review(reviewer, store, control, on_event, &mut |review| {
            number += 1;
            out.write_all(format.game(review, number).as_bytes()).map_err(BatchError::Stream)
        })?;
        out.write_all(format.end().as_bytes()).and_then(|()| out.flush()).map_err(BatchError::Stream)
    }

    fn each_review(
        &self,
        reviewer: &mut Reviewer,
        store: &mut dyn Store,
        control: &Control,
        on_event: &mut dyn FnMut(Event<'_>),
        work: &mut dyn FnMut(&Review) -> Result<(), BatchError>,
    ) -> Result<(), BatchError> {
        // What cannot be read has been told by the survey.
        for record in self.records()?.filter_map(Result::ok) {
            let review = reviewer.review(record, store, control, &mut || on_event(Event::Position))?;
            work(&review)?;
            on_event(Event::Game(&review));
        }
        Ok(())
    }
}

/// Refuses jobs of which two would write the same file.
///
/// # Errors
///
/// Which two.
pub fn check_files(jobs: &[Job]) -> Result<(), BatchError> {
    let mut writers: HashMap<&Path, &Job> = HashMap::new();
    for job in jobs {
        for (_, path) in &job.files {
            if let Some(first) = writers.insert(path, job) {
                let (first, second) = (first.name.clone(), job.name.clone());
                return Err(BatchError::SameFile { first, second, path: path.clone() });
            }
        }
    }
    Ok(())
}

/// A document in the making: it is written under another name, which it loses when it is whole.
struct Document {
    format: Format,
    path: PathBuf,
    new: PathBuf,
    out: BufWriter<File>,
    games: usize,
}

impl Document {
    fn create(format: Format, path: &Path, title: &str) -> Result<Self, BatchError> {
        let new = unfinished(path);
        let file = File::create(&new).map_err(|error| BatchError::Write { path: new.clone(), error })?;
        let mut document = Self { format, path: path.to_owned(), new, out: BufWriter::new(file), games: 0 };
        document.write(&format.begin(title))?;
        Ok(document)
    }

    fn write(&mut self, text: &str) -> Result<(), BatchError> {
        self.out.write_all(text.as_bytes()).map_err(|error| BatchError::Write { path: self.new.clone(), error })
    }

    fn add(&mut self, review: &Review) -> Result<(), BatchError> {
        self.games += 1;
        self.write(&self.format.game(review, self.games))
    }

    /// The file, if there was a game for it.
    fn finish(mut self) -> Result<Option<PathBuf>, BatchError> {
        if self.games == 0 {
            self.discard();
            return Ok(None);
        }
        self.write(&self.format.end())?;
        let Self { path, new, out, .. } = self;
        let written = out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all());
        let renamed = written.and_then(|()| fs::rename(&new, &path));
        renamed.map(|()| Some(path.clone())).map_err(|error| BatchError::Write { path, error })
    }

    fn discard(self) {
        drop(self.out);
        // A file that cannot be removed is overwritten the next time.
        let _ = fs::remove_file(&self.new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::review::{MemoryStore, Settings};

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    const GAME: &str = "[Variant \"basic\"]\n\n1. b3 b4 *\n\n";

    #[test]
    fn records_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        assert!(matches!(find_records(path), Err(BatchError::NoRecords(_))));
        for name in ["b.gpn", "a.GPN", "a.review.gpn", "notes.txt"] {
            write(path, name, GAME);
        }
        assert_eq!(find_records(path).unwrap(), [path.join("a.GPN"), path.join("b.gpn")]);
        assert_eq!(find_records(&path.join("notes.txt")).unwrap(), [path.join("notes.txt")]);
    }

    #[test]
    fn where_reviews_go() {
        let job = Job::of_file(Path::new("games/a.b.gpn"), &[Format::Html, Format::Gpn], None);
        let files = [(Format::Html, "games/a.b.review.html".into()), (Format::Gpn, "games/a.b.review.gpn".into())];
        assert_eq!(job.files, files);
        let job = Job::of_file(Path::new("a.gpn"), &[Format::Json], Some(Path::new("out")));
        assert_eq!(job.files, [(Format::Json, "out/a.review.json".into())]);
        let other = Job::of_file(Path::new("games/a.gpn"), &[Format::Json], Some(Path::new("out")));
        let error = check_files(&[job.clone(), other]).unwrap_err().to_string();
        assert_eq!(error, "a.gpn and games/a.gpn would both write out/a.review.json");
        assert!(check_files(&[job]).is_ok());
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let bad = "[Variant \"basic\"]\n\n1. b3 e5 *\n\n";
        let doubtful = "[Result \"1-0\"]\n[Variant \"basic\"]\n\n*\n\n";
        let path = write(folder.path(), "games.gpn", &[bad, GAME, doubtful].concat());
        let job = Job::of_file(&path, &Format::ALL, None);
        let survey = job.survey().unwrap();
        assert_eq!((survey.games, survey.positions, survey.refused.len()), (2, 4, 1));
        assert_eq!((survey.refused[0].line, survey.warnings[0].0), (3, 3));
        let settings = Settings { time: None, depth: Some(1), hash: 1, ..Settings::default() };
        let mut reviewer = Reviewer::new(settings, 2).unwrap();
        let (mut positions, mut written) = (0, Vec::new());
        let mut store = MemoryStore::default();
        job.run(&mut reviewer, &mut store, &Control::new(), &mut |event| match event {
            Event::Position => positions += 1,
            Event::Written(path) => written.push(path.to_owned()),
            Event::Game(_) => {}
        })
        .unwrap();
        assert_eq!(positions, 4);
        assert_eq!(written, job.files.iter().map(|(_, path)| path.clone()).collect::<Vec<_>>());
        let annotated = RecordReader::new(BufReader::new(File::open(&job.files[0].1).unwrap()));
        assert_eq!(annotated.map(|record| record.unwrap().line.nodes.len()).collect::<Vec<_>>(), [2, 0]);
        let mut stream = Vec::new();
        let text = Job { source: Source::Text(GAME.to_owned()), ..job.clone() };
        text.run_to(&mut stream, Format::Markdown, &mut reviewer, &mut store, &Control::new(), &mut |_| {}).unwrap();
        assert!(String::from_utf8(stream).unwrap().starts_with("# White - Black"));
        let nothing = Job::of_file(&write(folder.path(), "bad.gpn", bad), &Format::ALL, None);
        nothing.run(&mut reviewer, &mut store, &Control::new(), &mut |_| {}).unwrap();
        assert!(!folder.path().join("bad.review.gpn").exists() && !folder.path().join("bad.review.gpn.new").exists());
    }
}
