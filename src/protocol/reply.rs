//! Replies: what the engine says to a client. [`Reply`] to text and back.

use super::words::Words;
use crate::search::Score;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// A line from the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `id name`: who the engine is.
    IdName(String),
    /// `id author`: who made it.
    IdAuthor(String),
    /// `option name`: an option that can be set.
    Option {
        /// Its name.
        name: String,
        /// Its type, default and range: what follows `type`.
        kind: String,
    },
    /// `ugiok`: the engine speaks the protocol and has named its options.
    UgiOk,
    /// `readyok`: all commands before `isready` are done.
    ReadyOk,
    /// `info`: what the search has found so far.
    Info(Info),
    /// `info string`: a remark for people.
    InfoString(String),
    /// `info error`: a command was refused, or something went wrong.
    Error {
        /// What kind of error.
        code: ErrorCode,
        /// What happened, for people.
        text: String,
    },
    /// `bestmove`: the answer to `go`.
    BestMove {
        /// The turn; `none` where there is none to play.
        turn: Option<String>,
        /// The answer that is expected to it.
        ponder: Option<String>,
    },
    /// `response`: the answer to `query` and `perft`.
    Response(String),
    /// Any other line: the board, the help.
    Text(String),
}

/// The kinds of errors. The list is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The first word of the line is no command.
    UnknownCommand,
    /// A word after the command is wrong, missing or too much.
    BadArgument,
    /// No such option, or not a value for it.
    BadOption,
    /// The fields make no position.
    BadPosition,
    /// A turn cannot be read or is not legal.
    IllegalTurn,
    /// There is no position, since the last one was refused.
    NoPosition,
    /// The command is not taken while a search runs.
    Busy,
    /// There are too many turns to list; the text is their number.
    TooManyTurns,
    /// The line is longer than 1 MiB.
    LineTooLong,
    /// The line is not UTF-8.
    NotUtf8,
    /// The memory that was asked for cannot be had.
    OutOfMemory,
    /// A fault of the engine.
    Internal,
}

impl ErrorCode {
    /// All codes.
    pub const ALL: [Self; 12] = [
        Self::UnknownCommand,
        Self::BadArgument,
        Self::BadOption,
        Self::BadPosition,
        Self::IllegalTurn,
        Self::NoPosition,
        Self::Busy,
        Self::TooManyTurns,
        Self::LineTooLong,
        Self::NotUtf8,
        Self::OutOfMemory,
        Self::Internal,
    ];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown-command",
            Self::BadArgument => "bad-argument",
            Self::BadOption => "bad-option",
            Self::BadPosition => "bad-position",
            Self::IllegalTurn => "illegal-turn",
            Self::NoPosition => "no-position",
            Self::Busy => "busy",
            Self::TooManyTurns => "too-many-turns",
            Self::LineTooLong => "line-too-long",
            Self::NotUtf8 => "not-utf8",
            Self::OutOfMemory => "out-of-memory",
            Self::Internal => "internal",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a search has found so far. Only what is known is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// The deepest ply reached.
    pub seldepth: Option<u32>,
    /// The rank of the line, from 1.
    pub multipv: Option<u32>,
    /// From the mover's side.
    pub score: Option<Score>,
    /// The chances that the mover wins, draws and loses, per thousand.
    pub wdl: Option<[u32; 3]>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, per thousand.
    pub hashfull: Option<u32>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The line, turn by turn.
    pub pv: Vec<String>,
}

/// The most characters of a remark or an error that are written: a reply may quote what a client has sent.
const MAX_TEXT: usize = 600;

/// A text of one line, without control characters and not too long.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(MAX_TEXT) {
            let breaks = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
            fmt::Write::write_char(f, if breaks { ' ' } else { c })?;
        }
        if chars.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option { name, kind } => write!(f, "option name {name} type {kind}"),
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::InfoString(text) => write!(f, "info string {}", OneLine(text)),
            Self::Error { code, text } => write!(f, "info error {code} {}", OneLine(text)),
            Self::BestMove { turn, ponder } => {
                write!(f, "bestmove {}", turn.as_deref().unwrap_or("none"))?;
                ponder.as_ref().map_or(Ok(()), |turn| write!(f, " ponder {turn}"))
            }
            Self::Response(text) => write!(f, "response {text}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field(f: &mut fmt::Formatter<'_>, word: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {word} {value}"))
        }
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        if let Some(score) = self.score {
            match score.mate() {
                Some(plies) => write!(f, " score mate {plies}")?,
                None => write!(f, " score cp {}", score.value())?,
            }
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "time", self.time)?;
        if self.pv.is_empty() { Ok(()) } else { write!(f, " pv {}", self.pv.join(" ")) }
    }
}

/// Every line is some reply: what is none of the protocol's is a [`Reply::Text`].
impl FromStr for Reply {
    type Err = Infallible;

    fn from_str(line: &str) -> Result<Self, Infallible> {
        Ok(parse(line).unwrap_or_else(|| Self::Text(line.to_owned())))
    }
}

