//! The match's side of the protocol: what is said to an engine, and how long its answers are waited for.

use super::config::Deadlines;
use super::control::{RunningClock, TimeControl};
use super::engine_config::EngineConfig;
use super::openings::Opening;
use super::process::{Engine, OutputLine, StartError};
use crate::protocol::{Info, Reply};
use crate::rules::{Color, Start};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// What went wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It could not be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Its program ended.
    #[error("the program ended: {0}")]
    Crash(String),
    /// Its program lives, but its output has ended.
    #[error("the program closed its output")]
    OutputClosed,
    /// It did not answer.
    #[error("no {awaited} within {} s", .waited.as_secs_f64())]
    Hang {
        /// What was awaited.
        awaited: &'static str,
        /// For how long.
        waited: Duration,
    },
    /// The match was ended from outside.
    #[error("the match was stopped")]
    Cancelled,
}

/// An answer to `go`.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The turn's text; `none` where the engine sees none.
    pub turn: String,
    /// The time between `go` and the answer.
    pub elapsed: Duration,
    /// The last that the engine said about its best line.
    pub info: Info,
}

/// An option that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    /// Its value where none is set.
    pub default: i64,
    /// The least value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

impl Spin {
    /// Reads `spin default D min A max B`.
    fn parse(kind: &str) -> Option<Self> {
        let words: Vec<&str> = kind.split_whitespace().collect();
        let value =
            |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)?.parse().ok());
        let spin = Self { default: value("default")?, min: value("min")?, max: value("max")? };
        (words.first() == Some(&"spin")).then_some(spin)
    }
}

/// An engine that has greeted, and that is spoken to in the protocol.
#[derive(Debug)]
pub struct Client {
    engine: Engine,
    /// What it calls itself.
    name: String,
    /// Names and kinds of its options.
    options: Vec<(String, String)>,
    deadlines: Deadlines,
    cancel: Arc<AtomicBool>,
    transcript: Transcript,
    variant: Option<Start>,
}

/// How often a wait looks whether the match was stopped.
const LOOK: Duration = Duration::from_millis(50);
/// How long a program whose output has ended may take to end itself, to be told from one that lives on.
const EXIT: Duration = Duration::from_millis(500);

impl Client {
    /// Starts an engine, greets it and sets its options.
    ///
    /// # Errors
    ///
    /// Where it does not start, or does not answer as the protocol says in time.
    pub fn start(
        config: &EngineConfig,
        seed: u64,
        deadlines: &Deadlines,
        cancel: &Arc<AtomicBool>,
    ) -> Result<Self, Fault> {
        let mut client = Self {
            engine: Engine::start(config, seed)?,
            name: String::new(),
            options: Vec::new(),
            deadlines: *deadlines,
            cancel: Arc::clone(cancel),
            transcript: Transcript::new(),
            variant: None,
        };
        let greeted = client.greet().and_then(|()| client.set_options(config));
        // An engine that fails here is not handed out: it must be gone before the fault is reported.
        greeted.inspect_err(|_| client.engine.kill())?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        let (mut name, mut options) = (String::new(), Vec::new());
        self.send("ugi");
        self.wait("ugiok", self.deadlines.start.0, |reply| match reply {
            Reply::IdName(text) => {
                name = text;
                None
            }
            Reply::Option { name, kind } => {
                options.push((name, kind));
                None
            }
            Reply::UgiOk => Some(()),
            _ => None,
        })?;
        (self.name, self.options) = (name, options);
        Ok(())
    }

    /// Sets the engine's options as its configuration says.
    ///
    /// # Errors
    ///
    /// Where the engine is not ready then.
    pub fn set_options(&mut self, config: &EngineConfig) -> Result<(), Fault> {
        for (name, value) in &config.options {
            self.send(&format!("setoption name {name} value {value}"));
        }
        self.ready(self.deadlines.ready.0)
    }

