//! Reviews made by hand, for tests of what is made of them.

use super::{Findings, FoundLine, Review, Settings};
use crate::notation::{RecordReader, parse_turn};
use crate::search::Score;

/// The review of a record, from the lines found in each of its positions: the score in centipawns, from the mover's side (beyond
/// ±30,000 a win or loss, 32,000 at once), and one or more turns.
pub(super) fn review(text: &str, found: &[&[(i32, &str)]]) -> Review {
    let record = RecordReader::new(text.as_bytes()).next().unwrap().unwrap();
    let mut position = record.start;
    let mut findings = Vec::new();
    for (index, lines) in found.iter().enumerate() {
        let lines = lines.iter().map(|(value, words)| {
            let mut here = position;
            let turns = words.split(' ').map(|word| {
                let turn = parse_turn(&here, word).unwrap();
                here = here.play(turn);
                turn
            });
            FoundLine { score: score(*value), turns: turns.collect() }
        });
        findings.push(Findings { lines: lines.collect(), depth: 6, nodes: 1000 });
        if let Some(node) = record.line.nodes.get(index) {
            position = position.play(node.turn());
        }
    }
    let settings = Settings { time: None, nodes: Some(1000), ..Settings::default() };
    Review::new(record, &findings, &settings)
}

fn score(value: i32) -> Score {
    match value {
        30_001.. => Score::win_in((32_000 - value) as u32),
        ..=-30_001 => Score::loss_in((32_000 + value) as u32),
        _ => Score::centipawns(value),
    }
}

/// Names that mean something in Markdown, HTML and records.
pub(super) const TAGS: &str =
    "[Event \"<script>alert(1)</script>\"]\n[White \"A|nna *\\\"x\\\"* & co\"]\n[Black \"</title>Ben\"]\n";

/// Black's only turn is a blunder: 52 % become 12 %.
pub(super) fn blunder() -> Review {
    let text = format!("{TAGS}[Variant \"standard\"]\n\n1. g2 b6-b4 2. e1-e3 *");
    let found: [&[(i32, &str)]; 4] =
        [&[(-10, "g2 g6")], &[(10, "g6 b3"), (-50, "b3")], &[(210, "e1-e3 g6")], &[(-210, "g6")]];
    review(&text, &found)
}
