//! The words with which commands begin, and what they are for.

use super::words::Words;

/// One of the words with which a command begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Keyword {
    Ugi,
    IsReady,
    NewGame,
    SetOption,
    Position,
    Moves,
    Go,
    Perft,
    Stop,
    PonderHit,
    Quit,
    Query,
    Draw,
    Help,
}

impl Keyword {
    /// Every command: its keyword, the word, what may follow it, and what it is for.
    pub const ALL: [(Self, &'static str, &'static str, &'static str); 14] = [
        (Self::Ugi, "ugi", "", "names the engine and its options"),
        (Self::IsReady, "isready", "", "answers readyok when all before is done"),
        (Self::NewGame, "uginewgame", "", "sets up the start of Variant and forgets what was learned"),
        (Self::SetOption, "setoption", "name N [value V]", "sets an option"),
        (
            Self::Position,
            "position",
            "startpos|VARIANT|fen F1 F2 F3 F4 F5 F6 F7 [moves T...]",
            "sets up a position and plays turns",
        ),
        (Self::Moves, "moves", "T...", "plays turns in the current position"),
        (
            Self::Go,
            "go",
            "[p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [movetime MS] [depth N] [nodes N] [mate N] \
             [infinite] [ponder] [searchmoves T...]",
            "searches, and answers bestmove",
        ),
        (Self::Perft, "perft", "N", "counts the sequences of N turns"),
        (Self::Stop, "stop", "", "ends the search"),
        (Self::PonderHit, "ponderhit", "", "says that the expected turn was played"),
        (Self::Quit, "quit", "", "ends the program"),
        (
            Self::Query,
            "query",
            "p1turn|gameover|result|position|variant|legal T|turns|state [PART]",
            "asks about the current position",
        ),
        (Self::Draw, "d", "", "draws the board"),
        (Self::Help, "help", "", "lists the commands"),
    ];

    /// The keyword with which a line begins, if it is one.
    #[must_use]
    pub fn of(line: &str) -> Option<Self> {
        let word = Words::new(line).next()?;
        Self::ALL.iter().find(|(_, name, ..)| *name == word).map(|(keyword, ..)| *keyword)
    }

    /// The word.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(keyword, ..)| *keyword == self).map_or("", |(_, word, ..)| word)
    }

    /// Whether the command is refused while a search runs.
    #[must_use]
    pub const fn needs_rest(self) -> bool {
        matches!(self, Self::NewGame | Self::SetOption | Self::Position | Self::Moves | Self::Go | Self::Perft)
    }
}
