//! `gipfel review`: what each turn of recorded games was worth.

use super::error::CliError;
use super::interrupt::stop_on_signals;
use super::values::{number, time};
use crate::analysis::review::batch::{BatchError, Event, Job, Source, Survey, check_files, find_records};
use crate::analysis::review::{Format, Journal, JournalError, MemoryStore, ReviewError, Reviewer, Settings, Store};
use crate::search::{Control, Score, Searcher};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const JOURNAL: &str = "gipfel-review.journal";
/// The most lines that anyone reads.
const MAX_LINES: usize = 256;
const MAX_THREADS: usize = 1024;

/// Say what each turn of recorded games was worth
///
/// Searches every position of the games and grades the turns by the win probability that they lost: inaccuracy (?!) from 5
/// percentage points, mistake (?) from 10, blunder (??) from 15. Shows better turns, the players' accuracy, the turns by
/// which the lead went over, and proven wins that were missed. The review of game.gpn is written to game.review.gpn
/// (annotated record), .md (Markdown), .json, and .html (a page with the curve and all boards).
///
/// Ctrl-C stops; the same command goes on where it was stopped: what has been searched stands in a journal, which is deleted
/// at the end.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gipfel review game.gpn
  gipfel review games/ --time-per-turn 5s --out reviews
  gipfel review game.gpn --nodes 100000 --format html
  gipfel review - --depth 4 --format md < game.gpn | less")]
pub struct ReviewArgs {
    /// Files of game records, folders of them, or a single - for standard input
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,
    /// How long to think about each position: 500ms, 5s, 2m [default: 1s, if there is no other limit]
    #[arg(short, long, value_name = "TIME", value_parser = time)]
    time_per_turn: Option<Duration>,
    /// How many nodes to search for each position; the result is then the same each time
    #[arg(short, long, value_name = "N", value_parser = number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// How many turns to look ahead
    #[arg(short, long, value_name = "N", value_parser = number(1..=Score::MAX_PLY))]
    depth: Option<u32>,
    /// How many of the best turns to look for in each position
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = number(1..=MAX_LINES))]
    multipv: usize,
    /// How many positions to search at the same time [default: one for each processor core]
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_THREADS))]
    threads: Option<usize>,
    /// The size of the transposition table of each search, in MiB
    #[arg(long, value_name = "MB", default_value_t = Searcher::DEFAULT_HASH, value_parser = number(1..=Searcher::MAX_HASH))]
    hash: usize,
    /// What to write, with commas between: gpn, md, json, html [default: all]
    #[arg(short, long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    format: Vec<Format>,
    /// The folder to write to; - for standard output [default: beside the games]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// The file that keeps what has been searched [default: gipfel-review.journal where the reviews are written]
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Forget what an interrupted review has left in the journal
    #[arg(long)]
    restart: bool,
}

fn format(text: &str) -> Result<Format, String> {
    Format::ALL
        .into_iter()
        .find(|format| format.name() == text)
        .ok_or_else(|| "expected gpn, md, json or html".to_owned())
}

impl ReviewArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        let stream = self.stream()?;
        let jobs = self.jobs(stream.is_some())?;
        let surveyed = survey(jobs)?;
        let settings = self.settings();
        let threads = self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let reviewer = Reviewer::new(settings, threads).map_err(failed)?;
        let mut work = Work { reviewer, control: stop_on_signals()?, bar: bar(&surveyed), out, stream };
        let jobs: Vec<&Job> = surveyed.iter().filter(|(_, survey)| survey.games > 0).map(|(job, _)| job).collect();
        match self.journal_path(&jobs) {
            None => work.all(&jobs, &mut MemoryStore::default(), None)?,
            Some(path) => {
                let mut journal = self.open_journal(&path, work.reviewer.settings())?;
                work.all(&jobs, &mut journal, Some(&path))?;
                journal.finish().map_err(failed)?;
            }
        }
        match surveyed.iter().map(|(_, survey)| survey.refused.len()).sum() {
            0 => Ok(()),
            1 => Err(CliError::Failed("1 game was refused".to_owned())),
            refused => Err(CliError::Failed(format!("{refused} games were refused"))),
        }
    }

    /// The form to write to standard output, if that is where it goes.
    fn stream(&self) -> Result<Option<Format>, CliError> {
        let reads_stdin = self.games.iter().any(|path| path == Path::new("-"));
        if reads_stdin && self.games.len() > 1 {
            return Err(CliError::usage("<GAMES>...", "-", "standard input cannot be reviewed together with files"));
        }
        let to_stdout = self.out.as_ref().map_or(reads_stdin, |out| out == Path::new("-"));
        match self.format.as_slice() {
            _ if !to_stdout => Ok(None),
            [format] => Ok(Some(*format)),
            _ => Err(CliError::usage("--out <FOLDER>", "-", "name the one --format to write to standard output")),
        }
    }

    fn jobs(&self, to_stdout: bool) -> Result<Vec<Job>, CliError> {
        let folder = self.out.as_deref().filter(|_| !to_stdout);
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|error| CliError::file("create", folder, &error))?;
        }
        let formats = match self.format.as_slice() {
            _ if to_stdout => &[],
            [] => &Format::ALL[..],
            formats => formats,
        };
        if self.games == [Path::new("-")] {
            let mut text = String::new();
            io::stdin().lock().read_to_string(&mut text)?;
            let job = Job::of_file(Path::new("stdin.gpn"), formats, folder);
            return Ok(vec![Job { source: Source::Text(text), name: "standard input".to_owned(), ..job }]);
        }
        let mut jobs: Vec<Job> = Vec::new();
        for path in &self.games {
            for file in find_records(path).map_err(failed)? {
                let job = Job::of_file(&file, formats, folder);
                if !jobs.contains(&job) {
                    jobs.push(job);
                }
            }
        }
        if to_stdout && jobs.len() > 1 {
            return Err(CliError::usage("--out <FOLDER>", "-", "only one file can be reviewed to standard output"));
        }
        check_files(&jobs).map_err(failed)?;
        Ok(jobs)
    }

    /// The limits combine; where none is given, the default time is one.
    fn settings(&self) -> Settings {
        let default = Settings::default();
        let unlimited = self.time_per_turn.is_none() && self.nodes.is_none() && self.depth.is_none();
        Settings {
            time: self.time_per_turn.or(default.time.filter(|_| unlimited)),
            nodes: self.nodes,
            depth: self.depth,
            multipv: self.multipv,
            hash: self.hash,
        }
    }

    /// As asked; otherwise beside the first file that is written, if there is one.
    fn journal_path(&self, jobs: &[&Job]) -> Option<PathBuf> {
        let beside = || Some(jobs.first()?.files.first()?.1.with_file_name(JOURNAL));
        self.journal.clone().or_else(beside)
    }

    fn open_journal(&self, path: &Path, settings: &Settings) -> Result<Journal, CliError> {
        if self.restart && path.exists() {
            std::fs::remove_file(path).map_err(|error| CliError::file("delete", path, &error))?;
        }
        let journal = Journal::open(path, settings).map_err(|error| match error {
            JournalError::OtherSettings { .. } => CliError::Failed(format!("{error} (--restart deletes it)")),
            error => failed(error),
        })?;
        if !journal.is_empty() {
            eprintln!("going on with {}: {} positions are known", path.display(), journal.len());
        }
        Ok(journal)
    }
}

