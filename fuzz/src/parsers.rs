//! The parsers: what is read can be written, and is then read as the same again.

use gipfel::board::{Dot, Point, Spot};
use gipfel::book::Book;
use gipfel::course::{Boards, serve};
use gipfel::notation::foreign::{Form, read};
use gipfel::notation::{
    Annotations, Line, Record, RecordReader, RecordResult, TurnError, TurnFault, parse_begun_turn, parse_fields,
    parse_turn,
};
use gipfel::protocol::{Command, Keyword, Reply};
use gipfel::rules::{Position, Start, Turn};
use gipfel::search::Score;
use gipfel::training::{DataReader, Sample};
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// So many turns of a position are looked at.
const TURNS: usize = 50;

/// The bytes as text. Bad UTF-8 is replaced rather than refused, so that fewer inputs are wasted.
fn text(data: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(data)
}

/// The value is written and read as the same again.
fn read_again<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(value: &T) {
    let text = value.to_string();
    assert_eq!(&text.parse::<T>().unwrap(), value, "{text:?}");
}

/// Text that can be read is written as it was; other text is refused with a reason.
fn exact<T: FromStr<Err: Display> + Display>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string(), text),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The names of points, and the words for results.
pub fn point(data: &[u8]) {
    let text = text(data);
    if let Ok(point) = text.parse::<Point>() {
        read_again(&point);
        assert!(text.eq_ignore_ascii_case(&point.to_string()));
        assert_eq!(text.parse::<Spot>().ok(), point.spot());
        assert_eq!(text.parse::<Dot>().is_ok(), point.spot().is_none());
    }
    for error in [text.parse::<Spot>().err(), text.parse::<Dot>().err()].into_iter().flatten() {
        assert!(!error.to_string().is_empty());
    }
    exact::<RecordResult>(&text);
}

/// The words for starts of games.
pub fn start(data: &[u8]) {
    let text = text(data);
    exact::<Start>(&text);
    if let Ok(start) = text.parse::<Start>() {
        assert_eq!(text.parse(), Ok(Position::start(start)));
    }
}

