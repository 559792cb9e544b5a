//! The journal of a review: every position that has been searched, on the disk as soon as it is.

use super::findings::{Findings, FoundLine};
use super::settings::Settings;
use super::store::{MemoryStore, PositionKey, Store};
use crate::json_lines::{JsonLines, JsonLinesError};
use crate::notation::{parse_turn, turn_texts};
use crate::rules::Position;
use crate::search::Score;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Keeps findings in memory and in a file.
///
/// A first line says with which settings and program they were found; each further line is one position.
#[derive(Debug)]
pub struct Journal {
    file: JsonLines,
    known: MemoryStore,
    /// What has been asked for or added since it was opened.
    used: HashSet<PositionKey>,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Reading or writing failed, or another process is at it.
    #[error(transparent)]
    File(#[from] JsonLinesError),
    /// The findings in it were made otherwise.
    #[error(
        "{path} holds an unfinished review with other settings ({found}): delete it, or use those settings to go on"
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The settings and the program with which it was written.
        found: String,
    },
    /// A line that is not the last cannot be read.
    #[error("{path}, line {line}: this is no journal of a review: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
}

/// The first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    review: String,
    settings: Settings,
}

impl Header {
    fn new(settings: &Settings) -> Self {
        Self { review: super::PROGRAM.to_owned(), settings: settings.clone() }
    }
}

/// A position in the journal.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    position: String,
    history: String,
    depth: u32,
    nodes: u64,
    lines: Vec<ScoredTurns>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ScoredTurns {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    turns: Vec<String>,
}

impl Journal {
    /// Opens a journal that is there, or begins one. A torn last line is cut off.
    ///
    /// # Errors
    ///
    /// Where the file cannot be used, or holds a review with other settings.
    pub fn open(path: &Path, settings: &Settings) -> Result<Self, JournalError> {
        let expected = Header::new(settings);
        let begin = || Ok(Self::new(JsonLines::create(path, &expected)?, MemoryStore::default()));
        if !path.exists() {
            return begin();
        }
        let (mut file, text) = JsonLines::open(path)?;
        let wrong = |line: usize, error: String| JournalError::Line { path: path.to_owned(), line: line + 1, error };
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate().peekable();
        let Some((_, first)) = lines.next() else {
            drop(file);
            return begin();
        };
        let header: Header = serde_json::from_slice(first).map_err(|error| wrong(0, error.to_string()))?;
        if header != expected {
            let found = format!("{}, {} lines, {}", header.settings, header.settings.multipv, header.review);
            return Err(JournalError::OtherSettings { path: path.to_owned(), found });
        }
        let mut known = MemoryStore::default();
        let mut length = first.len();
        while let Some((number, line)) = lines.next() {
            match read(line) {
                Ok((key, findings)) if line.ends_with(b"\n") => drop(known.0.insert(key, findings)),
                Err(error) if lines.peek().is_some() => return Err(wrong(number, error)),
                _ => break,
            }
            length += line.len();
        }
        if length < text.len() {
            file.truncate(length)?;
        }
        Ok(Self::new(file, known))
    }

    fn new(file: JsonLines, known: MemoryStore) -> Self {
        Self { file, known, used: HashSet::new() }
    }

    /// How many positions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.0.len()
    }

    /// Whether it holds no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.0.is_empty()
    }

    /// Closes it when a review is complete: the file is deleted, unless it holds findings of another, unfinished review.
    ///
    /// # Errors
    ///
    /// Where it cannot be deleted.
    pub fn finish(self) -> Result<(), JournalError> {
        if self.used.len() < self.known.0.len() {
            return Ok(());
        }
        let path = self.file.path().to_owned();
        std::fs::remove_file(&path).map_err(|error| JsonLinesError::Io { path, error }.into())
    }
}

impl Store for Journal {
    fn get(&mut self, key: &PositionKey) -> Option<Findings> {
        let found = self.known.get(key)?;
        self.used.insert(key.clone());
        Some(found)
    }

    fn put(&mut self, key: &PositionKey, findings: &Findings) -> Result<(), JsonLinesError> {
        if let Some(line) = write(key, findings) {
            self.file.append(&line)?;
        }
        self.used.insert(key.clone());
        self.known.put(key, findings)
    }
}

fn write(key: &PositionKey, findings: &Findings) -> Option<Line> {
    let start: Position = key.position.parse().ok()?;
    let lines = findings.lines.iter().map(|line| ScoredTurns {
        cp: line.score.mate().is_none().then(|| line.score.value()),
        mate: line.score.mate(),
        turns: turn_texts(&start, &line.turns).collect(),
    });
    Some(Line {
        position: key.position.clone(),
        history: format!("{:016x}", key.history),
        depth: findings.depth,
        nodes: findings.nodes,
        lines: lines.collect(),
    })
}

fn read(line: &[u8]) -> Result<(PositionKey, Findings), String> {
    let line: Line = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let start: Position = line.position.parse().map_err(|error| format!("position: {error}"))?;
    let history = u64::from_str_radix(&line.history, 16).map_err(|error| format!("history: {error}"))?;
    let mut lines = Vec::new();
    for scored in &line.lines {
        let mut position = start;
        let mut turns = Vec::new();
        for text in &scored.turns {
            let turn = parse_turn(&position, text).map_err(|error| format!("turn {text}: {error}"))?;
            position = position.play(turn);
            turns.push(turn);
        }
        lines.push(FoundLine { score: score(scored)?, turns });
    }
    let key = PositionKey { position: line.position, history };
    Ok((key, Findings { lines, depth: line.depth, nodes: line.nodes }))
}

