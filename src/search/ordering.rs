//! The order in which the turns of a node are searched.

use super::history::{Killers, Scores, slot};
use crate::board::Bitboard;
use crate::rules::{Clearings, Entering, Exchange, Position, Threats, Turn, TurnCode, entry_in_slot, slot_of};

/// Memory for the turns of a node, used again and again.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Turns that take something, as they were generated.
    taking: Vec<(Turn, TurnCode)>,
    /// Those still to be handed out: the rank and, in the lowest 32 bits, the complement of the place in `taking`. So no two
    /// are equal, and of turns with the same rank, the one that was generated first is higher.
    ranked: Vec<i64>,
    /// Turns that take nothing: score and, in the lowest bits, the code.
    quiet: Vec<i32>,
}

/// About how many turns are generated and sorted at a time where rows wait. Nearly every position has fewer; one with a
/// million costs no more.
const CHUNK: usize = 512;
/// The rank of the table's turn.
const FIRST: i32 = i32::MAX;
/// Turns that take something come before the others, by what they win.
const CLEARING: i32 = 1 << 25;
/// What one basic piece counts in the rank of a turn that takes something.
const GAIN: i32 = 1 << 17;
/// Bits of a quiet turn's code.
const CODE_BITS: u32 = 7;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The table's turn, if it takes nothing.
    First,
    /// Where rows wait: captures only, to be generated.
    WaitingCaptures,
    /// Turns that complete a row, to be generated, ...
    Completing,
    /// ... and handed out.
    Ranked,
    /// The latest killer, ...
    Killer,
    /// ... and the one before.
    OlderKiller,
    /// The other quiet turns: the best of them, ...
    BestQuiet,
    /// ... and the rest, to be sorted ...
    SortQuiet,
    /// ... and handed out.
    QuietLeft,
    /// Where rows wait: all turns, in chunks, the best of one, ...
    Chunk,
    /// ... and the rest, to be sorted ...
    SortChunk,
    /// ... and handed out.
    ChunkLeft,
    Done,
}

/// Hands out the turns of a position, the most promising first: the table's turn, then those that take something, killers,
/// and the rest by history. Nothing is generated before it is needed.
#[derive(Debug)]
pub(super) struct Picker {
    /// What the mover can do at once; of use only where no row of his waits.
    entering: Entering,
    stage: Stage,
    first: Option<TurnCode>,
    killers: [Option<Turn>; 2],
    /// The entries that complete a row, by their slots, once they have been generated.
    rowing: [Bitboard; 7],
    lists: Lists,
    befores: Option<Clearings>,
    /// How many turns that take something have been generated.
    generated: usize,
    /// Only turns that capture at least so many basic pieces.
    captures: u8,
}

impl Picker {
    /// All turns of a position, beginning with `first`, if it is a turn here. `lists` is memory to work in, given back by
    /// [`Picker::finish`].
    pub fn new(
        position: &Position,
        threats: &Threats,
        first: Option<TurnCode>,
        killers: &Killers,
        lists: Lists,
    ) -> Self {
        Self {
            entering: Entering::at_once(*position, *threats),
            stage: if threats.has_row(position.side()) { Stage::Chunk } else { Stage::First },
            first,
            killers: killers.turns(),
            rowing: [Bitboard::EMPTY; 7],
            lists,
            befores: None,
            generated: 0,
            captures: 0,
        }
    }

    /// Only the likely turns that end the game, or whose entry completes a row, and that capture at least so many basic
    /// pieces, at least one. Their codes mean nothing.
    pub fn capturing(position: &Position, threats: &Threats, captures: u8, lists: Lists) -> Self {
        debug_assert!(captures > 0);
        let waiting = threats.has_row(position.side());
        let stage = if waiting { Stage::WaitingCaptures } else { Stage::Completing };
        Self { captures, stage, ..Self::new(position, threats, None, &Killers::default(), lists) }
    }

    /// The next turn, and its code.
    #[inline]
    pub fn next(&mut self, scores: Scores<'_>) -> Option<(Turn, TurnCode)> {
        // Where most turns come from.
        if self.stage == Stage::QuietLeft {
            return self.lists.quiet.pop().map(quiet_of);
        }
        self.next_staged(scores)
    }

