//! The solver through the public interface, against trying everything.

mod positions;

use gipfel::rules::{Position, Variant};
use gipfel::solve::{End, Goal, Limits, NoSolution, Solved, Solver, Verdict, verify};
use positions::{position, random_game};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A position with well over a million legal turns, none of which wins at once.
const MILLIONS: &str = "g3/5/6/GGGGggg/GGGGgg/5/4 w 2 6 tournament -- 40";

static GO_ON: AtomicBool = AtomicBool::new(false);

fn solve(solver: &mut Solver, position: &Position, limits: &Limits) -> Solved {
    solver.solve(position, limits, &GO_ON, &mut |_| ())
}

/// Whether the side to move wins (or loses) by force within so many plies: every turn is tried.
fn wins_within(position: &Position, plies: u32) -> bool {
    match position.outcome() {
        Some(outcome) => outcome.winner == position.side(),
        None => plies > 0 && position.turns().any(|turn| loses_within(&position.play(turn), plies - 1)),
    }
}

fn loses_within(position: &Position, plies: u32) -> bool {
    match position.outcome() {
        Some(outcome) => outcome.winner != position.side(),
        None => plies > 0 && position.turns().all(|turn| wins_within(&position.play(turn), plies - 1)),
    }
}

/// The verdict on a position by trying everything, up to so many plies.
fn plainly(position: &Position, most: u32) -> Verdict {
    for plies in 0..=most {
        if wins_within(position, plies) {
            return Verdict::Win { plies };
        }
        if loses_within(position, plies) {
            return Verdict::Loss { plies };
        }
    }
    let no_win = most - (most + 1) % 2;
    Verdict::Open { no_win, no_loss: most - most % 2, end: End::Refuted }
}

/// Takes a solution out of the solver and checks it, and the main line.
fn check_solution(solver: &mut Solver, position: &Position, verdict: Verdict) {
    let plies = verdict.plies().unwrap();
    let solution = solver.solution(position, verdict, &GO_ON).unwrap();
    assert_eq!(solution.plies(), plies);
    verify(&solution, &GO_ON).unwrap_or_else(|fault| panic!("{position}: {fault}"));
    let line = solver.main_line(position, verdict, &GO_ON).unwrap();
    assert_eq!(line.len() as u32, plies, "{position}");
    let end = line.iter().fold(*position, |position, &turn| {
        assert!(position.is_legal(turn));
        position.play(turn)
    });
    assert_eq!(end.outcome().unwrap().winner, solution.winner());
}

#[test]
fn verdicts_are_those_of_trying_everything() {
    let mut solver = Solver::new(1).unwrap();
    let (mut wins, mut losses, mut open) = ([0; 4], 0, 0);
    for variant in Variant::ALL {
        for seed in 0..120 {
            let positions = random_game(variant, seed);
            // The ends of games, where something is decided, and not too wide.
            let late = positions.iter().rev().take(6).filter(|position| position.count_turns() <= 60);
            for position in late {
                // Three plies take long where nothing is decided.
                let most = if seed < 60 { 3 } else { 2 };
                let expected = plainly(position, most);
                let solved = solve(&mut solver, position, &Limits::plies(most));
                assert_eq!(solved.verdict, expected, "{position}");
                match expected {
                    Verdict::Win { plies } => wins[plies as usize] += 1,
                    Verdict::Loss { .. } => losses += 1,
                    Verdict::Open { .. } => open += 1,
                }
                if expected.plies().is_some() {
                    check_solution(&mut solver, position, expected);
                }
            }
        }
    }
    assert!(wins[1] > 200 && wins[3] > 10 && losses > 50 && open > 50, "{wins:?} {losses} {open}");
}

/// Positions with forced wins from self-play, and the plies of the shortest.
fn wins_from_play() -> Vec<(Position, u32)> {
    let lines = include_str!("data/wins.txt").lines().filter(|line| !line.starts_with('#'));
    let parts = lines.map(|line| line.rsplit_once(' ').expect("a position and a number"));
    parts.map(|(text, plies)| (position(text), plies.parse().unwrap())).collect()
}

