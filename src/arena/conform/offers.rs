//! The additions to the protocol that an engine may offer: each is checked where it is there.

use super::games::{finished_game, random_position};
use super::session::{Problem, Session, expected, legal, require};
use super::{Check, Context};
use crate::protocol::{ErrorCode, Reply};
use crate::rules::{Color, Position, Start, Variant};
use serde_json::Value;

pub(super) const CHECKS: &[Check] = &[
    Check::gipfel("query-position", "query position gives the seven fields", query_position),
    Check::gipfel("query-variant", "query variant names the variant", query_variant),
    Check::gipfel("query-legal", "query legal tells legal turns from others, with a reason", query_legal),
    Check::gipfel("query-state", "query state gives JSON with the position and its turns", query_state),
    Check::gipfel("too-many-turns", "query turns names the number where there are over 10,000", too_many_turns),
    Check::gipfel("variants", "position takes a variant or a handicap", variants),
    Check::gipfel("position-fen", "position fen takes seven fields and turns", position_fen),
    Check::gipfel("moves", "moves plays turns on the current position", moves),
    Check::gipfel("perft", "perft counts, turn by turn and in all", perft),
    Check::gipfel("perft-stop", "stop ends perft", perft_stop),
    Check::gipfel("searchmoves", "go searchmoves chooses among these turns", search_moves),
    Check::gipfel("ponder", "go ponder waits for ponderhit", ponder),
    Check::gipfel("turn-limit", "TurnLimit draws a game, and only as a claim", turn_limit),
    Check::gipfel("help", "help lists the commands", help),
    Check::gipfel("d", "d draws the board", draw),
];

/// Rules, section 4: 1,928,578 turns.
pub(super) const MANY_TURNS: &str = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40";

fn query_position(session: &mut Session, context: &Context) -> Result<(), Problem> {
    for turns in [0, 1, 8, 25] {
        let (text, position) = random_position(context.options.seed, turns);
        session.told(&text)?;
        let response = session.query("position")?;
        require(response == position.to_string(), format!("response {position}"))?;
    }
    Ok(())
}

fn query_variant(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    let response = session.query("variant")?;
    require(response == "standard", "response standard")
}

fn query_legal(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query("legal e1-e3")?;
    session.query_is("legal e1-e3", "true")?;
    for text in ["e5", "e1-e9", "G", "xe2;e1-e3", "none", "e1-e3;xe2"] {
        let replies = session.told(&format!("query legal {text}"))?;
        let fits = matches!(replies.as_slice(), [Reply::InfoString(reason), Reply::Response(no)] if no == "false" && !reason.is_empty());
        require(fits, format!("info string with a reason, then response false, to query legal {text}"))?;
    }
    Ok(())
}

fn query_state(session: &mut Session, context: &Context) -> Result<(), Problem> {
    let (text, position) = random_position(context.options.seed, 9);
    session.told(&text)?;
    let state = state(session, "state")?;
    let is = |name: &str, value: Value| require(state.get(name) == Some(&value), format!("\"{name}\": {value}"));
    is("position", position.to_string().into())?;
    is("to_move", if position.side() == Color::White { "w" } else { "b" }.into())?;
    is("over", false.into())?;
    is("turn_count", position.count_turns().into())?;
    let turns = state.get("turns").and_then(Value::as_array);
    require(turns.map(Vec::len) == usize::try_from(position.count_turns()).ok(), "\"turns\": every legal turn")?;
    let (text, _) = finished_game(context.options.seed);
    session.told(&text)?;
    require(self::state(session, "state")?.get("over") == Some(&true.into()), "\"over\": true in a finished game")
}

fn state(session: &mut Session, query: &str) -> Result<Value, Problem> {
    let response = session.query(query)?;
    serde_json::from_str(&response).map_err(|error| Problem::Expected(format!("one line of JSON: {error}")))
}

fn too_many_turns(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query("turns")?;
    session.silent(&format!("position fen {MANY_TURNS}"))?;
    let replies = session.told("query turns")?;
    let fits = matches!(
        replies.as_slice(),
        [Reply::Error { code: ErrorCode::TooManyTurns, text }, Reply::Response(none)]
            if none == "none" && text.contains("1928578")
    );
    require(fits, "info error too-many-turns 1928578, then response none")
}

