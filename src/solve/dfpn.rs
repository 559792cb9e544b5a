//! Depth-first proof-number search: of all that is open, it always resolves next what brings a proof, or a refutation,
//! nearest.
//!
//! The question is whether the attacker wins within a number of plies. A position with so many plies to go is one node, and
//! each turn leaves fewer, so that no line comes back to a node: what is proven or refuted below one never depends on the
//! way that led there (the graph-history problem of proof-number search does not arise).
//!
//! Source: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). Where the subtrees of a
//! node share positions, as they do here, adding up their numbers overrates the work; instead the largest counts, and one
//! for each other: T. Ueda et al., "Weak proof-number search" (2008).

use super::last_turns::{is_in_reach, saving_turn, winning_turn};
use super::limits::End;
use super::numbers::{Number, Numbers};
use super::table::Table;
use super::watch::{Halt, Watch};
use crate::rules::{Color, Position, Turn};

/// A search for wins of one player.
pub(super) struct Search<'a> {
    pub table: &'a mut Table,
    pub watch: Watch<'a>,
    pub attacker: Color,
    /// How many more turns may be kept in the lists of the nodes that are open.
    pub room: usize,
    /// Whether a node was given up, as if refuted, since its turns need more room; then refutations do not hold.
    pub gave_up: bool,
    /// For each number of plies to go, the turn that decided last: it often does so again.
    killers: Vec<Option<Turn>>,
}

/// A turn of a node that is open; of turns that lead to one position, only one is kept.
struct Child {
    turn: Turn,
    key: u64,
    /// From the side of the player who chooses: what brings him nearer, and what the other needs.
    ours: Number,
    theirs: Number,
}

/// What a turn takes in the list of a node that is open.
pub(super) const BYTES_PER_TURN: usize = size_of::<Child>();

/// What a node's search has found.
pub(super) struct Found {
    pub numbers: Numbers,
    /// The turn by which the player to move reaches what he wants.
    pub turn: Option<Turn>,
}

/// Up to which numbers a node is searched, from the side of the player to move there.
#[derive(Clone, Copy)]
struct Thresholds {
    ours: Number,
    theirs: Number,
}

/// What the turns of a node amount to.
struct Summary {
    /// The most promising turn.
    best: usize,
    ours: Number,
    theirs: Number,
    /// The number of the second best.
    second: Number,
    /// How much of `theirs` comes from other turns than the best.
    others: Number,
}

impl<'a> Search<'a> {
    pub fn new(table: &'a mut Table, watch: Watch<'a>, attacker: Color, room: usize) -> Self {
        Self { table, watch, attacker, room, gave_up: false, killers: vec![None; usize::from(u8::MAX) + 1] }
    }

