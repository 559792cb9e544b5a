//! Levels of play for people: from one that a beginner beats to full strength.

use super::limits::Limits;
use crate::rules::{Position, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;
use std::hash::{BuildHasher, RandomState};

/// A level of play, 1 to 20: each a step of about equal Elo above the last, and 20 the full strength.
///
/// ```
/// use gipfel::rules::{Game, Position, Variant};
/// use gipfel::search::{Control, Level, Limits, Luck, Searcher, Silent};
/// let mut luck = Luck::seeded(7);
/// let game = Game::new(Position::start(Variant::Standard));
/// let limits = Level::new(3).unwrap().strength().limit(game.position(), Limits::none(), &mut luck);
/// let result = Searcher::new(1)?.search(&game, &limits, &Control::new(), &mut Silent);
/// assert!(game.position().is_legal(result.best.unwrap()));
/// # Ok::<(), gipfel::search::OutOfMemory>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How strong a player is. Two things make a level weaker than the full strength, and both are errors that people make:
/// it looks at fewer positions, and it overlooks turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The most positions that are searched for a turn; `None` for no limit.
    pub nodes: Option<u64>,
    /// Of each hundred turns that it could play, so many come to mind, drawn anew for each turn: 1 to 100.
    pub seen: u8,
}

/// The chance that decides which turns a player overlooks.
#[derive(Clone, Debug)]
pub struct Luck(Xoshiro256PlusPlus);

/// The strengths of levels 1 to 19: nodes, and the percentage of turns that are seen. `docs/levels.md` says how they were
/// measured.
const STRENGTHS: [(u64, u8); 19] = [
    (40, 10),
    (42, 16),
    (48, 22),
    (58, 31),
    (76, 42),
    (96, 55),
    (130, 73),
    (180, 93),
    (310, 100),
    (550, 100),
    (900, 100),
    (1_500, 100),
    (2_700, 100),
    (5_000, 100),
    (9_500, 100),
    (18_000, 100),
    (40_000, 100),
    (95_000, 100),
    (230_000, 100),
];

/// Of a very large number of turns only the first come to mind.
const MOST_TURNS: usize = 100;

impl Level {
    /// A beginner beats it.
    pub const LOWEST: Self = Self(1);
    /// The full strength.
    pub const FULL: Self = Self(20);

    /// The level of this number, 1 to 20.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// All levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// Its number, 1 to 20.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What the level means.
    #[must_use]
    pub fn strength(self) -> Strength {
        STRENGTHS
            .get(usize::from(self.0) - 1)
            .map_or(Strength::FULL, |&(nodes, seen)| Strength { nodes: Some(nodes), seen })
    }
}

/// Full strength.
impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

/// Its number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Strength {
    /// No limit at all.
    pub const FULL: Self = Self { nodes: None, seen: 100 };

    /// Limits under which a search of this position plays no stronger than this. Limits that are set already stay, and of
    /// turns to choose from some are left. Call it for each search anew, so that each overlooks other turns.
    #[must_use]
    pub fn limit(self, position: &Position, mut limits: Limits, luck: &mut Luck) -> Limits {
        limits.nodes = limits.nodes.into_iter().chain(self.nodes).min();
        if self.seen < 100 {
            let turns: Vec<Turn> = if limits.search_turns.is_empty() {
                position.turns().take(MOST_TURNS).collect()
            } else {
                std::mem::take(&mut limits.search_turns)
            };
            limits.search_turns = self.seen_of(turns, luck);
        }
        limits
    }

    /// The turns that come to mind: at least one, if there are any.
    fn seen_of(self, turns: Vec<Turn>, luck: &mut Luck) -> Vec<Turn> {
        let one = (!turns.is_empty()).then(|| luck.0.random_range(0..turns.len()));
        let seen = |&(index, _): &(usize, Turn)| Some(index) == one || luck.0.random_range(0..100) < self.seen;
        turns.into_iter().enumerate().filter(seen).map(|(_, turn)| turn).collect()
    }
}

impl Luck {
    /// The same every time.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Another each time.
    #[must_use]
    pub fn unseeded() -> Self {
        // The standard library's hashing is keyed at random; so no source of randomness of our own is needed.
        Self::seeded(RandomState::new().hash_one(0))
    }

