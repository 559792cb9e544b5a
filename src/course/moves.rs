//! Moves on a board of the assignment.

use crate::board::Direction;
use crate::notation::foreign::course::{Cell, CourseBoard, CourseRow, Hexagon};
use crate::rules::Color;
use thiserror::Error;

/// A move as it is written: `a5-b5 w: e2 e5 b: h2 e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece enters, and towards which spot.
    pub points: [String; 2],
    /// The rows that are chosen, in the order in which they are cleared.
    pub choices: Vec<Choice>,
}

/// A row that is chosen, by its first and last piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whose row.
    pub color: Color,
    /// Its ends, in either order.
    pub ends: [String; 2],
}

/// Why a move cannot be done; written as the assignment words it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveFault {
    /// There is no such point.
    #[error("BAD_MOVE_{0}_IS_WRONG_INDEX")]
    WrongIndex(String),
    /// The two points are no neighbours.
    #[error("UNKNOWN_MOVE_DIRECTION")]
    UnknownDirection,
    /// The first point is not a dot.
    #[error("BAD_MOVE_{0}_IS_WRONG_STARTING_FIELD")]
    WrongStart(String),
    /// The second point is a dot.
    #[error("BAD_MOVE_{0}_IS_WRONG_DESTINATION_FIELD")]
    WrongDestination(String),
    /// No vacant spot on the line.
    #[error("BAD_MOVE_ROW_IS_FULL")]
    RowFull,
    /// The row that is chosen is the other player's.
    #[error("WRONG_COLOR_OF_CHOSEN_ROW")]
    WrongColor,
    /// There is no such row to clear; or a row must be chosen and none is.
    #[error("WRONG_INDEX_OF_CHOSEN_ROW")]
    WrongRow,
    /// The player to move has no piece left, or the board is full.
    #[error("GAME_IS_OVER")]
    GameOver,
}

impl Move {
    /// Reads what follows `DO_MOVE`.
    ///
    /// # Errors
    ///
    /// Where it is not two points and perhaps rows.
    pub fn read(text: &str) -> Result<Self, MoveFault> {
        let tagged = text.replace("w:", " w: ").replace("b:", " b: ");
        let mut words = tagged.split_whitespace().peekable();
        let mut points = String::new();
        while let Some(word) = words.next_if(|word| color_of(word).is_none()) {
            points.push_str(word);
        }
        let (from, to) = points.split_once('-').ok_or_else(|| MoveFault::WrongIndex(points.clone()))?;
        let mut choices = Vec::new();
        let mut color = None;
        while let Some(word) = words.next() {
            if let Some(found) = color_of(word) {
                color = Some(found);
                continue;
            }
            let end = words.next_if(|word| color_of(word).is_none()).ok_or(MoveFault::WrongRow)?;
            let color = color.ok_or(MoveFault::WrongRow)?;
            choices.push(Choice { color, ends: [word.to_owned(), end.to_owned()] });
        }
        Ok(Self { points: [from.to_owned(), to.to_owned()], choices })
    }
}

fn color_of(word: &str) -> Option<Color> {
    match word {
        "w:" => Some(Color::White),
        "b:" => Some(Color::Black),
        _ => None,
    }
}

/// The board after a move, the other player to move.
pub(super) fn play(board: &CourseBoard, wanted: &Move) -> Result<CourseBoard, MoveFault> {
    let hexagon = board.parameters.hexagon;
    let [from, to] = &wanted.points;
    let point = |name: &str| hexagon.find(name).ok_or_else(|| MoveFault::WrongIndex(name.to_owned()));
    let (dot, spot) = (point(from)?, point(to)?);
    let direction = dot.direction_to(spot).ok_or(MoveFault::UnknownDirection)?;
    if !hexagon.is_dot(dot) {
        return Err(MoveFault::WrongStart(from.clone()));
    }
    if !hexagon.is_spot(spot) {
        return Err(MoveFault::WrongDestination(to.clone()));
    }
    if board.reserve(board.side) == 0 {
        return Err(MoveFault::GameOver);
    }
    let entered = enter(board, spot, direction).ok_or(MoveFault::RowFull)?;
    let cleared = clear(entered, &wanted.choices)?;
    Ok(passed(cleared))
}

