//! Reviews of whole games: what each turn was worth, and what would have been better.
//!
//! A [`Reviewer`] searches every position of a [`Record`] and makes a [`Review`] of what it finds; [`Format`] writes reviews
//! as an annotated record, Markdown, JSON or an HTML page; [`batch`] does all that for files.

mod accuracy;
pub mod batch;
mod curve;
mod findings;
mod format;
mod gpn;
mod grade;
mod html;
mod journal;
mod json;
mod markdown;
mod player;
mod reviewer;
mod settings;
mod store;
#[cfg(test)]
mod test_games;
mod turning;
mod words;

pub use accuracy::turn_accuracy;
pub use findings::{Findings, FoundLine};
pub use format::Format;
pub use grade::Grade;
pub use journal::{Journal, JournalError};
pub use player::PlayerReview;
pub use reviewer::{ReviewError, Reviewer, positions_to_search};
pub use settings::Settings;
pub use store::{MemoryStore, PositionKey, Store};
pub use turning::TurningPoint;

use super::WinProbability;
use crate::notation::{Record, RecordResult};
use crate::rules::{Claims, Color, Game, GameResult, Turn};
use crate::search::Score;

/// The program that reviews, with its version.
pub(super) const PROGRAM: &str = concat!("gipfel ", env!("CARGO_PKG_VERSION"));

/// A game with what the search says about it.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    pub record: Record,
    /// How it was searched.
    pub settings: Settings,
    /// White's win probability before the first turn.
    pub start: WinProbability,
    /// The turns.
    pub turns: Vec<ReviewedTurn>,
    /// The turns by which the lead went over.
    pub turning_points: Vec<TurningPoint>,
    /// How the players played, White first.
    pub players: [PlayerReview; 2],
}

/// A turn and what it was worth. Scores and probabilities are the mover's.
#[derive(Clone, Debug)]
pub struct ReviewedTurn {
    /// The player.
    pub mover: Color,
    /// The turn.
    pub turn: Turn,
    /// Its canonical text.
    pub text: String,
    /// The score of the turn. A win in one is a turn that ends the game.
    pub score: Score,
    /// The win probability after it.
    pub win: WinProbability,
    /// The win probability before it, with the best turn known.
    pub win_before: WinProbability,
    /// The win probability that it lost, from 0 to 1.
    pub loss: f64,
    /// Its grade.
    pub grade: Grade,
    /// Its accuracy, from 0 to 100.
    pub accuracy: f64,
    /// In how many turns of both players a win was proven that this turn gave away.
    pub missed_win: Option<u32>,
    /// Better turns, the best first, with how the game might have gone on.
    pub better: Vec<BetterTurn>,
    /// The depth of the search before it, in plies.
    pub depth: u32,
    /// The positions searched before it.
    pub nodes: u64,
}

/// A turn that was better than the one played.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterTurn {
    /// From the mover's side.
    pub score: Score,
    /// The mover's.
    pub win: WinProbability,
    /// The turn, and the turns expected after it.
    pub line: Vec<Turn>,
}

impl ReviewedTurn {
    /// White's win probability after the turn.
    #[must_use]
    pub fn white_win(&self) -> WinProbability {
        match self.mover {
            Color::White => self.win,
            Color::Black => self.win.of_opponent(),
        }
    }

    /// Whether there is something to say about it: it was an inaccuracy or worse, or it missed a proven win.
    #[must_use]
    pub fn is_notable(&self) -> bool {
        self.grade >= Grade::Inaccuracy || self.missed_win.is_some()
    }
}

