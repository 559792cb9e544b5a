//! Quiescence: beyond the last ply, only turns that complete a row and capture something are searched.

use super::node::NodeKind;
use super::ordering::Picker;
use super::params;
use super::window::Window;
use super::worker::{MAX_PLY, Worker};
use crate::eval::PIECE;
use crate::rules::{Entering, Position, Threats};

impl Worker<'_> {
    /// The score of a position that is not finished or drawn, when its side may be content with the static value.
    pub fn quiescence<K: NodeKind>(
        &mut self,
        position: &Position,
        threats: &Threats,
        window: Window,
        ply: usize,
    ) -> i32 {
        if K::PV {
            self.frames[ply].pv.clear();
        }
        let value = self.static_value(position, threats);
        if value >= window.beta || threats.spots(position.side()).is_empty() || ply >= MAX_PLY {
            return value;
        }
        self.seldepth = self.seldepth.max(ply);
        // Turns that capture too few pieces to reach alpha are not looked at.
        let missing = (window.alpha - value - params::quiescence_margin()).div_euclid(PIECE) + 1;
        self.captures::<K>(position, threats, value, missing.clamp(1, 255) as u8, window, ply)
    }

    /// Searches the turns that capture at least so many pieces; `best` is had without them.
    pub fn captures<K: NodeKind>(
        &mut self,
        position: &Position,
        threats: &Threats,
        mut best: i32,
        least: u8,
        window: Window,
        ply: usize,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        alpha = alpha.max(best);
        let side = position.side();
        let lists = std::mem::take(&mut self.frames[ply].lists);
        let mut picker = Picker::capturing(position, threats, least, lists);
        while let Some((turn, _)) = picker.next(self.history.of(side)) {
            self.count_node();
            if self.stopped {
                break;
            }
            let next = position.play(turn);
            let score = match self.terminal(&next, ply + 1) {
                Some(score) => {
                    self.frames[ply + 1].pv.clear();
                    -score
                }
                None => {
                    let threats = Threats::new(&next);
                    -self.quiescence::<K>(&next, &threats, Window { alpha, beta }.flipped(), ply + 1)
                }
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    if K::PV {
                        self.extend_pv(turn, ply);
                    }
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].lists = picker.finish();
        best
    }

    /// The static value; where rows of the mover wait, the best that a likely clearing gives.
    pub fn static_value(&mut self, position: &Position, threats: &Threats) -> i32 {
        if !threats.has_row(position.side()) {
            return self.value_of(position, threats);
        }
        let evaluation = self.evaluation();
        self.values.of(position, || {
            let after = |entering: Entering| evaluation.evaluate(&entering.position, &entering.threats);
            let values = position.likely_enterings().map(after);
            values.max().unwrap_or_else(|| evaluation.evaluate(position, threats))
        })
    }
}
