//! Streams and signals: standard input, a closed standard output, Ctrl-C, files written.

mod closed_output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;
use std::process::{self, Stdio};

const MILLION: &str = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40";

fn gipfel(line: &str) -> Command {
    let mut command = Command::new(cargo_bin!("gipfel"));
    command.args(line.split_whitespace());
    command
}

#[test]
fn positions_from_standard_input() {
    let input = "standard\r\n\n  4/5/6/7/6/5/4 w 18 18 tournament 00 1\nbasic+B1";
    let output = gipfel("perft - --depth 2").write_stdin(input).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let totals: Vec<&str> = text.lines().filter(|line| line.starts_with("total")).collect();
    assert_eq!(totals, ["total 924", "total 348", "total 924"]);
}

#[test]
fn a_bad_line_of_standard_input_is_named() {
    let error = predicate::str::starts_with("error: invalid value 'bazic' for 'line 2 of standard input': ");
    gipfel("show -").write_stdin("basic\nbazic\nbasic\n").assert().code(2).stderr(error);
}

#[test]
fn seven_words_are_one_position() {
    let expected = predicate::str::contains("tournament, turn 40");
    gipfel(&format!("show {MILLION} --ascii")).assert().success().stdout(expected.clone());
    Command::new(cargo_bin!("gipfel")).args(["show", MILLION]).assert().success().stdout(expected);
}

#[test]
fn no_color_in_a_pipe() {
    gipfel("show standard").assert().success().stdout(predicate::str::contains('\x1b').not());
    gipfel("show standard --color always").assert().success().stdout(predicate::str::contains('\x1b'));
}

#[test]
fn a_closed_output_ends_quietly() {
    closed_output::ends_quietly(process::Command::new(cargo_bin!("gipfel")).args(["show", MILLION, "--turns"]));
}

#[test]
fn picture_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    gipfel("show standard --svg").arg(&file).assert().success().stdout(predicate::str::contains("White to move"));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.starts_with("<svg ") && written.ends_with("</svg>\n"));
    gipfel("show standard --svg -").assert().success().stdout(written);
}

#[test]
fn pictures_of_several_boards() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards");
    let read = || std::fs::read(&file).unwrap();
    let boards = "basic\nstandard\n\ntournament\n";
    gipfel("show - --columns 3 --svg").arg(&file).write_stdin(boards).assert().success();
    assert!(String::from_utf8(read()).unwrap().contains("viewBox=\"0 0 1860 "));
    gipfel("show - --width 300 --png").arg(&file).write_stdin(boards).assert().success();
    assert!(read().starts_with(b"\x89PNG\r\n"));
    let game = "show basic --moves b3 b4 c2 --width 200";
    gipfel(&format!("{game} --gif")).arg(&file).assert().success().stdout(predicate::str::contains("White played c2"));
    assert!(read().starts_with(b"GIF89a"));
    let moving = gipfel(&format!("{game} --steps=2- --animation -")).output().unwrap().stdout;
    assert_eq!(String::from_utf8(moving).unwrap().matches("class=\"gipfel-step").count(), 3);
    let nothing = predicate::str::contains("standard input holds no position");
    gipfel("show - --png").arg(&file).write_stdin("\n").assert().code(1).stderr(nothing);
}

#[test]
fn best_turns_are_shown() {
    let best = predicate::str::contains("\n1. ").and(predicate::str::contains("\n2. "));
    let best = best.and(predicate::str::contains("\n3. ").not());
    gipfel("show tournament --analyse --nodes 2000 --multipv 2").assert().success().stdout(best);
}

#[test]
fn manual_pages() {
    let folder = tempfile::tempdir().unwrap();
    gipfel("man --out-dir").arg(folder.path().join("man1")).assert().success().stdout("");
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("man1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(["gipfel.1", "gipfel-analyse.1", "gipfel-show.1"].iter().all(|name| names.iter().any(|n| n == name)));
    let page = std::fs::read_to_string(folder.path().join("man1/gipfel-perft.1")).unwrap();
    assert!(page.contains(".TH gipfel-perft 1") && page.contains("\\-\\-divide"), "{page}");
    let printed = gipfel("man").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&printed.stdout).matches(".TH ").count(), names.len());
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let mentions = predicate::str::contains("perft").and(predicate::str::contains("multipv"));
        gipfel(&format!("completions {shell}")).assert().success().stdout(mentions);
    }
}

