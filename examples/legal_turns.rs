//! Lists the legal turns of a position.
//!
//! `cargo run --example legal_turns -- "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1" b3 e9-e7` plays the two turns first.

use gipfel::analysis::{Diagram, TextStyle};
use gipfel::notation::play_words;
use gipfel::rules::{Claims, Game, Position};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // A start word such as `standard`, or the seven fields of a position in one argument.
    let (position, turns) = words.split_first().map_or(("standard", words.as_slice()), |(first, rest)| (first, rest));
    let mut game = Game::new(position.parse::<Position>()?);
    play_words(&mut game, turns.iter().map(String::as_str))?;

    print!("{}", Diagram::of_game(&game, Claims::default()).text(TextStyle::ASCII));
    let position = game.position();
    // Turns are made one at a time: some positions have millions.
    for turn in position.turns() {
        println!("{}", turn.display(position));
    }
    println!("{} turns", position.count_turns());
    Ok(())
}
