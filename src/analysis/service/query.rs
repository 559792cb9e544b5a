//! A query: which positions of a game to analyse, and how.

use super::fields::{Fault, Fields};
use super::{MAX_LINES, QueryLimits};
use crate::notation::{MAX_LISTED, listed, parse_turn, play_words};
use crate::rules::{Game, Position, Start, Turn};
use crate::search::{Limits, Score, Searcher};
use std::time::{Duration, Instant};

/// The fields that a query may have.
pub(super) const QUERY_FIELDS: &[&str] = &[
    "id",
    "position",
    "variant",
    "turns",
    "analyzeTurns",
    "time",
    "nodes",
    "depth",
    "multipv",
    "threads",
    "priority",
    "reportEvery",
    "allow",
    "avoid",
    "includeLegalTurns",
];

/// Positions of a game to be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Query {
    pub id: String,
    game: Game,
    /// Which positions of the game; at least one.
    pub roots: Vec<Root>,
    pub limits: QueryLimits,
    pub multipv: Option<usize>,
    pub threads: usize,
    /// Higher ones are searched first.
    pub priority: i32,
    /// How often to tell what has been found so far.
    pub report_every: Option<Duration>,
    pub include_legal_turns: bool,
}

/// A position to be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Root {
    /// How many turns of the game have been played in it.
    pub turn_number: usize,
    /// The turns to choose from; empty for all.
    search_turns: Vec<Turn>,
}

impl Query {
    /// Reads the fields of a query; `id` has been taken.
    pub fn read(id: String, fields: &mut Fields) -> Result<Self, Fault> {
        let mut game = Game::new(start(fields)?);
        let turns = fields.strings("turns")?;
        play_words(&mut game, turns.iter().map(String::as_str)).map_err(|error| Fault::of("turns", error))?;
        let limits = QueryLimits {
            time: fields.seconds("time", Duration::ZERO)?,
            nodes: fields.number("nodes", 1..=u64::MAX)?,
            depth: fields.number("depth", 1..=Score::MAX_PLY)?,
        };
        let multipv = fields.number("multipv", 1..=MAX_LINES as u32)?.map(|lines| lines as usize);
        let threads = fields.number("threads", 1..=Searcher::MAX_THREADS as u32)?.unwrap_or(1) as usize;
        let priority = fields.number("priority", i32::MIN..=i32::MAX)?.unwrap_or(0);
        let report_every = fields.seconds("reportEvery", SHORTEST_REPORT)?;
        let include_legal_turns = fields.switch("includeLegalTurns")?;
        let roots = roots(&game, fields)?;
        Ok(Self { id, game, roots, limits, multipv, threads, priority, report_every, include_legal_turns })
    }

    /// The game as it was at a root.
    pub fn game_at(&self, root: &Root) -> Game {
        let mut game = Game::new(*self.game.start());
        for &turn in self.game.turns().iter().take(root.turn_number) {
            game.play(turn);
        }
        game
    }

    /// The limits of a search that begins now.
    pub fn limits_at(&self, root: &Root, default: &QueryLimits, multipv: usize) -> Limits {
        let limits = if self.limits.is_none() { default } else { &self.limits };
        Limits {
            start: Instant::now(),
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.time,
            search_turns: root.search_turns.clone(),
            multipv: self.multipv.unwrap_or(multipv),
            ..Limits::none()
        }
    }
}

/// Nobody reads more reports a second.
const SHORTEST_REPORT: Duration = Duration::from_millis(10);

fn start(fields: &mut Fields) -> Result<Position, Fault> {
    match (fields.string("position")?, fields.string("variant")?) {
        (Some(position), None) => position.parse().map_err(|error| Fault::of("position", error)),
        (None, Some(variant)) => {
            let start = variant.trim_ascii().parse::<Start>().map_err(|error| Fault::of("variant", error))?;
            Ok(Position::start(start))
        }
        (None, None) => Err(Fault::of("position", "expected a position, or a variant, to begin with")),
        (Some(_), Some(_)) => Err(Fault::of("variant", "expected either position or variant, not both")),
    }
}

/// The positions to be analysed, each once: those after as many turns as `analyzeTurns` says, or the last.
fn roots(game: &Game, fields: &mut Fields) -> Result<Vec<Root>, Fault> {
    let all = game.turns().len();
    let mut numbers = fields.numbers("analyzeTurns", 0..=all as u64)?.unwrap_or_else(|| vec![all as u64]);
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        return Err(Fault::of("analyzeTurns", "expected at least one number of turns"));
    }
    let (allow, avoid) = (fields.strings("allow")?, fields.strings("avoid")?);
    let mut roots = Vec::with_capacity(numbers.len());
    let mut position = *game.start();
    let mut played = game.turns().iter();
    for turn_number in 0..=all {
        if numbers.binary_search(&(turn_number as u64)).is_ok() {
            roots.push(Root { turn_number, search_turns: search_turns(&position, turn_number, &allow, &avoid)? });
        }
        if let Some(&turn) = played.next() {
            position = position.play(turn);
        }
    }
    Ok(roots)
}

