//! The analysis service, in memory and through the command. Every answer is checked against the published schema.

#[path = "analysis_harness/mod.rs"]
mod harness;

use assert_cmd::cargo::cargo_bin;
use gipfel::analysis::service::{Options, QueryLimits};
use gipfel::notation::{parse_turn, play_words};
use gipfel::rules::{Game, Position};
use harness::{ANSWER, Client, REQUEST, checked, options};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

const MILLION: &str = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40";
const OVER: &str = "S1s1/s1SSS/s1s1s1/G1G2sS/2G2g/SgsSS/sSsS w 0 5 standard -- 33";
/// White enters at e1 and takes Black's last GIPF-piece.
const WIN: &str = "4/5/6/SSS1g2/6/G4/4 w 5 5 standard -- 9";

/// The answers to some requests, in any order.
fn answers(requests: &[Value]) -> Vec<Value> {
    let mut client = Client::start(options(2));
    requests.iter().for_each(|request| client.send(request));
    client.finish()
}

/// The only answer to a request.
fn answer(request: Value) -> Value {
    let mut answers = answers(&[request]);
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

/// A search that does not end by itself in the time of a test.
fn endless(id: &str) -> Value {
    json!({"id": id, "variant": "tournament", "time": 3600})
}

#[test]
fn positions_of_a_game() {
    let turns = ["g2", "h6-h4", "b6-b4"];
    let query = json!({"id": "a", "variant": "standard", "turns": turns, "analyzeTurns": [0, 2, 3], "nodes": 3000});
    let answers = answers(&[query]);
    assert_eq!(answers.len(), 3);
    let mut seen = HashSet::new();
    for answer in answers {
        let number = answer["turnNumber"].as_u64().unwrap() as usize;
        seen.insert(number);
        let mut game = Game::new("standard".parse().unwrap());
        play_words(&mut game, turns.into_iter().take(number)).unwrap();
        assert_eq!(answer["position"], game.position().to_string());
        assert_eq!(answer["toMove"], if number == 3 { "b" } else { "w" });
        assert_eq!((&answer["result"], &answer["reason"]), (&json!("none"), &Value::Null));
        assert_eq!((&answer["isDuringSearch"], &answer["terminated"]), (&json!(false), &Value::Null));
        assert!((1..=3000).contains(&answer["root"]["nodes"].as_u64().unwrap()));
        let line = &answer["lines"][0];
        assert_eq!((&line["score"], &line["turn"]), (&answer["root"]["score"], &line["variation"][0]));
        let variation: Vec<&str> = line["variation"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        play_words(&mut game, variation).unwrap();
    }
    assert_eq!(seen, HashSet::from([0, 2, 3]));
}

#[test]
fn turns_of_a_book_beside_the_lines() {
    let text = "# Gipfel opening book, version 1\nG2g/5/6/g5G/6/5/G2g w 12 12 standard -- 1 d2 +0.30 7 1000\n";
    let book = Arc::new(text.parse().unwrap());
    let mut client = Client::start(Options { book: Some(book), ..options(1) });
    client.send(&json!({"id": "a", "variant": "standard", "turns": ["g2"], "analyzeTurns": [0, 1], "nodes": 300}));
    client.send(&json!({"id": "over", "position": OVER}));
    let answers = client.finish();
    assert_eq!(answers.len(), 3);
    for answer in answers {
        assert_eq!(answer["lines"].as_array().unwrap().is_empty(), answer["id"] == "over");
        let book = answer["book"].as_array().unwrap();
        if answer["id"] == "over" || answer["turnNumber"] == 1 {
            assert!(book.is_empty(), "{answer}");
            continue;
        }
        let [known] = book.as_slice() else { panic!("{answer}") };
        assert_eq!((&known["score"], &known["depth"]), (&json!({"cp": 30}), &json!(7)));
        assert_eq!(known["leadsOn"], false);
        let position: Position = answer["position"].as_str().unwrap().parse().unwrap();
        assert!(parse_turn(&position, known["turn"].as_str().unwrap()).is_ok());
    }
    assert_eq!(answer(json!({"id": "a", "variant": "standard"}))["book"], Value::Null);
}

#[test]
fn several_lines() {
    let answer = answer(json!({"id": "a", "variant": "basic", "depth": 3, "multipv": 4}));
    let lines = answer["lines"].as_array().unwrap();
    let turns: HashSet<_> = lines.iter().map(|line| line["turn"].as_str().unwrap()).collect();
    assert_eq!((lines.len(), turns.len(), &answer["root"]["depth"]), (4, 4, &json!(3)));
    let scores: Vec<i64> = lines.iter().map(|line| line["score"]["cp"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let visits = lines.iter().map(|line| line["visits"].as_u64().unwrap());
    assert!(visits.clone().all(|visits| visits > 0));
    assert!(visits.sum::<u64>() <= answer["root"]["nodes"].as_u64().unwrap());
}

#[test]
fn a_proven_win_is_a_mate_score() {
    let answer = answer(json!({"id": "a", "position": WIN, "depth": 4}));
    assert_eq!(answer["root"]["score"], json!({"mate": 1}), "{answer}");
    assert_eq!(answer["lines"][0]["turn"], "e1-e5;xe2,e3,e4,e5,Ge6*");
}

#[test]
fn allowed_and_avoided_turns() {
    let best = |fields: Value| {
        let mut query = json!({"id": "a", "variant": "basic", "depth": 2, "multipv": 40});
        query.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let answer = answer(query);
        let lines = answer["lines"].as_array().unwrap();
        lines.iter().map(|line| line["turn"].as_str().unwrap().to_owned()).collect::<HashSet<_>>()
    };
    let set = |turns: &[&str]| turns.iter().map(|&turn| turn.to_owned()).collect::<HashSet<_>>();
    assert_eq!(best(json!({"allow": ["b3", "e1-e2"]})), set(&["b3", "e1-e3"]));
    assert_eq!(best(json!({"allow": ["b3", "b4"], "avoid": ["b3"]})), set(&["b4"]));
    let others = best(json!({"avoid": ["b3"]}));
    assert_eq!((others.len(), others.contains("b3")), (29, false));
}

#[test]
fn legal_turns_on_request() {
    let plain = answer(json!({"id": "a", "variant": "basic"}));
    assert!(plain.get("legalTurns").is_none() && plain.get("legalTurnCount").is_none());
    let told = answer(json!({"id": "a", "variant": "basic", "includeLegalTurns": true}));
    let position: Position = "basic".parse().unwrap();
    let turns = told["legalTurns"].as_array().unwrap();
    assert_eq!((turns.len(), &told["legalTurnCount"]), (30, &json!(30)));
    assert!(turns.iter().all(|turn| parse_turn(&position, turn.as_str().unwrap()).is_ok()));
    let many = answer(json!({"id": "a", "position": MILLION, "nodes": 100, "includeLegalTurns": true}));
    assert_eq!((&many["legalTurnCount"], &many["legalTurns"]), (&json!(1_928_578), &Value::Null));
}

#[test]
fn a_finished_game() {
    let answer = answer(json!({"id": "a", "position": OVER, "includeLegalTurns": true}));
    assert_eq!((&answer["result"], &answer["reason"]), (&json!("p2win"), &json!("reserve-empty")));
    assert_eq!(answer["root"]["score"], json!({"mate": 0}));
    assert_eq!((&answer["lines"], &answer["legalTurns"]), (&json!([]), &json!([])));
}

#[test]
fn limits_and_lines_of_the_service_hold_for_queries_that_set_none() {
    let limits = QueryLimits { depth: Some(2), ..QueryLimits::default() };
    let mut client = Client::start(Options { limits, multipv: 3, ..options(1) });
    client.send(&json!({"id": "a", "variant": "basic"}));
    client.send(&json!({"id": "b", "variant": "basic", "nodes": 2000, "multipv": 1}));
    let (a, b) = (client.last_answer("a"), client.last_answer("b"));
    assert_eq!((&a["root"]["depth"], a["lines"].as_array().unwrap().len()), (&json!(2), 3));
    assert_eq!((&b["root"]["nodes"], b["lines"].as_array().unwrap().len()), (&json!(2000), 1));
    assert!(client.finish().is_empty());
}

#[test]
fn hundreds_of_queries_are_each_answered_once() {
    let mut client = Client::start(options(4));
    for number in 0..300 {
        let variant = ["basic", "standard", "tournament"][number % 3];
        client.send(
            &json!({"id": number.to_string(), "variant": variant, "nodes": 150 + number, "priority": number % 5}),
        );
    }
    let answers = client.finish();
    assert!(answers.iter().all(|answer| answer["isDuringSearch"] == false && answer["lines"][0].is_object()));
    let ids: HashSet<_> = answers.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!((answers.len(), ids.len()), (300, 300));
}

#[test]
fn higher_priority_first() {
    let mut client = Client::start(options(1));
    client.send(&endless("first"));
    client.send(&json!({"id": "low", "variant": "basic", "priority": -3}));
    client.send(&json!({"id": "middle", "variant": "basic"}));
    client.send(&json!({"id": "high", "variant": "basic", "priority": 9}));
    client.send(&json!({"id": "x", "action": "terminate", "terminateId": "first"}));
    let order: Vec<_> = client.finish().iter().filter(|answer| answer.get("action").is_none()).cloned().collect();
    let order: Vec<_> = order.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!(order, ["first", "high", "middle", "low"]);
}

#[test]
fn termination_during_search_and_before() {
    let mut client = Client::start(options(1));
    let mut query = endless("a");
    query["turns"] = json!(["Ge8", "Gd7"]);
    query["analyzeTurns"] = json!([0, 1, 2]);
    query["reportEvery"] = json!(0.01);
    client.send(&query);
    let report = client.answer();
    assert_eq!(
        (&report["id"], &report["turnNumber"], &report["isDuringSearch"]),
        (&json!("a"), &json!(0), &json!(true))
    );
    client.send(&json!({"id": "x", "action": "terminate", "terminateId": "a", "turnNumbers": [2, 5]}));
    client.send(&json!({"id": "y", "action": "terminate", "terminateId": "nobody"}));
    client.send(&json!({"id": "z", "action": "terminateAll"}));
    let (mut actions, mut last) = (BTreeMap::new(), BTreeMap::new());
    for answer in client.finish().into_iter().filter(|answer| answer["isDuringSearch"] != true) {
        match answer.get("action") {
            Some(_) => actions.insert(answer["id"].as_str().unwrap().to_owned(), answer["terminated"].as_u64()),
            None => last.insert(answer["turnNumber"].to_string(), answer["noResults"].as_bool().map(u64::from)),
        };
        assert!(answer["isDuringSearch"] != false || answer["terminated"] == true, "{answer}");
    }
    let expected = [("x", 1), ("y", 0), ("z", 2)].map(|(id, number)| (id.to_owned(), Some(number)));
    assert_eq!(actions, BTreeMap::from(expected));
    let expected = [("0", None), ("1", Some(1)), ("2", Some(1))].map(|(number, none)| (number.to_owned(), none));
    assert_eq!(last, BTreeMap::from(expected));
}

#[test]
fn reports_during_search() {
    let mut client = Client::start(options(1));
    let mut query = endless("a");
    query["multipv"] = json!(2);
    query["reportEvery"] = json!(0.01);
    client.send(&query);
    let reports: Vec<Value> = (0..3).map(|_| client.answer()).collect();
    let times: Vec<f64> = reports.iter().map(|report| report["root"]["time"].as_f64().unwrap()).collect();
    assert!(times[0] >= 0.01 && times.is_sorted(), "{times:?}");
    for report in &reports {
        assert_eq!((&report["isDuringSearch"], report.get("terminated")), (&json!(true), None));
        assert!(report["lines"][0]["variation"][0].is_string());
    }
    client.send(&json!({"id": "x", "action": "terminateAll"}));
    let last = client.last_answer("a");
    assert_eq!((&last["terminated"], last["lines"].as_array().unwrap().len()), (&json!(true), 2));
    assert!(client.finish().is_empty());
}

#[test]
fn version() {
    let expected =
        json!({"id": "v", "action": "version", "name": "Gipfel", "version": env!("CARGO_PKG_VERSION"), "schema": 1});
    assert_eq!(answer(json!({"id": "v", "action": "version"})), expected);
}

#[test]
fn errors_name_the_field_and_the_service_goes_on() {
    let mut client = Client::start(options(1));
    let mut error = |line: &[u8]| {
        client.send_bytes(line);
        let answer = client.answer();
        (answer["id"].clone(), answer["field"].clone(), answer["error"].as_str().unwrap_or_default().to_owned())
    };
    let (id, field, text) = error(br#"{"id":"a","variant":"basic","turns":["b3","b9"]}"#);
    assert_eq!((id, field), (json!("a"), json!("turns")));
    assert!(text.starts_with("turn 2 (b9), at character 1"), "{text}");
    for (line, field) in [
        (&br#"{"id":"a","position":"4/5/6/7/6/5/5 w 18 18 tournament 00 1"}"#[..], "position"),
        (br#"{"id":"a","variant":"basic","nodes":-5}"#, "nodes"),
        (br#"{"id":"a","variant":"basic","analyzeTurns":[1]}"#, "analyzeTurns"),
        (br#"{"id":"a","variant":"basic","allow":["e5"]}"#, "allow"),
        (br#"{"id":"a","action":"fly"}"#, "action"),
    ] {
        let (id, named, _) = error(line);
        assert_eq!((id, named), (json!("a"), json!(field)));
        let request: Value = serde_json::from_slice(line).unwrap();
        let beyond_schema = matches!(field, "position" | "analyzeTurns" | "allow");
        assert_eq!(REQUEST.is_valid(&request), beyond_schema, "the schema knows all but the rules: {request}");
    }
    let (nameless, whole) = ((Value::Null, json!("id")), (Value::Null, Value::Null));
    let named = |(id, field, _): (Value, Value, String)| (id, field);
    assert_eq!(named(error(br#"{"variant":"basic"}"#)), nameless);
    assert_eq!(named(error(b"nonsense")), whole);
    assert_eq!(named(error(b"[]")), whole);
    assert_eq!(named(error(b"{\"id\":\"\xff\"}")), whole);
    assert_eq!(named(error(&[b'x'; (1 << 20) + 1])), whole);
    client.send(&json!({"id": "after", "variant": "basic"}));
    assert_eq!(client.last_answer("after")["lines"].as_array().unwrap().len(), 1);
    assert!(client.finish().is_empty());
}

#[test]
fn an_id_in_work_is_refused() {
    let mut client = Client::start(options(1));
    client.send(&endless("a"));
    client.send(&json!({"id": "a", "variant": "basic"}));
    let answer = client.answer();
    assert_eq!((&answer["id"], &answer["field"]), (&json!("a"), &json!("id")));
    client.send(&json!({"id": "x", "action": "terminateAll"}));
    assert_eq!(client.last_answer("a")["terminated"], true);
    client.send(&json!({"id": "a", "variant": "basic"}));
    assert!(client.last_answer("a").get("terminated").is_none());
    assert!(client.finish().is_empty());
}

#[test]
fn warnings_come_apart_and_change_nothing() {
    let mut client = Client::start(options(1));
    client.send_bytes(br#"{"id":"a","variant":"basic","multiPV":3,"depth":null}"#);
    let warning = client.answer();
    assert_eq!((&warning["id"], &warning["field"]), (&json!("a"), &json!("multiPV")));
    assert!(warning["warning"].as_str().unwrap().contains("multipv"), "{warning}");
    assert_eq!(client.last_answer("a")["lines"].as_array().unwrap().len(), 1);
    assert!(client.finish().is_empty());
}

#[test]
fn a_stopped_service_answers_and_ends_before_its_input_does() {
    let mut client = Client::start(options(1));
    client.send(&endless("a"));
    client.send(&endless("b"));
    client.send(&json!({"id": "v", "action": "version"}));
    assert_eq!(client.answer()["id"], "v");
    client.stopper.stop();
    let ended: HashSet<_> =
        client.join().iter().map(|answer| (answer["id"].to_string(), answer["terminated"] == true)).collect();
    assert_eq!(ended, HashSet::from([("\"a\"".to_owned(), true), ("\"b\"".to_owned(), true)]));
}

#[test]
fn the_schema_tells_right_from_wrong() {
    let good = answer(json!({"id": "a", "variant": "basic"}));
    let spoilt = |change: fn(&mut Value)| {
        let mut answer = good.clone();
        change(&mut answer);
        !ANSWER.is_valid(&answer)
    };
    assert!(!spoilt(|_| ()));
    assert!(!spoilt(|answer| answer["root"]["score"]["wdl"] = json!({"win": 500, "draw": 100, "loss": 400})));
    assert!(spoilt(|answer| answer["root"]["score"]["mate"] = json!(3)));
    assert!(spoilt(|answer| answer["lines"][0]["visits"] = json!(-1)));
    assert!(spoilt(|answer| answer["undocumented"] = json!(1)));
    assert!(spoilt(|answer| drop(answer.as_object_mut().unwrap().remove("lines"))));
}

/// The command, with its input and output.
fn command(arguments: &[&str]) -> Child {
    let mut command = Command::new(cargo_bin!("gipfel"));
    command.args(["analyse", "--json", "--hash", "1"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn the_command_answers_and_ends_with_its_input() {
    let mut child = command(&["--depth", "2", "--multipv", "2", "--workers", "1"]);
    child.stdin.take().unwrap().write_all(b"{\"id\":\"a\",\"variant\":\"basic\"}\n\n{\"id\":\"b\"}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let answers: BTreeMap<String, Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(checked)
        .map(|answer| (answer["id"].as_str().unwrap().to_owned(), answer))
        .collect();
    assert_eq!(answers["a"]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(answers["b"]["field"], "position");
}

#[test]
fn a_closed_output_ends_quietly() {
    let mut child = command(&[]);
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The pipe breaks when the first answer is written; the input stays open.
    writeln!(input, "{}\n{{\"id\":\"v\",\"action\":\"version\"}}", endless("a")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn control_c_ends_with_what_was_found() {
    let mut child = command(&["--workers", "1"]);
    let mut input = child.stdin.take().unwrap();
    let mut query = endless("a");
    query["reportEvery"] = json!(0.01);
    writeln!(input, "{query}").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(|line| checked(&line.unwrap()));
    assert_eq!(lines.next().unwrap()["isDuringSearch"], true);
    let signal = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(signal.success());
    let last = lines.last().unwrap();
    assert_eq!((&last["isDuringSearch"], &last["terminated"]), (&json!(false), &json!(true)));
    assert!(child.wait().unwrap().success());
}

/// The memory that a process has in use, in KiB.
#[cfg(target_os = "linux")]
fn resident(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn short_queries_do_not_add_up_in_memory() {
    let mut child = command(&["--nodes", "40", "--workers", "2"]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut ask = |batch: usize| {
        for number in 0..100 {
            let turns = "\"turns\":[\"g2\",\"h6-h4\",\"b6-b4\"],\"analyzeTurns\":[0,1,3],\"reportEvery\":60";
            writeln!(input, "{{\"id\":\"{batch} {number}\",\"variant\":\"standard\",{turns}}}").unwrap();
        }
        (0..300).for_each(|_| assert_eq!(checked(&lines.next().unwrap().unwrap())["isDuringSearch"], false));
    };
    ask(0);
    let before = resident(&child);
    (1..4).for_each(&mut ask);
    let after = resident(&child);
    assert!(after < before + 2048, "{before} KiB grew to {after} KiB over 900 positions");
    drop(input);
    assert!(child.wait().unwrap().success());
}
