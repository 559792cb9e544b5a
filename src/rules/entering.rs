//! Entering: which entries are possible, what they push, and which of them complete a row.
//!
//! All entries of one direction lie on different lines, so they are computed together, one bit operation for seven.

use super::piece::Color;
use super::position::Position;
use super::row::row_starts;
use crate::board::{Axis, Bitboard, Direction, Entry, Line, Spot, Track};

/// One entry on one board: the pieces that it moves, and where to.
#[derive(Clone, Copy)]
pub(super) struct Push {
    /// The spots of the pieces that move, from the first spot up to the first vacant one.
    run: u64,
    first: u64,
    /// The first vacant spot of the line, which becomes occupied.
    vacant: u64,
    rotation: u32,
}

impl Push {
    /// The push on a line that has a vacant spot.
    #[inline]
    pub fn new(entry: Entry, occupied: Bitboard) -> Self {
        let Track { line, first, rotation } = entry.track();
        let vacant = line & !occupied.bits();
        debug_assert_ne!(vacant, 0, "the line of {entry} is full");
        let (lowest, highest) = (vacant & vacant.wrapping_neg(), 1 << ((63 - vacant.leading_zeros()) & 63));
        let (below, above) = (lowest - 1, !(highest | (highest - 1)));
        let forward = rotation < 32;
        Self {
            run: line & if forward { below } else { above },
            first,
            vacant: if forward { lowest } else { highest },
            rotation,
        }
    }

    /// The spot that becomes occupied.
    #[inline]
    pub const fn vacant(self) -> Bitboard {
        Bitboard::from_bits_unmasked(self.vacant)
    }

    /// The set after its pieces on the run have moved; the new piece is not added.
    #[inline]
    pub const fn moved(self, set: Bitboard) -> Bitboard {
        let (set, run) = (set.bits(), self.run);
        Bitboard::from_bits_unmasked(set & !run | (set & run).rotate_left(self.rotation))
    }

    /// The spot of the new piece.
    #[inline]
    pub const fn first(self) -> Bitboard {
        Bitboard::from_bits_unmasked(self.first)
    }
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
    /// The entries for the player with the pieces `own`.
    #[inline]
    pub fn new(own: Bitboard, occupied: Bitboard) -> Self {
        let mut entries = Self::default();
        each_slot(own, occupied, &completing(own), |slot, plain, rowing| {
            entries.plain[slot] = plain;
            entries.rowing[slot] = rowing;
        });
        entries
    }

    /// Only those that complete a row.
    #[inline]
    pub fn completing(own: Bitboard, occupied: Bitboard) -> Self {
        let mut entries = Self::default();
        each_rowing_slot(own, occupied, &completing(own), |slot, rowing| entries.rowing[slot] = rowing);
        entries
    }

    /// Removes and returns the next entry of a list.
    #[inline]
    pub fn pop(list: &mut [Bitboard; 7]) -> Option<Entry> {
        for (slot, set) in list.iter_mut().enumerate() {
            if let Some(first) = set.first() {
                *set -= first.into();
                return Some(entry_in_slot(slot, first));
            }
        }
        None
    }
}

/// The same code for each direction, with the direction a constant in it, so that steps are shifts by constants.
macro_rules! for_each_direction {
    (|$direction:ident| $body:block) => {
        for_each_direction!(@ $direction $body North NorthEast SouthEast South SouthWest NorthWest)
    };
    (@ $direction:ident $body:block $($name:ident)*) => {
        $({
            let $direction = Direction::$name;
            $body
        })*
    };
}

/// Calls `f` with each slot of [`Entries`], its plain entries, and those that complete a row.
#[inline(always)]
pub(super) fn each_slot(
    own: Bitboard,
    occupied: Bitboard,
    completing: &[u64; 3],
    mut f: impl FnMut(usize, Bitboard, Bitboard),
) {
    let mut rowing = [Bitboard::EMPTY; 7];
    each_rowing_slot(own, occupied, completing, |slot, set| rowing[slot] = set);
    each_plain_slot(occupied, &rowing, |slot, plain| f(slot, plain, rowing[slot]));
}

/// Calls `f` with each slot of [`Entries`] and its plain entries, where those that complete a row are known.
#[inline(always)]
pub(super) fn each_plain_slot(occupied: Bitboard, rowing: &[Bitboard; 7], mut f: impl FnMut(usize, Bitboard)) {
    f(0, Bitboard::RIM - occupied - rowing[0]);
    for_each_direction!(|direction| {
        let slot = direction as usize + 1;
        f(slot, Bitboard::from_bits_unmasked(pushable(direction, occupied.bits())) - rowing[slot]);
    });
}

