//! What a written turn means in a position.

use super::end_of_push;
use super::error::{PlayError, TurnError, TurnFault};
use super::word::{Clear, EntryWord, PieceWord, Word};
use crate::board::{Bitboard, Entry};
use crate::rules::{Game, PartialTurn, Phase, PieceKind, Position, Row, Turn, Variant, rows};

/// As many turns that fit are named in an error.
const NAMED: usize = 8;

/// Reads a legal turn of a position.
///
/// The canonical text of a legal turn always means that turn. Besides, these forms are read:
///
/// - the first spot as the end of an entry, whether something is pushed or not: `a5-b5`, and `e1-e2` for `e2`;
/// - `x` and the letters of spots in either case. `G` or `g` before a digit is column g, and only a capital `G` before a
///   letter marks a GIPF-piece;
/// - the pieces of a clear in any order; `G` and `*` may be left out there, but not be wrong;
/// - a missing clear where one is needed, or a bare `x`, for a clear that takes something, if exactly one legal turn fits;
/// - blanks around the turn and around `;`.
///
/// ```
/// use gipfel::notation::parse_turn;
/// use gipfel::rules::Position;
/// //       e8         White to move completes the row e2-e5 by entering at e1.
/// //     .    .
/// //  .    .    .
/// //      ...
/// //       S  e4
/// //       S  e3
/// //       S  e2
/// let position: Position = "4/5/6/SSS4/6/5/4 w 12 15 basic -- 5".parse()?;
/// let turn = parse_turn(&position, "e1-e2;x")?;
/// assert_eq!(turn.display(&position).to_string(), "e1-e5;xe2,e3,e4,e5");
/// let error = parse_turn(&position, "e1-e4").unwrap_err();
/// assert_eq!(error.to_string(), "at character 4: from e1 over e2 the push ends on e5, not on e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Says what is wrong and where. Where several turns fit a clear that is left open, it names up to eight of them.
pub fn parse_turn(position: &Position, text: &str) -> Result<Turn, TurnError> {
    let word = Word::read(text)?;
    if let Some(outcome) = position.outcome() {
        return Err(TurnFault::GameOver(outcome.reason).at(0));
    }
    let literal = word.literally(position);
    let is_open = matches!(word.before, Clear::Bare(_)) || matches!(word.after, Clear::Bare(_));
    if let (Ok(turn), false) = (&literal, is_open) {
        return Ok(*turn);
    }
    let fits: Vec<Turn> = word.fits(position).take(NAMED + 1).collect();
    match fits.as_slice() {
        [turn] => Ok(*turn),
        // Whatever the literal reading ran into, there is no other; where it ran into nothing, it would have fitted.
        [] => literal,
        _ => {
            let names = fits.iter().take(NAMED).map(|turn| turn.display(position).to_string()).collect();
            let at = word.open_at(literal.err());
            Err(TurnFault::Ambiguous { fits: names, more: fits.len() > NAMED }.at(at))
        }
    }
}

/// Plays turns one after another.
///
/// # Errors
///
/// Names the first turn that cannot be played, and why; those before it have been played then.
pub fn play_words<'a>(game: &mut Game, words: impl IntoIterator<Item = &'a str>) -> Result<(), PlayError> {
    for (index, word) in words.into_iter().enumerate() {
        let turn = parse_turn(game.position(), word).map_err(|error| PlayError {
            index,
            word: word.chars().take(80).collect(),
            error,
        })?;
        game.play(turn);
    }
    Ok(())
}

impl Word {
    /// The turn that is meant when a missing clear takes nothing, and a bare one whatever comes first.
    fn literally(&self, position: &Position) -> Result<Turn, TurnError> {
        let mut turn = PartialTurn::new(position);
        take(&mut turn, &self.before, 0)?;
        if let Some(entry) = &self.entry {
            enter(&mut turn, entry)?;
            take(&mut turn, &self.after, self.end)?;
        }
        turn.turn().ok_or_else(|| TurnFault::EntryMissing.at(self.end))
    }

    /// The legal turns that fit: a missing clear stands for any, a bare one for any that takes something.
    fn fits(&self, position: &Position) -> impl Iterator<Item = Turn> {
        ways(PartialTurn::new(position), &self.before)
            .flat_map(|turn| match &self.entry {
                None => Box::new(std::iter::once(turn)) as Box<dyn Iterator<Item = PartialTurn>>,
                Some(entry) => entered(turn, entry).map_or_else(nothing, |turn| ways(turn, &self.after)),
            })
            .filter_map(|turn| turn.turn())
    }

    /// Where the clear that is left open stands or should stand.
    fn open_at(&self, literal: Option<TurnError>) -> usize {
        match (&self.before, &self.after, literal) {
            (Clear::Bare(at), _, _) | (_, Clear::Bare(at), _) => *at,
            (_, _, Some(error)) => error.at,
            _ => self.end,
        }
    }
}

fn nothing() -> Box<dyn Iterator<Item = PartialTurn>> {
    Box::new(std::iter::empty())
}

/// The ways to go on with a turn by a clearing that fits.
fn ways(mut turn: PartialTurn, clear: &Clear) -> Box<dyn Iterator<Item = PartialTurn>> {
    let must_take = match clear {
        Clear::Given(_) => return Box::new(take(&mut turn, clear, 0).ok().map(|()| turn).into_iter()),
        Clear::Bare(_) => true,
        Clear::Missing => false,
    };
    let clearings = turn.position().clearings().filter(move |taken| !(must_take && taken.is_empty()));
    Box::new(clearings.filter_map(move |taken| {
        let mut turn = turn.clone();
        turn.take_all(taken).ok().map(|()| turn)
    }))
}

