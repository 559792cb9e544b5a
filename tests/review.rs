//! Reviews through the binary: files, folders, streams, interruptions.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use gipfel::notation::{Annotations, Record, RecordReader};
use predicates::prelude::*;
use roxmltree::{Document, ParsingOptions};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const SHORT: &str = "[Event \"A & <b>\"]\n[White \"Anna\"]\n[Variant \"tournament\"]\n\n\
                     {hello} 1. Ge8 Gd8-f7 {[%time 1.50] fine} ( 1... Gb2 ) 2. Ge9-e7 *\n\n";
const FORMATS: [&str; 4] = ["gpn", "md", "json", "html"];

fn review() -> Command {
    let mut command = Command::new(cargo_bin!("gipfel"));
    command.arg("review");
    command
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn records(path: &Path) -> Vec<Record> {
    RecordReader::new(fs::read(path).unwrap().as_slice()).map(Result::unwrap).collect()
}

/// A whole game of `tests/data/games.txt`: the longest of the start.
fn whole_game() -> String {
    let games = include_str!("data/games.txt");
    let line = games.lines().find(|line| line.starts_with("standard")).unwrap();
    let (turns, _) = line.strip_prefix("standard ").unwrap().split_once(" => ").unwrap();
    format!("[Variant \"standard\"]\n\n{turns} 0-1\n\n")
}

#[test]
fn a_file_becomes_four() {
    let folder = tempfile::tempdir().unwrap();
    let empty = "[Variant \"basic+W2\"]\n\n*\n\n";
    let black = "[Variant \"basic\"]\n[Position \"s2S/5/6/S5s/6/5/s2S b 12 12 basic -- 8\"]\n\n1... b3 *\n\n";
    let file = write(folder.path(), "games.gpn", &[SHORT, empty, black].concat());
    let said =
        predicate::str::contains("Anna - Black, * (3 turns)").and(predicate::str::contains("games.review.html\n"));
    review().arg(&file).args(["--depth", "2", "--threads", "2"]).assert().success().stdout(said).stderr("");
    let place = |format: &str| folder.path().join(format!("games.review.{format}"));
    let read = |format: &str| fs::read_to_string(place(format)).unwrap();

    let annotated = records(&place("gpn"));
    assert_eq!(annotated.iter().map(|record| record.line.nodes.len()).collect::<Vec<_>>(), [3, 0, 1]);
    let nodes = &annotated[0].line.nodes;
    assert!(nodes.iter().all(|node| Annotations::read(&node.comments[0]).eval.is_some()));
    assert_eq!((annotated[0].line.comments[0].as_str(), nodes[1].comments[1].as_str()), ("hello", "[%time 1.50] fine"));
    assert_eq!(nodes[1].variations[0].nodes[0].text(), "Gb2");

    let json: Value = serde_json::from_str(&read("json")).unwrap();
    let games = json["games"].as_array().unwrap();
    assert_eq!((json["version"].as_u64(), games.len()), (Some(1), 3));
    assert_eq!(games[0]["turns"].as_array().unwrap().len(), 3);
    for turn in games.iter().flat_map(|game| game["turns"].as_array().unwrap()) {
        let [win, before, loss] = ["win", "win_before", "loss"].map(|field| turn[field].as_f64().unwrap());
        assert!((0.0..=1.0).contains(&win) && loss >= 0.0 && (before - win - loss).abs() < 2e-4, "{turn}");
    }

    let html = read("html");
    let document =
        Document::parse_with_options(&html, ParsingOptions { allow_dtd: true, ..Default::default() }).unwrap();
    let boards = document.descendants().filter(|node| node.attribute("class") == Some("ply")).count();
    assert_eq!(boards, 4 + 1 + 2);
    assert!(html.contains("A &amp; &lt;b&gt;") && !html.contains("<b>"));
    assert_eq!(read("md").matches("\n## The end\n").count(), 3);
    assert!(!folder.path().join("gipfel-review.journal").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5, "no other files are left");
}

#[test]
fn a_folder_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/reviews");
    write(folder.path(), "a.gpn", SHORT);
    write(folder.path(), "b.gpn", "[Variant \"basic\"]\n\n1. b3 e5 *\n");
    write(folder.path(), "c.gpn", "[Variant \"basic\"]\n\n1. b3 *\n");
    let warning = predicate::str::contains("b.gpn: line 3, column 7: e5 is not at the board's edge")
        .and(predicate::str::ends_with("error: 1 game was refused\n"));
    let mut command = review();
    command.arg(folder.path()).args(["--depth", "1", "--format", "json,md", "--out"]).arg(&out);
    command.assert().code(1).stderr(warning);
    let mut names: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.review.json", "a.review.md", "c.review.json", "c.review.md"]);
}

