//! What the forms of a review for people say in the same words.

use super::{BetterTurn, Grade, Review, ReviewedTurn, TurningPoint};
use crate::analysis::score_text;
use crate::notation::turn_texts;
use crate::rules::Position;

/// The most turns of a variation that are shown to people.
const LINE: usize = 8;

/// `61 %`; wins and losses that are not proven stay off the ends.
pub(super) fn percent(win: f64) -> String {
    let percent = (100.0 * win).round();
    let kept = if win > 0.0 && win < 1.0 { percent.clamp(1.0, 99.0) } else { percent };
    format!("{kept} %")
}

/// `83.1 %`, or a dash where there is nothing to be accurate about.
pub(super) fn accuracy_text(accuracy: Option<f64>) -> String {
    accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1} %"))
}

/// A turn with its number and sign: `9... b6-b4??`.
pub(super) fn numbered(review: &Review, index: usize) -> String {
    let number = review.record.turn_number(index);
    review.turns.get(index).map_or(number.clone(), |turn| format!("{number} {}{}", turn.text, turn.grade.sign()))
}

/// The players and the result: `Anna - Ben, 1-0`.
pub(super) fn title(review: &Review) -> String {
    let [white, black] = &review.players;
    format!("{} - {}, {}", white.display_name(), black.display_name(), review.record.result)
}

impl Review {
    /// The review in a few lines of text, each with a line feed.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = format!("{} ({})\n", title(self), count(self.turns.len(), "turn"));
        for player in &self.players {
            let counts = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].map(|grade| match grade {
                Grade::Inaccuracy if player.count(grade) != 1 => format!("{} inaccuracies", player.count(grade)),
                _ => count(player.count(grade), grade.name()),
            });
            let missed = count(player.missed_wins, "missed win");
            let accuracy = accuracy_text(player.accuracy);
            text.push_str(&format!("  {}  accuracy {accuracy:>7}  {}, {missed}\n", player.color, counts.join(", ")));
        }
        for point in &self.turning_points {
            text.push_str(&format!("  {}\n", turning_text(self, point)));
        }
        text
    }
}

/// `1 turn`, `2 turns`.
fn count(number: usize, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

/// What else the roster of tags knows: event, site, date, round.
pub(super) fn circumstances(review: &Review) -> Vec<String> {
    let tag = |name: &str| review.record.tags.get(name).filter(|value| value.chars().any(|sign| !"?. ".contains(sign)));
    let round = tag("Round").map(|round| format!("round {round}"));
    ["Event", "Site", "Date"].iter().filter_map(|name| tag(name).map(str::to_owned)).chain(round).collect()
}

/// Variant, length, and how it was reviewed.
pub(super) fn method(review: &Review) -> String {
    let turns = count(review.turns.len(), "turn");
    format!("{}, {turns}; reviewed by {}, {}", review.record.start.variant(), super::PROGRAM, review.settings)
}

/// What to say about a turn: `Blunder: White's chances fall from 61 % to 20 %.` and the like; empty for a turn that is not
/// notable.
pub(super) fn verdict(turn: &ReviewedTurn) -> String {
    let mut sentences = Vec::new();
    if turn.grade >= Grade::Inaccuracy {
        let mut name = turn.grade.name().to_owned();
        name.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
        let (after, before) = (percent(turn.win.value()), percent(turn.win_before.value()));
        sentences.push(format!("{name}: {}'s chances fall from {before} to {after}.", turn.mover));
    }
    if let Some(plies) = turn.missed_win {
        sentences.push(format!("A proven win in {plies} was missed."));
    }
    sentences.join(" ")
}

/// What a turning point says: `9... b6-b4?? gave the lead from Black to White`.
pub(super) fn turning_text(review: &Review, point: &TurningPoint) -> String {
    let turn = numbered(review, point.turn);
    match point.from {
        Some(from) => format!("{turn}: the lead goes from {from} to {}", point.to),
        None => format!("{turn}: {} takes the lead", point.to),
    }
}

/// A better turn with its score: `e2 (+0.80 White, 70 %)`, and the turns expected after it.
pub(super) fn better_text(better: &BetterTurn, turn: &ReviewedTurn, position: &Position) -> (String, Vec<String>) {
    let mut texts = turn_texts(position, &better.line).take(LINE);
    let first = texts.next().unwrap_or_default();
    (format!("{first} ({}, {})", score_text(better.score, turn.mover), percent(better.win.value())), texts.collect())
}

#[cfg(test)]
mod tests {
    use super::super::test_games::blunder;
    use super::*;

    #[test]
    fn percent_keeps_what_is_not_proven_off_the_ends() {
        assert_eq!([0.0, 0.001, 0.494, 0.999, 1.0].map(percent), ["0 %", "1 %", "49 %", "99 %", "100 %"]);
    }

    #[test]
    fn summary_of_a_short_game() {
        let expected = "\
A|nna *\"x\"* & co - </title>Ben, * (3 turns)
  White  accuracy 100.0 %  0 inaccuracies, 0 mistakes, 0 blunders, 0 missed wins
  Black  accuracy   8.4 %  0 inaccuracies, 0 mistakes, 1 blunder, 0 missed wins
  1... b6-b4??: White takes the lead
";
        assert_eq!(blunder().summary(), expected);
    }
}
