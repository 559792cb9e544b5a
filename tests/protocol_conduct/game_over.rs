//! Games that are over, by the rules or by a claim.

use crate::check_answer;
use crate::protocol_harness::{Client, FINISHED, REPEATABLE, REPEATING};

#[test]
fn a_finished_game_has_no_turn() {
    let mut client = Client::at(FINISHED);
    for line in ["go depth 3", "go movetime 0", "go nodes 1", "go p1time 1000 p2time 1000", "go mate 3"] {
        assert_eq!(client.go(line), ["info depth 0 score mate 0 nodes 0 time 0", "bestmove none"]);
    }
    client.send("go infinite");
    assert_eq!(client.line(), "info depth 0 score mate 0 nodes 0 time 0");
    client.sync();
    client.send("stop");
    assert_eq!(client.line(), "bestmove none");
    client.sync();
    assert_eq!(client.ask("perft 3"), "response perft total 0");
    assert_eq!(client.ask("perft 0"), "response perft total 1");
}

#[test]
fn claims_are_told_and_change_nothing_else() {
    let mut client = Client::at(&format!("{REPEATABLE} moves {REPEATING}"));
    assert_eq!(client.query("gameover"), "true");
    assert_eq!(client.query("result"), "draw");
    assert!(client.query("state").contains(r#""over":true,"result":"draw","reason":"repetition""#));
    assert_ne!(client.query("turns"), "none");
    let position = client.query("position");
    check_answer(&position, &client.go("go depth 1"));
    client.silent("moves b2");
    assert_eq!(client.query("gameover"), "false");
    client.silent("setoption name Repetition value false");
    client.silent(&format!("position fen {REPEATABLE} moves {REPEATING}"));
    assert_eq!(client.query("gameover"), "false");
    assert_eq!(client.query("result"), "none");
    client.silent("setoption name TurnLimit value 4");
    assert_eq!(client.query("result"), "draw");
    assert!(client.query("state").contains(r#""over":true,"result":"draw","reason":"turn-limit""#));
    check_answer(&position, &client.go("go depth 1"));
    client.silent("setoption name TurnLimit value 0");
    assert_eq!(client.query("result"), "none");
}
