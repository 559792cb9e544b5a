//! `gipfel tune`: what it finds, how it goes on, what it refuses.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;
use std::path::Path;

fn tune(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("gipfel").unwrap();
    command.current_dir(folder).arg("tune").args(words);
    if !words.contains(&"--openings") {
        command.args(["--openings", "20"]);
    }
    command
}

/// The estimate of the only parameter.
fn found(journal: &Path) -> f64 {
    let text = fs::read_to_string(journal).unwrap();
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    last["batch"]["values"][0].as_f64().unwrap()
}

/// The fewer lines it searches, the better the first one is; and cut anywhere, the journal goes on to the same end.
#[test]
fn a_stronger_value_is_found_however_often_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--param", "MultiPV=9,2,1,16", "--pairs", "48", "--batch", "6", "--rate", "0.1", "--nodes", "400"];
    tune(folder.path(), &words)
        .assert()
        .success()
        .stdout(predicate::str::contains("48 pairs of games; as settings of an engine: option.MultiPV="));
    let journal = folder.path().join("tune.journal");
    assert!(found(&journal) < 4.0, "{}", found(&journal));
    let whole = fs::read(&journal).unwrap();
    let lines: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    assert_eq!(lines.len(), 1 + 8);
    for cut in [lines[0], lines[4] - 1, lines[6] - 9, whole.len()] {
        fs::write(&journal, &whole[..cut]).unwrap();
        tune(folder.path(), &words).args(["--concurrency", "1"]).assert().success();
        assert_eq!(fs::read(&journal).unwrap().len(), whole.len(), "cut after {cut} bytes");
        assert!(fs::read(&journal).unwrap().ends_with(&whole[lines[0]..]), "cut after {cut} bytes");
    }
    let refused = |what: &str| predicate::str::contains(what.to_owned());
    tune(folder.path(), &words).args(["--seed", "2"]).assert().code(1).stderr(refused("with other settings"));
    fs::write(&journal, "{}\n").unwrap();
    tune(folder.path(), &words).assert().code(1).stderr(refused("is not the journal of a tuning"));
    assert_eq!(fs::read(&journal).unwrap(), b"{}\n");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refuse = |words: &[&str], code, what: &str| {
        tune(folder.path(), words).assert().code(code).stderr(predicate::str::contains(what.to_owned()));
    };
    refuse(&[], 2, "--param");
    refuse(&["--param", "x=1,2,3"], 2, "expected NAME");
    refuse(&["--param", "Nothing"], 2, "Hash");
    if !cfg!(feature = "tune") {
        refuse(&["--param", "Reduction_Factor=40,8"], 2, "cargo build --release --features tune");
    }
    refuse(&["--param", "Hash=0"], 2, "is not from 1");
    refuse(&["--param", "Hash", "--engine", "./missing"], 1, "missing");
    refuse(&["--param", "Hash", "--openings", "missing.txt"], 1, "missing.txt");
    refuse(&["--param", "Hash", "--variant", "chess"], 1, "chess");
    assert!(!folder.path().join("tune.journal").exists());
}
