//! An engine that is wrong in exactly one way, for the tests of `gipfel match` and `gipfel conform`.
//!
//! It is this project's own engine behind a filter that changes lines on their way in and out. The first argument names
//! the fault; some take a number after `=`. Without one it is a good engine.

use gipfel::protocol::serve;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, exit};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let fault = std::env::args().nth(1).unwrap_or_else(|| "none".to_owned());
    let (name, value) = fault.split_once('=').unwrap_or((&fault, ""));
    let engine = Faulty { name: name.to_owned(), number: value.parse().unwrap_or(0), ..Faulty::default() };
    engine.begin();
    let shared = Arc::new(Mutex::new(engine));
    // A small table: to clear one takes most of the time of a short conversation, and there are thousands of them.
    let ready = b"setoption name Hash value 1\n".to_vec();
    let input = Input { shared: Arc::clone(&shared), stdin: BufReader::new(io::stdin()), ready };
    serve(BufReader::new(input), Output { shared, line: Vec::new() }).expect("the pipes work");
}

/// The fault, and what has been said so far.
#[derive(Default)]
struct Faulty {
    name: String,
    number: u64,
    /// `go` commands so far.
    searches: u64,
    searching: bool,
    counting: bool,
    /// The last `position` command, and the last command of all.
    position: String,
    last: String,
    /// Queries that have no answer yet.
    queries: VecDeque<String>,
}