#[test]
fn streams() {
    let mut command = review();
    command.args(["-", "--depth", "1", "--format", "md"]).write_stdin(SHORT);
    command.assert().success().stdout(predicate::str::starts_with("# Anna - Black, \\*\n")).stderr("");
    let mut command = review();
    command.args(["-", "--depth", "1"]).write_stdin(SHORT);
    command.assert().code(2).stderr(predicate::str::contains("name the one --format"));
}

#[test]
fn what_cannot_be_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let bad = write(folder.path(), "bad.gpn", "[Variant \"basic\"]\n\n1. b3 b3-b4 *\n");
    review().arg(&bad).assert().code(1).stderr(predicate::str::contains("bad.gpn: line 3, column 7: "));
    let empty = write(folder.path(), "empty.gpn", "");
    review().arg(&empty).assert().code(1).stderr(predicate::str::contains("there is no game in it"));
    let none = folder.path().join("none.gpn");
    review().arg(&none).assert().code(1).stderr(predicate::str::contains("error: cannot read "));
    let inside = folder.path().join("inside");
    fs::create_dir(&inside).unwrap();
    review().arg(&inside).assert().code(1).stderr(predicate::str::contains("has no files that end in .gpn"));
}

/// Ctrl-C in the middle; then the same command goes on, and the result is that of an uninterrupted review.
#[cfg(unix)]
#[test]
fn interrupted_and_resumed() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process;
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let file = write(folder.path(), "games.gpn", &[SHORT, &whole_game()].concat());
    let nodes = ["--nodes", "12000", "--hash", "1", "--out"];
    review().arg(&file).args(nodes).arg(&whole).args(["--threads", "2"]).assert().success();

    let command = || {
        let mut command = process::Command::new(cargo_bin!("gipfel"));
        command.arg("review").arg(&file).args(nodes).arg(&parts).args(["--threads", "1"]);
        command
    };
    let journal = parts.join("gipfel-review.journal");
    let positions =
        || fs::read(&journal).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count().max(1) - 1);
    let mut child = command().stderr(process::Stdio::piped()).stdout(process::Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while positions() < 8 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let known = positions();
    assert!((8..37).contains(&known), "{known}");
    assert!(!parts.join("games.review.json").exists());

    let output = command().output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains(&format!("{known} positions are known")), "{said}");
    for format in FORMATS {
        let read = |folder: &Path| fs::read_to_string(folder.join(format!("games.review.{format}"))).unwrap();
        assert_eq!(read(&parts), read(&whole), "{format}");
    }
    assert!(!journal.exists());
}

#[test]
fn another_review_s_journal_is_not_mixed_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "game.gpn", SHORT);
    let header = format!(
        "{{\"review\":\"gipfel {}\",\"settings\":{{\"time\":null,\"nodes\":7,\"depth\":null,\"multipv\":3,\"hash\":16}}}}\n",
        env!("CARGO_PKG_VERSION")
    );
    let journal = write(folder.path(), "gipfel-review.journal", &header);
    let refused =
        predicate::str::contains("other settings (7 nodes a turn, 3 lines").and(predicate::str::contains("--restart"));
    review().arg(&file).args(["--nodes", "8"]).assert().code(1).stderr(refused);
    assert!(journal.exists());
    review().arg(&file).args(["--nodes", "8", "--restart"]).assert().success();
    assert!(!journal.exists());
}
