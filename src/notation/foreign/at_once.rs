//! Games as programs see them in which rows are cleared at once: after each entry the mover clears his rows, and then the
//! opponent his, before his own turn. With us the opponent's clearing begins his turn. All that moves a clearing from one
//! place to the other is here.

use super::error::{Fault, ForeignError};
use crate::board::{Bitboard, Dot, Entry, Spot};
use crate::rules::{Color, Game, PartialTurn, Piece, PieceKind, Position, Row, Turn};
use std::collections::HashSet;

/// A step of a game in which rows are cleared at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A piece enters from a dot; the furthest piece that moves comes to rest on `end`.
    Enter { piece: Piece, dot: Dot, end: Spot },
    /// A row is cleared: its owner, its first and last piece, and the pieces that are taken.
    Clear { owner: Color, ends: Option<(Spot, Spot)>, taken: Vec<Taken> },
}

/// A piece that is taken, with what the text says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub spot: Spot,
    pub color: Color,
    pub kind: PieceKind,
}

/// The steps of a game. Where the game ends with a row of the side to move that can be cleared in one way only, that
/// clearing is added.
pub(super) fn actions(game: &Game) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut position = *game.start();
    for &turn in game.turns() {
        // A row that was kept before the entry is resolved for that step only: the turn must go on from there.
        let mut partial = PartialTurn::new(&position);
        add_clearing(&mut actions, &partial, turn.before());
        if let (Some(entry), true) = (turn.entry(), partial.take_all(turn.before()).is_ok()) {
            let piece = Piece { color: position.side(), kind: turn.kind() };
            let end = end_of_push(entry, partial.position().occupied());
            actions.push(Action::Enter { piece, dot: entry.dot(), end });
            if partial.enter(entry, turn.kind()).is_ok() {
                add_clearing(&mut actions, &partial, turn.after());
            }
        }
        position = position.play(turn);
    }
    if let Some(taken) = forced_clearing(&position) {
        add_clearing(&mut actions, &PartialTurn::new(&position), taken);
    }
    actions
}

/// What the side to move takes before his entry, where there is something to take and no choice.
pub(super) fn forced_clearing(position: &Position) -> Option<Bitboard> {
    if position.is_over() {
        return None;
    }
    let mut clearings = position.clearings();
    let only = clearings.next().filter(|taken| !taken.is_empty())?;
    clearings.next().is_none().then_some(only)
}

/// The position as it stands where rows are cleared at once.
pub(super) fn settled(position: &Position) -> Result<Position, ForeignError> {
    let settled = forced_clearing(position).map_or(*position, |taken| position.cleared(taken));
    let waiting = Color::ALL.into_iter().find(|&color| settled.has_row(color));
    match waiting {
        Some(color) if !settled.is_over() => {
            let rows = settled.rows(color).fold(Bitboard::EMPTY, |set, row| set | row.pieces);
            Err(Fault::RowWaits { color, rows }.anywhere())
        }
        _ => Ok(settled),
    }
}

fn end_of_push(entry: Entry, occupied: Bitboard) -> Spot {
    let mut spot = entry.first();
    while occupied.contains(spot) {
        let Some(next) = spot.step(entry.direction()) else { break };
        spot = next;
    }
    spot
}

/// Adds a clearing row by row.
fn add_clearing(actions: &mut Vec<Action>, partial: &PartialTurn, taken: Bitboard) {
    let mut steps = Vec::new();
    if partial.waiting_rows().next().is_some() && find_order(partial, taken, &mut steps, 0, &mut HashSet::new()) {
        actions.append(&mut steps);
    }
}

/// Finds an order of the rows in which exactly `left` is taken, depth first; states that lead nowhere are remembered.
fn find_order(
    partial: &PartialTurn,
    left: Bitboard,
    steps: &mut Vec<Action>,
    resolved: u32,
    dead: &mut HashSet<(Bitboard, u32)>,
) -> bool {
    let waiting: Vec<Row> = partial.waiting_rows().collect();
    if waiting.is_empty() {
        return left.is_empty();
    }
    if dead.contains(&(left, resolved)) {
        return false;
    }
    let gipf = partial.position().gipf_pieces();
    for &row in &waiting {
        let others = waiting.iter().filter(|other| **other != row);
        let shared = others.fold(Bitboard::EMPTY, |set, other| set | other.span);
        let wanted = row.span & gipf & left;
        let (must, may) = ((row.span - gipf) | (wanted - shared), wanted & shared);
        if !must.is_subset(left) {
            continue;
        }
        for kept in may.subsets() {
            let taken = must | (may - kept);
            let mut next = partial.clone();
            if next.take(row, taken).is_err() {
                continue;
            }
            steps.push(removal(partial.position(), row, taken));
            if find_order(&next, left - taken, steps, resolved | 1 << row.line.index(), dead) {
                return true;
            }
            steps.pop();
        }
    }
    dead.insert((left, resolved));
    false
}

fn removal(position: &Position, row: Row, taken: Bitboard) -> Action {
    let piece = |spot| position.piece_at(spot).map(|Piece { color, kind }| Taken { spot, color, kind });
    let ends = row.pieces.first().zip(row.pieces.iter().last());
    Action::Clear { owner: position.side(), ends, taken: taken.iter().filter_map(piece).collect() }
}

/// Plays the steps of a game and makes it one of ours.
pub(super) struct Replay {
    game: Game,
    /// The turn that has been begun with an entry, the line of that entry, and what is taken after it.
    open: Option<(PartialTurn, usize, Bitboard)>,
    /// What the side to move has taken before his entry, and the line of the first removal.
    before: Option<(Bitboard, usize)>,
}

