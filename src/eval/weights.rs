//! The weights of the plain evaluation.

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
    /// A row of the opponent that he will clear at his turn.
    pub waiting_row: i32,
}

/// The weights in use, set by hand.
pub const WEIGHTS: Weights = Weights {
    piece: 100,
    tempo: 8,
    small_reserve: [-160, -90, -55, -35, -22, -14, -8, -4],
    reserve_piece: 2,
    gipf_pieces: [0, -140, -40, 0, 20, 30, 35, 40, 40, 40],
    may_enter_gipf: 15,
    ring: [14, 10, 5],
    threat: 7,
    waiting_row: 60,
};

impl Weights {
    /// What a reserve of this many pieces counts.
    #[inline]
    pub(crate) fn reserve(&self, pieces: i32) -> i32 {
        match self.small_reserve.get(pieces as usize) {
            Some(&value) => value,
            None => (pieces - self.small_reserve.len() as i32) * self.reserve_piece,
        }
    }
}
