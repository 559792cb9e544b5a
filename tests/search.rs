//! The search through the public interface: promises of the protocol, and win distances against plain minimax.

mod positions;

use gipfel::eval::Evaluation;
use gipfel::rules::{Claims, Game, Position, Turn, Variant};
use gipfel::search::{Control, Limits, Observer, Report, Score, SearchResult, Searcher, Silent};
use positions::{position, random_game};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// A position with 1,928,578 legal turns.
const MILLIONS: &str = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40";

fn search(position: Position, limits: &Limits) -> SearchResult {
    let mut searcher = Searcher::new(4).unwrap();
    searcher.search(&Game::new(position), limits, &Control::new(), &mut Silent)
}

/// The shortest win or loss within so many plies, by trying everything: plies, negative for a loss.
fn minimax(position: &Position, depth: i32) -> Option<i32> {
    if let Some(outcome) = position.outcome() {
        return Some(if outcome.winner == position.side() { i32::MAX } else { 0 });
    }
    if depth == 0 {
        return None;
    }
    // A finished position that the side to move has won counts as a loss in 0 for the one before: his turn lost.
    let mut worst = Some(0);
    let mut best_win: Option<i32> = None;
    for turn in position.turns() {
        match minimax(&position.play(turn), depth - 1) {
            Some(i32::MAX) => worst = worst.map(|w| w.max(1)),
            Some(plies) if plies <= 0 => {
                let win = 1 - plies;
                best_win = Some(best_win.map_or(win, |best| best.min(win)));
            }
            Some(plies) => worst = worst.map(|w| w.max(plies + 1)),
            None => worst = None,
        }
        if best_win == Some(1) {
            break;
        }
    }
    best_win.or(worst.map(|plies| -plies))
}

/// Keeps all reports.
#[derive(Default)]
struct Reports(Vec<Report>);

impl Observer for Reports {
    fn line(&mut self, report: &Report) {
        self.0.push(report.clone());
    }
}

#[test]
fn win_distances_are_those_of_plain_minimax() {
    let (mut wins, mut losses, mut none) = (0, 0, 0);
    for variant in Variant::ALL {
        for seed in 0..400 {
            let positions = random_game(variant, seed);
            // The ends of games, where something is decided, and not too wide.
            let late = positions.iter().rev().skip(1).take(6).filter(|p| p.count_turns() <= 60);
            for position in late {
                // Three plies take long, and losses are rare: many games to two plies, some to three.
                for depth in 1..=if seed < 40 { 3_u32 } else { 2 } {
                    let expected = minimax(position, depth as i32);
                    let mut searcher = Searcher::new(4).unwrap();
                    searcher.claims = Claims::NONE;
                    let game = Game::new(*position);
                    let result = searcher.search(&game, &Limits::depth(depth), &Control::new(), &mut Silent);
                    // Quiescence may see a longer win beyond the depth; within it, all must agree.
                    let found = result.score.mate().filter(|plies| plies.unsigned_abs() <= depth);
                    assert_eq!(found, expected, "{position} depth {depth}");
                    match expected {
                        Some(plies) if plies > 0 => wins += 1,
                        Some(_) => losses += 1,
                        None => none += 1,
                    }
                }
            }
        }
    }
    assert!(wins > 1000 && losses > 20 && none > 100, "{wins} {losses} {none}");
}

#[test]
fn the_same_search_twice_is_the_same() {
    for variant in Variant::ALL {
        let position = random_game(variant, 5)[12];
        let run = || {
            let mut reports = Reports::default();
            let mut searcher = Searcher::new(4).unwrap();
            let result = searcher.search(&Game::new(position), &Limits::depth(6), &Control::new(), &mut reports);
            let lines: Vec<_> = reports.0.into_iter().map(|r| (r.depth, r.score, r.nodes, r.pv)).collect();
            (result.best, result.score, result.nodes, result.pv, lines)
        };
        let first = run();
        assert_eq!(first, run());
        assert!(first.2 > 1000);
    }
}

