//! Entering: which entries are possible, what they push, and which of them complete a row.
//!
//! All entries of one direction lie on different lines, so they are computed together, one bit operation for seven.

use super::row::{has_row, row_starts};
use crate::board::{Axis, Bitboard, Direction, Entry, Line, Spot};

/// The set after the pieces on the line have been pushed by an entry; the new piece itself is not added.
///
/// `occupied` must have a vacant spot on the line, and hold all of `set`.
#[inline]
pub(super) fn pushed(set: Bitboard, occupied: Bitboard, entry: Entry) -> Bitboard {
    let direction = entry.direction();
    let line = entry.spots().bits();
    let vacant = line & !occupied.bits();
    debug_assert_ne!(vacant, 0, "the line of {entry} is full");
    // The pieces that move: those on the line before its first vacant spot.
    let run = if direction.is_forward() {
        line & (vacant & vacant.wrapping_neg()).wrapping_sub(1)
    } else {
        line & (u64::MAX << 1 << (63 - vacant.leading_zeros()))
    };
    let moving = set.bits() & run;
    Bitboard::from_bits_unmasked(set.bits() & !run | direction.shift(moving))
}

/// The entries of a position, by their first spots; slot 0 for entries onto vacant spots, then one slot a direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entries {
    /// The entries that complete no row of the mover.
    pub plain: [Bitboard; 7],
    /// The entries that complete a row of the mover.
    pub rowing: [Bitboard; 7],
}

impl Entries {
    /// The entries for the player with the pieces `own`, who has no row to begin with or keeps those that he has.
    pub fn new(own: Bitboard, occupied: Bitboard) -> Self {
        let (own, occupied) = (own.bits(), occupied.bits());
        let completing = Axis::ALL.map(|axis| completing_spots(own, axis));
        let kept = has_row(own);
        let mut entries = Self::default();
        let vacant = Bitboard::RIM.bits() & !occupied;
        let rowing = if kept { vacant } else { vacant & (completing[0] | completing[1] | completing[2]) };
        entries.plain[0] = Bitboard::from_bits_unmasked(vacant & !rowing);
        entries.rowing[0] = Bitboard::from_bits_unmasked(rowing);
        macro_rules! direction {
            ($($d:ident),*) => {$({
                const D: Direction = Direction::$d;
                let (possible, rowing) = pushes(D, own, occupied, &completing);
                let rowing = if kept { possible } else { rowing };
                entries.plain[D as usize + 1] = Bitboard::from_bits_unmasked(possible & !rowing);
                entries.rowing[D as usize + 1] = Bitboard::from_bits_unmasked(rowing);
            })*};
        }
        direction!(North, NorthEast, SouthEast, South, SouthWest, NorthWest);
        entries
    }

    /// Removes and returns the next entry of a list.
    #[inline]
    pub fn pop(list: &mut [Bitboard; 7]) -> Option<Entry> {
        for (slot, set) in list.iter_mut().enumerate() {
            if let Some(first) = set.first() {
                *set -= first.into();
                return if slot == 0 { Entry::onto(first) } else { Entry::at(first, Direction::ALL[slot - 1]) };
            }
        }
        None
    }
}

/// The number of entries, onto vacant spots and pushing, without the lines that are full.
#[inline]
pub(super) fn count_entries(occupied: Bitboard) -> u32 {
    // A vacant spot of the rim is one entry; an occupied one two, in a corner three, less the entries to full lines.
    // Corners turned by some bits fall on bits that are not on the rim, so that one count serves both sets.
    const TURN: u32 = 4;
    const { assert!(Bitboard::CORNERS.bits().rotate_left(TURN) & Bitboard::RIM.bits() == 0) };
    let rim = occupied.bits() & Bitboard::RIM.bits();
    let corners = occupied.bits() & Bitboard::CORNERS.bits();
    18 + (rim | corners.rotate_left(TURN)).count_ones() - 2 * count_full_lines(occupied.bits())
}

/// The spots that would complete a row along the axis, were a piece of the set added there.
#[inline]
pub(super) const fn completing_spots(own: u64, axis: Axis) -> u64 {
    let n = axis.stride();
    let (behind1, behind2, behind3) = (own << n, own << (2 * n), own << (3 * n));
    let (ahead1, ahead2, ahead3) = (own >> n, own >> (2 * n), own >> (3 * n));
    behind1 & behind2 & (behind3 | ahead1) | ahead1 & ahead2 & (ahead3 | behind1)
}

/// The number of lines without a vacant spot.
#[inline]
fn count_full_lines(occupied: u64) -> u32 {
    let full = |axis: Axis| {
        let runs = row_starts(occupied, axis);
        if runs & axis.forward().first_spots().bits() == 0 { 0 } else { full_lines(occupied, axis.forward()) }
    };
    let sets = Axis::ALL.map(full);
    if sets == [0; 3] { 0 } else { sets.iter().map(|set| set.count_ones()).sum() }
}

