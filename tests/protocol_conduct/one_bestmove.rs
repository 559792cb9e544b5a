//! One `bestmove` for every `go`, under whatever limits and in whatever position.

use crate::protocol_harness::{Client, MILLION, REPEATABLE};
use crate::{STANDARD, check_answer};
use std::thread;
use std::time::{Duration, Instant};

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
            thread::sleep(Duration::from_millis(2));
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
                thread::sleep(Duration::from_millis(2));
            }
            client.send(end);
            client.until("bestmove");
            client.sync();
        }
    }
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
