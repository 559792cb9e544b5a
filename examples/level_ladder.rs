//! Measures the steps between neighbouring levels of play, all in this process.
//!
//! ```text
//! cargo run --release --example level_ladder -- [VARIANT] [PAIRS] [FIRST LAST]
//! cargo run --release --example level_ladder -- standard 150 1 12
//! cargo run --release --example level_ladder -- standard 150 40/10 40/17 60/35    # other strengths: nodes/seen
//! ```
//!
//! Each two neighbours play PAIRS random openings twice, with colours changed; printed are the Elo difference and its
//! interval of 95 %, from pairs. Limits are nodes, so the load of the machine does not matter.

use gipfel::arena::openings::{Opening, RandomOpenings};
use gipfel::arena::statistics::{GameCounts, PairCounts, summarise};
use gipfel::rules::{Claims, Color, GameResult, Variant};
use gipfel::search::{Control, Level, Limits, Luck, OutOfMemory, Searcher, Silent, Strength};
use rayon::prelude::*;
use std::error::Error;

/// Turns of an opening.
const PLIES: usize = 4;
/// MiB of each player's table.
const HASH: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let variant = match words.first().map(String::as_str) {
        Some("basic") => Variant::Basic,
        Some("tournament") => Variant::Tournament,
        _ => Variant::Standard,
    };
    let pairs: usize = words.get(1).map_or(Ok(100), |word| word.parse())?;
    let players = players(words.get(2..).unwrap_or_default())?;
    let openings = RandomOpenings { count: pairs, plies: PLIES, imbalance: RandomOpenings::DEFAULT_IMBALANCE };
    let openings = openings.generate(variant.into(), 1)?;
    println!("{variant}, {} games for each step", 2 * pairs);
    let mut sum = 0.0;
    for (lower, higher) in players.iter().zip(players.iter().skip(1)) {
        let (pairs, games) = play(&openings, [higher.1, lower.1])?;
        let Some(summary) = summarise(&pairs, &games) else { continue };
        sum += summary.elo.value;
        println!(
            "{:>8} over {:<8} {:+5.0} ± {:3.0}   {:+6.0} in all",
            higher.0,
            lower.0,
            summary.elo.value,
            summary.elo.margin(),
            sum
        );
    }
    Ok(())
}

/// The players with their names, the weakest first.
fn players(words: &[String]) -> Result<Vec<(String, Strength)>, Box<dyn Error>> {
    if let [first, last] = words
        && let (Ok(first), Ok(last)) = (first.parse::<u8>(), last.parse::<u8>())
    {
        return Ok((first..=last).filter_map(Level::new).map(|level| (level.to_string(), level.strength())).collect());
    }
    let strength = |word: &String| -> Result<_, Box<dyn Error>> {
        let (nodes, seen) = word.split_once('/').ok_or("expected NODES/SEEN")?;
        Ok((word.clone(), Strength { nodes: Some(nodes.parse()?), seen: seen.parse()? }))
    };
    if words.is_empty() {
        // The full strength has no limit but time, and so no end here.
        return Ok(Level::all().filter(|&level| level < Level::FULL).map(|l| (l.to_string(), l.strength())).collect());
    }
    words.iter().map(strength).collect()
}

/// Plays every opening twice; the counts are those of the first player.
fn play(openings: &[Opening], strengths: [Strength; 2]) -> Result<(PairCounts, GameCounts), OutOfMemory> {
    let points: Result<Vec<[u8; 2]>, OutOfMemory> = openings
        .par_iter()
        .enumerate()
        .map(|(index, opening)| {
            let mut luck = Luck::seeded(index as u64);
            let mut game = |first: Color| half_points(opening, first, strengths, &mut luck);
            Ok([game(Color::White)?, game(Color::Black)?])
        })
        .collect();
    let (mut pairs, mut games) = (PairCounts::default(), GameCounts::default());
    for pair in points? {
        pairs.add(pair[0] + pair[1]);
        games.add(pair[0]);
        games.add(pair[1]);
    }
    Ok((pairs, games))
}

/// Plays one game; what the first of the two players gets of it, in half points.
fn half_points(opening: &Opening, first: Color, strengths: [Strength; 2], luck: &mut Luck) -> Result<u8, OutOfMemory> {
    let mut game = opening.game().clone();
    let mut searchers = [Searcher::new(HASH)?, Searcher::new(HASH)?];
    loop {
        match game.result(Claims::default()) {
            Some(GameResult::Decided(outcome)) => return Ok(if outcome.winner == first { 2 } else { 0 }),
            Some(GameResult::Drawn(_)) => return Ok(1),
            None => {}
        }
        let player = usize::from(game.position().side() != first);
        let limits = strengths[player].limit(game.position(), Limits::none(), luck);
        if let Some(turn) = searchers[player].search(&game, &limits, &Control::new(), &mut Silent).best {
            game.play(turn);
        }
    }
}
