//! Lets the engine play a game against itself and prints its record.
//!
//! `cargo run --release --example play_game -- tournament 20000 2000` gives White ten times as much thought as Black.

use gipfel::notation::Record;
use gipfel::rules::{Claims, Color, Game, GameResult, Position};
use gipfel::search::{Control, Limits, Searcher, Silent};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let start: Position = words.next().as_deref().unwrap_or("basic").parse()?;
    let mut nodes = || words.next().map_or(Ok(2000), |word| word.parse::<u64>());
    let players = [nodes()?, nodes()?];
    // Each player has a memory of its own.
    let mut searchers = [Searcher::new(16)?, Searcher::new(16)?];

    let mut game = Game::new(start);
    let result = loop {
        if let Some(result) = game.result(Claims::default()) {
            break result;
        }
        let mover = game.position().side() as usize;
        let limits = Limits::nodes(players[mover]);
        let found = searchers[mover].search(&game, &limits, &Control::new(), &mut Silent);
        let turn = found.best.ok_or("a game that is not over has a turn")?;
        assert!(game.play(turn), "the search gives legal turns");
    };

    let mut record = Record::from_game(&game);
    for color in Color::ALL {
        record.tags.set(&color.to_string(), &format!("Gipfel, {} positions a turn", players[color as usize]));
    }
    print!("{record}");
    match result {
        GameResult::Decided(outcome) => {
            println!("{} has won: {} has {}", outcome.winner, !outcome.winner, outcome.reason)
        }
        GameResult::Drawn(reason) => println!("draw: {reason}"),
    }
    Ok(())
}
