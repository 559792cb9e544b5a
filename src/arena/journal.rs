//! The journal: the one truth about a match. A file of JSON lines that only grows.
//!
//! The first line says what the match is; each further line is one finished game, on the disk before anything else is
//! done with it. A process killed at any moment leaves at worst a torn last line, which is dropped when the match goes on.

use super::config::MatchConfig;
use super::game_record::GameRecord;
use super::openings::{Opening, OpeningFault};
use super::schedule::{ScheduledGame, schedule};
use crate::json_lines::{JsonLines, JsonLinesError};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// What the match is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the journal's format.
    pub version: u32,
    /// The program that wrote it, with its version.
    pub program: String,
    /// When, in seconds since 1970 (UTC).
    pub created: u64,
    /// The match, resolved.
    pub config: MatchConfig,
    /// The openings, in the order in which they are played.
    pub openings: Vec<String>,
    /// What the engines call themselves.
    pub engines: Vec<String>,
}

impl Header {
    /// The version that is written and read.
    pub const VERSION: u32 = 1;

    /// The whole schedule.
    #[must_use]
    pub fn schedule(&self) -> Vec<ScheduledGame> {
        schedule(self.config.format(), self.config.engines.len(), self.config.pairs, self.openings.len())
    }

    /// The openings.
    ///
    /// # Errors
    ///
    /// Where one cannot be read.
    pub fn parsed_openings(&self) -> Result<Vec<Opening>, JournalError> {
        let start = self.config.start().map_err(|error| JournalError::Header(error.to_string()))?;
        self.openings.iter().map(|text| Opening::parse(text, start).map_err(JournalError::Opening)).collect()
    }

    /// Whether two journals belong to one match: all is equal but what may differ between its parts.
    #[must_use]
    pub fn is_same_match(&self, other: &Self) -> bool {
        self.config.identity() == other.config.identity() && self.openings == other.openings
    }
}

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Match(Box<Header>),
    Game(Box<GameRecord>),
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Reading or writing failed, or another process writes it.
    #[error(transparent)]
    File(#[from] JsonLinesError),
    /// The file is there already.
    #[error("{0} is there already: go on with --resume {0}, or name another journal")]
    Exists(PathBuf),
    /// A line that is not the last cannot be read.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// The first line is missing or of another version.
    #[error("the journal's first line cannot be used: {0}")]
    Header(String),
    /// An opening cannot be read.
    #[error("an opening in the journal: {0}")]
    Opening(OpeningFault),
    /// Journals of different matches.
    #[error("{0} and {1} belong to different matches")]
    OtherMatch(PathBuf, PathBuf),
    /// Two different games of one number.
    #[error("game {game} stands in {first} and, played differently, in {second}")]
    PlayedTwice {
        /// The game's number in the schedule, from 0.
        game: usize,
        /// A file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
}

/// What a journal holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// What the match is.
    pub header: Header,
    /// The finished games, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// Whether a torn last line was passed over.
    pub torn: bool,
}

/// A journal that is open for writing, and locked against other processes.
#[derive(Debug)]
pub struct Journal(JsonLines);