fn score(scored: &ScoredTurns) -> Result<Score, String> {
    let plies = |mate: i32| mate.unsigned_abs().min(Score::MAX_PLY);
    match (scored.mate, scored.cp) {
        (Some(mate), None) if mate > 0 => Ok(Score::win_in(plies(mate))),
        (Some(mate), None) => Ok(Score::loss_in(plies(mate))),
        (None, Some(cp)) => Ok(Score::centipawns(cp)),
        _ => Err("expected either cp or mate".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Record;
    use crate::rules::{Color, Game, Variant};

    fn settings() -> Settings {
        Settings { time: None, nodes: Some(100), ..Settings::default() }
    }

    /// The positions of a short game, with findings made up for them.
    fn positions() -> Vec<(PositionKey, Findings)> {
        let mut game = Game::new(Position::start(Variant::Standard));
        crate::notation::play_words(&mut game, ["g2", "b6-b4", "e1-e3"]).unwrap();
        let record = Record::from_game(&game);
        let scores = [Score::centipawns(-35), Score::win_in(5), Score::loss_in(4), Score::DRAW];
        let mut position = record.start;
        let mut found = Vec::new();
        for ((key, score), node) in
            PositionKey::of_game(&record).into_iter().zip(scores).zip(record.line.nodes.iter().map(Some).chain([None]))
        {
            let turn = position.turns().last().unwrap();
            let answer = position.play(turn).turns().next().unwrap();
            let lines = vec![FoundLine { score, turns: vec![turn, answer] }];
            found.push((key, Findings { lines, depth: 3, nodes: 77 }));
            if let Some(node) = node {
                position = position.play(node.turn());
            }
        }
        assert_eq!(position.side(), Color::Black);
        found
    }

    #[test]
    fn a_journal_cut_anywhere_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let positions = positions();
        let mut journal = Journal::open(&path, &settings()).unwrap();
        positions.iter().for_each(|(key, findings)| journal.put(key, findings).unwrap());
        drop(journal);
        let text = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1).collect();
        for length in ends[0]..=text.len() {
            std::fs::write(&path, &text[..length]).unwrap();
            let whole = ends[1..].iter().filter(|&&end| end <= length).count();
            let mut journal = Journal::open(&path, &settings()).unwrap();
            assert_eq!(journal.len(), whole, "cut at {length}");
            for (i, (key, findings)) in positions.iter().enumerate() {
                assert_eq!(journal.get(key), (i < whole).then(|| findings.clone()));
            }
            journal.put(&positions[3].0, &positions[3].1).unwrap();
            drop(journal);
            assert!(Journal::open(&path, &settings()).unwrap().get(&positions[3].0).is_some());
        }
        let mut journal = Journal::open(&path, &settings()).unwrap();
        assert!(positions[1..].iter().all(|(key, _)| journal.get(key).is_some()));
        journal.finish().unwrap();
        assert!(path.exists(), "one position belongs to another review");
        let mut journal = Journal::open(&path, &settings()).unwrap();
        assert!(positions.iter().all(|(key, _)| journal.get(key).is_some()));
        journal.finish().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, &settings()).unwrap();
        assert!(matches!(Journal::open(&path, &settings()), Err(JournalError::File(JsonLinesError::InUse(_)))));
        let (key, findings) = positions().remove(0);
        journal.put(&key, &findings).unwrap();
        drop(journal);
        let others = Settings { nodes: Some(101), ..settings() };
        let error = Journal::open(&path, &others).unwrap_err().to_string();
        assert!(error.contains("other settings (100 nodes a turn, 3 lines, gipfel "), "{error}");
        let text = std::fs::read_to_string(&path).unwrap();
        let damaged = text.replace("\"depth\":3", "\"depth\":x") + text.lines().last().unwrap() + "\n";
        std::fs::write(&path, damaged).unwrap();
        assert!(Journal::open(&path, &settings()).unwrap_err().to_string().contains("line 2"));
        std::fs::write(&path, "1. g2 *\n").unwrap();
        assert!(Journal::open(&path, &settings()).unwrap_err().to_string().contains("no journal of a review"));
        std::fs::write(&path, "").unwrap();
        assert!(Journal::open(&path, &settings()).unwrap().is_empty());
    }

    #[test]
    fn equal_positions_of_different_games_are_kept_apart() {
        let keys = |turns: &[&str]| {
            let mut game = Game::new(Position::start(Variant::Basic));
            crate::notation::play_words(&mut game, turns.iter().copied()).unwrap();
            PositionKey::of_game(&Record::from_game(&game))
        };
        let (a, b) = (keys(&["b3", "g2", "b4"]), keys(&["b4", "g2", "b3"]));
        assert_eq!(a[0], b[0]);
        assert_eq!(a[3].position, b[3].position);
        assert_ne!(a[3], b[3]);
        assert_eq!(a.len(), 4);
    }
}
