//! Whole conversations with the protocol server, in memory.

use gipfel::protocol::{Command, ErrorCode, Reply, read_line, serve};
use std::io::Cursor;

/// The largest transposition table that a conversation may ask for, in MiB.
const MAX_HASH: i64 = 4;

/// The server says what the protocol promises, whatever is sent, up to the end of the input.
///
/// No conversation takes long: the input is all there at once, and its end stops what still runs.
pub fn protocol(data: &[u8]) {
    let input = bounded(data);
    let mut output = Vec::new();
    serve(Cursor::new(input.clone()), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let replies = replies(&output);
    Sent::new(&input).check(&replies);
    check_answers(&replies);
}

/// The input with a small transposition table set before it, and without lines that ask for a large one: those would cost
/// gigabytes in every run.
fn bounded(data: &[u8]) -> Vec<u8> {
    let mut input = b"setoption name Hash value 1\n".to_vec();
    for line in data.split_inclusive(|&byte| byte == b'\n') {
        if !asks_for_large_hash(line) {
            input.extend_from_slice(line);
        }
    }
    input
}

fn asks_for_large_hash(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    match Command::parse(line) {
        Ok(Some(Command::SetOption { name, value: Some(value) })) => {
            name.eq_ignore_ascii_case("hash") && value.parse::<i64>().is_ok_and(|value| value > MAX_HASH)
        }
        _ => false,
    }
}

/// The replies, each of which is one whole line that is written as it was read.
fn replies(output: &str) -> Vec<Reply> {
    assert!(output.is_empty() || output.ends_with('\n'));
    let read = |line: &str| {
        assert!(!line.contains(char::is_control), "{line:?}");
        let Ok(reply) = line.parse::<Reply>();
        assert_eq!(reply.to_string(), line);
        assert!(!matches!(reply, Reply::Error { code: ErrorCode::Internal, .. }), "{line}");
        reply
    };
    output.split_terminator('\n').map(read).collect()
}

/// How many lines of each kind were sent before the conversation ended.
#[derive(Debug, Default)]
struct Sent {
    lines: usize,
    /// What is neither a command nor blank.
    refused: usize,
    ugi: usize,
    is_ready: usize,
    queries: usize,
    go: usize,
    perft: usize,
}

impl Sent {
    fn new(mut input: &[u8]) -> Self {
        let mut sent = Self::default();
        while let Some(line) = read_line(&mut input).unwrap() {
            sent.lines += 1;
            let Ok(Ok(command)) = line.map(|line| Command::parse(&line)) else {
                sent.refused += 1;
                continue;
            };
            match command {
                Some(Command::Quit) => break,
                Some(Command::Ugi) => sent.ugi += 1,
                Some(Command::IsReady) => sent.is_ready += 1,
                Some(Command::Query(_)) => sent.queries += 1,
                Some(Command::Go(_)) => sent.go += 1,
                Some(Command::Perft(_)) => sent.perft += 1,
                _ => {}
            }
        }
        sent
    }

    /// Every line has the replies that it should have. Which lines come while a search runs is a matter of chance.
    fn check(&self, replies: &[Reply]) {
        let count = |is: fn(&Reply) -> bool| replies.iter().filter(|reply| is(reply)).count();
        let of_perft = |text: &str| text.starts_with("perft ");
        let ends_perft = |text: &str| text.starts_with("perft total ") || text == "perft stopped";
        let responses = |is: &dyn Fn(&str) -> bool| {
            replies.iter().filter(|reply| matches!(reply, Reply::Response(text) if is(text))).count()
        };
        assert_eq!(count(|reply| *reply == Reply::UgiOk), self.ugi, "{self:?}");
        assert_eq!(count(|reply| *reply == Reply::ReadyOk), self.is_ready, "{self:?}");
        assert_eq!(responses(&|text| !of_perft(text)), self.queries, "{self:?}");
        let errors = count(|reply| matches!(reply, Reply::Error { .. }));
        assert!((self.refused..=self.lines).contains(&errors), "{errors} errors, {self:?}");
        let (answers, counts) = (count(|reply| matches!(reply, Reply::BestMove { .. })), responses(&ends_perft));
        assert!(answers <= self.go && counts <= self.perft, "{answers} answers, {counts} counts, {self:?}");
        // A search or count that is not begun is refused.
        assert!(answers + counts + errors >= self.go + self.perft + self.refused, "{errors} errors, {self:?}");
    }
}

/// Before each answer the search has said something, unless there is no position.
fn check_answers(replies: &[Reply]) {
    let mut scored = false;
    let mut before: Option<&Reply> = None;
    for reply in replies {
        match reply {
            Reply::Info(info) if info.score.is_some() => {
                assert!(info.depth.is_some() && info.nodes.is_some() && info.time.is_some(), "{reply}");
                scored = true;
            }
            Reply::BestMove { turn, .. } => {
                let no_position = matches!(before, Some(Reply::Error { code: ErrorCode::NoPosition, .. }));
                assert!(scored || no_position && turn.is_none(), "{reply} without a line before it");
                scored = false;
            }
            _ => {}
        }
        before = Some(reply);
    }
}
