//! A turn put together by pointing at the board.

use crate::board::{Bitboard, Dot, Entry, Point, Spot};
use crate::play::builder::{Choice, TurnBuilder};
use crate::rules::{PieceKind, Position, Row, Turn};

/// How a point is marked while a turn is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A piece of the row that will be taken.
    Taken,
    /// A point that was chosen, or can be chosen next.
    Open,
}

/// A turn put together by pointing at the board.
#[derive(Clone, Debug)]
pub(super) struct Pointing {
    builder: TurnBuilder,
    /// The row that is being cleared, and which of its pieces stay.
    row: Option<Row>,
    kept: Bitboard,
    /// The dot from which a piece will enter.
    dot: Option<Dot>,
    kind: PieceKind,
}

impl Pointing {
    pub fn new(position: &Position) -> Self {
        let builder = TurnBuilder::new(position);
        let kind = if position.may_enter(PieceKind::Basic) { PieceKind::Basic } else { PieceKind::Gipf };
        let mut pointing = Self { builder, row: None, kept: Bitboard::EMPTY, dot: None, kind };
        pointing.next_step();
        pointing
    }

    /// The position as it stands in the middle of the turn; none before the first step.
    pub fn begun(&self) -> Option<&Position> {
        self.builder.is_begun().then(|| self.builder.now().position())
    }

    /// The whole turn, once nothing is left to choose.
    pub fn turn(&self) -> Option<Turn> {
        self.builder.turn()
    }

    fn next_step(&mut self) {
        let mut rows = self.builder.now().waiting_rows();
        self.row = rows.next().filter(|_| rows.next().is_none());
        drop(rows);
        self.kept = Bitboard::EMPTY;
        self.dot = None;
    }

    /// What is to be done next.
    pub fn question(&self) -> String {
        let rows = self.builder.now().waiting_rows().count();
        match (rows, self.row, self.dot) {
            (0, _, Some(dot)) => format!("from {dot}: choose the marked spot that it goes to"),
            (0, _, None) => {
                let kinds =
                    [PieceKind::Basic, PieceKind::Gipf].map(|kind| self.builder.now().position().may_enter(kind));
                let what = if self.kind == PieceKind::Gipf { "a GIPF-piece" } else { "a basic piece" };
                let other = if kinds == [true, true] { "; g for the other kind" } else { "" };
                format!("enter {what}: choose a dot, or a vacant spot next to one{other}")
            }
            (_, None, _) => "choose the row to clear first".to_owned(),
            (_, Some(row), _) if self.optional(row).is_empty() => "choose the row to clear it (t)".to_owned(),
            (_, Some(_), _) => "GIPF-pieces: choose which to keep or take; then any other piece, or t".to_owned(),
        }
    }

    fn optional(&self, row: Row) -> Bitboard {
        row.span & self.builder.now().position().gipf_pieces()
    }

    /// What to mark on the board.
    pub fn marks(&self) -> Vec<(Point, Mark)> {
        let taken = |row: Row| (row.span - self.kept).iter().map(|spot| (Point::from(spot), Mark::Taken));
        match (self.row, self.dot) {
            (Some(row), _) => taken(row).collect(),
            (None, Some(dot)) => {
                let spots = self.entries(dot).into_iter().map(|entry| Point::from(entry.first()));
                std::iter::once(Point::from(dot)).chain(spots).map(|point| (point, Mark::Open)).collect()
            }
            (None, None) => {
                let rows = self.builder.now().waiting_rows();
                rows.flat_map(|row| row.pieces.iter()).map(|spot| (Point::from(spot), Mark::Open)).collect()
            }
        }
    }

    /// The entries from a dot that can be made.
    fn entries(&self, dot: Dot) -> Vec<Entry> {
        let occupied = self.builder.now().position().occupied();
        dot.entries().filter(|entry| !entry.spots().is_subset(occupied)).collect()
    }

    /// A point was chosen. What is wrong with it, if it leads nowhere.
    pub fn point(&mut self, point: Point) -> Result<(), String> {
        if self.builder.now().waiting_rows().next().is_some() {
            return match point {
                Point::Spot(spot) => self.point_at_row(spot),
                Point::Dot(_) => Err("a row must be cleared first".to_owned()),
            };
        }
        match (point, self.dot) {
            (Point::Dot(dot), chosen) if chosen == Some(dot) => self.dot = None,
            (Point::Dot(dot), _) => match self.entries(dot).as_slice() {
                [] => return Err(format!("no line from {dot} has a vacant spot")),
                [entry] => return self.enter(*entry),
                _ => self.dot = Some(dot),
            },
            (Point::Spot(spot), Some(dot)) => {
                let entry = self.entries(dot).into_iter().find(|entry| entry.first() == spot);
                return self.enter(entry.ok_or_else(|| format!("{spot} is not next to {dot}"))?);
            }
            (Point::Spot(spot), None) => {
                if self.builder.now().position().occupied().contains(spot) {
                    return Err(format!("{spot} is occupied: choose the dot from which to push"));
                }
                return self.enter(Entry::onto(spot).ok_or_else(|| format!("{spot} is not next to a dot"))?);
            }
        }
        Ok(())
    }

    fn point_at_row(&mut self, spot: Spot) -> Result<(), String> {
        let of_spot: Vec<Row> = self.builder.now().waiting_rows().filter(|row| row.span.contains(spot)).collect();
        match self.row {
            Some(row) if row.span.contains(spot) => {
                if self.optional(row).contains(spot) {
                    self.kept ^= Bitboard::from(spot);
                    return Ok(());
                }
                self.take()
            }
            _ => {
                self.row = Some(*of_spot.first().ok_or_else(|| format!("{spot} is not in a row to clear"))?);
                self.kept = Bitboard::EMPTY;
                Ok(())
            }
        }
    }

