//! Answers to `query`.

use super::command::Query;
use super::engine::Refusal;
use super::reply::{ErrorCode, Reply};
use super::state;
use crate::analysis::{Diagram, TextStyle};
use crate::notation::{legal_turn_texts, parse_turn, result_word};
use crate::rules::{Claims, Color, Game, Position};

/// The replies to a query: always one `response`, so that no client waits in vain.
pub(super) fn answer(game: Option<&Game>, claims: Claims, query: &Query) -> Vec<Reply> {
    let Some(game) = game else {
        let response = match query {
            Query::GameOver | Query::Player1ToMove => "true",
            _ => "none",
        };
        return vec![Refusal::no_position().into(), Reply::Response(response.to_owned())];
    };
    let position = game.position();
    let response = match query {
        Query::Player1ToMove => (position.side() == Color::White).to_string(),
        Query::GameOver => game.result(claims).is_some().to_string(),
        Query::Result => result_word(game.result(claims)).to_owned(),
        Query::Position => position.to_string(),
        Query::Variant => position.variant().to_string(),
        Query::Legal(text) => return legal(position, text),
        Query::Turns => return turns(position),
        Query::State(part) => return state(game, claims, part),
    };
    vec![Reply::Response(response)]
}

fn legal(position: &Position, text: &str) -> Vec<Reply> {
    match parse_turn(position, text) {
        Ok(_) => vec![Reply::Response("true".to_owned())],
        Err(error) => vec![Reply::InfoString(error.to_string()), Reply::Response("false".to_owned())],
    }
}

fn turns(position: &Position) -> Vec<Reply> {
    match legal_turn_texts(position) {
        Some(texts) if texts.is_empty() => vec![Reply::Response("none".to_owned())],
        Some(texts) => vec![Reply::Response(texts.join(" "))],
        None => {
            let error = Reply::Error { code: ErrorCode::TooManyTurns, text: position.count_turns().to_string() };
            vec![error, Reply::Response("none".to_owned())]
        }
    }
}

fn state(game: &Game, claims: Claims, part: &str) -> Vec<Reply> {
    match state::describe(game, claims, part) {
        Ok(json) => vec![Reply::Response(json)],
        Err(refusal) => vec![refusal.into(), Reply::Response("none".to_owned())],
    }
}

/// The board, drawn for people. Draws by claim are not told here.
pub(super) fn draw(game: &Game) -> Vec<Reply> {
    let text = Diagram::of_game(game, Claims::NONE).text(TextStyle::ASCII);
    text.lines().map(|line| Reply::Text(line.to_owned())).collect()
}