impl Journal {
    /// Begins a journal. It appears whole, with its first line, or not at all.
    ///
    /// # Errors
    ///
    /// Where a file of that name is there already, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        if path.exists() {
            return Err(JournalError::Exists(path.to_owned()));
        }
        Ok(Self(JsonLines::create(path, &Line::Match(Box::new(header.clone())))?))
    }

    /// Opens a journal to go on; a torn last line is cut off.
    ///
    /// # Errors
    ///
    /// Where it cannot be read, or another process is writing it.
    pub fn resume(path: &Path) -> Result<(Self, Contents), JournalError> {
        let (mut lines, text) = JsonLines::open(path)?;
        let (contents, length) = parse(path, &text)?;
        if contents.torn {
            lines.truncate(length)?;
        }
        Ok((Self(lines), contents))
    }

    /// Writes a finished game; when this returns it is on the disk.
    ///
    /// # Errors
    ///
    /// Where it cannot be written.
    pub fn record(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        Ok(self.0.append(&Line::Game(Box::new(game.clone())))?)
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Reads a journal without opening it for writing; it may be in use.
///
/// # Errors
///
/// Where it cannot be read.
pub fn read(path: &Path) -> Result<Contents, JournalError> {
    let text = std::fs::read(path).map_err(|error| JsonLinesError::Io { path: path.to_owned(), error })?;
    parse(path, &text).map(|(contents, _)| contents)
}

/// The contents, and the length of what is whole.
fn parse(path: &Path, text: &[u8]) -> Result<(Contents, usize), JournalError> {
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut lines = text.get(..whole).unwrap_or_default().split_inclusive(|&byte| byte == b'\n').enumerate();
    let header = match lines.next().map(|(_, line)| serde_json::from_slice::<Line>(line)) {
        Some(Ok(Line::Match(header))) => *header,
        Some(Ok(Line::Game(_))) => return Err(JournalError::Header("it is a game".to_owned())),
        Some(Err(error)) => return Err(JournalError::Header(error.to_string())),
        None => return Err(JournalError::Header("it is missing".to_owned())),
    };
    if header.version != Header::VERSION {
        return Err(JournalError::Header(format!("version {}, expected {}", header.version, Header::VERSION)));
    }
    let (mut games, mut length, mut torn) = (Vec::<GameRecord>::new(), 0, whole < text.len());
    let schedule = header.schedule();
    let names = header.config.names();
    let mut seen = HashSet::new();
    let last = text.get(..whole).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count();
    let wrong = |line: usize, error: String| JournalError::Line { path: path.to_owned(), line: line + 1, error };
    length += text.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    for (number, line) in lines {
        let game = match serde_json::from_slice::<Line>(line) {
            Ok(Line::Game(game)) => *game,
            Ok(Line::Match(_)) => return Err(wrong(number, "a second match".to_owned())),
            // A power cut can leave a last line of the right length but with holes.
            Err(_) if number + 1 == last => {
                torn = true;
                break;
            }
            Err(error) => return Err(wrong(number, error.to_string())),
        };
        let fits = schedule.get(game.game).is_some_and(|planned| {
            names.get(planned.white) == Some(&game.white) && names.get(planned.black) == Some(&game.black)
        });
        if !fits {
            return Err(wrong(number, format!("game {} is not in the schedule", game.game)));
        }
        if !seen.insert(game.game) {
            return Err(wrong(number, format!("game {} stands there twice", game.game)));
        }
        games.push(game);
        length += line.len();
    }
    Ok((Contents { header, games, torn }, length))
}

/// Joins the journals of one match's parts. A game may stand in several journals only if it is the same in all.
///
/// # Errors
///
/// Where a journal cannot be read, they belong to different matches, or a game was played twice.
pub fn merge(paths: &[PathBuf]) -> Result<Contents, JournalError> {
    let mut merged: Option<(PathBuf, Contents)> = None;
    let mut games: HashMap<usize, (PathBuf, GameRecord)> = HashMap::new();
    for path in paths {
        let mut contents = read(path)?;
        for game in std::mem::take(&mut contents.games) {
            match games.get(&game.game) {
                Some((first, other)) if *other != game => {
                    let (first, second) = (first.clone(), path.clone());
                    return Err(JournalError::PlayedTwice { game: game.game, first, second });
                }
                _ => drop(games.insert(game.game, (path.clone(), game))),
            }
        }
        match &mut merged {
            None => merged = Some((path.clone(), contents)),
            Some((first, all)) if !all.header.is_same_match(&contents.header) => {
                return Err(JournalError::OtherMatch(first.clone(), path.clone()));
            }
            Some((_, all)) => all.torn |= contents.torn,
        }
    }
    let (_, mut contents) = merged.ok_or_else(|| JournalError::Header("no journal to merge".to_owned()))?;
    contents.header.config.run.shard = None;
    contents.games = games.into_values().map(|(_, game)| game).collect();
    contents.games.sort_by_key(|game| (game.started + game.duration as u64, game.game));
    Ok(contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::engine_config::EngineConfig;
    use crate::arena::game_record::{Points, Termination};

    fn header() -> Header {
        let config = MatchConfig { engines: vec![EngineConfig::default(); 2], pairs: 3, ..MatchConfig::default() };
        Header {
            version: Header::VERSION,
            program: "gipfel".to_owned(),
            created: 0,
            config: config.resolved().unwrap(),
            openings: vec!["standard".to_owned()],
            engines: vec!["Gipfel".to_owned(); 2],
        }
    }

    fn game(index: usize) -> GameRecord {
        let (white, black) = if index.is_multiple_of(2) { ("gipfel", "gipfel-2") } else { ("gipfel-2", "gipfel") };
        GameRecord {
            game: index,
            white: white.to_owned(),
            black: black.to_owned(),
            opening: 0,
            first_mover: crate::rules::Color::White,
            result: Points::White,
            termination: Termination::GipfPiecesLost,
            detail: String::new(),
            overrun: None,
            started: 100 + index as u64,
            duration: 1.5,
            turns: Vec::new(),
        }
    }

    fn written(folder: &Path, name: &str, games: &[usize]) -> PathBuf {
        let path = folder.join(name);
        let mut journal = Journal::create(&path, &header()).unwrap();
        games.iter().for_each(|&index| journal.record(&game(index)).unwrap());
        path
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "a", &[0, 3, 1]);
        let contents = read(&path).unwrap();
        assert_eq!(contents, Contents { header: header(), games: vec![game(0), game(3), game(1)], torn: false });
        assert!(matches!(Journal::create(&path, &header()), Err(JournalError::Exists(_))));
    }

    /// Cut anywhere after the first line, a journal gives the games that are whole, and goes on behind them.
    #[test]
    fn a_journal_cut_anywhere_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "a", &[0, 1, 2]);
        let text = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
        for length in ends[0]..=text.len() {
            std::fs::write(&path, &text[..length]).unwrap();
            let whole = ends[1..].iter().filter(|&&end| end <= length).count();
            let (mut journal, contents) = Journal::resume(&path).unwrap();
            assert_eq!(contents.games, (0..whole).map(game).collect::<Vec<_>>());
            assert_eq!(contents.torn, !ends.contains(&length));
            journal.record(&game(5)).unwrap();
            drop(journal);
            let games = read(&path).unwrap().games;
            assert_eq!(games, (0..whole).chain([5]).map(game).collect::<Vec<_>>());
        }
        std::fs::write(&path, &text[..ends[0] - 1]).unwrap();
        assert!(matches!(Journal::resume(&path), Err(JournalError::Header(_))));
    }

    #[test]
    fn damage_elsewhere_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "a", &[0, 1]);
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let case = |lines: &[&str]| {
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
            read(&path).unwrap_err().to_string()
        };
        assert!(case(&[lines[0], "{\"game\":", lines[1]]).contains("line 2"));
        assert!(case(&[lines[0], lines[1], lines[1]]).contains("twice"));
        assert!(case(&[lines[0], &lines[1].replace("\"game\":0", "\"game\":6")]).contains("not in the schedule"));
        assert!(case(&[lines[0], &lines[1].replace("\"game\":0", "\"game\":1")]).contains("not in the schedule"));
        assert!(case(&[lines[1]]).contains("first line"));
    }

    #[test]
    fn one_process_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "a", &[]);
        let first = Journal::resume(&path).unwrap();
        assert!(matches!(Journal::resume(&path), Err(JournalError::File(JsonLinesError::InUse(_)))));
        drop(first);
        assert!(Journal::resume(&path).is_ok());
    }

    #[test]
    fn parts_are_merged() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (written(folder.path(), "a", &[0, 1, 4, 5]), written(folder.path(), "b", &[3, 2]));
        let merged = merge(&[b.clone(), a.clone(), a.clone()]).unwrap();
        assert_eq!(merged.games, (0..6).map(game).collect::<Vec<_>>());
        let other = folder.path().join("other");
        let mut journal = Journal::create(&other, &header()).unwrap();
        journal.record(&GameRecord { result: Points::Black, ..game(3) }).unwrap();
        assert!(matches!(merge(&[a.clone(), b, other]), Err(JournalError::PlayedTwice { game: 3, .. })));
        let mut different = header();
        different.config.seed = 99;
        let path = folder.path().join("different");
        drop(Journal::create(&path, &different).unwrap());
        assert!(matches!(merge(&[a, path]), Err(JournalError::OtherMatch(..))));
        assert!(merge(&[]).is_err());
    }
}
