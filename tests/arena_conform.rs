//! `gipfel conform`: our own engine passes whole, and an engine with one fault fails exactly the check for it.

mod arena_common;

use arena_common::{faulty, gipfel, json_lines, run};
use serde_json::Value;
use std::sync::Mutex;

/// The checks that failed, and all findings.
fn check(command: &str, level: &str, timeout: &str) -> (Vec<String>, Vec<Value>, Option<i32>) {
    let mut conform = gipfel();
    conform.args(["conform", "--json", "--games", "3", "--level", level, "--timeout", timeout, command]);
    let output = run(&mut conform);
    let findings = json_lines(&output.stdout);
    let failed = findings.iter().filter(|finding| finding["outcome"] == "fail");
    let failed = failed.map(|finding| finding["name"].as_str().expect("a name").to_owned()).collect();
    (failed, findings, output.status.code())
}

#[test]
fn our_own_engine_passes_whole() {
    let output = run(gipfel().args(["conform", "--level", "gipfel", env!("CARGO_BIN_EXE_gipfel")]));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.lines().rev().skip(1).all(|line| line.starts_with("pass ")), "{text}");
    assert!(text.lines().count() > 50);
}

#[test]
fn a_failure_tells_what_was_sent_received_and_expected() {
    let (failed, findings, status) = check(&faulty("always-p1turn"), "ugi", "5s");
    assert_eq!((failed.as_slice(), status), (["query-p1turn".to_owned()].as_slice(), Some(1)));
    let finding = findings.iter().find(|finding| finding["name"] == "query-p1turn").expect("the finding");
    assert!(finding["sent"].as_array().is_some_and(|lines| lines.contains(&"query p1turn".into())), "{finding}");
    assert!(finding["received"].as_array().is_some_and(|lines| lines.contains(&"response true".into())));
    assert_eq!(finding["expected"], "query p1turn: response false");
}

#[test]
fn a_program_that_is_none_or_says_nothing_fails_the_handshake() {
    for command in ["/no/such/program", "true", "sleep 60"] {
        let (failed, findings, status) = check(command, "gipfel", "500ms");
        assert_eq!((failed.as_slice(), status), (["handshake".to_owned()].as_slice(), Some(1)), "{command}");
        assert!(findings.iter().skip(1).all(|finding| finding["outcome"] == "not-offered"), "{command}");
    }
}

#[test]
fn what_is_not_offered_is_not_held_against_an_engine() {
    let (failed, findings, status) = check("builtin:greedy", "ugi", "2s");
    // The built-in players speak no more of the protocol than a match needs.
    assert_eq!(status, Some(1));
    assert!(failed.iter().all(|name| !["legal-turns", "go-depth", "position"].contains(&name.as_str())), "{failed:?}");
    let turns = findings.iter().find(|finding| finding["name"] == "legal-turns").expect("the finding");
    assert_eq!(turns["outcome"], "not-offered");
}

/// A fault, the level at which it is looked for, and the one check that fails.
const FAULTS: &[(&str, &str, &str)] = &[
    ("no-name", "gipfel", "handshake"),
    ("two-readyoks", "gipfel", "isready"),
    ("dies-at-newgame", "ugi", "new-game"),
    ("illegal-after-seven", "ugi", "position"),
    ("illegal-depth", "ugi", "go-depth"),
    ("illegal-nodes", "gipfel", "go-nodes"),
    ("illegal-movetime", "gipfel", "go-movetime"),
    ("illegal-clock", "gipfel", "go-clock"),
    ("two-bestmoves", "ugi", "one-bestmove"),
    ("ignores-stop", "ugi", "stop"),
    ("always-p1turn", "gipfel", "query-p1turn"),
    ("never-over", "ugi", "query-gameover"),
    ("no-winner", "gipfel", "query-result"),
    ("ignores-quit", "ugi", "quit"),
    ("ignores-eof", "ugi", "end-of-input"),
    ("misses-a-turn", "ugi", "legal-turns"),
    ("illegal-in-games", "gipfel", "legal-bestmoves"),
    ("miscounts-position", "gipfel", "query-position"),
    ("wrong-variant", "gipfel", "query-variant"),
    ("gives-no-reason", "gipfel", "query-legal"),
    ("state-never-over", "gipfel", "query-state"),
    ("hides-too-many", "gipfel", "too-many-turns"),
    ("no-handicap", "gipfel", "variants"),
    ("fen-without-turns", "gipfel", "position-fen"),
    ("no-moves", "gipfel", "moves"),
    ("miscounts-perft", "gipfel", "perft"),
    ("stops-no-perft", "gipfel", "perft-stop"),
    ("no-searchmoves", "gipfel", "searchmoves"),
    ("no-ponder", "gipfel", "ponder"),
    ("no-turn-limit", "gipfel", "turn-limit"),
    ("short-help", "gipfel", "help"),
    ("draws-nothing", "gipfel", "d"),
    ("noisy", "gipfel", "clean-output"),
    ("hates-blank-lines", "gipfel", "blank-lines"),
    ("hates-crlf", "gipfel", "crlf"),
    ("hides-unknown-command", "gipfel", "unknown-command"),
    ("hides-bad-argument", "gipfel", "unknown-word"),
    ("hides-long-line", "gipfel", "long-line"),
    ("hides-not-utf8", "gipfel", "not-utf8"),
    ("takes-any-value", "gipfel", "option-ranges"),
    ("takes-any-option", "gipfel", "option-names"),
    ("hides-bad-position", "gipfel", "bad-position"),
    ("hides-illegal-turn", "gipfel", "illegal-turn"),
    ("forgets-at-errors", "gipfel", "errors-change-nothing"),
    ("no-info", "gipfel", "info-lines"),
    ("unlost", "gipfel", "finished-game"),
    ("illegal-in-haste", "gipfel", "zero-time"),
    ("ends-infinite", "gipfel", "infinite-holds"),
    ("deaf-while-searching", "gipfel", "serves-while-searching"),
    ("hides-busy", "gipfel", "busy"),
    ("resents-stop", "gipfel", "stop-at-rest"),
    ("dies-of-many-turns", "gipfel", "many-turns"),
    ("bad-status", "gipfel", "quit-status"),
    ("quits-without-bestmove", "gipfel", "quit-while-searching"),
    ("ends-without-bestmove", "gipfel", "end-while-searching"),
];

#[test]
fn a_broken_engine_fails_exactly_the_check_that_it_breaks() {
    let (left, wrong) = (Mutex::new(FAULTS.iter()), Mutex::new(Vec::new()));
    // The conversations mostly wait: many at the same time take little longer than one.
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some(&(fault, level, expected)) = next else { return };
                    let (failed, ..) = check(&faulty(fault), level, "3s");
                    if failed != [expected] {
                        wrong.lock().unwrap().push(format!("{fault}: expected {expected}, failed {failed:?}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn there_is_a_fault_for_every_check() {
    let tested: Vec<&str> = FAULTS.iter().map(|(_, _, check)| *check).collect();
    for (name, ..) in gipfel::arena::conform::checks() {
        assert!(tested.contains(&name), "no broken engine for {name}");
    }
}
