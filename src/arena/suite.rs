//! Opening suites: files of balanced openings that matches read.
//!
//! A suite is a stream of random openings, each determined by the seed and its number alone, of which those stay that are
//! new up to symmetry and balanced by a deep search. So a file that was interrupted says all by itself how far it has come:
//! the stream is run through again, without searching, until its last line is found.

use super::openings::Opening;
use super::runner::seed;
use crate::eval::Evaluation;
use crate::growing_file::{GrowingFile, GrowingFileError};
use crate::rules::{Start, Variant};
use crate::search::{Control, Limits, OutOfMemory, Searcher, Silent};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// What determines a suite: with the same settings and the same evaluation every run writes the same file, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuiteSettings {
    /// Where the openings begin.
    pub start: Start,
    /// Random turns in each.
    pub plies: usize,
    /// Nodes of the search that judges an opening.
    pub nodes: u64,
    /// The most that it may see either side ahead, in centipawns.
    pub max_score: u32,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for SuiteSettings {
    fn default() -> Self {
        Self { start: Variant::Standard.into(), plies: 6, nodes: 100_000, max_score: 40, seed: 1 }
    }
}

/// What may differ from run to run.
#[derive(Clone, Copy, Debug)]
pub struct SuiteRun<'a> {
    /// How many openings the file is to hold.
    pub lines: usize,
    /// Openings that are judged at the same time.
    pub threads: usize,
    /// Ends the run early.
    pub control: &'a Control,
}

/// How far a suite has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuiteProgress {
    /// Openings in the file.
    pub lines: usize,
    /// Openings that were judged for it, different up to symmetry.
    pub judged: u64,
}

/// Why a suite cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The file cannot be written or read.
    #[error(transparent)]
    File(#[from] GrowingFileError),
    /// The file holds something else.
    #[error("{0} was made with other settings, or is no suite: use those settings, or name another file")]
    OtherFile(PathBuf),
    /// Chance finds no more.
    #[error(
        "the last {FRUITLESS} random openings gave nothing new that is balanced, after {0} that were: ask for fewer, for more \
         turns, or allow a larger score"
    )]
    Exhausted(usize),
    /// The transposition tables cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// So many random openings in a row without one that stays are a sign that there are no more.
const FRUITLESS: u64 = 20_000;

/// Makes a suite until the file holds as many openings as asked for. A file that is there already, made with the same
/// settings, is gone on with. When the control says stop it ends early, and nothing is lost.
///
/// # Errors
///
/// Where the file cannot be written, was made in another way, or chance finds no more openings.
pub fn make_suite(
    settings: &SuiteSettings,
    evaluation: &Evaluation,
    path: &Path,
    run: &SuiteRun<'_>,
    on_progress: &mut dyn FnMut(SuiteProgress),
) -> Result<SuiteProgress, SuiteError> {
    let judges = (0..run.threads.max(1)).map(|_| Judge::new(settings, evaluation));
    let mut judges: Vec<Judge> = judges.collect::<Result<_, _>>()?;
    let mut stream = Stream::new(settings);
    let mut progress = SuiteProgress::default();
    let mut file = open(path, &header(settings, evaluation), &mut stream, &mut progress)?;
    on_progress(progress);
    while progress.lines < run.lines {
        let candidates: Option<Vec<Opening>> = judges.iter().map(|_| stream.next()).collect();
        let candidates = candidates.ok_or(SuiteError::Exhausted(progress.lines))?;
        let judged = judges.par_iter_mut().zip(&candidates);
        let balanced: Vec<bool> = judged.map(|(judge, opening)| judge.is_balanced(opening, run.control)).collect();
        if run.control.is_stopped() {
            break;
        }
        for (opening, is_balanced) in candidates.iter().zip(balanced) {
            if progress.lines == run.lines {
                break;
            }
            progress.judged += 1;
            if is_balanced {
                file.append(format!("{opening}\n").as_bytes())?;
                progress.lines += 1;
                stream.fruitless = 0;
            }
        }
        on_progress(progress);
    }
    Ok(progress)
}

