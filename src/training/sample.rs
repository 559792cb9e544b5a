//! A sample: a position, what a search thought of it, and how the game ended, in 24 bytes.
//!
//! ```text
//! word  bits    holds
//! 0      0-36   White's spots           1   0-36   Black's spots
//!       37-41   White's reserve            37-52   score, two's complement
//!       42-46   Black's reserve            53-61   turn number; 511 also for later ones
//!       47-48   White's phase              62-63   0
//!       49-50   Black's phase
//!          51   side to move            2   0-36   the GIPF-pieces' spots
//!       52-53   variant                    37-63   game, lowest 27 bits
//!       54-55   result
//!       56-60   game, highest 5 bits
//!          61   whether the best turn takes something
//!       62-63   0
//! ```
//!
//! Spots are numbered by column, b to h, and in a column from the lowest up. Words are little-endian.

use crate::board::Bitboard;
use crate::rules::{Color, Phase, Position, PositionError, Setup, Variant};
use crate::search::Score;

/// A position with the score of a search and the result of the game, as the evaluation is fitted to.
///
/// Every sample holds a position that the rules allow.
///
/// ```
/// use gipfel::rules::{Position, Variant};
/// use gipfel::search::Score;
/// use gipfel::training::{Sample, Wdl};
/// let position = Position::start(Variant::Standard);
/// let sample = Sample::new(&position, Score::centipawns(35), Wdl::Win, 7);
/// assert_eq!(sample.position(), position);
/// assert_eq!((sample.score(), sample.result(), sample.game()), (35, Wdl::Win, 7));
/// assert_eq!(Sample::from_bytes(sample.to_bytes()), Ok(sample));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sample([u64; 3]);

/// How the game ended, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// All, from the worst to the best.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The points: 0, ½ or 1.
    #[must_use]
    pub const fn points(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }

    /// The word for it: `loss`, `draw` or `win`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

/// Why 24 bytes are no sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// Bits that must be zero are not.
    #[error("bits that must be zero are set")]
    Unused,
    /// A phase, variant or result that there is not.
    #[error("there is no {field} {value}")]
    Value {
        /// What it is.
        field: &'static str,
        /// Its number.
        value: u64,
    },
    /// A score beyond a win or loss at once.
    #[error("a score of {0}, beyond ±32000")]
    Score(i16),
    /// The rules do not allow the position.
    #[error("no position: {0}")]
    Position(#[from] PositionError),
}

const PHASES: [Phase; 3] = [Phase::NothingEntered, Phase::MayEnterGipf, Phase::NoGipf];
const SPOTS: u64 = (1 << 37) - 1;
const GAME_LOW: u32 = 27;
const CAPTURES: u32 = 61;

impl Sample {
    /// The size of a sample in a file, in bytes.
    pub const BYTES: usize = 24;
    /// The last turn number that is told; later turns have it too.
    pub const LAST_TURN: u16 = 511;

    /// A sample of this position. The score and the result are from the side of the player whose turn it is.
    #[must_use]
    pub fn new(position: &Position, score: Score, result: Wdl, game: u32) -> Self {
        let setup = position.setup();
        let [white, black] = setup.colors.map(pack);
        let game = u64::from(game);
        let first = white
            | u64::from(setup.reserve[0]) << 37
            | u64::from(setup.reserve[1]) << 42
            | (setup.phase[0] as u64) << 47
            | (setup.phase[1] as u64) << 49
            | (setup.side as u64) << 51
            | (setup.variant as u64) << 52
            | (result as u64) << 54
            | (game >> GAME_LOW) << 56;
        // Every score fits: those of wins at once are ±32,000.
        let score = u64::from(score.value() as u16);
        let turn = u64::from(setup.turn_number.min(Self::LAST_TURN));
        Self([first, black | score << 37 | turn << 53, pack(setup.gipf) | game << 37])
    }