fn parse(line: &str) -> Option<Reply> {
    let mut words = Words::new(line);
    let known = |word: &str| (word != "none").then(|| word.to_owned());
    Some(match words.next()? {
        "id" => match words.next()? {
            "name" => Reply::IdName(words.rest().to_owned()),
            "author" => Reply::IdAuthor(words.rest().to_owned()),
            _ => return None,
        },
        "option" => {
            words.next().filter(|&word| word == "name")?;
            let mut name = Vec::new();
            loop {
                match words.next()? {
                    "type" => break,
                    word => name.push(word),
                }
            }
            Reply::Option { name: name.join(" "), kind: words.rest().to_owned() }
        }
        "ugiok" if words.rest().is_empty() => Reply::UgiOk,
        "readyok" if words.rest().is_empty() => Reply::ReadyOk,
        "info" => return parse_info(words),
        "bestmove" => {
            let turn = known(words.next()?);
            let ponder = if words.next() == Some("ponder") { known(words.next()?) } else { None };
            Reply::BestMove { turn, ponder }
        }
        "response" => Reply::Response(words.rest().to_owned()),
        _ => return None,
    })
}

fn parse_info(mut words: Words<'_>) -> Option<Reply> {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        match word {
            "string" => return Some(Reply::InfoString(words.rest().to_owned())),
            "error" => {
                let word = words.next()?;
                let code = ErrorCode::ALL.into_iter().find(|code| code.word() == word)?;
                return Some(Reply::Error { code, text: words.rest().to_owned() });
            }
            "depth" => info.depth = words.next()?.parse().ok(),
            "seldepth" => info.seldepth = words.next()?.parse().ok(),
            "multipv" => info.multipv = words.next()?.parse().ok(),
            "score" => info.score = parse_score(words.next()?, words.next()?),
            "wdl" => info.wdl = parse_wdl(&mut words),
            "nodes" => info.nodes = words.next()?.parse().ok(),
            "nps" => info.nps = words.next()?.parse().ok(),
            "hashfull" => info.hashfull = words.next()?.parse().ok(),
            "time" => info.time = words.next()?.parse().ok(),
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            // Engines add words of their own.
            _ => {}
        }
    }
    Some(Reply::Info(info))
}

fn parse_wdl(words: &mut Words<'_>) -> Option<[u32; 3]> {
    let mut number = || words.next()?.parse().ok();
    Some([number()?, number()?, number()?])
}

fn parse_score(kind: &str, number: &str) -> Option<Score> {
    let number: i32 = number.parse().ok()?;
    let plies = number.unsigned_abs().min(Score::MAX_PLY);
    match kind {
        "cp" => Some(Score::centipawns(number)),
        "mate" if number > 0 => Some(Score::win_in(plies)),
        "mate" => Some(Score::loss_in(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Reply {
        match line.parse() {
            Ok(reply) => reply,
        }
    }

    #[test]
    fn every_reply_is_written_and_read() {
        for line in [
            "id name Gipfel 1.0",
            "id author somebody else",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Clear Hash type button",
            "ugiok",
            "readyok",
            "info depth 3 seldepth 5 multipv 1 score cp -12 nodes 100 nps 2000 hashfull 7 time 50 pv e2 b6-b4",
            "info depth 3 score mate 5 nodes 100 time 50 pv e2",
            "info depth 3 score mate -4 nodes 100 time 50 pv e2",
            "info depth 0 score mate 0 nodes 0 time 0",
            "info string the game is over",
            "info error bad-argument no such word",
            "bestmove e2",
            "bestmove e2 ponder b6-b4",
            "bestmove none",
            "response true",
            "response e2 b3",
        ] {
            let reply = parse(line);
            assert!(!matches!(reply, Reply::Text(_)), "{line}");
            assert_eq!(reply.to_string(), line);
        }
        for line in ["", "hello", "readyok then", "info error new-code x", "id", "bestmove"] {
            assert_eq!(parse(line), Reply::Text(line.to_owned()));
        }
    }

    #[test]
    fn blanks_of_any_kind_end_the_name_of_an_option() {
        let option = Reply::Option { name: "Clear Hash".to_owned(), kind: "button".to_owned() };
        for line in ["option name Clear Hash type button", "option\tname  Clear\tHash type\x0c  button "] {
            assert_eq!(parse(line), option);
        }
        for line in ["option name Hash", "option Hash type button"] {
            assert_eq!(parse(line), Reply::Text(line.to_owned()));
        }
    }

    #[test]
    fn words_of_other_engines_are_passed_over() {
        let Reply::Info(info) = parse("info depth 3 wdl 600 50 350 currmove e2 nodes 7") else { panic!() };
        assert_eq!(info, Info { depth: Some(3), wdl: Some([600, 50, 350]), nodes: Some(7), ..Info::default() });
        assert_eq!(info.to_string(), "info depth 3 wdl 600 50 350 nodes 7");
    }

    #[test]
    fn scores() {
        let score = |score| Reply::Info(Info { score: Some(score), ..Info::default() }).to_string();
        assert_eq!(score(Score::DRAW), "info score cp 0");
        assert_eq!(score(Score::centipawns(-150)), "info score cp -150");
        assert_eq!(score(Score::win_in(1)), "info score mate 1");
        assert_eq!(score(Score::loss_in(2)), "info score mate -2");
        assert_eq!(score(Score::loss_in(0)), "info score mate 0");
    }

    #[test]
    fn a_text_cannot_break_the_line_or_fill_the_memory() {
        let text = format!("a\r\nb\u{1b}[0m\u{2028}c{}", "x".repeat(10_000));
        let line = Reply::Error { code: ErrorCode::Internal, text }.to_string();
        assert!(line.starts_with("info error internal a  b [0m cxxx"), "{line}");
        assert!(line.len() < 700 && line.ends_with("x..."));
        assert!(!line.contains(char::is_control));
    }

    #[test]
    fn codes_have_different_words() {
        let words: std::collections::BTreeSet<_> = ErrorCode::ALL.iter().map(|code| code.word()).collect();
        assert_eq!(words.len(), ErrorCode::ALL.len());
    }
}