fn variants(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query("position")?;
    for start in Start::all() {
        session.silent(&format!("position {start}"))?;
        session.query_is("position", &Position::start(start).to_string())?;
    }
    Ok(())
}

fn position_fen(session: &mut Session, context: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query("position")?;
    let (_, position) = random_position(context.options.seed, 12);
    session.silent(&format!("position fen {position}"))?;
    session.query_is("position", &position.to_string())?;
    let Some(turn) = position.turns().next() else { return expected("a game that goes on") };
    session.silent(&format!("position fen {position} moves {}", turn.display(&position)))?;
    session.query_is("position", &position.play(turn).to_string())
}

fn moves(session: &mut Session, context: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query("position")?;
    let (text, position) = random_position(context.options.seed, 2);
    let turns = text.split_once("moves ").map_or("", |(_, turns)| turns);
    session.silent(&format!("moves {turns}"))?;
    session.query_is("position", &position.to_string())
}

fn perft(session: &mut Session, _: &Context) -> Result<(), Problem> {
    for (variant, total, lines) in [("basic", 924, 30), ("standard", 924, 30), ("tournament", 348, 18)] {
        session.told(&format!("position {variant}"))?;
        session.send("perft 2");
        let replies = session.until("response perft total ...", |reply| {
            matches!(reply, Reply::Response(text) if text.starts_with("perft total"))
                || matches!(reply, Reply::Error { .. })
        })?;
        let texts = replies.iter().filter_map(|reply| match reply {
            Reply::Response(text) => Some(text.as_str()),
            _ => None,
        });
        let texts: Vec<&str> = texts.collect();
        let Some((last, divided)) = texts.split_last() else {
            return Err(Problem::NotOffered("perft".to_owned()));
        };
        require(*last == format!("perft total {total}"), format!("response perft total {total} for {variant}"))?;
        let sum: Option<u64> = divided.iter().map(|text| text.rsplit(' ').next()?.parse::<u64>().ok()).sum();
        require(divided.len() == lines && sum == Some(total), format!("{lines} lines that add up to {total}"))?;
    }
    Ok(())
}

fn perft_stop(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position standard")?;
    session.send("perft 30");
    session.fence()?;
    session.send("stop");
    let replies = session
        .until("response perft stopped", |reply| matches!(reply, Reply::Response(text) if text == "perft stopped"));
    replies.map(drop)
}

fn search_moves(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    for only in ["a2-c2", "b3"] {
        let found = session.search(&format!("go depth 2 searchmoves {only}"))?;
        require(found.turn == only, format!("bestmove {only}"))?;
    }
    Ok(())
}

fn ponder(session: &mut Session, context: &Context) -> Result<(), Problem> {
    if context.option("Ponder").is_none() {
        return Err(Problem::NotOffered("the option Ponder".to_owned()));
    }
    session.told("setoption name Ponder value true")?;
    session.told("position startpos moves e1-e3")?;
    session.held_back("go ponder movetime 20", "ponderhit")?;
    let found = session.search("ponderhit")?;
    let start = Position::start(Variant::Standard);
    let first = legal(&start, "e1-e3")?;
    legal(&start.play(first), &found.turn).map(drop)
}

fn turn_limit(session: &mut Session, context: &Context) -> Result<(), Problem> {
    let Some((name, _)) = context.option("TurnLimit") else {
        return Err(Problem::NotOffered("the option TurnLimit".to_owned()));
    };
    session.told(&format!("setoption name {name} value 2"))?;
    let (text, position) = random_position(context.options.seed, 2);
    session.told(&text)?;
    session.query_is("gameover", "true")?;
    session.query_is("result", "draw")?;
    let found = session.search("go depth 1")?;
    legal(&position, &found.turn).map(drop)
}

fn help(session: &mut Session, _: &Context) -> Result<(), Problem> {
    let replies = session.told("help")?;
    let words = ["ugi", "isready", "position", "go", "stop", "query", "quit"];
    let lines: Vec<String> = replies.iter().map(ToString::to_string).collect();
    let missing = words.iter().find(|word| !lines.iter().any(|line| line.split_whitespace().any(|w| w == **word)));
    missing.map_or(Ok(()), |word| expected(format!("a line about {word}")))
}

fn draw(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    let replies = session.told("d")?;
    require(replies.len() >= 7 && !replies.iter().any(|r| matches!(r, Reply::Error { .. })), "a board of several lines")
}
