//! Random games in which the engine's turns are compared with ours.

use super::session::{Problem, Session, expected, legal, require};
use super::{Check, Context};
use crate::arena::openings::random_turn;
use crate::notation::turn_texts;
use crate::rules::{Game, Position, Turn, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

pub(super) const CHECKS: &[Check] = &[
    Check::ugi("legal-turns", "query turns lists our turns in random games", turns),
    Check::ugi("legal-bestmoves", "bestmove is legal in random games", best_moves),
];

/// A random game of so many turns, or to its end.
fn random_game(start: Position, seed: u64, turns: usize) -> Game {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(start);
    while game.turns().len() < turns && random_turn(game.position(), &mut rng).is_some_and(|turn| game.play(turn)) {}
    game
}

fn command(game: &Game) -> String {
    let turns: Vec<String> = turn_texts(game.start(), game.turns()).collect();
    if turns.is_empty() {
        "position startpos".to_owned()
    } else {
        format!("position startpos moves {}", turns.join(" "))
    }
}

/// A position after some random turns of a standard game, and the command that sets it up.
pub(super) fn random_position(seed: u64, turns: usize) -> (String, Position) {
    let game = random_game(Position::start(Variant::Standard), seed, turns);
    (command(&game), *game.position())
}

/// The end of a random standard game.
pub(super) fn finished_game(seed: u64) -> (String, Position) {
    random_position(seed, 1000)
}

/// Plays random games in every variant that the engine offers, and calls `visit` on their positions.
fn in_games(
    session: &mut Session,
    context: &Context,
    every: usize,
    mut visit: impl FnMut(&mut Session, &Position) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let option = context.option("Variant").map(|(name, _)| name.to_owned());
    let variants: &[Variant] = if option.is_some() { &Variant::ALL } else { &[Variant::Standard] };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(context.options.seed);
    for number in 0..context.options.games {
        let Some(&variant) = variants.get(number % variants.len()) else { return expected("a variant") };
        if let Some(option) = &option {
            session.told(&format!("setoption name {option} value {variant}"))?;
        }
        let whole = random_game(Position::start(variant), rng.random(), 400);
        let mut game = Game::new(*whole.start());
        for (ply, &turn) in whole.turns().iter().enumerate() {
            if ply % every == 0 {
                session.told(&command(&game))?;
                visit(session, game.position())?;
            }
            game.play(turn);
        }
        session.told(&command(&game))?;
        visit(session, game.position())?;
    }
    Ok(())
}

fn turns(session: &mut Session, context: &Context) -> Result<(), Problem> {
    in_games(session, context, 1, |session, position| {
        let response = session.query("turns")?;
        let theirs: Vec<&str> = response.split_whitespace().filter(|word| *word != "none").collect();
        compare(position, &theirs)
    })
}

/// Their turns may be written in any form that we read.
fn compare(position: &Position, theirs: &[&str]) -> Result<(), Problem> {
    let ours: Vec<Turn> = position.turns().collect();
    let mut named = BTreeSet::new();
    for text in theirs {
        let turn = legal(position, text)?;
        let canonical = turn.display(position).to_string();
        require(named.insert(canonical), format!("each turn once; {text} stands twice"))?;
    }
    let missing = ours.iter().map(|turn| turn.display(position).to_string()).find(|turn| !named.contains(turn));
    match missing {
        Some(turn) => expected(format!("all {} turns of {position}; {turn} is missing", ours.len())),
        None => Ok(()),
    }
}

fn best_moves(session: &mut Session, context: &Context) -> Result<(), Problem> {
    in_games(session, context, 7, |session, position| {
        if position.is_over() {
            return Ok(());
        }
        let found = session.search("go nodes 100")?;
        legal(position, &found.turn).map(drop)
    })
}
