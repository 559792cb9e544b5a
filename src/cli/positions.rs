//! Which positions a subcommand works on: the argument POSITION and its companions.

use super::error::CliError;
use super::values::number;
use crate::notation::{RecordReader, play_words};
use crate::rules::{Game, Position};
use clap::Args;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

const POSITION: &str = "[POSITION]";
const AT: &str = "--at <TURN>";
const GAME: &str = "--game <N>";
const MOVES: &str = "--moves <TURN>...";

/// The position to work on.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// A position, in one of these forms:
    ///
    /// - a start: basic, standard, tournament, or with a handicap such as basic+W2
    /// - seven fields: board, side to move, both reserves, variant, phases, turn number
    /// - a file of game records such as game.gpn: the position named by --game and --at
    /// - a single - for positions from standard input, one a line
    #[arg(value_name = "POSITION", default_value = "standard", verbatim_doc_comment)]
    position: String,
    /// Of a game record: the position in which the turn of this number is to be played [default: the end]
    #[arg(long, value_name = "TURN", value_parser = number(1..=u16::MAX))]
    at: Option<u16>,
    /// Of a file with several game records: which one [default: 1]
    #[arg(long, value_name = "N", value_parser = number(1..=usize::MAX))]
    game: Option<usize>,
    /// Turns to play from the position, such as g2 b6-b4 g1-e3;xf2,f3,f5
    #[arg(long, value_name = "TURN", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionArgs {
    /// Whether the positions come from standard input.
    pub(super) fn is_stream(&self) -> bool {
        self.position == "-"
    }

    /// The words that name the position.
    pub(super) fn text(&self) -> &str {
        &self.position
    }

    fn is_record(&self) -> bool {
        Path::new(&self.position).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gpn"))
    }

    /// Calls `work` with each position and the game that led to it, as soon as it has been read.
    pub(super) fn for_each(&self, mut work: impl FnMut(Game) -> Result<(), CliError>) -> Result<(), CliError> {
        self.check_record_options()?;
        if self.is_record() {
            return work(self.play_moves(self.read_record()?)?);
        }
        if !self.is_stream() {
            return work(self.play(&self.position, POSITION)?);
        }
        for (number, line) in (1_u64..).zip(io::stdin().lock().lines()) {
            let line = line?;
            if !line.trim().is_empty() {
                work(self.play(line.trim(), &format!("line {number} of standard input"))?)?;
            }
        }
        Ok(())
    }

    fn play(&self, text: &str, argument: &str) -> Result<Game, CliError> {
        let start: Position = text.parse().map_err(|error| CliError::usage(argument, text, error))?;
        self.play_moves(Game::new(start))
    }

    fn play_moves(&self, mut game: Game) -> Result<Game, CliError> {
        let words = self.moves.iter().flat_map(|word| word.split_ascii_whitespace());
        play_words(&mut game, words).map_err(|error| CliError::usage(MOVES, &error.word, &error))?;
        Ok(game)
    }

    /// The options for game records need one.
    fn check_record_options(&self) -> Result<(), CliError> {
        let at = self.at.map(|number| (AT, number.to_string()));
        let game = self.game.map(|number| (GAME, number.to_string()));
        match at.or(game) {
            Some((option, value)) if !self.is_record() => Err(CliError::usage(
                option,
                value,
                "POSITION must then be a game record, a file whose name ends in .gpn",
            )),
            _ => Ok(()),
        }
    }

    /// Reads the game that is asked for, up to the turn that is asked for.
    fn read_record(&self) -> Result<Game, CliError> {
        let path = Path::new(&self.position);
        let file = File::open(path).map_err(|error| CliError::file("read", path, &error))?;
        let wanted = self.game.unwrap_or(1);
        let mut found = 0;
        for record in RecordReader::new(BufReader::new(file)) {
            found += 1;
            if found == wanted {
                let record = record.map_err(|error| CliError::usage(POSITION, path.display(), error))?;
                return self.up_to(record.game());
            }
        }
        let games = if found == 1 { "game" } else { "games" };
        Err(CliError::usage(GAME, wanted, format!("{} holds {found} {games}", path.display())))
    }

    fn up_to(&self, mut game: Game) -> Result<Game, CliError> {
        let Some(at) = self.at else { return Ok(game) };
        let (first, last) = (game.start().turn_number(), game.position().turn_number());
        if !(first..=last).contains(&at) {
            return Err(CliError::usage(AT, at, format!("the game goes from {first} to {last}")));
        }
        while game.position().turn_number() > at && game.undo().is_some() {}
        Ok(game)
    }
}

/// Joins the seven fields of a position, given as words of their own, into one word. They are known by the board, and
/// must be joined before options are looked for: the phase `--` would end those.
pub(super) fn join_fields(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words = words.into_iter().peekable();
    let mut joined = Vec::new();
    while let Some(mut word) = words.next() {
        if is_board(&word) {
            for _ in 1..7 {
                let Some(field) = words.next_if(|word| !is_option(word)) else { break };
                word.push(" ");
                word.push(field);
            }
        }
        joined.push(word);
    }
    joined
}

fn is_board(word: &OsString) -> bool {
    word.to_str().is_some_and(|word| {
        word.matches('/').count() == 6 && word.chars().all(|sign| sign.is_ascii_digit() || "/SGsg".contains(sign))
    })
}

fn is_option(word: &OsString) -> bool {
    word.to_str().is_some_and(|word| word.starts_with('-') && word.contains(|sign: char| sign.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_joined() {
        let join = |line: &str| {
            let words = join_fields(line.split(' ').map(OsString::from));
            words.iter().map(|word| word.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let position = "4/5/6/7/6/5/4 w 18 18 tournament -- 1";
        assert_eq!(join(&format!("gipfel show {position} --turns")), ["gipfel", "show", position, "--turns"]);
        assert_eq!(join("show 4/5/6/7/6/5/4 w --turns x"), ["show", "4/5/6/7/6/5/4 w", "--turns", "x"]);
        assert_eq!(join("show --svg a/b/c/d/e/f/g.svg basic"), ["show", "--svg", "a/b/c/d/e/f/g.svg", "basic"]);
        assert_eq!(join("show standard --moves e2 --"), ["show", "standard", "--moves", "e2", "--"]);
    }
}
