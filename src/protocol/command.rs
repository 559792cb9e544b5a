//! Commands: what a client says to the engine. Text to [`Command`] and back.
//!
//! Only the words are read here. Whether a turn is legal and a position possible is seen where the command is carried out.

use super::go::Go;
use super::keyword::Keyword;
use super::reply::ErrorCode;
use super::words::Words;
use crate::rules::Start;
use std::fmt;
use std::str::FromStr;

/// A line from the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Name the engine and its options.
    Ugi,
    /// Say when all before is done.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name; case does not matter.
        name: String,
        /// Its value; none for a button.
        value: Option<String>,
    },
    /// Set up a position and play turns in it.
    Position {
        /// Where the game begins.
        from: Origin,
        /// The turns played since.
        turns: Vec<String>,
    },
    /// Play turns in the current position.
    Moves(Vec<String>),
    /// Search.
    Go(Go),
    /// Count the sequences of this many turns.
    Perft(u32),
    /// End the search.
    Stop,
    /// The expected turn was played.
    PonderHit,
    /// End the program.
    Quit,
    /// Ask about the position.
    Query(Query),
    /// Draw the board.
    Draw,
    /// List the commands.
    Help,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start of the option `Variant`.
    StartPosition,
    /// The start of this variant.
    Start(Start),
    /// A position in seven fields.
    Fields(String),
}

/// A question about the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether player 1, White, is to move.
    Player1ToMove,
    /// Whether the game is over.
    GameOver,
    /// Who has won.
    Result,
    /// The seven fields.
    Position,
    /// The variant.
    Variant,
    /// Whether a text is a legal turn.
    Legal(String),
    /// Every legal turn.
    Turns,
    /// All that is needed to put a turn together, after this part of it.
    State(String),
}

/// What is wrong with the words of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word is no command.
    #[error("no command {0:?}; help lists them")]
    Unknown(String),
    /// A word is missing.
    #[error("after {after:?} comes {expected}")]
    Missing {
        /// The word before.
        after: &'static str,
        /// What should follow it.
        expected: &'static str,
    },
    /// A word that should not be there.
    #[error("unexpected {word:?} after {after:?}: {expected}")]
    Unexpected {
        /// The word.
        word: String,
        /// The command or word that it follows.
        after: &'static str,
        /// What may follow there.
        expected: &'static str,
    },
}

impl CommandError {
    /// The code of the error reply.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Unknown(_) => ErrorCode::UnknownCommand,
            Self::Missing { .. } | Self::Unexpected { .. } => ErrorCode::BadArgument,
        }
    }
}

impl Command {
    /// Reads a line; a blank one is no command.
    ///
    /// # Errors
    ///
    /// Names the word that is wrong and what was expected.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else { return Ok(None) };
        let Some(keyword) = Keyword::of(line) else { return Err(CommandError::Unknown(first.to_owned())) };
        let command = match keyword {
            Keyword::Ugi => Self::Ugi,
            Keyword::IsReady => Self::IsReady,
            Keyword::NewGame => Self::NewGame,
            Keyword::SetOption => return set_option(words).map(Some),
            Keyword::Position => return position(words).map(Some),
            Keyword::Moves => return Ok(Some(Self::Moves(words.map(str::to_owned).collect()))),
            Keyword::Go => return Go::parse(words).map(|go| Some(Self::Go(go))),
            Keyword::Perft => Self::Perft(depth(words.next())?),
            Keyword::Stop => Self::Stop,
            Keyword::PonderHit => Self::PonderHit,
            Keyword::Quit => Self::Quit,
            Keyword::Query => return query(words).map(|query| Some(Self::Query(query))),
            Keyword::Draw => Self::Draw,
            Keyword::Help => Self::Help,
        };
        nothing_more(words, keyword.word()).map(|()| Some(command))
    }
}

/// A blank line is an error here: it is [`CommandError::Unknown`].
impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        Self::parse(line)?.ok_or_else(|| CommandError::Unknown(String::new()))
    }
}

pub(super) fn unexpected(word: &str, after: &'static str, expected: &'static str) -> CommandError {
    CommandError::Unexpected { word: word.to_owned(), after, expected }
}

fn nothing_more(mut words: Words<'_>, after: &'static str) -> Result<(), CommandError> {
    words.next().map_or(Ok(()), |word| Err(unexpected(word, after, "nothing more belongs there")))
}

/// An integer of any length; what does not fit in 64 bits is cut to the nearest that does.
pub(super) fn integer(after: &'static str, word: Option<&str>) -> Result<i64, CommandError> {
    const EXPECTED: &str = "an integer";
    let word = word.ok_or(CommandError::Missing { after, expected: EXPECTED })?;
    saturating_integer(word).ok_or_else(|| unexpected(word, after, EXPECTED))
}

