//! Game records: what is written, what is read, what is refused, and how reading goes on.

use gipfel::notation::{
    MAX_NESTING, Node, Record, RecordError, RecordFault, RecordReader, RecordResult, RecordWarning, parse_turn,
};
use gipfel::rules::{Color, Position, Start, Variant};
use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

fn read(text: &str) -> Vec<Result<Record, RecordError>> {
    RecordReader::new(text.as_bytes()).collect()
}

fn one(text: &str) -> Record {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap_or_else(|e| panic!("{text}\n{e}"))
}

/// Line, column and message of the refusal of the only game.
fn refused(text: &str) -> (u64, usize, String) {
    let games = read(text);
    assert_eq!(games.len(), 1, "{text}\n{games:?}");
    let error = games.into_iter().next().unwrap().expect_err(text);
    (error.line, error.column, error.fault.to_string())
}

fn words(record: &Record) -> Vec<&str> {
    record.line.nodes.iter().map(Node::text).collect()
}

const FULL: &str = r#"[Event "Club \"evening\""]
[Site "a\\b"]
[Date "2026.11.30"]
[Round "1"]
[White "Anna"]
[Black "Bén"]
[Result "1-0"]
[Variant "basic"]
[TimeControl "60+1"]
[Termination "normal"]
[PlyCount "3"]

{before} 1. b3 $1 $14 {[%eval +0.35] [%depth 12] [%time 0.41]} {second} ( {or}
1. b4 b3 ( 1... c2 {deep} 2. c6 ) 2. c2 ) ( 1. c2 ) b4 ( 1... c2 ) 2. c2 1-0

"#;

#[test]
fn canonical_text_is_written_as_it_was_read() {
    let record = one(FULL);
    assert_eq!(record.to_string(), FULL);
    assert_eq!(record.warnings, []);
    assert_eq!(record.tags.get("Event"), Some("Club \"evening\""));
    assert_eq!(record.tags.get("Site"), Some("a\\b"));
    assert_eq!(record.result, RecordResult::Won(Color::White));
    assert_eq!(words(&record), ["b3", "b4", "c2"]);
    let first = &record.line.nodes[0];
    assert_eq!(record.line.comments, ["before"]);
    assert_eq!((first.nags.as_slice(), first.comments.len(), first.variations.len()), (&[1, 14][..], 2, 2));
    assert_eq!(first.variations[0].comments, ["or"]);
    assert_eq!(first.variations[0].nodes[1].variations[0].nodes[0].comments, ["deep"]);
    assert_eq!(record.game().position().turn_number(), 4);
}

#[test]
fn liberal_forms_are_read() {
    let crlf = FULL.replace('\n', "\r\n");
    let without_end = FULL.trim_end();
    let one_line = FULL.lines().collect::<Vec<_>>().join(" ");
    let tight = FULL.replace("( ", "(").replace(" )", ")").replace(" {", "{").replace("1. b3", "1.b3");
    let narrow = FULL.split_once("\n\n").map(|(tags, turns)| format!("{tags}\n{}", turns.replace(' ', "\n"))).unwrap();
    let bom = format!("\u{feff}{FULL}");
    let escaped = FULL.replace("1. b4", "\n% a line for other programs\n1. b4");
    for text in [&crlf, without_end, &one_line, &tight, &bom, &escaped] {
        assert_eq!(one(text).to_string(), FULL, "{text}");
    }
    // Inside of annotations a narrow text has other line ends, nothing else; `[` begins no line of a comment here.
    assert_eq!(one(&narrow.replace("\n[%depth", " [%depth").replace("\n[%time", " [%time")).to_string(), FULL);
}

#[test]
fn black_begins() {
    let text = "[Variant \"standard\"]\n[Position \"g2G/5/6/G5g/6/5/g2G b 12 12 standard -- 17\"]\n\n1... b3 2. b4 *";
    let record = one(text);
    assert_eq!(words(&record), ["b3", "b4"]);
    let written = record.to_string();
    assert!(written.ends_with("\n\n1... b3 2. b4 *\n\n"), "{written}");
    assert!(written.contains("[Position \"g2G/5/6/G5g/6/5/g2G b 12 12 standard -- 17\"]\n"));
    assert_eq!(one(&written).start, record.start);
}

