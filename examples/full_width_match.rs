//! How well the search does against full-width search of depth 3 with the same evaluation, the plain one, both in this process.
//!
//! `cargo run --release --example full_width_match` plays 200 games of each variant from 100 random openings and prints
//! scores and times per turn. The node limits are such that the search takes no more time per turn than its opponent.

use gipfel::eval::Evaluation;
use gipfel::rules::{Claims, Color, Game, GameResult, Position, Turn, Variant};
use gipfel::search::{Control, Limits, Searcher, Silent, full_width};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::time::{Duration, Instant};

const OPENINGS: usize = 100;
/// Turns of an opening.
const PLIES: usize = 6;
/// No side is further ahead after the opening, in centipawns.
const IMBALANCE: i32 = 60;
const DEPTH: u32 = 3;
/// The variants, and how many nodes the search has for a turn.
const NODES: [(Variant, u64); 3] = [(Variant::Basic, 2400), (Variant::Standard, 2700), (Variant::Tournament, 3600)];

/// The time that a player has used, and for how many turns.
#[derive(Default)]
struct Clock {
    used: Duration,
    turns: u32,
}

impl Clock {
    fn time<T>(&mut self, think: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = think();
        self.used += begun.elapsed();
        self.turns += 1;
        result
    }

    fn micros_per_turn(&self) -> u128 {
        self.used.as_micros() / u128::from(self.turns.max(1))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut searcher = Searcher::new(Searcher::DEFAULT_HASH)?;
    searcher.set_evaluation(Evaluation::Plain);
    for (variant, nodes) in NODES {
        let (mut points, mut ours, mut theirs) = (0.0, Clock::default(), Clock::default());
        for _ in 0..OPENINGS {
            let opening = opening(variant, &mut random, &mut searcher);
            for color in Color::ALL {
                searcher.clear();
                points += play(opening.clone(), color, nodes, &mut searcher, &mut ours, &mut theirs);
            }
        }
        println!(
            "{variant}: {:.1} % of {} games; {} us a turn against {} us",
            points * 50.0 / OPENINGS as f64,
            2 * OPENINGS,
            ours.micros_per_turn(),
            theirs.micros_per_turn()
        );
    }
    Ok(())
}

/// A random opening after which neither side is far ahead.
fn opening(variant: Variant, random: &mut Xoshiro256PlusPlus, searcher: &mut Searcher) -> Game {
    loop {
        let mut game = Game::new(Position::start(variant));
        for _ in 0..PLIES {
            let turns: Vec<Turn> = game.position().turns().collect();
            if !turns.is_empty() {
                game.play(turns[random.random_range(0..turns.len())]);
            }
        }
        let score = searcher.search(&game, &Limits::depth(4), &Control::new(), &mut Silent).score;
        if !game.position().is_over() && score.value().abs() <= IMBALANCE {
            return game;
        }
    }
}

/// Plays a game in which the search has this colour; its points: 1, 1/2 or 0.
fn play(mut game: Game, ours: Color, nodes: u64, searcher: &mut Searcher, us: &mut Clock, them: &mut Clock) -> f64 {
    loop {
        match game.result(Claims::default()) {
            Some(GameResult::Decided(outcome)) => return f64::from(u8::from(outcome.winner == ours)),
            Some(GameResult::Drawn(_)) => return 0.5,
            None => {}
        }
        let turn = if game.position().side() == ours {
            let limits = Limits::nodes(nodes);
            us.time(|| searcher.search(&game, &limits, &Control::new(), &mut Silent)).best
        } else {
            them.time(|| full_width(game.position(), DEPTH)).map(|(turn, _)| turn)
        };
        if let Some(turn) = turn {
            game.play(turn);
        }
    }
}
