//! A conversation with the engine under test.

use crate::arena::engine_config::EngineConfig;
use crate::arena::process::{Engine, StartError};
use crate::notation::parse_turn;
use crate::protocol::{ErrorCode, Info, Reply};
use crate::rules::{Position, Turn};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Why a check does not pass.
#[derive(Debug)]
pub(super) enum Problem {
    /// What should have happened and did not.
    Expected(String),
    /// What the engine does not offer.
    NotOffered(String),
}

/// Fails with what was expected.
pub(super) fn expected<T>(what: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Expected(what.into()))
}

/// Passes where the condition holds.
pub(super) fn require(holds: bool, what: impl Into<String>) -> Result<(), Problem> {
    if holds { Ok(()) } else { expected(what) }
}

/// The answer to a search.
pub(super) struct Found {
    /// The turn's text; `none` where there is none.
    pub(super) turn: String,
    /// What was said before.
    pub(super) infos: Vec<Info>,
}

/// The engine, and what was said.
pub(super) struct Session {
    engine: Engine,
    timeout: Duration,
    sent: VecDeque<String>,
    received: VecDeque<String>,
}

/// Lines that are kept of either side.
const KEPT: usize = 400;
/// Lines of either side that a finding shows, and how long they may be.
const SHOWN: usize = 12;
const SHOWN_LENGTH: usize = 200;

impl Session {
    pub(super) fn start(config: &EngineConfig, timeout: Duration) -> Result<Self, StartError> {
        let engine = Engine::start(config, 1)?;
        Ok(Self { engine, timeout, sent: VecDeque::new(), received: VecDeque::new() })
    }

    /// The last lines of both sides.
    pub(super) fn transcript(&self) -> (Vec<String>, Vec<String>) {
        let last = |lines: &VecDeque<String>| -> Vec<String> {
            let shown = lines.iter().skip(lines.len().saturating_sub(SHOWN));
            shown.map(|line| shortened(line, SHOWN_LENGTH)).collect()
        };
        (last(&self.sent), last(&self.received))
    }

    /// All that was received and is kept.
    pub(super) fn replies(&self) -> impl Iterator<Item = Reply> {
        self.received.iter().map(|line| parse(line))
    }

    pub(super) fn send(&mut self, line: &str) {
        keep(&mut self.sent, line);
        self.engine.send(line);
    }

    /// Sends bytes that may be no proper line; `shown` stands for them in what is reported.
    pub(super) fn send_bytes(&mut self, bytes: Vec<u8>, shown: &str) {
        keep(&mut self.sent, shown);
        self.engine.send_bytes(bytes);
    }