    /// The sample behind bytes, as [`Sample::to_bytes`] gives them.
    ///
    /// # Errors
    ///
    /// Says what is wrong with them.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, SampleError> {
        let (words, _) = bytes.as_chunks::<8>();
        let mut sample = Self([0; 3]);
        for (word, bytes) in sample.0.iter_mut().zip(words) {
            *word = u64::from_le_bytes(*bytes);
        }
        sample.check()?;
        Ok(sample)
    }

    fn check(&self) -> Result<(), SampleError> {
        if self.0[0] >> 62 != 0 || self.0[1] >> 62 != 0 {
            return Err(SampleError::Unused);
        }
        for (field, at) in [("phase", 47), ("phase", 49), ("variant", 52), ("result", 54)] {
            let value = self.0[0] >> at & 3;
            if value > 2 {
                return Err(SampleError::Value { field, value });
            }
        }
        if i32::from(self.score()).abs() > Score::WIN.value() {
            return Err(SampleError::Score(self.score()));
        }
        self.setup().build()?;
        Ok(())
    }

    /// The bytes in a file.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The parts of the position; faster to have than the position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let [first, second, third] = self.0;
        Setup {
            colors: [unpack(first), unpack(second)],
            gipf: unpack(third),
            reserve: [(first >> 37 & 31) as u8, (first >> 42 & 31) as u8],
            phase: [PHASES[(first >> 47 & 3) as usize % 3], PHASES[(first >> 49 & 3) as usize % 3]],
            side: Color::ALL[(first >> 51 & 1) as usize],
            variant: self.variant(),
            turn_number: (second >> 53 & 511) as u16,
        }
    }

    /// The position. What was captured is counted as in a position that is read from its text.
    #[must_use]
    pub fn position(&self) -> Position {
        self.setup().build().unwrap_or_else(|_| unreachable!("a sample holds a position that the rules allow"))
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        Variant::ALL[(self.0[0] >> 52 & 3) as usize % 3]
    }

    /// The score from the mover's side: centipawns, or beyond ±31,000 a win or loss as [`Score::value`] has it.
    #[must_use]
    pub const fn score(&self) -> i16 {
        (self.0[1] >> 37) as i16
    }

    /// Whether the search has proven a win or loss.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        is_proven(self.score())
    }

    /// The result of the game, from the mover's side.
    #[must_use]
    pub const fn result(&self) -> Wdl {
        Wdl::ALL[(self.0[0] >> 54 & 3) as usize % 3]
    }

    /// A number that is the same for all samples of a game. Two games of different runs share one by chance only: 1 in
    /// 2³².
    #[must_use]
    pub const fn game(&self) -> u32 {
        ((self.0[0] >> 56 & 31) << GAME_LOW | self.0[2] >> 37) as u32
    }

    /// The same sample, where the best turn takes something.
    #[must_use]
    pub const fn capturing(mut self) -> Self {
        self.0[0] |= 1 << CAPTURES;
        self
    }

    /// Whether the best turn that the search found takes something.
    #[must_use]
    pub const fn is_capturing(&self) -> bool {
        self.0[0] >> CAPTURES & 1 != 0
    }

    /// The number of the turn to be played, 1 to 511; 511 also for later ones.
    #[must_use]
    pub const fn turn_number(&self) -> u16 {
        (self.0[1] >> 53 & 511) as u16
    }

    /// A hash of the position that is the same for its twelve images under the symmetries of the board, whatever the
    /// score, the result and the turn number. Positions with the same are called duplicates.
    #[must_use]
    pub fn symmetric_hash(&self) -> u64 {
        symmetric_hash(&self.position())
    }
}

/// Whether a score is a proven win or loss.
pub(super) fn is_proven(score: i16) -> bool {
    i32::from(score).abs() > Score::WIN.value() - Score::MAX_PLY as i32
}