#[test]
fn clear_forgets_everything() {
    let game = Game::new(Position::start(Variant::Standard));
    let mut searcher = Searcher::new(4).unwrap();
    let mut nodes = || {
        searcher.clear();
        searcher.search(&game, &Limits::depth(5), &Control::new(), &mut Silent).nodes
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn variations_are_legal_and_scores_follow() {
    for seed in 0..10 {
        for variant in Variant::ALL {
            let positions = random_game(variant, 100 + seed);
            let position = positions[positions.len() * 2 / 3];
            let mut reports = Reports::default();
            let mut searcher = Searcher::new(4).unwrap();
            let result = searcher.search(&Game::new(position), &Limits::depth(5), &Control::new(), &mut reports);
            assert!(!reports.0.is_empty());
            for report in &reports.0 {
                let mut game = Game::new(position);
                assert!(!report.pv.is_empty());
                for &turn in &report.pv {
                    assert!(game.play(turn), "{position}: {:?}", report.pv);
                }
                if let Some(plies) = report.score.mate() {
                    assert_eq!(report.pv.len(), plies.unsigned_abs() as usize, "{position}");
                    assert!(game.position().is_over());
                }
            }
            assert_eq!(result.best, reports.0.last().unwrap().pv.first().copied());
        }
    }
}

#[test]
fn multipv_lines_are_the_best_in_order() {
    let position = random_game(Variant::Standard, 3)[10];
    let mut reports = Reports::default();
    let mut searcher = Searcher::new(4).unwrap();
    let limits = Limits { multipv: 4, ..Limits::depth(4) };
    searcher.search(&Game::new(position), &limits, &Control::new(), &mut reports);
    let last: Vec<_> = reports.0.iter().filter(|report| report.depth == 4).collect();
    assert_eq!(last.iter().map(|report| report.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(last.iter().map(|report| report.pv[0]).collect::<HashSet<_>>().len(), 4);
    // More lines than turns are not invented.
    let limits = Limits { multipv: 500, ..Limits::depth(1) };
    let mut reports = Reports::default();
    searcher.search(&Game::new(position), &limits, &Control::new(), &mut reports);
    assert_eq!(reports.0.len() as u64, position.count_turns());
}

/// Asking for more lines does not make the first one worse.
#[test]
fn the_first_of_several_lines_is_as_good() {
    let (mut decided, mut others) = (0, 0);
    for (variant, seed) in Variant::ALL.into_iter().flat_map(|variant| (0..25).map(move |seed| (variant, seed))) {
        let positions = random_game(variant, 500 + seed);
        let late = positions.iter().rev().skip(1).take(5);
        for position in late.filter(|position| (3..=60).contains(&position.count_turns())) {
            let one = search(*position, &Limits::depth(3));
            let several = search(*position, &Limits { multipv: 3, ..Limits::depth(3) });
            let within = |result: &SearchResult| result.score.mate().filter(|plies| plies.abs() <= 3);
            assert_eq!(within(&several), within(&one), "{position}");
            decided += u32::from(within(&one).is_some());
            others += u32::from(within(&one).is_none());
        }
    }
    assert!(decided > 50 && others > 50, "{decided} {others}");
}

#[test]
fn search_turns_limits_the_choice() {
    let position = Position::start(Variant::Standard);
    let chosen: Vec<Turn> = position.turns().skip(17).take(2).collect();
    for depth in 1..5 {
        let limits = Limits { search_turns: chosen.clone(), ..Limits::depth(depth) };
        assert!(chosen.contains(&search(position, &limits).best.unwrap()));
    }
}

#[test]
fn node_limits_are_obeyed() {
    let position = Position::start(Variant::Standard);
    for limit in [0, 1, 2, 30, 31, 1000, 5001] {
        let result = search(position, &Limits::nodes(limit));
        assert!(result.nodes <= limit.max(1) && position.is_legal(result.best.unwrap()), "{limit}: {}", result.nodes);
    }
}

#[test]
fn finished_games_have_no_turn() {
    let over = position("s2S/5/6/S5s/6/5/s2S w 0 12 basic -- 1");
    let result = search(over, &Limits::depth(3));
    assert_eq!((result.best, result.score, result.nodes), (None, Score::loss_in(0), 0));
}

#[test]
fn a_million_turns_are_no_hindrance() {
    let position = position(MILLIONS);
    let begun = Instant::now();
    for limits in [Limits::time(Duration::ZERO), Limits::nodes(1), Limits::time(Duration::from_millis(50))] {
        let mut reports = Reports::default();
        let mut searcher = Searcher::new(4).unwrap();
        let result = searcher.search(&Game::new(position), &limits, &Control::new(), &mut reports);
        assert!(position.is_legal(result.best.unwrap()));
        assert!(!reports.0.is_empty());
    }
    let control = Control::new();
    control.stop();
    let limits = Limits { infinite: true, ..Limits::none() };
    let mut searcher = Searcher::new(4).unwrap();
    let result = searcher.search(&Game::new(position), &limits, &control, &mut Silent);
    assert!(position.is_legal(result.best.unwrap()));
    // Twenty times what this may take, to tell a hang.
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn infinite_waits_for_stop() {
    // One turn wins at once, so that the search itself is soon at its end.
    let game = Game::new(position("sss1/gS3/S3GS/sGg4/Ss2gs/s3S/s1SS w 7 0 tournament -- 33"));
    let control = Control::new();
    let limits = Limits { infinite: true, ..Limits::none() };
    std::thread::scope(|scope| {
        let handle = scope.spawn(|| Searcher::new(1).unwrap().search(&game, &limits, &control, &mut Silent));
        std::thread::sleep(Duration::from_millis(50));
        assert!(!handle.is_finished());
        control.stop();
        let result = handle.join().unwrap();
        assert!(result.score.is_win());
    });
}

#[test]
fn the_limit_of_turns_is_a_draw() {
    let start = Position::start(Variant::Basic);
    let mut searcher = Searcher::new(1).unwrap();
    // It gives the right to move a value, so that nothing else is worth nothing.
    searcher.set_evaluation(Evaluation::Plain);
    let score = |searcher: &mut Searcher, limit| {
        searcher.claims = Claims { repetition: true, turn_limit: limit };
        searcher.clear();
        searcher.search(&Game::new(start), &Limits::depth(3), &Control::new(), &mut Silent).score
    };
    assert_ne!(score(&mut searcher, 0), Score::DRAW);
    assert_eq!(score(&mut searcher, 1), Score::DRAW);
}

#[test]
fn many_threads_search_one_position() {
    for threads in [2, 7, 64] {
        let mut searcher = Searcher::new(4).unwrap();
        searcher.set_threads(threads).unwrap();
        assert_eq!(searcher.threads(), threads);
        for variant in Variant::ALL {
            let position = random_game(variant, 9)[7];
            let game = Game::new(position);
            let mut reports = Reports::default();
            let limits = Limits::nodes(60_000);
            let result = searcher.search(&game, &limits, &Control::new(), &mut reports);
            // Every thread looks at the limit now and then only.
            assert!((60_000..60_000 + 2048 * threads as u64).contains(&result.nodes), "{threads}: {}", result.nodes);
            let last = reports.0.last().unwrap();
            assert_eq!((last.pv.first(), last.score), (result.best.as_ref(), result.score));
            let mut played = game.clone();
            assert!(!result.pv.is_empty() && result.pv.iter().all(|&turn| played.play(turn)));
        }
        searcher.clear();
        let start = Game::new(Position::start(Variant::Basic));
        let stopped = Control::new();
        stopped.stop();
        assert!(searcher.search(&start, &Limits::none(), &stopped, &mut Silent).best.is_some());
    }
}

#[test]
fn one_thread_again_is_as_one_thread_before() {
    let game = Game::new(Position::start(Variant::Standard));
    let search = |searcher: &mut Searcher| {
        let result = searcher.search(&game, &Limits::depth(6), &Control::new(), &mut Silent);
        (result.best, result.nodes, result.pv)
    };
    let mut searcher = Searcher::new(4).unwrap();
    let first = search(&mut searcher);
    searcher.set_threads(3).unwrap();
    search(&mut searcher);
    searcher.set_threads(1).unwrap();
    searcher.clear();
    assert_eq!(search(&mut searcher), first);
}

#[test]
fn searchers_that_share_a_table_learn_from_each_other() {
    let game = Game::new(Position::start(Variant::Standard));
    let mut one = Searcher::new(4).unwrap();
    let mut other = one.sharing();
    let nodes = |searcher: &mut Searcher| searcher.search(&game, &Limits::depth(6), &Control::new(), &mut Silent).nodes;
    let fresh = nodes(&mut one);
    let again = nodes(&mut other);
    assert!(again * 3 < fresh * 2, "{again} {fresh}");
    // A table of its own again.
    other.resize(4).unwrap();
    assert_eq!(nodes(&mut other.sharing()), fresh);
}

/// Late turns are searched less deep, but a win is only said to be the shortest when it is.
#[test]
fn wins_within_the_depth_are_the_shortest() {
    let mut found = 0;
    for (variant, seed) in Variant::ALL.into_iter().flat_map(|variant| (0..90).map(move |seed| (variant, seed))) {
        let positions = random_game(variant, 1000 + seed);
        for position in positions.iter().rev().skip(2).take(4).filter(|p| p.count_turns() <= 60) {
            let mut searcher = Searcher::new(1).unwrap();
            searcher.claims = Claims::NONE;
            let mut reports = Reports::default();
            searcher.search(&Game::new(*position), &Limits::depth(7), &Control::new(), &mut reports);
            for report in &reports.0 {
                let mate = report.score.mate().filter(|plies| plies.unsigned_abs() <= report.depth.min(4));
                if let Some(plies) = mate.filter(|plies| plies.unsigned_abs() >= 3) {
                    assert_eq!(minimax(position, plies.abs() - 1), None, "{position} {plies}");
                    found += 1;
                }
            }
        }
    }
    assert!(found > 20, "{found}");
}

/// What was found among some turns only does not mislead a later search.
#[test]
fn a_choice_of_turns_is_not_remembered_as_the_position() {
    for variant in Variant::ALL {
        let positions = random_game(variant, 3);
        let (before, position) = (positions[5], positions[6]);
        let search = |searcher: &mut Searcher, position: Position, limits: &Limits| {
            searcher.search(&Game::new(position), limits, &Control::new(), &mut Silent)
        };
        let mut searcher = Searcher::new(4).unwrap();
        let worst = position.turns().last().unwrap();
        search(&mut searcher, position, &Limits { search_turns: vec![worst], ..Limits::depth(1) });
        let found = search(&mut searcher, before, &Limits::depth(2));
        assert_eq!(found.score, search(&mut Searcher::new(4).unwrap(), before, &Limits::depth(2)).score);
    }
}
