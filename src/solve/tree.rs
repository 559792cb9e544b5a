//! From what the search remembers to whole solutions: the turns that win, what the table has lost searched again.

use super::dfpn::Search;
use super::limits::End;
use super::solution::{Answer, Solution};
use super::watch::Halt;
use crate::rules::{Position, Turn};

impl Search<'_> {
    /// The attacker's turn that wins within so many plies, in a position that is known to be won so.
    pub fn best_turn(&mut self, position: &Position, remaining: u8) -> Result<Turn, Halt> {
        // A search to the end names the turn; where the table knows the position after it, there is nothing to search.
        let turn = self.resolve(position, remaining)?.turn;
        turn.ok_or(Halt(End::Memory))
    }

    /// The defender's turn that puts off the end longest, in a position that is lost in exactly so many plies.
    fn longest_defence(&mut self, position: &Position, remaining: u8) -> Result<Turn, Halt> {
        let mut longest = position.turns().next();
        for turn in position.turns() {
            self.watch.tick()?;
            let after = position.play(turn);
            if !after.is_over() && (remaining < 4 || !self.prove(&after, remaining - 3)?) {
                longest = Some(turn);
                break;
            }
        }
        longest.ok_or(Halt(End::Memory))
    }

    /// Turns of both players up to the end, in a position that is decided in exactly so many plies: the winner never takes
    /// longer, the loser never loses faster.
    pub fn main_line(&mut self, position: &Position, plies: u8) -> Result<Vec<Turn>, Halt> {
        let (mut position, mut line) = (*position, Vec::new());
        for remaining in (1..=plies).rev() {
            if position.is_over() {
                break;
            }
            let turn = if position.side() == self.attacker {
                self.best_turn(&position, remaining)?
            } else {
                self.longest_defence(&position, remaining)?
            };
            line.push(turn);
            position = position.play(turn);
        }
        Ok(line)
    }

    /// Writes down the whole solution of a position that the attacker wins within so many plies; of at most `most` answers.
    pub fn solution(&mut self, position: &Position, plies: u8, most: usize) -> Result<Solution, Halt> {
        let mut solution = Solution::new(*position, self.attacker, plies.into());
        if position.is_over() {
            return Ok(solution);
        }
        if position.side() == self.attacker {
            self.write_answer(position, plies, most, &mut solution)?;
        } else {
            self.write_answers(position, plies, most, &mut solution)?;
        }
        Ok(solution)
    }

    fn write_answer(
        &mut self,
        position: &Position,
        remaining: u8,
        most: usize,
        solution: &mut Solution,
    ) -> Result<(), Halt> {
        let known = self.table.won_within(self.key(position)).unwrap_or(remaining).min(remaining);
        if solution.written_plies(position).is_some_and(|plies| plies <= known.into()) {
            return Ok(());
        }
        if super::last_turns::winning_turn(position, &mut self.watch)?.is_some() {
            return Ok(());
        }
        let turn = self.best_turn(position, known)?;
        if solution.size() >= most {
            return Err(Halt(End::Memory));
        }
        solution.write(position, Answer { turn, plies: known.into() });
        let after = position.play(turn);
        if after.is_over() { Ok(()) } else { self.write_answers(&after, known - 1, most, solution) }
    }

    /// Writes down the answers to all turns of the defender.
    fn write_answers(
        &mut self,
        position: &Position,
        remaining: u8,
        most: usize,
        solution: &mut Solution,
    ) -> Result<(), Halt> {
        for turn in position.turns() {
            self.watch.tick()?;
            let after = position.play(turn);
            if !after.is_over() {
                self.write_answer(&after, remaining - 1, most, solution)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::table::Table;
    use crate::solve::watch::Watch;
    use crate::solve::{Limits, verify};
    use std::sync::atomic::AtomicBool;

    /// Solved in 5 plies.
    const WIN: &str = "2s1/g4/6/2sG3/sSsGSS/sSs2/S3 w 5 2 standard -- 69";

    fn with_search<T>(bytes: usize, room: usize, work: impl FnOnce(&mut Search<'_>, &Position) -> T) -> T {
        let position: Position = WIN.parse().unwrap();
        let mut table = Table::reserve(bytes).unwrap();
        table.next_generation();
        let (go_on, mut silent) = (AtomicBool::new(false), |_: &_| ());
        let watch = Watch::new(&Limits::none(), &go_on, &mut silent);
        work(&mut Search::new(&mut table, watch, position.side(), room), &position)
    }

    #[test]
    fn what_the_table_has_lost_is_searched_again() {
        with_search(1 << 10, 1 << 16, |search, position| {
            assert_eq!([1, 3, 5].map(|plies| search.prove(position, plies)), [Ok(false), Ok(false), Ok(true)]);
            let solution = search.solution(position, 5, 10_000).unwrap();
            assert!(solution.size() > 10);
            assert!(verify(&solution, &AtomicBool::new(false)).is_ok());
            assert_eq!(search.main_line(position, 5).unwrap().len(), 5);
        });
    }

    #[test]
    fn a_solution_is_no_larger_than_allowed() {
        with_search(1 << 16, 1 << 16, |search, position| {
            assert_eq!(search.prove(position, 5), Ok(true));
            assert_eq!(search.solution(position, 5, 10).unwrap_err(), Halt(End::Memory));
        });
    }

    #[test]
    fn without_room_for_the_turns_nothing_is_said() {
        with_search(1 << 16, 10, |search, position| {
            assert_eq!(search.prove(position, 5), Err(Halt(End::Memory)));
        });
    }
}
