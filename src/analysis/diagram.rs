//! What a picture of the board shows, in whatever form it is drawn.

use super::overlay::Overlay;
use crate::board::{Bitboard, Dot, Entry, Point, Spot};
use crate::rules::{Claims, Color, Game, GameResult, Outcome, Piece, Position, Turn};

/// A position, and what is known about how it came about and how it ended: all that a picture shows.
///
/// ```
/// use gipfel::analysis::{Diagram, TextStyle};
/// use gipfel::rules::{Position, Variant};
/// let picture = Diagram::new(&Position::start(Variant::Standard)).text(TextStyle::ASCII);
/// assert!(picture.contains("White to move"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    pub(super) position: Position,
    pub(super) last: Option<LastTurn>,
    pub(super) result: Option<GameResult>,
    pub(super) overlay: Overlay,
    /// Whether the board is drawn as Black sees it.
    pub(super) flipped: bool,
}

impl Diagram {
    /// A lone position; its result is that of the rules.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let result = position.outcome().map(GameResult::Decided);
        Self { position: *position, last: None, result, overlay: Overlay::default(), flipped: false }
    }

    /// The current position of a game, with its last turn; draws that may be claimed are results too.
    #[must_use]
    pub fn of_game(game: &Game, claims: Claims) -> Self {
        let last = game.turns().split_last().map(|(&turn, earlier)| {
            let before = earlier.iter().fold(*game.start(), |position, &turn| position.play(turn));
            LastTurn::new(&before, turn)
        });
        let result = game.result(claims);
        Self { position: *game.position(), last, result, overlay: Overlay::default(), flipped: false }
    }

    /// A game step by step: a board for its start position, then one for each turn.
    #[must_use]
    pub fn of_each_turn(game: &Game, claims: Claims) -> Vec<Self> {
        steps(game).map(|step| Self::of_game(&step, claims)).collect()
    }

    /// Turned round, as Black sees the board, or not. In text only.
    #[must_use]
    pub const fn flipped(mut self, flipped: bool) -> Self {
        self.flipped = flipped;
        self
    }

    /// The variant and the number of the turn.
    pub(super) fn heading(&self) -> String {
        format!("{}, turn {}", self.position.variant(), self.position.turn_number())
    }

    /// Who is to move, or that no one is.
    pub(super) fn whose_turn(&self) -> String {
        match self.result {
            None | Some(GameResult::Drawn(_)) => format!("{} to move", self.position.side()),
            Some(GameResult::Decided(_)) => "game over".to_owned(),
        }
    }

    /// The sentences below the board: the last turn, rows that wait, the result, the best turns.
    pub(super) fn sentences(&self) -> Vec<String> {
        let last = self.last.as_ref().map(|last| format!("{} played {}", last.mover, last.text));
        let rows = Color::ALL.into_iter().filter_map(|color| self.waiting_rows(color));
        let best = (1..).zip(&self.overlay.best).map(|(rank, best)| format!("{rank}. {}", best.sentence));
        last.into_iter().chain(rows).chain(self.result.map(result_sentence)).chain(best).collect()
    }

    fn waiting_rows(&self, color: Color) -> Option<String> {
        let rows: Vec<String> = self.position.rows(color).map(|row| row.pieces.to_string()).collect();
        match (self.result, rows.as_slice()) {
            (Some(GameResult::Decided(_)), _) | (_, []) => None,
            (_, [row]) => Some(format!("{color} has a row: {row}")),
            (_, rows) => Some(format!("{color} has rows: {}", rows.join(", "))),
        }
    }
}

/// A game as it stood at its start, and after each of its turns.
///
/// ```
/// use gipfel::analysis::steps;
/// use gipfel::notation::play_words;
/// use gipfel::rules::{Game, Position, Variant};
/// let mut game = Game::new(Position::start(Variant::Basic));
/// play_words(&mut game, ["b3", "e9-e7"])?;
/// assert!(steps(&game).map(|step| step.turns().len()).eq([0, 1, 2]));
/// # Ok::<(), gipfel::notation::PlayError>(())
/// ```
pub fn steps(game: &Game) -> impl Iterator<Item = Game> {
    (0..=game.turns().len()).map(|count| {
        let mut step = Game::new(*game.start());
        let _legal = game.turns().iter().take(count).all(|&turn| step.play(turn));
        step
    })
}

