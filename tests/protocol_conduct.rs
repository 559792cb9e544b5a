//! The rules of conduct of `docs/protocol.md`, sentence by sentence, in memory.

mod protocol_harness;

use gipfel::notation::parse_turn;
use gipfel::rules::Position;
use protocol_harness::{Client, FINISHED, MILLION, REPEATABLE, REPEATING};
use std::time::Instant;

/// Checks a whole answer to `go`: one `bestmove` at the end, a turn that is legal, and before it at least one line with
/// depth, score, nodes, time and a variation of legal turns.
fn check_answer(position: &str, lines: &[String]) -> String {
    let (last, infos) = lines.split_last().unwrap();
    let mut words = last.split(' ');
    assert_eq!(words.next(), Some("bestmove"), "{lines:?}");
    let best = words.next().unwrap();
    let start: Position = position.parse().unwrap();
    assert!(parse_turn(&start, best).is_ok(), "{best} in {position}");
    assert!(!infos.is_empty(), "{lines:?}");
    for info in infos {
        let words: Vec<&str> = info.split(' ').collect();
        assert_eq!(words[..2], ["info", "depth"], "{info}");
        let at = |word: &str| words.iter().position(|other| *other == word).unwrap_or_else(|| panic!("{word}: {info}"));
        for word in ["depth", "nodes", "time"] {
            words[at(word) + 1].parse::<u64>().unwrap();
        }
        assert!(["cp", "mate"].contains(&words[at("score") + 1]), "{info}");
        words[at("score") + 2].parse::<i32>().unwrap();
        let mut position = start;
        let variation = &words[at("pv") + 1..];
        assert!(!variation.is_empty(), "{info}");
        for word in variation {
            let turn = parse_turn(&position, word).unwrap_or_else(|error| panic!("{info}: {error}"));
            assert_eq!(turn.display(&position).to_string(), *word);
            position = position.play(turn);
        }
    }
    best.to_owned()
}

const STANDARD: &str = "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1";

// Rule 1

#[test]
fn every_line_is_flushed_at_once() {
    // The test client takes only what is flushed, and fails where that is not one line.
    let mut client = Client::new();
    client.send("ugi");
    let lines = client.until("ugiok");
    assert!(lines.len() > 5);
    client.sync();
}