/// Calls `f` with each slot of [`Entries`] in which an entry completes a row, and those entries.
#[inline(always)]
pub(super) fn each_rowing_slot(
    own: Bitboard,
    occupied: Bitboard,
    completing: &[u64; 3],
    mut f: impl FnMut(usize, Bitboard),
) {
    let (own, occupied) = (own.bits(), occupied.bits());
    let any = (completing[0] | completing[1] | completing[2]) & Bitboard::BOARD.bits();
    if any == 0 {
        return;
    }
    // With a row on the board, kept from before, a row is there after every entry.
    let kept = any & own != 0;
    let mut slot = |slot: usize, rowing: u64| {
        if rowing != 0 {
            f(slot, Bitboard::from_bits_unmasked(rowing));
        }
    };
    slot(0, Bitboard::RIM.bits() & !occupied & if kept { u64::MAX } else { any });
    let open = completing.map(|spots| spots & Bitboard::BOARD.bits());
    for_each_direction!(|direction| {
        let rowing =
            if kept { pushable(direction, occupied) } else { completing_pushes(direction, own, occupied, &open) };
        slot(direction as usize + 1, rowing);
    });
}

/// The entry of a slot of [`Entries`] with this first spot.
#[inline]
pub(crate) fn entry_in_slot(slot: usize, first: Spot) -> Entry {
    let entry = if slot == 0 { Entry::onto(first) } else { Entry::at(first, Direction::ALL[slot - 1]) };
    entry.unwrap_or_else(|| unreachable!("every first spot has an entry in its slot"))
}