/// Positions: in seven fields or a word.
pub fn position(data: &[u8]) {
    let text = text(data);
    let position: Position = match text.parse() {
        Ok(position) => position,
        Err(error) => {
            assert!(error.at <= text.len());
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    read_again(&position);
    assert_eq!(parse_fields(&position.to_string()), Ok(position));
    assert_eq!(position.hash(), position.hash_from_scratch());
    let (canonical, symmetry) = position.canonical();
    assert_eq!(position.transformed(symmetry), canonical);
    let mut turns = position.turns();
    let first: Vec<Turn> = turns.by_ref().take(TURNS).collect();
    assert!(!position.is_over() || first.is_empty());
    for &turn in &first {
        legal(&position, turn);
    }
    // Even counting them takes too long where rows meet.
    const FEW: usize = 2_000;
    let more = turns.take(FEW).count();
    if more < FEW {
        assert_eq!(position.count_turns() as usize, first.len() + more);
    }
}

/// A legal turn is written and read, and can be played.
fn legal(position: &Position, turn: Turn) {
    let text = turn.display(position).to_string();
    assert!(position.is_legal(turn), "{text}");
    assert_eq!(parse_turn(position, &text), Ok(turn), "{text}");
    let next = position.play(turn);
    assert_eq!(next.hash(), next.hash_from_scratch(), "{text}");
    for color in gipfel::rules::Color::ALL {
        let pieces = |position: &Position| position.in_play(color) + position.captured(color);
        assert_eq!(pieces(&next), pieces(position), "{text}");
    }
}

/// A position on the first line, and what is on the second.
fn position_and_word(text: &str) -> Option<(Position, &str)> {
    let (position, word) = text.split_once('\n')?;
    Some((position.parse().ok()?, word))
}

/// Turns: a position on the first line, the turn on the second.
pub fn turn(data: &[u8]) {
    let text = text(data);
    let Some((position, word)) = position_and_word(&text) else { return };
    match parse_turn(&position, word) {
        Ok(turn) => legal(&position, turn),
        Err(error) => refused(&position, word, &error),
    }
}

fn refused(position: &Position, word: &str, error: &TurnError) {
    assert!(word.is_char_boundary(error.at), "{error}");
    assert!(!error.to_string().is_empty());
    if let TurnFault::Ambiguous { fits, .. } = &error.fault {
        assert!(fits.len() > 1, "{error}");
        for fit in fits {
            assert!(parse_turn(position, fit).is_ok(), "{fit}");
        }
    }
}

/// Turns that have been begun: a position on the first line, the turn on the second.
pub fn begun_turn(data: &[u8]) {
    let text = text(data);
    let Some((position, word)) = position_and_word(&text) else { return };
    let begun = match parse_begun_turn(&position, word) {
        Ok(begun) => begun,
        Err(error) => return refused(&position, word, &error),
    };
    if let Some(turn) = begun.turn() {
        legal(&position, turn);
    }
    let mut completions = begun.completions().take(TURNS).peekable();
    // A turn that has been begun can be ended.
    assert!(completions.peek().is_some());
    for turn in completions {
        legal(&position, turn);
        assert!(begun.before().is_subset(turn.before()));
        assert!(begun.after().is_subset(turn.after()));
        assert!(begun.entered().is_none_or(|(entry, kind)| turn.entry() == Some(entry) && turn.kind() == kind));
    }
}

/// Game records.
pub fn record(data: &[u8]) {
    let mut count = 0;
    for read in RecordReader::new(data) {
        match read {
            Ok(record) => written(record),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        // Each uses up a byte at least, so that a reader comes to an end.
        count += 1;
        assert!(count <= data.len());
    }
}

/// The record is written and read as the same again, but for tags that every record has.
fn written(record: Record) {
    for warning in &record.warnings {
        assert!(!warning.to_string().is_empty());
    }
    assert_eq!(record.game().turns().len(), record.line.nodes.len());
    comments(&record.line, &mut |comment| annotations(comment.as_bytes()));
    let text = record.to_string();
    let again: Vec<_> = RecordReader::new(text.as_bytes()).collect();
    let [Ok(again)] = again.as_slice() else { panic!("{text}\nis read as\n{again:?}") };
    assert_eq!((again.start, &again.line, again.result), (record.start, &record.line, record.result), "{text}");
    for (name, value) in record.tags.iter() {
        assert_eq!(again.tags.get(name), Some(value), "{text}");
    }
    assert_eq!(again.to_string(), text);
}

/// Calls for every comment of a line and its variations.
fn comments(line: &Line, call: &mut impl FnMut(&str)) {
    line.comments.iter().for_each(|comment| call(comment));
    for node in &line.nodes {
        node.comments.iter().for_each(|comment| call(comment));
        node.variations.iter().for_each(|line| comments(line, call));
    }
}

/// What engines write in comments.
pub fn annotations(data: &[u8]) {
    let found = Annotations::read(&text(data));
    let text = found.to_string();
    let again = Annotations::read(&text);
    assert_eq!((again.eval, again.depth), (found.eval, found.depth), "{text}");
    // Times are written to a hundredth of a second; of those of many years not even that is left in a `f64`.
    assert_eq!(again.time.is_some(), found.time.is_some(), "{text}");
    assert_eq!(Annotations::read(&again.to_string()), again, "{text}");
}

/// Commands of the protocol.
pub fn command(data: &[u8]) {
    let text = text(data);
    match Command::parse(&text) {
        Ok(Some(command)) => {
            assert!(Keyword::of(&text).is_some());
            read_again(&command);
        }
        Ok(None) => assert!(text.trim_ascii().is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Replies of the protocol.
pub fn reply(data: &[u8]) {
    let text = text(data);
    let Ok(reply) = text.parse::<Reply>();
    let written = reply.to_string();
    if let Reply::InfoString(_) | Reply::Error { .. } = reply {
        // These may quote anything, and are written as one line that is not too long.
        assert!(!written.contains(char::is_control) && written.chars().count() < 700);
    } else {
        read_again(&reply);
    }
}

/// Other programs' forms, and the course assignment's commands. What is read is written, and read as the same again.
pub fn foreign(data: &[u8]) {
    let _form = Form::guess(&text(data));
    for form in Form::ALL {
        let document = match read(form, data) {
            Ok(document) => document,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        for form in Form::ALL {
            if let Ok(text) = document.to_text(form) {
                let again = read(form, text.as_bytes()).unwrap_or_else(|error| panic!("{form}: {error}\n{text}"));
                assert_eq!(again.to_text(form), Ok(text));
            }
        }
    }
    serve(data, std::io::sink(), Boards::Gipf).unwrap();
}

/// A book is written as it was read, and what it knows are legal turns.
pub fn book(data: &[u8]) {
    let book = match text(data).parse::<Book>() {
        Ok(book) => book,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = book.to_string();
    assert_eq!(written.parse::<Book>().unwrap().to_string(), written);
    for position in book.positions() {
        for known in book.turns(&position).unwrap() {
            assert!(position.is_legal(known.turn), "{position}");
        }
    }
}

/// Files of training data; and samples as they stand in them, behind no checksum.
pub fn data(data: &[u8]) {
    if let Ok(reader) = DataReader::new(data) {
        let mut count = 0;
        for sample in reader {
            match sample {
                Ok(sample) => sample_again(sample),
                Err(fault) => assert!(!fault.to_string().is_empty()),
            }
            count += 1;
            assert!(count * Sample::BYTES <= data.len());
        }
    }
    for bytes in data.as_chunks::<{ Sample::BYTES }>().0 {
        if let Ok(sample) = Sample::from_bytes(*bytes) {
            assert_eq!(sample.to_bytes(), *bytes);
            sample_again(sample);
        }
    }
}

/// What a sample says is a position that can be written and read, whatever image of it is looked at.
fn sample_again(sample: Sample) {
    let position = sample.position();
    assert_eq!(position.setup(), sample.setup());
    read_again(&position);
    assert_eq!(Sample::from_bytes(sample.to_bytes()), Ok(sample));
    let (canonical, _) = position.canonical();
    let image = Sample::new(&canonical, Score::DRAW, sample.result(), sample.game());
    assert_eq!(image.symmetric_hash(), sample.symmetric_hash());
    assert_eq!((image.result(), image.game()), (sample.result(), sample.game()));
}
