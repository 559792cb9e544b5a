//! One game between two engines. The runner's clock and the rules library decide, never an engine.

use super::client::{Answer, Client, Fault, go_command};
use super::config::{Adjudication, MatchConfig};
use super::control::{RunningClock, TimeControl};
use super::game_record::{Points, Termination, TurnRecord};
use super::openings::Opening;
use crate::notation::{parse_turn, turn_texts};
use crate::rules::{Claims, Color, Game, GameResult};
use std::time::Duration;

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// The draws that end games.
    pub claims: Claims,
    /// Whether, and when, games are ended that both engines agree about.
    pub adjudication: Option<Adjudication>,
    /// How long to wait for a turn where no clock runs.
    pub turn_deadline: Duration,
    /// How long to wait for an answer after the time is up.
    pub late: Duration,
}

impl From<&MatchConfig> for GameRules {
    fn from(config: &MatchConfig) -> Self {
        Self {
            claims: config.claims(),
            adjudication: config.adjudication,
            turn_deadline: config.deadlines.turn.0,
            late: config.deadlines.late.0,
        }
    }
}

/// How an attempt to play a game ended.
#[derive(Debug)]
pub enum Attempt {
    /// It was played to an end.
    Finished(Finish),
    /// An engine was not ready when the game should have begun; it is not scored.
    NotStarted(Color, Fault),
    /// The match was stopped.
    Cancelled,
}

/// A game that has ended.
#[derive(Debug)]
pub struct Finish {
    /// The result.
    pub result: Points,
    /// How it ended.
    pub termination: Termination,
    /// More about the end, for people.
    pub detail: String,
    /// How much too late the answer was that lost on time.
    pub overrun: Option<Duration>,
    /// The turns that the engines played.
    pub turns: Vec<TurnRecord>,
}

impl Finish {
    /// The side whose program failed.
    #[must_use]
    pub const fn failed_side(&self) -> Option<Color> {
        match (self.termination.is_failure(), self.result) {
            (true, Points::White) => Some(Color::Black),
            (true, Points::Black) => Some(Color::White),
            _ => None,
        }
    }
}

/// An engine that plays a side, and its limits.
#[derive(Debug)]
pub struct Side<'a> {
    /// The engine.
    pub client: &'a mut Client,
    /// Its limits.
    pub limits: TimeControl,
}