/// What a file made with these settings begins with.
fn header(settings: &SuiteSettings, evaluation: &Evaluation) -> String {
    let SuiteSettings { start, plies, nodes, max_score, seed } = settings;
    let network = evaluation.checksum().map(|checksum| format!("the network {checksum:08x}"));
    let judge = network.unwrap_or_else(|| "the plain evaluation".to_owned());
    format!(
        "# Balanced openings, made by Gipfel {} with {judge}:\n# gipfel book suite --variant {start} --plies {plies} --nodes \
         {nodes} --max-score {max_score} --seed {seed}\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// Begins the file, or finds the place in the stream where it goes on.
fn open(
    path: &Path,
    header: &str,
    stream: &mut Stream<'_>,
    progress: &mut SuiteProgress,
) -> Result<GrowingFile, SuiteError> {
    if !path.exists() {
        return Ok(GrowingFile::create(path, header.as_bytes())?);
    }
    let mut file = GrowingFile::open(path)?;
    let other = || SuiteError::OtherFile(path.to_owned());
    let text = std::fs::read(path).map_err(|error| GrowingFileError::Io { path: path.to_owned(), error })?;
    // A torn last line is written again.
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let found = text.get(..whole).and_then(|text| std::str::from_utf8(text).ok()).ok_or_else(other)?;
    let found = found.strip_prefix(header).ok_or_else(other)?;
    if whole < text.len() {
        file.truncate(whole as u64)?;
    }
    for line in found.lines() {
        loop {
            let opening = stream.next().ok_or_else(other)?;
            progress.judged += 1;
            if opening.to_string() == line {
                break;
            }
        }
        progress.lines += 1;
        stream.fruitless = 0;
    }
    Ok(file)
}

/// The random openings, without those that repeat an earlier one up to symmetry.
struct Stream<'a> {
    settings: &'a SuiteSettings,
    /// How many have been made, repeats and finished games included.
    made: u64,
    seen: HashSet<(Variant, u64)>,
    /// How many have been made since one stayed.
    fruitless: u64,
}

impl<'a> Stream<'a> {
    fn new(settings: &'a SuiteSettings) -> Self {
        Self { settings, made: 0, seen: HashSet::new(), fruitless: 0 }
    }
}

/// It ends when nothing new has stayed for long.
impl Iterator for Stream<'_> {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        while self.fruitless < FRUITLESS {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed(self.settings.seed, self.made, 0));
            self.made += 1;
            self.fruitless += 1;
            let opening = Opening::random(self.settings.start, self.settings.plies, &mut rng);
            if let Some(opening) = opening.filter(|opening| self.seen.insert(opening.key())) {
                return Some(opening);
            }
        }
        None
    }
}

/// Judges openings, each as if it were the first.
struct Judge<'a> {
    settings: &'a SuiteSettings,
    searcher: Searcher,
}

impl<'a> Judge<'a> {
    /// The transposition table, in MiB: enough for the nodes that are usual.
    const HASH: usize = 16;
    /// A first look takes this part of the nodes, and refuses what is further off than this many times the limit.
    const FIRST_LOOK: (u64, u32) = (20, 3);

    fn new(settings: &'a SuiteSettings, evaluation: &Evaluation) -> Result<Self, OutOfMemory> {
        let mut searcher = Searcher::new(Self::HASH)?;
        searcher.set_evaluation(evaluation.clone());
        Ok(Self { settings, searcher })
    }

    fn is_balanced(&mut self, opening: &Opening, control: &Control) -> bool {
        let (part, times) = Self::FIRST_LOOK;
        let SuiteSettings { nodes, max_score, .. } = *self.settings;
        self.searcher.clear();
        self.is_within(opening, nodes / part, max_score.saturating_mul(times), control)
            && self.is_within(opening, nodes, max_score, control)
    }