fn depth(word: Option<&str>) -> Result<u32, CommandError> {
    let number = integer("perft", word)?;
    if number < 0 {
        return Err(unexpected(word.unwrap_or_default(), "perft", "a number of turns, 0 or more"));
    }
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Reads an integer; `None` if it is none. One that does not fit is cut to the nearest that does.
pub(super) fn saturating_integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

fn set_option(mut words: Words<'_>) -> Result<Command, CommandError> {
    const EXPECTED: &str = "name, and the name of an option";
    match words.next() {
        Some("name") => {}
        Some(word) => return Err(unexpected(word, "setoption", EXPECTED)),
        None => return Err(CommandError::Missing { after: "setoption", expected: EXPECTED }),
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            value = Some(words.rest().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(CommandError::Missing { after: "name", expected: "the name of an option" });
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn position(mut words: Words<'_>) -> Result<Command, CommandError> {
    const EXPECTED: &str = "startpos, a variant, or fen and seven fields";
    let from = match words.next() {
        None => return Err(CommandError::Missing { after: "position", expected: EXPECTED }),
        Some("startpos") => Origin::StartPosition,
        Some("fen") => {
            let mut fields = Vec::new();
            while let Some(word) = words.clone().next().filter(|&word| fields.len() < 7 && word != "moves") {
                fields.push(word);
                words.next();
            }
            Origin::Fields(fields.join(" "))
        }
        Some(word) => match word.parse() {
            Ok(start) => Origin::Start(start),
            Err(_) => return Err(unexpected(word, "position", EXPECTED)),
        },
    };
    match words.next() {
        None | Some("moves") => Ok(Command::Position { from, turns: words.map(str::to_owned).collect() }),
        Some(word) => Err(unexpected(word, "position", "only moves and turns may follow here")),
    }
}

fn query(mut words: Words<'_>) -> Result<Query, CommandError> {
    const EXPECTED: &str = "p1turn, gameover, result, position, variant, legal, turns or state";
    let (query, word) = match words.next() {
        None => return Err(CommandError::Missing { after: "query", expected: EXPECTED }),
        Some("p1turn") => (Query::Player1ToMove, "p1turn"),
        Some("gameover") => (Query::GameOver, "gameover"),
        Some("result") => (Query::Result, "result"),
        Some("position") => (Query::Position, "position"),
        Some("variant") => (Query::Variant, "variant"),
        Some("legal") => return Ok(Query::Legal(words.rest().to_owned())),
        Some("turns") => (Query::Turns, "turns"),
        Some("state") => return Ok(Query::State(words.rest().to_owned())),
        Some(word) => return Err(unexpected(word, "query", EXPECTED)),
    };
    nothing_more(words, word).map(|()| query)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Self::Position { from, turns } => {
                match from {
                    Origin::StartPosition => f.write_str("position startpos")?,
                    Origin::Start(start) => write!(f, "position {start}")?,
                    Origin::Fields(fields) => write!(f, "position fen {fields}")?,
                }
                if turns.is_empty() { Ok(()) } else { write!(f, " moves {}", turns.join(" ")) }
            }
            Self::Moves(turns) if turns.is_empty() => f.write_str("moves"),
            Self::Moves(turns) => write!(f, "moves {}", turns.join(" ")),
            Self::Go(go) => go.fmt(f),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Query(query) => write!(f, "query {query}"),
            Self::Draw => f.write_str("d"),
            Self::Help => f.write_str("help"),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player1ToMove => f.write_str("p1turn"),
            Self::GameOver => f.write_str("gameover"),
            Self::Result => f.write_str("result"),
            Self::Position => f.write_str("position"),
            Self::Variant => f.write_str("variant"),
            Self::Legal(turn) => write!(f, "legal {turn}"),
            Self::Turns => f.write_str("turns"),
            Self::State(part) if part.is_empty() => f.write_str("state"),
            Self::State(part) => write!(f, "state {part}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        line.parse().unwrap()
    }

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn every_command_is_read_and_written() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "setoption name Hash value 64",
            "setoption name Clear Hash",
            "position startpos",
            "position startpos moves e2 e1-e4",
            "position basic+W2 moves e2",
            "position fen g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1 moves e2",
            "moves",
            "moves e2 xe2,e3;b2",
            "go",
            "go p1time 1 p2time 2 p1inc 3 p2inc 4 movestogo 5 movetime 6 depth 7 nodes 8 mate 9 infinite ponder searchmoves \
             e2 b3",
            "perft 3",
            "stop",
            "ponderhit",
            "quit",
            "query p1turn",
            "query gameover",
            "query result",
            "query position",
            "query variant",
            "query legal xe2 ; b2",
            "query turns",
            "query state",
            "query state xe2,e3;",
            "d",
            "help",
        ] {
            let command = parse(line);
            assert_eq!(command.to_string(), line);
            let blanks = format!("  {} \t", line.replace(' ', "\t "));
            if !line.contains(';') {
                assert_eq!(parse(&blanks), command);
            }
        }
    }

    #[test]
    fn blank_lines_are_no_commands() {
        assert_eq!(Command::parse(""), Ok(None));
        assert_eq!(Command::parse(" \t "), Ok(None));
    }

    #[test]
    fn every_keyword_is_a_command_and_has_its_word() {
        for (keyword, word, ..) in Keyword::ALL {
            assert_eq!(Keyword::of(&format!(" {word} x")), Some(keyword));
            assert_eq!(keyword.word(), word);
            assert_ne!(Command::parse(word), Err(CommandError::Unknown(word.to_owned())));
        }
        assert_eq!(Keyword::of("Go"), None);
    }

    #[test]
    fn unknown_words_are_errors() {
        assert_eq!(error("uci"), "no command \"uci\"; help lists them");
        for (keyword, word, ..) in Keyword::ALL {
            if !matches!(keyword, Keyword::Moves) {
                let line = format!("{word} nonsense");
                assert_eq!(Command::parse(&line).unwrap_err().code(), ErrorCode::BadArgument, "{line}");
            }
        }
        for line in [
            "position",
            "position startpos e2",
            "position basic+W4",
            "position fen g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1 e2",
            "setoption",
            "setoption name",
            "setoption name value 3",
            "setoption Hash value 3",
            "query",
            "query turns now",
            "go depth",
            "go depth x",
            "go depth 1.5",
            "go depth 1 e2",
            "go depth depth 2",
            "go searchmoves e2 depth 3 b3",
            "perft",
            "perft x",
            "perft 2 3",
        ] {
            assert_eq!(Command::parse(line).unwrap_err().code(), ErrorCode::BadArgument, "{line}");
        }
        assert_eq!(error("go depth"), "after \"depth\" comes an integer");
        assert_eq!(error("stop it"), "unexpected \"it\" after \"stop\": nothing more belongs there");
    }

    #[test]
    fn option_names_hold_blanks_and_values_run_to_the_end() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption name Clear   Hash"), set("Clear Hash", None));
        assert_eq!(parse("setoption name Clear Hash value"), set("Clear Hash", Some("")));
        assert_eq!(
            parse("setoption name Book File value  /a b/value  c.bin "),
            set("Book File", Some("/a b/value  c.bin"))
        );
    }

    #[test]
    fn the_clocks_of_uci_are_read_too() {
        assert_eq!(parse("go wtime 1 btime 2 winc 3 binc 4"), parse("go p1time 1 p2time 2 p1inc 3 p2inc 4"));
    }

    #[test]
    fn numbers_saturate() {
        let Command::Go(go) = parse("go depth 99999999999999999999 p1time -99999999999999999999 movetime +5") else {
            panic!()
        };
        assert_eq!((go.depth, go.time[0], go.move_time), (Some(i64::MAX), Some(i64::MIN), Some(5)));
        assert_eq!(parse("perft 99999999999"), Command::Perft(u32::MAX));
        assert_eq!(error("perft -1"), "unexpected \"-1\" after \"perft\": a number of turns, 0 or more");
        for word in ["", "+", "-", "--1", "1e3", "0x10", "1_000", "٣"] {
            assert_eq!(saturating_integer(word), None, "{word}");
        }
    }

    #[test]
    fn turns_to_search_run_to_the_next_keyword() {
        let Command::Go(go) = parse("go searchmoves e2 b3 depth 3 searchmoves c2 infinite") else { panic!() };
        assert_eq!(go.search_turns, ["e2", "b3", "c2"]);
        assert_eq!((go.depth, go.infinite), (Some(3), true));
    }

    #[test]
    fn moves_may_be_empty() {
        assert_eq!(parse("position startpos moves"), parse("position startpos"));
        assert_eq!(parse("moves"), Command::Moves(Vec::new()));
    }

    #[test]
    fn seven_fields_follow_fen() {
        let fields = |line: &str| match parse(line) {
            Command::Position { from: Origin::Fields(fields), .. } => fields,
            other => panic!("{other:?}"),
        };
        assert_eq!(fields("position fen a b  c moves e2"), "a b c");
        assert_eq!(fields("position fen"), "");
        assert_eq!(fields("position fen 1 2 3 4 5 6 7 moves"), "1 2 3 4 5 6 7");
    }
}