#[test]
fn analysis_ends_with_a_legal_turn() {
    for limit in ["--depth 2", "--nodes 500", "--time 10ms", "--time 0s", "--depth 3 --multipv 3"] {
        let output = gipfel(&format!("analyse standard --moves g2 b6-b4 {limit}")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let best = text.lines().last().unwrap().strip_prefix("best ").unwrap();
        gipfel(&format!("show standard --moves g2 b6-b4 {best}")).assert().success();
        assert!(text.contains("Black played b6-b4"));
    }
}

#[test]
fn analysis_of_a_finished_game() {
    let over = "S1s1/s1SSS/s1s1s1/G1G2sS/2G2g/SgsSS/sSsS w 0 5 standard -- 33";
    let expected = predicate::str::contains("Black has won").and(predicate::str::ends_with("\nbest none\n"));
    gipfel(&format!("analyse {over}")).assert().success().stdout(expected);
}

#[test]
fn analysis_with_a_million_turns() {
    let expected = predicate::str::contains("\nbest ");
    gipfel(&format!("analyse {MILLION} --time 100ms")).assert().success().stdout(expected);
}

#[cfg(unix)]
fn interrupt(child: &process::Child) {
    let signal = process::Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(signal.success());
}

#[cfg(unix)]
#[test]
fn control_c_ends_the_analysis_with_the_best_turn() {
    use std::io::{BufRead, BufReader};
    let mut child = process::Command::new(cargo_bin!("gipfel"))
        .args(["analyse", "standard", "--time", "1h"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.trim_start().starts_with("1 ")), "the first depth");
    interrupt(&child);
    assert!(lines.last().unwrap().starts_with("best "));
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn control_c_ends_the_solver_with_what_it_knows() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = process::Command::new(cargo_bin!("gipfel"))
        .args(["solve", "-", "--time", "1h"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // When the first is solved, the signal is being listened for.
    child.stdin.take().unwrap().write_all(b"SS2/2sSs/sssSSS/ss1SS2/s2ss1/4s/4 w 1 0 basic -- 151\nstandard\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(lines.next().unwrap(), "result White wins in 1");
    assert!(lines.any(|line| line.starts_with("nodes ")));
    interrupt(&child);
    // The signal may come before the second has been begun, which is no less an error.
    let begun = lines.next();
    let error = match &begun {
        Some(result) => {
            assert!(result.starts_with("result open"), "{result}");
            assert!(lines.last().unwrap().starts_with("nodes "));
            "error: not decided: stopped\n"
        }
        None => "error: stopped before all positions were looked at\n",
    };
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), error);
}

#[test]
fn bench_counts_the_same_nodes_in_every_run() {
    let nodes = || {
        let output = gipfel("bench --depth 2").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().filter(|line| line.contains('/')).count() > 30);
        text.lines().last().unwrap().strip_prefix("nodes ").unwrap().parse::<u64>().unwrap()
    };
    let first = nodes();
    assert!(first > 30);
    assert_eq!(nodes(), first);
}

#[test]
fn game_records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.gpn");
    let first = "[Variant \"basic\"]\n\n1. b3 b4 2. e1-e3 *\n\n";
    let second = "[Variant \"tournament\"]\n\n1. Ge8 Gd8-f7 2. Ge9-e7 *\n";
    std::fs::write(&file, format!("{first}{second}")).unwrap();
    let show = |options: &str| gipfel("show").arg(&file).args(options.split_whitespace()).assert();
    let contains = predicate::str::contains;
    show("").success().stdout(contains("basic, turn 4").and(contains("White played e1-e3")));
    show("--at 3").success().stdout(contains("basic, turn 3").and(contains("Black played b4")));
    show("--at 1").success().stdout(contains("played").not());
    show("--game 2").success().stdout(contains("tournament, turn 4").and(contains("White played Ge9-e7")));
    show("--at 2 --moves c2").success().stdout(contains("Black played c2"));
    show("--at 5").code(2).stderr(contains("invalid value '5' for '--at <TURN>': the game goes from 1 to 4"));
    show("--game 3").code(2).stderr(contains("games.gpn holds 2 games"));
    gipfel("show basic --at 2").assert().code(2).stderr(contains("must then be a game record"));
    gipfel("show missing.gpn").assert().code(1).stderr(predicate::str::starts_with("error: cannot read missing.gpn: "));
    std::fs::write(&file, "[Variant \"basic\"]\n\n1. b3 z9 *\n").unwrap();
    show("").code(2).stderr(contains("line 3, column 7: "));
}

#[test]
fn the_picture_in_the_documentation_is_up_to_date() {
    let turns = "h6-h4 g6 b6-b4 g2 d7 f8-c6 i4-g4 c7-e7 c7-c5 b6-b3 h6-h3 d8-d6 a5-d5 a3-f7 g7-g5 c7-f6;x";
    let documented = std::fs::read_to_string("docs/board.svg").unwrap();
    gipfel(&format!("show standard --moves {turns} --svg -")).assert().success().stdout(documented);
}
