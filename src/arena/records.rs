//! Game records (`.gpn`) of a match, written from its journal.

use super::game_record::{GameRecord, Points, date};
use super::journal::{Contents, Header};
use super::openings::Opening;
use crate::growing_file::unfinished;
use crate::notation::{Annotations, Eval, Node, Record, RecordResult, parse_turn};
use crate::rules::Color;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// The record of a game; `None` where the journal's turns cannot be played.
#[must_use]
pub fn record(header: &Header, opening: &Opening, game: &GameRecord) -> Option<Record> {
    let mut record = Record::from_game(opening.game());
    let mut position = *opening.position();
    for turn in &game.turns {
        let played = parse_turn(&position, &turn.turn).ok()?;
        let mut node = Node::new(&position, played);
        let score = turn.mate.map(Eval::Mate).or(turn.cp.map(Eval::Centi));
        let time = Duration::try_from_secs_f64(turn.time).ok();
        node.comments.push(Annotations { eval: score, depth: turn.depth, time }.to_string());
        record.line.nodes.push(node);
        position = position.play(played);
    }
    record.result = match game.result {
        Points::White => RecordResult::Won(Color::White),
        Points::Black => RecordResult::Won(Color::Black),
        Points::Draw => RecordResult::Drawn,
    };
    set_tags(&mut record, header, game);
    Some(record)
}

fn set_tags(record: &mut Record, header: &Header, game: &GameRecord) {
    let names = header.config.names();
    let engine = |name: &str| names.iter().position(|known| known == name);
    let control =
        |name: &str| engine(name).and_then(|i| header.config.engines.get(i)).map(|e| e.time_control().to_string());
    let program = |name: &str| engine(name).and_then(|i| header.engines.get(i)).filter(|text| !text.is_empty());
    let tags = &mut record.tags;
    tags.set("Event", &header.config.event);
    tags.set("Site", "?");
    tags.set("Date", &date(game.started));
    tags.set("Round", &format!("{}.{}", game.game / 2 + 1, game.game % 2 + 1));
    tags.set("White", &game.white);
    tags.set("Black", &game.black);
    if let (Some(white), Some(black)) = (control(&game.white), control(&game.black)) {
        tags.set("TimeControl", &if white == black { white } else { format!("{white} - {black}") });
    }
    tags.set("Termination", game.termination.word());
    if !game.detail.is_empty() {
        tags.set("TerminationDetail", &game.detail);
    }
    for (tag, name) in [("WhiteEngine", &game.white), ("BlackEngine", &game.black)] {
        if let Some(program) = program(name) {
            tags.set(tag, program);
        }
    }
    tags.set("Game", &(game.game + 1).to_string());
}

/// Writes the records of all finished games: into a new file first, which then takes the other's place.
///
/// # Errors
///
/// Where the file cannot be written, or the journal holds turns that cannot be played.
pub fn write(contents: &Contents, path: &Path) -> io::Result<()> {
    let invalid = |error: String| io::Error::new(io::ErrorKind::InvalidData, error);
    let openings = contents.header.parsed_openings().map_err(|error| invalid(error.to_string()))?;
    let new = unfinished(path);
    let mut file = io::BufWriter::new(std::fs::File::create(&new)?);
    for game in &contents.games {
        let opening = openings.get(game.opening);
        let record = opening.and_then(|opening| record(&contents.header, opening, game));
        let record = record.ok_or_else(|| invalid(format!("game {} cannot be replayed", game.game + 1)))?;
        write!(file, "{record}")?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(&new, path)
}

/// Adds one game's record at the end of the file.
///
/// # Errors
///
/// Where the file cannot be written.
pub fn append(header: &Header, opening: &Opening, game: &GameRecord, path: &Path) -> io::Result<()> {
    let Some(record) = record(header, opening, game) else { return Ok(()) };
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(record.to_string().as_bytes())
}
