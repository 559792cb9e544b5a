//! One game that the engine plays with itself, and the samples it gives.

use super::generate::Settings;
use super::sample::{Sample, Wdl, symmetric_hash};
use crate::arena::openings::{Opening, random_turn};
use crate::arena::runner::seed;
use crate::eval::Evaluation;
use crate::rules::{Color, Game, GameResult, Position, Threats, Variant};
use crate::search::{Control, Limits, OutOfMemory, Score, SearchResult, Searcher, Silent};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A sample and its [`Sample::symmetric_hash`].
pub(super) type Hashed = (u64, Sample);

/// The rule by which positions of a game become samples: all that were searched and in which the mover has no row. Another rule,
/// or another way to play games that the settings do not tell, needs another name, so that no file mixes two.
pub(super) const SAMPLING: &str = "no-own-row/1";

/// Random openings that are tried before a game is given up.
const ATTEMPTS: usize = 500;

/// Plays games, each determined by the settings and its number alone.
pub(super) struct SelfPlay<'a> {
    settings: &'a Settings,
    control: &'a Control,
    searcher: Searcher,
}

impl<'a> SelfPlay<'a> {
    pub fn new(settings: &'a Settings, evaluation: &Evaluation, control: &'a Control) -> Result<Self, OutOfMemory> {
        let mut searcher = Searcher::new(settings.hash)?;
        searcher.set_evaluation(evaluation.clone());
        searcher.claims = settings.claims();
        Ok(Self { settings, control, searcher })
    }

    /// Plays the game of this number; `None` where the control says stop. No sample where no opening is found.
    pub fn play(&mut self, number: u64) -> Option<Vec<Hashed>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed(self.settings.seed, number, 0));
        self.searcher.clear();
        let variant = self.settings.variants.choose(&mut rng);
        let Some(mut game) = self.opening(variant, &mut rng)? else { return Some(Vec::new()) };
        let claims = self.settings.claims();
        let mut scored = Vec::new();
        // A proven win decides the game. It is played on all the same: the evaluation must know what ends look like.
        let mut proven = None;
        let winner = loop {
            match game.result(claims) {
                Some(GameResult::Decided(outcome)) => break Some(outcome.winner),
                Some(GameResult::Drawn(_)) => break None,
                None => {}
            }
            let position = *game.position();
            if proven.is_none() && rng.random_bool(self.settings.random_turns) {
                game.play(random_turn(&position, &mut rng)?);
                continue;
            }
            let found = self.search(&game)?;
            proven = proven.or(proven_winner(position.side(), found.score));
            let best = found.best?;
            // The evaluation is asked where the mover has no row: one that he has he clears first.
            if !Threats::new(&position).has_row(position.side()) {
                scored.push((position, found.score, best.is_clearing()));
            }
            game.play(best);
        };
        let winner = proven.or(winner);
        let id = game_id(self.settings.seed, number);
        Some(
            scored
                .into_iter()
                .map(|(position, score, captures)| sample(&position, score, captures, winner, id))
                .collect(),
        )
    }

    /// Random turns that leave both sides with chances. The outer `None` where the control says stop.
    fn opening(&mut self, variant: Variant, rng: &mut Xoshiro256PlusPlus) -> Option<Option<Game>> {
        for _ in 0..ATTEMPTS {
            let plies = rng.random_range(self.settings.plies());
            let Some(opening) = Opening::random(variant.into(), plies as usize, rng) else { continue };
            let game = opening.game().clone();
            let score = self.search(&game)?.score;
            if score.mate().is_none() && score.value().unsigned_abs() <= self.settings.imbalance {
                return Some(Some(game));
            }
        }
        Some(None)
    }

    fn search(&mut self, game: &Game) -> Option<SearchResult> {
        let found = self.searcher.search(game, &Limits::nodes(self.settings.nodes), self.control, &mut Silent);
        (!self.control.is_stopped()).then_some(found)
    }
}

fn proven_winner(side: Color, score: Score) -> Option<Color> {
    if score.is_win() {
        Some(side)
    } else if score.is_loss() {
        Some(!side)
    } else {
        None
    }
}

fn sample(position: &Position, score: Score, captures: bool, winner: Option<Color>, game: u32) -> Hashed {
    let result = match winner {
        None => Wdl::Draw,
        Some(winner) if winner == position.side() => Wdl::Win,
        Some(_) => Wdl::Loss,
    };
    let sample = Sample::new(position, score, result, game);
    (symmetric_hash(position), if captures { sample.capturing() } else { sample })
}

/// A number for a game: each once among the first 2³² games of a seed, and spread so that the games of different seeds
/// rarely share one.
fn game_id(run: u64, number: u64) -> u32 {
    let mut z = number as u32;
    z = (z ^ z >> 16).wrapping_mul(0x85EB_CA6B);
    z = (z ^ z >> 13).wrapping_mul(0xC2B2_AE35);
    z ^ z >> 16 ^ seed(run, u64::MAX, 1) as u32
}
