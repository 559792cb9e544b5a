//! Openings: where the games of a match begin.

use crate::notation::{PlayError, PositionTextError, parse_fields, play_words, turn_texts};
use crate::rules::{Game, Position, Start, Turn};
use crate::search::{Control, Limits, OutOfMemory, Score, Searcher, Silent};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;

/// A start position and the turns that lead on from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    game: Game,
}

/// Random openings: balanced, none won, no two the same up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomOpenings {
    /// How many.
    pub count: usize,
    /// Random turns from the start position.
    #[serde(default = "default_plies")]
    pub plies: usize,
    /// The most that a short search may see either side ahead, in centipawns.
    #[serde(default = "default_imbalance")]
    pub imbalance: u32,
}

const fn default_plies() -> usize {
    RandomOpenings::DEFAULT_PLIES
}

const fn default_imbalance() -> u32 {
    RandomOpenings::DEFAULT_IMBALANCE
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A line of a file is wrong.
    #[error("line {line}: {fault}")]
    Line {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// A file without openings.
    #[error("no opening: expected a line with a position or a list of turns")]
    None,
    /// Chance does not find as many.
    #[error(
        "only {found} of {wanted} different balanced openings of {plies} turns found: ask for fewer, for more turns, or \
         allow more imbalance"
    )]
    TooFew {
        /// How many were found.
        found: usize,
        /// How many were asked for.
        wanted: usize,
        /// How long they are.
        plies: usize,
    },
    /// The short search cannot be had.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// What is wrong with an opening's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningFault {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// A turn cannot be played.
    #[error(transparent)]
    Turn(#[from] PlayError),
    /// There is nothing to play.
    #[error("the game is over in this opening")]
    Over,
}

impl Opening {
    /// The start position of a variant, without turns.
    #[must_use]
    pub fn start(start: Start) -> Self {
        Self { game: Game::new(Position::start(start)) }
    }

    /// Reads an opening: `POSITION [moves] T...`, `VARIANT [moves] T...`, or `T...` from the given start.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the position or a turn, or that the game is over.
    pub fn parse(text: &str, start: Start) -> Result<Self, OpeningFault> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = words.first().copied().unwrap_or_default();
        let (position, rest) = if let Ok(start) = first.parse::<Start>() {
            (Position::start(start), 1)
        } else if first.contains('/') {
            let fields = words.get(..words.len().min(7)).unwrap_or_default();
            (parse_fields(&fields.join(" "))?, fields.len())
        } else {
            (Position::start(start), 0)
        };
        let mut turns = words.get(rest..).unwrap_or_default();
        if let Some((&"moves", others)) = turns.split_first() {
            turns = others;
        }
        let mut game = Game::new(position);
        play_words(&mut game, turns.iter().copied())?;
        if game.position().is_over() { Err(OpeningFault::Over) } else { Ok(Self { game }) }
    }

    /// So many random turns from the start; `None` where they end the game.
    pub(crate) fn random(start: Start, plies: usize, rng: &mut impl RngExt) -> Option<Self> {
        let mut game = Game::new(Position::start(start));
        for _ in 0..plies {
            game.play(random_turn(game.position(), rng)?);
        }
        (!game.position().is_over()).then_some(Self { game })
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position in which the engines begin.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The start word of the start position, if it is one's.
    #[must_use]
    pub fn start_word(&self) -> Option<Start> {
        Start::all().find(|&start| Position::start(start) == *self.game.start())
    }

    /// Tells positions apart, the same for positions that a symmetry of the board maps onto each other.
    #[must_use]
    pub fn key(&self) -> (crate::rules::Variant, u64) {
        (self.position().variant(), self.position().canonical().0.hash())
    }
}

/// The canonical text: the start word or the seven fields, and the turns.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start_word() {
            Some(start) => write!(f, "{start}")?,
            None => write!(f, "{}", self.game.start())?,
        }
        turn_texts(self.game.start(), self.game.turns()).try_for_each(|turn| write!(f, " {turn}"))
    }
}

/// Reads a file of openings, one a line; blank lines and lines that begin with `#` are passed over.
///
/// # Errors
///
/// Names the line that is wrong, or that there is no opening at all.
pub fn read(text: &str, start: Start) -> Result<Vec<Opening>, OpeningError> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let openings: Vec<Opening> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| Opening::parse(text, start).map_err(|fault| OpeningError::Line { line, fault }))
        .collect::<Result<_, _>>()?;
    if openings.is_empty() { Err(OpeningError::None) } else { Ok(openings) }
}

/// Changes the order at random; the same for the same seed.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for i in (1..openings.len()).rev() {
        openings.swap(i, rng.random_range(0..=i));
    }
}

/// How many openings repeat an earlier one, up to symmetry.
#[must_use]
pub fn repeats(openings: &[Opening]) -> usize {
    let different: HashSet<_> = openings.iter().map(Opening::key).collect();
    openings.len() - different.len()
}

impl RandomOpenings {
    /// The turns where none are asked for.
    pub const DEFAULT_PLIES: usize = 6;
    /// The imbalance where none is asked for.
    pub const DEFAULT_IMBALANCE: u32 = 60;

    /// Plies of the short search that looks for a decided or unbalanced position.
    const SEARCH_DEPTH: u32 = 4;
    /// Nodes after which that search stops, in the rare position with very many turns.
    const SEARCH_NODES: u64 = 20_000;
    /// Random walks for each opening that is wanted before it is given up.
    const ATTEMPTS: usize = 200;

