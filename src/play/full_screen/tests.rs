//! The full screen, drawn into memory and driven by keys and clicks.

use super::App;
use crate::analysis::cell_of;
use crate::board::Point;
use crate::play::{People, Setup, Table};
use crate::rules::Game;
use crate::search::Level;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::collections::HashSet;
use std::time::{Duration, Instant};

fn app(start: &str, people: People) -> App {
    app_with(start, Setup { people, ..Setup::default() })
}

fn app_with(start: &str, setup: Setup) -> App {
    let setup = Setup { level: Level::LOWEST, hash: 1, seed: Some(1), ..setup };
    let mut app = App::new(Table::new(Game::new(start.parse().unwrap()), setup).unwrap(), true, false);
    app.tick();
    app
}

fn screen_of(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}

fn screen(app: &mut App) -> String {
    screen_of(app, 80, 24)
}

fn key(app: &mut App, code: KeyCode) {
    app.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    app.tick();
}

fn keys(app: &mut App, text: &str) {
    for sign in text.chars() {
        key(app, if sign == '\n' { KeyCode::Enter } else { KeyCode::Char(sign) });
    }
}

fn click_at(app: &mut App, (column, row): (u16, u16)) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    app.tick();
}

fn click(app: &mut App, point: &str) {
    let flipped = app.table().setup().flipped;
    click_at(app, cell_of(point.parse().unwrap(), flipped));
}

fn position(app: &App) -> String {
    app.table().session().position().to_string()
}

/// Ticks until it is so; only a program that hangs takes long.
fn until(app: &mut App, done: impl Fn(&App) -> bool) {
    let begun = Instant::now();
    while !done(app) {
        app.tick();
        std::thread::sleep(Duration::from_millis(1));
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", app.message());
    }
}

