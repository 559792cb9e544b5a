//! What a text holds, whatever its form.

use super::at_once::{Action, Replay, actions, settled};
use super::course::CourseBoard;
use super::error::{Fault, ForeignError};
use super::form::Form;
use super::{gf1, gf1_board, gf1_log, gf1_old_log, gf1_xml};
use crate::board::Bitboard;
use crate::notation::{Record, RecordReader};
use crate::rules::Position;
use std::borrow::Cow;

/// A position or a game, read from any form and written in any other that can hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Document {
    /// A position.
    Position(Position),
    /// A game.
    Game(Record),
}

/// A game as GF1's texts have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameText {
    /// GF1's word for the type of game, and the line on which it stands.
    pub game_type: String,
    pub type_line: usize,
    /// The names of White and Black; empty where unknown.
    pub players: [String; 2],
    /// The steps, each with its line.
    pub actions: Vec<(usize, Action)>,
}

/// Reads a text that holds one position or game.
///
/// Text that is not UTF-8 is read as Latin-1 in the other programs' forms: theirs is the time before.
///
/// # Errors
///
/// Says what is wrong and on which line; of a file with several game records, that there are several.
pub fn read(form: Form, bytes: &[u8]) -> Result<Document, ForeignError> {
    if form == Form::Gpn {
        return read_game(bytes, None).map(Document::Game);
    }
    let text = decode(form, bytes)?;
    let text = text.trim_start_matches('\u{feff}');
    match form {
        Form::Gpn => Err(Fault::UnknownForm.anywhere()),
        Form::Position => read_position(text).map(Document::Position),
        Form::Course => {
            let header = (1..).zip(text.lines()).find(|(_, line)| {
                let line = line.trim();
                !line.is_empty() && line != "LOAD_GAME_BOARD"
            });
            let board: Result<CourseBoard, _> = text.parse();
            let board = board.map_err(|fault| fault.into_error(header.map_or(1, |(number, _)| number)))?;
            board.position().map(Document::Position)
        }
        Form::Gf1Board => gf1_board::read(text).map(Document::Position),
        Form::Gf1OldLog => gf1_old_log::read(text)?.replay().map(|(record, _)| Document::Game(record)),
        Form::Gf1Log => gf1_log::read(text)?.replay().map(|(record, _)| Document::Game(record)),
        Form::Gf1Xml => gf1_xml::read(text),
    }
}

/// Reads one game of a file of game records: the one of this number, from 1, or the only one.
///
/// # Errors
///
/// Says what is wrong and where; or that there are several games, or none of this number.
pub fn read_game(bytes: &[u8], wanted: Option<usize>) -> Result<Record, ForeignError> {
    let mut found = 0;
    let mut game = None;
    for record in RecordReader::new(bytes) {
        found += 1;
        let is_wanted = found == wanted.unwrap_or(1);
        match record {
            Ok(record) if is_wanted => game = Some(record),
            Err(error) if is_wanted => {
                let line = usize::try_from(error.line).unwrap_or(usize::MAX);
                return Err(ForeignError { line: Some(line), fault: Fault::Record(error) });
            }
            _ => {}
        }
    }
    match (game, wanted) {
        (Some(_), None) if found > 1 => Err(Fault::SeveralGames { found }.anywhere()),
        (Some(game), _) => Ok(game),
        (None, _) => Err(Fault::NoSuchGame { wanted: wanted.unwrap_or(1), found }.anywhere()),
    }
}

fn decode(form: Form, bytes: &[u8]) -> Result<Cow<'_, str>, ForeignError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(_) if form == Form::Position => Err(Fault::NotUtf8.anywhere()),
        Err(_) => Ok(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Reads the only line that is not blank.
fn read_position(text: &str) -> Result<Position, ForeignError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (number, line) = lines.next().ok_or_else(|| Fault::End("a position").at(1))?;
    let position = line.parse().map_err(|error| Fault::PositionText(error).at(number))?;
    match lines.next() {
        None => Ok(position),
        Some((number, line)) => Err(gf1::unexpected("one position only", line).at(number)),
    }
}

impl Document {
    /// The position, or the last one of the game.
    #[must_use]
    pub fn position(&self) -> Position {
        match self {
            Self::Position(position) => *position,
            Self::Game(record) => *record.game().position(),
        }
    }

    /// Writes the text in a form. Of a game, a form of positions gets the last one; a position becomes a game without turns.
    ///
    /// Comments, variations, times and other tags than the players' names are left out in forms that have no place for them.
    ///
    /// # Errors
    ///
    /// Says what the form cannot hold.
    pub fn to_text(&self, form: Form) -> Result<String, ForeignError> {
        match form {
            Form::Position => Ok(format!("{}\n", self.position())),
            Form::Course => Ok(CourseBoard::from_position(&settled(&self.position())?)?.to_string()),
            Form::Gf1Board => gf1_board::write(&self.position()),
            Form::Gpn => Ok(self.record().to_string()),
            Form::Gf1OldLog => GameText::new(&self.record()).map(|game| gf1_old_log::write(&game)),
            Form::Gf1Log => GameText::new(&self.record()).map(|game| gf1_log::write(&game)),
            Form::Gf1Xml => gf1_xml::write(self),
        }
    }

    fn record(&self) -> Cow<'_, Record> {
        match self {
            Self::Position(position) => Cow::Owned(Record::new(*position)),
            Self::Game(record) => Cow::Borrowed(record),
        }
    }
}

impl GameText {
    /// The game of a record, with rows cleared at once.
    pub fn new(record: &Record) -> Result<Self, ForeignError> {
        let game_type = gf1::game_type(&record.start)?.to_owned();
        let actions = actions(&record.game()).into_iter().map(|action| (0, action)).collect();
        Ok(Self { game_type, type_line: 0, players: players(record), actions })
    }

    /// Plays the game; also tells what the side to move has taken already of its last position.
    pub fn replay(&self) -> Result<(Record, Bitboard), ForeignError> {
        let mut replay = Replay::new(gf1::start(&self.game_type, self.type_line)?);
        for (line, action) in &self.actions {
            replay.act(action, *line)?;
        }
        let (game, taken) = replay.finish()?;
        let mut record = Record::from_game(&game);
        for (name, player) in ["White", "Black"].into_iter().zip(&self.players) {
            if !player.trim().is_empty() {
                record.tags.set(name, player.trim());
            }
        }
        if let (false, Some(node)) = (taken.is_empty(), record.line.nodes.last_mut()) {
            node.comments.push(format!("{} then takes {taken}", game.position().side()));
        }
        Ok((record, taken))
    }
}

/// The names of the players, on one line each; empty where unknown.
fn players(record: &Record) -> [String; 2] {
    ["White", "Black"].map(|name| {
        let name = record.tags.get(name).unwrap_or("?");
        if name == "?" { String::new() } else { name.split_whitespace().collect::<Vec<_>>().join(" ") }
    })
}
