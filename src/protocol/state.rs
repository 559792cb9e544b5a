//! The answer to `query state`: all that a program needs to let a person click a turn together.

use super::engine::Refusal;
use super::reply::ErrorCode;
use crate::board::{Bitboard, Entry, Spot};
use crate::notation::{MAX_LISTED, color_word, listed, parse_begun_turn, reason_word, result_word};
use crate::rules::{Claims, Color, Game, PartialTurn, PieceKind, Position, Row, Turn};
use serde::Serialize;

/// The version of the form. Fields may be added under the same version, none renamed.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
struct State {
    version: u32,
    position: String,
    to_move: &'static str,
    pieces: Vec<PieceState>,
    reserve: Sides,
    captured: Sides,
    rows: Vec<RowState>,
    over: bool,
    result: &'static str,
    reason: Option<&'static str>,
    turn_count: usize,
    turns: Option<Vec<TurnState>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    begun: Option<Begun>,
}

#[derive(Debug, Serialize)]
struct PieceState {
    spot: String,
    color: &'static str,
    kind: &'static str,
}

#[derive(Debug, Serialize)]
struct Sides {
    w: u8,
    b: u8,
}

impl Sides {
    fn new(of: impl Fn(Color) -> u8) -> Self {
        Self { w: of(Color::White), b: of(Color::Black) }
    }
}

#[derive(Debug, Serialize)]
struct RowState {
    color: &'static str,
    must: Vec<String>,
    may: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TurnState {
    turn: String,
    before: Vec<String>,
    #[serde(flatten)]
    entry: EntryState,
    after: Vec<String>,
}

/// What is entered; nothing where the clearing ends the game.
#[derive(Debug, Default, Serialize)]
struct EntryState {
    kind: Option<&'static str>,
    dots: Vec<String>,
    end: Option<String>,
}

/// The part of a turn that has been done.
#[derive(Debug, Serialize)]
struct Begun {
    before: Vec<String>,
    #[serde(flatten)]
    entry: EntryState,
    after: Vec<String>,
    /// The whole turn, where nothing is left to do.
    turn: Option<String>,
}

/// Describes the position, after the part of a turn if that is not empty, as one line of JSON.
///
/// # Errors
///
/// Says why no turn begins with the part.
pub(super) fn describe(game: &Game, claims: Claims, part: &str) -> Result<String, Refusal> {
    let position = game.position();
    let begun = if part.is_empty() {
        None
    } else {
        Some(parse_begun_turn(position, part).map_err(|error| Refusal::illegal_turn(&error))?)
    };
    let result = game.result(claims);
    let (turn_count, turns) = match &begun {
        None => (position.count_turns() as usize, listed(position.turns())),
        Some(begun) => {
            let mut completions = begun.completions();
            let turns: Vec<_> = completions.by_ref().take(MAX_LISTED + 1).collect();
            let count = turns.len() + completions.count();
            (count, Some(turns).filter(|_| count <= MAX_LISTED))
        }
    };
    let turns = turns.map(|turns| {
        let mut turns: Vec<_> = turns.into_iter().map(|turn| turn_state(position, turn)).collect();
        turns.sort_unstable_by(|a, b| a.turn.cmp(&b.turn));
        turns
    });
    let now = begun.clone().unwrap_or_else(|| PartialTurn::new(position));
    let board = now.position();
    let state = State {
        version: VERSION,
        position: position.to_string(),
        to_move: color_word(position.side()),
        pieces: pieces(board),
        reserve: Sides::new(|color| board.reserve(color)),
        captured: Sides::new(|color| board.captured(color)),
        rows: rows(&now),
        over: result.is_some(),
        result: result_word(result),
        reason: result.map(reason_word),
        turn_count,
        turns,
        begun: begun.map(|begun| begun_state(position, &begun)),
    };
    serde_json::to_string(&state).map_err(|error| Refusal { code: ErrorCode::Internal, text: error.to_string() })
}

const fn kind_word(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Basic => "basic",
        PieceKind::Gipf => "gipf",
    }
}

fn names(spots: Bitboard) -> Vec<String> {
    spots.iter().map(|spot| spot.to_string()).collect()
}

fn pieces(board: &Position) -> Vec<PieceState> {
    let pieces = board.occupied().iter().filter_map(|spot| Some((spot, board.piece_at(spot)?)));
    let state = |(spot, piece): (Spot, crate::rules::Piece)| PieceState {
        spot: spot.to_string(),
        color: color_word(piece.color),
        kind: kind_word(piece.kind),
    };
    pieces.map(state).collect()
}

/// The rows that the mover has to resolve now, then those that wait for the other player's turn.
fn rows(now: &PartialTurn) -> Vec<RowState> {
    let board = now.position();
    let state = |color, row: Row| RowState {
        color: color_word(color),
        must: names(row.span - board.gipf_pieces()),
        may: names(row.span & board.gipf_pieces()),
    };
    let (side, other) = (board.side(), !board.side());
    let own = now.waiting_rows().map(|row| state(side, row));
    own.chain(board.rows(other).map(|row| state(other, row))).collect()
}

fn turn_state(position: &Position, turn: Turn) -> TurnState {
    let entry = turn.entry().map(|entry| entry_state(position.occupied() - turn.before(), entry, turn.kind()));
    TurnState {
        turn: turn.display(position).to_string(),
        before: names(turn.before()),
        entry: entry.unwrap_or_default(),
        after: names(turn.after()),
    }
}

fn begun_state(position: &Position, begun: &PartialTurn) -> Begun {
    let entry = begun.entered().map(|(entry, kind)| entry_state(position.occupied() - begun.before(), entry, kind));
    Begun {
        before: names(begun.before()),
        entry: entry.unwrap_or_default(),
        after: names(begun.after()),
        turn: begun.turn().map(|turn| turn.display(position).to_string()),
    }
}

/// An entry on a board with these spots occupied. A vacant spot is entered from every dot next to it.
fn entry_state(occupied: Bitboard, entry: Entry, kind: PieceKind) -> EntryState {
    let mut end = entry.first();
    while occupied.contains(end)
        && let Some(next) = end.step(entry.direction())
    {
        end = next;
    }
    let same = |other: &Entry| *other == entry || end == entry.first() && other.first() == end;
    let mut dots: Vec<_> = Entry::all().filter(same).map(Entry::dot).collect();
    dots.sort_unstable();
    EntryState {
        kind: Some(kind_word(kind)),
        dots: dots.iter().map(ToString::to_string).collect(),
        end: Some(end.to_string()),
    }
}
