//! Every command and option of `docs/protocol.md`, in memory.

mod protocol_harness;

use gipfel::notation::parse_turn;
use gipfel::protocol::Reply;
use gipfel::rules::{Position, Start};
use protocol_harness::{Client, FINISHED, MILLION};
use serde_json::{Value, json};

const STANDARD: &str = "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1";

/// White, to move, has a row of GIPF-pieces with a basic piece of Black's at its end.
const ROWS: &str = "4/5/3g2/GGGGs2/2s3/5/3s w 6 11 tournament G- 20";

fn options(client: &mut Client) -> Vec<(String, String)> {
    client.send("ugi");
    let lines = client.until("ugiok");
    assert!(lines[0].starts_with("id name Gipfel "), "{}", lines[0]);
    assert!(lines[1].starts_with("id author "), "{}", lines[1]);
    let options = lines[2..lines.len() - 1].iter().map(|line| match line.parse().unwrap() {
        Reply::Option { name, kind } => (name, kind),
        other => panic!("{other:?}"),
    });
    options.collect()
}

#[test]
fn ugi_names_the_engine_and_its_options() {
    let options = options(&mut Client::new());
    let names: Vec<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Variant",
            "Hash",
            "Threads",
            "MultiPV",
            "Ponder",
            "MoveOverhead",
            "Repetition",
            "TurnLimit",
            "Level",
            "EvalFile",
            "OwnBook",
            "BookFile",
            "BookSeed",
            "Clear Hash"
        ]
    );
    let kind = |name: &str| &options.iter().find(|(other, _)| other == name).unwrap().1;
    assert!(kind("Variant").starts_with("combo default standard var basic var standard var tournament"));
    assert!(kind("Hash").starts_with("spin default 16 min 1 max "));
    assert!(kind("MultiPV").starts_with("spin default 1 min 1 max "));
    assert!(kind("MoveOverhead").starts_with("spin default "));
    assert_eq!(kind("Ponder"), "check default false");
    assert_eq!(kind("Repetition"), "check default true");
    assert!(kind("TurnLimit").starts_with("spin default 400 min 0 max "));
    assert_eq!(kind("Level"), "spin default 20 min 1 max 20");
    assert_eq!(kind("EvalFile"), "string default built-in");
    assert_eq!(kind("OwnBook"), "check default false");
    assert_eq!(kind("BookFile"), "string default built-in");
    assert_eq!(kind("BookSeed"), "spin default 0 min 0 max 4294967295");
    assert_eq!(kind("Clear Hash"), "button");
}

#[test]
fn every_option_takes_its_range_and_nothing_else() {
    let mut client = Client::new();
    for (name, kind) in options(&mut client) {
        let words: Vec<&str> = kind.split(' ').collect();
        let (good, bad): (Vec<String>, Vec<String>) = match words[0] {
            "check" => {
                (vec!["true".into(), "false".into()], vec!["yes".into(), "1".into(), "".into(), "true false".into()])
            }
            "spin" => {
                let (min, max): (i64, i64) = (words[4].parse().unwrap(), words[6].parse().unwrap());
                let max_taken = if name == "Hash" { 64 } else { max };
                (
                    vec![min.to_string(), words[2].to_owned(), max_taken.to_string()],
                    vec![
                        (min - 1).to_string(),
                        (max + 1).to_string(),
                        "99999999999999999999".into(),
                        "1.5".into(),
                        "one".into(),
                        "".into(),
                        "2 2".into(),
                    ],
                )
            }
            "combo" => (Start::all().map(|start| start.to_string()).collect(), vec!["chess".into(), "".into()]),
            "string" => (vec![words[2].to_owned()], vec!["".into(), "no/such/file".into()]),
            "button" => {
                client.silent(&format!("setoption name {name}"));
                client.silent(&format!("setoption name {} value", name.to_uppercase()));
                client.refused(&format!("setoption name {name} value 1"), "bad-option");
                continue;
            }
            other => panic!("{other}"),
        };
        for value in good {
            client.silent(&format!("setoption name {name} value {value}"));
            client.silent(&format!("setoption name {} value  {value} ", name.to_lowercase()));
        }
        for value in bad {
            client.refused(&format!("setoption name {name} value {value}"), "bad-option");
        }
        client.refused(&format!("setoption name {name}"), "bad-option");
    }
    client.refused("setoption name Nonsense value 1", "bad-option");
    let reply = client.ask("setoption name Hash value 0");
    assert!(reply.contains("an integer from 1 to "), "{reply}");
}

