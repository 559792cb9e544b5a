//! The line mode, driven in memory by scripts.

use super::*;
use crate::analysis::TextStyle;
use crate::notation::parse_turn;
use crate::rules::{Game, Position};
use crate::search::{Level, full_width};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

const OPTIONS: LineOptions = LineOptions { style: TextStyle::ASCII, prompt: false };
const TWO: Setup = Setup {
    people: People::Both,
    level: Level::LOWEST,
    book: BookChoice::Never,
    time: Duration::from_secs(2),
    clock: None,
    hash: 1,
    seed: Some(1),
    analysis: false,
    flipped: false,
    save: None,
};

fn play(start: &str, setup: Setup, script: impl AsRef<[u8]>) -> String {
    let table = Table::new(Game::new(start.parse().unwrap()), setup).unwrap();
    let mut output = Vec::new();
    line_mode::run(table, script.as_ref(), &mut output, OPTIONS, &Interrupt::default()).unwrap();
    String::from_utf8(output).unwrap()
}

/// The answers to `position` in the script.
fn positions(output: &str) -> Vec<&str> {
    output.lines().filter(|line| line.parse::<Position>().is_ok() && line.contains('/')).collect()
}

#[test]
fn undo_and_redo() {
    let output = play("basic", TWO, "b3\nposition\nundo\nposition\nredo\nposition\nundo\nundo\nredo\nredo\n");
    let found = positions(&output);
    assert_eq!(found.len(), 3, "{output}");
    assert_eq!((found[0], found[1]), (found[2], "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1"));
    assert!(output.contains("White plays b3\n") && output.contains("turn 2: Black to move\n"));
    assert!(output.contains("there is no turn to take back\n"));
    assert!(output.ends_with("no turn has been taken back\n"));
}

#[test]
fn bad_input_changes_nothing() {
    let script = b"hello\ne5\ne2-e9\nlevel 99\nundo\nredo\nback\nload nothing.gpn\nsave no/such/place.gpn\nnew chess\nside red\n\
                   analysis maybe\n\n  \n\xff\xfe\nposition\n";
    let output = play("standard", TWO, script);
    let told: Vec<&str> = output.lines().rev().take(14).collect();
    assert_eq!(told[0], "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1", "{output}");
    for part in [
        "that line is not UTF-8",
        "\"maybe\" is neither on nor off",
        "expected white, black, both or none",
        "cannot write no/such/place.gpn",
        "cannot read nothing.gpn",
        "no turn has been begun",
        "no turn has been taken back",
        "there is no turn to take back",
        "expected a whole number from 1 to 20",
        "at character 1: e5 is not at the board's edge",
    ] {
        assert!(told.iter().any(|line| line.contains(part)), "{part} in {output}");
    }
}

#[test]
fn a_dot_alone_shows_where_it_leads() {
    let output = play("standard", TWO, "b1\n7\n1\nposition\n");
    assert!(output.contains("Enter a piece (a number):\n  1 b1-b3    2 c2\n"), "{output}");
    assert!(output.contains("expected a number from 1 to 2\n"));
    assert_eq!(positions(&output), ["Sg1G/5/6/G5g/6/5/g2G b 11 12 standard -- 2"]);
}

#[test]
fn a_whole_turn_step_by_step() {
    // Rows before and after the entry, and GIPF-pieces to keep.
    let start = "4/5/1SSSS1/1GGG3/6/g4/4 w 6 6 tournament -- 20";
    let output = play(start, TWO, "step\n1\nback\n1\ne2\n9\n2\nposition\n");
    assert_eq!(output.matches("  1 take d3 d4 d5 d6\n").count(), 2, "{output}");
    assert!(output.contains("  1 take e2 Ge3 Ge4 Ge5 "), "{output}");
    assert!(output.contains("expected a number from 1 to 8\n"), "{output}");
    let played = output.lines().find(|line| line.starts_with("White plays ")).unwrap();
    assert!(parse_turn(&start.parse().unwrap(), played.trim_start_matches("White plays ")).is_ok(), "{played}");
    assert!(played.starts_with("White plays xd3,d4,d5,d6;e2;xe2,"), "{played}");
    assert_eq!(positions(&output).len(), 1);
}

