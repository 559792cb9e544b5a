//! The programs in `examples/` do what they say.

mod arena_common;

use arena_common::{example, run};
use std::process::Command;

/// What the example prints with these arguments.
fn output(name: &str, arguments: &[&str]) -> String {
    let output = run(Command::new(example(name)).args(arguments));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn legal_turns() {
    let text = output("legal_turns", &["tournament", "Ge8", "Gd8-f7"]);
    assert!(text.contains("\nGe9-e7\n") && text.ends_with(" turns\n"), "{text}");
    let turns = text.lines().skip_while(|line| !line.starts_with("Black played")).skip(1).count() - 1;
    assert!(text.ends_with(&format!("\n{turns} turns\n")), "{text}");
}

#[test]
fn analyse() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.svg");
    let text = output("analyse", &["standard", file.to_str().expect("a path")]);
    assert!(text.starts_with("depth  1  1. ") && text.contains("\nbest "), "{text}");
    let picture = std::fs::read_to_string(file).expect("the picture");
    assert!(picture.contains(">1. "), "the best line stands below the board");
}

#[test]
fn play_game() {
    let text = output("play_game", &["tournament", "200", "20"]);
    assert!(text.contains("[White \"Gipfel, 200 positions a turn\"]\n[Black \"Gipfel, 20 "), "{text}");
    assert!(text.contains("\n1. G") && (text.contains(" has won: ") || text.contains("\ndraw: ")), "{text}");
}

#[test]
fn external_engine() {
    let text = output("external_engine", &[env!("CARGO_BIN_EXE_gipfel")]);
    assert!(text.starts_with("playing against Gipfel"), "{text}");
    assert!(text.contains("Some(Decided("), "{text}");
    assert!(output("external_engine", &[]).starts_with("playing against "));
}
