//! The turns of a game as they are read, word by word. Variations are kept on a stack of their own, not on the program's.

use super::error::{RecordError, RecordFault};
use super::lines::Lines;
use super::{Line, MAX_NESTING, Node, RecordResult};
use crate::notation::parse_turn;
use crate::rules::Position;
use std::io::BufRead;

/// The turns read so far.
pub(super) struct TurnSection {
    /// The game, and the variations that are open.
    open: Vec<Open>,
    comment: Option<Comment>,
}

/// A game or variation that is being read.
struct Open {
    line: Line,
    /// The position before the last turn, and the one after it.
    before: Position,
    position: Position,
    /// Where its parenthesis stands.
    place: (u64, usize),
}

/// A comment that has been opened.
struct Comment {
    text: String,
    /// Where its brace stands.
    place: (u64, usize),
}

/// What ends a word besides blanks.
const DELIMITERS: [char; 4] = ['{', '}', '(', ')'];

impl TurnSection {
    pub fn new(start: &Position) -> Self {
        let game = Open { line: Line::default(), before: *start, position: *start, place: (0, 0) };
        Self { open: vec![game], comment: None }
    }

    pub const fn is_in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Reads the rest of the current line; the result, if the game ends there.
    pub fn read(&mut self, lines: &mut Lines<impl BufRead>) -> Result<Option<RecordResult>, RecordError> {
        loop {
            if let Some(comment) = &mut self.comment {
                let rest = lines.rest();
                let inside = rest.split('}').next().unwrap_or_default();
                comment.add(inside);
                lines.used += inside.len();
                if lines.rest().is_empty() {
                    return Ok(None);
                }
                lines.used += 1;
                self.close_comment();
                continue;
            }
            lines.skip_blanks();
            let at = lines.used;
            let Some(next) = lines.rest().chars().next() else { return Ok(None) };
            let place = (lines.number(), lines.column(at));
            match next {
                '{' => self.comment = Some(Comment { text: String::new(), place }),
                '(' => self.open_variation(place).map_err(|fault| lines.error(at, fault))?,
                ')' => self.close_variation().map_err(|fault| lines.error(at, fault))?,
                '}' => return Err(lines.error(at, RecordFault::StrayBrace)),
                _ => {
                    let ends = |c: char| c.is_whitespace() || DELIMITERS.contains(&c);
                    let word = lines.rest().split(ends).next().unwrap_or_default().to_owned();
                    lines.used += word.len();
                    if let Ok(result) = word.parse::<RecordResult>() {
                        return self.check_closed().map(|()| Some(result));
                    }
                    self.word(&word).map_err(|(offset, fault)| lines.error(at + offset, fault))?;
                    continue;
                }
            }
            lines.used += 1;
        }
    }

    /// Refuses what has not been closed.
    pub fn check_closed(&self) -> Result<(), RecordError> {
        let fail = |(line, column), fault| Err(RecordError { line, column, fault });
        match (&self.comment, self.open.as_slice()) {
            (Some(comment), _) => fail(comment.place, RecordFault::OpenComment),
            (None, [_, .., variation]) => fail(variation.place, RecordFault::OpenVariation),
            _ => Ok(()),
        }
    }

    /// The game and its final position.
    pub fn finish(self) -> Option<(Line, Position)> {
        self.open.into_iter().next().map(|game| (game.line, game.position))
    }

    /// A turn, perhaps with its number before it, or an annotation.
    fn word(&mut self, word: &str) -> Result<(), (usize, RecordFault)> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        if let Some(nag) = word.strip_prefix('$') {
            let node = open.line.nodes.last_mut().ok_or((0, RecordFault::NagWithoutTurn))?;
            let digits = nag.bytes().all(|byte| byte.is_ascii_digit());
            node.nags.push(nag.parse().ok().filter(|_| digits).ok_or((1, RecordFault::Nag))?);
            return Ok(());
        }
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = after_digits.trim_start_matches('.');
        if after_digits.len() < word.len() && text.len() == after_digits.len() {
            return Err((0, RecordFault::Number));
        }
        let offset = word.len() - text.len();
        if text.is_empty() && offset > 0 {
            return Ok(());
        }
        let turn =
            parse_turn(&open.position, text).map_err(|error| (offset + error.at, RecordFault::Turn(error.fault)))?;
        open.line.nodes.push(Node::new(&open.position, turn));
        open.before = open.position;
        open.position = open.position.play(turn);
        Ok(())
    }

    fn open_variation(&mut self, place: (u64, usize)) -> Result<(), RecordFault> {
        // The stack holds the game itself and the variations around this one.
        if self.open.len() > MAX_NESTING {
            return Err(RecordFault::TooDeep);
        }
        let Some(around) = self.open.last().filter(|around| !around.line.nodes.is_empty()) else {
            return Err(RecordFault::VariationWithoutTurn);
        };
        let position = around.before;
        self.open.push(Open { line: Line::default(), before: position, position, place });
        Ok(())
    }

    fn close_variation(&mut self) -> Result<(), RecordFault> {
        if self.open.len() < 2 {
            return Err(RecordFault::StrayParenthesis);
        }
        let Some(variation) = self.open.pop().filter(|variation| !variation.line.nodes.is_empty()) else {
            return Err(RecordFault::EmptyVariation);
        };
        if let Some(node) = self.open.last_mut().and_then(|around| around.line.nodes.last_mut()) {
            node.variations.push(variation.line);
        }
        Ok(())
    }

    fn close_comment(&mut self) {
        let (Some(comment), Some(open)) = (self.comment.take(), self.open.last_mut()) else { return };
        let line = &mut open.line;
        line.nodes.last_mut().map_or(&mut line.comments, |node| &mut node.comments).push(comment.text);
    }
}

impl Comment {
    /// Adds words with one blank between them; a line's end is a blank.
    fn add(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }
}
