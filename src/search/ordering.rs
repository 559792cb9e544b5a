//! The order in which the turns of a node are searched.

use super::history::{History, Killers, MAX};
use crate::rules::{Exchange, Position, Turn, Turns};

/// A turn and how early it should be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    turn: Turn,
    rank: i32,
}

/// How many turns are generated and sorted at a time. Nearly every position has fewer; one with a million costs no more.
const CHUNK: usize = 512;
/// Turns that take something come before the others, by what they win.
const CLEARING: i32 = 1 << 24;
/// What one basic piece counts in the rank of a turn that takes something.
const GAIN: i32 = 1 << 12;
/// Killers come before the others that take nothing.
const KILLER: i32 = 4 * MAX;

/// Hands out the turns of a position, the most promising first: the table's turn, then those that take something, killers,
/// and the rest by history.
#[derive(Debug)]
pub(super) struct Picker {
    first: Option<Turn>,
    turns: Turns,
    /// The turns of the current chunk that are left.
    chunk: Vec<Ranked>,
    handed_first: bool,
    /// Only turns that capture at least so many basic pieces.
    captures: u8,
}

impl Picker {
    /// All turns of a position, beginning with `first`. `chunk` is memory to work in, given back by [`Picker::finish`].
    pub fn new(position: &Position, first: Option<Turn>, chunk: Vec<Ranked>) -> Self {
        Self { first, turns: position.turns(), chunk, handed_first: false, captures: 0 }
    }

    /// Only the turns whose entry completes a row and that capture at least so many basic pieces.
    pub fn capturing(position: &Position, captures: u8, chunk: Vec<Ranked>) -> Self {
        Self { first: None, turns: position.completing_turns(), chunk, handed_first: false, captures }
    }

    /// The next turn.
    pub fn next(&mut self, position: &Position, history: &History, killers: &Killers) -> Option<Turn> {
        if !self.handed_first {
            self.handed_first = true;
            if self.first.is_some() {
                return self.first;
            }
        }
        if self.chunk.is_empty() {
            self.fill(position, history, killers);
        }
        // The earliest of equals, so that the order does not depend on how the best are taken out.
        let best = (0..self.chunk.len()).rev().max_by_key(|&i| self.chunk[i].rank)?;
        Some(self.chunk.remove(best).turn)
    }

    /// Generates and ranks turns until some are wanted or all are done.
    fn fill(&mut self, position: &Position, history: &History, killers: &Killers) {
        for turn in self.turns.by_ref().filter(|&turn| Some(turn) != self.first) {
            let rank = if turn.is_clearing() {
                let exchange = position.exchange(turn);
                if exchange.captured < self.captures {
                    continue;
                }
                CLEARING + gain(exchange)
            } else if self.captures > 0 {
                continue;
            } else {
                killers.rank(turn).map_or_else(|| history.score(position.side(), turn), |rank| KILLER - rank as i32)
            };
            self.chunk.push(Ranked { turn, rank });
            if self.chunk.len() == CHUNK {
                break;
            }
        }
    }

    /// The memory to work in.
    pub fn finish(mut self) -> Vec<Ranked> {
        self.chunk.clear();
        self.chunk
    }
}

/// What a turn that takes something wins: pieces captured, less GIPF-pieces of the mover that leave the board.
fn gain(exchange: Exchange) -> i32 {
    let pieces = i32::from(exchange.captured) - i32::from(exchange.returned_gipf);
    pieces * GAIN + i32::from(exchange.returned) * (GAIN / 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Variant};
    use std::collections::HashSet;

    fn drain(picker: &mut Picker, position: &Position, history: &History, killers: &Killers) -> Vec<Turn> {
        std::iter::from_fn(|| picker.next(position, history, killers)).collect()
    }

    #[test]
    fn every_turn_once_in_order() {
        let position = Position::start(Variant::Standard);
        let all: Vec<_> = position.turns().collect();
        let mut history = History::default();
        history.update(Color::White, all[20], 500);
        let mut killers = Killers::default();
        killers.add(all[11]);
        let mut picker = Picker::new(&position, Some(all[25]), Vec::new());
        let order = drain(&mut picker, &position, &history, &killers);
        assert_eq!(order[..4], [all[25], all[11], all[20], all[0]]);
        assert_eq!(order.len(), 30);
        assert_eq!(order.iter().collect::<HashSet<_>>(), all.iter().collect());
    }

    #[test]
    fn capturing_turns_capture() {
        let setup = crate::rules::Setup {
            colors: [["e3", "e4", "e5", "h5"], ["e6", "c4", "g3", "b2"]]
                .map(|names| names.iter().map(|name| name.parse::<crate::board::Spot>().unwrap()).collect()),
            ..Position::start(Variant::Basic).setup()
        };
        let position = setup.build().unwrap();
        for least in 1..3 {
            let expected: HashSet<_> =
                position.turns().filter(|&turn| position.exchange(turn).captured >= least).collect();
            let mut picker = Picker::capturing(&position, least, Vec::new());
            let found = drain(&mut picker, &position, &History::default(), &Killers::default());
            assert_eq!(found.is_empty(), least == 2);
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
        }
    }
}