#[test]
fn everything_is_on_the_screen() {
    let mut app = app("standard", People::Both);
    let text = screen(&mut app);
    for part in [
        "standard, turn 1",
        "White to move",
        "GIPF-pieces      3       3",
        "reserve         12      12",
        "(B)",
        "(W)",
        "a5 ·",
        "White: enter a basic piece: choose a dot",
        "two persons play; ? shows the keys",
        "[Hint h]",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    // The cursor stands in the middle.
    assert!(text.lines().nth(9).unwrap().contains("[  +  ]"), "{text}");
}

#[test]
fn the_cursor_reaches_every_point() {
    let mut app = app("standard", People::Both);
    assert_eq!(app.cursor().to_string(), "e5");
    for _ in 0..4 {
        key(&mut app, KeyCode::Up);
    }
    assert_eq!(app.cursor().to_string(), "e9");
    key(&mut app, KeyCode::Up);
    assert_eq!(app.cursor().to_string(), "e9", "there is nothing above");
    let mut seen: HashSet<Point> = HashSet::new();
    // Along each column that the top row leads to.
    for _ in 0..4 {
        key(&mut app, KeyCode::Left);
    }
    for _ in 0..9 {
        for direction in [KeyCode::Up, KeyCode::Down] {
            for _ in 0..9 {
                key(&mut app, direction);
                seen.insert(app.cursor());
            }
        }
        key(&mut app, KeyCode::Up);
        key(&mut app, KeyCode::Right);
        seen.insert(app.cursor());
    }
    assert_eq!(seen.len(), 61, "{seen:?}");
}

#[test]
fn a_turn_by_keys() {
    let mut app = app("standard", People::Both);
    for _ in 0..4 {
        key(&mut app, KeyCode::Down);
    }
    assert_eq!(app.cursor().to_string(), "e1");
    key(&mut app, KeyCode::Enter);
    assert_eq!(app.message(), "White plays e1-e3");
    let text = screen(&mut app);
    assert!(text.contains("Black: enter") && text.contains("1. e1-e3") && text.contains('↑'), "{text}");
}

#[test]
fn a_turn_by_mouse_also_on_a_flipped_board() {
    for flipped in [false, true] {
        let mut app = app_with("standard", Setup { people: People::Both, flipped, ..Setup::default() });
        click(&mut app, "b1");
        let text = screen(&mut app);
        assert!(text.contains("White: from b1: choose the marked spot"), "{text}");
        click(&mut app, "e5");
        assert_eq!(app.message(), "e5 is not next to b1");
        click(&mut app, "b2");
        assert_eq!(app.message(), "White plays b1-b3");
        click(&mut app, "g2");
        assert_eq!(app.message(), "Black plays g2");
    }
}

#[test]
fn a_row_is_cleared_and_a_piece_kept() {
    let mut app = app("4/5/6/SSGSs2/6/5/g3 w 6 6 tournament -- 20", People::Both);
    let text = screen(&mut app);
    assert!(text.contains("White: GIPF-pieces: choose which to keep or take"), "{text}");
    assert_eq!(text.matches('{').count(), 5, "{text}");
    click(&mut app, "e4");
    assert_eq!(screen(&mut app).matches('{').count(), 4);
    click(&mut app, "e2");
    let text = screen(&mut app);
    assert!(text.contains("reserve          9"), "the board in the middle of the turn: {text}");
    key(&mut app, KeyCode::Esc);
    assert_eq!(screen(&mut app).matches('{').count(), 5);
    // With his last GIPF-piece taken White would have lost at once.
    click(&mut app, "e4");
    key(&mut app, KeyCode::Char('t'));
    let text = screen(&mut app);
    assert!(text.contains("White: enter"), "{text}");
}

#[test]
fn the_engine_answers() {
    let mut app = app("standard", People::White);
    keys(&mut app, ":g2\n");
    until(&mut app, |app| app.table().session().is_persons_turn());
    assert!(app.message().starts_with("Black plays "), "{}", app.message());
    assert_eq!(app.table().session().game().turns().len(), 2);
    keys(&mut app, "u");
    assert_eq!(app.table().session().game().turns().len(), 0);
    keys(&mut app, "r");
    assert_eq!(app.table().session().game().turns().len(), 2);
    // What is typed while the engine thinks waits, and undo goes back from there too.
    keys(&mut app, ":c2\n");
    keys(&mut app, "u");
    until(&mut app, |app| app.table().session().is_persons_turn());
    assert!(app.table().session().game().turns().len() <= 2);
}

#[test]
fn typed_lines() {
    let mut app = app("standard", People::Both);
    keys(&mut app, ":e5\n");
    assert!(app.message().contains("not at the board's edge"));
    keys(&mut app, ":lev");
    assert!(screen(&mut app).contains(":lev_"));
    key(&mut app, KeyCode::Backspace);
    key(&mut app, KeyCode::Esc);
    assert!(!screen(&mut app).contains(":le"));
    keys(&mut app, "v30\n");
    assert_eq!(app.message(), "\"30\" is no level: expected a whole number from 1 to 20");
    keys(&mut app, "v7\n");
    assert_eq!(app.message(), "the engine plays at level 7 of 20");
    keys(&mut app, "nbasic\n");
    assert_eq!(position(&app), "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.gpn");
    keys(&mut app, &format!(":b3\ns{}\n", path.display()));
    assert!(app.message().starts_with("saved to "), "{}", app.message());
    keys(&mut app, &format!("nstandard\nl{}\n", path.display()));
    assert_eq!(position(&app), "sS1S/5/6/S5s/6/5/s2S b 11 12 basic -- 2");
}

#[test]
fn buttons_help_and_quitting() {
    let mut app = app("standard", People::Both);
    keys(&mut app, "?");
    assert!(screen(&mut app).contains("any key goes back"));
    keys(&mut app, "q");
    assert!(!app.is_done(), "that key closed the help");
    keys(&mut app, ":g2\n");
    let text = screen(&mut app);
    let row = text.lines().position(|line| line.contains("[Undo u]")).unwrap();
    let column = text.lines().nth(row).unwrap().split("[Undo").next().unwrap().chars().count();
    click_at(&mut app, (column as u16 + 2, row as u16));
    assert_eq!(app.table().session().game().turns().len(), 0);
    keys(&mut app, "r");
    keys(&mut app, "q");
    assert!(!app.is_done() && screen(&mut app).contains("not saved; quit all the same?"));
    keys(&mut app, "nq");
    keys(&mut app, "y");
    assert!(app.is_done());
}

#[test]
fn resigning_is_confirmed() {
    let mut app = app("standard", People::Both);
    keys(&mut app, "Rn");
    assert!(app.table().session().ending().is_none());
    keys(&mut app, "Ry");
    assert!(screen(&mut app).contains("Black has won: White has resigned"));
    key(&mut app, KeyCode::Enter);
    assert_eq!(app.message(), "the game is over");
}

#[test]
fn hint_and_analysis() {
    let mut app = app("basic", People::Both);
    keys(&mut app, "h");
    assert!(app.message().starts_with("hint: ") && app.message().ends_with(", from the book)"), "{}", app.message());
    // A handicap is in no book: a search looks for the turn.
    keys(&mut app, "nbasic+W1\nh");
    assert_eq!(app.message(), "looking for a good turn ...");
    until(&mut app, |app| app.message().starts_with("hint: "));
    keys(&mut app, "a");
    until(&mut app, |app| app.lines.len() == 3);
    assert!(screen(&mut app).contains("analysis, depth "));
    keys(&mut app, "a");
    assert!(!screen(&mut app).contains("analysis, depth "));
}

#[test]
fn a_clock_that_has_run_out() {
    let clock = Some("0.001".parse().unwrap());
    let mut app = app_with("standard", Setup { people: People::Both, clock, ..Setup::default() });
    std::thread::sleep(Duration::from_millis(5));
    app.tick();
    let text = screen(&mut app);
    assert!(text.contains("Black has won: White's time is over"), "{text}");
    assert!(text.contains("clock          0.0     0.0"), "{text}");
}

#[test]
fn a_small_terminal_is_told_so() {
    let mut app = app("standard", People::Both);
    assert!(screen_of(&mut app, 40, 10).contains("the terminal needs 80 x 24, it has 40 x 10".split_at(38).0));
    for (width, height) in [(1, 1), (80, 23), (79, 24), (200, 60)] {
        screen_of(&mut app, width, height);
    }
}
