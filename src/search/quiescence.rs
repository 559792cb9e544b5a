//! Quiescence: beyond the last ply, only turns that complete a row and capture something are searched.

use super::node::Window;
use super::ordering::Picker;
use super::worker::{MAX_PLY, Worker};
use crate::eval::{WEIGHTS, evaluate};
use crate::rules::Position;

/// What a turn may win beyond the pieces that it captures.
const MARGIN: i32 = 150;

/// How many clearings of waiting rows are compared for the static value.
const CLEARINGS_COMPARED: usize = 64;

impl Worker<'_> {
    /// The score of a position that is not finished or drawn, when its side may be content with the static value.
    pub fn quiescence(&mut self, position: &Position, window: Window, ply: usize) -> i32 {
        self.frames[ply].pv.clear();
        self.seldepth = self.seldepth.max(ply);
        let value = static_value(position);
        let quiet = position.completing_spots(position.side()).is_empty() && !position.has_row(position.side());
        if value >= window.beta || quiet || ply >= MAX_PLY {
            return value;
        }
        // Turns that capture too few pieces to reach alpha are not looked at.
        let missing = (window.alpha - value - MARGIN).div_euclid(WEIGHTS.piece) + 1;
        self.captures(position, value, missing.clamp(1, 255) as u8, window, ply)
    }

    /// Searches the turns that capture at least so many pieces; `best` is had without them.
    pub fn captures(&mut self, position: &Position, mut best: i32, least: u8, window: Window, ply: usize) -> i32 {
        let Window { mut alpha, beta } = window;
        alpha = alpha.max(best);
        let mut picker = Picker::capturing(position, least, std::mem::take(&mut self.frames[ply].chunk));
        while let Some(turn) = picker.next(position, self.history, &self.frames[ply].killers) {
            self.count_node();
            let next = position.play(turn);
            let score = match self.terminal(&next, ply + 1) {
                Some(score) => {
                    self.frames[ply + 1].pv.clear();
                    -score
                }
                None => -self.quiescence(&next, Window { alpha, beta }.flipped(), ply + 1),
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    self.extend_pv(turn, ply);
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].chunk = picker.finish();
        best
    }
}

/// The static value; where rows of the mover wait, the best that clearing them gives.
fn static_value(position: &Position) -> i32 {
    if !position.has_row(position.side()) {
        return evaluate(position);
    }
    let cleared = position.clearings().take(CLEARINGS_COMPARED).map(|taken| evaluate(&position.cleared(taken)));
    cleared.max().unwrap_or_else(|| evaluate(position))
}