    fn is_within(&mut self, opening: &Opening, nodes: u64, most: u32, control: &Control) -> bool {
        let score = self.searcher.search(opening.game(), &Limits::nodes(nodes.max(1)), control, &mut Silent).score;
        score.mate().is_none() && score.value().unsigned_abs() <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings;
    use std::fs;

    fn settings(variant: Variant) -> SuiteSettings {
        SuiteSettings { start: variant.into(), plies: 4, nodes: 200, max_score: 60, seed: 7 }
    }

    fn make(settings: &SuiteSettings, path: &Path, lines: usize, threads: usize) -> Result<SuiteProgress, SuiteError> {
        let control = Control::new();
        make_suite(settings, &Evaluation::Plain, path, &SuiteRun { lines, threads, control: &control }, &mut |_| ())
    }

    #[test]
    fn suites_are_balanced_distinct_and_read_by_matches() {
        let folder = tempfile::tempdir().unwrap();
        for variant in Variant::ALL {
            let path = folder.path().join(variant.name());
            let progress = make(&settings(variant), &path, 15, 1).unwrap();
            assert_eq!(progress.lines, 15);
            assert!(progress.judged >= 15);
            let openings = openings::read(&fs::read_to_string(&path).unwrap(), variant.into()).unwrap();
            assert_eq!((openings.len(), openings::repeats(&openings)), (15, 0));
            let settings = settings(variant);
            let mut judge = Judge::new(&settings, &Evaluation::Plain).unwrap();
            for opening in &openings {
                assert_eq!((opening.start_word(), opening.game().turns().len()), (Some(variant.into()), 4));
                assert!(judge.is_balanced(opening, &Control::new()));
            }
        }
    }

    #[test]
    fn a_suite_that_was_torn_is_made_as_if_nothing_had_happened() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(Variant::Standard);
        let [whole, torn] = ["whole", "torn"].map(|name| folder.path().join(name));
        let progress = make(&settings, &whole, 12, 1).unwrap();
        let text = fs::read(&whole).unwrap();
        // Cut in the middle of a line, after the header, and not at all; and on two threads.
        let header = header(&settings, &Evaluation::Plain).len();
        for (length, threads) in [(text.len() / 2, 1), (text.len() - 1, 2), (header, 1), (text.len(), 1)] {
            fs::write(&torn, &text[..length]).unwrap();
            assert_eq!(make(&settings, &torn, 12, threads).unwrap(), progress);
            assert_eq!(fs::read(&torn).unwrap(), text, "{length}");
        }
        // With more lines it only grows.
        make(&settings, &torn, 14, 1).unwrap();
        assert!(fs::read(&torn).unwrap().starts_with(&text));
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.txt");
        let ours = settings(Variant::Basic);
        make(&ours, &path, 3, 1).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let refused = |settings: &SuiteSettings| {
            matches!(make(settings, &path, 5, 1), Err(SuiteError::OtherFile(_)))
                && fs::read_to_string(&path).unwrap() == text
        };
        assert!(refused(&SuiteSettings { seed: 8, ..ours }));
        assert!(refused(&SuiteSettings { start: Variant::Standard.into(), ..ours }));
        let changed = text.replacen("basic ", "basic e1-e3 ", 2);
        fs::write(&path, &changed).unwrap();
        assert!(matches!(make(&ours, &path, 5, 1), Err(SuiteError::OtherFile(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), changed);
    }

    #[test]
    fn what_cannot_be_found_is_said_and_a_stop_is_obeyed() {
        let folder = tempfile::tempdir().unwrap();
        let one_ply = SuiteSettings { plies: 1, nodes: 20, max_score: 10_000, ..settings(Variant::Tournament) };
        let error = make(&one_ply, &folder.path().join("few"), 50, 1);
        // 18 first turns: a corner, or next to one.
        assert!(matches!(error, Err(SuiteError::Exhausted(2))), "{error:?}");
        let control = Control::new();
        control.stop();
        let path = folder.path().join("stopped");
        let run = SuiteRun { lines: 5, threads: 1, control: &control };
        let progress = make_suite(&one_ply, &Evaluation::Plain, &path, &run, &mut |_| ()).unwrap();
        assert_eq!(progress, SuiteProgress::default());
    }
}