    /// What the engine calls itself; empty where it has not said.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The option of that name, as the engine writes it.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().map(|(option, _)| option.as_str()).find(|option| option.eq_ignore_ascii_case(name))
    }

    /// The options that are whole numbers.
    pub fn spins(&self) -> impl Iterator<Item = (&str, Spin)> {
        self.options.iter().filter_map(|(name, kind)| Some((name.as_str(), Spin::parse(kind)?)))
    }

    /// Says that a new game begins, and waits until the engine is ready.
    ///
    /// # Errors
    ///
    /// Where it is not.
    pub fn new_game(&mut self, opening: &Opening) -> Result<(), Fault> {
        if let (Some(start), Some(option)) = (opening.start_word(), self.option("Variant")) {
            // Engines know the variants; a handicap is set up as a position.
            if self.variant != Some(start) && start.handicap().is_none() {
                let line = format!("setoption name {option} value {start}");
                self.send(&line);
                self.variant = Some(start);
            }
        }
        self.send("uginewgame");
        self.ready(self.deadlines.new_game.0)
    }

    fn ready(&mut self, deadline: Duration) -> Result<(), Fault> {
        self.send("isready");
        self.wait("readyok", deadline, |reply| (reply == Reply::ReadyOk).then_some(()))
    }

    /// Asks for a turn and waits at most this long.
    ///
    /// # Errors
    ///
    /// Where no answer comes.
    pub fn go(&mut self, position: &str, go: &str, wait: Duration) -> Result<Answer, Fault> {
        let transcript = &mut self.transcript;
        self.engine.skip_waiting(|line| transcript.add('<', line.at, &line.text));
        self.send(position);
        let start = Instant::now();
        self.send(go);
        let mut info = Info::default();
        let (turn, at) = self.wait_at("bestmove", wait, |reply, line| match reply {
            Reply::BestMove { turn, .. } => Some(turn.unwrap_or_else(|| "none".to_owned())),
            Reply::Text(_) if line.trim() == "bestmove" => Some(String::new()),
            Reply::Info(new) => {
                // Only what is said about the best line, and what is said completely.
                if new.depth.is_some() && new.multipv.is_none_or(|rank| rank == 1) {
                    info = new;
                }
                None
            }
            _ => None,
        })?;
        Ok(Answer { turn, elapsed: at.saturating_duration_since(start), info })
    }

    /// The command that sets up a game, which begins with the opening's turns.
    #[must_use]
    pub fn position_command(&self, opening: &Opening, turns: &[String]) -> String {
        let mut command = match opening.start_word() {
            // Without the option an engine plays one variant, or takes the word for another.
            Some(start) if start.handicap().is_none() && self.option("Variant").is_some() => {
                "position startpos".to_owned()
            }
            Some(start) if start == Start::from(crate::rules::Variant::Standard) => "position startpos".to_owned(),
            _ => format!("position fen {}", opening.game().start()),
        };
        if !turns.is_empty() {
            let _ = write!(command, " moves {}", turns.join(" "));
        }
        command
    }

    fn send(&mut self, line: &str) {
        self.transcript.add('>', Instant::now(), line);
        self.engine.send(line);
    }

    fn wait<T>(
        &mut self,
        awaited: &'static str,
        limit: Duration,
        mut accept: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, Fault> {
        self.wait_at(awaited, limit, |reply, _| accept(reply)).map(|(found, _)| found)
    }

    /// Waits for a line that is accepted, and says when it came.
    fn wait_at<T>(
        &mut self,
        awaited: &'static str,
        limit: Duration,
        mut accept: impl FnMut(Reply, &str) -> Option<T>,
    ) -> Result<(T, Instant), Fault> {
        let start = Instant::now();
        loop {
            let left = limit.saturating_sub(start.elapsed());
            match self.engine.next_line(left.min(LOOK)) {
                Ok(OutputLine { at, text }) => {
                    self.transcript.add('<', at, &text);
                    let reply = text.parse().unwrap_or_else(|never: std::convert::Infallible| match never {});
                    if let Some(found) = accept(reply, &text) {
                        return Ok((found, at));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
            if self.cancel.load(Ordering::Relaxed) {
                return Err(Fault::Cancelled);
            }
            // An engine that prints without end must not put the deadline off.
            if start.elapsed() >= limit {
                return Err(Fault::Hang { awaited, waited: limit });
            }
        }
    }

    fn ended(&mut self) -> Fault {
        match self.engine.wait_for_exit(EXIT) {
            Some(status) => Fault::Crash(status.to_string()),
            None if self.engine.is_process() => Fault::OutputClosed,
            None => Fault::Crash("the built-in player has stopped".to_owned()),
        }
    }

    /// Ends the engine: `stop`, `quit`, the grace of its deadline, then it is killed with its children.
    pub fn quit(mut self) {
        self.engine.quit(self.deadlines.quit.0);
    }

    /// What was said in the last game and before, and the engine's stderr.
    #[must_use]
    pub fn report(&self) -> String {
        let stderr = self.engine.stderr();
        let stderr = if stderr.is_empty() { "(nothing)" } else { &stderr };
        format!("{}--- stderr\n{stderr}\n", self.transcript.text())
    }
}

/// The `go` command for the side to move, by each side's limits.
#[must_use]
pub fn go_command(mover: Color, clocks: &[Option<RunningClock>; 2], limits: &TimeControl) -> String {
    let mut command = "go".to_owned();
    let [white, black] = clocks;
    let own = if mover == Color::White { white } else { black };
    if let Some(own) = own {
        // Where only one side has a clock, it is told as the other's too: engines expect both.
        let [white, black] = [white.as_ref().unwrap_or(own), black.as_ref().unwrap_or(own)];
        for (word, time) in [
            ("p1time", white.remaining()),
            ("p2time", black.remaining()),
            ("p1inc", white.increment()),
            ("p2inc", black.increment()),
        ] {
            let _ = write!(command, " {word} {}", time.as_millis());
        }
        if let Some(turns) = own.turns_to_go() {
            let _ = write!(command, " movestogo {turns}");
        }
    }
    if let Some(time) = limits.move_time {
        let _ = write!(command, " movetime {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(command, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(command, " depth {depth}");
    }
    command
}

/// The last lines between match and engine.
#[derive(Debug)]
struct Transcript {
    start: Instant,
    lines: VecDeque<String>,
    dropped: u64,
}

impl Transcript {
    const LINES: usize = 2000;
    const LINE_LENGTH: usize = 2000;

    fn new() -> Self {
        Self { start: Instant::now(), lines: VecDeque::new(), dropped: 0 }
    }

    fn add(&mut self, direction: char, at: Instant, line: &str) {
        if self.lines.len() == Self::LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
        let seconds = at.saturating_duration_since(self.start).as_secs_f64();
        let shown: String = line.chars().take(Self::LINE_LENGTH).collect();
        self.lines.push_back(format!("{seconds:10.4} {direction} {shown}"));
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if self.dropped > 0 {
            let _ = writeln!(text, "({} lines before)", self.dropped);
        }
        for line in &self.lines {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_says_what_limits_the_turn() {
        let clock = |text: &str| Some(RunningClock::new(text.parse().unwrap()));
        let none = TimeControl::default();
        assert_eq!(
            go_command(Color::White, &[clock("10+0.1"), clock("5+0.05")], &none),
            "go p1time 10000 p2time 5000 p1inc 100 p2inc 50"
        );
        assert_eq!(
            go_command(Color::Black, &[None, clock("3/5+0")], &TimeControl { nodes: Some(7), ..none }),
            "go p1time 5000 p2time 5000 p1inc 0 p2inc 0 movestogo 3 nodes 7"
        );
        let limits = TimeControl { move_time: Some(Duration::from_millis(50)), depth: Some(3), ..none };
        assert_eq!(go_command(Color::White, &[None, clock("5+0")], &limits), "go movetime 50 depth 3");
    }

    #[test]
    fn a_transcript_is_bounded() {
        let mut transcript = Transcript::new();
        (0..3000).for_each(|i| transcript.add('<', Instant::now(), &format!("line {i} {}", "x".repeat(5000))));
        let text = transcript.text();
        assert!(text.starts_with("(1000 lines before)\n") && text.contains("line 2999 x") && text.len() < 5_000_000);
    }
}
