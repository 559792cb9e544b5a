//! The protocol over real pipes, with the built program.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// No program is so slow; only one that hangs.
const DEADLINE: Duration = Duration::from_secs(20);

struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gipfel"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn send(&mut self, bytes: &str) {
        self.input.as_mut().unwrap().write_all(bytes.as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.strip_suffix('\n').unwrap_or_else(|| panic!("a whole line, not {line:?}")).to_owned()
    }

    fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn close_input(&mut self) {
        drop(self.input.take());
    }

    /// All that is still said, once the program has ended well and has said nothing to stderr.
    fn rest(mut self) -> String {
        assert_eq!(wait(&mut self.child).code(), Some(0));
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        rest
    }
}

fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() > DEADLINE {
            child.kill().unwrap();
            panic!("the program hangs");
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn starts_with_and_without_the_subcommand() {
    for arguments in [&[][..], &["ugi"]] {
        let mut program = Program::start(arguments);
        program.send("ugi\n");
        assert!(program.line().starts_with("id name Gipfel "));
        program.until("ugiok");
        program.send("quit\n");
        assert_eq!(program.rest(), "");
    }
}

#[test]
fn every_line_is_flushed() {
    let mut program = Program::start(&[]);
    for _ in 0..3 {
        program.send("isready\n");
        assert_eq!(program.line(), "readyok");
        program.send("query p1turn\n");
        assert_eq!(program.line(), "response true");
        program.send("go infinite\n");
        program.until("info depth");
        program.send("isready\n");
        program.until("readyok");
        program.send("stop\n");
        program.until("bestmove ");
    }
    program.close_input();
    assert_eq!(program.rest(), "");
}

#[test]
fn crlf_and_a_missing_last_newline() {
    let mut program = Program::start(&[]);
    program.send("isready\r\nposition startpos moves b3\r\n");
    assert_eq!(program.line(), "readyok");
    program.send("query p1turn");
    program.close_input();
    assert_eq!(program.rest(), "response false\n");
}

#[test]
fn the_end_of_input_ends_a_search() {
    let million = "position fen 4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40\n";
    for (position, go) in
        [("", "go infinite\n"), ("", "go movetime 3600000\n"), (million, "go\n"), (million, "go ponder\n")]
    {
        let mut program = Program::start(&[]);
        program.send(&format!("{position}{go}isready\n"));
        program.until("readyok");
        program.close_input();
        let rest = program.rest();
        assert_eq!(rest.matches("bestmove ").count(), 1, "{rest}");
        assert!(rest.lines().last().unwrap().starts_with("bestmove "), "{rest}");
    }
}

#[test]
fn quit_ends_a_search() {
    for go in ["go infinite\n", "go depth 1000\n", "perft 1000\n"] {
        let mut program = Program::start(&[]);
        program.send(go);
        program.send("quit\n");
        // The input stays open.
        let input = program.input.take();
        let rest = program.rest();
        drop(input);
        let last = rest.lines().last().unwrap();
        assert!(last.starts_with("bestmove ") || last == "response perft stopped", "{rest}");
    }
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    for lines in ["ugi\n", "perft 1000\nisready\n", "go infinite\nisready\n"] {
        let Program { mut child, input, output } = Program::start(&[]);
        drop(output);
        let mut input = input.unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        // The input stays open.
        assert_eq!(wait(&mut child).code(), Some(0));
        drop(input);
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
    }
}
