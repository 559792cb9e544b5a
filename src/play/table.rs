//! The table at which a game is played: the game, the engine as opponent and as adviser, and what a person may ask for.
//! Both front ends stand on it.

use super::command::Command;
use super::files::{self, FileError};
use super::people::People;
use super::session::{Session, SessionError};
use super::setup::Setup;
use super::thinker::{Thinker, Thinking};
use crate::analysis::{Diagram, fold, score_text};
use crate::arena::game_record::date;
use crate::rules::{Color, Game, Position, Turn};
use crate::search::{Clock, Level, Limits, Luck, OutOfMemory, Report, SearchResult};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The most that a hint may take.
const ADVICE_TIME: Duration = Duration::from_secs(2);
/// The positions that are searched for a hint: plenty for people, and within the time on a slow machine.
const ADVICE_NODES: u64 = 400_000;
/// The lines that the analysis shows.
const ADVICE_LINES: usize = 3;
/// The time that is kept back from the engine's clock for the way to the screen.
const OVERHEAD: Duration = Duration::from_millis(50);

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It does not fit the game.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// No thread to think on.
    #[error("the engine cannot think: {0}")]
    Thread(#[from] io::Error),
    /// The search broke down.
    #[error("the engine has failed, please report it; undo goes back")]
    Engine,
}

/// A game with all that people need around it.
#[derive(Debug)]
pub struct Table {
    session: Session,
    setup: Setup,
    opponent: Thinker,
    /// Another than the opponent, who must not know what it has found.
    adviser: Thinker,
    luck: Luck,
    /// Whether the engine's turn was found in the book.
    knows_turn: bool,
    /// When the current turn began.
    turn_began: Instant,
    /// The file that the game was last written to or read from.
    file: Option<PathBuf>,
    /// Whether there are turns that are not in a file.
    unsaved: bool,
}

impl Table {
    /// Goes on with a game.
    ///
    /// # Errors
    ///
    /// Where there is no memory for the engine.
    pub fn new(game: Game, setup: Setup) -> Result<Self, OutOfMemory> {
        let mut table = Self {
            session: Session::new(game, setup.people, setup.clock),
            opponent: Thinker::new(setup.hash)?,
            adviser: Thinker::new(setup.hash)?,
            luck: setup.seed.map_or_else(Luck::unseeded, Luck::seeded),
            knows_turn: false,
            turn_began: Instant::now(),
            file: None,
            unsaved: false,
            setup,
        };
        table.name_players();
        Ok(table)
    }