/// As [`Sample::symmetric_hash`].
pub(super) fn symmetric_hash(position: &Position) -> u64 {
    let (canonical, _) = position.canonical();
    canonical.hash() ^ (position.variant() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Where a column begins among the bits of a [`Bitboard`], its spots, and where it begins among the 37.
#[derive(Clone, Copy)]
struct Column {
    from: u32,
    mask: u64,
    to: u32,
}

const COLUMNS: [Column; 7] = {
    let mut columns = [Column { from: 0, mask: 0, to: 0 }; 7];
    let (mut i, mut to) = (0, 0);
    while i < 7 {
        let bits = Bitboard::BOARD.bits() >> (8 * i) & 0xFF;
        let mask = (1 << bits.count_ones()) - 1;
        assert!(bits == mask << bits.trailing_zeros(), "a column has no gap");
        columns[i] = Column { from: 8 * i as u32 + bits.trailing_zeros(), mask, to };
        to += bits.count_ones();
        i += 1;
    }
    assert!(to == 37, "the columns are the board");
    columns
};

/// A set of spots in 37 bits.
fn pack(set: Bitboard) -> u64 {
    COLUMNS.iter().fold(0, |packed, column| packed | (set.bits() >> column.from & column.mask) << column.to)
}

/// The set behind the lowest 37 bits.
fn unpack(word: u64) -> Bitboard {
    let packed = word & SPOTS;
    let bits = COLUMNS.iter().fold(0, |bits, column| bits | (packed >> column.to & column.mask) << column.from);
    Bitboard::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings::random_turn;
    use crate::board::Symmetry;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A position that games reach, of any variant.
    fn positions() -> impl Strategy<Value = Position> {
        (0..3_usize, 0..60_usize, any::<u64>()).prop_map(|(variant, plies, seed)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::start(Variant::ALL[variant]);
            for _ in 0..plies {
                match random_turn(&position, &mut rng) {
                    Some(turn) => position = position.play(turn),
                    None => break,
                }
            }
            position
        })
    }

    fn samples() -> impl Strategy<Value = (Position, Score, Wdl, u32, Sample)> {
        let scores = prop_oneof![
            (-31_000..31_000_i32).prop_map(Score::centipawns),
            (0..=Score::MAX_PLY).prop_map(Score::win_in),
            (0..=Score::MAX_PLY).prop_map(Score::loss_in),
        ];
        (positions(), scores, 0..3_usize, any::<u32>()).prop_map(|(position, score, result, game)| {
            let result = Wdl::ALL[result];
            (position, score, result, game, Sample::new(&position, score, result, game))
        })
    }

    proptest! {
        #[test]
        fn what_goes_in_comes_out((position, score, result, game, sample) in samples()) {
            prop_assert_eq!(sample.position(), position);
            prop_assert_eq!(sample.setup(), position.setup());
            prop_assert_eq!(i32::from(sample.score()), score.value());
            prop_assert_eq!((sample.result(), sample.game()), (result, game));
            prop_assert_eq!((sample.variant(), sample.turn_number()), (position.variant(), position.turn_number()));
            prop_assert_eq!(Sample::from_bytes(sample.to_bytes()), Ok(sample));
            prop_assert!(!sample.is_capturing());
            let capturing = sample.capturing();
            prop_assert!(capturing.is_capturing() && capturing.position() == position && capturing.game() == game);
            prop_assert_eq!(Sample::from_bytes(capturing.to_bytes()), Ok(capturing));
        }

        #[test]
        fn images_have_one_hash((position, _, _, _, sample) in samples(), image in 0..12_usize) {
            let image = position.transformed(Symmetry::ALL[image]);
            prop_assert_eq!(Sample::new(&image, Score::DRAW, Wdl::Draw, 1).symmetric_hash(), sample.symmetric_hash());
        }

        #[test]
        fn any_bytes_are_a_sample_or_refused(bytes in any::<[u8; Sample::BYTES]>(), (_, _, _, _, sample) in samples(), bit in 0..192_usize) {
            let mut near = sample.to_bytes();
            near[bit / 8] ^= 1 << (bit % 8);
            for bytes in [bytes, near] {
                if let Ok(sample) = Sample::from_bytes(bytes) {
                    prop_assert_eq!(sample.to_bytes(), bytes);
                    prop_assert_eq!(sample.position().setup(), sample.setup());
                }
            }
        }
    }

    #[test]
    fn variants_and_sides_are_told_apart() {
        // The same board and reserves, whoever is to move and whatever is played.
        let [basic, standard] = [Variant::Basic, Variant::Standard].map(|variant| {
            let setup = Setup { variant, gipf: Bitboard::EMPTY, ..Position::start(Variant::Basic).setup() };
            [Color::White, Color::Black].map(|side| symmetric_hash(&Setup { side, ..setup }.build().unwrap()))
        });
        assert_ne!(basic[0], standard[0]);
        assert_ne!(basic[0], basic[1]);
    }

    #[test]
    fn late_turns_have_one_number() {
        let setup = |turn_number| Setup { turn_number, ..Position::start(Variant::Basic).setup() }.build().unwrap();
        let turn = |number| Sample::new(&setup(number), Score::DRAW, Wdl::Draw, 0).turn_number();
        assert_eq!([1, 510, 511, 512, u16::MAX].map(turn), [1, 510, 511, 511, 511]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = Sample::new(&Position::start(Variant::Basic), Score::DRAW, Wdl::Draw, 0);
        let with = |word: usize, change: fn(u64) -> u64| {
            let mut sample = good;
            sample.0[word] = change(sample.0[word]);
            Sample::from_bytes(sample.to_bytes()).unwrap_err()
        };
        assert_eq!(with(0, |word| word | 1 << 62), SampleError::Unused);
        assert_eq!(with(1, |word| word | 1 << 63), SampleError::Unused);
        assert_eq!(with(0, |word| word | 3 << 52), SampleError::Value { field: "variant", value: 3 });
        assert_eq!(with(1, |word| word | 0x7FFF << 37), SampleError::Score(32767));
        assert_eq!(with(1, |word| word & !(511 << 53)), SampleError::Position(PositionError::TurnNumber));
        assert!(matches!(with(2, |word| word | SPOTS), SampleError::Position(PositionError::GipfWithoutPiece(_))));
    }
}
