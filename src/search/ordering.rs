//! The order in which the turns of a node are searched.

use super::history::{Killers, Scores, slot};
use crate::board::{Bitboard, Entry};
use crate::rules::{Exchange, PieceKind, Position, Threats, Turn, Turns, entry_in_slot};

/// A turn that takes something, and how early it should be searched.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    turn: Turn,
    /// No two are equal: of turns with the same rank, the one that was generated first is higher.
    key: i64,
}

/// Memory for the turns of a node, used again and again.
#[derive(Debug, Default)]
pub(super) struct Lists {
    ranked: Vec<Ranked>,
    /// Turns that take nothing: score and, in the lowest bits, entry and kind.
    quiet: Vec<i32>,
}

/// About how many turns are generated and sorted at a time where rows wait. Nearly every position has fewer; one with a
/// million costs no more.
const CHUNK: usize = 512;
/// Turns that take something come before the others, by what they win.
const CLEARING: i32 = 1 << 24;
/// What one basic piece counts in the rank of a turn that takes something.
const GAIN: i32 = 1 << 12;
/// Bits of a quiet turn's entry and kind.
const SLOT_BITS: u32 = 7;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The table's turn.
    First,
    /// Turns that complete a row, to be generated, ...
    Completing,
    /// ... and handed out.
    Ranked,
    /// What the next two share, and the latest killer.
    Quiet,
    /// The killer before.
    OlderKiller,
    /// The other quiet turns, the best of them, ...
    BestQuiet,
    /// ... and, sorted, the rest.
    QuietLeft,
    /// Where rows wait: all turns, in chunks.
    Chunk,
    /// The turns of a chunk, sorted.
    ChunkLeft,
    Done,
}

/// Hands out the turns of a position, the most promising first: the table's turn, then those that take something, killers,
/// and the rest by history. Nothing is generated before it is needed.
#[derive(Debug)]
pub(super) struct Picker<'a> {
    position: &'a Position,
    threats: &'a Threats,
    stage: Stage,
    first: Option<Turn>,
    killers: [Option<Turn>; 2],
    entries: [Bitboard; 7],
    lists: Lists,
    turns: Option<Box<Turns>>,
    /// Only turns that capture at least so many basic pieces.
    captures: u8,
}

impl<'a> Picker<'a> {
    /// All turns of a position, beginning with `first`, which must be legal. `lists` is memory to work in, given back by
    /// [`Picker::finish`].
    pub fn new(
        position: &'a Position,
        threats: &'a Threats,
        first: Option<Turn>,
        killers: &Killers,
        lists: Lists,
    ) -> Self {
        Self {
            position,
            threats,
            stage: Stage::First,
            first,
            killers: killers.turns(),
            entries: [Bitboard::EMPTY; 7],
            lists,
            turns: None,
            captures: 0,
        }
    }

    /// Only the turns whose entry completes a row and that capture at least so many basic pieces, at least one.
    pub fn capturing(position: &'a Position, threats: &'a Threats, captures: u8, lists: Lists) -> Self {
        debug_assert!(captures > 0);
        let mut picker = Self { captures, ..Self::new(position, threats, None, &Killers::default(), lists) };
        picker.stage = if threats.has_row(position.side()) { Stage::Chunk } else { Stage::Completing };
        picker
    }