    fn next_staged(&mut self, scores: Scores<'_>) -> Option<(Turn, TurnCode)> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::Completing;
                    if let Some(turn) = self.first.and_then(TurnCode::as_quiet).filter(|&turn| self.is_possible(turn)) {
                        return Some(quiet(turn));
                    }
                }
                Stage::WaitingCaptures => {
                    self.rank_waiting_captures();
                    self.stage = Stage::Ranked;
                }
                Stage::Completing => {
                    self.rank_completing();
                    self.stage = Stage::Ranked;
                }
                Stage::Ranked => {
                    if let Some(best) = self.lists.pop_best() {
                        return Some(best);
                    }
                    self.stage = if self.captures == 0 { Stage::Killer } else { Stage::Done };
                }
                Stage::Killer => {
                    self.stage = Stage::OlderKiller;
                    if let Some(turn) = self.killer(0) {
                        return Some(quiet(turn));
                    }
                }
                Stage::OlderKiller => {
                    self.stage = Stage::BestQuiet;
                    if let Some(turn) = self.killer(1) {
                        return Some(quiet(turn));
                    }
                }
                Stage::BestQuiet => {
                    self.rank_quiet(scores);
                    self.stage = Stage::SortQuiet;
                    // Often the first turn is enough; if not, many more are likely to be wanted.
                    let keys = &mut self.lists.quiet;
                    let best = (0..keys.len()).max_by_key(|&i| keys[i])?;
                    return Some(quiet_of(keys.swap_remove(best)));
                }
                Stage::SortQuiet => {
                    self.lists.quiet.sort_unstable();
                    self.stage = Stage::QuietLeft;
                }
                Stage::QuietLeft => return self.lists.quiet.pop().map(quiet_of),
                Stage::Chunk => {
                    self.rank_chunk(scores);
                    self.stage = Stage::SortChunk;
                    let best = self.lists.pop_best();
                    if best.is_none() {
                        self.stage = Stage::Done;
                    }
                    return best;
                }
                Stage::SortChunk => {
                    self.lists.ranked.sort_unstable();
                    self.stage = Stage::ChunkLeft;
                }
                Stage::ChunkLeft => match self.lists.ranked.pop() {
                    Some(key) => return Some(self.lists.taking_of(key)),
                    None => self.stage = Stage::Chunk,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out the turns that take nothing and have not been handed out.
    pub fn skip_quiet(&mut self) {
        match self.stage {
            Stage::Killer | Stage::OlderKiller | Stage::BestQuiet | Stage::SortQuiet | Stage::QuietLeft => {
                self.stage = Stage::Done;
            }
            _ => {}
        }
    }

    /// Whether a turn that takes nothing is legal and completes no row.
    fn is_possible(&self, turn: Turn) -> bool {
        let position = &self.entering.position;
        let entry = turn.entry().filter(|&entry| position.may_enter(turn.kind()) && position.can_enter(entry));
        entry.is_some_and(|entry| self.entering.is_quiet(entry))
    }

    /// A killer, if it is a quiet turn here and has not come yet.
    fn killer(&mut self, index: usize) -> Option<Turn> {
        let killer = self.killers[index].filter(|turn| !turn.is_clearing() && self.first != Some(quiet(*turn).1));
        // What is left are the killers that have been handed out.
        self.killers[index] = killer.filter(|&turn| self.is_possible(turn));
        self.killers[index]
    }

    fn rank_completing(&mut self) {
        let Self { entering, first, lists, captures, generated, .. } = self;
        if *captures > 0 {
            entering.each_likely_completing(|turn, exchange| lists.rank_capture(turn, exchange, *captures));
            return;
        }
        self.rowing = entering.each_completing(|turn, exchange| {
            let code = code_of(turn, generated);
            lists.rank(turn, code, if *first == Some(code) { FIRST } else { gain(exchange) });
        });
    }

    fn rank_quiet(&mut self, scores: Scores<'_>) {
        let entries = self.entering.quiet(&self.rowing);
        let occupied = self.entering.position.occupied();
        for kind in self.entering.kinds() {
            let mut entries = entries;
            let first = self.first.and_then(TurnCode::as_quiet);
            for turn in self.killers.into_iter().chain([first]).flatten().filter(|turn| turn.kind() == kind) {
                if let Some(entry) = turn.entry() {
                    let slot = slot_of(entry, occupied);
                    // What the table says can be anything.
                    if entry_in_slot(slot, entry.first()) == entry {
                        entries[slot] -= entry.first().into();
                    }
                }
            }
            for (slot, set) in entries.into_iter().enumerate() {
                for first in set {
                    let bits = TurnCode::quiet(entry_in_slot(slot, first), kind).to_bits();
                    self.lists.quiet.push(scores.of(bits as usize) << CODE_BITS | bits as i32);
                }
            }
        }
    }

    /// Ranks the captures where rows wait.
    fn rank_waiting_captures(&mut self) {
        let Self { entering, lists, captures, .. } = self;
        for entering in entering.position.likely_enterings() {
            if entering.is_end() {
                lists.rank_capture(Turn::clearing_only(entering.before), entering.gained, *captures);
            } else {
                entering.each_likely_completing(|turn, exchange| lists.rank_capture(turn, exchange, *captures));
            }
        }
    }

    /// Generates and ranks turns where rows wait, until some are wanted.
    fn rank_chunk(&mut self, scores: Scores<'_>) {
        self.lists.taking.clear();
        let Self { entering, first, lists, generated, befores, .. } = self;
        let position = entering.position;
        let befores = befores.get_or_insert_with(|| position.clearings());
        let mut rank = |lists: &mut Lists, turn: Turn, exchange: Exchange| {
            let code = code_of(turn, generated);
            let win = if turn.is_clearing() { CLEARING + gain(exchange) } else { 0 };
            lists.rank(turn, code, if *first == Some(code) { FIRST } else { win + scores.of(slot(turn)) });
        };
        for before in befores {
            let entering = Entering::after(&position, before);
            if entering.is_end() {
                rank(lists, Turn::clearing_only(before), entering.gained);
            } else {
                let rowing = entering.each_completing(|turn, exchange| rank(lists, turn, exchange));
                entering.each_quiet(&rowing, |turn| rank(lists, turn, entering.gained));
            }
            if lists.ranked.len() >= CHUNK {
                break;
            }
        }
    }

    /// The memory to work in.
    pub fn finish(mut self) -> Lists {
        self.lists.taking.clear();
        self.lists.ranked.clear();
        self.lists.quiet.clear();
        self.lists
    }
}

impl Lists {
    #[inline]
    fn rank_capture(&mut self, turn: Turn, exchange: Exchange, least: u8) {
        if exchange.captured >= least {
            self.rank(turn, quiet(turn).1, gain(exchange));
        }
    }

