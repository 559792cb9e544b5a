//! Bad input changes nothing, except that a refused position leaves none.

use crate::protocol_harness::Client;

#[test]
fn bad_input_changes_nothing() {
    let mut client = Client::new();
    client.silent("position basic moves b3");
    let position = client.query("position");
    for line in [
        "position",
        "position nonsense",
        "position basic+W4",
        "position startpos b3",
        "position startpos moved b3",
        "position fen g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1 move b3",
        "go nonsense",
        "go depth",
        "go depth one",
        "perft",
        "perft x",
        "query",
        "query nonsense",
        "query turns now",
        "setoption name Hash value 64 value",
        "setoption",
        "isready now",
        "stop it",
        "quit now",
        "ugi 2",
        "d d",
        "help me",
        "uginewgame basic",
        "ponderhit e2",
    ] {
        let reply = client.ask(line);
        assert!(reply.starts_with("info error bad-"), "{line}: {reply}");
        assert_eq!(client.query("position"), position, "{line}");
    }
    client.refused("go searchmoves zz", "illegal-turn");
    client.refused("go searchmoves c2 a1-e5 depth 1", "illegal-turn");
    for line in ["hello", "UGI", "Go depth 1", "go,depth", "\u{feff}ugi", "bestmove e2", "info depth 1"] {
        client.refused(line, "unknown-command");
    }
    assert_eq!(client.query("position"), position);
}

#[test]
fn a_refused_position_leaves_none() {
    for line in [
        "position fen nonsense",
        "position fen",
        "position fen 4/5/6 w 12 12 standard -- 1",
        "position fen 4/5/6/8/6/5/4 w 12 12 standard -- 1",
        "position fen g2G/5/6/G5g/6/5/g2G w 99 12 standard -- 1",
        "position fen g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1 moves b3 b3",
        "position startpos moves nonsense",
        "position startpos moves b3 e2 c2",
        "position tournament moves e2",
        "moves b3 e2",
        "moves nonsense",
    ] {
        let mut client = Client::new();
        client.silent("position startpos moves b4");
        let code =
            if line.starts_with("position fen") && !line.contains("moves") { "bad-position" } else { "illegal-turn" };
        client.refused(line, code);
        client.refused("moves b3", "no-position");
    }
}

#[test]
fn a_refusal_names_the_turn_and_the_reason() {
    let mut client = Client::new();
    let reply = client.ask("position startpos moves b3 e2 c2");
    assert!(reply.starts_with("info error illegal-turn ") && reply.contains("turn 2 (e2)"), "{reply}");
    assert!(reply.contains("e2 is occupied"), "{reply}");
    client.silent("position startpos");
    let reply = client.ask("moves b3 c2 e1-e4");
    assert!(reply.contains("turn 3 (e1-e4)") && reply.contains("ends on e3, not on e4"), "{reply}");
}