/// The pieces on the lines of a direction up to the first vacant spot, from the first spots on. A parallel-prefix fill:
/// Kogge-Stone, as known from chess bitboards.
#[inline]
fn runs(occupied: u64, direction: Direction) -> u64 {
    let step2 = |bits| direction.shift(direction.shift(bits));
    let mut filled = direction.first_spots().bits() & occupied;
    let mut through = occupied;
    filled |= through & direction.shift(filled);
    through &= direction.shift(through);
    filled |= through & step2(filled);
    through &= step2(through);
    filled | through & step2(step2(filled))
}

/// The first spots, in a direction, of the lines without a vacant spot.
#[inline]
fn full_lines(occupied: u64, direction: Direction) -> u64 {
    let back = direction.opposite();
    let mut full = runs(occupied, direction) & back.first_spots().bits();
    if full != 0 {
        for _ in 0..6 {
            full |= occupied & back.shift(full);
        }
    }
    full & direction.first_spots().bits()
}

/// The first spots of all entries in a direction that push something, and of those among them that complete a row.
///
/// A push adds to the mover's pieces on one line and takes others away there. It completes a row on a crossing line
/// exactly where an added piece is the fourth, and on its own line where four stand together afterwards.
#[inline]
fn pushes(direction: Direction, own: u64, occupied: u64, completing: &[u64; 3]) -> (u64, u64) {
    let axis = direction.axis();
    let mut run = runs(occupied, direction);
    let mut possible = occupied & direction.first_spots().bits();
    if run & direction.opposite().first_spots().bits() != 0 {
        let full = full_lines(occupied, direction);
        possible &= !full;
        for first in Bitboard::from_bits(full) {
            run &= !line_bits(first, axis);
        }
    }
    let after = own & !run | direction.shift(own & run) | possible;
    let crossing = match axis {
        Axis::Vertical => completing[1] | completing[2],
        Axis::Rising => completing[0] | completing[2],
        Axis::Falling => completing[0] | completing[1],
    };
    let fourth = after & !own & crossing | row_starts(after, axis);
    let mut rowing = 0;
    if fourth != 0 {
        for first in Bitboard::from_bits(possible) {
            if line_bits(first, axis) & fourth != 0 {
                rowing |= Bitboard::from(first).bits();
            }
        }
    }
    (possible, rowing)
}

#[inline]
fn line_bits(spot: Spot, axis: Axis) -> u64 {
    Line::through(spot, axis).spots().bits()
}

/// What counting needs to know of a position whose mover has no row: how many entries there are, and those that complete
/// a row.
#[inline]
pub(super) fn count_and_rowing(own: Bitboard, occupied: Bitboard) -> (u32, Option<[Bitboard; 7]>) {
    let completing = Axis::ALL.map(|axis| completing_spots(own.bits(), axis));
    let any = (completing[0] | completing[1] | completing[2]) & Bitboard::BOARD.bits() & !own.bits();
    // Each way to complete a row leaves, before the entry, a spot where a fourth piece would do so.
    let rowing = (any != 0).then(|| Entries::new(own, occupied).rowing).filter(|sets| *sets != [Bitboard::EMPTY; 7]);
    (count_entries(occupied), rowing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    /// One entry after another, spot by spot, as a person would.
    fn plainly(own: Bitboard, occupied: Bitboard) -> ([Bitboard; 7], [Bitboard; 7]) {
        let mut entries = ([Bitboard::EMPTY; 7], [Bitboard::EMPTY; 7]);
        for entry in Entry::all() {
            let mut moving = Vec::new();
            let mut spot = Some(entry.first());
            while let Some(here) = spot.filter(|&s| occupied.contains(s)) {
                moving.push(here);
                spot = here.step(entry.direction());
            }
            if spot.is_none() {
                continue;
            }
            let mut after = own;
            for &from in moving.iter().rev() {
                let to = Bitboard::from(from.step(entry.direction()).unwrap());
                after = if own.contains(from) { after | to } else { after - to };
            }
            after |= entry.first().into();
            let slot = if moving.is_empty() { 0 } else { entry.direction() as usize + 1 };
            let list = if has_row(after.bits()) { &mut entries.1 } else { &mut entries.0 };
            list[slot] |= entry.first().into();
        }
        entries
    }

    #[test]
    fn entries_together_are_the_entries_one_by_one() {
        let mut seed = 1_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let mut rowing_seen = 0;
        for i in 0..200_000 {
            let occupied = Bitboard::from_bits(random() | if i % 2 == 0 { random() } else { 0 });
            let own = occupied & Bitboard::from_bits(random());
            if has_row(own.bits()) {
                continue;
            }
            let (plain, rowing) = plainly(own, occupied);
            let entries = Entries::new(own, occupied);
            assert_eq!((entries.plain, entries.rowing), (plain, rowing), "own {own:?} occupied {occupied:?}");
            let count: u32 = plain.iter().chain(&rowing).map(|set| set.len()).sum();
            let (total, rowing_found) = count_and_rowing(own, occupied);
            assert_eq!(total, count);
            assert_eq!(rowing_found.unwrap_or_default(), rowing);
            rowing_seen += rowing.iter().map(|set| set.len()).sum::<u32>();
        }
        assert!(rowing_seen > 10_000);
    }

    #[test]
    fn start_has_thirty_entries() {
        let start = Position::start(Variant::Standard);
        assert_eq!(count_entries(start.occupied()), 30);
    }
}
