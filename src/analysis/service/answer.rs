//! The lines that the service writes, as `docs/analysis.schema.json` describes them.

use super::book_turns::BookTurn;
use super::fields::Fault;
use crate::search::Score;
use serde::Serialize;
use std::time::Duration;

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Analysis<'a> {
    pub id: &'a str,
    pub turn_number: usize,
    pub is_during_search: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub terminated: bool,
    pub position: String,
    pub to_move: &'static str,
    pub result: &'static str,
    pub reason: Option<&'static str>,
    pub root: RootAnswer,
    pub lines: Vec<LineAnswer>,
    /// Absent where there is no book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<Vec<BookTurn>>,
    #[serde(flatten)]
    pub legal: Option<LegalTurns>,
}

/// The search as a whole.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RootAnswer {
    pub score: ScoreAnswer,
    pub depth: u32,
    pub seldepth: u32,
    pub nodes: u64,
    /// In seconds.
    pub time: f64,
    pub hashfull: u32,
}

/// One of the best lines.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineAnswer {
    pub turn: String,
    pub score: ScoreAnswer,
    pub visits: u64,
    pub depth: u32,
    pub variation: Vec<String>,
}

/// A score from the mover's side: one of the two.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ScoreAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
}

impl From<Score> for ScoreAnswer {
    fn from(score: Score) -> Self {
        let mate = score.mate();
        Self { cp: mate.is_none().then(|| score.value()), mate }
    }
}

/// Every legal turn, or none if there are too many.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LegalTurns {
    pub legal_turn_count: u64,
    pub legal_turns: Option<Vec<String>>,
}

/// A position whose search was ended before it had begun.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NoResults<'a> {
    id: &'a str,
    turn_number: usize,
    is_during_search: bool,
    terminated: bool,
    no_results: bool,
}

impl<'a> NoResults<'a> {
    pub const fn new(id: &'a str, turn_number: usize) -> Self {
        Self { id, turn_number, is_during_search: false, terminated: true, no_results: true }
    }
}

/// What could not be done, and which field is to blame.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ErrorAnswer<'a> {
    id: Option<&'a str>,
    error: &'a str,
    field: Option<&'a str>,
    /// Where the search of one position of a query has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_number: Option<usize>,
}

impl<'a> ErrorAnswer<'a> {
    pub fn new(id: Option<&'a str>, fault: &'a Fault) -> Self {
        Self { id, error: &fault.text, field: fault.field.as_deref(), turn_number: None }
    }

    /// One position of a query could not be analysed, through no fault of the query.
    pub const fn of_position(id: &'a str, turn_number: usize, error: &'a str) -> Self {
        Self { id: Some(id), error, field: None, turn_number: Some(turn_number) }
    }
}

/// What was done nevertheless, but probably not as meant.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WarningAnswer<'a> {
    id: Option<&'a str>,
    warning: &'a str,
    field: Option<&'a str>,
}

impl<'a> WarningAnswer<'a> {
    pub fn new(id: Option<&'a str>, fault: &'a Fault) -> Self {
        Self { id, warning: &fault.text, field: fault.field.as_deref() }
    }
}

/// An action that was done.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum Done<'a> {
    Terminate {
        id: &'a str,
        terminate_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn_numbers: Option<&'a [u64]>,
        terminated: usize,
    },
    TerminateAll {
        id: &'a str,
        terminated: usize,
    },
    Version {
        id: &'a str,
        name: &'static str,
        version: &'static str,
        schema: u32,
    },
}

/// A time in seconds, to the millisecond.
pub(super) fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(value: &bool) -> bool {
    !*value
}
