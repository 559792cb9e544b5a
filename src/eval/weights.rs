//! The weights of the plain evaluation.

use crate::rules::Variant;

/// What each thing counts, in hundredths of a basic piece.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A basic piece in play, on the board or in the reserve; a GIPF-piece is two. So a captured piece costs this much.
    pub piece: i32,
    /// The right to move.
    pub tempo: i32,
    /// Pieces in the reserve, 0 to 7: whoever has few must soon clear or lose.
    pub small_reserve: [i32; 8],
    /// Each further piece in the reserve.
    pub reserve_piece: i32,
    /// GIPF-pieces on the board, 0 to 9, beyond what they count as pieces; with the last one the game is lost.
    pub gipf_pieces: [i32; 10],
    /// The right to enter GIPF-pieces.
    pub may_enter_gipf: i32,
    /// A piece on the centre spot, on the ring around it, and on the next.
    pub ring: [i32; 3],
    /// A spot where one more piece would complete a row.
    pub threat: i32,
}

/// What a basic piece costs in all weights in use.
pub const PIECE: i32 = 100;

impl Weights {
    /// Set by hand, and in use for `basic` and `tournament`, where those that were fitted lose to them: tuning/README.md.
    pub const BY_HAND: Self = Self {
        piece: PIECE,
        tempo: 8,
        small_reserve: [-160, -90, -55, -35, -22, -14, -8, -4],
        reserve_piece: 2,
        gipf_pieces: [0, -140, -40, 0, 20, 30, 35, 40, 40, 40],
        may_enter_gipf: 15,
        ring: [14, 10, 5],
        threat: 7,
    };

    /// Fitted to positions of `standard` by `examples/fit_plain.rs`, and in use there.
    pub const STANDARD: Self = Self {
        piece: PIECE,
        tempo: 14,
        small_reserve: [-1101, -77, -35, -15, -3, 2, 4, 3],
        reserve_piece: -5,
        gipf_pieces: [0, -42, -18, -16, 22, 14, 5, 8, -5, 55],
        may_enter_gipf: 23,
        ring: [32, 25, 12],
        threat: 16,
    };

    /// The weights in use for a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        match variant {
            Variant::Basic | Variant::Tournament => Self::BY_HAND,
            Variant::Standard => Self::STANDARD,
        }
    }

    /// How many numbers they are.
    pub const COUNT: usize = 26;

    /// All in one row, in the order of the fields.
    #[must_use]
    pub fn to_array(&self) -> [i32; Self::COUNT] {
        let mut all = [0; Self::COUNT];
        let Self { piece, tempo, small_reserve, reserve_piece, gipf_pieces, may_enter_gipf, ring, threat } = self;
        let fields: [&[i32]; 8] =
            [&[*piece], &[*tempo], small_reserve, &[*reserve_piece], gipf_pieces, &[*may_enter_gipf], ring, &[*threat]];
        all.iter_mut().zip(fields.into_iter().flatten()).for_each(|(place, weight)| *place = *weight);
        all
    }

    /// The opposite of [`Weights::to_array`].
    #[must_use]
    pub fn from_array(all: [i32; Self::COUNT]) -> Self {
        let [piece, tempo, rest @ ..] = all;
        let [a, b, c, d, e, f, g, h, reserve_piece, rest @ ..] = rest;
        let [i, j, k, l, m, n, o, p, q, r, may_enter_gipf, centre, inner, outer, threat] = rest;
        Self {
            piece,
            tempo,
            small_reserve: [a, b, c, d, e, f, g, h],
            reserve_piece,
            gipf_pieces: [i, j, k, l, m, n, o, p, q, r],
            may_enter_gipf,
            ring: [centre, inner, outer],
            threat,
        }
    }

    /// What a reserve of this many pieces counts.
    #[inline]
    pub(crate) fn reserve(&self, pieces: i32) -> i32 {
        match self.small_reserve.get(pieces as usize) {
            Some(&value) => value,
            None => (pieces - self.small_reserve.len() as i32) * self.reserve_piece,
        }
    }
}
