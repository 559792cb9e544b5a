//! A command whose reader goes away, as `head` does.

use std::process::{Command, Stdio};

/// Runs a command with a standard output that nobody reads: it ends with success and says nothing of it.
pub fn ends_quietly(command: &mut Command) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