    /// The table's key of a position.
    pub fn key(&self, position: &Position) -> u64 {
        // The hash of a position does not tell its variant.
        let salt = (self.attacker as u64) << 2 | position.variant() as u64;
        position.hash() ^ (salt + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Whether the attacker wins within so many plies, in a position that is not finished.
    pub fn prove(&mut self, position: &Position, remaining: u8) -> Result<bool, Halt> {
        let known = self.evaluate(position, remaining)?;
        let numbers = if known.is_resolved() { known } else { self.resolve(position, remaining)?.numbers };
        let proven = numbers.proof == Number::ZERO;
        if self.gave_up {
            // What the table holds as refuted may not be.
            self.table.clear();
        }
        if self.gave_up && !proven { Err(Halt(End::Memory)) } else { Ok(proven) }
    }

    /// Searches until it is known whether the attacker wins within so many plies.
    pub fn resolve(&mut self, position: &Position, remaining: u8) -> Result<Found, Halt> {
        let all = Thresholds { ours: Number::INFINITE, theirs: Number::INFINITE };
        self.search(position, remaining, all)
    }

    /// Searches below a position until one of its numbers reaches its threshold.
    fn search(&mut self, position: &Position, remaining: u8, thresholds: Thresholds) -> Result<Found, Halt> {
        let before = self.watch.nodes;
        let Some(mut children) = self.children(position, remaining)? else {
            self.gave_up = true;
            return Ok(Found { numbers: Numbers::DISPROVEN, turn: None });
        };
        let taken = children.capacity().min(self.room);
        self.room -= taken;
        let found = self.search_children(position, remaining, thresholds, &mut children)?;
        self.room += taken;
        if found.turn.is_some() {
            self.killers[usize::from(remaining)] = found.turn;
        }
        self.table.store(self.key(position), remaining, found.numbers, self.watch.nodes - before);
        Ok(found)
    }

    fn search_children(
        &mut self,
        position: &Position,
        remaining: u8,
        thresholds: Thresholds,
        children: &mut [Child],
    ) -> Result<Found, Halt> {
        let attacks = position.side() == self.attacker;
        loop {
            let summary = summarize(children);
            let Summary { best, ours, theirs, second, others } = summary;
            if ours >= thresholds.ours || theirs >= thresholds.theirs || ours == Number::ZERO || theirs == Number::ZERO
            {
                let turn = (ours == Number::ZERO).then(|| children.get(best).map(|child| child.turn)).flatten();
                return Ok(Found { numbers: from_mover(attacks, ours, theirs), turn });
            }
            // What is ours is the other's at the next node, and the other way round.
            let below =
                Thresholds { ours: thresholds.theirs.minus(others), theirs: thresholds.ours.min(second.and_a_bit()) };
            let after = position.play(children[best].turn);
            let numbers = self.search(&after, remaining - 1, below)?.numbers;
            (children[best].ours, children[best].theirs) = to_mover(attacks, numbers);
        }
    }

    /// The turns of a position with what is known of them; only one, where it reaches what the player wants. `None` where
    /// there is no room for them.
    fn children(&mut self, position: &Position, remaining: u8) -> Result<Option<Vec<Child>>, Halt> {
        let Some(mut children) = self.different_turns(position)? else { return Ok(None) };
        if let Some(killer) = self.killers[usize::from(remaining)]
            && let Some(index) = children.iter().position(|child| child.turn == killer)
        {
            children.swap(0, index);
        }
        let attacks = position.side() == self.attacker;
        for index in 0..children.len() {
            self.watch.count_node()?;
            let numbers = self.evaluate(&position.play(children[index].turn), remaining - 1)?;
            let (ours, theirs) = to_mover(attacks, numbers);
            (children[index].ours, children[index].theirs) = (ours, theirs);
            if ours == Number::ZERO {
                children.swap(0, index);
                children.truncate(1);
                break;
            }
        }
        Ok(Some(children))
    }

    /// One turn for each position that can be reached; `None` where there is no room for them.
    fn different_turns(&mut self, position: &Position) -> Result<Option<Vec<Child>>, Halt> {
        let mut children = Vec::new();
        for turn in position.turns() {
            self.watch.tick()?;
            let key = self.key(&position.play(turn));
            children.push(Child { turn, key, ours: Number::INFINITE, theirs: Number::ZERO });
            if children.len() >= self.room {
                remove_duplicates(&mut children);
                if children.len() > self.room / 2 {
                    return Ok(None);
                }
            }
        }
        remove_duplicates(&mut children);
        Ok(Some(children))
    }

    /// What is known of a position before it is searched.
    fn evaluate(&mut self, position: &Position, remaining: u8) -> Result<Numbers, Halt> {
        if let Some(outcome) = position.outcome() {
            return Ok(Numbers::resolved(outcome.winner == self.attacker));
        }
        if !is_in_reach(position, self.attacker, remaining) {
            return Ok(Numbers::DISPROVEN);
        }
        if let Some(known) = self.table.probe(self.key(position), remaining) {
            return Ok(known);
        }
        if position.side() == self.attacker {
            if winning_turn(position, &mut self.watch)?.is_some() {
                return Ok(Numbers::PROVEN);
            }
            if remaining < 3 {
                return Ok(Numbers::DISPROVEN);
            }
        } else if remaining < 4 {
            let killer = self.killers[usize::from(remaining)];
            let saving = saving_turn(position, killer, &mut self.watch)?;
            if saving.is_some() {
                self.killers[usize::from(remaining)] = saving;
            }
            return Ok(Numbers::resolved(saving.is_none()));
        }
        Ok(estimate(position, self.attacker, remaining))
    }
}

/// What a ply adds to the first numbers: about half as many as a position has turns, since only one of two players' turns must
/// all be looked at. With numbers that do not grow with the plies to go, what has been begun would always look harder than what
/// has not, and the search would go from one turn to the next.
const PLY: u32 = 15;
/// What each spot where the defender would complete a row adds.
const WAY_OUT: u32 = 2;

/// The numbers of a position of which nothing is known: the more ways the defender has to complete a row, and so to have
/// pieces to enter again, the harder it is to win.
fn estimate(position: &Position, attacker: Color, remaining: u8) -> Numbers {
    let plies = PLY * u32::from(remaining);
    let ways_out = position.completing_spots(!attacker).len();
    Numbers { proof: Number::new(1 + plies + WAY_OUT * ways_out), disproof: Number::new(1 + plies) }
}

fn remove_duplicates(children: &mut Vec<Child>) {
    children.sort_by_key(|child| child.key);
    children.dedup_by_key(|child| child.key);
}

fn summarize(children: &[Child]) -> Summary {
    let mut summary = Summary {
        best: 0,
        ours: Number::INFINITE,
        theirs: Number::ZERO,
        second: Number::INFINITE,
        others: Number::ZERO,
    };
    let mut open = 0;
    for (index, child) in children.iter().enumerate() {
        if child.ours < summary.ours {
            (summary.best, summary.second, summary.ours) = (index, summary.ours, child.ours);
        } else {
            summary.second = summary.second.min(child.ours);
        }
        summary.theirs = summary.theirs.max(child.theirs);
        open += u32::from(child.theirs != Number::ZERO);
    }
    summary.others = Number::new(open.saturating_sub(1));
    summary.theirs = summary.theirs.plus(summary.others);
    summary
}

/// Numbers of the attacker's side from those of the player to move.
const fn from_mover(attacks: bool, ours: Number, theirs: Number) -> Numbers {
    if attacks { Numbers { proof: ours, disproof: theirs } } else { Numbers { proof: theirs, disproof: ours } }
}

/// The numbers from the side of the player who chooses the turn: what he needs, and what the other needs.
const fn to_mover(attacks: bool, numbers: Numbers) -> (Number, Number) {
    if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) }
}
