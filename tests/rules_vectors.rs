//! The rules against counts, lists of legal turns, and whole games that were made by other means.

use gipfel::notation::{parse_turn, play_words};
use gipfel::rules::{Color, EndReason, Game, Position, Start, Variant, perft};

mod vectors;

#[test]
fn every_legal_turn_of_many_positions() {
    let lists = vectors::turn_lists();
    assert_eq!(lists.len(), 153 + 18);
    for (position, expected) in lists {
        let mut turns: Vec<String> = position.turns().map(|turn| turn.display(&position).to_string()).collect();
        turns.sort_unstable();
        assert_eq!(turns, expected, "{position}");
        assert_eq!(position.count_turns(), expected.len() as u64, "{position}");
        assert_eq!(position.is_over(), expected.is_empty(), "{position}");
    }
}

#[test]
fn positions_are_written_as_they_were_read() {
    for line in
        vectors::lines(vectors::TURNS).chain(vectors::lines(vectors::SPECIAL)).filter(|line| !line.starts_with(' '))
    {
        assert_eq!(line.parse::<Position>().unwrap().to_string(), line);
    }
}

#[test]
fn perft_of_many_positions() {
    let mut counts = 0;
    for line in vectors::lines(vectors::PERFT) {
        let mut parts = line.split(';');
        let position: Position = parts.next().unwrap().parse().unwrap();
        for part in parts {
            let (depth, count) = part.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            assert_eq!(perft(&position, depth.parse().unwrap()), count.parse::<u64>().unwrap(), "{line}");
            counts += 1;
        }
    }
    assert_eq!(counts, 436);
}

#[test]
fn whole_games() {
    let mut games = 0;
    for line in vectors::lines(vectors::GAMES) {
        let (moves, end) = line.split_once(" => ").unwrap();
        let (start, moves) = moves.split_once(' ').unwrap();
        let (result, end) = end.split_once(' ').unwrap();
        let mut game = Game::new(Position::start(start.parse::<Start>().unwrap()));
        for word in moves.split(' ') {
            assert!(!game.position().is_over(), "{line}");
            let turn = parse_turn(game.position(), word).unwrap();
            assert_eq!(turn.display(game.position()).to_string(), word);
            assert!(game.play(turn));
        }
        assert_eq!(game.position().to_string(), end);
        let winner = game.position().outcome().map(|outcome| outcome.winner);
        assert_eq!(winner, Some(if result == "1-0" { Color::White } else { Color::Black }), "{line}");
        games += 1;
    }
    assert_eq!(games, 7);
}

/// The counts of the start positions, to depth 6 (2.7 billion turns in all).
fn start_counts(variant: Variant, counts: [u64; 6]) {
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&Position::start(variant), depth), count, "depth {depth}");
    }
}

#[test]
fn start_counts_of_basic() {
    start_counts(Variant::Basic, [30, 924, 29016, 924_432, 29_769_120, 965_063_856]);
}

#[test]
fn start_counts_of_standard() {
    start_counts(Variant::Standard, [30, 924, 29016, 924_432, 30_055_665, 981_964_398]);
}

#[test]
fn start_counts_of_tournament() {
    start_counts(Variant::Tournament, [18, 348, 14304, 620_352, 21_162_384, 753_257_988]);
}

#[test]
fn a_position_with_millions_of_turns() {
    let position: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap();
    assert_eq!(position.count_turns(), 1_928_578);
    assert_eq!(position.turns().count(), 1_928_578);
}

/// A public tournament game. Its record stops where Black has used his last piece.
const TOURNAMENT_GAME: &str = "
    Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5 b6-f5 xe7,e8;c7-e7 g7-b4 c7-h4 h6-d5 b6-g4
    h6-c4;xc6*,d6,f5,g4 b3 b5 g7-d6 xd7*,e7,f6,h4;a5-f4 a2-f6 a5-g3;xb3*,c4*,d5,g6 e2 f2 d1-g2 h1-f3 d1-h2 f1-f5 i1-d5 g6
    g1-e3;xf2,f3,f5,Gf6*,f7 h6-f6 a3-e7 h6-c4;xGc4*,e6,f6,g6 e8 f1-d2 c6 c7-c4 g6";

#[test]
fn a_tournament_game() {
    let mut game = Game::new(Position::start(Variant::Tournament));
    play_words(&mut game, TOURNAMENT_GAME.split_whitespace()).unwrap();
    let end = game.position();
    assert_eq!(end.to_string(), "2sS/2gsS/s2GS1/SS1S1ss/2g3/sS1Gs/s3 w 5 0 tournament -- 43");
    assert_eq!(end.outcome(), None);
    assert_eq!(end.turns().count(), 32);
    for turn in end.turns() {
        let outcome = end.play(turn).outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason), (Color::White, EndReason::ReserveEmpty));
    }
}