/// The turns to choose from in a position; empty for all.
fn search_turns(
    position: &Position,
    turn_number: usize,
    allow: &[String],
    avoid: &[String],
) -> Result<Vec<Turn>, Fault> {
    let read = |field: &str, words: &[String]| {
        let turn = |word: &String| {
            parse_turn(position, word).map_err(|error| {
                let word: String = word.chars().take(80).collect();
                Fault::of(field, format!("after {turn_number} turns, {word}, {error}"))
            })
        };
        words.iter().map(turn).collect::<Result<Vec<Turn>, Fault>>()
    };
    let (mut turns, avoided) = (read("allow", allow)?, read("avoid", avoid)?);
    if !avoided.is_empty() && turns.is_empty() {
        turns = listed(position.turns()).ok_or_else(|| {
            let text = format!("after {turn_number} turns there are over {MAX_LISTED} turns: use allow");
            Fault::of("avoid", text)
        })?;
    }
    turns.retain(|turn| !avoided.contains(turn));
    if turns.is_empty() && !avoided.is_empty() {
        return Err(Fault::of("avoid", format!("after {turn_number} turns no turn is left to choose from")));
    }
    Ok(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &str) -> Result<Query, Fault> {
        Query::read("a".to_owned(), &mut Fields::read(fields).unwrap())
    }

    fn field(fields: &str) -> String {
        read(fields).unwrap_err().field.unwrap()
    }

    #[test]
    fn the_last_position_without_more_ado() {
        let query = read(r#"{"variant":"basic","turns":["b3","e1-e3"]}"#).unwrap();
        assert_eq!(query.roots, [Root { turn_number: 2, search_turns: Vec::new() }]);
        let game = query.game_at(&query.roots[0]);
        assert_eq!((game.turns().len(), game.position().turn_number()), (2, 3));
        assert_eq!((query.priority, query.threads, query.multipv), (0, 1, None));
        assert!(query.limits.is_none());
    }

    #[test]
    fn chosen_positions_each_once_in_order() {
        let query = read(r#"{"variant":"basic","turns":["b3","e1-e3","h3"],"analyzeTurns":[3,0,3]}"#).unwrap();
        assert_eq!(query.roots.iter().map(|root| root.turn_number).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(query.game_at(&query.roots[0]).position(), &"basic".parse::<Position>().unwrap());
    }

    #[test]
    fn allowed_and_avoided_turns() {
        let turns = |fields: &str| {
            let query = read(&format!(r#"{{"variant":"basic",{fields}}}"#)).unwrap();
            let position = *query.game_at(&query.roots[0]).position();
            let texts = query.roots[0].search_turns.iter().map(|turn| turn.display(&position).to_string());
            texts.collect::<Vec<_>>()
        };
        assert_eq!(turns(r#""allow":["b3","e1-e2"]"#), ["b3", "e1-e3"]);
        assert_eq!(turns(r#""allow":["b3","b4"],"avoid":["b3"]"#), ["b4"]);
        let others = turns(r#""avoid":["b3","e1-e3"]"#);
        assert_eq!((others.len(), others.contains(&"b3".to_owned())), (28, false));
    }

    #[test]
    fn faults_name_their_field() {
        assert_eq!(field("{}"), "position");
        assert_eq!(field(r#"{"position":"basic","variant":"basic"}"#), "variant");
        assert_eq!(field(r#"{"position":"4/5/6/7/6/5/4 w 18 18 tournament 00 0"}"#), "position");
        assert_eq!(field(r#"{"variant":"s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1"}"#), "variant");
        for (rest, expected) in [
            (r#""turns":["b3","b3"]"#, "turns"),
            (r#""turns":"b3""#, "turns"),
            (r#""analyzeTurns":[1]"#, "analyzeTurns"),
            (r#""analyzeTurns":[]"#, "analyzeTurns"),
            (r#""time":-1"#, "time"),
            (r#""nodes":0"#, "nodes"),
            (r#""depth":1001"#, "depth"),
            (r#""multipv":257"#, "multipv"),
            (r#""threads":0"#, "threads"),
            (r#""priority":0.5"#, "priority"),
            (r#""reportEvery":0.001"#, "reportEvery"),
            (r#""allow":["z9"]"#, "allow"),
            (r#""avoid":[3]"#, "avoid"),
            (r#""allow":["b3"],"avoid":["b3"]"#, "avoid"),
            (r#""includeLegalTurns":"yes""#, "includeLegalTurns"),
        ] {
            assert_eq!(field(&format!(r#"{{"variant":"basic",{rest}}}"#)), expected, "{rest}");
        }
        let million = r#""position":"4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40""#;
        let turn = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse::<Position>().unwrap().turns().next();
        let turn =
            turn.unwrap().display(&"4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap()).to_string();
        let fault = read(&format!("{{{million},\"avoid\":[\"{turn}\"]}}")).unwrap_err();
        assert_eq!(fault, Fault::of("avoid", "after 0 turns there are over 10000 turns: use allow"));
        let fault = read(r#"{"variant":"basic","turns":["b3","b3"]}"#).unwrap_err();
        assert!(fault.text.starts_with("turn 2 (b3), at character 1: "), "{}", fault.text);
    }
}
