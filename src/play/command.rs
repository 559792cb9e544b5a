//! What a person can say: commands and turns, read from a line of text.

use super::people::People;
use super::session::SessionError;
use crate::notation::StartError;
use crate::rules::Start;
use crate::search::Level;
use std::path::PathBuf;

/// A command of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a turn, or goes a step on with the one begun: the text, as typed.
    Turn(String),
    /// Begins a turn that is put together step by step.
    Step,
    /// Takes back a step of the turn begun.
    Back,
    /// Names a good turn.
    Hint,
    /// Lets the engine play this turn.
    Go,
    /// Takes turns back.
    Undo,
    /// Plays turns again that were taken back.
    Redo,
    /// Draws the board.
    Board,
    /// Turns the board round.
    Flip,
    /// Lists the legal turns.
    Turns,
    /// Prints the position in one line.
    Position,
    /// Shows what the engine thinks before each turn: on, off, or the other of both.
    Analysis(Option<bool>),
    /// Sets the engine's level, or shows it.
    Level(Option<Level>),
    /// Sets who plays, or shows it.
    Side(Option<People>),
    /// Shows the clocks.
    Clock,
    /// Gives the game up.
    Resign,
    /// Begins a new game: at this start, or the same as now.
    New(Option<Start>),
    /// Writes the game to a file.
    Save {
        /// The file; none for the one used before.
        path: Option<PathBuf>,
        /// Whether another file of that name may be replaced.
        replace: bool,
    },
    /// Reads a game from a file.
    Load {
        /// The file.
        path: PathBuf,
        /// Which game of the file, from 1.
        game: usize,
    },
    /// Shows the commands.
    Help,
    /// Ends the program.
    Quit,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// A word is missing, or wrong, or too much.
    #[error("usage: {0}")]
    Usage(String),
    /// Not a level.
    #[error("{0:?} is no level: expected a whole number from 1 to 20")]
    Level(String),
    /// Not on or off.
    #[error("{0:?} is neither on nor off")]
    Switch(String),
    /// Not a start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Not a choice of sides.
    #[error(transparent)]
    People(#[from] SessionError),
}

/// The commands for the help: word, arguments, purpose.
pub const COMMANDS: [(&str, &str, &str); 20] = [
    ("step", "", "put a turn together step by step"),
    ("back", "", "take back a step of the turn begun"),
    ("hint", "", "name a good turn"),
    ("go", "", "let the engine play this turn"),
    ("undo", "", "take back your last turn, with the engine's answer"),
    ("redo", "", "play again what was taken back"),
    ("board", "", "draw the board"),
    ("flip", "", "turn the board round"),
    ("turns", "", "list the legal turns"),
    ("position", "", "print the position in one line"),
    ("analysis", "[on|off]", "show what the engine thinks before each turn"),
    ("level", "[1-20]", "how strong the engine plays; 20 is full strength"),
    ("side", "[white|black|both|none]", "which sides people play"),
    ("clock", "", "show the clocks"),
    ("resign", "", "give the game up"),
    ("new", "[START]", "begin a game: basic, basic+W2, standard, tournament"),
    ("save", "[FILE]", "write the game to a file (.gpn); save! replaces another file"),
    ("load", "FILE [N]", "go on with a game of a file, the first or number N"),
    ("help", "", "show this"),
    ("quit", "", "end the program"),
];

