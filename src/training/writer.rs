//! Writing data files that grow.

use super::data_file::{Counters, DataError, Origin, encode_block, encode_header};
use super::generate::GenerateError;
use super::sample::Sample;
use crate::growing_file::GrowingFile;
use std::path::Path;

/// A block is full when it has at least so many samples at the end of a game: a second's work or so.
pub(super) const BLOCK_SAMPLES: usize = 1024;

/// A data file that grows, and never loses more than its last block.
///
/// What the file holds depends on the samples and games alone, not on when it was flushed: a block that was written before
/// it was full is replaced when it is.
#[derive(Debug)]
pub(super) struct GrowingData {
    file: GrowingFile,
    /// Where the block that is being filled begins.
    begin: u64,
    /// Whether part of that block is in the file.
    flushed: bool,
    pending: Vec<Sample>,
}

impl GrowingData {
    /// Begins a file, in place of what is there.
    pub fn create(path: &Path, origin: &Origin) -> Result<Self, GenerateError> {
        let header = encode_header(origin).map_err(DataError::at(path))?;
        let file = GrowingFile::create(path, &header)?;
        Ok(Self { file, begin: header.len() as u64, flushed: false, pending: Vec::new() })
    }

    /// Opens a file to go on after its last whole block; `accept` sees its origin first, then `each` all blocks.
    pub fn resume(
        path: &Path,
        accept: impl FnOnce(&Origin) -> Result<(), GenerateError>,
        mut each: impl FnMut(&[Sample]),
    ) -> Result<(Self, Counters), GenerateError> {
        let mut file = GrowingFile::open(path)?;
        let mut reader = super::files::open(path)?;
        accept(reader.origin())?;
        let (mut begin, mut flushed, mut pending) = (reader.offset(), false, Vec::new());
        let mut block = Vec::new();
        while reader.next_block(&mut block).map_err(DataError::at(path))? {
            each(&block);
            flushed = block.len() < BLOCK_SAMPLES;
            if !flushed {
                begin = reader.offset();
                block.clear();
            } else {
                pending = std::mem::take(&mut block);
            }
        }
        if reader.is_torn() {
            file.truncate(reader.offset())?;
        }
        Ok((Self { file, begin, flushed, pending }, reader.counters()))
    }

    /// Adds a sample of the current game.
    pub fn push(&mut self, sample: Sample) {
        self.pending.push(sample);
    }

    /// Ends the game; a full block is written.
    pub fn end_game(&mut self, counters: Counters) -> Result<(), GenerateError> {
        if self.pending.len() >= BLOCK_SAMPLES {
            self.begin += self.write(counters)?;
            self.flushed = false;
            self.pending.clear();
        }
        Ok(())
    }

    /// Writes what has not been written yet.
    pub fn flush(&mut self, counters: Counters) -> Result<(), GenerateError> {
        if !self.pending.is_empty() {
            self.write(counters)?;
            self.flushed = true;
        }
        Ok(())
    }

    fn write(&mut self, counters: Counters) -> Result<u64, GenerateError> {
        if self.flushed {
            self.file.truncate(self.begin)?;
        }
        let bytes = encode_block(&self.pending, counters);
        self.file.append(&bytes)?;
        Ok(bytes.len() as u64)
    }
}
