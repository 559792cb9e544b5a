//! The order in which the turns of a node are searched.

use super::history::{History, Killers, MAX};
use crate::rules::{Exchange, Position, Turn, Turns};

/// A turn and how early it should be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    turn: Turn,
    /// No two of a chunk are equal: of turns with the same rank, the one that was generated first is higher.
    key: i64,
}

/// About how many turns are generated and sorted at a time. Nearly every position has fewer; one with a million costs no
/// more.
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
    /// How many turns of the current chunk have been handed out, the next one included.
    handed: usize,
    /// Only turns that capture at least so many basic pieces.
    captures: u8,
}

impl Picker {
    /// All turns of a position, beginning with `first`. `chunk` is memory to work in, given back by [`Picker::finish`].
    pub fn new(position: &Position, first: Option<Turn>, chunk: Vec<Ranked>) -> Self {
        Self { first, turns: position.turns(), chunk, handed_first: false, handed: 0, captures: 0 }
    }

    /// Only the turns whose entry completes a row and that capture at least so many basic pieces.
    pub fn capturing(position: &Position, captures: u8, chunk: Vec<Ranked>) -> Self {
        Self { first: None, turns: position.completing_turns(), chunk, handed_first: false, handed: 0, captures }
    }

    /// The next turn.
    pub fn next(&mut self, position: &Position, history: &History, killers: &Killers) -> Option<Turn> {
        if let Some(first) = self.first.filter(|_| !self.handed_first) {
            self.handed_first = true;
            return Some(first);
        }
        if self.chunk.is_empty() {
            self.fill(position, history, killers);
            self.handed = 0;
        }
        self.handed += 1;
        // Often the first turn is enough; if not, many more are likely to be wanted.
        if self.handed == 1 {
            let best = (0..self.chunk.len()).max_by_key(|&i| self.chunk[i].key)?;
            return Some(self.chunk.swap_remove(best).turn);
        }
        if self.handed == 2 {
            self.chunk.sort_unstable_by_key(|ranked| ranked.key);
        }
        self.chunk.pop().map(|ranked| ranked.turn)
    }

    /// Generates and ranks turns until some are wanted or all are done.
    fn fill(&mut self, position: &Position, history: &History, killers: &Killers) {
        let Self { first, turns, chunk, captures, .. } = self;
        let rank = |turn: Turn| {
            if turn.is_clearing() {
                let exchange = position.exchange(turn);
                (exchange.captured >= *captures).then(|| CLEARING + gain(exchange))
            } else {
                let rank = killers.rank(turn).map(|rank| KILLER - rank as i32);
                (*captures == 0).then(|| rank.unwrap_or_else(|| history.score(position.side(), turn)))
            }
        };
        // Where only captures are wanted, a position with many turns and few captures is not looked through to its end.
        let mut steps = if *captures == 0 { usize::MAX } else { CHUNK };
        let mut more = true;
        while more && chunk.len() < CHUNK && steps > 0 {
            steps -= 1;
            more = turns.some(|turn| {
                if let Some(rank) = rank(turn).filter(|_| Some(turn) != *first) {
                    let key = (i64::from(rank) << 32) - chunk.len() as i64;
                    chunk.push(Ranked { turn, key });
                }
            });
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
