//! What is written is read as the same: positions, turns, records; and reading survives any text.

use gipfel::board::Bitboard;
use gipfel::notation::{Annotations, Eval, Line, Node, Record, RecordReader, RecordResult, parse_turn};
use gipfel::rules::{Color, Phase, Position, Setup, Start, Variant};
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

/// Positions that the rules allow, most of them not from games.
fn positions() -> impl Strategy<Value = Position> {
    let board = (any::<[u64; 4]>(), 0..3_u32, 0..4_u32).prop_map(|(bits, pieces, gipf)| {
        let occupied =
            (0..pieces).fold(Bitboard::BOARD, |set, i| set & Bitboard::from_bits(bits[i as usize % 3].rotate_left(i)));
        let white = occupied & Bitboard::from_bits(bits[3]);
        let gipf = (0..gipf).fold(occupied, |set, i| set & Bitboard::from_bits(bits[3].rotate_right(7 * i + 11)));
        ([white, occupied - white], gipf)
    });
    let phases = select(vec![Phase::NothingEntered, Phase::MayEnterGipf, Phase::NoGipf]);
    let rest = (any::<[u8; 2]>(), [phases.clone(), phases], any::<bool>(), select(Variant::ALL.to_vec()), 1..=u16::MAX);
    (board, rest).prop_filter_map(
        "not a position",
        |((colors, gipf), (reserve, phase, black, variant, turn_number))| {
            let gipf = if variant == Variant::Basic { Bitboard::EMPTY } else { gipf };
            let reserve = [0, 1].map(|i| {
                let on_board = colors[i].len() + (colors[i] & gipf).len();
                let left = 18_u32.saturating_sub(on_board) as u8;
                if phase[i] == Phase::NothingEntered { 18 } else { reserve[i] % (left + 1) }
            });
            let phase = if variant == Variant::Tournament { phase } else { [Phase::NoGipf; 2] };
            let side = if black { Color::Black } else { Color::White };
            Setup { colors, gipf, reserve, phase, side, variant, turn_number }.build().ok()
        },
    )
}

/// Text with the characters that mean something in records.
fn text() -> impl Strategy<Value = String> {
    "([ a-z\\[%{};()\"\\\\*$.0-9éß]|  |\\[%eval \\+0.35\\] |word |1-0 ){0,60}"
}

fn comments() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![4 => Just(Vec::new()), 1 => proptest::collection::vec(text(), 1..3)]
}

/// A shape of a line: turns by number, comments, variations.
#[derive(Clone, Debug)]
struct Shape {
    comments: Vec<String>,
    nodes: Vec<NodeShape>,
}

/// The number of the turn, annotations, comments, variations.
type NodeShape = (usize, Vec<u8>, Vec<String>, Vec<Shape>);

fn shapes() -> impl Strategy<Value = Shape> {
    let shape = |variations: BoxedStrategy<Vec<Shape>>| {
        let node = (any::<usize>(), proptest::collection::vec(any::<u8>(), 0..2), comments(), variations);
        (comments(), proptest::collection::vec(node, 1..12)).prop_map(|(comments, nodes)| Shape { comments, nodes })
    };
    let leaf = shape(Just(Vec::new()).boxed());
    leaf.prop_recursive(3, 40, 2, move |inner| {
        let variations = prop_oneof![5 => Just(Vec::new()), 1 => proptest::collection::vec(inner, 1..3)];
        shape(variations.boxed())
    })
}

/// What reading makes of a comment.
fn tidy(comments: &[String]) -> Vec<String> {
    let tidy = |text: &String| text.replace('}', ")").split_whitespace().collect::<Vec<_>>().join(" ");
    comments.iter().map(tidy).collect()
}

/// The line of this shape; it ends early where the game is over.
fn line(start: &Position, shape: &Shape) -> Line {
    let mut line = Line { comments: tidy(&shape.comments), nodes: Vec::new() };
    let mut position = *start;
    for (number, nags, comments, variations) in &shape.nodes {
        let turns: Vec<_> = position.turns().take(500).collect();
        let Some(&turn) = turns.get(number % turns.len().max(1)) else { break };
        let mut node = Node::new(&position, turn);
        node.nags.clone_from(nags);
        node.comments = tidy(comments);
        node.variations = variations.iter().map(|shape| self::line(&position, shape)).collect();
        line.nodes.push(node);
        position = position.play(turn);
    }
    line
}

