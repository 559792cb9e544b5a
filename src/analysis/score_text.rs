//! Scores in words for people.

use crate::rules::Color;
use crate::search::Score;

/// A score as people read it, and whose it is: `+0.35 White`, in basic pieces; or `White wins in 5`, in turns of both
/// players.
///
/// `mover` is the side to move where the score was found; scores are from his side. A score above zero is good for him.
///
/// ```
/// use gipfel::{analysis::score_text, rules::Color, search::Score};
/// assert_eq!(score_text(Score::centipawns(-35), Color::Black), "-0.35 Black");
/// assert_eq!(score_text(Score::win_in(5), Color::Black), "Black wins in 5");
/// ```
#[must_use]
pub fn score_text(score: Score, mover: Color) -> String {
    match score.mate() {
        Some(plies) if plies > 0 => format!("{mover} wins in {plies}"),
        Some(0) => format!("{mover} has lost"),
        Some(plies) => format!("{mover} loses in {}", -plies),
        None => format!("{:+.2} {mover}", f64::from(score.value()) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_words() {
        let text = |score| score_text(score, Color::White);
        assert_eq!(text(Score::centipawns(135)), "+1.35 White");
        assert_eq!(text(Score::DRAW), "+0.00 White");
        assert_eq!(text(Score::win_in(1)), "White wins in 1");
        assert_eq!(text(Score::loss_in(4)), "White loses in 4");
        assert_eq!(text(Score::loss_in(0)), "White has lost");
    }
}
