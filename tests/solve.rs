//! The solver through the public interface, against trying everything.

use gipfel::rules::{Position, Turn, Variant};
use gipfel::solve::{End, Fault, Goal, Limits, NoSolution, Solved, Solver, Verdict, verify};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A position with 1,928,578 legal turns.
const MILLIONS: &str = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40";

static GO_ON: AtomicBool = AtomicBool::new(false);

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn solve(solver: &mut Solver, position: &Position, limits: &Limits) -> Solved {
    solver.solve(position, limits, &GO_ON, &mut |_| ())
}

/// The positions of a random game, by a fixed seed.
fn random_game(variant: Variant, seed: u64) -> Vec<Position> {
    let mut positions = vec![Position::start(variant)];
    let mut state = seed;
    loop {
        let position = *positions.last().unwrap();
        let turns: Vec<Turn> = position.turns().collect();
        if turns.is_empty() {
            return positions;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        positions.push(position.play(turns[(state >> 33) as usize % turns.len()]));
    }
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
    println!("{wins:?} {losses} {open}");
    assert!(wins[1] > 200 && wins[3] > 10 && losses > 50 && open > 50, "{wins:?} {losses} {open}");
}
