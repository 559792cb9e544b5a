//! The texts of several turns: all of a position, or a line of play.

use crate::rules::{Position, Turn};

/// No more turns are listed: a position can have millions.
pub const MAX_LISTED: usize = 10_000;

/// All the turns, or none if there are more than [`MAX_LISTED`].
#[must_use]
pub fn listed(turns: impl Iterator<Item = Turn>) -> Option<Vec<Turn>> {
    let turns: Vec<_> = turns.take(MAX_LISTED + 1).collect();
    (turns.len() <= MAX_LISTED).then_some(turns)
}

/// The canonical texts of all legal turns, sorted by bytes; `None` if there are more than [`MAX_LISTED`].
///
/// ```
/// use gipfel::{notation::legal_turn_texts, rules::Position};
/// let texts = legal_turn_texts(&"standard".parse::<Position>()?).unwrap();
/// assert_eq!((texts.len(), texts[0].as_str()), (30, "a1-c3"));
/// assert_eq!(legal_turn_texts(&"4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse()?), None);
/// # Ok::<(), gipfel::notation::PositionTextError>(())
/// ```
#[must_use]
pub fn legal_turn_texts(position: &Position) -> Option<Vec<String>> {
    let turns = listed(position.turns())?;
    let mut texts: Vec<_> = turns.into_iter().map(|turn| turn.display(position).to_string()).collect();
    texts.sort_unstable();
    Some(texts)
}

/// The canonical texts of turns that follow one another, each in the position in which it is played. They end before the
/// first that is not legal.
///
/// ```
/// use gipfel::notation::{parse_turn, variation};
/// use gipfel::rules::Position;
/// let start: Position = "basic".parse()?;
/// let turn = parse_turn(&start, "e1-e2")?;
/// assert_eq!(variation(&start, &[turn]), ["e1-e3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn variation(start: &Position, turns: &[Turn]) -> Vec<String> {
    let mut position = *start;
    let legal = turns.iter().map_while(|&turn| {
        position.is_legal(turn).then(|| {
            let text = turn.display(&position).to_string();
            position = position.play(turn);
            text
        })
    });
    legal.collect()
}
