//! Checks a solution by the rules alone. Nothing here knows how it was found.

use super::solution::{Situation, Solution};
use crate::rules::{Position, Turn};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Why a solution proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is no answer for a position that comes about.
    #[error("no answer in {0}")]
    NoAnswer(Position),
    /// An answer is no legal turn.
    #[error("an illegal turn in {0}")]
    IllegalTurn(Position),
    /// A turn ends the game and does not win it.
    #[error("after {} the game is lost in {position}", turn.display(position))]
    Lost {
        /// The position before the turn.
        position: Position,
        /// The turn, of either player.
        turn: Turn,
    },
    /// The win can take longer than is said.
    #[error("the win takes longer than said in {0}")]
    TooLong(Position),
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
}

/// What has been checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The different positions in which the winner answers, those where he wins at once left out.
    pub positions: u64,
    /// The turns of the loser that have been answered, or have ended the game.
    pub replies: u64,
}

/// Checks that a solution wins: each of its turns is legal, every legal turn of the other side is answered, the game ends
/// in time on every line, and the winner has won it there. It cannot be drawn by repetition on the way, since the plies
/// left fall from answer to answer, and they belong to the position.
///
/// # Errors
///
/// The first fault that is found; or that `stop` was set.
pub fn verify(solution: &Solution, stop: &AtomicBool) -> Result<Verified, Fault> {
    let mut check = Check { solution, stop, checked: HashSet::new(), verified: Verified::default() };
    let (position, plies) = (solution.position(), solution.plies());
    match position.outcome() {
        Some(outcome) if outcome.winner == solution.winner() => {}
        Some(_) => return Err(Fault::TooLong(*position)),
        None if position.side() == solution.winner() => check.answer(position, plies)?,
        None => check.replies(position, plies)?,
    }
    Ok(check.verified)
}

struct Check<'a> {
    solution: &'a Solution,
    stop: &'a AtomicBool,
    /// Positions with the winner to move whose answer is checked, or being checked.
    checked: HashSet<Situation>,
    verified: Verified,
}

impl Check<'_> {
    /// The winner is to move and must win within so many plies.
    fn answer(&mut self, position: &Position, most: u32) -> Result<(), Fault> {
        let answer = self.solution.answer(position).ok_or(Fault::NoAnswer(*position))?;
        if answer.plies > most {
            return Err(Fault::TooLong(*position));
        }
        if answer.plies > 1 && !self.checked.insert(position.into()) {
            return Ok(());
        }
        self.verified.positions += u64::from(answer.plies > 1);
        if !position.is_legal(answer.turn) {
            return Err(Fault::IllegalTurn(*position));
        }
        let after = position.play(answer.turn);
        match after.outcome() {
            Some(outcome) if outcome.winner == self.solution.winner() => Ok(()),
            Some(_) => Err(Fault::Lost { position: *position, turn: answer.turn }),
            None => self.replies(&after, answer.plies - 1),
        }
    }

    /// The loser is to move, and whatever he plays loses within so many plies.
    fn replies(&mut self, position: &Position, most: u32) -> Result<(), Fault> {
        for turn in position.turns() {
            if self.stop.load(Relaxed) {
                return Err(Fault::Stopped);
            }
            self.verified.replies += 1;
            let after = position.play(turn);
            match after.outcome() {
                Some(outcome) if outcome.winner == self.solution.winner() => {}
                Some(_) => return Err(Fault::Lost { position: *position, turn }),
                None if most < 2 => return Err(Fault::TooLong(after)),
                None => self.answer(&after, most - 1)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Answer, Limits, Solver};

    static GO_ON: AtomicBool = AtomicBool::new(false);

    /// A win in 3, and its solution.
    fn solution() -> Solution {
        let position: Position = "1S2/2sSs/sssSSS/ss1SS2/3ss1/4s/4 w 2 1 basic -- 149".parse().unwrap();
        let mut solver = Solver::new(1).unwrap();
        let solved = solver.solve(&position, &Limits::plies(3), &GO_ON, &mut |_| ());
        solver.solution(&position, solved.verdict, &GO_ON).unwrap()
    }

    #[test]
    fn a_right_solution_passes() {
        let verified = verify(&solution(), &GO_ON).unwrap();
        assert_eq!(verified.positions, 1);
        assert!(verified.replies > 10, "{verified:?}");
    }

    #[test]
    fn a_solution_of_another_turn_passes_where_it_wins_too() {
        let wins_in_3 = |position: &Position, turn: Turn| {
            let won = |after: &Position| after.outcome().map(|end| end.winner == position.side());
            let wins_at_once = |before: Position| before.turns().any(|turn| won(&before.play(turn)) == Some(true));
            let after = position.play(turn);
            won(&after).unwrap_or_else(|| {
                after
                    .turns()
                    .map(|reply| after.play(reply))
                    .all(|next| won(&next).unwrap_or_else(|| wins_at_once(next)))
            })
        };
        let lines = include_str!("../../tests/data/wins.txt").lines().filter_map(|line| line.strip_suffix(" 3"));
        let (mut right, mut wrong) = (0, 0);
        for position in lines.map(|line| line.parse::<Position>().unwrap()) {
            for turn in position.turns() {
                let mut solution = Solution::new(position, position.side(), 3);
                solution.write(&position, Answer { turn, plies: 3 });
                let passed = verify(&solution, &GO_ON).is_ok();
                assert_eq!(passed, wins_in_3(&position, turn), "{position}");
                *(if passed { &mut right } else { &mut wrong }) += 1;
            }
        }
        assert!(right >= 20 && wrong >= 20, "{right} {wrong}");
    }

    #[test]
    fn an_illegal_turn_is_faulty() {
        let solution = solution();
        let position = *solution.position();
        let answer = solution.answer(&position).unwrap();
        let turn = position.play(answer.turn).turns().find(|&turn| !position.is_legal(turn)).unwrap();
        let mut wrong = solution.clone();
        wrong.write(&position, Answer { turn, plies: 3 });
        assert_eq!(verify(&wrong, &GO_ON), Err(Fault::IllegalTurn(position)));
    }

    #[test]
    fn what_takes_longer_than_said_is_faulty() {
        let solution = solution();
        let position = *solution.position();
        let turn = solution.answer(&position).unwrap().turn;
        for plies in [1, 2, 4] {
            let mut wrong = solution.clone();
            wrong.write(&position, Answer { turn, plies });
            assert!(matches!(verify(&wrong, &GO_ON), Err(Fault::TooLong(_))), "{plies}");
        }
    }

    #[test]
    fn what_is_missing_is_faulty() {
        let position = *solution().position();
        let empty = Solution::new(position, position.side(), 3);
        assert_eq!(verify(&empty, &GO_ON), Err(Fault::NoAnswer(position)));
        let other = Solution::new(position, !position.side(), 4);
        assert!(verify(&other, &GO_ON).is_err());
    }

    #[test]
    fn stops_when_told() {
        assert_eq!(verify(&solution(), &AtomicBool::new(true)), Err(Fault::Stopped));
    }
}
