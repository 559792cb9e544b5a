//! Whole files: reading, joining, shuffling, and as text.

use super::data_file::{Counters, DataError, DataFault, DataReader, Origin, encode_block, encode_header};
use super::sample::Sample;
use super::writer::BLOCK_SAMPLES;
use crate::growing_file::unfinished;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Samples that are looked at together, on all cores.
const BATCH: usize = 1 << 16;

/// Opens a file of samples.
///
/// # Errors
///
/// Where it cannot be read, or is no data file.
pub fn open(path: &Path) -> Result<DataReader<BufReader<File>>, DataError> {
    let file = File::open(path).map_err(DataError::at(path))?;
    DataReader::new(BufReader::with_capacity(1 << 18, file)).map_err(DataError::at(path))
}

/// Reads all samples of some files, each up to its last whole block. They take 24 bytes each.
///
/// # Errors
///
/// Where a file cannot be read or is damaged, or the memory does not hold them all.
pub fn read_samples(paths: &[impl AsRef<Path>]) -> Result<Vec<Sample>, DataError> {
    let sizes = paths.iter().map(|path| std::fs::metadata(path).map_or(0, |metadata| metadata.len()));
    let bytes: u64 = sizes.sum();
    if let (Some(path), Some(available)) = (paths.first(), crate::memory::available().filter(|&most| most < bytes)) {
        return Err(DataError::at(path.as_ref())(DataFault::Memory {
            needed: bytes >> 20,
            available: available >> 20,
        }));
    }
    let mut samples = Vec::with_capacity(bytes as usize / Sample::BYTES);
    for path in paths.iter().map(AsRef::as_ref) {
        let mut reader = open(path)?;
        while reader.next_block(&mut samples).map_err(DataError::at(path))? {}
    }
    Ok(samples)
}

/// Reads files one after another, a batch of samples at a time. Says whether each ended within a block.
pub(super) fn each_batch(
    paths: &[PathBuf],
    mut work: impl FnMut(&[Sample]) -> Result<(), DataError>,
) -> Result<Vec<bool>, DataError> {
    let mut torn = Vec::new();
    let mut batch = Vec::with_capacity(BATCH + (BATCH >> 4));
    for path in paths {
        let mut reader = open(path)?;
        while reader.next_block(&mut batch).map_err(DataError::at(path))? {
            if batch.len() >= BATCH {
                work(&batch)?;
                batch.clear();
            }
        }
        torn.push(reader.is_torn());
    }
    work(&batch)?;
    Ok(torn)
}

/// The hashes of samples, by which duplicates are known.
pub(super) fn symmetric_hashes(samples: &[Sample]) -> Vec<u64> {
    samples.par_iter().map(Sample::symmetric_hash).collect()
}

/// What joining files has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The samples in the new file.
    pub samples: u64,
    /// The duplicates that were dropped.
    pub duplicates: u64,
    /// The files that ended within a block.
    pub torn: usize,
}

/// Joins files, in their order. Of samples whose positions are the same up to symmetry the first is kept. The file appears
/// whole or not at all, in place of what is there.
///
/// `progress` hears how many samples have been read. Memory is taken for a hash of each sample that is kept, some 10 to 20
/// bytes.
///
/// # Errors
///
/// Where a file cannot be read or is damaged, or the new one cannot be written.
pub fn merge(paths: &[PathBuf], out: &Path, mut progress: impl FnMut(u64)) -> Result<Merged, DataError> {
    let mut writer = NewData::create(out)?;
    let mut seen = HashSet::new();
    let mut merged = Merged::default();
    let torn = each_batch(paths, |batch| {
        for (sample, hash) in batch.iter().zip(symmetric_hashes(batch)) {
            if seen.insert(hash) {
                merged.samples += 1;
                writer.push(*sample)?;
            } else {
                writer.counters.duplicates += 1;
            }
        }
        progress(merged.samples + writer.counters.duplicates);
        Ok(())
    })?;
    merged.duplicates = writer.counters.duplicates;
    merged.torn = torn.into_iter().filter(|&torn| torn).count();
    writer.finish()?;
    Ok(merged)
}

/// Writes the samples of some files in an order by chance, the same for the same seed. The file appears whole or not at all,
/// in place of what is there. Returns how many there are.
///
/// All samples are in memory at once, 24 bytes each.
///
/// # Errors
///
/// As [`read_samples`], or where the new file cannot be written.
pub fn shuffle(paths: &[PathBuf], out: &Path, seed: u64) -> Result<u64, DataError> {
    let mut samples = read_samples(paths)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for i in (1..samples.len()).rev() {
        samples.swap(i, rng.random_range(0..=i));
    }
    let mut writer = NewData::create(out)?;
    samples.iter().try_for_each(|&sample| writer.push(sample))?;
    writer.finish()?;
    Ok(samples.len() as u64)
}

/// Why samples cannot be written as text.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A file cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The text cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Writes the samples of a file as text, a line each: the position, the score, the result, the number of the game, and
/// `takes` or `quiet` as the best turn takes something or nothing, with a tab between them.
///
/// # Errors
///
/// Where the file cannot be read or is damaged, or the text cannot be written.
pub fn export(path: &Path, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut reader = open(path)?;
    let mut block = Vec::new();
    while reader.next_block(&mut block).map_err(DataError::at(path))? {
        for sample in block.drain(..) {
            let result = sample.result().name();
            let best = if sample.is_capturing() { "takes" } else { "quiet" };
            writeln!(out, "{}\t{}\t{result}\t{}\t{best}", sample.position(), sample.score(), sample.game())?;
        }
    }
    Ok(out.flush()?)
}

/// A new file, which gets its name when it is whole.
struct NewData {
    file: BufWriter<File>,
    path: PathBuf,
    unfinished: PathBuf,
    block: Vec<Sample>,
    counters: Counters,
}

impl NewData {
    fn create(path: &Path) -> Result<Self, DataError> {
        let unfinished = unfinished(path);
        let at = || DataError::at(&unfinished);
        let header = encode_header(&Origin::of_this_program()).map_err(DataError::at(path))?;
        let mut file = BufWriter::new(File::create(&unfinished).map_err(at())?);
        file.write_all(&header).map_err(at())?;
        Ok(Self { file, path: path.to_owned(), unfinished, block: Vec::new(), counters: Counters::default() })
    }

    fn push(&mut self, sample: Sample) -> Result<(), DataError> {
        self.block.push(sample);
        if self.block.len() >= BLOCK_SAMPLES { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), DataError> {
        let written = self.file.write_all(&encode_block(&self.block, self.counters));
        self.block.clear();
        written.map_err(DataError::at(&self.unfinished))
    }

    fn finish(mut self) -> Result<(), DataError> {
        self.write()?;
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .and_then(|()| std::fs::rename(&self.unfinished, &self.path))
            .map_err(DataError::at(&self.path))
    }
}