    #[inline]
    fn rank(&mut self, turn: Turn, code: TurnCode, rank: i32) {
        self.ranked.push(i64::from(rank) << 32 | i64::from(!(self.taking.len() as u32)));
        self.taking.push((turn, code));
    }

    fn pop_best(&mut self) -> Option<(Turn, TurnCode)> {
        let best = (0..self.ranked.len()).max_by_key(|&i| self.ranked[i])?;
        let key = self.ranked.swap_remove(best);
        Some(self.taking_of(key))
    }

    /// The turn with this key.
    fn taking_of(&self, key: i64) -> (Turn, TurnCode) {
        self.taking[!(key as u32) as usize]
    }
}

/// The code of a turn, by how many that take something have been generated before.
#[inline]
fn code_of(turn: Turn, generated: &mut usize) -> TurnCode {
    if !turn.is_clearing() {
        return quiet(turn).1;
    }
    *generated += 1;
    TurnCode::clearing(*generated - 1)
}

/// A turn that takes nothing, with its code.
#[inline]
fn quiet(turn: Turn) -> (Turn, TurnCode) {
    (turn, TurnCode::from_bits(slot(turn) as u32))
}

/// The quiet turn in the lowest bits of a key.
#[inline]
fn quiet_of(key: i32) -> (Turn, TurnCode) {
    let code = TurnCode::from_bits((key & ((1 << CODE_BITS) - 1)) as u32);
    (code.as_quiet().unwrap_or_else(|| unreachable!("made of a quiet turn")), code)
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

    fn drain(position: &Position, mut picker: Picker, history: &History) -> Vec<Turn> {
        let picks = std::iter::from_fn(|| picker.next(history.of(Color::White)));
        picks.inspect(|&(turn, code)| assert_eq!(position.decode(code), Some(turn))).map(|(turn, _)| turn).collect()
    }

    #[test]
    fn every_turn_once_in_order() {
        let position = Position::start(Variant::Standard);
        let threats = Threats::new(&position);
        let all: Vec<_> = position.turns().collect();
        let mut history = History::default();
        history.update(Color::White, slot(all[20]), 500);
        let mut killers = Killers::default();
        killers.add(all[11]);
        let first = position.encode(all[25]);
        let order = drain(&position, Picker::new(&position, &threats, first, &killers, Lists::default()), &history);
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
                let code = first.and_then(|turn| position.encode(turn));
                let picker = Picker::new(&position, &threats, code, &killers, Lists::default());
                let order = drain(&position, picker, &History::default());
                assert!(first.is_none_or(|first| first.is_clearing() || order[0] == first));
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
            let picker = Picker::capturing(&position, &threats, least, Lists::default());
            let mut picker = picker;
            let found: Vec<_> = std::iter::from_fn(|| picker.next(History::default().of(Color::White))).collect();
            let found: Vec<Turn> = found.into_iter().map(|(turn, _)| turn).collect();
            assert_eq!(found.is_empty(), least == 2);
            assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
        }
    }
}
