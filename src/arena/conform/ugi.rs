//! What any engine for the protocol does.

use super::games::{finished_game, random_position};
use super::session::{Problem, Session, expected, is_best_move, legal, require};
use super::{Check, Context};
use crate::protocol::Reply;
use crate::rules::{Color, Position, Variant};
use std::time::Duration;

pub(super) const HANDSHAKE: &str = "handshake";
/// Without these no other check gets anywhere.
pub(super) const NEEDED: [&str; 2] = [HANDSHAKE, "isready"];

pub(super) const CHECKS: &[Check] = &[
    Check::ugi(HANDSHAKE, "ugi is answered by id name and ugiok", handshake),
    Check::ugi("isready", "isready is answered by one readyok", is_ready),
    Check::ugi("new-game", "uginewgame is accepted", new_game),
    Check::ugi("position", "position startpos with turns is accepted, and the answer is legal there", position),
    Check::ugi("go-depth", "go depth ends with a legal bestmove", |s, _| go(s, "go depth 1")),
    Check::ugi("go-nodes", "go nodes ends with a legal bestmove", |s, _| go(s, "go nodes 1000")),
    Check::ugi("go-movetime", "go movetime ends with a legal bestmove", |s, _| go(s, "go movetime 50")),
    Check::ugi("go-clock", "go with clocks ends with a legal bestmove", |s, _| {
        go(s, "go p1time 1000 p2time 1000 p1inc 10 p2inc 10")
    }),
    Check::ugi("one-bestmove", "one bestmove for each go", one_best_move),
    Check::ugi("stop", "stop ends go infinite with one legal bestmove", stop),
    Check::ugi("query-p1turn", "query p1turn says whether White is to move", query_p1turn),
    Check::ugi("query-gameover", "query gameover says whether the game is over", query_game_over),
    Check::ugi("query-result", "query result says who has won", query_result),
    Check::ugi("quit", "quit ends the program", |s, _| {
        s.fence()?;
        s.send("quit");
        s.exit("after quit").map(drop)
    }),
    Check::ugi("end-of-input", "the end of the input ends the program", |s, _| {
        s.fence()?;
        s.close_input();
        s.exit("after the end of its input").map(drop)
    }),
];

fn start() -> Position {
    Position::start(Variant::Standard)
}

fn handshake(session: &mut Session, _: &Context) -> Result<(), Problem> {
    let replies = session.greet()?;
    let named = replies.iter().any(|reply| matches!(reply, Reply::IdName(name) if !name.is_empty()));
    require(named, "id name ... before ugiok")
}

fn is_ready(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.fence()?;
    // A second one would come before the answer to what is asked next.
    let replies = session.greet()?;
    require(!replies.contains(&Reply::ReadyOk), "one readyok")
}

fn new_game(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.greet()?;
    session.told("uginewgame").map(drop)
}

fn position(session: &mut Session, context: &Context) -> Result<(), Problem> {
    let (text, position) = random_position(context.options.seed, 7);
    let replies = session.told(&text)?;
    let refused = replies.iter().any(|reply| matches!(reply, Reply::Error { .. }));
    require(!refused, "the position is accepted")?;
    let found = session.search("go depth 1")?;
    legal(&position, &found.turn).map(drop)
}

fn go(session: &mut Session, line: &str) -> Result<(), Problem> {
    session.told("position startpos")?;
    let found = session.search(line)?;
    legal(&start(), &found.turn).map(drop)
}

fn one_best_move(session: &mut Session, _: &Context) -> Result<(), Problem> {
    for _ in 0..3 {
        session.told("position startpos")?;
        session.search("go depth 1")?;
        session.silent_about_moves("stop")?;
    }
    session.nothing(Duration::from_millis(60), "one bestmove, not two", is_best_move)
}

fn stop(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.send("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    let found = session.search("stop")?;
    legal(&start(), &found.turn).map(drop)
}

fn query_p1turn(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query_is("p1turn", "true")?;
    session.told("position startpos moves e1-e3")?;
    session.query_is("p1turn", "false")
}

fn query_game_over(session: &mut Session, context: &Context) -> Result<(), Problem> {
    session.told("position startpos moves e1-e3")?;
    session.query_is("gameover", "false")?;
    let (text, _) = finished_game(context.options.seed);
    session.told(&text)?;
    session.query_is("gameover", "true")
}

fn query_result(session: &mut Session, context: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.query_is("result", "none")?;
    for seed in 0..4 {
        let (text, position) = finished_game(context.options.seed.wrapping_add(seed));
        session.told(&text)?;
        let Some(outcome) = position.outcome() else { return expected("a finished game") };
        session.query_is("result", if outcome.winner == Color::White { "p1win" } else { "p2win" })?;
    }
    Ok(())
}
