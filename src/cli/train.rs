//! `gipfel train`: a network from data.

use super::error::CliError;
use super::interrupt::stop_on_signals;
use super::values::number;
use crate::eval::Inputs;
use crate::training::{Epoch, News, TrainSettings, Trained, loss_chart, read_samples, train};
use clap::Args;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

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
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let control = stop_on_signals()?;
        let samples = read_samples(&self.data).map_err(|error| CliError::Failed(error.to_string()))?;
        let settings = self.settings();
        let failed = |error: &dyn std::fmt::Display| CliError::Failed(error.to_string());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| failed(&error))?;
        let mut show = Show::new();
        let checkpoint = self.out.with_extension("checkpoint");
        let trained = pool.install(|| {
            train(&samples, &settings, &checkpoint, &control, &mut |news| {
                if let Some(line) = show.hear(news) {
                    show.bar.suspend(|| _ = writeln!(std::io::stdout(), "{line}"));
                }
            })
        });
        show.bar.finish_and_clear();
        let Trained { network, complete, epochs, plain } = trained.map_err(|error| failed(&error))?;
        if !complete {
            return Err(CliError::Failed("stopped; the same command goes on after the last whole epoch".to_owned()));
        }
        let bytes = network.to_bytes();
        fs::write(&self.out, &bytes).map_err(|error| CliError::file("write", &self.out, &error))?;
        let chart = self.out.with_extension("svg");
        fs::write(&chart, loss_chart(&epochs, plain)).map_err(|error| CliError::file("write", &chart, &error))?;
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

/// What is seen of a training.
struct Show {
    bar: ProgressBar,
    samples: usize,
}

impl Show {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{wide_bar} epoch {msg}, {pos} of {len} samples, {eta} left in it");
        let bar = ProgressBar::new(0);
        Self { bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())), samples: 0 }
    }

    /// The line that says it, where it is worth one.
    fn hear(&mut self, news: News<'_>) -> Option<String> {
        match news {
            News::Begin { training, validation, curve, plain } => {
                self.samples = training;
                Some(format!(
                    "{training} samples to learn from, {validation} for validation\n\
                     {:.0} centipawns multiply the odds by e; the plain evaluation has validation loss {plain:.5}",
                    curve.scale
                ))
            }
            News::Seen { epoch, samples } => {
                self.bar.set_length(self.samples as u64);
                self.bar.set_message(epoch.to_string());
                self.bar.set_position(samples as u64);
                None
            }
            News::Epoch { epoch, losses: Epoch { training, validation, quantised } } => {
                self.bar.reset();
                Some(format!(
                    "epoch {epoch}: loss {training:.5}, validation {validation:.5}, in integers {quantised:.5}"
                ))
            }
        }
    }
}
