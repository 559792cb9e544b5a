//! `gipfel match` over real processes: engines that fail in every way, kills, signals, shards.

mod arena_common;

use arena_common::{assert_gone, events, faulty, gipfel, json_lines, run, wait_until};
use gipfel::arena::journal;
use gipfel::notation::RecordReader;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A match in a folder of its own, its journal called `j`.
fn match_in(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = gipfel();
    command.current_dir(folder).args(["match", "--json", "--journal", "j"]).args(arguments);
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// An engine with a fault, called `bad`, that writes down its processes.
fn bad(folder: &TempDir, fault: &str) -> String {
    format!("name=bad env.FAULTY_PIDS={} {}", folder.path().join("pids").display(), faulty(fault))
}

const GOOD: &str = "name=good builtin:greedy";

/// Plays one pair of the faulty engine against a good one, with these further arguments; gives the output's objects.
fn pair_against(folder: &TempDir, fault: &str, arguments: &[&str]) -> (Vec<Value>, Option<i32>) {
    let engine = bad(folder, fault);
    let mut all = vec!["--engine", &engine, "--engine", GOOD, "--pairs", "1", "--concurrency", "1"];
    all.extend(arguments);
    let output = run(&mut match_in(folder, &all));
    (json_lines(&output.stdout), output.status.code())
}

/// Each fault loses both games with its own word, the match goes on to its end, and nothing stays behind.
#[test]
fn a_failure_loses_the_game_and_the_match_goes_on() {
    let quick = ["--nodes", "50", "--deadline", "turn=2s", "--deadline", "quit=200ms"];
    let timed = ["--movetime", "100ms", "--margin", "50ms", "--deadline", "late=3s"];
    let cases: [(&str, &str, &[&str]); 8] = [
        ("crashes=3", "crash", &quick),
        ("crashes=0", "crash", &quick),
        ("closes-stdout", "output-closed", &quick),
        ("hangs=2", "hang", &quick),
        ("garbage", "hang", &quick),
        ("garbage-line", "hang", &quick),
        ("illegal", "illegal-turn", &quick),
        ("late=600", "time-forfeit", &timed),
    ];
    for (fault, word, arguments) in cases {
        let folder = folder();
        let (lines, status) = pair_against(&folder, fault, arguments);
        let games = events(&lines, "game");
        assert_eq!((games.len(), status), (2, Some(0)), "{fault}: {lines:#?}");
        for game in games {
            assert_eq!(game["termination"], word, "{fault}: {game}");
            assert_eq!(game["result"], if game["white"] == "bad" { "0-1" } else { "1-0" }, "{fault}: {game}");
            let log = folder.path().join(game["log"].as_str().expect("a transcript"));
            let log = std::fs::read_to_string(log).expect("the transcript");
            assert!(log.contains("=== White: ") && log.contains("> uginewgame"), "{fault}: {log}");
            assert!(!fault.starts_with("crashes") || log.contains("--- stderr\nlast words"), "{fault}: {log}");
        }
        let standings = events(&lines, "standings")[0];
        assert_eq!(standings["engines"][0]["failures"][word], 2, "{fault}");
        assert_gone(&folder.path().join("pids"));
    }
}

#[test]
fn an_overrun_is_recorded_and_forgiven_within_the_margin() {
    let folder = folder();
    let (lines, _) = pair_against(&folder, "late=600", &["--movetime", "100ms", "--deadline", "late=3s"]);
    assert_eq!(events(&lines, "game").len(), 2);
    let contents = journal::read(&folder.path().join("j")).expect("a journal");
    let overrun = contents.games[0].overrun.expect("an overrun");
    assert!((0.4..5.0).contains(&overrun), "{overrun}");

    let folder = self::folder();
    let arguments = ["--movetime", "20ms", "--margin", "30s", "--max-turns", "6"];
    let (lines, _) = pair_against(&folder, "late=100", &arguments);
    assert!(events(&lines, "game").iter().all(|game| game["termination"] == "turn-limit"), "{lines:#?}");
    let contents = journal::read(&folder.path().join("j")).expect("a journal");
    let late = contents.games.iter().flat_map(|game| &game.turns).filter(|turn| turn.overrun.is_some()).count();
    assert!(late >= 6, "{contents:?}");
}

/// Engines that end badly, and those with children of their own, are gone after a match without failures.
#[test]
fn nothing_stays_behind() {
    for fault in ["ignores-quit", "ignores-eof", "child", "child-apart", "talks-on-stderr"] {
        let folder = folder();
        let (lines, status) =
            pair_against(&folder, fault, &["--nodes", "20", "--deadline", "quit=300ms", "--max-turns", "10"]);
        assert_eq!((events(&lines, "game").len(), status), (2, Some(0)), "{fault}: {lines:#?}");
        assert!(events(&lines, "game").iter().all(|game| game["log"].is_null()), "{fault}");
        assert_gone(&folder.path().join("pids"));
    }
}

#[test]
fn a_game_that_never_started_is_not_scored() {
    for fault in ["dies-at-newgame", "hangs-at-newgame"] {
        let folder = folder();
        let (lines, status) = pair_against(&folder, fault, &["--nodes", "20", "--deadline", "new-game=300ms"]);
        assert_eq!(events(&lines, "game").len(), 0, "{fault}: {lines:#?}");
        let missing = events(&lines, "not-started");
        assert_eq!((missing.len(), status), (2, Some(1)), "{fault}: {lines:#?}");
        assert!(missing.iter().all(|event| event["engine"] == "bad"));
        assert_eq!(events(&lines, "standings")[0]["games"], 0);
        assert_gone(&folder.path().join("pids"));
    }
}

#[test]
fn an_engine_that_does_not_start_is_found_out_before_the_first_game() {
    for fault in ["no-start", "exits-at-start"] {
        let folder = folder();
        let (lines, status) = pair_against(&folder, fault, &["--deadline", "start=500ms"]);
        assert_eq!((lines.len(), status), (0, Some(1)), "{fault}");
        assert!(!folder.path().join("j").exists());
        assert_gone(&folder.path().join("pids"));
    }
    let folder = folder();
    let output = run(&mut match_in(&folder, &["--engine", "/no/such/program", "--engine", GOOD]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/program"));
}

#[test]
fn strict_stops_at_the_first_failure() {
    let folder = folder();
    let (lines, status) = pair_against(&folder, "illegal", &["--nodes", "20", "--strict"]);
    assert_eq!((events(&lines, "game").len(), status), (1, Some(1)), "{lines:#?}");
    assert_eq!(events(&lines, "end")[0]["reason"], "failed");
    assert_gone(&folder.path().join("pids"));
}

/// A match of quick games that chance decides: by the seed, so that every run of it plays the same games.
fn random_match(folder: &TempDir, journal: &str, more: &[&str]) -> Command {
    let mut command = gipfel();
    command.current_dir(folder).args(["match", "--json", "--journal", journal, "--engine", "name=a builtin:random"]);
    command.args(["--engine", "name=b builtin:random", "--openings", "30", "--plies", "4", "--imbalance", "2000"]);
    command.args(["--pairs", "60", "--seed", "5"]).args(more);
    command
}

/// What must not depend on how often a match was interrupted.
fn essence(journal: &Path) -> Vec<(usize, String, usize)> {
    let contents = journal::read(journal).expect("a journal");
    let mut games: Vec<_> = contents
        .games
        .iter()
        .map(|game| {
            let turns: Vec<&str> = game.turns.iter().map(|turn| turn.turn.as_str()).collect();
            (game.game, format!("{} {} {}", game.white, game.result, turns.join(" ")), game.opening)
        })
        .collect();
    games.sort();
    games
}

/// Killed at random moments, the match is resumed until it is whole: no game is lost, none played twice, and each is the
/// game that an undisturbed match plays.
#[test]
fn a_match_killed_at_random_moments_goes_on() {
    let folder = folder();
    assert!(run(&mut random_match(&folder, "whole", &[])).status.success());
    let whole = essence(&folder.path().join("whole"));
    assert_eq!(whole.iter().map(|game| game.0).collect::<Vec<_>>(), (0..120).collect::<Vec<_>>());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut kills = 0;
    for round in 0..3 {
        let name = format!("killed{round}");
        let path = folder.path().join(&name);
        let mut first = true;
        loop {
            let mut command = if path.exists() {
                let mut command = gipfel();
                command.current_dir(&folder).args(["match", "--json", "--resume", &name]);
                command
            } else {
                assert!(first || kills > 0);
                random_match(&folder, &name, &[])
            };
            first = false;
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            // At last it may go on to its end.
            let wait = Duration::from_millis(if kills < 20 * (round + 1) { rng.random_range(0..60) } else { 60_000 });
            let ended = wait_for(&mut child, wait);
            if ended.is_some_and(|code| code == Some(0)) {
                break;
            }
            assert_eq!(ended, None, "the match failed");
            child.kill().and_then(|()| child.wait()).expect("it is killed");
            kills += 1;
            // A torn end, as a power cut leaves it.
            if kills % 3 == 0 && path.exists() {
                let mut text = std::fs::read(&path).expect("a journal");
                let header = text.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
                let cut = text.len().saturating_sub(rng.random_range(1..200)).max(header);
                text.truncate(cut);
                std::fs::write(&path, text).expect("it can be written");
            }
        }
        assert_eq!(essence(&path), whole, "round {round}");
    }
    // How many there are depends on the speed of the machine.
    assert!(kills >= 3, "{kills}");
}

/// The exit status, if the program ends in time.
fn wait_for(child: &mut Child, time: Duration) -> Option<Option<i32>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status.code());
        }
        if start.elapsed() >= time {
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn two_parts_joined_are_the_whole() {
    let folder = folder();
    for (journal, shard) in [("whole", "1/1"), ("one", "1/2"), ("two", "2/2")] {
        assert!(run(&mut random_match(&folder, journal, &["--shard", shard])).status.success());
    }
    let merge = |journals: &[&str]| {
        let mut command = gipfel();
        command.current_dir(&folder).args(["match", "--json", "--gpn", "all.gpn", "--merge"]).args(journals);
        let output = run(&mut command);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        json_lines(&output.stdout)
    };
    assert_eq!(essence(&folder.path().join("one")).len(), 60);
    let joined = merge(&["one", "two"]);
    let records = std::fs::read(folder.path().join("all.gpn")).expect("records");
    assert_eq!(RecordReader::new(records.as_slice()).filter(Result::is_ok).count(), 120);
    assert_eq!(joined[0]["games"], 120);
    let whole = merge(&["whole"]);
    // Time is no part of the result.
    for key in ["games", "white", "terminations", "pairings"] {
        assert_eq!(joined[0][key], whole[0][key], "{key}");
    }
}

/// A match that would take long, with engines that make trouble; it has begun when their processes are there.
fn long_match(folder: &TempDir, fault: &str, engines: usize) -> Child {
    let engine = bad(folder, fault);
    let other = engine.replace("name=bad", "name=worse");
    let mut command = match_in(folder, &["--engine", &engine, "--engine", &other, "--movetime", "30s"]);
    command.args(["--concurrency", "1", "--deadline", "quit=500ms"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs");
    // Each engine is tried once before; then the two of the first game start.
    let pids = folder.path().join("pids");
    wait_until("the first game begins", || arena_common::process_numbers(&pids).len() >= 2 * engines);
    std::thread::sleep(Duration::from_millis(200));
    child
}

fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).expect("it lives");
}

#[test]
fn an_interrupted_match_ends_in_order() {
    for (fault, each, sent) in
        [("none", 1, Signal::SIGINT), ("ignores-quit", 1, Signal::SIGTERM), ("child", 2, Signal::SIGINT)]
    {
        let folder = folder();
        let child = long_match(&folder, fault, 2 * each);
        signal(&child, sent);
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("gipfel match --resume j"), "{fault}: {text}");
        assert_eq!(output.status.code(), Some(1), "{fault}: {text}");
        assert_gone(&folder.path().join("pids"));
        assert_eq!(journal::read(&folder.path().join("j")).expect("a journal").games, []);
    }
}

/// Nobody can end the engines of a runner that is killed; the end of their input does.
#[test]
fn engines_of_a_killed_match_end_by_themselves() {
    let folder = folder();
    let child = long_match(&folder, "none", 2);
    signal(&child, Signal::SIGKILL);
    assert!(!child.wait_with_output().expect("it ends").status.success());
    assert_gone(&folder.path().join("pids"));
    assert_eq!(journal::read(&folder.path().join("j")).expect("a journal").games, []);
}

#[test]
fn a_second_signal_ends_at_once() {
    let folder = folder();
    let engine = bad(&folder, "ignores-quit");
    let mut command = match_in(&folder, &["--engine", &engine, "--engine", &engine.replace("=bad", "=worse")]);
    command.args(["--movetime", "30s", "--concurrency", "1", "--deadline", "quit=60s"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    // Trying the engines takes their whole grace: signals count from there on too.
    wait_until("an engine runs", || arena_common::process_numbers(&folder.path().join("pids")).len() == 1);
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, Signal::SIGINT);
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, Signal::SIGINT);
    let code = wait_for(&mut child, Duration::from_secs(20));
    assert_eq!(code, Some(Some(130)));
    assert_gone(&folder.path().join("pids"));
}

#[test]
fn a_sequential_test_stops_early() {
    let folder = folder();
    let arguments = ["--engine", GOOD, "--engine", "builtin:random", "--openings", "100", "--pairs", "500"];
    let output = run(match_in(&folder, &arguments).args(["--sprt", "0,50,0.05,0.05", "--max-turns", "100"]));
    let lines = json_lines(&output.stdout);
    assert_eq!(events(&lines, "end")[0]["reason"], "decided");
    let standings = events(&lines, "standings")[0];
    assert_eq!(standings["sprt"]["verdict"], "accepted");
    assert!(standings["games"].as_u64().is_some_and(|games| games < 200), "{standings}");
    // Going on changes nothing.
    let again = run(gipfel().current_dir(&folder).args(["match", "--json", "--resume", "j"]));
    assert_eq!(events(&json_lines(&again.stdout), "standings")[0]["games"], standings["games"]);
}

#[test]
fn a_tournament_of_three_with_all_files() {
    let folder = folder();
    let arguments = ["--engine", "builtin:random", "--engine", "builtin:greedy", "--engine", "builtin:depth2"];
    let more = ["--openings", "5", "--pairs", "5", "--gpn", "games.gpn", "--plot", "plot.svg", "--variant", "basic"];
    let output = run(match_in(&folder, &arguments).args(more));
    let lines = json_lines(&output.stdout);
    assert_eq!(events(&lines, "game").len(), 30);
    let standings = events(&lines, "standings")[0];
    let elo = |i: usize| standings["engines"][i]["rating"]["elo"].as_f64().expect("a rating");
    assert!(elo(0) < elo(1) && elo(1) < elo(2), "{standings}");
    let records = std::fs::read(folder.path().join("games.gpn")).expect("records");
    let records: Vec<_> = RecordReader::new(records.as_slice()).collect::<Result<_, _>>().expect("good records");
    assert_eq!(records.len(), 30);
    assert!(records.iter().all(|record| record.warnings.is_empty() && record.tags.get("Termination").is_some()));
    let plot = std::fs::read_to_string(folder.path().join("plot.svg")).expect("a plot");
    assert_eq!(plot.matches("<polyline").count(), 3);
}

#[test]
fn the_command_line_and_the_file_say_the_same() {
    let folder = folder();
    std::fs::write(folder.path().join("openings"), "standard e1-e3\nbasic\ntournament Ge2 Ge8\n").expect("a file");
    let arguments =
        ["--engine", "name=x nodes=5 builtin:greedy", "--engine", "builtin:random", "--openings", "openings"];
    let more = ["--pairs", "3", "--dry-run", "--save-config", "match.toml", "--adjudicate", "900,4", "--seed", "8"];
    let dry = |arguments: &[&str]| {
        let output = run(gipfel().current_dir(&folder).arg("match").args(arguments));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let from_words = dry(&[arguments.as_slice(), more.as_slice()].concat());
    let from_file = dry(&["--config", "match.toml", "--dry-run"]);
    assert_eq!(from_words, from_file);
    assert!(from_words.contains("game 6: ") && from_words.contains("basic"), "{from_words}");
    assert!(!folder.path().join("j").exists());
}

#[test]
fn repeated_openings_are_warned_of() {
    let folder = folder();
    let arguments = ["match", "--dry-run", "--engine", "builtin:greedy", "--engine", "builtin:random", "--pairs", "9"];
    let output = run(gipfel().current_dir(&folder).args(arguments));
    assert!(String::from_utf8_lossy(&output.stderr).contains("WARNING: OPENINGS REPEAT"));
    let output = run(gipfel().current_dir(&folder).args(arguments).args(["--openings", "9"]));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn wrong_usage_is_named() {
    let folder = folder();
    for (arguments, message) in [
        (vec!["--engine", GOOD], "at least two engines"),
        (vec!["--engine", GOOD, "--engine", "builtin:nobody"], "builtin:nobody"),
        (vec!["--engine", GOOD, "--engine", GOOD], "two engines are called"),
        (vec!["--engine", "tc=x", "--engine", GOOD], "no clock"),
        (vec!["--engine", GOOD, "--engine", "builtin:random", "--openings", "nofile"], "nofile"),
        (vec!["--sprt", "5,0,0.05,0.05"], "elo0 must be below"),
        (vec!["--shard", "3/2"], "is no part"),
        (vec!["--resume", "nojournal"], "nojournal"),
        (vec!["--config", "nofile"], "nofile"),
    ] {
        let output = run(gipfel().current_dir(&folder).arg("match").args(&arguments));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(message), "{arguments:?}: {text}");
    }
}
