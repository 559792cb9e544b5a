//! Which positions a subcommand works on: the argument POSITION and its companions.

use super::error::CliError;
use crate::notation::play_words;
use crate::rules::{Game, Position};
use clap::Args;
use std::ffi::OsString;
use std::io::{self, BufRead};

const POSITION: &str = "[POSITION]";
const MOVES: &str = "--moves <TURN>...";

/// The position to work on.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// A position, in one of four forms:
    ///
    /// - a start: basic, standard, tournament, or with a handicap such as basic+W2
    /// - seven fields: board, side to move, White's and Black's reserve, variant, phases, turn number
    /// - `-`: positions from standard input, one a line
    #[arg(value_name = "POSITION", default_value = "standard", verbatim_doc_comment)]
    position: String,
    /// Turns to play from the position, such as g2 b6-b4 g1-e3;xf2,f3,f5
    #[arg(long, value_name = "TURN", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionArgs {
    /// Whether the positions come from standard input.
    pub(super) fn is_stream(&self) -> bool {
        self.position == "-"
    }

    /// Calls `work` with each position and the game that led to it, as soon as it has been read.
    pub(super) fn for_each(&self, mut work: impl FnMut(Game) -> Result<(), CliError>) -> Result<(), CliError> {
        if !self.is_stream() {
            return work(self.play(&self.position, POSITION)?);
        }
        for line in io::stdin().lock().lines() {
            let line = line?;
            if !line.trim().is_empty() {
                work(self.play(&line, "a line of standard input")?)?;
            }
        }
        Ok(())
    }

    fn play(&self, text: &str, argument: &'static str) -> Result<Game, CliError> {
        let start: Position = text.parse().map_err(|error| CliError::usage(argument, text, error))?;
        let mut game = Game::new(start);
        let words = self.moves.iter().flat_map(|word| word.split_ascii_whitespace());
        play_words(&mut game, words).map_err(|error| CliError::usage(MOVES, &error.word, &error))?;
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
