//! A review as JSON; `docs/review.md` has the fields.

use super::{BetterTurn, Review, ReviewedTurn};
use crate::notation::turn_texts;
use crate::rules::{Color, Game};
use crate::search::Score;
use serde_json::{Map, Value, json};

/// The version of the form: fields may be added without a new one.
pub(super) const VERSION: u32 = 1;

/// The review of one game.
pub(super) fn game(review: &Review) -> Value {
    let tags: Map<String, Value> =
        review.record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let settings = &review.settings;
    let turning_points = review
        .turning_points
        .iter()
        .map(|point| json!({ "index": point.turn, "from": point.from.map(side), "to": side(point.to) }));
    json!({
        "tags": tags,
        "variant": review.record.start.variant().name(),
        "start": review.record.start.to_string(),
        "result": review.record.result.name(),
        "settings": {
            "time": settings.time.map(|time| time.as_secs_f64()),
            "nodes": settings.nodes,
            "depth": settings.depth,
            "multipv": settings.multipv,
            "hash": settings.hash,
        },
        "players": { "white": player(review, Color::White), "black": player(review, Color::Black) },
        "start_white_win": rounded(review.start.value()),
        "turns": review.turns.iter().zip(review.games()).enumerate().map(|(index, (played, game))| {
            turn(review, index, played, &game)
        }).collect::<Vec<_>>(),
        "turning_points": turning_points.collect::<Vec<_>>(),
    })
}

fn player(review: &Review, color: Color) -> Value {
    let player = review.player(color);
    let accuracy = player.accuracy.map(|accuracy| (10.0 * accuracy).round() / 10.0);
    let known =
        [("name", json!(player.name)), ("accuracy", json!(accuracy)), ("missed_wins", json!(player.missed_wins))];
    let counts = super::Grade::ALL.map(|grade| (grade.name(), json!(player.count(grade))));
    known.into_iter().chain(counts).map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>().into()
}

fn turn(review: &Review, index: usize, turn: &ReviewedTurn, before: &Game) -> Value {
    let position = before.position();
    json!({
        "index": index,
        "number": review.record.turn_number(index),
        "side": side(turn.mover),
        "position": position.to_string(),
        "turn": turn.text,
        "score": score(turn.score),
        "win": rounded(turn.win.value()),
        "win_before": rounded(turn.win_before.value()),
        "white_win": rounded(turn.white_win().value()),
        "loss": rounded(turn.loss),
        "grade": turn.grade.name(),
        "accuracy": (10.0 * turn.accuracy).round() / 10.0,
        "missed_win": turn.missed_win,
        "better": turn.better.iter().map(|better| line(better, before)).collect::<Vec<_>>(),
        "depth": turn.depth,
        "nodes": turn.nodes,
    })
}

fn line(better: &BetterTurn, before: &Game) -> Value {
    let turns: Vec<String> = turn_texts(before.position(), &better.line).collect();
    json!({ "turn": turns.first(), "score": score(better.score), "win": rounded(better.win.value()), "line": turns })
}

fn score(score: Score) -> Value {
    score.mate().map_or_else(|| json!({ "cp": score.value() }), |mate| json!({ "mate": mate }))
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "w",
        Color::Black => "b",
    }
}

/// To four digits; more would be noise.
fn rounded(probability: f64) -> f64 {
    (probability * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::super::test_games::blunder;
    use super::*;

    #[test]
    fn a_short_game() {
        let value = game(&blunder());
        assert_eq!(value["tags"]["White"], "A|nna *\"x\"* & co");
        assert_eq!(
            value["players"]["black"],
            json!({
                "name": "</title>Ben", "accuracy": 8.4, "missed_wins": 0,
                "best": 0, "good": 0, "inaccuracy": 0, "mistake": 0, "blunder": 1,
            })
        );
        assert_eq!(value["turning_points"], json!([{ "index": 1, "from": null, "to": "w" }]));
        assert_eq!(value["start_white_win"], 0.4547);
        assert_eq!(
            value["turns"][1],
            json!({
                "index": 1,
                "number": "1...",
                "side": "b",
                "position": "g2G/5/6/G5g/6/S4/g2G b 11 12 standard -- 2",
                "turn": "b6-b4",
                "score": { "cp": -210 },
                "win": 0.0215,
                "win_before": 0.5453,
                "white_win": 0.9785,
                "loss": 0.5238,
                "grade": "blunder",
                "accuracy": 8.4,
                "missed_win": null,
                "better": [
                    { "turn": "g6", "score": { "cp": 10 }, "win": 0.5453, "line": ["g6", "b3"] },
                    { "turn": "b3", "score": { "cp": -50 }, "win": 0.2872, "line": ["b3"] },
                ],
                "depth": 6,
                "nodes": 1000,
            })
        );
        assert_eq!(value["settings"]["time"], Value::Null);
        assert_eq!(value["turns"].as_array().map(Vec::len), Some(3));
    }
}
