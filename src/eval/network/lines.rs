//! The patterns of the 21 lines: what stands on all spots of a line, as a number.
//!
//! A line of `n` spots has 3ⁿ patterns: each spot is vacant, own, or the opponent's. Source: pattern tables as in Othello
//! programs (M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).

use crate::board::{Bitboard, Spot};

/// The patterns of lines of 4, 5, 6 and 7 spots together; those of shorter lines come first.
pub(super) const PATTERNS: usize = 81 + 243 + 729 + 2187;

/// The first pattern of a line of so many spots.
const FIRST: [u16; 8] = [0, 0, 0, 0, 0, 81, 81 + 243, 81 + 243 + 729];

/// For each byte of an arrangement, its first spot and how many there are.
const SPAN: [(usize, usize); 7] = [(0, 4), (0, 5), (0, 6), (0, 7), (1, 6), (2, 5), (3, 4)];

/// For each byte of an arrangement and each value of it, the number whose ternary digits are the bits of its spots.
static TERNARY: [[u16; 128]; 7] = {
    let mut table = [[0; 128]; 7];
    let mut byte = 0;
    while byte < 7 {
        let (first, length) = SPAN[byte];
        let mut value = 0;
        while value < 128 {
            let (mut spot, mut digit) = (0, 1);
            while spot < length {
                table[byte][value] += (value >> (first + spot) & 1) as u16 * digit;
                digit *= 3;
                spot += 1;
            }
            value += 1;
        }
        byte += 1;
    }
    table
};

/// The spots of the seven parallel lines of an axis, a line a byte, in three arrangements of the board's bits.
///
/// In the second, byte and bit are exchanged, in the third also skewed first: each time, the lines of another axis come to lie
/// within bytes, and always the same bits are spots.
#[inline(always)]
const fn arrangements(board: u64) -> [u64; 3] {
    [board, transposed(board), transposed(skewed(board)).swap_bytes() >> 8]
}

/// The patterns of all lines, for the own pieces and the opponent's.
#[inline(always)]
pub(super) fn patterns(sides: [Bitboard; 2]) -> [u16; 21] {
    let [own, other] = sides.map(|set| arrangements(set.bits()));
    let mut patterns = [0; 21];
    for ((seven, own), other) in patterns.as_chunks_mut::<7>().0.iter_mut().zip(own).zip(other) {
        let (own, other) = (own.to_le_bytes(), other.to_le_bytes());
        for (byte, pattern) in seven.iter_mut().enumerate() {
            let spots = |bytes: [u8; 8]| TERNARY[byte][bytes[byte] as usize & 127];
            *pattern = FIRST[SPAN[byte].1] + spots(own) + 2 * spots(other);
        }
    }
    patterns
}

/// The patterns of all lines with one piece of each marked: the place of the piece, and what stands on the line.
pub(super) const MARKED: usize = 4 * 81 + 5 * 243 + 6 * 729 + 7 * 2187;

/// The first marked pattern of a line of so many spots.
const FIRST_MARKED: [u16; 8] = [0, 0, 0, 0, 0, 4 * 81, 4 * 81 + 5 * 243, 4 * 81 + 5 * 243 + 6 * 729];

/// For each spot its three lines: the place among the 21, and what to add to the line's pattern for the one with that spot marked.
static MARKS: [[(u8, u16); 3]; 64] = {
    let mut table = [[(0, 0); 3]; 64];
    let mut spot = 0;
    while spot < 64 {
        let lines = arrangements(1 << spot & Bitboard::BOARD.bits());
        let mut axis = 0;
        while axis < 3 {
            if lines[axis] != 0 {
                let bit = lines[axis].trailing_zeros() as usize;
                let (first, length) = SPAN[bit / 8];
                let marked = FIRST_MARKED[length] + (bit % 8 - first) as u16 * 3_u16.pow(length as u32);
                table[spot][axis] = ((7 * axis + bit / 8) as u8, marked - FIRST[length]);
            }
            axis += 1;
        }
        spot += 1;
    }
    table
};

/// The marked patterns of the three lines through a spot.
#[inline(always)]
pub(super) fn marked(patterns: &[u16; 21], spot: Spot) -> [u16; 3] {
    MARKS[spot.index() as usize & 63].map(|(line, add)| patterns[line as usize % 21] + add)
}

/// The one of the marked patterns that stands for this one and the same read from the line's other end; 0 for all that
/// cannot be, since the marked spot is vacant.
pub(super) const fn shared_mark(marked: usize) -> usize {
    let mut length = 4;
    while length < 7 && marked >= FIRST_MARKED[length + 1] as usize {
        length += 1;
    }
    let patterns = 3_usize.pow(length as u32);
    let rest = marked - FIRST_MARKED[length] as usize;
    let (place, pattern) = (rest / patterns, rest % patterns);
    if (pattern / 3_usize.pow(place as u32)).is_multiple_of(3) {
        return 0;
    }
    let first = FIRST[length] as usize;
    let other = (length - 1 - place) * patterns + mirrored(first + pattern) - first;
    FIRST_MARKED[length] as usize + if other < rest { other } else { rest }
}