impl Faulty {
    fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// Faults that need no command.
    #[expect(clippy::zombie_processes, reason = "a child that nobody waits for is the fault")]
    fn begin(&self) {
        if self.is("talks-on-stderr") {
            eprintln!("a word on stderr");
        }
        if self.is("child") || self.is("child-apart") {
            let mut command = Command::new("sleep");
            command.arg("600");
            if self.is("child-apart") {
                // It leaves the engine's process group, and its streams.
                std::os::unix::process::CommandExt::process_group(&mut command, 0);
                command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null());
                command.stderr(std::process::Stdio::null());
            }
            let child = command.spawn().expect("sleep is there");
            if let Ok(file) = std::env::var("FAULTY_PIDS") {
                let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("a file");
                writeln!(file, "{}", child.id()).expect("it can be written");
            }
        }
        if let Ok(file) = std::env::var("FAULTY_PIDS") {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("a file");
            writeln!(file, "{}", std::process::id()).expect("it can be written");
        }
        if self.is("no-start") {
            sleep(Duration::from_secs(600));
        }
        if self.is("exits-at-start") {
            exit(9);
        }
    }

    /// The lines that the engine hears instead of this one. The reader waits while this runs.
    fn hear(&mut self, line: &str) -> Vec<String> {
        let word = line.split_whitespace().next().unwrap_or_default().to_owned();
        let heard = self.changed(line, &word);
        match word.as_str() {
            "position" => line.clone_into(&mut self.position),
            "go" => self.searching = true,
            "perft" => (self.searching, self.counting) = (true, line == "perft 30"),
            "query" => self.queries.extend(line.split_whitespace().nth(1).map(str::to_owned)),
            _ => {}
        }
        line.clone_into(&mut self.last);
        heard
    }

    fn changed(&mut self, line: &str, word: &str) -> Vec<String> {
        let keep = vec![line.to_owned()];
        let instead = |other: &str| vec![other.to_owned()];
        match (self.name.as_str(), word) {
            ("dies-at-newgame", "uginewgame") => exit(5),
            ("hangs-at-newgame", "uginewgame") => sleep(Duration::from_secs(600)),
            ("crashes", "go") => {
                self.searches += 1;
                if self.searches > self.number {
                    eprintln!("last words");
                    exit(7);
                }
            }
            ("hangs", "go") => {
                self.searches += 1;
                if self.searches > self.number {
                    return Vec::new();
                }
            }
            ("closes-stdout", "go") => {
                nix::unistd::close(1).expect("stdout is open");
                sleep(Duration::from_secs(600));
            }
            ("garbage", "go") => loop {
                // Ends where nobody reads any more.
                println!("garbage {}", "g".repeat(1000));
            },
            ("garbage-line", "go") => loop {
                print!("{}", "g".repeat(1000));
            },
            ("ignores-quit", "quit") => sleep(Duration::from_secs(600)),
            ("ignores-stop", "stop") => return Vec::new(),
            ("stops-no-perft", "stop") if self.counting => return Vec::new(),
            ("no-handicap", _) if line == "position basic+B3" => return instead("position basic"),
            ("fen-without-turns", _) if line.starts_with("position fen") => {
                return instead(line.split(" moves").next().unwrap_or(line));
            }
            ("no-moves", "moves") if line.split_whitespace().count() > 2 => return Vec::new(),
            ("no-searchmoves", "go") => return instead(line.split(" searchmoves").next().unwrap_or(line)),
            ("no-ponder", "go") => return instead(&line.replace(" ponder", "")),
            ("no-turn-limit", _) if line == "setoption name TurnLimit value 2" => return Vec::new(),
            ("hates-blank-lines", "") => return instead("xyzzy"),
            ("hates-crlf", _) if line.ends_with('\r') => return instead("xyzzy"),
            ("forgets-at-errors", "xyzzy") => return vec!["position startpos".to_owned(), line.to_owned()],
            ("ends-infinite", _) if line == "go infinite" && self.position.len() > 150 => return instead("go depth 1"),
            ("deaf-while-searching", "ugi") if self.searching => return Vec::new(),
            ("resents-stop", "stop") if !self.searching => return vec!["xyzzy".to_owned()],
            ("dies-of-many-turns", _) if line == "go movetime 0" && self.position.contains("GGGG") => exit(1),
            ("bad-status", "quit") if self.position.is_empty() => exit(3),
            _ => {}
        }
        keep
    }

    /// The lines that are written instead of this one.
    fn say(&mut self, line: &str) -> Vec<String> {
        let is_count = line.starts_with("response perft");
        let query = if line.starts_with("response") && !is_count { self.queries.pop_front() } else { None };
        let said = self.said(line, query.as_deref().unwrap_or_default());
        if line.starts_with("bestmove") || line.starts_with("response perft total") || line == "response perft stopped"
        {
            self.searching = false;
        }
        said
    }

    /// `query` is what the line answers.
    fn said(&self, line: &str, query: &str) -> Vec<String> {
        let is_best_move = line.starts_with("bestmove");
        let instead = |other: String| vec![other];
        let drop_if = |dropped: bool| if dropped { Vec::new() } else { vec![line.to_owned()] };
        let after = |command: &str| self.last == command;
        match self.name.as_str() {
            "no-name" => drop_if(line.starts_with("id name")),
            "two-readyoks" if line == "readyok" => vec![line.to_owned(), line.to_owned()],
            "two-bestmoves" if is_best_move => vec![line.to_owned(), line.to_owned()],
            "late" if is_best_move => {
                sleep(Duration::from_millis(self.number));
                vec![line.to_owned()]
            }
            "illegal" if is_best_move => instead("bestmove e5".to_owned()),
            "illegal-nodes" if is_best_move && after("go nodes 1000") => instead("bestmove e5".to_owned()),
            "illegal-movetime" if is_best_move && after("go movetime 50") => instead("bestmove e5".to_owned()),
            "illegal-clock" if is_best_move && self.last.starts_with("go p1time 1000") => {
                instead("bestmove e5".to_owned())
            }
            "illegal-in-games" if is_best_move && after("go nodes 100") => instead("bestmove e5".to_owned()),
            "illegal-depth" if is_best_move && after("go depth 1") && self.position == "position startpos" => {
                instead("bestmove e5".to_owned())
            }
            "illegal-after-seven" if is_best_move && after("go depth 1") && self.position.split(' ').count() == 10 => {
                instead("bestmove e5".to_owned())
            }
            "always-p1turn" if query == "p1turn" => instead("response true".to_owned()),
            "never-over" if query == "gameover" && self.position.len() > 100 => instead("response false".to_owned()),
            "no-winner" if query == "result" && line.ends_with("win") => instead("response none".to_owned()),
            "misses-a-turn" if query == "turns" => {
                instead(line.rsplit_once(' ').map_or(line, |(rest, _)| rest).to_owned())
            }
            "miscounts-position" if query == "position" => instead(line.replace(" -- 26", " -- 25")),
            "wrong-variant" if query == "variant" => instead("response basic".to_owned()),
            "gives-no-reason" => drop_if(line.starts_with("info string")),
            "state-never-over" => instead(line.replace("\"over\":true", "\"over\":false")),
            "hides-too-many" => drop_if(line.starts_with("info error too-many-turns")),
            "miscounts-perft" => instead(line.replace("perft total 924", "perft total 925")),
            "short-help" => drop_if(line.starts_with("query")),
            "draws-nothing" => drop_if(["  ", "a ", "b "].iter().any(|start| line.starts_with(start))),
            "noisy" if is_best_move && after("go depth 2") => vec!["thinking ...".to_owned(), line.to_owned()],
            "hides-unknown-command" => drop_if(line.starts_with("info error unknown-command")),
            "hides-bad-argument" => drop_if(line.starts_with("info error bad-argument")),
            "hides-long-line" => drop_if(line.starts_with("info error line-too-long")),
            "hides-not-utf8" => drop_if(line.starts_with("info error not-utf8")),
            "takes-any-value" => drop_if(line.starts_with("info error bad-option") && !line.contains("Xyzzy")),
            "takes-any-option" => drop_if(line.starts_with("info error bad-option") && line.contains("Xyzzy")),
            "hides-bad-position" => drop_if(line.starts_with("info error bad-position")),
            "hides-illegal-turn" => drop_if(line.starts_with("info error illegal-turn")),
            "no-info" => drop_if(line.starts_with("info depth") && after("go nodes 1")),
            "illegal-in-haste" if is_best_move && after("go movetime -5") => instead("bestmove e5".to_owned()),
            "unlost" => instead(line.replace("depth 0 score mate 0", "depth 0 score cp 0")),
            "hides-busy" => drop_if(line.starts_with("info error busy")),
            "quits-without-bestmove" => drop_if(is_best_move && self.last == "quit"),
            "ends-without-bestmove" => drop_if(is_best_move && self.last == "(end)"),
            _ => drop_if(false),
        }
    }
}

/// Standard input behind the filter.
struct Input {
    shared: Arc<Mutex<Faulty>>,
    stdin: BufReader<io::Stdin>,
    ready: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() {
            let mut line = Vec::new();
            if self.stdin.read_until(b'\n', &mut line)? == 0 {
                let mut faulty = self.shared.lock().expect("no panic before");
                "(end)".clone_into(&mut faulty.last);
                let stays = faulty.is("ignores-eof");
                drop(faulty);
                if stays {
                    sleep(Duration::from_secs(600));
                }
                return Ok(0);
            }
            match std::str::from_utf8(&line) {
                Ok(text) => {
                    let heard = self.shared.lock().expect("no panic before").hear(text.trim_end_matches('\n'));
                    heard.iter().for_each(|line| self.ready.extend(format!("{line}\n").bytes()));
                }
                Err(_) => self.ready.extend(line),
            }
        }
        let count = buffer.len().min(self.ready.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

/// Standard output behind the filter.
struct Output {
    shared: Arc<Mutex<Faulty>>,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            let said = self.shared.lock().expect("no panic before").say(line.trim_end_matches('\n'));
            for line in said {
                writeln!(io::stdout(), "{line}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