/// Every different board that a move can lead to, in the order of the assignment's program: by the spot at the edge, clockwise
/// from the top left corner of the text; by direction, clockwise from the left; by the row that is chosen.
pub(super) fn reachable(board: &CourseBoard) -> Vec<CourseBoard> {
    let hexagon = board.parameters.hexagon;
    let mut found: Vec<CourseBoard> = Vec::new();
    if board.reserve(board.side) == 0 {
        return found;
    }
    let clockwise = [
        Direction::SouthWest,
        Direction::NorthWest,
        Direction::North,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::South,
    ];
    for spot in hexagon.rim() {
        for direction in clockwise {
            if !begins_line(hexagon, spot, direction) {
                continue;
            }
            let Some(entered) = enter(board, spot, direction) else { continue };
            let mover = entered.side;
            let after = settle(entered, mover).into_iter().flat_map(|board| settle(board, !mover)).map(passed);
            for board in after {
                if !found.contains(&board) {
                    found.push(board);
                }
            }
        }
    }
    found
}

/// Whether the player to move can enter a piece somewhere.
pub(super) fn can_move(board: &CourseBoard) -> bool {
    let spots = board.parameters.hexagon.spots().count();
    board.reserve(board.side) > 0 && board.pieces.len() < spots
}

fn begins_line(hexagon: Hexagon, spot: Cell, direction: Direction) -> bool {
    hexagon.is_dot(spot.step(direction.opposite()))
}

/// The board after the mover has pushed a piece onto the spot, rows not yet cleared; `None` where the line is full.
fn enter(board: &CourseBoard, spot: Cell, direction: Direction) -> Option<CourseBoard> {
    let mut next = board.clone();
    let mut pushed = Some(board.side);
    let mut cell = spot;
    while let Some(color) = pushed {
        if !board.parameters.hexagon.is_spot(cell) {
            return None;
        }
        pushed = next.pieces.insert(cell, color);
        cell = cell.step(direction);
    }
    let reserve = next.reserve_mut(board.side);
    *reserve = reserve.checked_sub(1)?;
    Some(next)
}

fn passed(mut board: CourseBoard) -> CourseBoard {
    board.side = !board.side;
    board
}

/// Takes a row: its owner's pieces go back to his reserve, the others are out of the game.
fn take(board: &CourseBoard, row: &CourseRow) -> CourseBoard {
    let mut next = board.clone();
    for cell in &row.span {
        if next.pieces.remove(cell) == Some(row.color) {
            *next.reserve_mut(row.color) += 1;
        }
    }
    next
}

/// Every board that clearing one colour's rows in some order leads to, each once.
fn settle(board: CourseBoard, color: Color) -> Vec<CourseBoard> {
    let mut settled: Vec<CourseBoard> = Vec::new();
    let mut seen: Vec<CourseBoard> = Vec::new();
    let mut open = vec![board];
    while let Some(board) = open.pop() {
        let rows: Vec<CourseRow> = board.rows().into_iter().filter(|row| row.color == color).collect();
        if rows.is_empty() {
            if !settled.contains(&board) {
                settled.push(board);
            }
            continue;
        }
        let meets = |row: &CourseRow, other: &CourseRow| row.span.iter().any(|cell| other.span.contains(cell));
        let apart = rows.iter().find(|row| rows.iter().filter(|other| meets(row, other)).count() == 1);
        // The last one is looked at first.
        let choices = apart.map_or(rows.as_slice(), std::slice::from_ref);
        for next in choices.iter().rev().map(|row| take(&board, row)) {
            if !seen.contains(&next) {
                seen.push(next.clone());
                open.push(next);
            }
        }
    }
    settled
}

/// Clears the rows of both colours, the mover's first. Where it matters which row goes first, it must be chosen.
fn clear(board: CourseBoard, choices: &[Choice]) -> Result<CourseBoard, MoveFault> {
    let hexagon = board.parameters.hexagon;
    let mover = board.side;
    let named = |row: &CourseRow, choice: &Choice| {
        let ends = choice.ends.each_ref().map(|name| hexagon.find(name));
        let [first, last] = row.ends.map(Some);
        ends == [first, last] || ends == [last, first]
    };
    let all = board.rows();
    for choice in choices {
        if all.iter().any(|row| named(row, choice) && row.color != choice.color) {
            return Err(MoveFault::WrongColor);
        }
    }
    let mut board = board;
    for color in [mover, !mover] {
        for choice in choices.iter().filter(|choice| choice.color == color) {
            let rows = board.rows();
            let row = rows.iter().find(|row| row.color == color && named(row, choice)).ok_or(MoveFault::WrongRow)?;
            board = take(&board, row);
        }
        let mut settled = settle(board, color);
        board = match (settled.pop(), settled.is_empty()) {
            (Some(only), true) => only,
            _ => return Err(MoveFault::WrongRow),
        };
    }
    Ok(board)
}
