//! GF1's logs since version 1.03, in the game's official notation of 1998:
//!
//! ```text
//!  standard
//!
//!     Anna                                  Ben
//!
//! 01. e1-e3                                 h6-h4
//! 02. a2-b3 ; b3 c4 d5 e6 x(b3-e6) f6       Gb2 c3 d4 e5 x(b2-e5) ; i5-h5
//! ```
//!
//! A turn is an entry, from a dot to where the furthest piece comes to rest. What is cleared after it follows a `;`, what
//! is cleared before stands before one: own pieces, the row from its first to its last piece, pieces of the opponent.

use super::at_once::{Action, Taken};
use super::document::GameText;
use super::error::{Fault, ForeignError};
use super::gf1;
use crate::board::{Axis, Bitboard, Dot, Line, Spot};
use crate::rules::{Color, Piece, PieceKind};
use std::fmt::Write;

/// The width of White's part of a line, and of the names in the header.
const WHITE_PART: usize = 38;

pub(super) fn read(text: &str) -> Result<GameText, ForeignError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    let (type_line, game_type) = lines.next().ok_or_else(|| Fault::End("the type of the game").at(1))?;
    // The names are indented, the turns are not.
    let is_turns = |line: &str| !line.starts_with(' ') && line.split_whitespace().next().is_some_and(is_number);
    let players = match lines.next_if(|(_, line)| !is_turns(line)) {
        Some((_, line)) => read_players(line),
        None => [String::new(), String::new()],
    };
    let mut reader = Reader::default();
    let mut last = type_line;
    for (number, line) in lines {
        last = number;
        for word in line.replace(';', " ; ").split_whitespace() {
            reader.word(word, number)?;
        }
    }
    reader.end_groups(last)?;
    let game_type = game_type.trim().to_owned();
    Ok(GameText { game_type, type_line, players, actions: reader.actions })
}

/// The names stand in two columns; where they have been moved, at least two blanks are between them.
fn read_players(line: &str) -> [String; 2] {
    let (white, black): (String, String) =
        (line.chars().take(4 + WHITE_PART - 1).collect(), line.chars().skip(42).collect());
    let between = line.chars().nth(4 + WHITE_PART - 1).is_none_or(char::is_whitespace);
    let (white, black) = if between {
        (white, black)
    } else {
        let (white, black) = line.trim().split_once("  ").unwrap_or((line, ""));
        (white.to_owned(), black.to_owned())
    };
    [white, black].map(|name| name.trim().to_owned())
}

fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Where in the turns reading has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A number of turns must come.
    Start,
    /// This player's entry is to come.
    Before(Color),
    /// This player's entry has been read; whether a `;` has followed it.
    After(Color, bool),
}

/// One clearing as it is written.
#[derive(Debug, Default)]
struct Group {
    line: usize,
    own: Vec<(Spot, PieceKind)>,
    ends: Option<(Spot, Spot)>,
    captured: Vec<(Spot, PieceKind)>,
}

struct Reader {
    place: Place,
    /// The clearings since the last `;`, number or entry: one, or White's and then Black's.
    groups: Vec<Group>,
    actions: Vec<(usize, Action)>,
}

impl Default for Reader {
    fn default() -> Self {
        Self { place: Place::Start, groups: Vec::new(), actions: Vec::new() }
    }
}

impl Reader {
    fn word(&mut self, word: &str, line: usize) -> Result<(), ForeignError> {
        if is_number(word) {
            self.end_groups(line)?;
            self.place = Place::Before(Color::White);
            return Ok(());
        }
        if self.place == Place::Start {
            return Err(gf1::unexpected("the number of the first turns, such as 01.", word).at(line));
        }
        if word == ";" {
            self.end_groups(line)?;
            if let Place::After(_, seen) = &mut self.place {
                *seen = true;
            }
            return Ok(());
        }
        if let Some(inside) = word.strip_prefix("x(") {
            let ends = inside.strip_suffix(')').and_then(|ends| ends.split_once('-'));
            let (from, to) = ends.ok_or_else(|| gf1::unexpected("a row such as x(b2-e5)", word).at(line))?;
            return self.row((gf1::point(from, line)?, gf1::point(to, line)?), line);
        }
        // A G before another letter marks a GIPF-piece; small letters only name columns here.
        let marked = word.strip_prefix('G').filter(|rest| rest.starts_with(|sign: char| sign.is_ascii_lowercase()));
        let kind = if marked.is_some() { PieceKind::Gipf } else { PieceKind::Basic };
        let word = marked.unwrap_or(word);
        match word.split_once('-') {
            Some((dot, end)) => self.enter(gf1::point(dot, line)?, gf1::point(end, line)?, kind, line),
            None => {
                let piece = (gf1::point(word, line)?, kind);
                if self.groups.is_empty() {
                    self.groups.push(Group { line, ..Group::default() });
                }
                if let Some(group) = self.groups.last_mut() {
                    (if group.ends.is_none() { &mut group.own } else { &mut group.captured }).push(piece);
                }
                Ok(())
            }
        }
    }