fn result_sentence(result: GameResult) -> String {
    match result {
        GameResult::Decided(Outcome { winner, reason }) => format!("{winner} has won: {} has {reason}", !winner),
        GameResult::Drawn(reason) => format!("Draw: {reason}"),
    }
}

/// The sentence in lines of up to `width` characters; they break at blanks, and inside a long turn after a comma or
/// semicolon.
pub(crate) fn fold(sentence: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in sentence.split_inclusive([' ', ',', ';']) {
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.len() + part.trim_end().len() <= width => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The marks that the last turn leaves on a picture.
#[derive(Clone, Debug)]
pub(super) struct LastTurn {
    pub mover: Color,
    /// In notation.
    pub text: String,
    /// The way in, where pieces were pushed; a turn onto a vacant spot comes from no dot in particular.
    pub push: Option<Entry>,
    /// The spots to which the entered and the pushed pieces came.
    pub moved: Bitboard,
    /// What was taken, and from where.
    pub taken: Vec<(Spot, Piece)>,
}

impl LastTurn {
    fn new(before: &Position, turn: Turn) -> Self {
        let standing = before.occupied() - turn.before();
        let moved = turn.entry().map_or(Bitboard::EMPTY, |entry| moved(entry, standing));
        let taken_before = turn.before().iter().filter_map(|spot| Some((spot, before.piece_at(spot)?)));
        let taken_after = turn.after().iter().filter_map(|spot| {
            let entry = turn.entry()?;
            let piece = if spot == entry.first() {
                Piece { color: before.side(), kind: turn.kind() }
            } else if moved.contains(spot) {
                before.piece_at(spot.step(entry.direction().opposite())?)?
            } else {
                before.piece_at(spot)?
            };
            Some((spot, piece))
        });
        Self {
            mover: before.side(),
            text: turn.display(before).to_string(),
            push: turn.entry().filter(|entry| standing.contains(entry.first())),
            moved,
            taken: taken_before.chain(taken_after).collect(),
        }
    }
}

/// The spots to which pieces come when one enters.
fn moved(entry: Entry, occupied: Bitboard) -> Bitboard {
    let mut moved = Bitboard::EMPTY;
    let mut next = Some(entry.first());
    while let Some(spot) = next {
        moved |= Bitboard::from(spot);
        next = if occupied.contains(spot) { spot.step(entry.direction()) } else { None };
    }
    moved
}

/// All 61 points, with where they lie: the column from the centre (−4 to 4, to the right) and the height in half steps
/// from the centre (−8 to 8, upwards).
pub(super) fn layout() -> impl Iterator<Item = (Point, i32, i32)> {
    let points = Dot::all().map(Point::from).chain(Bitboard::BOARD.iter().map(Point::from));
    points.map(|point| {
        let (x, height) = place(point);
        (point, x, height)
    })
}

/// Where a point lies, as in [`layout`].
pub(super) fn place(point: Point) -> (i32, i32) {
    let (column, number) = match point {
        Point::Spot(spot) => (spot.column(), spot.number()),
        Point::Dot(dot) => (dot.column(), dot.number()),
    };
    let x = column as i32 - 'e' as i32;
    (x, 2 * i32::from(number) - 10 + x.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_step_apart() {
        for (point, x, height) in layout() {
            for direction in crate::board::Direction::ALL {
                let Some((x2, height2)) = point.step(direction).map(place) else { continue };
                let step = ((x2 - x).abs(), (height2 - height).abs());
                assert!(step == (0, 2) || step == (1, 1), "{point} {direction:?}");
            }
        }
        assert_eq!(place("a1".parse().unwrap()), (-4, -4));
        assert_eq!(place("e9".parse().unwrap()), (0, 8));
    }
}