    /// The game.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// How things are set now.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether turns would be lost if the program ended now.
    #[must_use]
    pub const fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// The board, seen from the side that was chosen.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        Diagram::of_game(self.session.game(), self.session.claims()).flipped(self.setup.flipped)
    }

    /// The time that the current turn has taken.
    #[must_use]
    pub fn used(&self) -> Duration {
        self.turn_began.elapsed()
    }

    /// What is left on a side's clock, if there are clocks.
    #[must_use]
    pub fn remaining(&self, color: Color) -> Option<Duration> {
        self.session.remaining(color, self.used())
    }

    /// Whether the time of the side to move is over; then it has lost.
    pub fn falls(&mut self) -> bool {
        let falls = self.session.falls(self.turn_began.elapsed());
        self.unsaved |= falls;
        falls
    }

    /// Plays a turn for the side to move.
    ///
    /// # Errors
    ///
    /// Where it cannot be played; or where it was played, and the file given for the game could not be written.
    pub fn play(&mut self, turn: Turn) -> Result<(), TableError> {
        let played = self.session.play(turn, self.turn_began.elapsed());
        if matches!(played, Ok(()) | Err(SessionError::Time(_))) {
            self.turn_began = Instant::now();
            self.changed()?;
        }
        Ok(played?)
    }

    /// Lets the engine begin to think about its turn. Where it finds one in its book, it has done so already.
    ///
    /// # Errors
    ///
    /// Where it cannot.
    pub fn think(&mut self) -> Result<Thinking, TableError> {
        let book = self.setup.book.at_level(self.setup.level);
        let known = book.and_then(|book| book.answer(self.session.game(), &mut self.luck));
        self.knows_turn = known.is_some();
        known.map_or_else(|| self.search(), |known| Ok(Thinking::done(known.into())))
    }

    fn search(&mut self) -> Result<Thinking, TableError> {
        let position = self.session.position();
        let clock = self.session.clocks().map(|[white, black]| {
            let clock = if position.side() == Color::White { white } else { black };
            let remaining = clock.remaining().saturating_sub(self.used());
            Clock { remaining, increment: clock.increment(), turns_to_go: clock.turns_to_go() }
        });
        let move_time = if clock.is_none() { Some(self.setup.time) } else { None };
        let limits = Limits { clock, move_time, move_overhead: OVERHEAD.min(self.setup.time / 4), ..Limits::none() };
        let limits = self.setup.level.strength().limit(position, limits, &mut self.luck);
        Ok(self.opponent.begin(self.session.game().clone(), self.session.claims(), limits)?)
    }

    /// Plays what the engine has found; returns its text, and whether it comes from the book.
    ///
    /// # Errors
    ///
    /// Where it cannot be played.
    pub fn accept(&mut self, result: Option<SearchResult>) -> Result<String, TableError> {
        let turn = result.and_then(|result| result.best).ok_or(TableError::Engine)?;
        let text = turn.display(self.session.position()).to_string();
        self.play(turn)?;
        Ok(if std::mem::take(&mut self.knows_turn) { format!("{text} (from the book)") } else { text })
    }

    /// A hint that needs no search, in words; `None` where the book has none.
    #[must_use]
    pub fn book_hint(&self) -> Option<String> {
        if self.session.ending().is_some() {
            return None;
        }
        let known = self.setup.book.for_hints()?.advice(self.session.game())?;
        let position = self.session.position();
        let score = score_text(known.score, position.side());
        Some(format!("hint: {} ({score}, from the book)", known.turn.display(position)))
    }

    /// Begins to look for good turns, at full strength: for a hint, or endlessly.
    ///
    /// # Errors
    ///
    /// Where the engine cannot think.
    pub fn advise(&self, lines: usize, endless: bool) -> Result<Thinking, TableError> {
        let limits = if endless {
            Limits { infinite: true, multipv: lines, ..Limits::none() }
        } else {
            Limits { nodes: Some(ADVICE_NODES), multipv: lines, ..Limits::time(ADVICE_TIME) }
        };
        Ok(self.adviser.begin(self.session.game().clone(), self.session.claims(), limits)?)
    }

    /// The lines that an analysis shows.
    #[must_use]
    pub const fn analysis_lines() -> usize {
        ADVICE_LINES
    }

    /// A line of the search in words: the score, and the turns.
    #[must_use]
    pub fn describe(&self, report: &Report) -> String {
        let mut position = *self.session.position();
        let score = score_text(report.score, position.side());
        let turns = report.pv.iter().map(|turn| {
            let text = turn.display(&position).to_string();
            position = position.play(*turn);
            text
        });
        format!("{score}  {}", turns.collect::<Vec<_>>().join(" "))
    }

    /// Does what a command says, as far as it needs no screen; the answer is for the person.
    ///
    /// # Errors
    ///
    /// Says why it was not done.
    pub fn execute(&mut self, command: &Command) -> Result<String, TableError> {
        match command {
            Command::Undo => self.go_back(Session::undo),
            Command::Redo => self.go_back(Session::redo),
            Command::Flip => {
                self.setup.flipped = !self.setup.flipped;
                Ok(String::new())
            }
            Command::Position => Ok(self.session.position().to_string()),
            Command::Turns => Ok(self.turns()),
            Command::Analysis(on) => {
                self.setup.analysis = on.unwrap_or(!self.setup.analysis);
                Ok(format!("analysis is {}", if self.setup.analysis { "on" } else { "off" }))
            }
            Command::Level(level) => {
                self.setup.level = level.unwrap_or(self.setup.level);
                self.name_players();
                Ok(format!("the engine plays at level {} of {}", self.setup.level, Level::FULL))
            }
            Command::Side(people) => {
                self.setup.people = people.unwrap_or(self.setup.people);
                self.session.set_people(self.setup.people);
                self.name_players();
                Ok(self.who_plays())
            }
            Command::Clock => Ok(self.clocks()),
            Command::Resign => {
                let loser = self.session.resign()?;
                self.changed()?;
                Ok(format!("{loser} resigns"))
            }
            Command::New(start) => {
                let start = start.map_or(*self.session.game().start(), Position::start);
                self.begin(Session::new(Game::new(start), self.setup.people, self.setup.clock));
                self.file = None;
                Ok(self.who_plays())
            }
            Command::Save { path, replace } => self.save(path.as_deref(), *replace),
            Command::Load { path, game } => self.load(path, *game),
            _ => Ok(String::new()),
        }
    }

    fn go_back(&mut self, go: impl FnOnce(&mut Session) -> Result<(), SessionError>) -> Result<String, TableError> {
        go(&mut self.session)?;
        self.turn_began = Instant::now();
        self.changed()?;
        Ok(format!("turn {}: {} to move", self.session.position().turn_number(), self.session.position().side()))
    }

    fn begin(&mut self, session: Session) {
        self.session = session;
        self.opponent.forget();
        self.turn_began = Instant::now();
        self.unsaved = false;
        self.name_players();
    }

    /// After the game has changed.
    fn changed(&mut self) -> Result<(), FileError> {
        self.unsaved = true;
        if let Some(path) = self.setup.save.clone() {
            self.write(&path)?;
        }
        Ok(())
    }

    fn write(&mut self, path: &Path) -> Result<(), FileError> {
        files::write(path, &self.session.record())?;
        self.unsaved = false;
        Ok(())
    }

    fn save(&mut self, path: Option<&Path>, replace: bool) -> Result<String, TableError> {
        let named = path.map(files::with_extension);
        let path = named.or_else(|| self.file.clone()).or_else(|| self.setup.save.clone()).ok_or(FileError::NoName)?;
        let is_ours = [&self.file, &self.setup.save].into_iter().flatten().any(|ours| *ours == path);
        if path.exists() && !is_ours && !replace {
            return Err(FileError::Exists(path).into());
        }
        self.write(&path)?;
        let text = format!("saved to {}", path.display());
        self.file = Some(path);
        Ok(text)
    }

    fn load(&mut self, path: &Path, game: usize) -> Result<String, TableError> {
        let record = files::read(path, game)?;
        self.begin(Session::of_record(&record, self.setup.people, self.setup.clock));
        // A file of several games is not to be replaced by one of them.
        self.file = (game == 1 && files::read(path, 2).is_err()).then(|| path.to_owned());
        let white = self.session.tag("White").unwrap_or("?").to_owned();
        let black = self.session.tag("Black").unwrap_or("?").to_owned();
        Ok(format!("{white} against {black}, {} turns", self.session.game().turns().len()))
    }

    /// The tags of the record, for as long as the names are ours.
    fn name_players(&mut self) {
        let names = Color::ALL.map(|color| {
            if self.setup.people.play(color) { "?".to_owned() } else { format!("Gipfel level {}", self.setup.level) }
        });
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            if self.session.tag(tag).is_none_or(|old| old == "?" || old.starts_with("Gipfel level ")) {
                self.session.set_tag(tag, &name);
            }
        }
        if self.session.tag("Date").is_none_or(|date| date.starts_with('?')) {
            let seconds = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
            self.session.set_tag("Date", &date(seconds));
        }
    }

    /// Who plays, in words.
    #[must_use]
    pub fn who_plays(&self) -> String {
        let level = self.setup.level;
        match self.setup.people {
            People::White => format!("you play White, the engine plays Black at level {level}"),
            People::Black => format!("you play Black, the engine plays White at level {level}"),
            People::Both => "two persons play".to_owned(),
            People::Nobody => format!("the engine plays itself at level {level}"),
        }
    }

    fn clocks(&self) -> String {
        let clock = |color| self.remaining(color).map(|left| format!("{color} {}", clock_text(left)));
        let clocks: Vec<String> = Color::ALL.into_iter().filter_map(clock).collect();
        if clocks.is_empty() { "there are no clocks; --tc sets them".to_owned() } else { clocks.join(", ") }
    }

    /// The legal turns, sorted; of very many only the first.
    fn turns(&self) -> String {
        const MOST: usize = 500;
        let position = self.session.position();
        let mut turns = position.turns();
        let mut texts: Vec<String> = turns.by_ref().take(MOST).map(|turn| turn.display(position).to_string()).collect();
        texts.sort();
        if turns.next().is_some() {
            texts.push("...".to_owned());
        }
        fold(&texts.join(" "), 78).join("\n")
    }
}