impl Command {
    /// Reads a line; `None` for a blank one. What begins with no command's word is taken for a turn.
    ///
    /// # Errors
    ///
    /// Says how the command is written.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let none = |command| if rest.is_empty() { Ok(command) } else { Err(usage(word)) };
        let argument = (!rest.is_empty()).then_some(rest);
        let command = match word.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "step" => none(Self::Step)?,
            "back" => none(Self::Back)?,
            "hint" => none(Self::Hint)?,
            "go" => none(Self::Go)?,
            "undo" | "u" => none(Self::Undo)?,
            "redo" | "r" => none(Self::Redo)?,
            "board" => none(Self::Board)?,
            "flip" => none(Self::Flip)?,
            "turns" => none(Self::Turns)?,
            "position" => none(Self::Position)?,
            "analysis" => Self::Analysis(argument.map(switch).transpose()?),
            "level" => Self::Level(argument.map(level).transpose()?),
            "side" => Self::Side(argument.map(str::parse).transpose()?),
            "clock" => none(Self::Clock)?,
            "resign" => none(Self::Resign)?,
            "new" => Self::New(argument.map(str::parse).transpose()?),
            word @ ("save" | "save!") => Self::Save { path: argument.map(PathBuf::from), replace: word == "save!" },
            "load" => load(rest)?,
            "help" | "?" => none(Self::Help)?,
            "quit" | "exit" | "q" => none(Self::Quit)?,
            _ => Self::Turn(line.to_owned()),
        };
        Ok(Some(command))
    }
}

fn usage(word: &str) -> CommandError {
    let known = COMMANDS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word));
    CommandError::Usage(known.map_or_else(
        || format!("{word}, with nothing after it"),
        |(word, arguments, purpose)| {
            let separator = if arguments.is_empty() { "" } else { " " };
            format!("{word}{separator}{arguments}: {purpose}")
        },
    ))
}

fn switch(text: &str) -> Result<bool, CommandError> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(CommandError::Switch(text.to_owned())),
    }
}

fn level(text: &str) -> Result<Level, CommandError> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| CommandError::Level(text.to_owned()))
}

/// A file, which may have blanks in its name, and a number after it.
fn load(rest: &str) -> Result<Command, CommandError> {
    if rest.is_empty() {
        return Err(usage("load"));
    }
    let numbered = rest.rsplit_once(' ').and_then(|(path, number)| Some((path.trim(), number.parse().ok()?)));
    let (path, game) = numbered.filter(|(_, game)| *game > 0).unwrap_or((rest, 1));
    Ok(Command::Load { path: path.into(), game })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn commands_and_turns() {
        assert_eq!(Command::parse("  \t"), Ok(None));
        assert_eq!(parse(" UNDO "), Command::Undo);
        assert_eq!(parse("e1-e4; xe2,e3"), Command::Turn("e1-e4; xe2,e3".to_owned()));
        assert_eq!(parse("analysis"), Command::Analysis(None));
        assert_eq!(parse("analysis on"), Command::Analysis(Some(true)));
        assert_eq!(parse("level 7"), Command::Level(Level::new(7)));
        assert_eq!(parse("side both"), Command::Side(Some(People::Both)));
        assert_eq!(parse("new basic+B1"), Command::New(Some("basic+B1".parse().unwrap())));
        assert_eq!(parse("save"), Command::Save { path: None, replace: false });
        assert_eq!(parse("save! my game.gpn"), Command::Save { path: Some("my game.gpn".into()), replace: true });
        assert_eq!(parse("load my game.gpn 3"), Command::Load { path: "my game.gpn".into(), game: 3 });
        assert_eq!(parse("load my game.gpn"), Command::Load { path: "my game.gpn".into(), game: 1 });
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |line| Command::parse(line).unwrap_err().to_string();
        assert_eq!(error("undo 3"), "usage: undo: take back your last turn, with the engine's answer");
        assert_eq!(error("level 21"), "\"21\" is no level: expected a whole number from 1 to 20");
        assert_eq!(error("level x"), "\"x\" is no level: expected a whole number from 1 to 20");
        assert_eq!(error("analysis maybe"), "\"maybe\" is neither on nor off");
        assert!(error("new chess").contains("chess"), "{}", error("new chess"));
        assert!(error("side red").contains("white, black, both or none"));
        assert!(error("load").starts_with("usage: load FILE [N]"));
        assert!(error("q 1").starts_with("usage: q, with nothing"));
    }

    #[test]
    fn every_command_of_the_help_is_read() {
        for (word, ..) in COMMANDS {
            let read = Command::parse(word);
            assert!(!matches!(read, Ok(Some(Command::Turn(_)))), "{word}");
        }
    }
}
