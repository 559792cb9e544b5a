//! Clearing: every set of pieces that a player can end up having taken in one step of a turn.

use super::row::{Row, only_span, rows};
use crate::board::{Bitboard, Subsets};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The different sets of pieces that the owner of `own` can take when he resolves his rows: rules, section 4.
///
/// Each set comes once. Without a row the only set is the empty one. Nothing is allocated unless rows cross. The sets are
/// found one by one: the first is had without the rest, of which there can be many thousands.
#[derive(Clone, Debug)]
pub struct Clearings(Ways);

#[derive(Clone, Debug)]
enum Ways {
    /// Rows that share no spot do not matter to each other: all must be taken, and any of the GIPF-pieces may.
    Apart { must: Bitboard, may: Subsets },
    /// Rows that meet: what is taken depends on the order.
    Meeting(Box<Search>),
}

impl Clearings {
    /// The clearings of the rows in `own`, on a board with pieces on `occupied`, of which `gipf` are GIPF-pieces.
    #[must_use]
    #[inline]
    pub fn new(own: Bitboard, occupied: Bitboard, gipf: Bitboard) -> Self {
        Self::resuming(own, occupied, gipf, 0)
    }

    /// No set at all.
    pub(super) fn none() -> Self {
        let mut may = Bitboard::EMPTY.subsets();
        may.next();
        Self(Ways::Apart { must: Bitboard::EMPTY, may })
    }

    /// The clearings that are left when the lines of the set `resolved` (a bit for each line) have been dealt with.
    pub(super) fn resuming(own: Bitboard, occupied: Bitboard, gipf: Bitboard, resolved: u32) -> Self {
        let (mut all, mut meet) = (Bitboard::EMPTY, false);
        for row in rows(own, occupied).filter(|row| resolved >> row.line.index() & 1 == 0) {
            meet |= !all.is_disjoint(row.span);
            all |= row.span;
        }
        Self(if meet {
            Ways::Meeting(Box::new(Search::new(own, occupied, gipf, resolved, None)))
        } else {
            Ways::Apart { must: all - gipf, may: (all & gipf).subsets() }
        })
    }
}

impl Iterator for Clearings {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        match &mut self.0 {
            Ways::Apart { must, may } => may.next().map(|taken| *must | taken),
            Ways::Meeting(search) => search.next(),
        }
    }

    #[inline]
    fn count(self) -> usize {
        match self.0 {
            Ways::Apart { may, .. } => may.count(),
            Ways::Meeting(search) => search.count(),
        }
    }
}

/// The number of clearings, counted at once where there is one row only.
#[inline]
pub(super) fn count_clearings(own: Bitboard, occupied: Bitboard, gipf: Bitboard) -> u64 {
    match only_span(own, occupied) {
        Some(span) => 1 << (span & gipf).len(),
        None => Clearings::new(own, occupied, gipf).count() as u64,
    }
}

/// How many clearings of rows that meet are worth a look.
const LIKELY: usize = 64;

/// The clearings that are worth a look in a hurry: GIPF-pieces of the opponent are taken, and the owner's all left or all
/// taken. So a clearing that wins at once is among them. Where rows meet, the first few.
#[inline]
pub(super) fn likely_clearings(own: Bitboard, occupied: Bitboard, gipf: Bitboard) -> impl Iterator<Item = Bitboard> {
    let (mut two, mut several) = match Clearings::new(own, occupied, gipf).0 {
        Ways::Apart { must, may } => {
            let all = must | may.set();
            let kept = all - (gipf & own);
            ([Some(kept), (kept != all).then_some(all)], None)
        }
        Ways::Meeting(search) => ([None; 2], Some(search.take(LIKELY))),
    };
    std::iter::from_fn(move || match &mut several {
        Some(several) => several.next(),
        None => {
            two.rotate_left(1);
            two[1].take()
        }
    })
}

/// Whether `taken` is one of the sets of [`Clearings::new`], found without enumerating them.
#[must_use]
pub fn is_clearing(own: Bitboard, occupied: Bitboard, gipf: Bitboard, taken: Bitboard) -> bool {
    is_clearing_resuming(own, occupied, gipf, 0, taken)
}

/// Whether `taken` is one of the sets of [`Clearings::resuming`].
pub(super) fn is_clearing_resuming(
    own: Bitboard,
    occupied: Bitboard,
    gipf: Bitboard,
    resolved: u32,
    taken: Bitboard,
) -> bool {
    Search::new(own, occupied, gipf, resolved, Some(taken)).any(|found| found == taken)
}

/// Depth-first search over the orders in which rows that meet can be resolved.
#[derive(Clone, Debug)]
struct Search {
    own: Bitboard,
    occupied: Bitboard,
    gipf: Bitboard,
    /// Only this set is looked for.
    target: Option<Bitboard>,
    open: Vec<State>,
    seen: Seen<State>,
    found: Seen<Bitboard>,
}

/// What has been taken, and the lines that have been resolved, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    taken: Bitboard,
    resolved: u32,
}

impl Search {
    fn new(own: Bitboard, occupied: Bitboard, gipf: Bitboard, resolved: u32, target: Option<Bitboard>) -> Self {
        let open = vec![State { taken: Bitboard::EMPTY, resolved }];
        Self { own, occupied, gipf, target, open, seen: Seen::default(), found: Seen::default() }
    }