    /// One of several things; `None` of none.
    pub fn choose<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { things.get(self.0.random_range(0..things.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Claims, Color, Game, Variant};
    use crate::search::{Control, Searcher, Silent, full_width};

    fn luck() -> Luck {
        Luck::seeded(1)
    }

    #[test]
    fn numbers() {
        assert_eq!(Level::all().map(Level::number).collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
        assert_eq!(
            (Level::new(0), Level::new(1), Level::new(20), Level::new(21)),
            (None, Some(Level::LOWEST), Some(Level::FULL), None)
        );
        assert_eq!(Level::default().to_string(), "20");
    }

    #[test]
    fn each_level_looks_at_more_than_the_last() {
        let key = |strength: Strength| (strength.nodes.unwrap_or(u64::MAX), strength.seen);
        for (lower, higher) in Level::all().zip(Level::all().skip(1)) {
            let (lower, higher) = (key(lower.strength()), key(higher.strength()));
            assert!(lower.0 <= higher.0 && lower.1 <= higher.1 && lower != higher, "{lower:?} {higher:?}");
        }
    }

    #[test]
    fn full_strength_limits_nothing() {
        let position = Position::start(Variant::Standard);
        let limits = Limits { depth: Some(3), nodes: Some(9), ..Limits::none() };
        assert_eq!(Level::FULL.strength().limit(&position, limits.clone(), &mut luck()), limits);
    }

    #[test]
    fn the_smaller_number_of_nodes_counts() {
        let position = Position::start(Variant::Standard);
        let strength = Strength { nodes: Some(50), seen: 100 };
        let nodes = |nodes| strength.limit(&position, Limits { nodes, ..Limits::none() }, &mut luck()).nodes;
        assert_eq!([None, Some(20), Some(80)].map(nodes), [Some(50), Some(20), Some(50)]);
    }

    #[test]
    fn as_many_turns_are_seen_as_promised() {
        let position = Position::start(Variant::Standard);
        let strength = Strength { nodes: None, seen: 20 };
        let mut luck = luck();
        let mut seen = 0;
        for _ in 0..1000 {
            let limits = strength.limit(&position, Limits::none(), &mut luck);
            assert!(!limits.search_turns.is_empty() && limits.search_turns.iter().all(|&turn| position.is_legal(turn)));
            seen += limits.search_turns.len();
        }
        // One of 30 surely, and a fifth of the 29 others: 6.8 of 30.
        assert!((6500..7100).contains(&seen), "{seen}");
    }

    #[test]
    fn turns_to_choose_from_stay() {
        let position = Position::start(Variant::Standard);
        let strength = Strength { nodes: None, seen: 1 };
        let only: Vec<Turn> = position.turns().take(1).collect();
        let limits = Limits { search_turns: only.clone(), ..Limits::none() };
        assert_eq!(strength.limit(&position, limits, &mut luck()).search_turns, only);
    }

    #[test]
    fn millions_of_turns_and_none() {
        let million: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap();
        let strength = Level::LOWEST.strength();
        assert!((1..MOST_TURNS).contains(&strength.limit(&million, Limits::none(), &mut luck()).search_turns.len()));
        let over: Position = "S1s1/s1SSS/s1s1s1/G1G2sS/2G2g/SgsSS/sSsS w 0 5 standard -- 33".parse().unwrap();
        assert_eq!(strength.limit(&over, Limits::none(), &mut luck()).search_turns, []);
    }

    /// Plays one game; whether the first player, who has White, wins it.
    fn wins(mut white: impl FnMut(&Game) -> Option<Turn>, mut black: impl FnMut(&Game) -> Option<Turn>) -> bool {
        let mut game = Game::new(Position::start(Variant::Standard));
        while game.result(Claims::default()).is_none() {
            let turn = if game.position().side() == Color::White { white(&game) } else { black(&game) };
            assert!(turn.is_some_and(|turn| game.play(turn)));
        }
        game.position().outcome().is_some_and(|outcome| outcome.winner == Color::White)
    }

    fn player(level: Level, seed: u64) -> impl FnMut(&Game) -> Option<Turn> {
        let (mut searcher, mut luck) = (Searcher::new(1).unwrap(), Luck::seeded(seed));
        move |game| {
            let limits = level.strength().limit(game.position(), Limits::none(), &mut luck);
            searcher.search(game, &limits, &Control::new(), &mut Silent).best
        }
    }

    #[test]
    fn a_beginner_beats_level_1() {
        // He looks one turn ahead.
        let beginner = |game: &Game| full_width(game.position(), 1).map(|(turn, _)| turn);
        let wins = (0..10).filter(|&seed| wins(beginner, player(Level::LOWEST, seed))).count();
        assert!(wins >= 8, "{wins} of 10");
    }

    #[test]
    fn four_levels_are_a_great_step() {
        let wins = (0..10).filter(|&seed| wins(player(Level(5), seed), player(Level(1), seed))).count();
        assert!(wins >= 9, "{wins} of 10");
    }
}
