//! `gipfel train`: a network from data.

use super::error::CliError;
use super::interrupt::stop_on_signals;
use super::values::number;
use crate::eval::Inputs;
use crate::search::Control;
use crate::training::{Epoch, News, TrainSettings, Trained, loss_chart, read_samples, train};
use clap::Args;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Train the network that judges positions
///
/// The network learns the chance of winning of each sample: a blend of what the search's score promised and of how the
/// game ended. One game of twenty is kept for validation. After each epoch the state is saved beside the network (.checkpoint):
/// run the same command again to go on after an interruption. The network is written at the end, with the losses as
/// a chart beside it (.svg).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel train games.data --out new.net
  gipfel train standard.data tournament.data --out new.net --width 64 --epochs 20
  gipfel match --engine 'name=new option.EvalFile=new.net gipfel' --engine name=old gipfel")]
pub struct TrainArgs {
    /// Files of samples, as gipfel datagen makes them
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// The file for the network
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// What the network sees: pieces on their spots, the patterns of all lines, or these with each GIPF-piece marked in them
    #[arg(long, value_name = "INPUTS", default_value = Inputs::MarkedLines.name())]
    #[arg(value_parser = PossibleValuesParser::new(Inputs::ALL.map(Inputs::name)))]
    inputs: String,
    /// The width of its table: 1 (no hidden layer), 8, 16, 32 or 64
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().width)]
    width: usize,
    /// How often each sample is seen
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs, value_parser = number(1..=10_000_u32))]
    epochs: u32,
    /// The learning rate at the start; it falls along a cosine
    #[arg(long, value_name = "RATE", default_value_t = TrainSettings::default().rate)]
    rate: f32,
    /// How much weights decay
    #[arg(long, value_name = "DECAY", default_value_t = TrainSettings::default().decay)]
    decay: f32,
    /// Samples for one step
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().batch, value_parser = number(1..=1_usize << 24))]
    batch: usize,
    /// The part of the score in the target, from 0 to 1; the rest is the result of the game
    #[arg(long, value_name = "PART", default_value_t = TrainSettings::default().blend)]
    blend: f64,
    /// Leave out samples whose best turn takes something
    #[arg(long)]
    quiet: bool,
    /// Keep one game of N for validation
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().validation, value_parser = number(2..=1000_u32))]
    validation: u32,
    /// End after N epochs without a better validation loss
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().patience, value_parser = number(1..=10_000_u32))]
    patience: u32,
    /// The seed of all chance
    #[arg(long, value_name = "S", default_value_t = TrainSettings::default().seed)]
    seed: u64,
    /// Threads [default: as many as there are cores]
    #[arg(long, short, value_name = "T", value_parser = number(1..=256_usize))]
    threads: Option<usize>,
}

impl TrainArgs {
    pub(super) fn run(self, out: &mut (dyn Write + Send)) -> Result<(), CliError> {
        let beside = Beside::new(&self.out);
        beside.check(&self.out, &self.data)?;
        let control = stop_on_signals()?;
        let samples = read_samples(&self.data).map_err(|error| CliError::Failed(error.to_string()))?;
        let settings = self.settings();
        let failed = |error: &dyn std::fmt::Display| CliError::Failed(error.to_string());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| failed(&error))?;
        let mut show = Show::new(&mut *out, &control);
        let trained =
            pool.install(|| train(&samples, &settings, &beside.checkpoint, &control, &mut |news| show.hear(news)));
        let error = show.finish();
        let Trained { network, complete, epochs, plain } = trained.map_err(|error| failed(&error))?;
        if !complete {
            let stopped =
                || CliError::Failed("stopped; the same command goes on after the last whole epoch".to_owned());
            return Err(error.map_or_else(stopped, CliError::Stream));
        }
        let bytes = network.to_bytes();
        fs::write(&self.out, &bytes).map_err(|error| CliError::file("write", &self.out, &error))?;
        let chart = &beside.chart;
        fs::write(chart, loss_chart(&epochs, plain)).map_err(|error| CliError::file("write", chart, &error))?;
        writeln!(out, "{}: {} bytes, {}", self.out.display(), bytes.len(), network.description())?;
        Ok(())
    }

    fn settings(&self) -> TrainSettings {
        TrainSettings {
            inputs: self.inputs.clone(),
            width: self.width,
            epochs: self.epochs,
            rate: self.rate,
            decay: self.decay,
            batch: self.batch,
            blend: self.blend,
            quiet: self.quiet,
            validation: self.validation,
            patience: self.patience,
            seed: self.seed,
        }
    }
}

/// What is written beside the network.
struct Beside {
    checkpoint: PathBuf,
    chart: PathBuf,
}

impl Beside {
    /// Under the network's name with other endings.
    fn new(network: &Path) -> Self {
        Self { checkpoint: network.with_extension("checkpoint"), chart: network.with_extension("svg") }
    }

    /// An error where one file would be written over another.
    fn check(&self, network: &Path, data: &[PathBuf]) -> Result<(), CliError> {
        let refuse = |reason| Err(CliError::usage("--out <FILE>", network.display(), reason));
        let beside = [(&self.checkpoint, "the state after each epoch"), (&self.chart, "the chart of the losses")];
        // Some file systems do not tell upper case from lower.
        if let Some((_, what)) = beside.iter().find(|(path, _)| path.as_os_str().eq_ignore_ascii_case(network)) {
            return refuse(format!("{what} is written there; choose another ending, such as .net"));
        }
        let mut written = [network, &self.checkpoint, &self.chart].into_iter();
        if let Some(path) = written.find(|path| data.iter().any(|data| is_same_file(path, data))) {
            return refuse(format!("{} holds samples to learn from, and would be written over", path.display()));
        }
        Ok(())
    }
}

/// Whether both names lead to one file.
fn is_same_file(path: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(path), fs::canonicalize(other)), (Ok(path), Ok(other)) if path == other)
}

/// Shows a training while it goes on. A line that cannot be written ends it; the checkpoint stays.
struct Show<'a> {
    out: &'a mut (dyn Write + Send),
    control: &'a Control,
    bar: ProgressBar,
    samples: usize,
    error: Option<io::Error>,
}

impl<'a> Show<'a> {
    fn new(out: &'a mut (dyn Write + Send), control: &'a Control) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} epoch {msg}, {pos} of {len} samples, {eta} left in it");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { out, control, bar, samples: 0, error: None }
    }

    fn hear(&mut self, news: News<'_>) {
        match news {
            News::Begin { training, validation, curve, plain } => {
                self.samples = training;
                self.write(&format!(
                    "{training} samples to learn from, {validation} for validation\n\
                     {:.0} centipawns multiply the odds by e; the plain evaluation has validation loss {plain:.5}",
                    curve.scale
                ));
            }
            News::Seen { epoch, samples } => {
                self.bar.set_length(self.samples as u64);
                self.bar.set_message(epoch.to_string());
                self.bar.set_position(samples as u64);
            }
            News::Epoch { epoch, losses: Epoch { training, validation, quantised } } => {
                self.bar.reset();
                self.write(&format!(
                    "epoch {epoch}: loss {training:.5}, validation {validation:.5}, in integers {quantised:.5}"
                ));
            }
        }
    }

    fn write(&mut self, line: &str) {
        let out = &mut *self.out;
        if let Err(error) = self.bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush())) {
            self.control.stop();
            self.error.get_or_insert(error);
        }
    }

    /// What was wrong with the output.
    fn finish(self) -> Option<io::Error> {
        self.bar.finish_and_clear();
        self.error
    }
}
