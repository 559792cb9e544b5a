//! What is wrong or doubtful in a record.

use super::{MAX_NESTING, RecordResult};
use crate::notation::{PositionTextError, StartError, TurnFault};
use thiserror::Error;

/// Why a game of a file cannot be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct RecordError {
    /// The line in the file, from 1.
    pub line: u64,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong, and what was expected.
    #[source]
    pub fault: RecordFault,
}

/// What is wrong in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordFault {
    /// The file cannot be read on.
    #[error("cannot read: {0}")]
    Io(String),
    /// Bytes that are no UTF-8.
    #[error("expected UTF-8 text")]
    NotUtf8,
    /// A line beyond any sense.
    #[error("the line is longer than {0} bytes")]
    LineTooLong(usize),
    /// A game beyond any sense.
    #[error("the game is longer than {0} bytes")]
    GameTooLong(usize),
    /// A tag pair that is not well formed.
    #[error("expected {0} in a tag pair such as [White \"Anna\"]")]
    Tag(&'static str),
    /// Tags beyond any sense.
    #[error("the game has more than {0} tags")]
    TooManyTags(usize),
    /// Neither variant nor position.
    #[error("expected a tag [Variant \"...\"] or [Position \"...\"] that names the start position")]
    NoVariant,
    /// No such variant.
    #[error(transparent)]
    Variant(StartError),
    /// Not a position.
    #[error("start position: {0}")]
    Position(PositionTextError),
    /// The tags `Variant` and `Position` name different variants.
    #[error("the start position is of another variant than the tag Variant")]
    VariantMismatch,
    /// Not a result.
    #[error("expected a result: 1-0, 0-1, 1/2-1/2 or *")]
    Result,
    /// A number that is neither the number of a turn nor a result.
    #[error("expected a turn, its number such as 12. or 12..., or a result: 1-0, 0-1, 1/2-1/2 or *")]
    Number,
    /// Not a legal turn.
    #[error("{0}")]
    Turn(TurnFault),
    /// A `$` without a number.
    #[error("expected a number from 0 to 255 after $")]
    Nag,
    /// A `$` before the first turn.
    #[error("expected a turn before $")]
    NagWithoutTurn,
    /// A comment without end.
    #[error("the comment that begins here has no end: expected a closing brace")]
    OpenComment,
    /// A closing brace outside of a comment.
    #[error("no comment ends here: expected an opening brace before")]
    StrayBrace,
    /// A variation without end.
    #[error("the variation that begins here has no end: expected )")]
    OpenVariation,
    /// A `)` without `(`.
    #[error("no variation ends here: expected ( before")]
    StrayParenthesis,
    /// A variation before the first turn of its line.
    #[error("expected a turn before a variation")]
    VariationWithoutTurn,
    /// A variation without a turn.
    #[error("expected a turn in the variation")]
    EmptyVariation,
    /// Variations in variations without end.
    #[error("variations are nested deeper than {MAX_NESTING}")]
    TooDeep,
    /// The game has no result.
    #[error("expected a turn or the result: 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
}

/// What is doubtful in a record that could be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordWarning {
    /// The result is not the one of the final position.
    #[error("the result is {result}, but by the rules the game has ended {by_rules}")]
    Result {
        /// The result at the end of the turns.
        result: RecordResult,
        /// The result of the final position.
        by_rules: RecordResult,
    },
    /// The tag `Result` is not the result at the end of the turns.
    #[error("the tag Result is {tag:?}, but the turns end with {result}")]
    ResultTag {
        /// The value of the tag.
        tag: String,
        /// The result at the end of the turns.
        result: RecordResult,
    },
    /// The tag `PlyCount` is not the number of turns.
    #[error("the tag PlyCount is {tag:?}, but there are {turns} turns")]
    PlyCount {
        /// The value of the tag.
        tag: String,
        /// The number of turns.
        turns: usize,
    },
    /// A tag that stands twice; the last one counts.
    #[error("the tag {0} stands more than once")]
    TagTwice(String),
}
