//! The state of a match: games, pairs and ratings, counted game by game.

use super::config::MatchConfig;
use super::game_record::{GameRecord, Termination};
use super::journal::{Contents, Header};
use super::ratings::{Meeting, Rating, rate};
use super::schedule::{ScheduledGame, Shard};
use super::sprt::{Sprt, Verdict};
use super::statistics::{GameCounts, PairCounts, Summary, summarise};
use crate::rules::Color;
use serde::Serialize;
use std::collections::BTreeMap;

/// An average that grows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Average {
    sum: f64,
    count: u64,
}

impl Average {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    /// The average; `None` of nothing.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// One engine's games against all others, or two engines' games against each other, from the first's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Single games.
    pub games: GameCounts,
    /// Whole pairs.
    pub pairs: PairCounts,
}

impl Counts {
    /// What they say; `None` before the first game.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        summarise(&self.pairs, &self.games)
    }
}

/// An engine in a match.
#[derive(Clone, Debug, Default)]
pub struct EngineStandings {
    /// Its name.
    pub name: String,
    /// Its games against all others.
    pub counts: Counts,
    /// Games that it lost by failing, by kind.
    pub failures: BTreeMap<Termination, u64>,
    /// The depth that it reports, in plies.
    pub depth: Average,
    /// The time that its turns take, in seconds.
    pub time: Average,
    /// The nodes that its turns take.
    pub nodes: Average,
    /// Turns that were late within the margin.
    pub overruns: u64,
}

/// The state of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The engines in the match's order.
    pub engines: Vec<EngineStandings>,
    /// The engines that meet, and how: from the first's side.
    pub pairings: BTreeMap<(usize, usize), Counts>,
    /// How games ended.
    pub terminations: BTreeMap<Termination, u64>,
    /// Games won by White, drawn, and lost by White.
    pub white: GameCounts,
    /// Half points of the first engine in pairs of which one game is played.
    halves: BTreeMap<usize, u8>,
    meetings: Vec<Meeting>,
    schedule: Vec<ScheduledGame>,
    shard: Shard,
    sprt: Option<Sprt>,
    verdict: Verdict,
    anchor: Option<(usize, f64)>,
}