    /// The next reply; `None` where none comes in time.
    fn next(&mut self, deadline: Instant) -> Option<Reply> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.engine.next_line(left) {
            Ok(line) => {
                keep(&mut self.received, &line.text);
                Some(parse(&line.text))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// Collects replies up to the one that is accepted.
    pub(super) fn until(&mut self, what: &str, accept: impl Fn(&Reply) -> bool) -> Result<Vec<Reply>, Problem> {
        let deadline = Instant::now() + self.timeout;
        let mut replies = Vec::new();
        while let Some(reply) = self.next(deadline) {
            let found = accept(&reply);
            if replies.len() < KEPT || found {
                replies.push(reply);
            }
            if found {
                return Ok(replies);
            }
            if Instant::now() >= deadline {
                break;
            }
        }
        expected(what)
    }

    /// Greets; the options are found among the replies.
    pub(super) fn greet(&mut self) -> Result<Vec<Reply>, Problem> {
        self.send("ugi");
        self.until("ugiok", |reply| *reply == Reply::UgiOk)
    }

    /// Sends a command that is answered at once, and returns all that comes before the `readyok` behind it.
    pub(super) fn told(&mut self, line: &str) -> Result<Vec<Reply>, Problem> {
        self.send(line);
        self.fence()
    }

    /// All that comes before the `readyok` to an `isready`.
    pub(super) fn fence(&mut self) -> Result<Vec<Reply>, Problem> {
        self.send("isready");
        let mut replies = self.until("readyok", |reply| *reply == Reply::ReadyOk)?;
        replies.pop();
        Ok(replies)
    }

    /// A command that has no answer.
    pub(super) fn silent(&mut self, line: &str) -> Result<(), Problem> {
        let replies = self.told(line)?;
        require(replies.is_empty(), format!("no reply to {:?}", shortened(line, 60)))
    }

    /// A command after which no `bestmove` comes.
    pub(super) fn silent_about_moves(&mut self, line: &str) -> Result<(), Problem> {
        let replies = self.told(line)?;
        require(!replies.iter().any(is_best_move), format!("no bestmove after {line}"))
    }

    /// A search that holds its `bestmove` back, also when it has begun and had time to end.
    pub(super) fn held_back(&mut self, go: &str, until: &str) -> Result<(), Problem> {
        self.silent_about_moves(go)?;
        self.nothing(HELD_BACK, &format!("no bestmove before {until}"), is_best_move)
    }

    /// A command that is refused with this error and nothing else.
    pub(super) fn refused(&mut self, line: &str, code: ErrorCode) -> Result<(), Problem> {
        let replies = self.told(line)?;
        self.is_error(&replies, code, line)
    }

    pub(super) fn is_error(&self, replies: &[Reply], code: ErrorCode, line: &str) -> Result<(), Problem> {
        let fits = matches!(replies, [Reply::Error { code: found, .. }] if *found == code);
        require(fits, format!("one reply to {:?}: info error {code} ...", shortened(line, 60)))
    }

    /// The answer to a query; not offered where there is none.
    pub(super) fn query(&mut self, what: &str) -> Result<String, Problem> {
        let replies = self.told(&format!("query {what}"))?;
        let mut responses = replies.into_iter().filter_map(|reply| match reply {
            Reply::Response(text) => Some(text),
            _ => None,
        });
        match (responses.next(), responses.next()) {
            (Some(response), None) => Ok(response),
            (Some(_), Some(_)) => expected(format!("one response to query {what}")),
            (None, _) => Err(Problem::NotOffered(format!("query {what}"))),
        }
    }

    /// A query that every engine answers.
    pub(super) fn query_is(&mut self, what: &str, answer: &str) -> Result<(), Problem> {
        match self.query(what) {
            Ok(response) if response.trim() == answer => Ok(()),
            Err(Problem::Expected(what)) => expected(what),
            _ => expected(format!("query {what}: response {answer}")),
        }
    }

    /// Starts a search and waits for its end.
    pub(super) fn search(&mut self, go: &str) -> Result<Found, Problem> {
        self.send(go);
        self.best_move(go)
    }

    /// Waits for the end of a search.
    pub(super) fn best_move(&mut self, after: &str) -> Result<Found, Problem> {
        let replies = self.until(&format!("bestmove ... after {after:?}"), is_best_move)?;
        let mut found = Found { turn: String::new(), infos: Vec::new() };
        for reply in replies {
            match reply {
                Reply::BestMove { turn, .. } => found.turn = turn.unwrap_or_else(|| "none".to_owned()),
                Reply::Info(info) => found.infos.push(info),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Nothing of this kind comes for a while.
    pub(super) fn nothing(
        &mut self,
        wait: Duration,
        what: &str,
        unwanted: impl Fn(&Reply) -> bool,
    ) -> Result<(), Problem> {
        let deadline = Instant::now() + wait;
        while Instant::now() < deadline {
            match self.next(deadline) {
                Some(reply) if unwanted(&reply) => return expected(what),
                Some(_) => {}
                None => std::thread::sleep(deadline.saturating_duration_since(Instant::now())),
            }
        }
        Ok(())
    }

    pub(super) fn close_input(&mut self) {
        keep(&mut self.sent, "(end of input)");
        self.engine.close_input();
    }

    /// The end of the program: `what` says why it should end. What it says until then is kept.
    pub(super) fn exit(&mut self, what: &str) -> Result<(ExitStatus, Vec<Reply>), Problem> {
        let deadline = Instant::now() + self.timeout.min(MAX_EXIT);
        let mut replies = Vec::new();
        while Instant::now() < deadline {
            while let Some(reply) = self.next(Instant::now() + Duration::from_millis(2)) {
                replies.push(reply);
                if replies.len() >= KEPT {
                    break;
                }
            }
            if let Some(status) = self.engine.wait_for_exit(Duration::from_millis(2)) {
                // What was written before the end may still wait to be read.
                while let Some(reply) = self.next(Instant::now() + Duration::from_millis(100)) {
                    replies.push(reply);
                }
                return Ok((status, replies));
            }
        }
        expected(format!("the program ends {what}"))
    }
}

/// How long a program may take to end: twenty times what the rules of conduct say, since machines are busy.
const MAX_EXIT: Duration = Duration::from_secs(2);

/// How long a search is watched that should hold its `bestmove` back, and would need a small part of that time.
const HELD_BACK: Duration = Duration::from_millis(150);

pub(super) fn is_best_move(reply: &Reply) -> bool {
    matches!(reply, Reply::BestMove { .. })
}

/// The legal turn that a text means.
pub(super) fn legal(position: &Position, text: &str) -> Result<Turn, Problem> {
    parse_turn(position, text).map_err(|error| Problem::Expected(format!("a legal turn; {text:?} is none: {error}")))
}

fn parse(line: &str) -> Reply {
    line.parse().unwrap_or_else(|never: Infallible| match never {})
}

fn keep(lines: &mut VecDeque<String>, line: &str) {
    if lines.len() == KEPT {
        lines.pop_front();
    }
    lines.push_back(line.to_owned());
}

fn shortened(line: &str, length: usize) -> String {
    let mut chars = line.chars();
    let start: String = chars.by_ref().take(length).collect();
    if chars.next().is_some() { start + "..." } else { start }
}
