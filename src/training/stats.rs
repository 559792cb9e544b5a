//! What data hold: how many samples of which variant, their results and scores, and what the games were like.

use super::data_file::DataError;
use super::files::{each_batch, symmetric_hashes};
use super::sample::{Sample, Wdl, is_proven};
use super::win_curve::{Scored, WinCurve};
use crate::rules::Variant;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

/// Counts over samples, for each variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats([Counts; 3]);

/// Counts over the samples of a variant.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counts {
    results: [u64; 3],
    capturing: u64,
    /// For each score, how many samples have it, and their points together.
    scores: BTreeMap<i16, (u64, f64)>,
    turns: u64,
    /// The last turn number of each game.
    games: HashMap<u32, u16>,
}

/// What is to be said of the samples of a variant, or of all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    /// Samples.
    pub positions: u64,
    /// Games that they are from.
    pub games: u64,
    /// Samples from games that the mover won.
    pub wins: u64,
    /// Samples from drawn games.
    pub draws: u64,
    /// Samples from games that the mover lost.
    pub losses: u64,
    /// Samples whose best turn takes something.
    pub capturing: u64,
    /// The scores below which the fractions [`Summary::SCORE_FRACTIONS`] of the samples lie, in centipawns.
    pub scores: [i16; 7],
    /// The scale of the curve that tells the chance of winning from a score ([`WinCurve`]), in centipawns: fitted to the
    /// results of the samples whose score is not proven.
    pub win_scale: f64,
    /// The same as `scores` for the last turn number of the games, with [`Summary::LENGTH_FRACTIONS`]. A game went on a little after
    /// its last sample.
    pub lengths: [u16; 3],
    /// The mean number of legal turns.
    pub branching: f64,
}

impl Summary {
    /// The fractions that [`Summary::scores`] tells.
    pub const SCORE_FRACTIONS: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
    /// The fractions that [`Summary::lengths`] tells.
    pub const LENGTH_FRACTIONS: [f64; 3] = [0.05, 0.5, 0.95];
}

impl Stats {
    /// Counts a sample.
    pub fn add(&mut self, sample: &Sample) {
        let counts = &mut self.0[sample.variant() as usize % 3];
        counts.results[sample.result() as usize % 3] += 1;
        counts.capturing += u64::from(sample.is_capturing());
        counts.add_score(sample.score(), 1, sample.result().points());
        counts.turns += sample.position().count_turns();
        let last = counts.games.entry(sample.game()).or_default();
        *last = sample.turn_number().max(*last);
    }

    /// Adds what others have counted.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (counts, more) in self.0.iter_mut().zip(other.0) {
            counts.add(more);
        }
        self
    }

    /// What is to be said of a variant.
    #[must_use]
    pub fn of(&self, variant: Variant) -> Summary {
        self.0[variant as usize % 3].summary()
    }

    /// How scores of a variant tell the chance of winning; `None` where it does not occur.
    #[must_use]
    pub fn win_curve(&self, variant: Variant) -> Option<WinCurve> {
        let counts = &self.0[variant as usize % 3];
        (!counts.scores.is_empty()).then(|| counts.win_curve())
    }

    /// For each range of scores so many centipawns wide, results that are proven aside: the mean score, how many samples there are,
    /// and their mean points.
    pub(super) fn results_by_score(&self, variant: Variant, width: i16) -> Vec<(f64, u64, f64)> {
        let mut bins = BTreeMap::<i16, (f64, u64, f64)>::new();
        for (&score, &(count, points)) in self.0[variant as usize % 3].unproven() {
            let bin = bins.entry(score.div_euclid(width)).or_default();
            *bin = (bin.0 + f64::from(score) * count as f64, bin.1 + count, bin.2 + points);
        }
        bins.into_values()
            .map(|(scores, count, points)| (scores / count as f64, count, points / count as f64))
            .collect()
    }

    /// What is to be said of all.
    #[must_use]
    pub fn of_all(&self) -> Summary {
        let mut all = Counts::default();
        self.0.iter().for_each(|counts| all.add(counts.clone()));
        // Games of different variants may share a number.
        let games = self.0.iter().map(|counts| counts.games.len() as u64).sum();
        Summary { games, ..all.summary() }
    }
}