fn records() -> impl Strategy<Value = Record> {
    let starts = Start::all().map(Position::start).collect::<Vec<_>>();
    let start = prop_oneof![select(starts), positions()];
    let tag = ("(Event|White|TimeControl|[A-Z][A-Za-z0-9_]{0,8})", text());
    let result = select(RecordResult::ALL.to_vec());
    (start, shapes(), proptest::collection::vec(tag, 0..5), result).prop_map(|(start, shape, tags, result)| {
        let mut record = Record::new(start);
        record.line = line(&start, &shape);
        record.result = result;
        for (name, value) in tags {
            record.tags.set(&name, &value);
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn position_round_trip(position in positions()) {
        let text = position.to_string();
        let read: Position = text.parse().unwrap();
        prop_assert_eq!(read, position);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn turn_round_trip(position in positions(), number in any::<usize>()) {
        let turns: Vec<_> = position.turns().take(1000).collect();
        if let Some(&turn) = turns.get(number % turns.len().max(1)) {
            let text = turn.display(&position).to_string();
            prop_assert_eq!(parse_turn(&position, &text), Ok(turn), "{}", text);
        }
    }

    #[test]
    fn texts_of_turns_are_different(position in positions()) {
        let mut texts: Vec<_> = position.turns().take(300).map(|turn| turn.display(&position).to_string()).collect();
        let count = texts.len();
        texts.sort_unstable();
        texts.dedup();
        prop_assert_eq!(texts.len(), count);
    }

    #[test]
    fn any_text_is_a_turn_or_an_error(position in positions(), text in "[a-iGxX1-9*,;\\- é]{0,12}|\\PC*") {
        match parse_turn(&position, &text) {
            Ok(turn) => prop_assert!(position.is_legal(turn)),
            Err(error) => {
                prop_assert!(error.at <= text.len());
                prop_assert!(text.is_char_boundary(error.at));
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn any_text_is_a_position_or_an_error(text in "[SGsg1-9/]{5,20} [wb] [0-9]{1,2} [0-9]{1,2} (basic|standard|tournament) [0G-]{2} [0-9]{1,3}|\\PC*") {
        match text.parse::<Position>() {
            Ok(position) => prop_assert_eq!(position.to_string().parse(), Ok(position)),
            Err(error) => prop_assert!(error.at <= text.len() && text.is_char_boundary(error.at)),
        }
    }

    #[test]
    fn annotations_round_trip(centi in any::<i32>(), depth in any::<u32>(), hundredths in 0..10_000_000_u64) {
        for eval in [Eval::Centi(centi / 2), Eval::Mate(centi)] {
            let time = Some(Duration::from_millis(10 * hundredths));
            let annotations = Annotations { eval: Some(eval), depth: Some(depth), time };
            prop_assert_eq!(Annotations::read(&annotations.to_string()), annotations);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn record_round_trip(records in proptest::collection::vec(records(), 1..3), crlf in any::<bool>()) {
        let mut file: String = records.iter().map(Record::to_string).collect();
        for record in &records {
            let text = record.to_string();
            let (_, turns) = text.split_once("\n\n").unwrap();
            for line in turns.lines() {
                prop_assert!(!line.starts_with(['[', '%']), "{}", line);
                prop_assert!(line.chars().count() <= 80 || !line.trim().contains(' '), "{}", line);
            }
        }
        if crlf {
            file = file.replace('\n', "\r\n");
        }
        let read: Vec<Record> = RecordReader::new(file.as_bytes()).collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(read.len(), records.len());
        for (read, mut record) in read.into_iter().zip(records) {
            let over = read.game().position().outcome();
            let contradicted = over.is_some() && RecordResult::from(over) != record.result;
            prop_assert_eq!(read.warnings.len(), usize::from(contradicted));
            record.warnings.clone_from(&read.warnings);
            prop_assert_eq!(read, record);
        }
    }

    #[test]
    fn any_file_is_records_or_errors(text in "(\\[Variant \"basic\"\\]|1\\. |b3 |b4 |[(){}$%*]| |1-0|\n|\\PC){0,60}") {
        for game in RecordReader::new(text.as_bytes()) {
            if let Err(error) = game {
                prop_assert!(error.line >= 1 && error.line <= 1 + text.matches('\n').count() as u64);
                prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
            }
        }
    }

    #[test]
    fn any_bytes_are_records_or_errors(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let games = RecordReader::new(bytes.as_slice()).count();
        prop_assert!(games <= bytes.len());
    }
}
