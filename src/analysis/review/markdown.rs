//! A review as Markdown, with the board in text.

use super::words::{
    accuracy_text, better_text, circumstances, method, numbered, percent, title, turning_text, verdict,
};
use super::{Grade, Review};
use crate::analysis::{Diagram, TextStyle, score_text};
use crate::rules::{Claims, Game};
use crate::xml::push_escaped;

/// The review of one game.
pub(super) fn game(review: &Review) -> String {
    let mut text = format!("# {}\n\n", escape(&title(review)));
    let circumstances = circumstances(review);
    if !circumstances.is_empty() {
        text.push_str(&format!("{}  \n", escape(&circumstances.join(", "))));
    }
    text.push_str(&format!("{}\n\n", escape(&method(review))));
    text.push_str(&players(review));
    text.push_str(&turning_points(review));
    text.push_str(&turns(review));
    text.push_str(&diagrams(review));
    text
}

fn players(review: &Review) -> String {
    let row = |name: &str, [white, black]: [String; 2]| format!("| {name} | {white} | {black} |\n");
    let names = review.players.each_ref().map(|player| match &player.name {
        Some(name) => escape(&format!("{} ({name})", player.color)),
        None => player.color.to_string(),
    });
    let mut text = row("", names) + "|---|---:|---:|\n";
    text.push_str(&row("accuracy", review.players.each_ref().map(|player| accuracy_text(player.accuracy))));
    for grade in Grade::ALL {
        let name = [grade.name(), grade.sign()].join(" ");
        text.push_str(&row(name.trim_end(), review.players.each_ref().map(|player| player.count(grade).to_string())));
    }
    text.push_str(&row("proven wins missed", review.players.each_ref().map(|player| player.missed_wins.to_string())));
    text.push('\n');
    text
}

fn turning_points(review: &Review) -> String {
    if review.turning_points.is_empty() {
        return String::new();
    }
    let points = review.turning_points.iter().map(|point| format!("- {}\n", escape(&turning_text(review, point))));
    format!("## Turning points\n\n{}\n", points.collect::<String>())
}

fn turns(review: &Review) -> String {
    if review.turns.is_empty() {
        return String::new();
    }
    let mut text = "## Turns\n\n| turn | score | White wins | grade | better |\n|---|---|---:|---|---|\n".to_owned();
    for (index, (turn, game)) in review.turns.iter().zip(review.games()).enumerate() {
        let better = turn.better.first().filter(|_| turn.is_notable());
        let better = better.map_or(String::new(), |better| better_text(better, turn, game.position()).0);
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} |\n",
            escape(&numbered(review, index)),
            score_text(turn.score, turn.mover),
            percent(turn.white_win().value()),
            turn.grade.name(),
            escape(&better)
        ));
    }
    text.push('\n');
    text
}

/// The board before each notable turn, and at the end.
fn diagrams(review: &Review) -> String {
    let mut text = String::new();
    for (index, (turn, game)) in review.turns.iter().zip(review.games()).enumerate() {
        if !turn.is_notable() {
            continue;
        }
        text.push_str(&format!("## {}\n\n{}\n", escape(&numbered(review, index)), escape(&verdict(turn))));
        for better in &turn.better {
            let (better, answers) = better_text(better, turn, game.position());
            let answers = if answers.is_empty() { String::new() } else { format!(": {}", answers.join(" ")) };
            text.push_str(&format!("- better {}{}\n", escape(&better), escape(&answers)));
        }
        text.push_str(&format!("\nBefore the turn:\n\n{}", diagram(&game)));
    }
    let end = review.games().last().map(|game| diagram(&game)).unwrap_or_default();
    text + "## The end\n\n" + &end
}

fn diagram(game: &Game) -> String {
    format!("```text\n{}```\n\n", Diagram::of_game(game, Claims::default()).text(TextStyle::ASCII))
}

/// Text that means itself in Markdown, tables included.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' | '$' => escaped.extend(['\\', sign]),
            // In attributes only it would mean something.
            '"' => escaped.push(sign),
            sign => push_escaped(&mut escaped, sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{blunder, review};
    use super::*;

    #[test]
    fn a_short_game() {
        let text = game(&blunder());
        let begin = r#"# A\|nna \*"x"\* &amp; co - &lt;/title&gt;Ben, \*

&lt;script&gt;alert(1)&lt;/script&gt;  
standard, 3 turns; reviewed by gipfel VERSION, 1000 nodes a turn

|  | White (A\|nna \*"x"\* &amp; co) | Black (&lt;/title&gt;Ben) |
|---|---:|---:|
| accuracy | 100.0 % | 8.4 % |
| best | 2 | 0 |
| good | 0 | 0 |
| inaccuracy ?! | 0 | 0 |
| mistake ? | 0 | 0 |
| blunder ?? | 0 | 1 |
| proven wins missed | 0 | 0 |

## Turning points

- 1... b6-b4??: White takes the lead

## Turns

| turn | score | White wins | grade | better |
|---|---|---:|---|---|
| 1. g2 | -0.10 White | 45 % | best |  |
| 1... b6-b4?? | -2.10 Black | 98 % | blunder | g6 (+0.10 Black, 55 %) |
| 2. e1-e3 | +2.10 White | 98 % | best |  |

## 1... b6-b4??

Blunder: Black's chances fall from 55 % to 2 %.
- better g6 (+0.10 Black, 55 %): b3
- better b3 (-0.50 Black, 29 %)

Before the turn:

```text
"#;
        let begin = begin.replace("VERSION", env!("CARGO_PKG_VERSION"));
        assert_eq!(text.get(..begin.len()), Some(begin.as_str()));
        assert_eq!(text.matches("```text\n                    e9\n").count(), 2);
        assert!(text.ends_with("White played e1-e3\n```\n\n"));
    }

    #[test]
    fn an_empty_game() {
        let text = game(&review("[Variant \"tournament\"]\n\n*", &[&[(0, "Ge2")]]));
        assert!(text.starts_with("# White - Black, \\*\n\ntournament, 0 turns; "), "{text}");
        assert!(text.contains("| accuracy | - | - |\n") && text.contains("White to move") && !text.contains("## Turn"));
    }
}