    /// The rows to choose from, each with the spots that it shares with other waiting rows: all that wait, or only one
    /// that shares no spot, since then its place in the order does not matter.
    fn choices(&self, state: State) -> Vec<(Row, Bitboard)> {
        let waiting: Vec<Row> = rows(self.own - state.taken, self.occupied - state.taken)
            .filter(|row| state.resolved >> row.line.index() & 1 == 0)
            .collect();
        let shared = |row: &Row| {
            let others = waiting.iter().filter(|other| other.line != row.line);
            others.fold(Bitboard::EMPTY, |set, other| set | other.span & row.span)
        };
        let choices: Vec<_> = waiting.iter().map(|row| (*row, shared(row))).collect();
        match choices.iter().find(|(_, shared)| shared.is_empty()) {
            Some(&apart) => vec![apart],
            None => choices,
        }
    }

    fn push(&mut self, state: State) {
        if self.seen.insert(state) {
            self.open.push(state);
        }
    }
}

impl Iterator for Search {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        while let Some(state) = self.open.pop() {
            let choices = self.choices(state);
            for &(row, shared) in &choices {
                let (mut must, mut may) = (row.span - self.gipf, row.span & self.gipf);
                if let Some(target) = self.target {
                    // What no other row can take must be taken now.
                    must |= may & (target - shared);
                    may &= target & shared;
                    if !must.is_subset(target) {
                        continue;
                    }
                }
                let resolved = state.resolved | 1 << row.line.index();
                for taken in may.subsets() {
                    self.push(State { taken: state.taken | must | taken, resolved });
                }
            }
            if choices.is_empty() && self.found.insert(state.taken) {
                return Some(state.taken);
            }
        }
        None
    }
}

/// A set to which things are added. Most stay so small that looking at each is faster than hashing.
#[derive(Clone, Debug)]
struct Seen<T> {
    few: Vec<T>,
    many: HashSet<T, BuildHasherDefault<MixHasher>>,
}

impl<T> Default for Seen<T> {
    fn default() -> Self {
        Self { few: Vec::new(), many: HashSet::default() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Seen<T> {
    const FEW: usize = 16;

    /// Whether it was not in the set before.
    fn insert(&mut self, new: T) -> bool {
        if self.few.contains(&new) {
            return false;
        }
        if self.few.len() < Self::FEW {
            self.few.push(new);
            return true;
        }
        self.many.insert(new)
    }
}

/// Mixes whole words; the keys are few bits of a board and need no protection against attacks.
#[derive(Default)]
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn set(names: &str) -> Bitboard {
        names.split(' ').filter(|name| !name.is_empty()).map(|name| name.parse().unwrap()).collect()
    }

    /// Every order, by plain recursion.
    fn plainly(
        own: Bitboard,
        occupied: Bitboard,
        gipf: Bitboard,
        resolved: u32,
        found: &mut BTreeSet<Bitboard>,
        taken: Bitboard,
    ) {
        let mut last = true;
        for row in rows(own - taken, occupied - taken).filter(|row| resolved >> row.line.index() & 1 == 0) {
            last = false;
            for chosen in (row.span & gipf).subsets() {
                let taken = taken | (row.span - gipf) | chosen;
                plainly(own, occupied, gipf, resolved | 1 << row.line.index(), found, taken);
            }
        }
        if last {
            found.insert(taken);
        }
    }

    #[test]
    fn no_row_one_empty_set() {
        assert_eq!(Clearings::new(set("e3 e4 e5"), set("e3 e4 e5"), set("")).collect::<Vec<_>>(), [set("")]);
        assert_eq!(Clearings::none().count(), 0);
    }

    #[test]
    fn crossing_on_a_basic_piece_takes_one_row_or_the_other() {
        let own = set("e2 e3 e4 e5 b2 c3 d4");
        let mut all: Vec<_> = Clearings::new(own, own, set("")).collect();
        all.sort();
        let mut expected = [set("e2 e3 e4 e5"), set("b2 c3 d4 e5")];
        expected.sort();
        assert_eq!(all, expected);
    }

    #[test]
    fn crossing_on_a_gipf_piece_also_takes_both() {
        let own = set("e2 e3 e4 e5 b2 c3 d4");
        let all: BTreeSet<_> = Clearings::new(own, own, set("e5")).collect();
        let expected =
            [set("e2 e3 e4 e5"), set("b2 c3 d4 e5"), own - set("e5"), own].into_iter().collect::<BTreeSet<_>>();
        assert_eq!(all, expected);
    }

    #[test]
    fn every_set_once_as_by_plain_recursion() {
        let mut seed = 7_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let mut meeting = 0;
        for _ in 0..3000 {
            let occupied = Bitboard::from_bits(random() | random() & random());
            let own = occupied & Bitboard::from_bits(random() | random() & random());
            let gipf = occupied & Bitboard::from_bits(random() & random() & random());
            if rows(own, occupied).count() > 4 {
                continue;
            }
            let mut expected = BTreeSet::new();
            plainly(own, occupied, gipf, 0, &mut expected, Bitboard::EMPTY);
            let clearings = Clearings::new(own, occupied, gipf);
            meeting += u32::from(matches!(clearings.0, Ways::Meeting(_)));
            assert_eq!(clearings.clone().count(), expected.len());
            let found: Vec<_> = clearings.collect();
            assert_eq!(found.len(), expected.len());
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            for _ in 0..20 {
                let guess = occupied & Bitboard::from_bits(random());
                assert_eq!(is_clearing(own, occupied, gipf, guess), expected.contains(&guess));
            }
            for &taken in expected.iter().take(50) {
                assert!(is_clearing(own, occupied, gipf, taken));
            }
        }
        assert!(meeting > 300, "{meeting}");
    }
}