fn failed(error: impl std::fmt::Display) -> CliError {
    CliError::Failed(error.to_string())
}

/// Reads all games, and tells what is wrong with them before the long work begins.
fn survey(jobs: Vec<Job>) -> Result<Vec<(Job, Survey)>, CliError> {
    let mut surveyed = Vec::new();
    let mut faults = Vec::new();
    for job in jobs {
        let survey = job.survey().map_err(failed)?;
        for (game, warning) in &survey.warnings {
            eprintln!("WARNING: {}, game {game}: {warning}", job.name);
        }
        faults.extend(survey.refused.iter().map(|error| format!("{}: {error}", job.name)));
        if survey.games == 0 && survey.refused.is_empty() {
            faults.push(format!("{}: there is no game in it", job.name));
        }
        surveyed.push((job, survey));
    }
    if surveyed.iter().all(|(_, survey)| survey.games == 0) {
        return Err(CliError::Failed(faults.join("\n")));
    }
    faults.iter().for_each(|fault| eprintln!("WARNING: left out: {fault}"));
    Ok(surveyed)
}

/// The progress; hidden where nobody would see it.
fn bar(surveyed: &[(Job, Survey)]) -> ProgressBar {
    let positions: usize = surveyed.iter().map(|(_, survey)| survey.positions).sum();
    let shown = io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(positions as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Reviews jobs and shows how it goes.
struct Work<'a> {
    reviewer: Reviewer,
    control: Arc<Control>,
    bar: ProgressBar,
    out: &'a mut dyn Write,
    /// The form that goes to standard output; then nothing else does.
    stream: Option<Format>,
}

impl Work<'_> {
    fn all(&mut self, jobs: &[&Job], store: &mut dyn Store, journal: Option<&Path>) -> Result<(), CliError> {
        let result = jobs.iter().try_for_each(|job| self.one(job, store));
        self.bar.finish_and_clear();
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        result.map_err(|error| match (error, journal) {
            (BatchError::Review(ReviewError::Stopped), Some(_)) => CliError::Failed(format!(
                "stopped after {done} of {all} positions; the same command goes on from there"
            )),
            (BatchError::Stream(error), _) => error.into(),
            (error, _) => failed(error),
        })
    }

    fn one(&mut self, job: &Job, store: &mut dyn Store) -> Result<(), BatchError> {
        let Self { reviewer, control, bar, out, stream } = self;
        if let Some(format) = *stream {
            return job.run_to(out, format, reviewer, store, control, &mut |event| {
                if let Event::Position = event {
                    bar.inc(1);
                }
            });
        }
        let mut trouble = Ok(());
        let mut say = |text: String| {
            let said = bar.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            if trouble.is_ok() {
                trouble = said;
            }
        };
        job.run(reviewer, store, control, &mut |event| match event {
            Event::Position => bar.inc(1),
            Event::Game(review) => say(format!("{}: {}", job.name, review.summary())),
            Event::Written(path) => say(format!("wrote {}\n", path.display())),
        })?;
        trouble.map_err(BatchError::Stream)
    }
}