#[test]
fn starts_and_handicaps() {
    for start in Start::all() {
        let record = one(&format!("[Variant \"{start}\"]\n*"));
        assert_eq!(record.start, Position::start(start));
        let written = record.to_string();
        assert!(written.contains(&format!("[Variant \"{start}\"]\n")) && !written.contains("[Position"), "{written}");
        assert_eq!(one(&written).start, record.start);
    }
    // The position alone says enough.
    let record = one("[Position \"4/5/6/7/6/5/4 w 18 18 tournament 00 1\"]\n\n*");
    assert_eq!(record.start, Position::start(Variant::Tournament));
}

#[test]
fn several_games_in_a_file() {
    let file = format!("\n\n{FULL}{FULL}[Variant \"tournament\"]\n1. Ge8 Ge2 * [Variant \"basic\"] 0-1");
    let games: Vec<Record> = read(&file).into_iter().map(Result::unwrap).collect();
    assert_eq!(games.len(), 4);
    assert_eq!(games[1], games[0]);
    assert_eq!(words(&games[2]), ["Ge8", "Ge2"]);
    assert_eq!(games[3].result, RecordResult::Won(Color::Black));
    assert_eq!(read("").len(), 0);
    assert_eq!(read("\n  \n% nothing\n").len(), 0);
}

#[test]
fn turns_are_read_in_all_their_forms() {
    let text = "[Variant \"basic\"]\n\n1. E1-E2 d8-e8 2. e1-e4 *";
    assert_eq!(words(&one(text)), ["e1-e3", "d8-f7", "e1-e4"]);
}

#[test]
fn refused_with_line_and_column() {
    let basic = "[Variant \"basic\"]\n\n";
    let turns = |text: &str| refused(&format!("{basic}{text}"));
    for (text, place, message) in [
        ("1. b3 b9 *", (3, 7), "no such point: column b has the numbers 1 to 6"),
        ("1. b3\n  2... e1-e4 *", (4, 11), "from e1 over e2 the push ends on e3, not on e4"),
        ("1.b3 1...b3 *", (3, 10), "b3 is occupied"),
        ("1. {é} z3 *", (3, 8), "expected a column letter"),
        ("1. b3 b4;no_comment *", (3, 10), "expected x and the pieces taken"),
        ("1 b3 *", (3, 1), "expected a turn, its number such as 12."),
        ("1. b3 1/2 *", (3, 7), "expected a turn, its number such as 12."),
        ("1. b3 $ *", (3, 8), "expected a number from 0 to 255"),
        ("1. b3 $256 *", (3, 8), "expected a number from 0 to 255"),
        ("1. b3 $+1 *", (3, 8), "expected a number from 0 to 255"),
        ("$1 1. b3 *", (3, 1), "expected a turn before $"),
        ("1. b3 {no end\n\n*", (3, 7), "the comment that begins here has no end"),
        ("1. b3 } *", (3, 7), "no comment ends here"),
        ("1. b3 ( 1. b4 *", (3, 7), "the variation that begins here has no end"),
        ("1. b3 ) *", (3, 7), "no variation ends here"),
        ("( 1. b3 ) *", (3, 1), "expected a turn before a variation"),
        ("1. b3 ( ) *", (3, 9), "expected a turn in the variation"),
        ("1. b3 b4\n", (3, 1), "expected a turn or the result"),
        ("1. b3 [%eval 1] *", (3, 7), "expected an entry, found '['"),
    ] {
        let (line, column, found) = turns(text);
        assert_eq!((line, column), place, "{text}: {found}");
        assert!(found.contains(message), "{text}: {found}");
    }
    for (text, place, message) in [
        ("1. b3 *", (1, 1), "expected a tag [Variant"),
        ("\n[Event \"x\"]\n\n1. b3 *", (2, 1), "expected a tag [Variant"),
        ("[Variant \"chess\"]\n\n*", (1, 11), "expected basic, standard, tournament"),
        ("[Position \"8/8 w\"]\n\n*", (1, 12), "start position: board"),
        ("[Variant \"basic\"]\n[Position \"standard\"]\n\n*", (2, 12), "of another variant"),
        ("[Variant basic]\n\n*", (1, 10), "expected a value in double quotes"),
        ("[Variant \"basic]\n\n*", (1, 17), "expected a closing quote"),
        ("[Variant \"basic\\", (1, 17), "expected the rest of the value"),
        ("[Variant \"basic\" x]\n\n*", (1, 18), "expected ]"),
        ("[ \"basic\"]\n\n*", (1, 3), "expected a name"),
    ] {
        let (line, column, found) = refused(text);
        assert_eq!((line, column), place, "{text}: {found}");
        assert!(found.contains(message), "{text}: {found}");
    }
}