/// A clock as people read it: `1:02:03`, `4:05`, and `7.3` below ten seconds.
#[must_use]
pub fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{rest:02}")
    } else if seconds >= 10 {
        format!("{minutes}:{rest:02}")
    } else {
        format!("{seconds}.{}", left.subsec_millis() / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Interrupt;
    use crate::rules::Variant;

    fn table(setup: Setup) -> Table {
        Table::new(Game::new(Position::start(Variant::Standard)), Setup { hash: 1, seed: Some(1), ..setup }).unwrap()
    }

    fn run(table: &mut Table, line: &str) -> Result<String, String> {
        table.execute(&Command::parse(line).unwrap().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn clocks_in_words() {
        let text = |millis| clock_text(Duration::from_millis(millis));
        assert_eq!(
            [0, 7_390, 10_000, 65_999, 3_600_000, 3_723_000].map(text),
            ["0.0", "7.3", "0:10", "1:05", "1:00:00", "1:02:03"]
        );
    }

    #[test]
    fn the_engine_answers_and_undo_goes_back() {
        let mut table = table(Setup::default());
        table.play(table.session().position().turns().next().unwrap()).unwrap();
        assert!(table.session().is_engines_turn() && table.is_unsaved());
        let result = table.think().unwrap().wait(&Interrupt::default(), |_| ());
        let text = table.accept(result).unwrap();
        assert!(table.session().record().to_string().contains(&format!(" {text} *")));
        assert_eq!(run(&mut table, "undo"), Ok("turn 1: White to move".to_owned()));
        assert_eq!(run(&mut table, "redo"), Ok("turn 3: White to move".to_owned()));
        assert!(table.accept(None).is_err());
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let game = || {
            let mut table = table(Setup { people: People::Nobody, level: Level::LOWEST, ..Setup::default() });
            for _ in 0..12 {
                let result = table.think().unwrap().wait(&Interrupt::default(), |_| ());
                table.accept(result).unwrap();
            }
            table.session().game().clone()
        };
        assert_eq!(game(), game());
    }

    #[test]
    fn settings() {
        let mut table = table(Setup::default());
        assert_eq!(run(&mut table, "level 9"), Ok("the engine plays at level 9 of 20".to_owned()));
        assert_eq!(run(&mut table, "side black"), Ok("you play Black, the engine plays White at level 9".to_owned()));
        assert_eq!(table.session().tag("White"), Some("Gipfel level 9"));
        assert_eq!(table.session().tag("Black"), Some("?"));
        assert_eq!(run(&mut table, "analysis"), Ok("analysis is on".to_owned()));
        assert_eq!(run(&mut table, "new basic"), Ok("you play Black, the engine plays White at level 9".to_owned()));
        assert_eq!(run(&mut table, "position"), Ok("s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1".to_owned()));
        assert_eq!(run(&mut table, "turns").unwrap().split_whitespace().count(), 30);
        assert_eq!(run(&mut table, "resign"), Ok("Black resigns".to_owned()));
        assert_eq!(run(&mut table, "clock"), Ok("there are no clocks; --tc sets them".to_owned()));
    }

    #[test]
    fn files_are_not_replaced_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.gpn");
        let mut first = table(Setup { people: People::Both, ..Setup::default() });
        assert!(run(&mut first, "save").unwrap_err().contains("which file"));
        first.play(first.session().position().turns().next().unwrap()).unwrap();
        assert!(first.is_unsaved());
        run(&mut first, &format!("save {}", path.display())).unwrap();
        assert!(!first.is_unsaved());
        run(&mut first, "save").unwrap();
        let mut second = table(Setup { people: People::Both, ..Setup::default() });
        assert!(run(&mut second, &format!("save {}", path.display())).unwrap_err().contains("save!"));
        run(&mut second, &format!("load {}", path.display())).unwrap();
        assert_eq!(second.session().game(), first.session().game());
        run(&mut second, "save").unwrap();
        run(&mut second, "new").unwrap();
        run(&mut second, &format!("save! {}", path.display())).unwrap();
        assert_eq!(files::read(&path, 1).unwrap().line.nodes.len(), 0);
    }

    #[test]
    fn every_turn_is_written_where_that_is_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.gpn");
        let mut table = table(Setup { people: People::Both, save: Some(path.clone()), ..Setup::default() });
        for turns in 1..=3 {
            table.play(table.session().position().turns().next().unwrap()).unwrap();
            assert_eq!(files::read(&path, 1).unwrap().line.nodes.len(), turns);
            assert!(!table.is_unsaved());
        }
    }
}
