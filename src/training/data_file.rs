//! The form of a data file: a header, then blocks, each with checksums.
//!
//! ```text
//! header   8 bytes  GIPFDATA
//!          4        version, 1
//!          4        length of what comes next
//!          .        origin, as JSON
//!          4        CRC-32 of all before
//! block    4        number of samples
//!          4        CRC-32 of the samples
//!          8        games that were played up to the end of this block
//!          8        duplicates that were dropped up to the end of this block
//!          4        CRC-32 of the 24 bytes before
//!          24 each  samples
//! ```
//!
//! Numbers are little-endian. A file that ends within a block has been cut off: it is read up to there.

use super::generate::Settings;
use super::sample::{Sample, SampleError};
use crc32fast::hash;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"GIPFDATA";
const VERSION: u32 = 1;
/// The longest origin, in bytes.
const MAX_ORIGIN: u32 = 1 << 16;
/// The most samples in a block.
const MAX_SAMPLES: u32 = 1 << 16;
const BLOCK_HEADER: usize = 28;

/// Where the data come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The program that wrote the file, with its version.
    pub program: String,
    /// A number that changes when the search does; none where files were joined or shuffled.
    pub search: Option<u64>,
    /// The CRC-32 of the network that judged positions; none for the plain evaluation, and where files were joined or
    /// shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<u32>,
    /// The rule by which positions of the games became samples; none where files were joined or shuffled, and in files of older
    /// programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling: Option<String>,
    /// How the data were made; none where files were joined or shuffled.
    pub settings: Option<Settings>,
}

impl Origin {
    /// Data of this program.
    pub(super) fn of_this_program() -> Self {
        Self {
            program: concat!("gipfel ", env!("CARGO_PKG_VERSION")).to_owned(),
            search: None,
            network: None,
            sampling: None,
            settings: None,
        }
    }
}

/// In one line, such as `gipfel 0.1.0, search 5710, nodes 1000, seed 1`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = serde_json::to_value(self).unwrap_or_default();
        let settings = fields.get_mut("settings").map(Value::take).unwrap_or_default();
        f.write_str(&self.program)?;
        for (name, value) in [fields, settings].iter().filter_map(Value::as_object).flatten() {
            if name != "program" && !value.is_null() {
                write!(f, ", {name} {}", value.to_string().replace('"', ""))?;
            }
        }
        Ok(())
    }
}

/// How far the making of the data has come at the end of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// The games that have been played; the making goes on with the next. 0 in files that were joined or shuffled.
    pub games: u64,
    /// The duplicates that have been dropped.
    pub duplicates: u64,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum DataFault {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else than a data file.
    #[error("this is no file of training data: it does not begin with GIPFDATA")]
    Magic,
    /// Written by a later program.
    #[error("version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// The header is cut off or damaged.
    #[error("the header is damaged: {0}")]
    Header(String),
    /// A block is damaged, and it is not just the end that is missing.
    #[error("block {block}, at byte {offset}, is damaged: its checksum is wrong")]
    Block {
        /// The block's number, from 1.
        block: u64,
        /// Where it begins, in bytes from 0.
        offset: u64,
    },
    /// The samples do not fit into memory.
    #[error("{needed} MiB of memory are needed, and {available} MiB are to be had")]
    Memory {
        /// What is needed, in MiB.
        needed: u64,
        /// What is to be had, in MiB.
        available: u64,
    },
    /// A sample is wrong although the checksum is right.
    #[error("sample {sample} of block {block}, at byte {offset}: {error}")]
    Sample {
        /// The block's number, from 1.
        block: u64,
        /// The sample's number in the block, from 1.
        sample: usize,
        /// Where it begins, in bytes from 0.
        offset: u64,
        /// What is wrong.
        error: SampleError,
    },
}

/// A file of training data that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {fault}")]
pub struct DataError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    #[source]
    pub fault: DataFault,
}