/// Plays a game; `sides` are White and Black.
pub fn play(opening: &Opening, sides: [Side<'_>; 2], rules: &GameRules) -> Attempt {
    let mut sides = sides;
    for (side, color) in sides.iter_mut().zip(Color::ALL) {
        match side.client.new_game(opening) {
            Ok(()) => {}
            Err(Fault::Cancelled) => return Attempt::Cancelled,
            Err(fault) => return Attempt::NotStarted(color, fault),
        }
    }
    let clocks = [&sides[0], &sides[1]].map(|side| side.limits.clock.map(RunningClock::new));
    let mut run = Run {
        opening,
        rules,
        sides,
        clocks,
        game: opening.game().clone(),
        texts: turn_texts(opening.game().start(), opening.game().turns()).collect(),
        turns: Vec::new(),
        agreement: Agreement::default(),
    };
    loop {
        match run.turn() {
            Step::Goes => {}
            Step::Ended(end) => {
                let End { result, termination, detail, overrun } = end;
                return Attempt::Finished(Finish { result, termination, detail, overrun, turns: run.turns });
            }
            Step::Cancelled => return Attempt::Cancelled,
        }
    }
}

/// A game that is being played.
struct Run<'a> {
    opening: &'a Opening,
    rules: &'a GameRules,
    sides: [Side<'a>; 2],
    clocks: [Option<RunningClock>; 2],
    game: Game,
    texts: Vec<String>,
    turns: Vec<TurnRecord>,
    agreement: Agreement,
}

enum Step {
    Goes,
    Ended(End),
    Cancelled,
}

struct End {
    result: Points,
    termination: Termination,
    detail: String,
    overrun: Option<Duration>,
}

impl End {
    fn loss(loser: Color, termination: Termination, detail: String) -> Step {
        Step::Ended(Self { result: Points::win(!loser), termination, detail, overrun: None })
    }
}

impl Run<'_> {
    /// One turn, judged in this order: the end of the program, time, legality, the result.
    fn turn(&mut self) -> Step {
        if let Some(end) = self.result() {
            return Step::Ended(end);
        }
        let mover = self.game.position().side();
        let answer = match self.ask(mover) {
            Ok(answer) => answer,
            Err(Fault::Cancelled) => return Step::Cancelled,
            Err(fault) => return self.failed(mover, fault),
        };
        let time = self.time(mover);
        let overrun = time.and_then(|time| answer.elapsed.checked_sub(time)).filter(|late| !late.is_zero());
        let margin = self.side(mover).limits.margin;
        if let Some(late) = overrun.filter(|&late| late > margin) {
            let detail = format!("{mover} answered {:.3} s too late", late.as_secs_f64());
            let end = End::loss(mover, Termination::TimeForfeit, detail);
            return match end {
                Step::Ended(end) => Step::Ended(End { overrun: Some(late), ..end }),
                step => step,
            };
        }
        if let Some(clock) = self.clocks.get_mut(mover as usize).and_then(Option::as_mut) {
            clock.spend(answer.elapsed);
        }
        self.play(mover, &answer, overrun)
    }

    fn side(&self, color: Color) -> &Side<'_> {
        let [white, black] = &self.sides;
        if color == Color::White { white } else { black }
    }

    /// The time that the mover has for this turn.
    fn time(&self, mover: Color) -> Option<Duration> {
        let clock = self.clocks.get(mover as usize).copied().flatten().map(|clock| clock.remaining());
        clock.into_iter().chain(self.side(mover).limits.move_time).min()
    }

    fn ask(&mut self, mover: Color) -> Result<Answer, Fault> {
        let side = self.side(mover);
        let position = side.client.position_command(self.opening, &self.texts);
        let go = go_command(mover, &self.clocks, &side.limits);
        let wait = match self.time(mover) {
            Some(time) => time + side.limits.margin + self.rules.late,
            None => self.rules.turn_deadline,
        };
        let [white, black] = &mut self.sides;
        let side = if mover == Color::White { white } else { black };
        side.client.go(&position, &go, wait)
    }

    fn failed(&self, mover: Color, fault: Fault) -> Step {
        let termination = match fault {
            Fault::Crash(_) | Fault::Start(_) | Fault::Cancelled => Termination::Crash,
            Fault::OutputClosed => Termination::OutputClosed,
            Fault::Hang { .. } => Termination::Hang,
        };
        End::loss(mover, termination, format!("{mover}: {fault}"))
    }

    fn play(&mut self, mover: Color, answer: &Answer, overrun: Option<Duration>) -> Step {
        let position = *self.game.position();
        let turn = match parse_turn(&position, &answer.turn) {
            Ok(turn) => turn,
            Err(error) => {
                let shown: String = answer.turn.chars().take(100).collect();
                let detail = format!("{mover} played {shown:?}: {error}");
                return End::loss(mover, Termination::IllegalTurn, detail);
            }
        };
        self.game.play(turn);
        let text = turn.display(&position).to_string();
        self.texts.push(text.clone());
        let score = answer.info.score;
        self.turns.push(TurnRecord {
            turn: text,
            time: rounded(answer.elapsed),
            overrun: overrun.map(rounded),
            depth: answer.info.depth,
            nodes: answer.info.nodes,
            cp: score.filter(|score| score.mate().is_none()).map(|score| score.value()),
            mate: score.and_then(|score| score.mate()),
        });
        let white_score = score.map(|score| if mover == Color::White { score.value() } else { -score.value() });
        match self.rules.adjudication.and_then(|rule| self.agreement.hear(rule, white_score)) {
            // The rules come first where the game is over anyway.
            Some(winner) if self.result().is_none() => Step::Ended(End {
                result: Points::win(winner),
                termination: Termination::Adjudication,
                detail: format!("both engines call {winner} ahead"),
                overrun: None,
            }),
            _ => Step::Goes,
        }
    }

    fn result(&self) -> Option<End> {
        let (result, termination, detail) = match self.game.result(self.rules.claims)? {
            GameResult::Decided(outcome) => {
                let detail = format!("{}: {}", !outcome.winner, outcome.reason);
                (Points::win(outcome.winner), outcome.reason.into(), detail)
            }
            GameResult::Drawn(reason) => (Points::Draw, reason.into(), reason.to_string()),
        };
        Some(End { result, termination, detail, overrun: None })
    }
}

/// In seconds, to a tenth of a millisecond.
fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 1e4
}

/// For how many turns in a row the engines have agreed who is ahead.
#[derive(Debug, Default)]
struct Agreement {
    leader: Option<Color>,
    turns: u32,
}

impl Agreement {
    /// Hears the mover's score, from White's side; says who is given the game.
    fn hear(&mut self, rule: Adjudication, white_score: Option<i32>) -> Option<Color> {
        let enough = i32::try_from(rule.score).unwrap_or(i32::MAX);
        let leader = white_score.and_then(|score| match score {
            _ if score >= enough => Some(Color::White),
            _ if score <= -enough => Some(Color::Black),
            _ => None,
        });
        self.turns = if leader == self.leader { self.turns + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.turns >= rule.turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjudication_needs_agreement_in_a_row() {
        let rule = Adjudication { score: 500, turns: 4 };
        let run = |scores: &[Option<i32>]| {
            let mut agreement = Agreement::default();
            scores.iter().map(|&score| agreement.hear(rule, score)).collect::<Vec<_>>()
        };
        let ahead = Some(600);
        assert_eq!(run(&[ahead; 4]), [None, None, None, Some(Color::White)]);
        assert_eq!(run(&[ahead, ahead, None, ahead, ahead, ahead]), [None; 6]);
        assert_eq!(run(&[ahead, ahead, ahead, Some(499)]), [None; 4]);
        assert_eq!(run(&[ahead, Some(-600), Some(-600), Some(-500), Some(-31_999)])[4], Some(Color::Black));
        assert_eq!(run(&[None; 6]), [None; 6]);
    }
}
