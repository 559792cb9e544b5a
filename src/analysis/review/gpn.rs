//! A review as an annotated game record.

use super::words::verdict;
use super::{BetterTurn, Review, ReviewedTurn, WinProbability};
use crate::notation::{Annotations, Eval, Line, Node, Record};
use crate::rules::{Color, Position};
use crate::search::Score;

/// The mark of a review's own comments: the mover's win probability in percent.
const WIN: &str = "[%win ";
/// The glyphs that grade turns.
const GRADES: std::ops::RangeInclusive<u8> = 1..=6;

impl Review {
    /// The game with what the review says: each turn's score, the depth of the search and the mover's win probability in a
    /// comment (`[%eval +0.35] [%depth 12] [%win 58.3]`), grades as numeric annotation glyphs, better turns of notable turns
    /// as variations, and the accuracies as tags.
    ///
    /// Other comments and variations are kept. Evaluations and grades that were there, and those of an earlier review, give
    /// way.
    #[must_use]
    pub fn annotated(&self) -> Record {
        let mut record = self.record.clone();
        record.warnings.clear();
        let mut position = record.start;
        for (node, turn) in record.line.nodes.iter_mut().zip(&self.turns) {
            annotate(node, turn, &position);
            position = position.play(turn.turn);
        }
        record.tags.set("Annotator", &format!("{}, {}", super::PROGRAM, self.settings));
        for (tag, color) in [("WhiteAccuracy", Color::White), ("BlackAccuracy", Color::Black)] {
            record.tags.remove(tag);
            if let Some(accuracy) = self.player(color).accuracy {
                record.tags.set(tag, &format!("{accuracy:.1}"));
            }
        }
        record
    }
}

fn annotate(node: &mut Node, turn: &ReviewedTurn, position: &Position) {
    node.nags.retain(|nag| !GRADES.contains(nag));
    node.nags.splice(0..0, turn.grade.nag());
    let kept: Vec<String> =
        node.comments.iter().filter(|comment| !comment.contains(WIN)).map(|comment| without_scores(comment)).collect();
    let mut comment = comment(turn.score, turn.win, turn.depth);
    let verdict = verdict(turn);
    if !verdict.is_empty() {
        comment = format!("{comment} {verdict}");
    }
    node.comments = std::iter::once(comment).chain(kept.into_iter().filter(|comment| !comment.is_empty())).collect();
    node.variations.retain(|line| !is_of_a_review(line));
    if turn.is_notable() {
        node.variations.extend(turn.better.iter().map(|better| variation(better, turn.depth, position)));
    }
}

fn comment(score: Score, win: WinProbability, depth: u32) -> String {
    let eval = score.mate().map_or(Eval::Centi(score.value()), Eval::Mate);
    let annotations = Annotations { eval: Some(eval), depth: Some(depth), time: None };
    format!("{annotations} {WIN}{:.1}]", win.percent())
}

fn variation(better: &BetterTurn, depth: u32, start: &Position) -> Line {
    let mut position = *start;
    let mut line = Line::default();
    for &turn in &better.line {
        line.nodes.push(Node::new(&position, turn));
        position = position.play(turn);
    }
    if let Some(first) = line.nodes.first_mut() {
        first.comments.push(comment(better.score, better.win, depth));
    }
    line
}

fn is_of_a_review(line: &Line) -> bool {
    line.nodes.first().is_some_and(|node| node.comments.iter().any(|comment| comment.contains(WIN)))
}

/// A comment without the scores and depths that another engine left there.
fn without_scores(comment: &str) -> String {
    let mut rest = comment;
    let mut kept = String::new();
    while let Some((before, mark)) = rest.split_once("[%") {
        let (inside, after) = mark.split_once(']').unwrap_or((mark, ""));
        kept.push_str(before);
        if !matches!(inside.split(' ').next(), Some("eval" | "depth")) {
            kept.push_str(&format!("[%{inside}]"));
        }
        rest = after;
    }
    kept.push_str(rest);
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{blunder, review};
    use super::*;
    use crate::notation::RecordReader;

    fn read(text: &str) -> Record {
        RecordReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn read_back_by_the_reader() {
        let annotated = blunder().annotated();
        let text = annotated.to_string();
        let again = read(&text);
        assert_eq!(again.warnings, []);
        assert_eq!((&again.line, again.to_string()), (&annotated.line, text.clone()));
        let nodes = &again.line.nodes;
        assert_eq!(nodes[1].nags, [4]);
        assert_eq!(Annotations::read(&nodes[1].comments[0]).eval, Some(Eval::Centi(-210)));
        assert_eq!(Annotations::read(&nodes[0].comments[0]).eval, Some(Eval::Centi(-10)));
        assert!(nodes[1].comments[0].contains("Blunder: Black's chances fall from 55 % to 2 %."), "{text}");
        assert_eq!(nodes[1].variations.len(), 2);
        assert_eq!(nodes[1].variations[0].nodes[0].text(), "g6");
        assert!(nodes[0].variations.is_empty() && nodes[0].nags.is_empty());
        assert_eq!(again.tags.get("BlackAccuracy").map(|accuracy| accuracy.parse::<f64>().unwrap() < 60.0), Some(true));
    }

    #[test]
    fn what_was_there_stays_but_for_scores() {
        let text = "[White \"Anna\"]\n[Variant \"standard\"]\n\n{before} 1. g2 $1 $140 {[%eval +9.00] nice [%time 0.41]} \
                    ( 1. b3 {my idea} ) 1... b6-b4 {[%eval +0.10] [%depth 2]} 2. e1-e3 *";
        let once = review(text, &[&[(10, "g2")], &[(20, "g6")], &[(0, "e1-e3")], &[(5, "g6")]]).annotated();
        let first = &once.line.nodes[0];
        assert_eq!(once.line.comments, ["before"]);
        assert_eq!(first.nags, [140]);
        assert_eq!(first.comments[1..], ["nice [%time 0.41]"]);
        assert_eq!(first.variations[0].nodes[0].text(), "b3");
        assert_eq!(once.line.nodes[1].comments.len(), 1, "nothing is left of the other comment");
        let findings: [&[(i32, &str)]; 4] = [&[(10, "g2")], &[(20, "g6")], &[(0, "e1-e3")], &[(5, "g6")]];
        let twice = review(&once.to_string(), &findings).annotated();
        assert_eq!(twice.to_string(), once.to_string(), "a review of a review says nothing twice");
    }

    #[test]
    fn comments_lose_scores() {
        let without = without_scores;
        assert_eq!(without("[%eval +0.35] [%depth 12] [%time 0.41]"), "[%time 0.41]");
        assert_eq!(without("a [%eval #3] b [%clk 1:00] c"), "a b [%clk 1:00] c");
        assert_eq!(without("[%depth 3"), "");
        assert_eq!(without("plain"), "plain");
    }
}
