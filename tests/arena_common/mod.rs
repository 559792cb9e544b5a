//! What the tests of matches and checks share.
#![allow(dead_code)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The program under test.
pub fn gipfel() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gipfel"))
}

/// The command of the engine with this fault.
pub fn faulty(fault: &str) -> String {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    format!("{} {fault}", PATH.get_or_init(|| example("faulty_engine")).display())
}

/// The program of an example.
pub fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_gipfel")).parent().expect("a folder");
    // A run of all tests has built the examples, and this finds nothing to do; a run of one file has not. With another
    // profile than that of the tests it would build the whole library anew.
    let profile = if folder.ends_with("release") { "release" } else { "test" };
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--example", name, "--profile", profile]);
    assert!(build.status().expect("cargo runs").success());
    folder.join("examples").join(name)
}

/// Runs to its end and gives what it printed.
pub fn run(command: &mut Command) -> Output {
    command.output().expect("the program runs")
}

/// The objects of the lines.
pub fn json_lines(text: &[u8]) -> Vec<Value> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Those of one kind of event.
pub fn events<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == event).collect()
}

/// The processes that wrote their numbers into the file.
pub fn process_numbers(file: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// Whether the process lives; a zombie does not.
pub fn lives(process: u32) -> bool {
    match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(stat) => !stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')),
        Err(_) => false,
    }
}

/// All processes of the file are gone, at once or very soon.
pub fn assert_gone(file: &Path) {
    let numbers = process_numbers(file);
    assert!(!numbers.is_empty(), "no process has written its number");
    wait_until("all engines and their children are gone", || !numbers.iter().any(|&number| lives(number)));
}

/// Waits, for 20 seconds at most.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "not within 20 s: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