impl Standings {
    /// Before the first game.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let config: &MatchConfig = &header.config;
        let names = config.names();
        let anchor = config.anchor.as_ref();
        let anchor = anchor.and_then(|a| Some((names.iter().position(|name| *name == a.engine)?, a.elo)));
        let pairings = config.format().pairings(names.len());
        Self {
            engines: names.into_iter().map(|name| EngineStandings { name, ..EngineStandings::default() }).collect(),
            pairings: pairings.into_iter().map(|pairing| (pairing, Counts::default())).collect(),
            terminations: BTreeMap::new(),
            white: GameCounts::default(),
            halves: BTreeMap::new(),
            meetings: Vec::new(),
            schedule: header.schedule(),
            shard: config.shard(),
            sprt: config.sprt,
            verdict: Verdict::Open,
            anchor,
        }
    }

    /// After all games of a journal.
    #[must_use]
    pub fn of(contents: &Contents) -> Self {
        let mut standings = Self::new(&contents.header);
        contents.games.iter().for_each(|game| standings.add(game));
        standings
    }

    /// Counts a finished game.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(&game) = self.schedule.get(record.game) else { return };
        *self.terminations.entry(record.termination).or_default() += 1;
        self.white.add(record.result.half_points(Color::White));
        for (engine, color) in [(game.white, Color::White), (game.black, Color::Black)] {
            self.add_to_engine(engine, color, record);
        }
        let first = game.first_engine();
        let second = if first == game.white { game.black } else { game.white };
        let points = record.result.half_points(if first == game.white { Color::White } else { Color::Black });
        let pairing = self.pairings.entry((first, second)).or_default();
        pairing.games.add(points);
        match self.halves.remove(&game.pair()) {
            None => drop(self.halves.insert(game.pair(), points)),
            Some(other) => {
                let sum = points + other;
                pairing.pairs.add(sum);
                for (engine, sum) in [(first, sum), (second, 4 - sum)] {
                    if let Some(engine) = self.engines.get_mut(engine) {
                        engine.counts.pairs.add(sum);
                    }
                }
                self.meetings.push(Meeting { first, second, points: f64::from(sum) / 2.0, games: 2.0 });
                self.test();
            }
        }
    }

    fn add_to_engine(&mut self, engine: usize, color: Color, record: &GameRecord) {
        let Some(engine) = self.engines.get_mut(engine) else { return };
        let points = record.result.half_points(color);
        engine.counts.games.add(points);
        if points == 0 && record.termination.is_failure() {
            *engine.failures.entry(record.termination).or_default() += 1;
        }
        let offset = usize::from(record.first_mover != color);
        for turn in record.turns.iter().skip(offset).step_by(2) {
            engine.time.add(turn.time);
            turn.depth.into_iter().for_each(|depth| engine.depth.add(f64::from(depth)));
            turn.nodes.into_iter().for_each(|nodes| engine.nodes.add(nodes as f64));
            engine.overruns += u64::from(turn.overrun.is_some());
        }
    }

    /// The test's answer is the first that it gives; later games do not change it.
    fn test(&mut self) {
        if let Some(sprt) = self.sprt.filter(|_| self.verdict == Verdict::Open) {
            self.verdict = sprt.verdict(&self.pairs());
        }
    }

    /// The pairs of the first two engines, which is all there is in a match of two.
    #[must_use]
    pub fn pairs(&self) -> PairCounts {
        self.pairings.get(&(0, 1)).map(|counts| counts.pairs).unwrap_or_default()
    }

    /// The sequential test, its log-likelihood ratio, and its answer.
    #[must_use]
    pub fn sprt(&self) -> Option<(Sprt, f64, Verdict)> {
        self.sprt.map(|sprt| (sprt, sprt.log_likelihood_ratio(&self.pairs()), self.verdict))
    }

    /// Whether a sequential test has its answer. A part of a match is played to its end: only all parts together decide.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict != Verdict::Open && self.shard.is_whole()
    }

    /// The ratings of all engines.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let single = self.halves.iter().filter_map(|(&pair, &points)| {
            let game = self.schedule.get(2 * pair)?;
            let (first, second) = (game.white, game.black);
            Some(Meeting { first, second, points: f64::from(points) / 2.0, games: 1.0 })
        });
        let meetings: Vec<Meeting> = self.meetings.iter().copied().chain(single).collect();
        rate(self.engines.len(), &meetings, self.anchor)
    }

    /// The games that belong to this part of the match.
    pub fn planned(&self) -> impl Iterator<Item = &ScheduledGame> {
        self.schedule.iter().filter(|game| self.shard.holds(game.pair()))
    }

    /// Games finished.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.white.games()
    }

    /// Pairs of which one game is missing.
    #[must_use]
    pub fn half_pairs(&self) -> usize {
        self.halves.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::engine_config::EngineConfig;
    use crate::arena::game_record::{Points, TurnRecord};
    use crate::arena::report;

    fn header(engines: usize, sprt: Option<&str>) -> Header {
        let names = ["a", "b", "c"];
        let engine = |name: &&str| EngineConfig { name: Some((*name).to_owned()), ..EngineConfig::default() };
        let config = MatchConfig {
            engines: names.iter().take(engines).map(engine).collect(),
            pairs: 100,
            sprt: sprt.map(|text| text.parse().unwrap()),
            ..MatchConfig::default()
        };
        Header {
            version: Header::VERSION,
            program: String::new(),
            created: 0,
            config: config.resolved().unwrap(),
            openings: vec!["standard".to_owned()],
            engines: Vec::new(),
        }
    }

    fn game(standings: &Standings, index: usize, result: Points, termination: Termination) -> GameRecord {
        let planned = standings.schedule[index];
        let turn = |time: f64, depth: u32| TurnRecord {
            turn: "e2".to_owned(),
            time,
            overrun: None,
            depth: Some(depth),
            nodes: None,
            cp: None,
            mate: None,
        };
        GameRecord {
            game: index,
            white: standings.engines[planned.white].name.clone(),
            black: standings.engines[planned.black].name.clone(),
            opening: 0,
            first_mover: Color::White,
            result,
            termination,
            detail: String::new(),
            overrun: None,
            started: 0,
            duration: 1.0,
            turns: vec![turn(1.0, 4), turn(3.0, 8), turn(2.0, 4)],
        }
    }

    fn after(header: &Header, results: &[(usize, Points, Termination)]) -> Standings {
        let mut standings = Standings::new(header);
        for &(index, result, termination) in results {
            standings.add(&game(&standings, index, result, termination));
        }
        standings
    }

    #[test]
    fn pairs_are_counted_whole_and_in_any_order() {
        use Termination::{Crash, GipfPiecesLost, Repetition};
        // Games 0 and 1 are a pair (a plays White first), 2 and 3 the next; 5 stands alone.
        let standings = after(
            &header(2, None),
            &[
                (3, Points::Black, GipfPiecesLost),
                (0, Points::White, Crash),
                (5, Points::White, GipfPiecesLost),
                (1, Points::White, GipfPiecesLost),
                (2, Points::Draw, Repetition),
            ],
        );
        let counts = standings.pairings[&(0, 1)];
        assert_eq!(counts.games, GameCounts { wins: 2, draws: 1, losses: 2 });
        assert_eq!(counts.pairs, PairCounts([0, 0, 1, 1, 0]));
        assert_eq!(standings.engines[1].counts.pairs, PairCounts([0, 1, 1, 0, 0]));
        assert_eq!(standings.half_pairs(), 1);
        assert_eq!(standings.engines[1].failures[&Crash], 1);
        assert!(standings.engines[0].failures.is_empty());
        // a plays White in games 0 and 2, Black in 1, 3 and 5.
        assert_eq!(standings.engines[0].time.value(), Some((2.0 * 3.0 + 3.0 * 3.0) / 7.0));
        assert_eq!(standings.white, GameCounts { wins: 3, draws: 1, losses: 1 });
        let table = report::table(&standings);
        for part in ["a - b: 5 games, +2 =1 -2, score 50.0 %", "pairs 0:0 1/2:0 1:1 3/2:1 2:0, draws 20.0 %", "crash 1"]
        {
            assert!(table.contains(part), "{table}");
        }
    }

    #[test]
    fn the_tests_first_answer_stays() {
        let header = header(2, Some("0,200,0.05,0.05"));
        let won = |pair: usize| {
            let end = Termination::GipfPiecesLost;
            [(2 * pair, Points::White, end), (2 * pair + 1, Points::Black, end)]
        };
        let lost = |pair: usize| {
            won(pair)
                .map(|(i, result, end)| (i, if result == Points::White { Points::Black } else { Points::White }, end))
        };
        let mut games: Vec<_> = (0..20).flat_map(won).collect();
        let standings = after(&header, &games);
        assert!(standings.is_decided());
        games.extend((20..80).flat_map(lost));
        let (_, ratio, verdict) = after(&header, &games).sprt().unwrap();
        assert!(ratio < 0.0 && verdict == Verdict::Accepted);
        let mut part = header;
        part.config.run.shard = Some("1/2".parse().unwrap());
        assert!(!after(&part, &games).is_decided());
    }

    #[test]
    fn a_table_of_three() {
        let end = Termination::ReserveEmpty;
        let standings = after(
            &header(3, None),
            &[
                (0, Points::White, end),
                (1, Points::Black, end),
                (2, Points::White, end),
                (3, Points::Draw, end),
                (4, Points::Draw, end),
            ],
        );
        let table = report::table(&standings);
        assert!(table.starts_with("rank  engine"), "{table}");
        assert!(table.contains("a - b: 2 games, +2 =0 -0, score 100.0 %"), "{table}");
        let ratings = standings.ratings();
        assert!(ratings[0].elo > ratings[2].elo && ratings[2].elo > ratings[1].elo, "{ratings:?}");
        assert_eq!(ratings.iter().map(|rating| rating.games).sum::<f64>(), 10.0);
    }

    #[test]
    fn nothing_yet() {
        let standings = Standings::new(&header(2, Some("0,5,0.05,0.05")));
        assert!(report::table(&standings).contains("LLR 0.000"));
        assert_eq!(report::standings_json(&standings)["games"], 0);
    }
}