impl DataError {
    /// Says which file it was.
    pub(super) fn at<F: Into<DataFault>>(path: &Path) -> impl Fn(F) -> Self {
        move |fault| Self { path: path.to_owned(), fault: fault.into() }
    }
}

/// The bytes of a header.
pub(super) fn encode_header(origin: &Origin) -> Result<Vec<u8>, DataFault> {
    let text = serde_json::to_vec(origin).map_err(io::Error::from)?;
    let mut bytes = Vec::with_capacity(text.len() + 20);
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&text);
    bytes.extend_from_slice(&hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// The bytes of a block.
pub(super) fn encode_block(samples: &[Sample], counters: Counters) -> Vec<u8> {
    let payload: Vec<u8> = samples.iter().flat_map(|sample| sample.to_bytes()).collect();
    let mut bytes = Vec::with_capacity(BLOCK_HEADER + payload.len());
    bytes.extend_from_slice(&(samples.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&hash(&payload).to_le_bytes());
    bytes.extend_from_slice(&counters.games.to_le_bytes());
    bytes.extend_from_slice(&counters.duplicates.to_le_bytes());
    bytes.extend_from_slice(&hash(&bytes).to_le_bytes());
    bytes.extend_from_slice(&payload);
    bytes
}

/// Reads a file block by block.
#[derive(Debug)]
pub struct DataReader<R> {
    input: R,
    origin: Origin,
    /// Where the next block begins.
    offset: u64,
    blocks: u64,
    counters: Counters,
    torn: bool,
    /// Nothing more is read.
    ended: bool,
    payload: Vec<u8>,
}

impl<R: Read> DataReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Where this is no data file, one of another version, or its header is damaged.
    pub fn new(mut input: R) -> Result<Self, DataFault> {
        let mut bytes = Vec::new();
        if !read_up_to(&mut input, MAGIC.len(), &mut bytes)? || bytes != MAGIC {
            return Err(DataFault::Magic);
        }
        let cut = || DataFault::Header("it is cut off".to_owned());
        if !read_up_to(&mut input, 8, &mut bytes)? {
            return Err(cut());
        }
        let (version, length) = (number(&bytes, 8), number(&bytes, 12));
        if version != VERSION {
            return Err(DataFault::Version(version));
        }
        if length > MAX_ORIGIN {
            return Err(DataFault::Header("it is too long".to_owned()));
        }
        if !read_up_to(&mut input, length as usize + 4, &mut bytes)? {
            return Err(cut());
        }
        let end = bytes.len() - 4;
        let (checked, text) = (bytes.get(..end).unwrap_or_default(), bytes.get(16..end).unwrap_or_default());
        if hash(checked) != number(&bytes, end) {
            return Err(DataFault::Header("its checksum is wrong".to_owned()));
        }
        let origin = serde_json::from_slice(text).map_err(|error| DataFault::Header(error.to_string()))?;
        let offset = bytes.len() as u64;
        Ok(Self {
            input,
            origin,
            offset,
            blocks: 0,
            counters: Counters::default(),
            torn: false,
            ended: false,
            payload: Vec::new(),
        })
    }

    /// Where the data come from.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How far the making of the data had come at the end of the last block that was read.
    #[must_use]
    pub const fn counters(&self) -> Counters {
        self.counters
    }

    /// The bytes read so far, up to the end of the last whole block.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the file ended within a block. Only known when all blocks have been read.
    #[must_use]
    pub const fn is_torn(&self) -> bool {
        self.torn
    }

    /// Adds the samples of the next block; false where there is none.
    ///
    /// # Errors
    ///
    /// Where reading fails or the block is damaged. What is wrong with the last block is taken for a torn end.
    pub fn next_block(&mut self, samples: &mut Vec<Sample>) -> Result<bool, DataFault> {
        let mut header = Vec::with_capacity(BLOCK_HEADER);
        if self.torn || self.ended || !read_up_to(&mut self.input, BLOCK_HEADER, &mut header)? {
            self.torn |= !header.is_empty();
            return Ok(false);
        }
        let damaged = DataFault::Block { block: self.blocks + 1, offset: self.offset };
        let count = number(&header, 0);
        if hash(header.get(..24).unwrap_or_default()) != number(&header, 24) || count > MAX_SAMPLES {
            return Err(damaged);
        }
        self.payload.clear();
        if !read_up_to(&mut self.input, count as usize * Sample::BYTES, &mut self.payload)? {
            self.torn = true;
            return Ok(false);
        }
        if hash(&self.payload) != number(&header, 4) {
            self.torn = !read_up_to(&mut self.input, 1, &mut header)?;
            return if self.torn { Ok(false) } else { Err(damaged) };
        }
        self.decode(samples)?;
        self.blocks += 1;
        self.offset += (BLOCK_HEADER + self.payload.len()) as u64;
        self.counters = Counters { games: long_number(&header, 8), duplicates: long_number(&header, 16) };
        Ok(true)
    }

    fn decode(&self, samples: &mut Vec<Sample>) -> Result<(), DataFault> {
        let (records, _) = self.payload.as_chunks::<{ Sample::BYTES }>();
        for (i, &record) in records.iter().enumerate() {
            samples.push(Sample::from_bytes(record).map_err(|error| DataFault::Sample {
                block: self.blocks + 1,
                sample: i + 1,
                offset: self.offset + (BLOCK_HEADER + i * Sample::BYTES) as u64,
                error,
            })?);
        }
        Ok(())
    }
}

/// Goes through all samples.
impl<R: Read> IntoIterator for DataReader<R> {
    type Item = Result<Sample, DataFault>;
    type IntoIter = Samples<R>;

    fn into_iter(self) -> Samples<R> {
        Samples { reader: self, block: Vec::new().into_iter() }
    }
}

/// The samples of a file, one after another. After an error there are no more.
#[derive(Debug)]
pub struct Samples<R> {
    reader: DataReader<R>,
    block: std::vec::IntoIter<Sample>,
}

impl<R: Read> Iterator for Samples<R> {
    type Item = Result<Sample, DataFault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(sample) = self.block.next() {
                return Some(Ok(sample));
            }
            let mut block = Vec::new();
            match self.reader.next_block(&mut block) {
                Ok(true) => self.block = block.into_iter(),
                Ok(false) => return None,
                Err(fault) => {
                    self.reader.ended = true;
                    return Some(Err(fault));
                }
            }
        }
    }
}