/// Exchanges bytes and bits. Source: H. Warren, "Hacker's Delight", section 7-3.
const fn transposed(mut board: u64) -> u64 {
    let mut swap = (board ^ board >> 7) & 0x00AA_00AA_00AA_00AA;
    board ^= swap ^ swap << 7;
    swap = (board ^ board >> 14) & 0x0000_CCCC_0000_CCCC;
    board ^= swap ^ swap << 14;
    swap = (board ^ board >> 28) & 0x0000_0000_F0F0_F0F0;
    board ^ swap ^ swap << 28
}

/// Moves the bits of byte `x` up by 3 - x, so that those which a step of 9 connects come to have the same place in their bytes.
const fn skewed(board: u64) -> u64 {
    // Byte 0 goes up by 3, byte 6 down by 3; spots never leave their byte.
    let up = board & 0x0000_0000_00FF_FFFF;
    let down = board & 0x00FF_FFFF_0000_0000;
    let one_up = up & 0x0000_0000_00FF_00FF;
    let up = (up & 0x0000_0000_0000_FF00) | one_up << 1;
    let two_up = up & 0x0000_0000_0000_FFFF;
    let up = (up & 0x0000_0000_00FF_0000) | two_up << 2;
    let one_down = down & 0x00FF_00FF_0000_0000;
    let down = (down & 0x0000_FF00_0000_0000) | one_down >> 1;
    let two_down = down & 0x00FF_FF00_0000_0000;
    let down = (down & 0x0000_00FF_0000_0000) | two_down >> 2;
    board & 0x0000_0000_FF00_0000 | up | down
}

/// The pattern of a line read from its other end.
pub(super) const fn mirrored(pattern: usize) -> usize {
    let mut length = 4;
    while length < 7 && pattern >= FIRST[length + 1] as usize {
        length += 1;
    }
    let first = FIRST[length] as usize;
    let (mut rest, mut mirrored) = (pattern - first, 0);
    while length > 0 {
        mirrored = 3 * mirrored + rest % 3;
        rest /= 3;
        length -= 1;
    }
    first + mirrored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Line;

    /// Reads a line spot by spot.
    fn pattern_of(line: Line, sides: [Bitboard; 2]) -> usize {
        let spots: Vec<_> = line.spots().iter().collect();
        let digits = spots
            .iter()
            .rev()
            .map(|&spot| usize::from(sides[0].contains(spot)) + 2 * usize::from(sides[1].contains(spot)));
        FIRST[spots.len()] as usize + digits.fold(0, |number, digit| 3 * number + digit)
    }

    #[test]
    fn patterns_are_those_of_the_lines() {
        let mut random = 7_u64;
        for _ in 0..1000 {
            let mut next = || {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                random >> 7
            };
            let own = Bitboard::from_bits(next());
            let sides = [own, Bitboard::from_bits(next()) - own];
            let mut found = patterns(sides).map(usize::from);
            let mut expected: Vec<_> = Line::all().map(|line| pattern_of(line, sides)).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found.as_slice(), expected);
        }
    }

    #[test]
    fn marks_tell_the_piece_and_its_line() {
        let mut random = 11_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random >> 7
        };
        for _ in 0..200 {
            let own = Bitboard::from_bits(next());
            let sides = [own, Bitboard::from_bits(next()) - own];
            let patterns = patterns(sides);
            for spot in sides[0] | sides[1] {
                let marks = marked(&patterns, spot).map(usize::from);
                let mut expected: Vec<_> = Line::all()
                    .filter(|line| line.spots().contains(spot))
                    .map(|line| {
                        let place = line.spots().iter().position(|other| other == spot).unwrap();
                        let length = line.spots().len() as usize;
                        let pattern = pattern_of(line, sides) - FIRST[length] as usize;
                        FIRST_MARKED[length] as usize + place * 3_usize.pow(length as u32) + pattern
                    })
                    .collect();
                let mut found = marks;
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found.as_slice(), expected, "{spot}");
                for mark in marks {
                    assert_ne!(shared_mark(mark), 0);
                    assert_eq!(shared_mark(shared_mark(mark)), shared_mark(mark));
                }
            }
        }
    }

    #[test]
    fn a_vacant_spot_has_no_mark_of_its_own() {
        let vacant = (0..MARKED).filter(|&mark| shared_mark(mark) == 0).count();
        assert_eq!(vacant, MARKED / 3);
    }

    #[test]
    fn mirrored_twice_is_the_same() {
        for pattern in 0..PATTERNS {
            assert_eq!(mirrored(mirrored(pattern)), pattern);
        }
        // Own piece at one end of a line of seven, the opponent's next to it.
        let first = FIRST[7] as usize;
        assert_eq!(mirrored(first + 1 + 2 * 3), first + 729 + 2 * 243);
    }
}
