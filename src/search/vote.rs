//! The result of a search by several threads.

use super::score::Score;
use super::worker::Found;
use std::collections::HashMap;

/// What the threads, the main one first, together found best: turns are voted for by depth and score, as in Stockfish. A
/// win outweighs all, the shortest first. `None` only where there are no threads.
pub(super) fn elect(threads: Vec<Found>) -> Option<Found> {
    let best_of = |found: &Found| found.lines.first().map(|line| (line.pv.first().copied(), line.score));
    let worst = threads.iter().filter_map(|found| best_of(found).map(|(_, score)| score)).min()?;
    let mut votes: HashMap<_, i64> = HashMap::new();
    let weight = |score: i32, depth: u32| i64::from(score - worst + 14) * i64::from(depth);
    for found in &threads {
        if let Some((turn, score)) = best_of(found) {
            *votes.entry(turn).or_default() += weight(score, found.depth);
        }
    }
    let rank = |found: &Found| {
        best_of(found).map(|(turn, score)| {
            let win = if Score::from_value(score).is_win() { score } else { 0 };
            (win, votes.get(&turn).copied().unwrap_or_default(), weight(score, found.depth))
        })
    };
    // Of equals the first, which is the main thread's where it is among them.
    threads.into_iter().rev().max_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::super::worker::RootLine;
    use super::*;
    use crate::rules::{Position, Turn, Variant};

    fn found(turn: Turn, score: i32, depth: u32) -> Found {
        Found { lines: vec![RootLine { score, pv: vec![turn], depth, ..RootLine::default() }], depth, seldepth: 0 }
    }

    fn elected(threads: &[(usize, i32, u32)]) -> (usize, u32) {
        let turns: Vec<Turn> = Position::start(Variant::Basic).turns().collect();
        let best =
            elect(threads.iter().map(|&(turn, score, depth)| found(turns[turn], score, depth)).collect()).unwrap();
        (turns.iter().position(|&turn| turn == best.lines[0].pv[0]).unwrap(), best.depth)
    }

    #[test]
    fn most_votes_win_and_the_main_thread_among_equals() {
        assert_eq!(elected(&[(0, 10, 8), (1, 10, 8), (1, 10, 8)]), (1, 8));
        assert_eq!(elected(&[(0, 10, 8), (1, 10, 8)]), (0, 8));
        assert_eq!(elected(&[(0, 10, 8), (1, 10, 9)]), (1, 9));
        assert_eq!(elected(&[(0, 10, 8), (0, 10, 9), (1, 10, 9)]), (0, 9));
    }

    #[test]
    fn the_shortest_win_outweighs_all() {
        let win = |plies| Score::win_in(plies).value();
        assert_eq!(elected(&[(0, 500, 12), (0, 500, 12), (1, win(7), 3), (2, win(5), 2)]), (2, 2));
    }

    #[test]
    fn nobody_nothing() {
        assert!(elect(Vec::new()).is_none());
    }
}