#[test]
fn what_a_turn_leaves_open_is_asked() {
    let start = "4/5/1SSSS1/1GGG3/6/g4/4 w 6 6 tournament -- 20";
    let after = play(start, TWO, "xd3,d4,d5,d6;e2\n1\nposition\n");
    assert!(after.contains("White plays xd3,d4,d5,d6;e2;xe2,Ge3,Ge4,Ge5\n"), "{after}");
    let before = play(start, TWO, "e2\n");
    assert!(before.contains("rows must be cleared first\nClear a row"), "{before}");
}

#[test]
fn saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.gpn");
    let path = path.display();
    let saved = play("standard", TWO, format!("g2\nb6-b4\ne1-e3\nposition\nsave {path}\nresign\nsave\n"));
    assert!(saved.contains(&format!("saved to {path}\n")), "{saved}");
    assert!(saved.contains("Black resigns\nWhite has won: Black has resigned\n"));
    let text = std::fs::read_to_string(path.to_string()).unwrap();
    assert!(
        text.contains("[Termination \"resignation\"]") && text.ends_with("\n1. g2 b6-b4 2. e1-e3 1-0\n\n"),
        "{text}"
    );
    let loaded = play("basic", TWO, format!("load {path}\nposition\nb3\nundo\nundo\nposition\nredo\nposition\n"));
    assert!(loaded.contains("? against ?, 3 turns\n"), "{loaded}");
    assert!(loaded.contains("the game is over: undo takes a turn back"));
    let found = positions(&loaded);
    assert_eq!([found[0], found[2]], [positions(&saved)[0]; 2]);
    assert!(play("basic", TWO, format!("load {path} 2\n")).contains("holds 1 game(s), and number 2"));
}

#[test]
fn the_board_and_the_lists() {
    let output = play("standard", TWO, "flip\nboard\nturns\nhelp\nclock\n");
    // The first board ends with e1 at the bottom, those after flip with e9.
    assert_eq!(output.matches("\n                    e9\n").count(), 3);
    assert!(output.rfind("   e9\n") > output.rfind("   e1\n") && output.find("   e9\n") < output.find("   e1\n"));
    let position = "standard".parse().unwrap();
    assert!(output.split_whitespace().filter(|word| parse_turn(&position, word).is_ok()).count() >= 30);
    for (word, ..) in COMMANDS {
        assert!(output.contains(&format!("\n  {word} ")), "{word}");
    }
    assert!(output.is_ascii() && output.lines().all(|line| line.len() <= 80), "{output}");
}

#[test]
fn hints_and_analysis() {
    let output = play("basic", TWO, "hint\nanalysis on\nb3\nanalysis off\nundo\n");
    let hint = output.lines().find_map(|line| line.strip_prefix("hint: ")).unwrap();
    let turn = hint.split(' ').next().unwrap();
    assert!(parse_turn(&"basic".parse().unwrap(), turn).is_ok(), "{hint}");
    for rank in 1..=3 {
        assert_eq!(output.matches(&format!("\n {rank}. ")).count(), 2, "{output}");
    }
}

/// A book that knows the start of standard games and one turn from there.
fn book() -> BookChoice {
    let text = "# Gipfel opening book, version 1\nG2g/5/6/g5G/6/5/G2g w 12 12 standard -- 1 d2 +0.30 7 1000\n";
    BookChoice::Always(Arc::new(text.parse().unwrap()))
}