#[test]
fn a_hash_that_cannot_be_had_leaves_the_old_one() {
    let mut client = Client::new();
    // 1 TiB: where a machine has that much it is taken.
    client.send("setoption name Hash value 1048576");
    client.send("isready");
    let replies = client.until("readyok");
    assert!(
        replies.len() == 1 || replies.len() == 2 && replies[0].starts_with("info error out-of-memory "),
        "{replies:?}"
    );
    client.best("go depth 2");
}

#[test]
fn variant_acts_at_the_next_start() {
    let mut client = Client::new();
    for start in Start::all() {
        let before = client.query("position");
        client.silent(&format!("setoption name Variant value {start}"));
        assert_eq!(client.query("position"), before);
        client.silent("position startpos");
        assert_eq!(client.query("position"), Position::start(start).to_string());
        client.silent("position standard");
        client.silent("uginewgame");
        assert_eq!(client.query("position"), Position::start(start).to_string());
        assert_eq!(client.query("variant"), start.variant().to_string());
    }
}

#[test]
fn multipv_reports_so_many_lines() {
    let mut client = Client::new();
    client.silent("setoption name MultiPV value 3");
    let lines = client.go("go depth 2");
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "{lines:?}");
    }
    assert!(!lines.iter().any(|line| line.contains(" multipv 4 ")));
}

#[test]
fn a_level_limits_the_search() {
    let mut client = Client::new();
    let turns: Vec<String> = client.query("turns").split(' ').map(str::to_owned).collect();
    let nodes = |lines: &[String]| -> u64 {
        let last = lines.iter().rev().find_map(|line| line.split(" nodes ").nth(1)).unwrap();
        last.split(' ').next().unwrap().parse().unwrap()
    };
    let mut played = Vec::new();
    for level in [1, 1, 1, 1, 1, 1, 1, 1, 4, 8] {
        client.silent(&format!("setoption name Level value {level}"));
        let lines = client.go("go depth 60");
        assert!(nodes(&lines) <= 1000, "{lines:?}");
        let turn = lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
        assert!(turns.contains(&turn), "{turn}");
        played.push(turn);
    }
    played.dedup();
    assert!(played.len() > 1, "the lowest level does not always play {played:?}");
    client.silent("setoption name Level value 1");
    assert_eq!(client.go("go depth 3 searchmoves g2").last().unwrap(), "bestmove g2");
    client.silent("setoption name Level value 20");
    assert!(nodes(&client.go("go nodes 5000")) > 1000);
}

#[test]
fn the_expected_answer_is_named_only_if_ponder_is_on() {
    let mut client = Client::new();
    assert_eq!(client.go("go depth 3").last().unwrap().split(' ').count(), 2);
    client.silent("setoption name Ponder value true");
    let last = client.go("go depth 3").pop().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    if let [_, best, ponder, answer] = words[..] {
        let position: Position = STANDARD.parse().unwrap();
        let after = position.play(parse_turn(&position, best).unwrap());
        assert_eq!(ponder, "ponder");
        assert!(parse_turn(&after, answer).is_ok());
    } else {
        assert_eq!(words.len(), 2);
    }
}

#[test]
fn positions_are_set_up_and_turns_played() {
    let mut client = Client::new();
    for start in Start::all() {
        client.silent(&format!("position {start}"));
        assert_eq!(client.query("position"), Position::start(start).to_string());
    }
    client.silent("position startpos moves");
    assert_eq!(client.query("position"), STANDARD);
    client.silent("position startpos moves b3 b4");
    let after = client.query("position");
    client.silent("position standard moves b3");
    client.silent("moves b4");
    assert_eq!(client.query("position"), after);
    client.silent("moves");
    assert_eq!(client.query("position"), after);
    client.silent(&format!("position fen {STANDARD} moves b3 b4"));
    assert_eq!(client.query("position"), after);
    // A finished game is a position like others, until a turn should be played.
    client.silent(&format!("position fen {FINISHED}"));
    client.refused("moves b3", "illegal-turn");
}

