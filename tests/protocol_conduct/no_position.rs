//! What is said without a position, and how there comes to be one.

use crate::protocol_harness::Client;
use crate::{STANDARD, check_answer};

#[test]
fn without_a_position_nobody_waits_in_vain() {
    let mut client = Client::new();
    client.refused("position startpos moves zz", "illegal-turn");
    let mut pair = |line: &str| {
        client.send(line);
        let replies = [client.line(), client.line()];
        client.sync();
        assert!(replies[0].starts_with("info error no-position "), "{line}: {replies:?}");
        replies[1].clone()
    };
    assert_eq!(pair("go depth 1"), "bestmove none");
    assert_eq!(pair("go"), "bestmove none");
    assert_eq!(pair("go searchmoves e2"), "bestmove none");
    assert_eq!(pair("query gameover"), "response true");
    assert_eq!(pair("query result"), "response none");
    assert_eq!(pair("query p1turn"), "response true");
    for query in ["position", "variant", "legal e2", "turns", "state", "state e2;"] {
        assert_eq!(pair(&format!("query {query}")), "response none");
    }
    for line in ["perft 1", "moves b3", "moves", "d"] {
        client.refused(line, "no-position");
    }
    client.silent("setoption name Variant value basic");
    client.refused("d", "no-position");
    client.silent("uginewgame");
    assert_eq!(client.query("variant"), "basic");
    client.refused("moves zz", "illegal-turn");
    client.silent("position standard");
    assert_eq!(client.query("position"), STANDARD);
}

#[test]
fn the_position_is_at_first_the_start_of_variant() {
    let mut client = Client::new();
    assert_eq!(client.query("position"), STANDARD);
    check_answer(STANDARD, &client.go("go depth 1"));
    client.silent("position startpos moves b3");
    client.silent("uginewgame");
    assert_eq!(client.query("position"), STANDARD);
    client.silent("setoption name Variant value tournament");
    assert_eq!(client.query("position"), STANDARD);
    client.silent("uginewgame");
    assert_eq!(client.query("position"), "4/5/6/7/6/5/4 w 18 18 tournament 00 1");
}
