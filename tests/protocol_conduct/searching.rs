//! What is served and what is refused while the engine searches, and that it is at rest afterwards.

use crate::protocol_harness::Client;
use crate::{STANDARD, check_answer};

#[test]
fn a_search_is_not_disturbed() {
    let mut client = Client::new();
    client.send("go infinite");
    for _ in 0..3 {
        assert_eq!(client.ask_searching("isready"), "readyok");
        assert_eq!(client.ask_searching("query p1turn"), "response true");
        assert_eq!(client.ask_searching("query position"), format!("response {STANDARD}"));
        assert_eq!(client.ask_searching("query legal e1-e3"), "response true");
        client.send("query turns");
        assert_eq!(client.until("response").last().unwrap().split(' ').count(), 31);
        client.send("query state");
        client.until("response {");
        client.send("d");
        client.send("help");
        client.until("help");
        client.send("ugi");
        client.until("ugiok");
        client.send("ponderhit");
        client.send("");
        assert!(client.ask_searching("nonsense").starts_with("info error unknown-command "));
        for line in [
            "position startpos moves b3",
            "position nonsense",
            "moves b3",
            "moves nonsense",
            "setoption name Hash value 1",
            "setoption nonsense",
            "uginewgame",
            "go depth 1",
            "go nonsense",
            "perft 1",
        ] {
            let reply = client.ask_searching(line);
            assert!(reply.starts_with("info error busy "), "{line}: {reply}");
        }
    }
    client.send("stop");
    client.until("bestmove");
    client.sync();
    assert_eq!(client.query("position"), STANDARD);
    assert_eq!(client.end(), [""; 0]);
}

#[test]
fn perft_counts_as_a_search() {
    let mut client = Client::new();
    client.send("perft 99999999999");
    client.send("isready");
    client.until("readyok");
    client.send("go depth 1");
    assert!(client.until("info error").last().unwrap().starts_with("info error busy "));
    client.send("query p1turn");
    client.until("response true");
    client.send("ponderhit");
    client.send("stop");
    let lines = client.until("response perft stopped");
    assert!(lines[..lines.len() - 1].iter().all(|line| line.starts_with("response perft ")));
    client.sync();
    assert_eq!(client.query("p1turn"), "true");
}

#[test]
fn stop_without_a_search_does_nothing() {
    let mut client = Client::new();
    client.silent("stop");
    client.silent("ponderhit");
    client.silent("stop");
    let lines = client.go("go depth 1");
    check_answer(STANDARD, &lines);
    client.silent("stop");
}

#[test]
fn the_engine_is_idle_when_bestmove_is_read() {
    let mut client = Client::new();
    for _ in 0..100 {
        for line in ["go movetime 0", "go nodes 1", "go depth 1"] {
            client.send(line);
            client.until("bestmove");
        }
        client.send("perft 1");
        assert_eq!(client.until("response perft total").len(), 31);
        client.send("setoption name MultiPV value 1");
        client.send("position startpos");
        client.send("moves");
        client.send("uginewgame");
    }
    client.sync();
}