    /// The next turn.
    pub fn next(&mut self, scores: Scores<'_>) -> Option<Turn> {
        loop {
            match self.stage {
                Stage::First => {
                    let waiting = self.threats.has_row(self.position.side());
                    self.stage = if waiting { Stage::Chunk } else { Stage::Completing };
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::Completing => {
                    self.rank_completing();
                    self.stage = Stage::Ranked;
                }
                Stage::Ranked => {
                    if let Some(turn) = pop_best(&mut self.lists.ranked) {
                        return Some(turn);
                    }
                    self.stage = if self.captures == 0 { Stage::Quiet } else { Stage::Done };
                }
                Stage::Quiet => {
                    self.entries = self.position.quiet_entries(self.threats);
                    self.stage = Stage::OlderKiller;
                    if let killer @ Some(_) = self.killer(0) {
                        return killer;
                    }
                }
                Stage::OlderKiller => {
                    self.stage = Stage::BestQuiet;
                    if let killer @ Some(_) = self.killer(1) {
                        return killer;
                    }
                }
                Stage::BestQuiet => {
                    self.rank_quiet(scores);
                    self.stage = Stage::QuietLeft;
                    // Often the first turn is enough; if not, many more are likely to be wanted.
                    let quiet = &mut self.lists.quiet;
                    let best = (0..quiet.len()).max_by_key(|&i| quiet[i])?;
                    let best = quiet.swap_remove(best);
                    quiet.sort_unstable();
                    return Some(quiet_turn(best));
                }
                Stage::QuietLeft => return self.lists.quiet.pop().map(quiet_turn),
                Stage::Chunk => {
                    if !self.rank_chunk(scores) {
                        self.stage = Stage::Done;
                    } else {
                        self.lists.ranked.sort_unstable_by_key(|ranked| ranked.key);
                        self.stage = Stage::ChunkLeft;
                    }
                }
                Stage::ChunkLeft => {
                    if let Some(ranked) = self.lists.ranked.pop() {
                        return Some(ranked.turn);
                    }
                    self.stage = Stage::Chunk;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out the turns that take nothing and have not been handed out.
    pub fn skip_quiet(&mut self) {
        match self.stage {
            Stage::Quiet | Stage::OlderKiller | Stage::BestQuiet | Stage::QuietLeft => self.stage = Stage::Done,
            _ => {}
        }
    }

    fn rank_completing(&mut self) {
        let Self { position, threats, first, lists, captures, .. } = self;
        let ranked = &mut lists.ranked;
        position.each_completing_turn(threats, |turn, exchange| {
            if exchange.captured >= *captures && *first != Some(turn) {
                let key = (i64::from(gain(exchange)) << 32) - ranked.len() as i64;
                ranked.push(Ranked { turn, key });
            }
        });
    }

    /// A killer, if it is among the quiet turns here and has not come yet.
    fn killer(&self, index: usize) -> Option<Turn> {
        let turn = self.killers[index].filter(|turn| !turn.is_clearing() && self.first != Some(*turn))?;
        let entry = turn.entry()?;
        let slot = if self.position.occupied().contains(entry.first()) { entry.direction() as usize + 1 } else { 0 };
        let possible = self.entries[slot].contains(entry.first()) && self.position.may_enter(turn.kind());
        (possible && (slot > 0 || Entry::onto(entry.first()) == Some(entry))).then_some(turn)
    }

    fn rank_quiet(&mut self, scores: Scores<'_>) {
        let first = self.first.filter(|turn| !turn.is_clearing());
        let done = [first, self.killer(0), self.killer(1)].map(|turn| turn.map(slot));
        for kind in [PieceKind::Gipf, PieceKind::Basic] {
            if !self.position.may_enter(kind) {
                continue;
            }
            for (index, set) in self.entries.into_iter().enumerate() {
                for first in set {
                    let slot = entry_in_slot(index, first).index() as usize | (kind as usize) << 6;
                    if !done.contains(&Some(slot)) {
                        self.lists.quiet.push(scores.of(slot) << SLOT_BITS | slot as i32);
                    }
                }
            }
        }
    }

    /// Generates and ranks turns until some are wanted; whether there are any.
    fn rank_chunk(&mut self, scores: Scores<'_>) -> bool {
        let Self { position, first, lists, turns, captures, .. } = self;
        let ranked = &mut lists.ranked;
        let (captures, first) = (*captures, *first);
        let turns = turns.get_or_insert_with(|| {
            Box::new(if captures == 0 { position.turns() } else { position.completing_turns() })
        });
        let rank = |turn: Turn| {
            if turn.is_clearing() {
                let exchange = position.exchange(turn);
                (exchange.captured >= captures).then(|| CLEARING + gain(exchange))
            } else {
                (captures == 0).then(|| scores.of(slot(turn)))
            }
        };
        // Where only captures are wanted, a position with many turns and few captures is not looked through to its end.
        let mut steps = if captures == 0 { usize::MAX } else { CHUNK };
        let mut more = true;
        while more && ranked.len() < CHUNK && steps > 0 {
            steps -= 1;
            more = turns.some(|turn| {
                if let Some(rank) = rank(turn).filter(|_| first != Some(turn)) {
                    let key = (i64::from(rank) << 32) - ranked.len() as i64;
                    ranked.push(Ranked { turn, key });
                }
            });
        }
        !ranked.is_empty()
    }

    /// The memory to work in.
    pub fn finish(mut self) -> Lists {
        self.lists.ranked.clear();
        self.lists.quiet.clear();
        self.lists
    }
}

fn pop_best(ranked: &mut Vec<Ranked>) -> Option<Turn> {
    let best = (0..ranked.len()).max_by_key(|&i| ranked[i].key)?;
    Some(ranked.swap_remove(best).turn)
}

/// The quiet turn in the lowest bits of a key.
fn quiet_turn(key: i32) -> Turn {
    let slot = key & ((1 << SLOT_BITS) - 1);
    let kind = if slot >> 6 == 0 { PieceKind::Basic } else { PieceKind::Gipf };
    let entry = Entry::new(slot as u8 & 63).unwrap_or_else(|| unreachable!("made of an entry"));
    Turn::new(Bitboard::EMPTY, entry, kind, Bitboard::EMPTY)
}

/// What a turn that takes something wins: pieces captured, less GIPF-pieces of the mover that leave the board.
fn gain(exchange: Exchange) -> i32 {
    let pieces = i32::from(exchange.captured) - i32::from(exchange.returned_gipf);
    pieces * GAIN + i32::from(exchange.returned) * (GAIN / 8)
}

#[cfg(test)]
mod tests {
    use super::super::history::History;
    use super::*;
    use crate::rules::{Color, Variant};
    use std::collections::HashSet;

    fn drain(mut picker: Picker<'_>, history: &History) -> Vec<Turn> {
        std::iter::from_fn(|| picker.next(history.answering(Color::White, 0))).collect()
    }

    #[test]
    fn every_turn_once_in_order() {
        let position = Position::start(Variant::Standard);
        let threats = Threats::new(&position);
        let all: Vec<_> = position.turns().collect();
        let mut history = History::default();
        history.update(Color::White, 0, slot(all[20]), 500);
        let mut killers = Killers::default();
        killers.add(all[11]);
        let order = drain(Picker::new(&position, &threats, Some(all[25]), &killers, Lists::default()), &history);
        assert_eq!(order[..3], [all[25], all[11], all[20]]);
        assert_eq!(order.len(), 30);
        assert_eq!(order.iter().collect::<HashSet<_>>(), all.iter().collect());
    }

    /// In random games, with a first turn and killers from elsewhere.
    #[test]
    fn every_turn_once_everywhere() {
        let mut clearings = 0;
        for (seed, variant) in (0..60_u64).flat_map(|seed| Variant::ALL.map(|variant| (seed, variant))) {
            let mut position = Position::start(variant);
            let (mut random, mut killers) = (seed, Killers::default());
            while !position.is_over() {
                let turns: Vec<_> = position.turns().collect();
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let turn = turns[(random >> 33) as usize % turns.len()];
                let first = (random >> 20 & 1 == 0).then_some(turn);
                let threats = Threats::new(&position);
                let order =
                    drain(Picker::new(&position, &threats, first, &killers, Lists::default()), &History::default());
                assert_eq!(order.len(), turns.len());
                assert_eq!(order.iter().collect::<HashSet<_>>(), turns.iter().collect());
                clearings += usize::from(turn.is_clearing());
                killers.add(turn);
                position = position.play(turn);
            }
        }
        assert!(clearings > 100);
    }

    #[test]
    fn capturing_turns_capture() {
        let setup = crate::rules::Setup {
            colors: [["e3", "e4", "e5", "h5"], ["e6", "c4", "g3", "b2"]]
                .map(|names| names.iter().map(|name| name.parse::<crate::board::Spot>().unwrap()).collect()),
            ..Position::start(Variant::Basic).setup()
        };
        let position = setup.build().unwrap();
        let threats = Threats::new(&position);
        for least in 1..3 {
            let expected: HashSet<_> =
                position.turns().filter(|&turn| position.exchange(turn).captured >= least).collect();
            let found = drain(Picker::capturing(&position, &threats, least, Lists::default()), &History::default());
            assert_eq!(found.is_empty(), least == 2);
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
        }
    }
}
