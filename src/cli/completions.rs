//! `gipfel completions`: scripts that complete the command line.

use super::error::CliError;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print a script that lets a shell complete the command line
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel completions bash > ~/.local/share/bash-completion/completions/gipfel
  gipfel completions zsh > ~/.zfunc/_gipfel
  gipfel completions fish > ~/.config/fish/completions/gipfel.fish")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(super) fn run(self, mut command: Command, out: &mut dyn Write) -> Result<(), CliError> {
        // Written in one piece: the generator panics where a write fails.
        let mut script = Vec::new();
        generate(self.shell, &mut command, "gipfel", &mut script);
        Ok(out.write_all(&script)?)
    }
}