fn entered(mut turn: PartialTurn, entry: &EntryWord) -> Option<PartialTurn> {
    enter(&mut turn, entry).ok().map(|()| turn)
}

/// Takes what a clear says; `at` is where a missing one should stand.
pub(super) fn take(turn: &mut PartialTurn, clear: &Clear, at: usize) -> Result<(), TurnError> {
    let position = *turn.position();
    let taken = match clear {
        Clear::Missing => Bitboard::EMPTY,
        Clear::Bare(at) => {
            position.clearings().find(|taken| !taken.is_empty()).ok_or_else(|| TurnFault::NoRow.at(*at))?
        }
        Clear::Given(pieces) => {
            pieces.iter().try_for_each(|piece| check_piece(&position, piece))?;
            clear.spots()
        }
    };
    turn.take_all(taken).map_err(|_| match clear {
        Clear::Given(pieces) => clear_fault(&position, pieces, taken),
        _ => waiting_row(&position, taken)
            .map_or(TurnFault::NotTogether, |row| TurnFault::RowWaits { row: row.pieces })
            .at(at),
    })
}

fn check_piece(position: &Position, piece: &PieceWord) -> Result<(), TurnError> {
    let spot = piece.spot;
    let fault = match position.piece_at(spot) {
        None => TurnFault::NoPiece(spot),
        Some(found) if piece.gipf && found.kind != PieceKind::Gipf => TurnFault::NotGipf(spot),
        Some(found) if piece.captured && found.color == position.side() => TurnFault::NotCaptured(spot),
        Some(_) => return Ok(()),
    };
    Err(fault.at(piece.at))
}

/// The row that still must be cleared when these pieces have been taken.
fn waiting_row(position: &Position, taken: Bitboard) -> Option<Row> {
    rows(position.pieces(position.side()) - taken, position.occupied() - taken)
        .find(|row| !row.span.is_subset(position.gipf_pieces()))
}

/// Why these pieces cannot be taken.
fn clear_fault(position: &Position, pieces: &[PieceWord], taken: Bitboard) -> TurnError {
    let all: Vec<Row> = position.rows(position.side()).collect();
    let in_rows = all.iter().fold(Bitboard::EMPTY, |set, row| set | row.span);
    if let Some(piece) = pieces.iter().find(|piece| !in_rows.contains(piece.spot)) {
        return TurnFault::NotInRow(piece.spot).at(piece.at);
    }
    let at = pieces.first().map_or(0, |piece| piece.at);
    let missing = |row: &Row| (row.span - position.gipf_pieces() - taken).first();
    let begun = |row: &&Row| !row.span.is_disjoint(taken) && missing(row).is_some();
    let incomplete = match waiting_row(position, taken) {
        Some(waiting) => match all.iter().filter(begun).find(|row| row.line == waiting.line) {
            Some(row) => Some(row),
            None => return TurnFault::RowWaits { row: waiting.pieces }.at(at),
        },
        None => all.iter().filter(begun).max_by_key(|row| (row.span & taken).len()),
    };
    match incomplete.and_then(|row| Some((row, missing(row)?))) {
        Some((row, missing)) => TurnFault::RowIncomplete { row: row.pieces, missing }.at(at),
        None => TurnFault::NotTogether.at(at),
    }
}

/// Enters a piece as the word says.
pub(super) fn enter(turn: &mut PartialTurn, word: &EntryWord) -> Result<(), TurnError> {
    if turn.is_over() {
        return Err(TurnFault::ClearEndsGame.at(word.at));
    }
    let position = *turn.position();
    if !position.may_enter(word.kind) {
        return Err(kind_fault(&position, word.kind).at(word.at));
    }
    let entry = word.entry;
    let first = entry.first();
    let Some(end) = end_of_push(entry, position.occupied()) else {
        return Err(TurnFault::LineFull { dot: entry.dot(), first }.at(word.at));
    };
    match word.end {
        None if end != first => Err(occupied(&position, entry).at(word.end_at)),
        Some(given) if given != first && given != end => {
            Err(TurnFault::WrongEnd { dot: entry.dot(), first, given, end }.at(word.end_at))
        }
        _ => turn.enter(entry, word.kind).map_err(|_| TurnFault::ReserveEmpty.at(word.at)),
    }
}

/// Why a piece of this kind cannot be entered.
fn kind_fault(position: &Position, kind: PieceKind) -> TurnFault {
    let reserve = position.reserve(position.side());
    match (kind, position.phase(position.side())) {
        _ if reserve == 0 => TurnFault::ReserveEmpty,
        (PieceKind::Basic, _) => TurnFault::MustEnterGipf,
        (_, Phase::NoGipf) if position.variant() == Variant::Tournament => TurnFault::GipfNotAllowed,
        (_, Phase::NoGipf) => TurnFault::NoGipfEntries(position.variant()),
        _ => TurnFault::ReserveTooSmall(reserve),
    }
}

/// The first spot of the entry is occupied and no direction is given.
fn occupied(position: &Position, entry: Entry) -> TurnFault {
    let spot = entry.first();
    let example = Entry::all()
        .filter(|other| other.first() == spot)
        .find_map(|other| Some(format!("{}-{}", other.dot(), end_of_push(other, position.occupied())?)));
    match example {
        Some(example) => TurnFault::Occupied { spot, example },
        None => TurnFault::LineFull { dot: entry.dot(), first: spot },
    }
}
