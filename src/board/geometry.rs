//! The coordinates of the board, and the tables of its lines and entries, all computed at compile time.
//!
//! Coordinates: `x` is the column counted from `e` (−4 to 4), `s` the *skewed* number of a point: its number in the
//! column, plus `x` right of `e`. In these, each of the six directions is the same step everywhere on the board.

use super::direction::Direction;

/// The bits of the 37 spots.
pub(super) const BOARD_BITS: u64 = {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 56 {
        let (x, s) = coordinates(bit);
        if is_spot(x, s) {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
};

/// The bits of the spots where lines begin.
pub(super) const RIM_BITS: u64 = {
    let mut bits = 0;
    let mut direction = 0;
    while direction < 6 {
        bits |= FIRST_SPOTS[direction];
        direction += 1;
    }
    bits
};

/// The bits of the spots where three lines begin.
pub(super) const CORNER_BITS: u64 = {
    let mut bits = 0;
    let mut bit = 0;
    while bit < 56 {
        let mut entries = 0;
        let mut direction = 0;
        while direction < 6 {
            entries += FIRST_SPOTS[direction] >> bit & 1;
            direction += 1;
        }
        if entries == 3 {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
};

/// For each direction, the seven spots on which its entries begin.
pub(super) const FIRST_SPOTS: [u64; 6] = {
    let mut table = [0; 6];
    let mut direction = 0;
    while direction < 6 {
        let back = Direction::ALL[direction].opposite();
        table[direction] = BOARD_BITS & !Direction::ALL[direction].shift(BOARD_BITS);
        // A spot has a neighbour behind it or is a first spot; nothing else.
        assert!(table[direction].count_ones() == 7 && back.shift(table[direction]) & BOARD_BITS == 0);
        direction += 1;
    }
    table
};

/// For each direction and length 4 to 7, the first spots of the lines of that length.
pub(super) const FIRST_SPOTS_BY_LENGTH: [[u64; 4]; 6] = {
    let mut table = [[0; 4]; 6];
    let mut entry = 0;
    while entry < 42 {
        let first = ENTRY_FIRST[entry];
        let length = LINE_THROUGH[entry / 7 % 3][first as usize].count_ones() as usize;
        table[entry / 7][length - 4] |= 1 << first;
        entry += 1;
    }
    table
};

/// For each axis and bit, the bits of the line through that spot.
pub(super) const LINE_THROUGH: [[u64; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut axis = 0;
    while axis < 3 {
        let forward = Direction::ALL[axis];
        let mut bit = 0;
        while bit < 56 {
            let mut line = (1 << bit) & BOARD_BITS;
            let mut steps = 0;
            while steps < 6 {
                line |= (forward.shift(line) | forward.opposite().shift(line)) & BOARD_BITS;
                steps += 1;
            }
            table[axis][bit] = line;
            bit += 1;
        }
        axis += 1;
    }
    table
};

/// The first spot of each entry, seven for each direction in the order of their bits.
pub(super) const ENTRY_FIRST: [u8; 42] = {
    let mut table = [0; 42];
    let mut direction = 0;
    while direction < 6 {
        let mut left = FIRST_SPOTS[direction];
        let mut i = 0;
        while left != 0 {
            table[direction * 7 + i] = left.trailing_zeros() as u8;
            left &= left - 1;
            i += 1;
        }
        direction += 1;
    }
    table
};

/// For each direction and bit, the entry that begins on that spot; 255 where there is none.
pub(super) const ENTRY_AT: [[u8; 64]; 6] = {
    let mut table = [[255; 64]; 6];
    let mut entry = 0;
    while entry < 42 {
        table[entry / 7][ENTRY_FIRST[entry] as usize] = entry as u8;
        entry += 1;
    }
    table
};

/// For each axis and bit, the index of the line through that spot.
pub(super) const LINE_INDEX: [[u8; 64]; 3] = {
    let mut table = [[0; 64]; 3];
    let mut line = 0;
    while line < 21 {
        let mut bit = 0;
        while bit < 56 {
            if LINE_THROUGH[line / 7][ENTRY_FIRST[line] as usize] >> bit & 1 != 0 {
                table[line / 7][bit] = line as u8;
            }
            bit += 1;
        }
        line += 1;
    }
    table
};

/// For each bit, the lowest entry that begins on that spot; 255 where there is none.
pub(super) const ENTRY_ONTO: [u8; 64] = {
    let mut table = [255; 64];
    let mut entry = 42;
    while entry > 0 {
        entry -= 1;
        table[ENTRY_FIRST[entry] as usize] = entry as u8;
    }
    table
};

/// What pushing along an entry needs: the bits of its line and of its first spot, and its step as a rotation of the word,
/// which is a shift for pieces that stay on the board.
#[derive(Clone, Copy)]
pub(crate) struct Track {
    pub line: u64,
    pub first: u64,
    pub rotation: u32,
}

pub(super) const TRACKS: [Track; 42] = {
    let mut table = [Track { line: 0, first: 0, rotation: 0 }; 42];
    let mut entry = 0;
    while entry < 42 {
        let direction = Direction::ALL[entry / 7];
        let stride = direction.axis().stride();
        table[entry] = Track {
            line: LINE_THROUGH[entry / 7 % 3][ENTRY_FIRST[entry] as usize],
            first: 1 << ENTRY_FIRST[entry],
            rotation: if direction.is_forward() { stride } else { 64 - stride },
        };
        entry += 1;
    }
    table
};

pub(super) const fn coordinates(bit: u8) -> (i8, i8) {
    ((bit / 8) as i8 - 3, (bit % 8) as i8 + 2)
}

/// The number in its column of the point at (x, s).
pub(super) const fn number(x: i8, s: i8) -> i8 {
    if x > 0 { s - x } else { s }
}

pub(super) const fn skewed(x: i8, number: i8) -> i8 {
    if x > 0 { number + x } else { number }
}

pub(super) const fn is_spot(x: i8, s: i8) -> bool {
    let n = number(x, s);
    x.abs() <= 3 && n >= 2 && n <= 8 - x.abs()
}

/// The points in one column, dots included.
pub(super) const fn column_length(x: i8) -> i8 {
    9 - x.abs()
}
