//! `gipfel man`: the manual pages.

use super::error::CliError;
use clap::{Args, Command};
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Print the manual pages, or write them into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel man | man -l -
  gipfel man --out-dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write one file for each page into this folder, instead of printing them
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
}

impl ManArgs {
    pub(super) fn run(self, command: Command, out: &mut dyn Write) -> Result<(), CliError> {
        let pages = pages(command)?;
        let Some(folder) = self.out_dir else {
            for (_, page) in pages {
                out.write_all(&page)?;
            }
            return Ok(());
        };
        fs::create_dir_all(&folder).map_err(|error| CliError::file("create", &folder, &error))?;
        for (name, page) in pages {
            let path = folder.join(name);
            fs::write(&path, page).map_err(|error| CliError::file("write", &path, &error))?;
        }
        Ok(())
    }
}

/// The page of the program, then one for each subcommand, with their file names.
fn pages(mut command: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    command.build();
    let subcommands = command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help").cloned();
    let commands: Vec<Command> = std::iter::once(command.clone()).chain(subcommands).collect();
    commands
        .into_iter()
        .map(|command| {
            let man = Man::new(command);
            let mut page = Vec::new();
            man.render(&mut page)?;
            Ok((man.get_filename(), page))
        })
        .collect()
}