#[test]
fn wins_from_play_are_many_and_different() {
    let all = wins_from_play();
    for plies in [3, 5, 7, 9, 11] {
        let so_long = || all.iter().filter(|(_, length)| *length == plies).map(|(position, _)| position);
        assert!(so_long().count() >= 20, "{plies}");
        for variant in Variant::ALL {
            assert!(so_long().any(|position| position.variant() == variant), "{variant} {plies}");
        }
    }
    let different: HashSet<_> =
        all.iter().map(|(position, _)| (position.variant(), position.canonical().0.hash())).collect();
    assert_eq!(different.len(), all.len());
    assert!(all.iter().all(|(position, _)| !position.is_over() && !wins_within(position, 1)));
}

#[test]
fn wins_from_play_are_proven_and_checked() {
    let mut solver = Solver::new(16).unwrap();
    let mut solved = [0; 12];
    for (position, plies) in wins_from_play() {
        // What takes longer is left out here, for time.
        let limits = Limits { nodes: Some(30_000), goal: Goal::Win, ..Limits::plies(plies) };
        match solve(&mut solver, &position, &limits).verdict {
            Verdict::Open { no_win, end: End::Nodes, .. } => assert!(no_win < plies),
            verdict => {
                assert_eq!(verdict, Verdict::Win { plies }, "{position}");
                check_solution(&mut solver, &position, verdict);
                solved[plies as usize] += 1;
            }
        }
    }
    assert!(solved[3] >= 20 && solved[5] >= 20 && solved[7] >= 10, "{solved:?}");
}

#[test]
fn a_goal_leaves_the_other_side_out() {
    let (won, _) = wins_from_play().into_iter().find(|(_, plies)| *plies == 3).unwrap();
    let mut solver = Solver::new(1).unwrap();
    let only = |goal| Limits { goal, ..Limits::plies(3) };
    assert_eq!(solve(&mut solver, &won, &only(Goal::Win)).verdict, Verdict::Win { plies: 3 });
    let verdict = solve(&mut solver, &won, &only(Goal::Loss)).verdict;
    assert_eq!(verdict, Verdict::Open { no_win: 0, no_loss: 2, end: End::Refuted });
    assert_eq!(solver.solution(&won, verdict, &GO_ON).unwrap_err(), NoSolution::Open);
}

#[test]
fn nodes_end_the_search_exactly() {
    let mut solver = Solver::new(1).unwrap();
    for nodes in [0, 1, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::none() };
        let solved = solve(&mut solver, &Position::start(Variant::Standard), &limits);
        assert_eq!(solved.nodes, nodes);
        assert!(matches!(solved.verdict, Verdict::Open { end: End::Nodes, .. }));
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let start = Position::start(Variant::Tournament);
    let run = || solve(&mut Solver::new(1).unwrap(), &start, &Limits::plies(4));
    let (first, second) = (run(), run());
    assert_eq!((first.verdict, first.nodes), (second.verdict, second.nodes));
}

#[test]
fn a_million_turns_can_be_interrupted() {
    let wide = position(MILLIONS);
    assert!(wide.count_turns() > 1_000_000);
    let mut solver = Solver::new(4).unwrap();
    let begun = Instant::now();
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::none() };
    let end = solve(&mut solver, &wide, &limits).verdict;
    assert!(matches!(end, Verdict::Open { end: End::Time | End::Memory, .. }), "{end:?}");
    let stop = AtomicBool::new(true);
    let end = solver.solve(&wide, &Limits::none(), &stop, &mut |_| ()).verdict;
    assert!(matches!(end, Verdict::Open { end: End::Stopped, .. }), "{end:?}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn memory_that_cannot_be_had_is_refused() {
    let error = Solver::new(1 << 40).unwrap_err().to_string();
    assert_eq!(error, "no memory for a solver of 1099511627776 MiB");
}
