//! Plays a game against an engine program: starts it, speaks the protocol with it, and ends it whatever happens.
//!
//! `cargo run --example external_engine -- ./engine --its-flag` plays random turns against it; without a program it
//! plays against the built-in player `builtin:depth2`.

use gipfel::arena::client::Client;
use gipfel::arena::config::Deadlines;
use gipfel::arena::engine_config::EngineConfig;
use gipfel::arena::openings::Opening;
use gipfel::notation::parse_turn;
use gipfel::rules::{Claims, Color, Start, Turn, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let command = if words.is_empty() { "builtin:depth2".to_owned() } else { words.join(" ") };
    // Options, a folder, environment variables stand in the same text: `option.Hash=64 ./engine`.
    let config = EngineConfig::parse(&command)?;
    // Setting it from elsewhere, at Ctrl-C for instance, ends any wait.
    let cancel = Arc::new(AtomicBool::new(false));
    let mut engine = Client::start(&config, 1, &Deadlines::default(), &cancel)?;
    println!("playing against {}", if engine.name().is_empty() { &command } else { engine.name() });

    let opening = Opening::start(Start::from(Variant::Standard));
    engine.new_game(&opening)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut game, mut texts) = (opening.game().clone(), Vec::new());
    while game.result(Claims::default()).is_none() {
        let position = *game.position();
        let turn = if position.side() == Color::White {
            let command = engine.position_command(&opening, &texts);
            let answer = engine.go(&command, "go movetime 20", Duration::from_secs(5))?;
            parse_turn(&position, &answer.turn)?
        } else {
            let turns: Vec<Turn> = position.turns().collect();
            turns[random.random_range(0..turns.len())]
        };
        texts.push(turn.display(&position).to_string());
        game.play(turn);
    }
    engine.quit();
    println!("{}", texts.join(" "));
    println!("{:?}", game.result(Claims::default()));
    Ok(())
}