impl<'a> FromIterator<&'a Sample> for Stats {
    fn from_iter<I: IntoIterator<Item = &'a Sample>>(samples: I) -> Self {
        let mut stats = Self::default();
        samples.into_iter().for_each(|sample| stats.add(sample));
        stats
    }
}

impl Counts {
    fn add(&mut self, more: Self) {
        for (result, more) in self.results.iter_mut().zip(more.results) {
            *result += more;
        }
        self.capturing += more.capturing;
        for (score, (count, points)) in more.scores {
            self.add_score(score, count, points);
        }
        self.turns += more.turns;
        for (game, turn) in more.games {
            let last = self.games.entry(game).or_default();
            *last = turn.max(*last);
        }
    }

    fn add_score(&mut self, score: i16, count: u64, points: f64) {
        let sum = self.scores.entry(score).or_default();
        *sum = (sum.0 + count, sum.1 + points);
    }

    fn unproven(&self) -> impl Iterator<Item = (&i16, &(u64, f64))> {
        self.scores.iter().filter(|&(&score, _)| !is_proven(score))
    }

    /// How scores that are not proven tell the chance of winning.
    fn win_curve(&self) -> WinCurve {
        let scored = self.unproven().map(|(&score, &(count, points))| Scored {
            score: score.into(),
            points: points / count as f64,
            count: count as f64,
        });
        WinCurve::fit(&scored.collect::<Vec<_>>())
    }

    fn summary(&self) -> Summary {
        let positions: u64 = self.results.iter().sum();
        let scores: BTreeMap<i16, u64> = self.scores.iter().map(|(&score, &(count, _))| (score, count)).collect();
        let mut lengths = BTreeMap::<u16, u64>::new();
        self.games.values().for_each(|&turn| *lengths.entry(turn).or_default() += 1);
        Summary {
            positions,
            games: self.games.len() as u64,
            wins: self.results[Wdl::Win as usize],
            draws: self.results[Wdl::Draw as usize],
            losses: self.results[Wdl::Loss as usize],
            capturing: self.capturing,
            scores: Summary::SCORE_FRACTIONS.map(|fraction| quantile(&scores, fraction)),
            win_scale: self.win_curve().scale,
            lengths: Summary::LENGTH_FRACTIONS.map(|fraction| quantile(&lengths, fraction)),
            branching: self.turns as f64 / positions.max(1) as f64,
        }
    }
}

/// The least value that so large a fraction of the values does not exceed; zero where there is none.
fn quantile<T: Copy + Default>(values: &BTreeMap<T, u64>, fraction: f64) -> T {
    let total: u64 = values.values().sum();
    let mut left = (total as f64 * fraction).ceil() as u64;
    for (&value, &count) in values {
        if left <= count {
            return value;
        }
        left -= count;
    }
    T::default()
}

/// What is found in files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileStats {
    /// Over all samples.
    pub stats: Stats,
    /// Samples whose position stands in the files already, up to symmetry.
    pub duplicates: u64,
    /// For each file, whether it ends within a block.
    pub torn: Vec<bool>,
}

impl FileStats {
    /// Reads files; `progress` hears how many samples have been read.
    ///
    /// Memory is taken for a hash of each sample, some 10 to 20 bytes.
    ///
    /// # Errors
    ///
    /// Where a file cannot be read or is damaged.
    pub fn read(paths: &[PathBuf], mut progress: impl FnMut(u64)) -> Result<Self, DataError> {
        const CHUNK: usize = 1 << 12;
        let (mut stats, mut seen, mut read) = (Stats::default(), HashSet::new(), 0);
        let torn = each_batch(paths, |batch| {
            let chunks = batch.par_chunks(CHUNK).map(Stats::from_iter);
            let counted = chunks.reduce(Stats::default, Stats::and);
            stats = std::mem::take(&mut stats).and(counted);
            seen.extend(symmetric_hashes(batch));
            read += batch.len() as u64;
            progress(read);
            Ok(())
        })?;
        let duplicates = read - seen.len() as u64;
        Ok(Self { stats, duplicates, torn })
    }
}