    /// Makes the openings; the same for the same seed (and the same search).
    ///
    /// # Errors
    ///
    /// Where chance does not find as many.
    pub fn generate(&self, start: Start, seed: u64) -> Result<Vec<Opening>, OpeningError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut searcher = Searcher::new(1)?;
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        for _ in 0..self.count.saturating_mul(Self::ATTEMPTS) {
            let Some(opening) = Opening::random(start, self.plies, &mut rng) else { continue };
            if seen.insert(opening.key()) && self.is_balanced(&opening, &mut searcher) {
                openings.push(opening);
            }
            if openings.len() == self.count {
                return Ok(openings);
            }
        }
        Err(OpeningError::TooFew { found: openings.len(), wanted: self.count, plies: self.plies })
    }

    fn is_balanced(&self, opening: &Opening, searcher: &mut Searcher) -> bool {
        let limits = Limits { depth: Some(Self::SEARCH_DEPTH), ..Limits::nodes(Self::SEARCH_NODES) };
        searcher.clear();
        let score: Score = searcher.search(opening.game(), &limits, &Control::new(), &mut Silent).score;
        score.mate().is_none() && score.value().unsigned_abs() <= self.imbalance
    }
}

/// One of the legal turns, each as likely as any other; `None` where the game is over. Of a very large number of turns
/// only the first are considered.
pub(crate) fn random_turn(position: &Position, rng: &mut impl RngExt) -> Option<Turn> {
    const MOST: usize = 10_000;
    // One pass without keeping the turns: the n-th replaces the choice with a chance of one in n.
    let mut choice = None;
    for (n, turn) in position.turns().take(MOST).enumerate() {
        if rng.random_range(0..=n) == 0 {
            choice = Some(turn);
        }
    }
    choice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn parse(text: &str) -> Opening {
        Opening::parse(text, Variant::Standard.into()).expect("an opening")
    }

    #[test]
    fn the_forms_of_a_line() {
        assert_eq!(parse("").to_string(), "standard");
        assert_eq!(parse("basic").to_string(), "basic");
        assert_eq!(parse("e1-e2 b6-b5").to_string(), "standard e1-e3 b6-b4");
        assert_eq!(parse("basic+W2 moves e1-e3").to_string(), "basic+W2 e1-e3");
        let fields = "g2G/5/6/G5g/6/5/g2G w 12 11 standard -- 9";
        assert_eq!(parse(&format!("{fields} moves e1-e3")).to_string(), format!("{fields} e1-e3"));
        assert_eq!(parse(&format!("{fields} e1-e3")).start_word(), None);
        assert_eq!(parse("tournament Ge2").start_word(), Some(Variant::Tournament.into()));
        for opening in ["standard e1-e3 b6-b4", "basic+B1", "tournament Ge2 Ge8"] {
            assert_eq!(parse(opening).to_string(), opening);
        }
    }

    #[test]
    fn a_file_names_the_line() {
        let good = read("# openings\n\nbasic\n e1-e3 \r\n", Variant::Standard.into()).expect("two openings");
        assert_eq!(good.len(), 2);
        let error = read("basic\ne1-e3 e4\n", Variant::Standard.into()).expect_err("wrong").to_string();
        assert!(error.starts_with("line 2: "), "{error}");
        assert_eq!(read("# nothing\n", Variant::Standard.into()), Err(OpeningError::None));
        let over = "4/5/6/7/6/5/4 w 0 5 basic -- 1";
        let error = read(over, Variant::Standard.into());
        assert_eq!(error, Err(OpeningError::Line { line: 1, fault: OpeningFault::Over }));
    }

    #[test]
    fn repeated_openings_are_seen_through_symmetry() {
        let openings: Vec<Opening> = ["basic e1-e3", "basic g2", "basic", "basic"].map(parse).into();
        // The start position stands twice.
        assert_eq!(repeats(&openings), 1);
        let images: Vec<Opening> =
            ["tournament Ge2", "tournament Gb5", "tournament Gh2", "tournament Gd2"].map(parse).into();
        assert_eq!(repeats(&images), 2);
    }

    #[test]
    fn random_openings_differ_and_are_reproducible() {
        for variant in Variant::ALL {
            let random = RandomOpenings { count: 20, plies: 4, imbalance: 100 };
            let openings = random.generate(variant.into(), 7).expect("enough");
            assert_eq!(openings.len(), 20);
            assert_eq!(repeats(&openings), 0);
            assert!(openings.iter().all(|opening| opening.game().turns().len() == 4 && !opening.position().is_over()));
            assert_eq!(random.generate(variant.into(), 7).expect("the same"), openings);
            assert_ne!(random.generate(variant.into(), 8).expect("others"), openings);
        }
        let too_many = RandomOpenings { count: 50, plies: 1, imbalance: 1000 };
        let error = too_many.generate(Variant::Standard.into(), 1);
        assert!(matches!(error, Err(OpeningError::TooFew { found: 1..=20, wanted: 50, plies: 1 })), "{error:?}");
    }

    #[test]
    fn shuffling_keeps_all_and_follows_the_seed() {
        let openings = RandomOpenings { count: 10, plies: 3, imbalance: 1000 }.generate(Variant::Basic.into(), 1);
        let openings = openings.expect("enough");
        let shuffled = |seed| {
            let mut copy = openings.clone();
            shuffle(&mut copy, seed);
            copy
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        assert!(openings.iter().all(|opening| shuffled(3).contains(opening)));
    }
}