    /// A row ends the list of own pieces. A second row belongs to the other player: before it stand what the first has captured,
    /// on its line, and then his own pieces. One between the ends of the second row is his: it has not been captured.
    fn row(&mut self, ends: (Spot, Spot), line: usize) -> Result<(), ForeignError> {
        match self.groups.last_mut() {
            None => self.groups.push(Group { line, ends: Some(ends), ..Group::default() }),
            Some(group) => match group.ends {
                None => group.ends = Some(ends),
                Some(first) => {
                    let spots = line_of(first).map(Line::spots).unwrap_or_default() - between(ends);
                    let captured = group.captured.iter().take_while(|(spot, _)| spots.contains(*spot)).count();
                    let own = group.captured.split_off(captured);
                    self.groups.push(Group { line, own, ends: Some(ends), captured: Vec::new() });
                }
            },
        }
        match line_of(ends) {
            Some(_) => Ok(()),
            None => Err(gf1::unexpected("two spots on one line", &format!("{}-{}", ends.0, ends.1)).at(line)),
        }
    }

    fn enter(&mut self, dot: Dot, end: Spot, kind: PieceKind, line: usize) -> Result<(), ForeignError> {
        self.end_groups(line)?;
        let color = match self.place {
            Place::Before(color) => color,
            Place::After(Color::White, _) => Color::Black,
            Place::After(Color::Black, _) | Place::Start => {
                return Err(gf1::unexpected("the number of the next turns", &format!("{dot}-{end}")).at(line));
            }
        };
        self.actions.push((line, Action::Enter { piece: Piece { color, kind }, dot, end }));
        self.place = Place::After(color, false);
        Ok(())
    }

    /// What has been read of clearings is complete.
    fn end_groups(&mut self, line: usize) -> Result<(), ForeignError> {
        for group in std::mem::take(&mut self.groups) {
            let owner = match self.place {
                Place::Before(color) => color,
                Place::After(color, true) => color,
                Place::After(color, false) => !color,
                Place::Start => return Err(Fault::End("the number of the first turns").at(line)),
            };
            // After one's own clearing, or without a `;`, only the opponent's can follow.
            self.place = match self.place {
                Place::After(color, true) => Place::After(color, false),
                _ => Place::Before(owner),
            };
            if group.ends.is_none() {
                return Err(Fault::End("a row such as x(b2-e5) after the pieces that are taken").at(group.line));
            }
            let side = |pieces: Vec<(Spot, PieceKind)>, color| {
                pieces.into_iter().map(move |(spot, kind)| Taken { spot, color, kind })
            };
            let taken = side(group.own, owner).chain(side(group.captured, !owner)).collect();
            self.actions.push((group.line, Action::Clear { owner, ends: group.ends, taken }));
        }
        Ok(())
    }
}

/// The line on which both spots lie.
fn line_of((from, to): (Spot, Spot)) -> Option<Line> {
    let lines = Axis::ALL.map(|axis| Line::through(from, axis));
    lines.into_iter().find(|line| line.spots().contains(to)).filter(|_| from != to)
}

/// The spots from one end of a row to the other. Along a line their indices rise or fall.
fn between((from, to): (Spot, Spot)) -> Bitboard {
    let spots = line_of((from, to)).map(Line::spots).unwrap_or_default();
    spots.iter().filter(|&spot| (from.min(to)..=from.max(to)).contains(&spot)).collect()
}

pub(super) fn write(game: &GameText) -> String {
    let [white, black] = &game.players;
    let mut writer = Writer {
        text: format!(" {}\n\n    {white:<37.37} {black}\n\n01. ", game.game_type),
        player: Color::White,
        entries: 0,
        used: 0,
        before: true,
    };
    for (_, action) in &game.actions {
        writer.action(action);
    }
    let lines: Vec<&str> = writer.text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

struct Writer {
    text: String,
    player: Color,
    entries: usize,
    /// The width of the current player's part of the line so far.
    used: usize,
    /// Whether his entry is still to come.
    before: bool,
}

impl Writer {
    fn action(&mut self, action: &Action) {
        match action {
            Action::Enter { piece, dot, end } => {
                self.turn_to(piece.color);
                let mark = if piece.kind == PieceKind::Gipf { "G" } else { "" };
                self.add(&format!("{mark}{dot}-{end}"));
                self.entries += 1;
                self.before = false;
            }
            Action::Clear { taken, .. } if taken.is_empty() => {}
            Action::Clear { owner, ends, taken } => {
                self.turn_to(*owner);
                let own = listed(taken.iter().filter(|taken| taken.color == *owner));
                let captured = listed(taken.iter().filter(|taken| taken.color != *owner));
                let row = ends.map(|(from, to)| format!("x({from}-{to}) ")).unwrap_or_default();
                let clearing = format!("{own}{row}{captured}");
                self.add(&if self.before { format!("{clearing}; ") } else { format!(" ; {clearing}") });
            }
        }
    }

    fn add(&mut self, part: &str) {
        self.text.push_str(part);
        self.used += part.len();
    }

    fn turn_to(&mut self, player: Color) {
        if player == self.player {
            return;
        }
        if player == Color::White {
            let pair = self.entries / 2 + 1;
            // Writing into a string does not fail.
            let _written = write!(self.text, "\n{pair:02}. ");
        } else {
            self.text.extend(std::iter::repeat_n(' ', WHITE_PART.saturating_sub(self.used).max(1)));
        }
        (self.player, self.used, self.before) = (player, 0, true);
    }
}

/// The pieces, a blank after each, GIPF-pieces last.
fn listed<'a>(taken: impl Iterator<Item = &'a Taken> + Clone) -> String {
    let basic = taken.clone().filter(|taken| taken.kind != PieceKind::Gipf).map(|taken| format!("{} ", taken.spot));
    let gipf = taken.filter(|taken| taken.kind == PieceKind::Gipf).map(|taken| format!("G{} ", taken.spot));
    basic.chain(gipf).collect()
}