impl Review {
    /// Makes a review of what was found in the positions of a game, from its first on: in as many as
    /// [`positions_to_search`] says.
    ///
    /// What is found late in a game counts for the turns before: the score of a turn is the one of the position after it,
    /// and a position is worth at least as much as the turn that was played in it. So a turn is never better than the
    /// position before it, and win probability can only be lost.
    #[must_use]
    pub fn new(record: Record, findings: &[Findings], settings: &Settings) -> Self {
        let variant = record.start.variant();
        let mut position_value = final_score(&record).unwrap_or_else(|| value(findings.get(record.line.nodes.len())));
        let mut turns = Vec::with_capacity(record.line.nodes.len());
        for (index, node) in record.line.nodes.iter().enumerate().rev() {
            let turn = node.turn();
            let found = findings.get(index);
            let score = played_score(before(position_value), found, turn);
            let others = || found.into_iter().flat_map(|found| found.others(turn));
            position_value = others().next().map_or(score, |best| best.score.max(score));
            let [win, win_before] = [score, position_value].map(|score| WinProbability::of(score, variant));
            let loss = win_before.value() - win.value();
            let better = others().filter(|line| line.score > score).map(|line| BetterTurn {
                score: line.score,
                win: WinProbability::of(line.score, variant),
                line: line.turns.clone(),
            });
            turns.push(ReviewedTurn {
                mover: if index.is_multiple_of(2) { record.start.side() } else { !record.start.side() },
                turn,
                text: node.text().to_owned(),
                score,
                win,
                win_before,
                loss,
                grade: if position_value == score { Grade::Best } else { Grade::of_loss(loss) },
                accuracy: turn_accuracy(win_before.percent(), win.percent()),
                missed_win: position_value
                    .mate()
                    .filter(|_| position_value.is_win() && !score.is_win())
                    .map(i32::unsigned_abs),
                better: better.collect(),
                depth: found.map_or(0, |found| found.depth),
                nodes: found.map_or(0, |found| found.nodes),
            });
        }
        turns.reverse();
        let start = WinProbability::of(position_value, variant);
        let start = if record.start.side() == Color::White { start } else { start.of_opponent() };
        let turning_points = turning::turning_points(start.value(), &turns);
        let players = Color::ALL.map(|color| PlayerReview::of(color, &record, start, &turns));
        Self { record, settings: settings.clone(), start, turns, turning_points, players }
    }

    /// White's win probability at the start and after each turn.
    pub fn white_wins(&self) -> impl Iterator<Item = WinProbability> {
        std::iter::once(self.start).chain(self.turns.iter().map(ReviewedTurn::white_win))
    }

    /// How a player played.
    #[must_use]
    pub fn player(&self, color: Color) -> &PlayerReview {
        let [white, black] = &self.players;
        if color == Color::White { white } else { black }
    }

    /// The game at its start and after each turn.
    pub fn games(&self) -> impl Iterator<Item = Game> {
        let start = Game::new(self.record.start);
        let after = self.turns.iter().scan(start.clone(), |game, turn| game.play(turn.turn).then(|| game.clone()));
        std::iter::once(start).chain(after)
    }
}

/// The score of a position, by its side to move.
fn value(findings: Option<&Findings>) -> Score {
    findings.and_then(|found| found.lines.first()).map_or(Score::DRAW, |line| line.score)
}

/// The score of a turn, by its mover, from the score of the position after it.
fn before(after: Score) -> Score {
    match after.mate() {
        Some(plies) if after.is_win() => Score::loss_in(plies.unsigned_abs() + 1),
        Some(plies) => Score::win_in(plies.unsigned_abs() + 1),
        None => -after,
    }
}

/// The score of the turn played: by the position after it, unless only the search before it has proven a win or loss.
fn played_score(by_next: Score, found: Option<&Findings>, turn: Turn) -> Score {
    let proven = found.and_then(|found| found.line_of(turn)).filter(|line| line.score.mate().is_some());
    proven.filter(|_| by_next.mate().is_none()).map_or(by_next, |line| line.score)
}

/// The score of the last position, by its side to move, where no search is needed: the game is over, or it was drawn by a
/// claim and recorded so.
fn final_score(record: &Record) -> Option<Score> {
    let game = record.game();
    match game.result(Claims::default())? {
        GameResult::Decided(outcome) if outcome.winner == game.position().side() => Some(Score::WIN),
        GameResult::Decided(_) => Some(Score::loss_in(0)),
        GameResult::Drawn(_) => (record.result == RecordResult::Drawn).then_some(Score::DRAW),
    }
}