/// The slot of [`Entries`] to which an entry belongs.
#[inline]
pub(crate) fn slot_of(entry: Entry, occupied: Bitboard) -> usize {
    if occupied.contains(entry.first()) { entry.direction() as usize + 1 } else { 0 }
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

/// For each axis, the spots that would complete a row along it, were a piece of the set added there.
///
/// A spot of the set itself is among them exactly where it is part of a row already. Bits that are no spots may be set.
#[inline]
pub(super) fn completing(own: Bitboard) -> [u64; 3] {
    Axis::ALL.map(|axis| completing_along(own.bits(), axis))
}

impl Position {
    /// The spots where one more piece would complete a row of `color`: vacant ones, and ones that the other holds.
    #[must_use]
    #[inline]
    pub fn completing_spots(&self, color: Color) -> Bitboard {
        let [vertical, rising, falling] = completing(self.pieces(color));
        Bitboard::from_bits(vertical | rising | falling) - self.pieces(color)
    }
}

#[inline(always)]
const fn completing_along(own: u64, axis: Axis) -> u64 {
    let n = axis.stride();
    let (behind1, behind2, behind3) = (own << n, own << (2 * n), own << (3 * n));
    let (ahead1, ahead2, ahead3) = (own >> n, own >> (2 * n), own >> (3 * n));
    behind1 & behind2 & (behind3 | ahead1) | ahead1 & ahead2 & (ahead3 | behind1)
}

/// How the number of entries changes with one more occupied spot.
pub(super) struct Filling {
    /// The spots that are the last vacant one of one, two or three lines.
    last: [Bitboard; 3],
}

/// What occupying one more spot would do to the number of entries.
pub(super) fn filling_spots(occupied: Bitboard) -> Filling {
    let mut last = [Bitboard::EMPTY; 3];
    for line in Line::all() {
        let vacant = line.spots() - occupied;
        if vacant.bits().is_power_of_two() {
            last[2] |= last[1] & vacant;
            last[1] |= last[0] & vacant;
            last[0] |= vacant;
        }
    }
    Filling { last }
}

impl Filling {
    /// How many entries more there are with this vacant spot occupied, as a wrapping number: it can be less.
    #[inline]
    pub fn more_entries(&self, spot: Bitboard) -> u64 {
        let holds = |set: Bitboard| u64::from(set.bits() & spot.bits() != 0);
        let more = holds(Bitboard::RIM) + holds(Bitboard::CORNERS);
        if holds(self.last[0]) == 0 {
            return more;
        }
        more.wrapping_sub(2 * self.last.into_iter().map(holds).sum::<u64>())
    }
}

/// The number of lines without a vacant spot.
#[inline(always)]
fn count_full_lines(occupied: u64) -> u32 {
    // A full line begins with four pieces: fewer operations, and most boards have none.
    let begun = |axis: Axis| row_starts(occupied, axis) & axis.forward().first_spots().bits();
    if begun(Axis::Vertical) | begun(Axis::Rising) | begun(Axis::Falling) == 0 {
        return 0;
    }
    let vertical = full_lines(occupied, Direction::North);
    let rising = full_lines(occupied, Direction::NorthEast);
    let falling = full_lines(occupied, Direction::SouthEast);
    if vertical | rising | falling == 0 {
        return 0;
    }
    vertical.count_ones() + rising.count_ones() + falling.count_ones()
}

/// The first spots, in a direction, of the lines without a vacant spot.
#[inline(always)]
fn full_lines(occupied: u64, direction: Direction) -> u64 {
    let back = direction.opposite();
    let ahead2 = |bits| back.shift(back.shift(bits));
    let pairs = occupied & back.shift(occupied);
    let next_pairs = ahead2(pairs);
    let (fifth, fifth_and_sixth) = (ahead2(ahead2(occupied)), ahead2(next_pairs));
    let [four, five, six, seven] = direction.first_spots_by_length();
    let seventh = ahead2(fifth);
    pairs & next_pairs & (four | five & fifth | fifth_and_sixth & (six | seven & seventh))
}

/// The first spots of the entries in a direction that push something.
#[inline(always)]
fn pushable(direction: Direction, occupied: u64) -> u64 {
    occupied & direction.first_spots().bits() & !full_lines(occupied, direction)
}

/// The pieces that follow the seeds in a direction without a gap, seeds included. A parallel-prefix fill: Kogge-Stone, as
/// known from chess bitboards.
#[inline(always)]
fn runs(seeds: u64, occupied: u64, direction: Direction) -> u64 {
    let step2 = |bits| direction.shift(direction.shift(bits));
    let mut filled = seeds;
    let mut through = occupied;
    filled |= through & direction.shift(filled);
    through &= direction.shift(through);
    filled |= through & step2(filled);
    through &= step2(through);
    filled | through & step2(step2(filled))
}

/// The first spots of the entries in a direction that push something and complete a row, where there is none yet.
///
/// A push adds to the mover's pieces on one line and takes others away there. It completes a row on a crossing line
/// exactly where an added piece is the fourth, and on its own line where four stand together afterwards. `completing` are
/// the spots on the board that lack one piece for a row, for each axis.
#[inline(always)]
fn completing_pushes(direction: Direction, own: u64, occupied: u64, completing: &[u64; 3]) -> u64 {
    let axis = direction.axis();
    let (along, crossing) = match axis {
        Axis::Vertical => (completing[0], completing[1] | completing[2]),
        Axis::Rising => (completing[1], completing[0] | completing[2]),
        Axis::Falling => (completing[2], completing[0] | completing[1]),
    };
    // Most directions are done with here. On a crossing line, the new piece or one that is pushed must come to stand where a
    // fourth is lacking. Along the line, either the new piece meets three that begin the line, or the push closes a gap
    // with own pieces on both sides.
    let first = direction.first_spots().bits();
    let ahead = direction.opposite().shift(own);
    let lengthened = first & own & ahead & direction.opposite().shift(ahead);
    let closed = along & !occupied & direction.shift(own) & ahead;
    if crossing & (direction.shift(own) | occupied & first) | lengthened | closed == 0 {
        return 0;
    }
    let possible = pushable(direction, occupied);
    let run = runs(possible, occupied, direction);
    let after = own & !run | direction.shift(own & run) | possible;
    let fourth = after & !own & crossing | row_starts(after, axis);
    let mut rowing = 0;
    if fourth != 0 {
        for first in Bitboard::from_bits(possible) {
            if line_bits(first, axis) & fourth != 0 {
                rowing |= Bitboard::from(first).bits();
            }
        }
    }
    rowing
}

#[inline]
fn line_bits(spot: Spot, axis: Axis) -> u64 {
    Line::through(spot, axis).spots().bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::rules::row::has_row;

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
            assert_eq!(count_entries(occupied), count);
            let filling = filling_spots(occupied);
            for spot in !occupied {
                let more = u64::from(count_entries(occupied | spot.into())).wrapping_sub(count.into());
                assert_eq!(filling.more_entries(spot.into()), more);
            }
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
