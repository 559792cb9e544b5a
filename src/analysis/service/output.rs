//! The way of the answers to the output: from all threads to the one that writes.

use serde::Serialize;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};

/// So many answers may wait until the client reads them; then the searches wait too. It bounds the memory that a client
/// can fill who does not read.
const WAITING: usize = 1024;

/// What the writing thread is told.
#[derive(Debug)]
pub(super) enum Message {
    /// A line to be written.
    Line(String),
    /// The input has failed.
    InputFailed(io::Error),
    /// One of the threads that search has ended.
    WorkerDone,
}

/// Sends answers to the writing thread.
#[derive(Clone, Debug)]
pub(super) struct Output(SyncSender<Message>);

impl Output {
    /// The two ends of the way.
    pub fn new() -> (Self, Receiver<Message>) {
        let (sender, receiver) = sync_channel(WAITING);
        (Self(sender), receiver)
    }

    /// Sends an answer, and waits while too many wait. Where the output is closed, no one wants to hear.
    pub fn send(&self, answer: &impl Serialize) {
        if let Ok(line) = serde_json::to_string(answer) {
            self.tell(Message::Line(line));
        }
    }

    /// Sends an answer that may be left out where too many wait.
    pub fn send_if_idle(&self, answer: &impl Serialize) {
        if let Ok(line) = serde_json::to_string(answer) {
            let _ = self.0.try_send(Message::Line(line));
        }
    }

    /// Tells the writing thread something else.
    pub fn tell(&self, message: Message) {
        let _ = self.0.send(message);
    }
}

/// Writes lines until so many workers are done. The output is flushed whenever no further line is waiting.
///
/// # Errors
///
/// Where the output fails, at once; where the input has failed, after everything has been written.
pub(super) fn write_lines(received: &Receiver<Message>, mut output: impl Write, mut workers: usize) -> io::Result<()> {
    let mut end = Ok(());
    while workers > 0 {
        let message = match received.try_recv() {
            Ok(message) => message,
            Err(TryRecvError::Empty) => {
                output.flush()?;
                match received.recv() {
                    Ok(message) => message,
                    Err(_) => break,
                }
            }
            Err(TryRecvError::Disconnected) => break,
        };
        match message {
            Message::Line(line) => writeln!(output, "{line}")?,
            Message::InputFailed(error) => end = Err(error),
            Message::WorkerDone => workers -= 1,
        }
    }
    output.flush()?;
    end
}
