//! `gipfel data`: files of training data.

use super::error::CliError;
use crate::training::{self, DataError, ExportError, FileStats, Merged, Sample, report};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Look at files of training data, join, shuffle or export them
///
/// The files are made by gipfel datagen, and may still be growing. One that was cut off is read up to where it is whole.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel data stats games.data
  gipfel data stats games.data --calibration scores.svg
  gipfel data merge part1.data part2.data --out games.data
  gipfel data shuffle games.data --out shuffled.data --seed 1
  gipfel data export games.data | head")]
pub struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    Stats(StatsArgs),
    Merge(MergeArgs),
    Shuffle(ShuffleArgs),
    Export(ExportArgs),
}

impl DataArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        match self.command {
            DataCommand::Stats(args) => args.run(out),
            DataCommand::Merge(args) => args.run(out),
            DataCommand::Shuffle(args) => args.run(out),
            DataCommand::Export(args) => args.run(out),
        }
    }
}

/// Say what files hold: positions, games, results, scores, lengths, duplicates
///
/// Scores are in centipawns from the mover's side, and the last turn is that of a game's last position in the file. Takes 10
/// to 20 bytes of memory for each position.
#[derive(Debug, Args)]
struct StatsArgs {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write a picture of how well scores tell the results of games (SVG)
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
}

impl StatsArgs {
    fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let origins: Vec<_> =
            self.files.iter().map(|path| training::open(path)).collect::<Result<_, _>>().map_err(failed)?;
        let bar = bar(&self.files);
        let found = FileStats::read(&self.files, |read| bar.set_position(read));
        bar.finish_and_clear();
        let found = found.map_err(failed)?;
        if let Some(path) = &self.calibration {
            let chart = training::calibration_chart(&found.stats);
            std::fs::write(path, chart).map_err(|error| CliError::file("write", path, &error))?;
        }
        if self.json {
            let files = self
                .files
                .iter()
                .zip(&origins)
                .zip(&found.torn)
                .map(|((path, reader), torn)| json!({ "path": path, "origin": reader.origin(), "cut-off": torn }));
            let files: Vec<Value> = files.collect();
            let samples = report::json(&found.stats);
            let value = json!({ "files": files, "samples": samples, "duplicates": found.duplicates });
            writeln!(out, "{value}")?;
            return Ok(());
        }
        for (path, reader) in self.files.iter().zip(&origins) {
            writeln!(out, "{}: {}", path.display(), reader.origin())?;
        }
        warn_of_torn(found.torn.iter().filter(|&&torn| torn).count());
        write!(out, "{}", report::table(&found.stats))?;
        writeln!(out, "duplicates {}", found.duplicates)?;
        Ok(())
    }
}

/// Join files; of positions that are the same up to symmetry the first is kept
///
/// Takes 10 to 20 bytes of memory for each position that is kept.
#[derive(Debug, Args)]
struct MergeArgs {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    new: NewFile,
}

impl MergeArgs {
    fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        self.new.check()?;
        let bar = bar(&self.files);
        let merged = training::merge(&self.files, &self.new.out, |read| bar.set_position(read));
        bar.finish_and_clear();
        let Merged { samples, duplicates, torn } = merged.map_err(failed)?;
        warn_of_torn(torn);
        writeln!(out, "positions {samples}")?;
        writeln!(out, "duplicates dropped {duplicates}")?;
        Ok(())
    }
}

/// Put the positions of files into an order by chance
///
/// The same seed gives the same order. Takes 24 bytes of memory for each position.
#[derive(Debug, Args)]
struct ShuffleArgs {
    /// The files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The seed of chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    new: NewFile,
}

impl ShuffleArgs {
    fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        self.new.check()?;
        let samples = training::shuffle(&self.files, &self.new.out, self.seed).map_err(failed)?;
        writeln!(out, "positions {samples}")?;
        Ok(())
    }
}

/// Write a file as plain text, a position a line
///
/// A line holds the position in its seven fields, the score in centipawns and the result, both from the mover's side, a
/// number that is the same for all positions of a game, and takes or quiet as the best turn takes something or nothing, with
/// a tab between them.
#[derive(Debug, Args)]
struct ExportArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long, requires = "out")]
    force: bool,
}

impl ExportArgs {
    fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(path) = self.out else {
            return training::export(&self.file, &mut BufWriter::new(out)).map_err(|error| match error {
                ExportError::Data(error) => failed(error),
                ExportError::Write(error) => error.into(),
            });
        };
        NewFile { out: path.clone(), force: self.force }.check()?;
        let file = File::create(&path).map_err(|error| CliError::file("write", &path, &error))?;
        training::export(&self.file, &mut BufWriter::new(file)).map_err(|error| match error {
            ExportError::Data(error) => failed(error),
            ExportError::Write(error) => CliError::file("write", &path, &error),
        })
    }
}

/// A file to write.
#[derive(Debug, Args)]
struct NewFile {
    /// The file to write
    #[arg(long, short, value_name = "OUT")]
    out: PathBuf,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

impl NewFile {
    fn check(&self) -> Result<(), CliError> {
        if self.out.exists() && !self.force {
            let path = self.out.display();
            return Err(CliError::Failed(format!(
                "{path} is there already: name another file, or replace it with --force"
            )));
        }
        Ok(())
    }
}

fn failed(error: DataError) -> CliError {
    CliError::Failed(error.to_string())
}

fn warn_of_torn(files: usize) {
    if files > 0 {
        eprintln!("{files} of the files end within a block: they were read up to there");
    }
}

/// A bar for the samples in these files.
fn bar(files: &[impl AsRef<Path>]) -> ProgressBar {
    let bytes: u64 = files.iter().map(|path| std::fs::metadata(path).map_or(0, |metadata| metadata.len())).sum();
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {eta} left");
    let bar = ProgressBar::new(bytes / Sample::BYTES as u64);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