#[test]
fn go_searches_the_turns_that_are_named() {
    let mut client = Client::new();
    for (words, allowed) in [
        ("go searchmoves h3 depth 2", vec!["h3"]),
        ("go depth 2 searchmoves h3", vec!["h3"]),
        ("go searchmoves h3 f7 depth 2", vec!["h3", "f7"]),
        ("go searchmoves e1-e2 nodes 50", vec!["e1-e3"]),
        ("go searchmoves depth 1 searchmoves h3 h3", vec!["h3"]),
    ] {
        let best = client.best(words);
        assert!(allowed.contains(&best.as_str()), "{words}: {best}");
    }
    assert_eq!(client.best("go searchmoves depth 1").split(' ').count(), 1);
}

#[test]
fn mate_is_found_and_the_score_says_so() {
    // Black has one piece left and no row to take back; after White's turn he enters it, and White's next is the last.
    let mut client = Client::at("4/5/1s1S2/7/2S3/5/4 b 5 0 basic -- 9");
    assert_eq!(client.go("go depth 3"), ["info depth 0 score mate 0 nodes 0 time 0", "bestmove none"]);
    client.silent("position fen 4/5/1s1S2/7/2S3/5/4 w 5 0 basic -- 9");
    for line in ["go depth 3", "go mate 1", "go mate 5"] {
        let lines = client.go(line);
        assert!(lines[lines.len() - 2].contains(" score mate 1 "), "{lines:?}");
    }
}

#[test]
fn perft_lists_each_turn_and_the_total() {
    let mut client = Client::new();
    for (variant, total) in [("basic", 29016), ("standard", 29016), ("tournament", 14304)] {
        client.silent(&format!("position {variant}"));
        client.send("perft 3");
        let mut lines = client.until("response perft total");
        assert_eq!(lines.pop().unwrap(), format!("response perft total {total}"));
        let position: Position = client.query("position").parse().unwrap();
        let counts = lines.iter().map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[..2], ["response", "perft"]);
            assert!(parse_turn(&position, words[2]).is_ok());
            words[3].parse::<u64>().unwrap()
        });
        assert_eq!(counts.sum::<u64>(), total);
        assert_eq!(lines.len() as u64, position.count_turns());
    }
    assert_eq!(client.ask("perft 0"), "response perft total 1");
}

#[test]
fn queries_of_ugi() {
    let mut client = Client::new();
    assert_eq!(client.query("p1turn"), "true");
    assert_eq!(client.query("gameover"), "false");
    assert_eq!(client.query("result"), "none");
    client.silent("moves b3");
    assert_eq!(client.query("p1turn"), "false");
    for (position, result) in [
        (FINISHED, "p2win"),
        ("3G/5/6/G6/6/5/3G w 12 12 standard -- 31", "p1win"),
        ("4/5/1s1S2/7/2S3/5/4 b 5 0 basic -- 9", "p1win"),
        ("4/5/1s1S2/7/2S3/5/4 w 0 5 basic -- 9", "p2win"),
    ] {
        client.silent(&format!("position fen {position}"));
        assert_eq!(client.query("gameover"), "true", "{position}");
        assert_eq!(client.query("result"), result, "{position}");
        assert_eq!(client.query("turns"), "none");
    }
}

#[test]
fn query_legal_takes_any_text() {
    let mut client = Client::new();
    for text in ["b3", "e1-e3", "e1-e2", " b3 ", "a2-b3 "] {
        assert_eq!(client.query(&format!("legal {text}")), "true", "{text}");
    }
    for text in
        ["", "e2", "e1-e4", "ge8", "Gb3", "b3 b4", "xe2;b3", "\u{fc}", "x", ";", "e5", "query legal b3", "\u{1}"]
    {
        client.send(&format!("query legal {text}"));
        let reason = client.line();
        assert!(reason.starts_with("info string ") && reason.len() > 15, "{text}: {reason}");
        assert_eq!(client.line(), "response false", "{text}");
        client.sync();
    }
    client.silent("position fen 4/5/1SSSS1/7/6/5/4 w 6 6 basic -- 20");
    for text in ["xd3,d4,d5,d6;b2", "xd3,d4,d5,d6 ; b2", " xd6,d5,d4,d3; b2 ", "x ;b2", "b2"] {
        assert_eq!(client.query(&format!("legal {text}")), "true", "{text}");
    }
    client.silent(&format!("position fen {FINISHED}"));
    client.send("query legal b3");
    assert!(client.line().contains("the game is over"));
    assert_eq!(client.line(), "response false");
}

