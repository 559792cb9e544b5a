//! GF1's logs up to version 1.02, which also end its saved games of that age:
//!
//! ```text
//! game: standard
//! white player: Anna
//! black player: Ben
//!
//! moves:
//! o: e1-e3                                a basic piece enters from e1 and pushes up to e3
//! x: h6-h4
//!   x removerow (b2-e5): b2x c3x d4x      a row of Black is cleared: its basic pieces
//!   x removegipf: e5X                     and a GIPF-piece of it
//! end of gamelog
//! ```

use super::at_once::{Action, Taken};
use super::document::GameText;
use super::error::{Fault, ForeignError};
use super::gf1;
use crate::board::{Dot, Spot};
use crate::rules::{Piece, PieceKind};
use std::fmt::Write;

const END: &str = "end of gamelog";

/// Reads a log; of a saved game, what stands before the log is passed over.
pub(super) fn read(text: &str) -> Result<GameText, ForeignError> {
    let is_save = text.trim_start().starts_with('#');
    let mut lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty()).peekable();
    while is_save && lines.next_if(|(_, line)| !line.starts_with("game:")).is_some() {}
    let mut last = 1;
    let mut field = |name: &'static str| {
        let (number, line) = lines.next().ok_or_else(|| Fault::End(name).at(last))?;
        last = number;
        let value = line.strip_prefix(name).ok_or_else(|| gf1::unexpected(name, line).at(number))?;
        Ok::<_, ForeignError>((number, value.trim().to_owned()))
    };
    let (type_line, game_type) = field("game:")?;
    let (_, white) = field("white player:")?;
    let (_, black) = field("black player:")?;
    field("moves:")?;
    let mut game = GameText { game_type, type_line, players: [white, black], actions: Vec::new() };
    for (number, line) in lines {
        if line == END {
            return Ok(game);
        }
        last = number;
        game.actions.push((number, action(line, number)?));
    }
    Err(Fault::End(END).at(last))
}

fn action(line: &str, number: usize) -> Result<Action, ForeignError> {
    let expected = "a line such as o: e1-e3, o removerow (b2-e5): b2o c3o, or o removegipf: e5O";
    let wrong = || gf1::unexpected(expected, line).at(number);
    let (head, rest) = line.split_once(':').ok_or_else(wrong)?;
    let mut words = head.split_whitespace();
    let who = words.next().ok_or_else(wrong)?;
    match (words.next(), words.next(), words.next()) {
        (None, ..) => {
            let mut letters = who.chars();
            let piece = letters.next().and_then(gf1::piece).filter(|_| letters.next().is_none()).ok_or_else(wrong)?;
            let (dot, end) = rest.split_once('-').ok_or_else(wrong)?;
            let (dot, end): (Dot, Spot) = (gf1::point(dot.trim(), number)?, gf1::point(end.trim(), number)?);
            Ok(Action::Enter { piece, dot, end })
        }
        (Some("removerow"), Some(ends), None) => {
            let inside = ends.strip_prefix('(').and_then(|ends| ends.strip_suffix(')'));
            let (from, to) = inside.and_then(|ends| ends.split_once('-')).ok_or_else(wrong)?;
            let ends = Some((gf1::point(from, number)?, gf1::point(to, number)?));
            let taken = rest.split_whitespace().map(|word| taken(word, number)).collect::<Result<_, _>>()?;
            Ok(Action::Clear { owner: gf1::owner(who, number)?, ends, taken })
        }
        (Some("removegipf"), None, None) => {
            let taken = vec![taken(rest.trim(), number)?];
            Ok(Action::Clear { owner: gf1::owner(who, number)?, ends: None, taken })
        }
        _ => Err(wrong()),
    }
}

fn taken(word: &str, line: usize) -> Result<Taken, ForeignError> {
    gf1::placed(word, line).map(|(spot, Piece { color, kind })| Taken { spot, color, kind })
}

pub(super) fn write(game: &GameText) -> String {
    let [white, black] = &game.players;
    let mut text = format!("game: {}\nwhite player: {white}\nblack player: {black}\n\nmoves:\n", game.game_type);
    for (_, action) in &game.actions {
        write_action(action, &mut text);
    }
    text.push_str(END);
    text.push('\n');
    text
}

fn write_action(action: &Action, text: &mut String) {
    match action {
        // Writing into a string does not fail.
        Action::Enter { piece, dot, end } => {
            let _written = writeln!(text, "{}: {dot}-{end}", gf1::letter(*piece));
        }
        Action::Clear { owner, ends, taken } => {
            let owner = gf1::color_letter(*owner);
            if let Some((from, to)) = ends {
                let _written = write!(text, "  {owner} removerow ({from}-{to}):");
                for &Taken { spot, color, kind } in taken.iter().filter(|taken| taken.kind != PieceKind::Gipf) {
                    let _written = write!(text, " {spot}{}", gf1::letter(Piece { color, kind }));
                }
                text.push('\n');
            }
            for &Taken { spot, color, kind } in taken.iter().filter(|taken| taken.kind == PieceKind::Gipf) {
                let letter = gf1::letter(Piece { color, kind });
                let _written = writeln!(text, "  {owner} removegipf: {spot}{letter}");
            }
        }
    }
}
