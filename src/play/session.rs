//! A game as people play it: who plays, the turns taken back, the clocks, and how it ended. No input, no output, no
//! clock of its own: whoever calls says how long a turn has taken.

use super::people::{Ending, People, RESIGNATION};
use crate::arena::control::{ClockControl, RunningClock};
use crate::arena::game_record::Termination;
use crate::notation::{Record, RecordResult, Tags};
use crate::rules::{Claims, Color, Game, Position, Turn};
use std::time::Duration;

/// Why something cannot be done with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The game is over.
    #[error("the game is over: undo takes a turn back, new begins another game")]
    Over,
    /// The turn is not legal.
    #[error("that turn is not legal here")]
    Illegal,
    /// The turn came too late.
    #[error("too late: {0}'s time is over")]
    Time(Color),
    /// No turn of a person to go back to.
    #[error("there is no turn to take back")]
    NothingToUndo,
    /// No turn was taken back.
    #[error("no turn has been taken back")]
    NothingToRedo,
    /// Only a person can resign.
    #[error("nobody plays who could resign")]
    NobodyToResign,
    /// Not a word for sides.
    #[error("{0:?} is no choice of sides: expected white, black, both or none")]
    People(String),
}

/// The players' clocks, White's first.
pub type Clocks = [RunningClock; 2];

/// A turn that was taken back, with the clocks as they stood after it.
#[derive(Clone, Copy, Debug)]
struct TakenBack {
    turn: Turn,
    clocks: Option<Clocks>,
}

/// A game being played.
///
/// ```
/// use gipfel::play::{People, Session};
/// use gipfel::rules::{Game, Position, Variant};
/// use std::time::Duration;
/// let mut session = Session::new(Game::new(Position::start(Variant::Basic)), People::Both, None);
/// let turn = session.position().turns().next().unwrap();
/// session.play(turn, Duration::ZERO)?;
/// session.undo()?;
/// assert_eq!(session.game().turns(), []);
/// session.redo()?;
/// assert_eq!(session.game().turns(), [turn]);
/// # Ok::<(), gipfel::play::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    people: People,
    control: Option<ClockControl>,
    clocks: Option<Clocks>,
    /// The clocks before each turn that was played since the clocks began to run.
    earlier_clocks: Vec<Option<Clocks>>,
    redo: Vec<TakenBack>,
    /// Given up or lost on time; other ends follow from the game.
    conceded: Option<Ending>,
    claims: Claims,
    tags: Tags,
}

impl Session {
    /// Goes on with a game, which may have no turns yet; the clocks begin with their full time.
    #[must_use]
    pub fn new(game: Game, people: People, control: Option<ClockControl>) -> Self {
        let clocks = control.map(|control| [RunningClock::new(control); 2]);
        let earlier_clocks = vec![clocks; game.turns().len()];
        let tags = Record::new(*game.start()).tags;
        let (redo, claims) = (Vec::new(), Claims::default());
        Self { game, people, control, clocks, earlier_clocks, redo, conceded: None, claims, tags }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The draws that end the game.
    #[must_use]
    pub const fn claims(&self) -> Claims {
        self.claims
    }

    /// Who plays.
    #[must_use]
    pub const fn people(&self) -> People {
        self.people
    }

    /// Lets others play from here on.
    pub const fn set_people(&mut self, people: People) {
        self.people = people;
    }

    /// What the clocks were set to.
    #[must_use]
    pub const fn clock_control(&self) -> Option<ClockControl> {
        self.control
    }

    /// The clocks at the beginning of the current turn, if there are any.
    #[must_use]
    pub const fn clocks(&self) -> Option<Clocks> {
        self.clocks
    }

    /// What is left to this side when so much of the current turn has passed.
    #[must_use]
    pub fn remaining(&self, color: Color, used: Duration) -> Option<Duration> {
        let [white, black] = self.clocks?;
        if self.conceded == Some(Ending::Time(color)) {
            return Some(Duration::ZERO);
        }
        let remaining = if color == Color::White { white } else { black }.remaining();
        let runs = color == self.position().side() && self.ending().is_none();
        Some(if runs { remaining.saturating_sub(used) } else { remaining })
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.conceded.or_else(|| self.game.result(self.claims).map(Ending::Result))
    }

    /// Whether a person has to play now.
    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        self.ending().is_none() && self.people.play(self.position().side())
    }

    /// Whether the engine has to play now.
    #[must_use]
    pub fn is_engines_turn(&self) -> bool {
        self.ending().is_none() && !self.people.play(self.position().side())
    }