#[test]
fn query_turns_lists_every_legal_turn() {
    let mut client = Client::new();
    let vectors = "a1-c3 a2-c2 a4-c6 a5-c5 b1-b3 b3 b4 b6-b4 c2 c6 d1-f2 d2 d7 d8-f7 e1-e3 e9-e7 f1-d2 f2 f7 f8-d7 g2 g6 \
                   h1-h3 h3 h4 h6-h4 i1-g3 i2-g2 i4-g6 i5-g5";
    assert_eq!(client.query("turns"), vectors);
    client.silent(&format!("position fen {ROWS}"));
    let position: Position = ROWS.parse().unwrap();
    let turns = client.query("turns");
    assert_eq!(turns.split(' ').count() as u64, position.count_turns());
    assert!(
        turns
            .split(' ')
            .all(|turn| parse_turn(&position, turn).is_ok_and(|t| t.display(&position).to_string() == turn))
    );
}

#[test]
fn too_many_turns_are_counted() {
    let mut client = Client::at(MILLION);
    client.send("query turns");
    assert_eq!(client.line(), "info error too-many-turns 1928578");
    assert_eq!(client.line(), "response none");
    client.sync();
    let state = client.state("");
    assert_eq!((&state["turns"], &state["turn_count"]), (&Value::Null, &json!(1_928_578)));
    assert_eq!(state["rows"].as_array().unwrap().len(), 2);
    let state = client.state("xe2,f3;");
    let count = state["turn_count"].as_u64().unwrap();
    assert!(count > 0 && count < 1_928_578);
    let state = client.state("b2;");
    assert_eq!(state["begun"]["end"], "b2");
    let turns = state["turns"].as_array().unwrap();
    assert_eq!(state["turn_count"], turns.len());
    assert!(turns.iter().all(|turn| turn["turn"].as_str().unwrap().starts_with("b2")));
}

trait State {
    fn state(&mut self, part: &str) -> Value;
}

impl State for Client {
    fn state(&mut self, part: &str) -> Value {
        serde_json::from_str(&self.query(format!("state {part}").trim())).unwrap()
    }
}

