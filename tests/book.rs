//! Opening books and suites, through the binary and as they lie in `openings/`.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use gipfel::arena::openings::{read, repeats};
use gipfel::board::Symmetry;
use gipfel::book::Book;
use gipfel::rules::{Position, Variant};
use gipfel::search::Luck;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use std::process;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn gipfel(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(cargo_bin!("gipfel"));
    command.current_dir(folder).args(line.split(' '));
    command
}

#[test]
fn the_suites_hold_over_a_thousand_different_openings_each() {
    for variant in Variant::ALL {
        let path = format!("{}/openings/{variant}.txt", env!("CARGO_MANIFEST_DIR"));
        // Each line names its start, whatever the match begins with.
        let openings = read(&fs::read_to_string(&path).unwrap(), Variant::Basic.into()).unwrap();
        assert!(openings.len() >= 1000, "{path}");
        assert_eq!(repeats(&openings), 0, "{path}");
        assert!(openings.iter().all(|opening| opening.start_word() == Some(variant.into())), "{path}");
    }
}

#[test]
fn the_built_in_book_knows_all_variants_and_is_in_order() {
    let book = Book::built_in();
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openings/book.txt")).unwrap();
    assert_eq!(book.to_string(), text);
    for variant in Variant::ALL {
        let mut position = Position::start(variant);
        let mut luck = Luck::seeded(1);
        let mut plies = 0;
        while let Some(known) = book.choose(&position, 10, &mut luck) {
            assert!(position.is_legal(known.turn));
            position = position.play(known.turn);
            plies += 1;
        }
        assert!(plies >= 3, "{variant}: {plies}");
        assert_eq!(book.reach(&Position::start(variant)), book.count(variant), "{variant}: nothing hangs loose");
        let image = position.transformed(Symmetry::ALL[7]);
        assert_eq!(book.contains(&image), book.contains(&position));
    }
}

#[test]
fn a_book_is_built_shown_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let build = "book build --nodes 200 --evalfile plain --positions 12 --out book.txt";
    gipfel(folder, build).assert().success().stdout(contains("standard: 12 positions, White "));
    let text = fs::read_to_string(folder.join("book.txt")).unwrap();
    gipfel(folder, build).assert().success().stdout(contains("this run: 0 searches"));
    assert_eq!(fs::read_to_string(folder.join("book.txt")).unwrap(), text);
    gipfel(folder, &format!("{build} --variant basic")).assert().success().stdout(contains("basic: 12 positions"));
    let shown = gipfel(folder, "book show standard --book book.txt").assert().success().get_output().stdout.clone();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains(", positions 12\n") && shown.contains("  score  depth  positions\n"), "{shown}");
    let unknown = gipfel(folder, "book show tournament --book book.txt").assert().success();
    unknown.stdout(contains("The book does not know this position."));
    let lines = gipfel(folder, "book export --book book.txt --json").assert().success().get_output().stdout.clone();
    let lines = String::from_utf8(lines).unwrap();
    assert_eq!(lines.lines().count(), 24);
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let position: Position = value["position"].as_str().unwrap().parse().unwrap();
        for turn in value["turns"].as_array().unwrap() {
            assert!(gipfel::notation::parse_turn(&position, turn["turn"].as_str().unwrap()).is_ok(), "{line}");
            assert!(turn["cp"].is_i64() || turn["mate"].is_i64(), "{line}");
        }
    }
    gipfel(folder, "book export --book book.txt --out book.tsv").assert().success().stdout("");
    let table = fs::read_to_string(folder.join("book.tsv")).unwrap();
    assert!(table.lines().all(|line| line.split('\t').count() == 5), "{table}");
    gipfel(folder, "book build --out book.tsv").assert().code(1).stderr(contains("not an opening book"));
    gipfel(folder, "book show --book nothing.txt")
        .assert()
        .code(1)
        .stderr(contains("cannot read the opening book nothing.txt"));
}

/// Kills the program as soon as the file has so many bytes.
fn kill_when_large(folder: &Path, line: &str, file: &str, bytes: u64) {
    let mut command = process::Command::new(cargo_bin!("gipfel"));
    let command = command.current_dir(folder).args(line.split(' ')).stdout(process::Stdio::null());
    let mut child = command.stderr(process::Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while fs::metadata(folder.join(file)).map_or(0, |metadata| metadata.len()) < bytes {
        assert!(start.elapsed() < Duration::from_secs(60));
        if child.try_wait().unwrap().is_some() {
            return;
        }
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn killed_work_goes_on_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let works = [
        ("book build --variant tournament --nodes 300 --evalfile plain --positions 25 --out", "book"),
        (
            "book suite --variant tournament --nodes 300 --evalfile plain --plies 4 --lines 25 --threads 2 --out",
            "suite",
        ),
    ];
    for (line, name) in works {
        let file = format!("{name}.txt");
        gipfel(folder, &format!("{line} whole-{file}")).assert().success();
        let whole = fs::read(folder.join(format!("whole-{file}"))).unwrap();
        for part in 1..5 {
            kill_when_large(folder, &format!("{line} {file}"), &file, whole.len() as u64 * part / 5);
        }
        gipfel(folder, &format!("{line} {file}")).assert().success().stdout(contains("25"));
        assert!(fs::read(folder.join(&file)).unwrap() == whole, "{name}");
    }
}

#[test]
fn matches_read_suites() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let suite =
        "book suite --variant basic --nodes 100 --evalfile plain --plies 4 --max-score 80 --lines 6 --out basic.txt";
    gipfel(folder, suite).assert().success().stdout(contains("openings 6, ").and(contains(" % of ")));
    let game = "match --engine builtin:random --engine builtin:greedy --openings basic.txt --pairs 6 --dry-run";
    let planned = gipfel(folder, game).assert().success().get_output().stdout.clone();
    let planned = String::from_utf8(planned).unwrap();
    assert!(planned.contains("basic "), "{planned}");
    let other = gipfel(folder, &format!("{suite} --seed 2")).assert().code(1);
    other.stderr(contains("basic.txt was made with other settings"));
    let few = "book suite --variant tournament --plies 1 --nodes 20 --max-score 5000 --lines 50 --out few.txt";
    gipfel(folder, few).assert().code(1).stderr(contains("after 2 that were"));
}
