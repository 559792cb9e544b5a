//! The draws that can be claimed on the way through the tree.

use crate::rules::{Claims, Game};

/// The hashes of all positions from the start of the game to the current node.
#[derive(Debug)]
pub(super) struct Repetitions {
    claims: Claims,
    hashes: Vec<u64>,
    /// Where the search's own positions begin; the root is the first.
    root: usize,
    /// Mixed into the key of every position: scores that were found when other positions were one visit from a draw do not
    /// hold.
    salt: u64,
    /// How many hashes fall on each slot: most positions are seen to be new by this alone.
    slots: Box<[u16; SLOTS]>,
}

const SLOTS: usize = 4096;

/// Positions at most this many turns before the limit of turns are kept apart in the transposition table.
const NEAR_LIMIT: usize = 256;

impl Repetitions {
    pub fn new(game: &Game, claims: Claims) -> Self {
        let mut repetitions =
            Self { claims, hashes: Vec::new(), root: 0, salt: fingerprint(game, claims), slots: Box::new([0; SLOTS]) };
        for &hash in game.previous_hashes() {
            repetitions.push(hash);
        }
        repetitions.root = repetitions.hashes.len();
        repetitions
    }

    pub fn push(&mut self, hash: u64) {
        self.slots[hash as usize % SLOTS] += 1;
        self.hashes.push(hash);
    }

    pub fn pop(&mut self) {
        if let Some(hash) = self.hashes.pop() {
            self.slots[hash as usize % SLOTS] -= 1;
        }
    }

    /// Whether a position, reached after those pushed so far, is drawn.
    ///
    /// Within the tree the second time counts as a draw already: whoever can win need not repeat, so no win is lost by
    /// it. What the game has seen must come for the third time.
    pub fn is_draw(&self, hash: u64) -> bool {
        if self.claims.turn_limit > 0 && self.hashes.len() >= self.claims.turn_limit as usize {
            return true;
        }
        if !self.claims.repetition || self.slots[hash as usize % SLOTS] == 0 {
            return false;
        }
        let (game, tree) = self.hashes.split_at(self.root);
        tree.contains(&hash) || game.iter().filter(|&&earlier| earlier == hash).count() >= 2
    }

    /// What to mix into the key of a position here, so that scores do not reach over the limit of turns, near which what can
    /// still be won depends on the turns that are left, nor from one game to another with other repetitions.
    pub fn key_salt(&self) -> u64 {
        if self.claims.turn_limit == 0 {
            return self.salt;
        }
        let left = (self.claims.turn_limit as usize).saturating_sub(self.hashes.len());
        if left >= NEAR_LIMIT { self.salt } else { self.salt ^ (left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) }
    }
}

/// A number for the game's positions that one more visit would draw. Scores found with others of these do not hold.
fn fingerprint(game: &Game, claims: Claims) -> u64 {
    if !claims.repetition {
        return 1 << 63 | 1;
    }
    let mut hashes: Vec<u64> = game.previous_hashes().to_vec();
    hashes.push(game.position().hash());
    hashes.sort_unstable();
    let twice = hashes.chunk_by(|a, b| a == b).filter(|run| run.len() >= 2);
    twice.fold(0, |sum: u64, run| sum.wrapping_add(run.first().map_or(0, |hash| hash | 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    fn after(hashes: &[u64], claims: Claims) -> Repetitions {
        let mut repetitions = Repetitions::new(&Game::new(Position::start(Variant::Basic)), claims);
        for &hash in hashes {
            repetitions.push(hash);
        }
        repetitions
    }

    #[test]
    fn twice_in_the_tree_or_thrice_in_the_game() {
        let mut repetitions = after(&[5, 6, 5, 7], Claims { repetition: true, turn_limit: 0 });
        assert!(repetitions.is_draw(6) && repetitions.is_draw(5) && !repetitions.is_draw(8));
        repetitions.root = 4;
        assert!(!repetitions.is_draw(6) && repetitions.is_draw(5));
        repetitions.pop();
        assert!(!repetitions.is_draw(7));
    }

    #[test]
    fn turn_limit_and_switches() {
        assert!(after(&[1, 2], Claims { repetition: false, turn_limit: 2 }).is_draw(9));
        assert!(!after(&[1], Claims { repetition: false, turn_limit: 2 }).is_draw(9));
        assert!(!after(&[9, 9, 9], Claims::NONE).is_draw(9));
        assert_eq!(after(&[1], Claims { repetition: true, turn_limit: 400 }).key_salt(), 0);
        assert_ne!(after(&[1], Claims::NONE).key_salt(), 0);
        let near = |n: u32| after(&[1], Claims { repetition: true, turn_limit: n }).key_salt();
        assert_ne!(near(20), near(21));
    }
}