/// Reads so many bytes more; false where the input ends before.
fn read_up_to(input: &mut impl Read, count: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
    Ok(input.take(count as u64).read_to_end(bytes)? == count)
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().map_or(0, u32::from_le_bytes)
}

fn long_number(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().map_or(0, u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::super::sample::Wdl;
    use super::*;
    use crate::rules::{Position, Variant};
    use crate::search::Score;

    fn sample(game: u32) -> Sample {
        Sample::new(&Position::start(Variant::Standard), Score::centipawns(game as i32), Wdl::Win, game)
    }

    /// A file of blocks with 3, 2 and 4 samples, and where the header and the blocks end.
    fn file() -> (Vec<u8>, Vec<usize>) {
        let origin = Origin { settings: Some(Settings::default()), ..Origin::of_this_program() };
        let mut bytes = encode_header(&origin).unwrap();
        let mut ends = vec![bytes.len()];
        for (i, games) in [0..3, 3..5, 5..9].into_iter().enumerate() {
            let samples: Vec<Sample> = games.map(sample).collect();
            bytes.extend(encode_block(&samples, Counters { games: 10 + i as u64, duplicates: i as u64 }));
            ends.push(bytes.len());
        }
        (bytes, ends)
    }

    /// The samples up to the end or an error, and how the reader stands then.
    fn read(bytes: &[u8]) -> Result<(Vec<Sample>, bool, Counters), DataFault> {
        let mut reader = DataReader::new(bytes)?;
        let mut samples = Vec::new();
        while reader.next_block(&mut samples)? {}
        Ok((samples, reader.is_torn(), reader.counters()))
    }

    fn all(games: std::ops::Range<u32>) -> Vec<Sample> {
        games.map(sample).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let (bytes, ends) = file();
        assert_eq!(read(&bytes).unwrap(), (all(0..9), false, Counters { games: 12, duplicates: 2 }));
        let reader = DataReader::new(&bytes[..]).unwrap();
        assert_eq!(reader.origin().settings, Some(Settings::default()));
        assert_eq!(reader.offset(), ends[0] as u64);
        let streamed: Vec<Sample> = reader.into_iter().map(Result::unwrap).collect();
        assert_eq!(streamed, all(0..9));
    }

    #[test]
    fn a_file_cut_anywhere_is_read_up_to_its_last_whole_block() {
        let (bytes, ends) = file();
        for length in 0..bytes.len() {
            match read(&bytes[..length]) {
                Err(DataFault::Magic) => assert!(length < 8, "{length}"),
                Err(DataFault::Header(_)) => assert!((8..ends[0]).contains(&length), "{length}"),
                Err(fault) => panic!("{length}: {fault}"),
                Ok((samples, torn, _)) => {
                    let whole = ends[1..].iter().filter(|&&end| end <= length).count();
                    assert_eq!(samples, all(0..[0, 3, 5, 9][whole]), "{length}");
                    assert_eq!(torn, !ends.contains(&length), "{length}");
                }
            }
        }
    }

    /// Whatever byte is wrong, no sample is wrong: it is an error, or the last block is taken for a torn end.
    #[test]
    fn a_damaged_byte_is_found_anywhere() {
        let (bytes, ends) = file();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            match read(&damaged) {
                Err(DataFault::Magic) => assert!(at < 8, "{at}"),
                Err(DataFault::Version(_)) => assert!((8..12).contains(&at), "{at}"),
                Err(DataFault::Header(_)) => assert!((12..ends[0]).contains(&at), "{at}"),
                Err(DataFault::Block { block, offset }) => {
                    assert!((ends[block as usize - 1]..ends[block as usize]).contains(&at), "{at}");
                    assert_eq!(offset, ends[block as usize - 1] as u64);
                }
                Err(fault) => panic!("{at}: {fault}"),
                Ok((samples, torn, _)) => {
                    assert!(torn && at >= ends[2] + BLOCK_HEADER, "{at}");
                    assert_eq!(samples, all(0..5));
                }
            }
        }
    }

    #[test]
    fn a_wrong_sample_behind_a_right_checksum_is_an_error() {
        let mut bytes = encode_header(&Origin::of_this_program()).unwrap();
        let begin = bytes.len() as u64;
        let mut payload = sample(0).to_bytes().to_vec();
        payload.extend([0xFF; Sample::BYTES]);
        let mut block = encode_block(&all(0..2), Counters::default());
        block.truncate(BLOCK_HEADER);
        block[4..8].copy_from_slice(&hash(&payload).to_le_bytes());
        let checksum = hash(&block[..24]);
        block[24..28].copy_from_slice(&checksum.to_le_bytes());
        bytes.extend(block);
        bytes.extend(payload);
        let mut samples = DataReader::new(&bytes[..]).unwrap().into_iter();
        let fault = samples.next().unwrap().unwrap_err();
        assert!(
            matches!(fault, DataFault::Sample { block: 1, sample: 2, offset, .. } if offset == begin + 52),
            "{fault}"
        );
        assert!(samples.next().is_none());
    }

    #[test]
    fn an_origin_reads_as_a_line() {
        let origin = Origin { settings: Some(Settings::default()), search: Some(7), ..Origin::of_this_program() };
        let line = origin.to_string();
        assert!(line.starts_with("gipfel 0.1.0, search 7, "), "{line}");
        assert!(
            line.contains(", nodes 1000, ") && line.contains(", variants {basic:1,standard:2,tournament:2}"),
            "{line}"
        );
        assert_eq!(Origin::of_this_program().to_string(), "gipfel 0.1.0");
    }
}
