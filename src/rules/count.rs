//! Counting legal turns without making each of them.

use super::clearing::count_clearings;
use super::entering::{Push, completing, count_entries, each_rowing_slot, each_slot, entry_in_slot, filling_spots};
use super::piece::{Color, PieceKind};
use super::position::Position;
use crate::board::{Bitboard, Entry};

impl Position {
    /// The number of legal turns.
    #[must_use]
    #[inline]
    pub fn count_turns(&self) -> u64 {
        if self.ends_after_clearing() {
            return 0;
        }
        self.count_turns_from(&completing(self.pieces(self.side())))
    }

    /// The number of legal turns, where the game is not over by the loss of GIPF-pieces.
    #[inline]
    fn count_turns_from(&self, completing: &[u64; 3]) -> u64 {
        if self.has_row_among(completing) {
            return self.clearings().map(|before| self.count_turns_after(before)).sum();
        }
        self.count_entering_turns(completing)
    }

    /// The number of turns that begin with this clearing.
    fn count_turns_after(&self, before: Bitboard) -> u64 {
        let cleared = self.cleared(before);
        if !before.is_empty() && cleared.ends_after_clearing() {
            return 1;
        }
        let completing = completing(cleared.pieces(self.side()));
        if cleared.has_row_among(&completing) {
            return cleared.count_entering_turns_with_kept_rows(&completing);
        }
        cleared.count_entering_turns(&completing)
    }

    /// Whether the mover has a row: exactly where spots of his own would complete one.
    #[inline]
    fn has_row_among(&self, completing: &[u64; 3]) -> bool {
        (completing[0] | completing[1] | completing[2]) & self.pieces(self.side()).bits() != 0
    }

    /// The number of ways to go on with an entry, where the mover has no row.
    #[inline(always)]
    fn count_entering_turns(&self, completing: &[u64; 3]) -> u64 {
        let kinds = self.count_kinds(self.side());
        let count = u64::from(count_entries(self.occupied())) * kinds;
        // Each entry that completes a row leaves, before it, a spot where a fourth piece would do so.
        let any = (completing[0] | completing[1] | completing[2]) & Bitboard::BOARD.bits();
        if any == 0 || kinds == 0 { count } else { count + self.count_further_clearings(completing, kinds) }
    }

    /// By how much the clearings after entries that complete a row outnumber those entries.
    fn count_further_clearings(&self, completing: &[u64; 3], kinds: u64) -> u64 {
        let mut further = 0;
        each_rowing_slot(self.pieces(self.side()), self.occupied(), completing, |slot, rowing| {
            for first in rowing {
                further += self.count_clearings_after(entry_in_slot(slot, first)) - kinds;
            }
        });
        further
    }

    fn count_entering_turns_with_kept_rows(&self, completing: &[u64; 3]) -> u64 {
        let mut count = 0;
        each_rowing_slot(self.pieces(self.side()), self.occupied(), completing, |slot, rowing| {
            count += rowing.iter().map(|first| self.count_clearings_after(entry_in_slot(slot, first))).sum::<u64>();
        });
        count
    }

    /// The number of clearings after an entry, for all kinds of piece that may enter.
    #[inline]
    fn count_clearings_after(&self, entry: Entry) -> u64 {
        let push = Push::new(entry, self.occupied());
        let own = push.moved(self.pieces(self.side())) | push.first();
        let occupied = push.moved(self.occupied()) | push.first();
        let gipf = push.moved(self.gipf_pieces());
        let mut count = 0;
        if self.may_enter(PieceKind::Basic) {
            count += count_clearings(own, occupied, gipf);
        }
        if self.may_enter(PieceKind::Gipf) {
            count += count_clearings(own, occupied, gipf | push.first());
        }
        count
    }

    /// How many kinds of piece a player could enter now: 0 to 2.
    #[inline(always)]
    fn count_kinds(&self, color: Color) -> u64 {
        [PieceKind::Basic, PieceKind::Gipf].into_iter().map(|kind| u64::from(self.could_enter(color, kind))).sum()
    }

    /// The number of sequences of two legal turns.
    ///
    /// After an entry that takes nothing, one more spot is occupied, and what the other player can do differs from one such
    /// entry to the next only by that spot and by how his own pieces were pushed. So his entries need not be counted anew.
    pub(super) fn count_turn_pairs(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let side = self.side();
        let own_completing = completing(self.pieces(side));
        if self.has_row_among(&own_completing) {
            return self.turns().map(|turn| self.play_unhashed(turn).count_turns()).sum();
        }
        let (own, other, occupied) = (self.pieces(side), self.pieces(!side), self.occupied());
        let kinds = [PieceKind::Basic, PieceKind::Gipf].into_iter().filter(|&kind| self.may_enter(kind));
        let (own_kinds, other_kinds) = (self.count_kinds(side), self.count_kinds(!side));
        let entries = u64::from(count_entries(occupied));
        let filling = filling_spots(occupied);
        let other_completing = completing(other);
        let mut count = 0;
        each_slot(own, occupied, &own_completing, |slot, plain, rowing| {
            for first in plain {
                let entry = entry_in_slot(slot, first);
                // Onto a vacant spot nothing is pushed.
                let (pushed, filled) = if slot == 0 {
                    (other, first.into())
                } else {
                    let push = Push::new(entry, occupied);
                    (push.moved(other), push.vacant())
                };
                let completing = if pushed == other { other_completing } else { completing(pushed) };
                let any = (completing[0] | completing[1] | completing[2]) & Bitboard::BOARD.bits();
                if any == 0 {
                    count += own_kinds * other_kinds * entries.wrapping_add(filling.more_entries(filled));
                } else {
                    let played = kinds.clone().map(|kind| self.entered::<false>(entry, kind).passed());
                    count += played.map(|position| position.count_turns_from(&completing)).sum::<u64>();
                }
            }
            for first in rowing {
                for kind in kinds.clone() {
                    let entered = self.entered::<false>(entry_in_slot(slot, first), kind);
                    count +=
                        entered.clearings().map(|taken| entered.cleared(taken).passed().count_turns()).sum::<u64>();
                }
            }
        });
        count
    }
}