#[test]
fn query_state_has_its_fields_in_order() {
    let mut client = Client::at("4/5/1SSS2/7/2s3/5/4 w 12 14 basic -- 8");
    let text = client.query("state");
    let start = r#"{"version":1,"position":"4/5/1SSS2/7/2s3/5/4 w 12 14 basic -- 8","to_move":"w","pieces":[{"spot":"d3","color":"w","kind":"basic"},{"spot":"d4","color":"w","kind":"basic"},{"spot":"d5","color":"w","kind":"basic"},{"spot":"f4","color":"b","kind":"basic"}],"reserve":{"w":12,"b":14},"captured":{"w":0,"b":0},"rows":[],"over":false,"result":"none","reason":null,"turn_count":18,"turns":[{"turn":"b2","before":[],"kind":"basic","dots":["a1","a2","b1"],"end":"b2","after":[]},"#;
    assert!(text.starts_with(start), "{text}");
    let state = client.state("");
    let turns = state["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 18);
    let row = turns.iter().find(|turn| turn["turn"] == "d2;xd2,d3,d4,d5").unwrap();
    assert_eq!(
        *row,
        json!({"turn": "d2;xd2,d3,d4,d5", "before": [], "kind": "basic", "dots": ["c1", "d1"], "end": "d2",
        "after": ["d2", "d3", "d4", "d5"]})
    );
}

#[test]
fn query_state_lists_every_dot_and_the_end_of_a_push() {
    let mut client = Client::new();
    let state = client.state("");
    assert_eq!(state["turn_count"], 30);
    let turn = |name: &str| state["turns"].as_array().unwrap().iter().find(|turn| turn["turn"] == name).unwrap();
    assert_eq!((&turn("e1-e3")["dots"], &turn("e1-e3")["end"]), (&json!(["e1"]), &json!("e3")));
    assert_eq!((&turn("b3")["dots"], &turn("b3")["end"]), (&json!(["a2", "a3"]), &json!("b3")));
}

#[test]
fn query_state_follows_a_begun_turn() {
    let mut client = Client::at(ROWS);
    let state = client.state("");
    assert_eq!(state["rows"], json!([{"color": "w", "must": ["e6"], "may": ["e2", "e3", "e4", "e5"]}]));
    assert_eq!(state.get("begun"), None);
    let cleared = client.state("xe2,e6;");
    assert_eq!(cleared["position"], ROWS);
    assert_eq!(cleared["reserve"], json!({"w": 8, "b": 11}));
    assert_eq!(cleared["pieces"].as_array().unwrap().len(), state["pieces"].as_array().unwrap().len() - 2);
    assert_eq!(cleared["rows"], json!([]));
    assert_eq!(
        cleared["begun"],
        json!({"before": ["e2", "e6"], "kind": null, "dots": [], "end": null, "after": [], "turn": null})
    );
    let begins = |turn: &Value| turn["before"] == json!(["e2", "e6"]);
    let expected: Vec<&Value> = state["turns"].as_array().unwrap().iter().filter(|turn| begins(turn)).collect();
    assert!(expected.len() > 20);
    assert_eq!(cleared["turns"].as_array().unwrap().iter().collect::<Vec<_>>(), expected);
    assert_eq!(cleared["turn_count"], expected.len());

    let entered = client.state("xe2,e6;e2;");
    assert_eq!(entered["rows"], json!([{"color": "w", "must": ["e2"], "may": ["e3", "e4", "e5"]}]));
    assert_eq!(entered["turn_count"], 8);
    assert_eq!(entered["begun"]["dots"], json!(["d1", "e1", "f1"]));
    assert_eq!(entered["begun"]["turn"], Value::Null);
    let whole = client.state("xe2,e6;e2;xe2");
    assert_eq!(whole["begun"]["turn"], "xGe2,e6*;e2;xe2");
    assert_eq!(whole["turn_count"], 1);
}

#[test]
fn a_part_that_begins_no_turn_is_refused_and_answered() {
    let mut client = Client::at(ROWS);
    for part in ["b2;", ";", "xe2;", "xe2,e6;e5;", "nonsense", "xe2,e6;b2;xb2", "x;b2"] {
        client.send(&format!("query state {part}"));
        let error = client.line();
        assert!(error.starts_with("info error illegal-turn "), "{part}: {error}");
        assert_eq!(client.line(), "response none");
        client.sync();
    }
}

#[test]
fn query_state_of_a_finished_game() {
    let mut client = Client::at(FINISHED);
    let state = client.state("");
    for (field, value) in [
        ("over", json!(true)),
        ("result", json!("p2win")),
        ("reason", json!("gipf-pieces-lost")),
        ("turn_count", json!(0)),
        ("turns", json!([])),
    ] {
        assert_eq!(state[field], value);
    }
    client.silent("position fen 4/5/1s1S2/7/2S3/5/4 b 5 0 basic -- 9");
    assert_eq!(client.state("")["reason"], "reserve-empty");
}

#[test]
fn d_draws_and_help_lists() {
    let mut client = Client::new();
    client.send("d");
    client.send("isready");
    let board = client.until("readyok").join("\n");
    assert!(board.contains("(W)") && board.contains("(B)"), "{board}");
    client.send("help");
    client.send("isready");
    let help = client.until("readyok");
    let words: Vec<&str> = help.iter().map(|line| line.split(' ').next().unwrap()).collect();
    let commands = "ugi isready uginewgame setoption position moves go perft stop ponderhit quit query d help readyok";
    assert_eq!(words.join(" "), commands);
}

#[test]
fn a_runner_that_knows_no_rules_can_play_whole_games() {
    for variant in ["basic", "standard", "tournament"] {
        let mut client = Client::new();
        client.send("ugi");
        client.until("ugiok");
        client.silent(&format!("setoption name Variant value {variant}"));
        client.silent("uginewgame");
        let mut turns = String::new();
        for number in 0..400 {
            client.silent(&format!("position startpos moves{turns}"));
            assert_eq!(client.query("p1turn"), (number % 2 == 0).to_string());
            if client.query("gameover") == "true" {
                break;
            }
            assert_eq!(client.query("result"), "none");
            turns = format!("{turns} {}", client.best("go nodes 200 p1time 60000 p2time 60000 p1inc 10 p2inc 10"));
        }
        assert_ne!(client.query("result"), "none", "{turns}");
    }
}
