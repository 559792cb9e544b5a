//! Networks as files.
//!
//! All numbers are little-endian: 8 bytes "GIPFNET" and the version, the inputs (1 byte), the width (1 byte), the scale (2 bytes), the
//! length of the description (1 byte) and the description in UTF-8, the rows that do not share another's weights, in order, then the
//! output weights (2 bytes for each number), and a CRC-32 of all before it (4 bytes).

use super::{Inputs, Network, Parameters};
use std::io::{self, Write};

/// The first seven bytes, and the version.
const MAGIC: [u8; 8] = *b"GIPFNET\x01";

/// Why something is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// Other first bytes.
    #[error("this is no network of Gipfel: it does not begin with GIPFNET and version 1")]
    Magic,
    /// Inputs with another number.
    #[error("inputs {0}: there are 0 (spots), 1 (lines) and 2 (marked-lines)")]
    Inputs(u8),
    /// Another width.
    #[error("width {0}: there are 1, 8, 16, 32 and 64")]
    Width(usize),
    /// Too few or too many bytes.
    #[error("the network has too few or too many numbers")]
    Size,
    /// A description that is too long or no text.
    #[error("the description is no text of at most 255 bytes")]
    Description,
    /// A bit has changed.
    #[error("the network is damaged: its checksum is wrong")]
    Checksum,
}

impl Network {
    /// No file of a network is larger, in bytes.
    pub const LARGEST_FILE: u64 = 1 << 20;

    /// Reads a network.
    ///
    /// # Errors
    ///
    /// Where the bytes are not exactly what [`Network::write`] has written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?;
        let (body, checksum) = bytes.split_last_chunk().ok_or(NetworkError::Size)?;
        let (&[inputs, width, low, high, length], rest) = rest.split_first_chunk().ok_or(NetworkError::Size)?;
        let inputs = Inputs::ALL.into_iter().find(|&kind| kind as u8 == inputs).ok_or(NetworkError::Inputs(inputs))?;
        let width = usize::from(width);
        let (description, rest) = rest.split_at_checked(length.into()).ok_or(NetworkError::Size)?;
        let own: Vec<usize> = (0..inputs.rows()).filter(|&row| inputs.shared(row) == row).collect();
        if rest.len() != 2 * width * (own.len() + 1) + checksum.len() {
            return Err(NetworkError::Size);
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Checksum);
        }
        let description = String::from_utf8(description.to_vec()).map_err(|_| NetworkError::Description)?;
        let numbers: Vec<i16> = rest.as_chunks().0.iter().map(|&number| i16::from_le_bytes(number)).collect();
        let (table, rest) = numbers.split_at(width * own.len());
        let mut rows = Vec::with_capacity(width * inputs.rows());
        for row in 0..inputs.rows() {
            let place = own.binary_search(&inputs.shared(row)).map_err(|_| NetworkError::Size)?;
            rows.extend_from_slice(&table[width * place..width * (place + 1)]);
        }
        let output = rest[..width].to_vec();
        Self::new(Parameters { inputs, width, scale: i16::from_le_bytes([low, high]), description, rows, output })
    }

    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Parameters { inputs, width, scale, description, rows, output } = self.parameters();
        let mut bytes = MAGIC.to_vec();
        // Widths are at most 64, descriptions at most 255 bytes long.
        bytes.extend([inputs as u8, width as u8]);
        bytes.extend(scale.to_le_bytes());
        bytes.push(description.len() as u8);
        bytes.extend(description.as_bytes());
        for (row, weights) in rows.chunks_exact(width).enumerate() {
            if inputs.shared(row) == row {
                bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
            }
        }
        bytes.extend(output.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Writes the network.
    ///
    /// # Errors
    ///
    /// Where writing fails.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        to.write_all(&self.to_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::WIDTHS;
    use super::super::tests::some_network;
    use super::*;

    #[test]
    fn files_round_trip() {
        for inputs in Inputs::ALL {
            for width in WIDTHS {
                let network = some_network(inputs, width, width as u64);
                assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
            }
        }
    }

    #[test]
    fn every_change_is_noticed() {
        let bytes = some_network(Inputs::Spots, 8, 3).to_bytes();
        for place in (0..bytes.len()).step_by(7).chain(0..30) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
        }
        for length in (0..bytes.len()).step_by(11) {
            assert!(Network::from_bytes(&bytes[..length]).is_err());
        }
        let long = [bytes.as_slice(), &[0]].concat();
        assert_eq!(Network::from_bytes(&long), Err(NetworkError::Size));
    }
}