#[cfg(test)]
mod tests {
    use super::test_games::review;
    use super::*;

    /// The last turns of a game that Black wins, from `tests/data/games.txt`.
    const END: &str = "[Variant \"standard\"]\n\n1. h6-h4 g6 2. b6-b4 g2 3. d7 f8-c6 4. i4-g4 c7-e7 5. c7-c5 b6-b3 6. h6-h3 \
                       d8-d6 7. a5-d5 a3-f7 8. g7-g5 c7-f6;xd7,e7,f6,g5,h4* 9. a4-c4 a3-c3 10. i1-g3 a1-d4 11. \
                       a5-e5;xb5,c5,d5,e5 i2-f2 12. i5-g5 h4 13. c7-c5 i4-f4 14. a3-d3 a2-c2 15. e9-e7 a4-e4 16. a2-d2 \
                       c1-e3;xb3*,c3,Gd3,e3,f2 0-1";

    #[test]
    fn the_end_of_a_game_counts_back() {
        let mut found: Vec<&[(i32, &str)]> = vec![&[]; 31];
        found.push(&[(31_999, "c1-e3;xb3*,c3,Gd3,e3,f2")]);
        let review = review(END, &found);
        assert_eq!(positions_to_search(&review.record), 32);
        let scores: Vec<Option<i32>> = review.turns.iter().rev().take(3).map(|turn| turn.score.mate()).collect();
        assert_eq!(scores, [Some(1), Some(-2), Some(3)]);
        assert_eq!(review.turns.last().map(|turn| (turn.win.value(), turn.grade)), Some((1.0, Grade::Best)));
        assert_eq!(review.white_wins().last().map(WinProbability::value), Some(0.0));
    }

    #[test]
    fn a_proven_win_is_missed() {
        let text = "[Variant \"standard\"]\n\n1. g2 b6-b4 2. e1-e3 *";
        // White had a win in 5; Black's answer misses one in 3 that is not much better than what he has.
        let found: [&[(i32, &str)]; 4] =
            [&[(31_995, "b3"), (0, "g2")], &[(31_997, "g6")], &[(-900, "e1-e3")], &[(900, "g6")]];
        let review = review(text, &found);
        let [first, second, third] = &review.turns[..] else { panic!("three turns") };
        assert_eq!((first.missed_win, second.missed_win, third.missed_win), (Some(5), Some(3), None));
        assert_eq!((first.grade, second.grade), (Grade::Blunder, Grade::Good));
        assert!(second.is_notable() && second.loss < 0.001);
        assert_eq!(review.player(Color::Black).missed_wins, 1);
        // What White gave away was a loss by then.
        assert_eq!((first.score.mate(), first.win.value()), (Some(-4), 0.0));
    }

    #[test]
    fn what_only_the_earlier_search_has_proven_counts() {
        let text = "[Variant \"standard\"]\n\n1. g2 *";
        let review = review(text, &[&[(31_995, "g2"), (10, "b3")], &[(-50, "g6")]]);
        assert_eq!(review.turns[0].score, Score::win_in(5));
        assert_eq!((review.turns[0].grade, review.turns[0].missed_win), (Grade::Best, None));
    }

    #[test]
    fn scores_change_sides() {
        assert_eq!(before(Score::WIN), Score::loss_in(1));
        assert_eq!(before(Score::loss_in(0)), Score::win_in(1));
        assert_eq!(before(Score::win_in(3)), Score::loss_in(4));
        assert_eq!(before(Score::centipawns(7)), Score::centipawns(-7));
    }

    #[test]
    fn who_moves_first_is_the_position_s_affair() {
        let text = "[Variant \"basic\"]\n[Position \"s2S/5/6/S5s/6/5/s2S b 12 12 basic -- 8\"]\n\n1... b3 *";
        let review = review(text, &[&[(100, "b3")], &[(-100, "g2")]]);
        assert_eq!(review.turns[0].mover, Color::Black);
        assert!(review.start.value() < 0.5);
        assert_eq!(review.record.turn_number(0), "1...");
    }
}
