//! Engine programs: started in a process group of their own, read by threads, and gone with all their children when they
//! are closed.

use super::builtin::Builtin;
use super::config::ConfigError;
use super::engine_config::{EngineConfig, split_words};
use crate::protocol::read_line;
use crate::search::Control;
use std::collections::{BTreeMap, VecDeque};
use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A line from an engine, and when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputLine {
    /// When the line had come.
    pub at: Instant,
    /// The line without its end; of a line that is not text, what was wrong with it.
    pub text: String,
}

/// Lines from the engine that may wait to be read. An engine that prints more has to wait itself: its output fills a pipe,
/// not our memory.
pub(super) const WAITING_LINES: usize = 64;
/// How long the last words of an engine that has ended are waited for.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The bytes of an engine's stderr that are kept: the last ones.
const STDERR_BYTES: usize = 64 * 1024;
/// How often a process is asked whether it has ended.
const POLL: Duration = Duration::from_millis(2);

/// Why an engine does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command line cannot be split.
    #[error(transparent)]
    Command(#[from] ConfigError),
    /// There is no such built-in engine.
    #[error("no built-in engine {0:?}: there are builtin:random, builtin:greedy, builtin:depth1 to builtin:depth9")]
    Builtin(String),
    /// The program cannot be run.
    #[error("cannot run {program}: {error}")]
    Program {
        /// The program.
        program: String,
        /// What happened.
        error: std::io::Error,
    },
}

/// A running engine: lines in, lines out.
#[derive(Debug)]
pub struct Engine {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<OutputLine>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Process {
        child: Child,
        mark: String,
        stderr: Arc<Mutex<VecDeque<u8>>>,
        /// Hangs up when stderr has been read to its end.
        stderr_end: Receiver<()>,
        exit: Option<ExitStatus>,
    },
    Builtin(Arc<Control>),
}

impl Engine {
    /// Starts an engine. `seed` is for built-in players.
    ///
    /// # Errors
    ///
    /// Where there is no such program.
    pub fn start(config: &EngineConfig, seed: u64) -> Result<Self, StartError> {
        let own = || std::env::current_exe().map(|path| vec![path.to_string_lossy().into_owned()]);
        let words = match &config.command {
            Some(command) => split_words(command)?,
            None => own().map_err(|error| StartError::Program { program: "this program".to_owned(), error })?,
        };
        let (program, arguments) = match words.split_first() {
            Some((program, arguments)) => (program.clone(), arguments),
            None => return Err(StartError::Builtin(String::new())),
        };
        match program.strip_prefix("builtin:") {
            Some(name) => {
                let builtin = Builtin::named(name).ok_or(StartError::Builtin(program.clone()))?;
                Ok(Self::start_builtin(builtin, seed))
            }
            None => Self::start_process(&program, arguments, config),
        }
    }

    fn start_builtin(builtin: Builtin, seed: u64) -> Self {
        let (input, commands) = channel();
        let (lines, output) = sync_channel(WAITING_LINES);
        let control = Arc::new(Control::new());
        let its_control = Arc::clone(&control);
        thread::spawn(move || builtin.serve(seed, &commands, &lines, &its_control));
        Self { input: Some(input), output, kind: Kind::Builtin(control) }
    }

