//! A forced win written down: for each position that can come about, the winner's turn.

use super::last_turns::winning_turn;
use super::limits::Limits;
use super::watch::Watch;
use crate::board::Bitboard;
use crate::rules::{Color, Phase, Position, Turn};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// A forced win from a position, of either side.
///
/// It names one turn for each position in which the winner is to move, whatever the other plays. Each comes with the number
/// of plies within which the game will be won; the number falls from turn to turn, so that no position comes twice.
#[derive(Clone, Debug)]
pub struct Solution {
    position: Position,
    winner: Color,
    plies: u32,
    answers: HashMap<Situation, Answer>,
}

/// What the winner plays in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turn.
    pub turn: Turn,
    /// The game will be won within so many plies, this turn included.
    pub plies: u32,
}

/// What matters of a position within one solution, where variant and side to move are the same: its turn number does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Situation {
    colors: [Bitboard; 2],
    gipf: Bitboard,
    reserve: [u8; 2],
    phase: [Phase; 2],
}

impl From<&Position> for Situation {
    fn from(position: &Position) -> Self {
        Self {
            colors: Color::ALL.map(|color| position.pieces(color)),
            gipf: position.gipf_pieces(),
            reserve: Color::ALL.map(|color| position.reserve(color)),
            phase: Color::ALL.map(|color| position.phase(color)),
        }
    }
}

impl Solution {
    /// About how many bytes an answer takes.
    pub(super) const BYTES_PER_ANSWER: usize = 2 * size_of::<(Situation, Answer)>();

    pub(super) fn new(position: Position, winner: Color, plies: u32) -> Self {
        Self { position, winner, plies, answers: HashMap::new() }
    }

    /// The position that is won.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Who wins.
    #[must_use]
    pub const fn winner(&self) -> Color {
        self.winner
    }

    /// The plies of both players within which he wins.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The positions for which a turn is written down. Where the game can be won at once, none is: the turn is found when
    /// it is asked for.
    #[must_use]
    pub fn size(&self) -> usize {
        self.answers.len()
    }

    /// The winner's turn in a position with him to move; `None` where the position does not come about.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<Answer> {
        let written = self.answers.get(&position.into()).copied();
        written.or_else(|| {
            let stop = AtomicBool::new(false);
            let mut silent = |_: &_| ();
            let mut watch = Watch::new(&Limits::none(), &stop, &mut silent);
            let turn = winning_turn(position, &mut watch).ok().flatten()?;
            Some(Answer { turn, plies: 1 })
        })
    }

    /// The plies of the written answer.
    pub(super) fn written_plies(&self, position: &Position) -> Option<u32> {
        self.answers.get(&position.into()).map(|answer| answer.plies)
    }

    pub(super) fn write(&mut self, position: &Position, answer: Answer) {
        self.answers.insert(position.into(), answer);
    }
}