#[test]
fn a_book_plays_and_hints_where_it_knows_the_position() {
    let with_book = Setup { book: book(), ..TWO };
    let output = play("standard", with_book.clone(), "hint\ngo\nhint\ngo\n");
    let hint = output.lines().find_map(|line| line.strip_prefix("hint: ")).unwrap();
    let turn = hint.strip_suffix(" (+0.30 White, from the book)").unwrap();
    let standard: Position = "standard".parse().unwrap();
    assert!(parse_turn(&standard, turn).is_ok(), "{output}");
    assert!(output.contains("White plays ") && output.matches(" (from the book)\n").count() == 1, "{output}");
    assert_eq!(output.matches("from the book").count(), 2, "Black's turn is searched: {output}");
    assert!(!play("standard", TWO, "hint\ngo\n").contains("from the book"));
    assert!(!play("basic", with_book, "hint\ngo\n").contains("from the book"));
}

#[test]
fn without_a_choice_only_full_strength_plays_from_the_book() {
    let at = |level| Setup { level, book: BookChoice::default(), ..TWO };
    let mark = " (from the book)\n";
    assert!(!play("standard", at(Level::LOWEST), "go\n").contains(mark));
    let first = play("standard", at(Level::FULL), "go\n");
    assert!(first.contains(mark), "{first}");
    assert_eq!(first, play("standard", at(Level::FULL), "go\n"), "the seed decides");
    assert!(play("standard", at(Level::LOWEST), "level 20\ngo\n").contains(mark));
}

/// A person who asks for the position, and answers with the best turn by a full-width search.
struct Person {
    output: Output,
    depth: u32,
    asked: bool,
    typed: VecDeque<u8>,
}

#[derive(Clone, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}

impl Person {
    fn line(&mut self) -> String {
        self.asked = !self.asked;
        if self.asked {
            return "position\n".to_owned();
        }
        let text = self.output.text();
        let position: Position = text.lines().last().unwrap().parse().unwrap();
        match full_width(&position, self.depth) {
            Some((turn, _)) => format!("{}\n", turn.display(&position)),
            None => String::new(),
        }
    }
}

impl Read for Person {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.typed.is_empty() {
            self.typed = self.line().into_bytes().into();
        }
        self.typed.read(buffer)
    }
}

#[test]
fn a_whole_game_against_level_1() {
    let output = Output::default();
    let person = Person { output: output.clone(), depth: 2, asked: false, typed: VecDeque::new() };
    let setup = Setup { people: People::White, ..TWO };
    let table = Table::new(Game::new("basic".parse().unwrap()), setup).unwrap();
    line_mode::run(table, BufReader::with_capacity(1 << 16, person), output.clone(), OPTIONS, &Interrupt::default())
        .unwrap();
    let text = output.text();
    assert!(text.contains("White has won: Black has no piece left to enter"), "{text}");
    let turns = |side: &str| text.lines().filter(|line| line.starts_with(&format!("{side} plays "))).count();
    assert!(turns("White") >= 5 && turns("Black").abs_diff(turns("White")) <= 1, "{text}");
}

#[test]
fn the_engine_plays_itself() {
    let setup = Setup { people: People::Nobody, ..TWO };
    let output = play("standard", setup, "");
    assert!(output.contains(" has won: ") || output.contains("Draw: "), "{output}");
    let turns = output.lines().filter(|line| line.contains(" plays ")).count();
    assert!(turns > 5 && output.matches("GIPF-pieces  ").count() >= turns, "a board for each turn");
}

#[test]
fn go_lets_the_engine_play() {
    let output = play("standard", TWO, "go\ngo\nposition\n");
    assert_eq!(positions(&output)[0].split(' ').next_back(), Some("3"), "{output}");
}

#[test]
fn an_interrupt_ends_the_thinking() {
    let interrupt = Interrupt::default();
    let setup = Setup { people: People::White, level: Level::FULL, time: Duration::from_secs(36_000), ..TWO };
    let table = Table::new(Game::new("standard".parse().unwrap()), setup).unwrap();
    let mut output = Vec::new();
    std::thread::scope(|scope| {
        // If that did not end the search, the test would last ten hours.
        scope.spawn(|| {
            while !interrupt.signal() {
                std::thread::yield_now();
            }
        });
        line_mode::run(table, &b"g2\nposition\n"[..], &mut output, OPTIONS, &interrupt).unwrap();
    });
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("Black plays ") && positions(&output)[0].ends_with(" 3"), "{output}");
}