#[test]
fn a_bad_game_does_not_spoil_the_next() {
    let good = "[Event \"good\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n";
    for bad in [
        "[Variant \"basic\"]\n\n1. b3 b9 b4\nb9 *\n\n",
        "[Variant \"basic\"]\n\n1. b3 b4\n\n",
        "[Variant \"basic\"]\n\n1. b3 b4",
        "[Variant \"basic\"]\n\n1. b3 {open\n\n",
        "[Variant \"basic\"]\n\n} 1. b3 *\n\n",
        "[Variant \"basic\"]\n\n",
        "[Variant \"basic\"\n[Event \"bad\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n",
        "[Event \"bad\"]\n[Variant \"chess\"]\n[White \"?\"]\n\n1. b3 *\n\n",
        "[Event \"bad\"]\n\n1. b3 *\n\n",
        "1. b3 *\n\n",
        "[Variant \"basic\"]\n\n1. b3 b4 * *\n\n",
    ] {
        let file = format!("{good}{bad}\n{good}{bad}\n{good}");
        let games = read(&file);
        let names: Vec<Option<&str>> =
            games.iter().filter_map(|game| game.as_ref().ok()).map(|record| record.tags.get("Event")).collect();
        assert_eq!(names.iter().filter(|name| **name == Some("good")).count(), 3, "{file}\n{games:?}");
        assert_eq!(games.iter().filter(|game| game.is_err()).count(), 2, "{file}\n{games:?}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let mut file = b"[Variant \"basic\"]\n\n1. b3 b\xFF4 *\n\n".to_vec();
    file.extend_from_slice(b"[Variant \"basic\"]\n\n1. b3 *\n");
    file.extend_from_slice(b"[White \"\xC3\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n");
    file.extend_from_slice(b"[Variant \"basic\"]\n\n1. b3 b4 *\n");
    let games: Vec<_> = RecordReader::new(file.as_slice()).collect();
    let error = games[0].as_ref().unwrap_err();
    assert_eq!((error.line, error.column, &error.fault), (3, 8, &RecordFault::NotUtf8));
    assert_eq!(
        games.iter().map(|game| game.as_ref().map_or(0, |r| r.line.nodes.len())).collect::<Vec<_>>(),
        [0, 1, 0, 2]
    );
}

#[test]
fn doubtful_results_are_warned_of() {
    let over = "[Position \"4/5/6/S5s/6/5/4 w 0 0 basic -- 80\"]\n";
    let warnings = one(&format!("{over}\n1-0")).warnings;
    let (white, black) = (RecordResult::Won(Color::White), RecordResult::Won(Color::Black));
    assert_eq!(warnings, [RecordWarning::Result { result: white, by_rules: black }]);
    assert_eq!(warnings[0].to_string(), "the result is 1-0, but by the rules the game has ended 0-1");
    assert_eq!(one(&format!("{over}\n0-1")).warnings, []);
    assert_eq!(one(&format!("{over}\n*")).warnings.len(), 1);
    // A game may be given up before its end.
    assert_eq!(one("[Variant \"basic\"]\n[Result \"1-0\"]\n[PlyCount \"1\"]\n\n1. b3 1-0").warnings, []);
    assert_eq!(
        one("[Variant \"basic\"]\n[Result \"1-0\"]\n[PlyCount \"2\"]\n[White \"a\"]\n[White \"b\"]\n\n1. b3 0-1")
            .warnings,
        [
            RecordWarning::TagTwice("White".into()),
            RecordWarning::ResultTag { tag: "1-0".into(), result: black },
            RecordWarning::PlyCount { tag: "2".into(), turns: 1 },
        ]
    );
    assert_eq!(one("[Variant \"basic\"]\n[White \"a\"]\n[White \"b\"]\n\n*").tags.get("White"), Some("b"));
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    let nested =
        |depth: usize| format!("[Variant \"basic\"]\n\n1. b3 {} {} *", "( 1. b4 ".repeat(depth), ") ".repeat(depth));
    let record = one(&nested(MAX_NESTING));
    assert_eq!(one(&record.to_string()).line, record.line);
    let (_, _, message) = refused(&nested(MAX_NESTING + 1));
    assert_eq!(message, "variations are nested deeper than 64");
    assert!(refused(&nested(50_000)).2.contains("nested deeper"));
}

#[test]
fn absurd_lines_are_refused_and_skipped() {
    let long = "b".repeat(5 << 20);
    let next = "[Variant \"basic\"]\n\n1. b3 *\n";
    let games = read(&format!("[Variant \"basic\"]\n\n1. b3 {{{long}}} *\n\n{next}"));
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err();
    assert_eq!((error.line, error.fault.to_string()), (3, "the line is longer than 1048576 bytes".to_owned()));
    assert_eq!(words(games[1].as_ref().unwrap()), ["b3"]);
    let many = "{ a comment }\n".repeat(500_000);
    let games = read(&format!("[Variant \"basic\"]\n\n1. b3 {many} *\n\n{next}"));
    assert_eq!(games.len(), 2);
    assert!(matches!(games[0].as_ref().unwrap_err().fault, RecordFault::GameTooLong(_)));
    let tags: String = (0..100_000).map(|i| format!("[T{i} \"\"]")).collect();
    assert_eq!(refused(&tags[..1 << 19]).2, "the game has more than 1000 tags");
    // Long, but not absurd: places in one line are not counted anew for every word.
    let comments = "{a}".repeat(200_000);
    let record = one(&format!("[Variant \"basic\"]\n\n1. b3 {comments} *"));
    assert_eq!(record.line.nodes[0].comments.len(), 200_000);
}

/// Games without end; counts what has been taken from it.
struct Endless {
    game: Vec<u8>,
    given: Rc<Cell<usize>>,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.given.get() % self.game.len();
        let count = buffer.len().min(self.game.len() - at);
        buffer[..count].copy_from_slice(&self.game[at..at + count]);
        self.given.set(self.given.get() + count);
        Ok(count)
    }
}

#[test]
fn games_are_read_as_they_come() {
    let given = Rc::new(Cell::new(0));
    let size = FULL.len();
    let mut reader =
        RecordReader::new(BufReader::with_capacity(512, Endless { game: FULL.into(), given: given.clone() }));
    let first = reader.next().unwrap().unwrap();
    for n in 2..=20_000 {
        assert_eq!(reader.next().unwrap().unwrap(), first);
        assert!(given.get() <= n * size + 512, "read ahead of game {n}");
    }
}

#[test]
fn a_broken_source_ends_the_file() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let source = "[Variant \"basic\"]\n\n1. b3 *\n\n[Variant \"basic\"]\n1. b3 ".as_bytes().chain(Broken);
    let games: Vec<_> = RecordReader::new(BufReader::new(source)).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].is_ok());
    assert_eq!(games[1].as_ref().unwrap_err().fault, RecordFault::Io("unplugged".into()));
}

#[test]
fn lines_are_folded_and_never_begin_like_tags() {
    let start = Position::start(Variant::Basic);
    let mut record = Record::new(start);
    let mut node = Node::new(&start, parse_turn(&start, "b3").unwrap());
    let marks: String = (0..60).map(|i| format!("[%mark {i}] ")).collect();
    let words: String = (0..100).map(|i| format!("[w{i} %{i} word ")).collect();
    let long = "x".repeat(200);
    node.comments = vec![marks, words, format!("[a {long} [b"), "% % % [ [ [".into(), "a } b".into()];
    record.line.nodes.push(node);
    let text = record.to_string();
    let turns = text.split_once("\n\n").unwrap().1;
    assert!(turns.lines().count() > 10);
    for line in turns.lines() {
        assert!(!line.starts_with(['[', '%']), "{line}");
        assert!(line.chars().count() <= 80 || line.contains(&long), "{line}");
    }
    let read = one(&text);
    let tidy = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")");
    let expected: Vec<String> = record.line.nodes[0].comments.iter().map(tidy).collect();
    assert_eq!(read.line.nodes[0].comments, expected);
}
