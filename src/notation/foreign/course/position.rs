//! Boards of the assignment as positions of basic GIPF, and back.

use super::board::{CourseBoard, CourseFault, Parameters};
use super::hexagon::Hexagon;
use crate::board::{Bitboard, Spot};
use crate::notation::foreign::error::{Fault, ForeignError};
use crate::rules::{Color, Phase, Position, Setup, Variant};

impl CourseBoard {
    /// The position of basic GIPF that the board shows.
    ///
    /// # Errors
    ///
    /// Where the board is not of size 4 with rows of 4, or has more pieces than a game of GIPF.
    pub fn position(&self) -> Result<Position, ForeignError> {
        if !self.parameters.is_gipf() {
            let Parameters { hexagon, row_length, .. } = self.parameters;
            return Err(Fault::CourseSize { size: hexagon.size(), row_length }.at(1));
        }
        let hexagon = self.parameters.hexagon;
        let spots = |color| -> Bitboard {
            let cells = self.pieces.iter().filter(|(_, piece)| **piece == color);
            cells.filter_map(|(&cell, _)| hexagon.name(cell).to_string().parse::<Spot>().ok()).collect()
        };
        let setup = Setup {
            colors: Color::ALL.map(spots),
            gipf: Bitboard::EMPTY,
            reserve: self.reserve.map(|pieces| u8::try_from(pieces).unwrap_or(u8::MAX)),
            phase: [Phase::NoGipf; 2],
            side: self.side,
            variant: Variant::Basic,
            turn_number: if self.side == Color::White { 1 } else { 2 },
        };
        setup.build().map_err(|error| Fault::Position(error).at(2))
    }

    /// The board that shows a position of basic GIPF in which no row waits.
    ///
    /// # Errors
    ///
    /// Where the position is of another variant, or has rows.
    pub fn from_position(position: &Position) -> Result<Self, ForeignError> {
        if position.variant() != Variant::Basic {
            return Err(Fault::CourseVariant(position.variant()).anywhere());
        }
        let hexagon = Hexagon::new(4).ok_or_else(|| CourseFault::Size.into_error(1))?;
        let totals = Color::ALL.map(|color| u32::from(position.in_play(color) + position.captured(color)));
        let pieces = hexagon.spots().filter_map(|cell| {
            let spot = hexagon.name(cell).to_string().parse().ok()?;
            Some((cell, position.piece_at(spot)?.color))
        });
        let board = Self {
            parameters: Parameters { hexagon, row_length: 4, totals },
            reserve: Color::ALL.map(|color| u32::from(position.reserve(color))),
            side: position.side(),
            pieces: pieces.collect(),
        };
        Ok(board)
    }
}

impl CourseFault {
    /// The error in a text in which the header stands on this line.
    #[must_use]
    pub const fn into_error(self, header: usize) -> ForeignError {
        let line = self.line() + header - 1;
        Fault::Course(self).at(line)
    }
}
