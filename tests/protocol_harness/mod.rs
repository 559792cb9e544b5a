//! A client of the protocol server, in memory: it can wait for a reply before it sends the next line.
#![allow(dead_code)]

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Long enough for every reply on the slowest machine; only a server that hangs takes longer.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// A position with 1,928,578 legal turns.
pub const MILLION: &str = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40";

/// White has no GIPF-piece and has lost.
pub const FINISHED: &str = "g3/5/6/6g/6/5/g3 w 12 12 standard -- 31";

/// Either side can enter a piece and take it again, so that the position is repeated.
pub const REPEATABLE: &str = "4/5/1ggg2/1GGG3/6/5/4 w 6 6 tournament -- 20";

/// Turns after which [`REPEATABLE`] stands for the third time.
pub const REPEATING: &str = "e2;xe2 d2;xd2 e2;xe2 d2;xd2";

pub struct Client {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    server: JoinHandle<Result<(), String>>,
}

impl Client {
    pub fn new() -> Self {
        let (input, lines) = channel();
        let (replies, output) = channel();
        let reader = BufReader::new(ChannelReader { chunks: lines, rest: VecDeque::new() });
        let writer = LineChecker { lines: replies, written: Vec::new() };
        let server = thread::spawn(|| gipfel::protocol::serve(reader, writer).map_err(|error| error.to_string()));
        Self { input: Some(input), output, server }
    }

    pub fn at(position: &str) -> Self {
        let mut client = Self::new();
        client.silent(&format!("position fen {position}"));
        client
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.input.as_ref().unwrap().send(bytes.to_owned()).unwrap();
    }

    pub fn send(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.output.recv_timeout(DEADLINE).expect("a reply in time")
    }

    /// The lines up to the one that begins so, which comes last.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Sends a line and returns the one reply to it.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        let reply = self.line();
        self.sync();
        reply
    }

    /// Sends a line during a search and returns its reply, passing over what the search says.
    pub fn ask_searching(&mut self, line: &str) -> String {
        self.send(line);
        loop {
            let reply = self.line();
            if !reply.starts_with("info depth ") {
                return reply;
            }
        }
    }

    /// Nothing is left to be read while no search runs.
    pub fn sync(&mut self) {
        self.send("isready");
        assert_eq!(self.line(), "readyok");
    }

    /// Sends a line to which there is no reply.
    pub fn silent(&mut self, line: &str) {
        self.send(line);
        self.sync();
    }

    /// Sends a line that is refused with this code.
    pub fn refused(&mut self, line: &str, code: &str) {
        let reply = self.ask(line);
        assert!(reply.starts_with(&format!("info error {code} ")), "{line}: {reply}");
    }

    /// Sends `go` and returns all up to the bestmove.
    pub fn go(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        let lines = self.until("bestmove");
        self.sync();
        lines
    }

    /// Sends `go` and returns the turn.
    pub fn best(&mut self, line: &str) -> String {
        self.go(line).last().unwrap().strip_prefix("bestmove ").unwrap().to_owned()
    }

    pub fn query(&mut self, query: &str) -> String {
        let reply = self.ask(&format!("query {query}"));
        reply.strip_prefix("response ").unwrap_or_else(|| panic!("query {query}: {reply}")).to_owned()
    }

    /// Ends the input and returns what is still said; the server must have ended well.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let lines = self.output.iter().collect();
        self.server.join().unwrap().unwrap();
        lines
    }
}

struct ChannelReader {
    chunks: Receiver<Vec<u8>>,
    rest: VecDeque<u8>,
}

impl Read for ChannelReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.chunks.recv() {
                Ok(chunk) => self.rest.extend(chunk),
                Err(_) => return Ok(0),
            }
        }
        self.rest.read(buffer)
    }
}

/// Passes on what is flushed, and checks that it is one line each time.
struct LineChecker {
    lines: Sender<String>,
    written: Vec<u8>,
}

impl Write for LineChecker {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.written)).unwrap();
        let line = text.strip_suffix('\n').expect("a whole line is flushed");
        assert!(!line.contains(['\n', '\r']), "one line is flushed: {line:?}");
        self.lines.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
