//! Where the findings of a review are kept, so that none is lost when it is interrupted.

use super::findings::Findings;
use crate::json_lines::JsonLinesError;
use crate::notation::Record;
use std::collections::HashMap;

/// A position of a game with all that came before it: what the findings of the search depend on, besides the settings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// The text of the position.
    pub position: String,
    /// A hash of the start position and the turns up to here.
    pub history: u64,
}

impl PositionKey {
    /// The keys of all positions of a game: of its start, and after each turn.
    #[must_use]
    pub fn of_game(record: &Record) -> Vec<Self> {
        let mut position = record.start;
        let mut text = position.to_string();
        let mut history = fnv(0xcbf2_9ce4_8422_2325, &text);
        let mut keys = Vec::with_capacity(record.line.nodes.len() + 1);
        for node in &record.line.nodes {
            keys.push(Self { position: text, history });
            position = position.play(node.turn());
            text = position.to_string();
            history = fnv(history, node.text());
        }
        keys.push(Self { position: text, history });
        keys
    }
}

/// The 64-bit FNV-1a hash, and a blank at the end: the same in every version and on every machine.
fn fnv(hash: u64, text: &str) -> u64 {
    let bytes = text.bytes().chain([b' ']);
    bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Keeps findings.
pub trait Store {
    /// The findings in a position, if they are known.
    fn get(&mut self, key: &PositionKey) -> Option<Findings>;

    /// Keeps the findings in a position.
    ///
    /// # Errors
    ///
    /// Where they cannot be written.
    fn put(&mut self, key: &PositionKey, findings: &Findings) -> Result<(), JsonLinesError>;
}

/// Keeps findings in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(pub(super) HashMap<PositionKey, Findings>);

impl Store for MemoryStore {
    fn get(&mut self, key: &PositionKey) -> Option<Findings> {
        self.0.get(key).cloned()
    }

    fn put(&mut self, key: &PositionKey, findings: &Findings) -> Result<(), JsonLinesError> {
        self.0.insert(key.clone(), findings.clone());
        Ok(())
    }
}