    /// Plays a turn for which this time was used.
    ///
    /// # Errors
    ///
    /// Where the game is over, the turn is not legal, or it came too late: then the game is lost on time.
    pub fn play(&mut self, turn: Turn, used: Duration) -> Result<(), SessionError> {
        if self.ending().is_some() {
            return Err(SessionError::Over);
        }
        let (side, clocks) = (self.position().side(), self.clocks);
        if self.falls(used) {
            return Err(SessionError::Time(side));
        }
        if !self.game.play(turn) {
            return Err(SessionError::Illegal);
        }
        self.earlier_clocks.push(clocks);
        if let Some([white, black]) = &mut self.clocks {
            if side == Color::White { white } else { black }.spend(used);
        }
        if self.redo.pop().is_none_or(|taken_back| taken_back.turn != turn) {
            self.redo.clear();
        }
        Ok(())
    }

    /// Whether the side to move has used all its time; then it has lost.
    pub fn falls(&mut self, used: Duration) -> bool {
        let side = self.position().side();
        let falls = self.ending().is_none() && self.remaining(side, used).is_some_and(|left| left.is_zero());
        if falls {
            self.conceded = Some(Ending::Time(side));
        }
        falls
    }

    /// Takes turns back, down to the last at which a person had a choice. Clocks go back with them. A game that was given
    /// up or lost on time is only taken up again.
    ///
    /// # Errors
    ///
    /// Where there is no such turn.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        if self.conceded.take().is_some() {
            return Ok(());
        }
        let sides = std::iter::successors(Some(!self.position().side()), |&side| Some(!side));
        let counted = sides.take(self.game.turns().len()).position(|side| self.people.play(side));
        let count = counted.ok_or(SessionError::NothingToUndo)? + 1;
        for _ in 0..count {
            let clocks = self.clocks;
            if let Some(turn) = self.game.undo() {
                self.redo.push(TakenBack { turn, clocks });
                self.clocks = self.earlier_clocks.pop().flatten();
            }
        }
        Ok(())
    }

    /// Plays turns again that were taken back, up to the next at which a person has a choice.
    ///
    /// # Errors
    ///
    /// Where none was taken back.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        if self.redo.is_empty() || self.conceded.is_some() {
            return Err(SessionError::NothingToRedo);
        }
        while let Some(TakenBack { turn, clocks }) = self.redo.pop() {
            let before = self.clocks;
            if !self.game.play(turn) {
                return Err(SessionError::Illegal);
            }
            self.earlier_clocks.push(before);
            self.clocks = clocks;
            if self.people.play(self.position().side()) {
                break;
            }
        }
        Ok(())
    }

    /// Gives the game up: for the person to move, or for the only one who plays.
    ///
    /// # Errors
    ///
    /// Where the game is over, or the engine plays alone.
    pub fn resign(&mut self) -> Result<Color, SessionError> {
        if self.ending().is_some() {
            return Err(SessionError::Over);
        }
        let side = self.position().side();
        let person = [side, !side].into_iter().find(|&color| self.people.play(color));
        let loser = person.ok_or(SessionError::NobodyToResign)?;
        self.conceded = Some(Ending::Resigned(loser));
        Ok(loser)
    }

    /// The record of the game, for a file.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        record.tags = self.tags.clone();
        if let Some(control) = self.control {
            record.tags.set("TimeControl", &control.to_string());
        }
        match self.ending() {
            Some(ending) => {
                record.result = ending.result();
                record.tags.set("Termination", ending.termination());
            }
            None => {
                record.result = RecordResult::Unfinished;
                record.tags.remove("Termination");
            }
        }
        record
    }

    /// Goes on with the game of a record, without its comments and variations. A game that was given up or lost on time is
    /// over here too.
    #[must_use]
    pub fn of_record(record: &Record, people: People, control: Option<ClockControl>) -> Self {
        let mut session = Self::new(record.game(), people, control);
        if let (RecordResult::Won(winner), None) = (record.result, session.ending()) {
            session.conceded = match record.tags.get("Termination") {
                Some(RESIGNATION) => Some(Ending::Resigned(!winner)),
                Some(word) if word == Termination::TimeForfeit.word() => Some(Ending::Time(!winner)),
                _ => None,
            };
        }
        session.tags = record.tags.clone();
        session
    }

    /// Sets a tag of the record.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.tags.set(name, value);
    }

    /// The value of a tag of the record.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_turn;
    use crate::rules::Variant;

    fn session(people: People, control: Option<&str>) -> Session {
        let game = Game::new(Position::start(Variant::Standard));
        Session::new(game, people, control.map(|text| text.parse().unwrap()))
    }

    fn play(session: &mut Session, words: &str, seconds: u64) -> Result<(), SessionError> {
        words.split(' ').try_for_each(|word| {
            let turn = parse_turn(session.position(), word).unwrap();
            session.play(turn, Duration::from_secs(seconds))
        })
    }

    fn left(session: &Session) -> [u64; 2] {
        session.clocks().unwrap().map(|clock| clock.remaining().as_secs())
    }

    #[test]
    fn two_persons_take_back_one_turn_each_time() {
        let mut session = session(People::Both, None);
        play(&mut session, "g2 b6-b4 e1-e3", 0).unwrap();
        let turns = session.game().turns().to_vec();
        session.undo().unwrap();
        session.undo().unwrap();
        assert_eq!(session.game().turns(), &turns[..1]);
        session.redo().unwrap();
        assert_eq!(session.game().turns(), &turns[..2]);
        // The turn that was taken back, played again, keeps what follows it; another one does not.
        session.undo().unwrap();
        session.play(turns[1], Duration::ZERO).unwrap();
        session.redo().unwrap();
        assert_eq!(session.game().turns(), turns);
    }

    #[test]
    fn another_turn_forgets_what_was_taken_back() {
        let mut session = session(People::Both, None);
        play(&mut session, "g2 b6-b4", 0).unwrap();
        session.undo().unwrap();
        play(&mut session, "b3", 0).unwrap();
        assert_eq!(session.redo(), Err(SessionError::NothingToRedo));
    }

    #[test]
    fn against_the_engine_undo_goes_back_to_the_person() {
        let mut session = session(People::Black, None);
        assert!(session.is_engines_turn());
        play(&mut session, "g2", 0).unwrap();
        assert!(session.is_persons_turn());
        assert_eq!(session.undo(), Err(SessionError::NothingToUndo));
        play(&mut session, "b6-b4 e1-e3", 0).unwrap();
        session.undo().unwrap();
        assert_eq!(session.game().turns().len(), 1);
        session.redo().unwrap();
        assert_eq!(session.game().turns().len(), 3);
        assert_eq!(session.redo(), Err(SessionError::NothingToRedo));
    }

    #[test]
    fn clocks_go_back_with_the_turns() {
        let mut session = session(People::Both, Some("60+2"));
        play(&mut session, "g2", 10).unwrap();
        play(&mut session, "b6-b4", 20).unwrap();
        assert_eq!(left(&session), [52, 42]);
        assert_eq!(session.remaining(Color::White, Duration::from_secs(2)), Some(Duration::from_secs(50)));
        session.undo().unwrap();
        assert_eq!(left(&session), [52, 60]);
        session.redo().unwrap();
        assert_eq!(left(&session), [52, 42]);
    }

    #[test]
    fn time_loses() {
        let mut session = session(People::Both, Some("60"));
        assert!(!session.falls(Duration::from_secs(59)));
        assert_eq!(play(&mut session, "g2", 60), Err(SessionError::Time(Color::White)));
        assert_eq!(session.ending(), Some(Ending::Time(Color::White)));
        assert_eq!(session.ending().unwrap().to_string(), "Black has won: White's time is over");
        assert_eq!(session.record().result, RecordResult::Won(Color::Black));
        assert_eq!(play(&mut session, "g2", 0), Err(SessionError::Over));
        session.undo().unwrap();
        assert_eq!(session.ending(), None);
    }

    #[test]
    fn who_resigns() {
        for (people, loser) in
            [(People::White, Color::White), (People::Black, Color::Black), (People::Both, Color::White)]
        {
            let mut session = session(people, None);
            assert_eq!(session.resign(), Ok(loser), "{people}");
            assert_eq!(session.ending(), Some(Ending::Resigned(loser)));
            assert_eq!(session.resign(), Err(SessionError::Over));
        }
        assert_eq!(session(People::Nobody, None).resign(), Err(SessionError::NobodyToResign));
    }

    #[test]
    fn records_there_and_back() {
        let mut session = session(People::Both, Some("60+1"));
        session.set_tag("White", "Anna");
        play(&mut session, "g2 b6-b4 e1-e3", 0).unwrap();
        assert_eq!(session.record().result, RecordResult::Unfinished);
        session.resign().unwrap();
        let text = session.record().to_string();
        for part in
            ["[White \"Anna\"]", "[TimeControl \"60+1\"]", "[Termination \"resignation\"]", "1. g2 b6-b4 2. e1-e3 1-0"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        let record = crate::notation::RecordReader::new(text.as_bytes()).next().unwrap().unwrap();
        let again = Session::of_record(&record, People::Both, None);
        assert_eq!((again.game(), again.ending()), (session.game(), session.ending()));
        assert_eq!(again.tag("White"), Some("Anna"));
    }

    #[test]
    fn a_finished_game() {
        let over: Position = "S1s1/s1SSS/s1s1s1/G1G2sS/2G2g/SgsSS/sSsS w 0 5 standard -- 33".parse().unwrap();
        let session = Session::new(Game::new(over), People::Both, None);
        assert!(!session.is_persons_turn() && !session.is_engines_turn());
        assert_eq!(session.ending().unwrap().to_string(), "Black has won: White has no piece left to enter");
        assert_eq!(session.record().tags.get("Termination"), Some("reserve-empty"));
    }
}