    fn start_process(program: &str, arguments: &[String], config: &EngineConfig) -> Result<Self, StartError> {
        let mark = next_mark();
        let mut command = Command::new(program);
        command.args(arguments).envs(&config.env).env(MARK, &mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &config.dir {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error| StartError::Program { program: program.to_owned(), error };
        // Held over the start, so that an end of everything cannot miss a process that is being started.
        let mut running = running();
        let mut child = command.spawn().map_err(failed)?;
        running.insert(child.id(), mark.clone());
        drop(running);
        let (input, commands) = channel();
        let (lines, output) = sync_channel(WAITING_LINES);
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &commands));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &lines));
        }
        let (reading, stderr_end) = channel();
        if let Some(pipe) = child.stderr.take() {
            let kept = Arc::clone(&stderr);
            thread::spawn(move || {
                keep_end(pipe, &kept);
                drop(reading);
            });
        }
        Ok(Self { input: Some(input), output, kind: Kind::Process { child, mark, stderr, stderr_end, exit: None } })
    }

    /// Hands a line over to be written; never waits. What an engine that has ended is told is lost.
    pub fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").into_bytes());
    }

    /// Hands bytes over to be written as they are.
    pub fn send_bytes(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// The next line.
    ///
    /// # Errors
    ///
    /// [`RecvTimeoutError::Disconnected`] where the output has ended.
    pub fn next_line(&self, timeout: Duration) -> Result<OutputLine, RecvTimeoutError> {
        self.output.recv_timeout(timeout)
    }

    /// Passes over the lines that wait.
    pub fn skip_waiting(&self, mut each: impl FnMut(&OutputLine)) {
        self.output.try_iter().take(2 * WAITING_LINES).for_each(|line| each(&line));
    }

    /// Closes the engine's input, as a client that has ended does.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// How the program ended, in words, if it does so within this time; `None` while it lives.
    pub fn wait_for_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let Kind::Process { child, exit, .. } = &mut self.kind else { return None };
        let deadline = Instant::now() + timeout;
        loop {
            if exit.is_none() {
                *exit = child.try_wait().ok().flatten();
            }
            if exit.is_some() || Instant::now() >= deadline {
                return *exit;
            }
            thread::sleep(POLL);
        }
    }

    /// Whether the engine is a program (and not built in).
    #[must_use]
    pub const fn is_process(&self) -> bool {
        matches!(self.kind, Kind::Process { .. })
    }

    /// The last part of what the engine wrote to stderr: all of it up to the end, where the engine has ended.
    #[must_use]
    pub fn stderr(&self) -> String {
        match &self.kind {
            Kind::Process { stderr, stderr_end, exit, .. } => {
                if exit.is_some() {
                    // A child that it left behind may hold the pipe open.
                    let _ = stderr_end.recv_timeout(LAST_WORDS);
                }
                let kept = stderr.lock().unwrap_or_else(PoisonError::into_inner);
                String::from_utf8_lossy(&kept.iter().copied().collect::<Vec<u8>>()).into_owned()
            }
            Kind::Builtin(_) => String::new(),
        }
    }

    /// Ends the engine: `stop` and `quit`, this long to go, then it is killed with its children.
    pub fn quit(&mut self, grace: Duration) {
        self.send("stop");
        self.send("quit");
        self.close_input();
        let deadline = Instant::now() + grace;
        // What it still prints is read, so that it is not held up by a full pipe.
        while self.is_process() && self.wait_for_exit(Duration::ZERO).is_none() && Instant::now() < deadline {
            if self.output.recv_timeout(POLL) == Err(RecvTimeoutError::Disconnected) {
                thread::sleep(POLL);
            }
        }
        self.kill();
    }

    /// Kills the engine and its children at once.
    pub fn kill(&mut self) {
        self.close_input();
        match &mut self.kind {
            Kind::Builtin(control) => control.stop(),
            Kind::Process { child, mark, exit, .. } => {
                let mut running = running();
                if running.remove(&child.id()).is_some() {
                    kill_group(child.id(), mark);
                }
                drop(running);
                if exit.is_none() {
                    // Without process groups only the program itself can be killed.
                    let _ = child.kill();
                    *exit = child.wait().ok();
                }
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills every engine of this process and their children: the last resort at an end in a hurry.
pub fn kill_all() {
    for (id, mark) in std::mem::take(&mut *running()) {
        kill_group(id, &mark);
    }
}

/// The engines that run: the number of the process (and of its group), and its mark.
static RUNNING: Mutex<BTreeMap<u32, String>> = Mutex::new(BTreeMap::new());

fn running() -> MutexGuard<'static, BTreeMap<u32, String>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The environment variable that marks an engine and all that it starts.
const MARK: &str = "GIPFEL_ENGINE";

fn next_mark() -> String {
    static SERIAL: AtomicU64 = AtomicU64::new(0);
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    format!("{}-{}-{}", std::process::id(), SERIAL.fetch_add(1, Ordering::Relaxed), since.as_nanos())
}

#[cfg(unix)]
fn kill_group(leader: u32, mark: &str) {
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;
    let pid = |number: u32| i32::try_from(number).ok().map(Pid::from_raw);
    // The group's number is not given to another while one of the group lives.
    if let Some(group) = pid(leader) {
        let _ = killpg(group, Signal::SIGKILL);
    }
    for stray in marked_processes(mark).into_iter().filter_map(pid) {
        let _ = kill(stray, Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32, _: &str) {}

/// The processes that carry the mark: children that have left the group. Only Linux lets us see them.
#[cfg(unix)]
fn marked_processes(mark: &str) -> Vec<u32> {
    let entry = format!("{MARK}={mark}");
    let Ok(folder) = std::fs::read_dir("/proc") else { return Vec::new() };
    folder
        .flatten()
        .filter_map(|process| process.file_name().to_str()?.parse().ok())
        .filter(|number: &u32| {
            let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == entry.as_bytes())
        })
        .collect()
}

fn write_lines(mut stdin: impl Write, commands: &Receiver<Vec<u8>>) {
    for bytes in commands {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<OutputLine>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut stdout) {
        let at = Instant::now();
        let text = line.unwrap_or_else(|error| format!("({error})"));
        if lines.send(OutputLine { at, text }).is_err() {
            break;
        }
    }
}

fn keep_end(mut pipe: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(buffer.get(..count).unwrap_or_default());
        let surplus = kept.len().saturating_sub(STDERR_BYTES);
        kept.drain(..surplus);
    }
}
