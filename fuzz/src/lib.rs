//! What must hold for any input whatever: one check for each parser, and one for whole conversations.
//!
//! The fuzz targets and the replay of their corpus (`tests/fuzz_replay.rs`) share these checks; each panics where something
//! does not hold. None takes long or much memory, whatever the input.

mod conversation;
mod parsers;

pub use conversation::protocol;
pub use parsers::{annotations, begun_turn, book, command, data, foreign, point, position, record, reply, start, turn};

/// A check of raw bytes.
pub type Check = fn(&[u8]);

/// Every target: its name, which is also that of its corpus, and its check.
pub const TARGETS: [(&str, Check); 13] = [
    ("protocol", protocol),
    ("command", command),
    ("reply", reply),
    ("turn", turn),
    ("begun_turn", begun_turn),
    ("position", position),
    ("start", start),
    ("point", point),
    ("record", record),
    ("annotations", annotations),
    ("foreign", foreign),
    ("data", data),
    ("book", book),
];