impl Replay {
    pub fn new(start: Position) -> Self {
        Self { game: Game::new(start), open: None, before: None }
    }

    /// Takes one step, which stands on this line of the text.
    pub fn act(&mut self, action: &Action, line: usize) -> Result<(), ForeignError> {
        match action {
            Action::Enter { piece, dot, end } => self.enter(*piece, *dot, *end, line),
            Action::Clear { owner, ends, taken } => self.clear(*owner, *ends, taken, line),
        }
    }

    fn enter(&mut self, piece: Piece, dot: Dot, end: Spot, line: usize) -> Result<(), ForeignError> {
        self.close()?;
        let position = *self.game.position();
        if let Some(outcome) = position.outcome() {
            return Err(Fault::GameOver(outcome.reason).at(line));
        }
        if piece.color != position.side() {
            return Err(Fault::WrongSide(position.side()).at(line));
        }
        let mut partial = PartialTurn::new(&position);
        let (before, before_line) = self.before.take().unwrap_or((Bitboard::EMPTY, line));
        take_all(&mut partial, before).map_err(|fault| fault.at(before_line))?;
        let entry = dot.entries().find(|entry| entry.spots().contains(end));
        let entry = entry.ok_or_else(|| Fault::NoSuchLine { dot, end }.at(line))?;
        let found = end_of_push(entry, partial.position().occupied());
        partial.enter(entry, piece.kind).map_err(|error| Fault::Turn(error).at(line))?;
        // Many programs name the first spot; any other must be the true end.
        if end != found && end != entry.first() {
            return Err(Fault::WrongEnd { dot, given: end, end: found }.at(line));
        }
        self.open = Some((partial, line, Bitboard::EMPTY));
        Ok(())
    }

    fn clear(
        &mut self,
        owner: Color,
        ends: Option<(Spot, Spot)>,
        taken: &[Taken],
        line: usize,
    ) -> Result<(), ForeignError> {
        if self.before.is_none() && self.open.as_ref().is_some_and(|(open, ..)| open.position().side() == owner) {
            let (partial, _, after) = self.open.as_mut().ok_or_else(|| Fault::NotToClear(owner).at(line))?;
            *after |= check_taken(partial.position(), *after, owner, ends, taken).map_err(|fault| fault.at(line))?;
            return Ok(());
        }
        self.close()?;
        let position = self.game.position();
        if position.is_over() {
            // The rows still waiting are not cleared with us where the game is over; elsewhere they may be.
            return Ok(());
        }
        if position.side() != owner {
            return Err(Fault::NotToClear(owner).at(line));
        }
        let (before, _) = self.before.get_or_insert((Bitboard::EMPTY, line));
        *before |= check_taken(position, *before, owner, ends, taken).map_err(|fault| fault.at(line))?;
        Ok(())
    }

    /// Plays the turn that has been begun.
    fn close(&mut self) -> Result<(), ForeignError> {
        let Some((mut partial, line, after)) = self.open.take() else { return Ok(()) };
        take_all(&mut partial, after).map_err(|fault| fault.at(line))?;
        self.play(partial.turn(), &partial, line)
    }

    fn play(&mut self, turn: Option<Turn>, partial: &PartialTurn, line: usize) -> Result<(), ForeignError> {
        match turn.map(|turn| self.game.play(turn)) {
            Some(true) => Ok(()),
            _ => Err(not_cleared(partial).at(line)),
        }
    }

    /// The game, and what the side to move has taken already of its last position.
    pub fn finish(mut self) -> Result<(Game, Bitboard), ForeignError> {
        self.close()?;
        let Some((before, line)) = self.before.take() else { return Ok((self.game, Bitboard::EMPTY)) };
        let mut partial = PartialTurn::new(self.game.position());
        take_all(&mut partial, before).map_err(|fault| fault.at(line))?;
        match partial.turn() {
            // The clearing has ended the game: with us it is a turn.
            Some(turn) => self.play(Some(turn), &partial, line).map(|()| (self.game, Bitboard::EMPTY)),
            None => Ok((self.game, before)),
        }
    }
}

fn take_all(partial: &mut PartialTurn, taken: Bitboard) -> Result<(), Fault> {
    partial.take_all(taken).map_err(|_| not_cleared(partial))
}

fn not_cleared(partial: &PartialTurn) -> Fault {
    let rows = partial.waiting_rows().fold(Bitboard::EMPTY, |set, row| set | row.pieces);
    Fault::NotCleared { color: partial.position().side(), rows }
}

/// What a removal takes, if the board bears it out: `gone` has been taken before in the same step.
fn check_taken(
    position: &Position,
    gone: Bitboard,
    owner: Color,
    ends: Option<(Spot, Spot)>,
    taken: &[Taken],
) -> Result<Bitboard, Fault> {
    if let Some((from, to)) = ends {
        let own = position.pieces(owner) - gone;
        let rows = crate::rules::rows(own, position.occupied() - gone);
        let both = Bitboard::from(from) | to.into();
        if !rows.into_iter().any(|row| both.is_subset(row.pieces)) {
            return Err(Fault::NoRow { color: owner, from, to });
        }
    }
    let mut set = Bitboard::EMPTY;
    for &Taken { spot, color, kind } in taken {
        if gone.contains(spot) || set.contains(spot) || position.piece_at(spot) != Some(Piece { color, kind }) {
            let kind = if kind == PieceKind::Gipf { "GIPF-piece" } else { "basic piece" };
            return Err(Fault::OtherPiece { spot, expected: format!("a {kind} of {color}") });
        }
        set |= spot.into();
    }
    Ok(set)
}