    /// Clears the chosen row.
    pub fn take(&mut self) -> Result<(), String> {
        let row = self.row.ok_or("choose a row first")?;
        let choice = Choice::Take { row, taken: row.span - self.kept };
        if !self.builder.choices().contains(&choice) {
            return Err("then there would be no piece to enter: take more".to_owned());
        }
        self.choose(choice)
    }

    fn enter(&mut self, entry: Entry) -> Result<(), String> {
        self.choose(Choice::Enter { entry, kind: self.kind })?;
        // What leaves no choice needs no pointing.
        self.builder.choose_forced();
        self.next_step();
        Ok(())
    }

    fn choose(&mut self, choice: Choice) -> Result<(), String> {
        self.builder.choose(choice).map_err(|error| error.to_string())?;
        self.next_step();
        Ok(())
    }

    /// The other kind of piece to enter.
    pub fn toggle_kind(&mut self) -> Result<(), String> {
        let other = if self.kind == PieceKind::Basic { PieceKind::Gipf } else { PieceKind::Basic };
        if !self.builder.now().position().may_enter(other) {
            return Err("only this kind of piece can be entered now".to_owned());
        }
        self.kind = other;
        Ok(())
    }

    /// Takes the last step back; `false` where there is none.
    pub fn back(&mut self) -> bool {
        if self.dot.take().is_some() {
            return true;
        }
        let went = self.builder.back();
        self.next_step();
        went
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointing(position: &str) -> Pointing {
        Pointing::new(&position.parse().unwrap())
    }

    fn at(pointing: &mut Pointing, point: &str) -> Result<(), String> {
        pointing.point(point.parse().unwrap())
    }

    #[test]
    fn a_dot_and_a_direction() {
        let position: Position = "standard".parse().unwrap();
        let mut turn = Pointing::new(&position);
        at(&mut turn, "b1").unwrap();
        assert!(turn.turn().is_none() && turn.question().starts_with("from b1"));
        let marked: Vec<String> = turn.marks().iter().map(|(point, _)| point.to_string()).collect();
        assert_eq!(marked, ["b1", "b2", "c2"]);
        assert_eq!(at(&mut turn, "e5").unwrap_err(), "e5 is not next to b1");
        assert!(turn.back() && !turn.back());
        at(&mut turn, "b1").unwrap();
        at(&mut turn, "b2").unwrap();
        assert_eq!(turn.turn().unwrap().display(&position).to_string(), "b1-b3");
    }

    #[test]
    fn one_direction_and_vacant_spots() {
        let position: Position = "standard".parse().unwrap();
        for (point, text) in [("e1", "e1-e3"), ("d2", "d2"), ("g2", "g2")] {
            let mut turn = Pointing::new(&position);
            at(&mut turn, point).unwrap();
            assert_eq!(turn.turn().unwrap().display(&position).to_string(), text);
        }
        let mut turn = Pointing::new(&position);
        assert_eq!(at(&mut turn, "e5").unwrap_err(), "e5 is not next to a dot");
        assert_eq!(at(&mut turn, "b2").unwrap_err(), "b2 is occupied: choose the dot from which to push");
        assert!(turn.toggle_kind().is_err());
    }

    #[test]
    fn pieces_to_keep() {
        let position: Position = "4/5/6/SSGSs2/6/5/g3 w 6 6 tournament -- 20".parse().unwrap();
        let mut turn = Pointing::new(&position);
        assert!(turn.question().contains("keep or take"));
        assert_eq!(turn.marks().len(), 5);
        assert!(at(&mut turn, "a1").is_err() && at(&mut turn, "c2").is_err());
        at(&mut turn, "e4").unwrap();
        assert_eq!(turn.marks().len(), 4);
        at(&mut turn, "e2").unwrap();
        assert!(turn.begun().is_some());
        at(&mut turn, "b4").unwrap();
        assert_eq!(turn.turn().unwrap().display(&position).to_string(), "xe2,e3,e5,e6*;b4");
        assert!(turn.back() && turn.turn().is_none());
    }

    #[test]
    fn the_order_of_rows() {
        // Two rows that share e5: taking one breaks the other.
        let mut turn = pointing("4/5/6/1SSSS2/3S2/3S1/3S w 6 15 basic -- 20");
        assert_eq!(turn.question(), "choose the row to clear first");
        assert_eq!(turn.marks().len(), 8);
        assert!(turn.take().is_err());
        at(&mut turn, "h5").unwrap();
        at(&mut turn, "e3").unwrap();
        assert!(turn.marks().iter().all(|(_, mark)| *mark == Mark::Taken));
        turn.take().unwrap();
        assert_eq!(turn.begun().unwrap().occupied().len(), 3);
        assert!(turn.question().starts_with("enter"));
    }

    #[test]
    fn both_kinds() {
        let position: Position = "4/5/6/6G/6/5/g3 w 16 16 tournament GG 3".parse().unwrap();
        let mut turn = Pointing::new(&position);
        assert!(turn.question().starts_with("enter a basic piece") && turn.question().ends_with("the other kind"));
        turn.toggle_kind().unwrap();
        at(&mut turn, "d2").unwrap();
        assert_eq!(turn.turn().unwrap().display(&position).to_string(), "Gd2");
        assert!(pointing("tournament").question().starts_with("enter a GIPF-piece"));
    }
}