#[test]
fn crlf_and_a_missing_last_newline_are_accepted() {
    let mut client = Client::new();
    client.bytes(b"isready\r\nquery p1turn\r\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.line(), "response true");
    client.bytes(b"isready");
    assert_eq!(client.end(), ["readyok"]);
}

#[test]
fn blank_lines_are_ignored() {
    let mut client = Client::new();
    client.bytes(b"\n\r\n  \t \n");
    client.sync();
}

#[test]
fn a_line_that_is_not_utf8_or_too_long_is_one_error() {
    let mut client = Client::new();
    client.bytes(b"isready \xff\n");
    assert!(client.line().starts_with("info error not-utf8 "));
    client.sync();
    client.bytes(&[b'x'; (1 << 20) + 1]);
    client.bytes(&[b'y'; 3 << 20]);
    client.bytes(b"\n");
    assert!(client.line().starts_with("info error line-too-long "));
    client.sync();
    // A line of exactly one mebibyte is read.
    let mut line = b"isready".to_vec();
    line.resize(1 << 20, b' ');
    client.bytes(&line);
    client.bytes(b"\r\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.end(), [""; 0]);
}

#[test]
fn an_error_is_one_line_whatever_was_sent() {
    let mut client = Client::new();
    client.bytes("f\u{85}o\u{2028}o\x1b[1m\x00\rbar\n".as_bytes());
    let reply = client.line();
    assert!(reply.starts_with("info error unknown-command "));
    assert!(!reply.contains(|c: char| c.is_control() || c == '\u{2028}'), "{reply:?}");
    client.sync();
}

// Rule 2

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

// Rule 3

#[test]
fn one_bestmove_whatever_the_limit() {
    let mut client = Client::new();
    for limit in [
        "movetime 0",
        "movetime -5",
        "movetime 20",
        "depth 0",
        "depth 1",
        "depth -3",
        "depth 2",
        "nodes 0",
        "nodes 1",
        "nodes 500",
        "mate 0",
        "mate 1",
        "p1time 0",
        "p1time 0 p2time 0",
        "p1time -1000 p2time -1000 p1inc 0 p2inc 0",
        "p1time 50 p2time 50 p1inc 1 p2inc 1",
        "p1time 50 p2time 50 movestogo 0",
        "p1time 50 p2time 50 movestogo 5",
        "wtime 50 btime 50 winc 0 binc 0",
        "p2time 50",
        "p1inc 10",
        "p1time 99999999999999999999 depth 1",
        "movetime 99999999999999999999 depth 1",
        "depth 99999999999999999999 movetime 10",
        "nodes 99999999999999999999 depth 1",
        "depth 1 nodes 100000 movetime 10000 mate 5 p1time 10000 p2time 10000",
    ] {
        let lines = client.go(&format!("go {limit}"));
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{limit}");
        check_answer(STANDARD, &lines);
    }
}

#[test]
fn the_first_limit_that_is_reached_ends_the_search() {
    let mut client = Client::new();
    let lines = client.go("go depth 2 nodes 1000000000 movetime 3600000 p1time 360000000");
    check_answer(STANDARD, &lines);
    let lines = client.go("go depth 1000 movetime 1");
    check_answer(STANDARD, &lines);
}

#[test]
fn stop_at_once_still_answers() {
    let mut client = Client::new();
    for line in ["go", "go infinite", "go ponder", "go infinite depth 1", "go ponder movetime 0", "go searchmoves b3"] {
        client.send(line);
        client.send("stop");
        let lines = client.until("bestmove");
        check_answer(STANDARD, &lines);
        client.sync();
    }
}

#[test]
fn infinite_is_held_back_until_stop() {
    for line in ["go", "go infinite", "go infinite depth 1", "go infinite nodes 1 movetime 0", "go infinite ponder"] {
        let mut client = Client::new();
        client.send(line);
        client.until("info depth");
        client.send("ponderhit");
        for _ in 0..20 {
            assert_eq!(client.ask_searching("isready"), "readyok", "{line}");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        client.send("stop");
        client.until("bestmove");
        client.sync();
    }
}

#[test]
fn ponder_is_held_back_until_ponderhit_or_stop() {
    for line in ["go ponder", "go ponder depth 1", "go ponder movetime 0", "go ponder p1time 0 p2time 0"] {
        for end in ["ponderhit", "stop"] {
            let mut client = Client::new();
            client.send(line);
            for _ in 0..20 {
                assert_eq!(client.ask_searching("isready"), "readyok", "{line}");
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            client.send(end);
            client.until("bestmove");
            client.sync();
        }
    }
}

// Rule 4

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
fn each_bestmove_has_a_line_before_it() {
    let mut client = Client::new();
    for multipv in ["1", "4", "500"] {
        client.silent(&format!("setoption name MultiPV value {multipv}"));
        for position in [STANDARD, REPEATABLE, "4/5/3g2/GGGG3/2s3/5/3s w 6 12 tournament G- 20"] {
            client.silent(&format!("position fen {position}"));
            for line in ["go depth 1", "go movetime 0", "go nodes 1"] {
                let lines = client.go(line);
                check_answer(position, &lines);
            }
        }
    }
}

// Rule 5

#[test]
fn the_end_of_input_and_quit_end_a_search_as_stop_does() {
    for end in ["", "quit\n", "quit", "quit\nisready\ngo depth 1\n"] {
        for line in ["go infinite", "go ponder", "go", "go movetime 3600000", "go infinite depth 1"] {
            let mut client = Client::new();
            client.send(line);
            client.bytes(end.as_bytes());
            let lines = client.end();
            check_answer(STANDARD, &lines);
        }
        let mut client = Client::new();
        client.send("perft 1000");
        client.bytes(end.as_bytes());
        assert_eq!(client.end().last().unwrap(), "response perft stopped");
    }
}

#[test]
fn the_end_of_input_or_quit_at_rest_says_nothing() {
    assert_eq!(Client::new().end(), [""; 0]);
    let mut client = Client::new();
    client.send("quit");
    client.send("isready");
    assert_eq!(client.end(), [""; 0]);
}

// Rule 6

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

// Rule 7

#[test]
fn the_clock_starts_with_the_line() {
    let mut client = Client::new();
    let before = Instant::now();
    let lines = client.go("go depth 1");
    let passed = before.elapsed().as_millis();
    for info in &lines[..lines.len() - 1] {
        let words: Vec<&str> = info.split(' ').collect();
        let time = words.iter().position(|word| *word == "time").unwrap();
        assert!(words[time + 1].parse::<u128>().unwrap() <= passed);
    }
}

// Rule 9

#[test]
fn a_million_turns_change_nothing() {
    let mut client = Client::at(MILLION);
    for line in ["go movetime 0", "go nodes 1", "go p1time 0 p2time 0", "go p1time 10 p2time 10"] {
        check_answer(MILLION, &client.go(line));
    }
    for line in ["go infinite", "go ponder", "go movetime 3600000"] {
        client.send(line);
        assert_eq!(client.ask_searching("isready"), "readyok");
        assert_eq!(client.ask_searching("query p1turn"), "response true");
        client.send("stop");
        client.until("bestmove");
        client.sync();
    }
    for depth in [1, 2, 3] {
        client.send(&format!("perft {depth}"));
        client.send("stop");
        client.until("response perft stopped");
        client.sync();
    }
    for line in ["go infinite", "perft 2"] {
        let mut client = Client::at(MILLION);
        client.send(line);
        client.send("quit");
        let last = client.end().pop().unwrap();
        assert!(last.starts_with("bestmove ") || last == "response perft stopped", "{last}");
    }
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
