//! The command language of the course assignment, against the samples of the assignment and against our rules.

use gipfel::course::{Boards, serve};
use std::fs;
use std::path::{Path, PathBuf};

fn answers(input: &str, boards: Boards) -> String {
    let mut output = Vec::new();
    serve(input.as_bytes(), &mut output, boards).unwrap();
    String::from_utf8(output).unwrap()
}

fn sample(name: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/course").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn samples_are_answered_to_the_letter() {
    for number in 0..=5 {
        let (input, expected) = (sample(&format!("{number}.in")), sample(&format!("{number}.out")));
        assert_eq!(answers(&input, Boards::Any), expected, "{number}.in");
    }
}

/// Three rows cross where the push ends: the mover must choose, and the list has each choice.
const CROSSING: &str = "LOAD_GAME_BOARD\n4 4 15 15\n6 3 W\n   _ _ _ W\n  _ _ _ W _\n _ _ _ W _ _\nW W W _ _ _ _\n _ _ _ W _ _\n  _ _ _ W _\n   _ _ _ W\n\n";

#[test]
fn crossing_rows_must_be_chosen() {
    let state = |moves: &str| answers(&format!("{CROSSING}{moves}\nPRINT_GAME_STATE\n"), Boards::Gipf);
    for (wanted, answer, state_after) in [
        ("e9-e8 w: e5 e8", "MOVE_COMMITTED", "in_progress"),
        ("e9 - e8 w:e8 e5", "MOVE_COMMITTED", "in_progress"),
        ("e9-e8 w: b2 e5", "MOVE_COMMITTED", "in_progress"),
        ("e9-e8 w: e5 e8 b2 e5", "WRONG_INDEX_OF_CHOSEN_ROW", "bad_move white e9-e8"),
        ("e9-e8 w: b2 d4", "WRONG_INDEX_OF_CHOSEN_ROW", "bad_move white e9-e8"),
        ("e9-e8 b: b2 e5", "WRONG_COLOR_OF_CHOSEN_ROW", "bad_move white e9-e8"),
        ("e9-e8 w: b2", "WRONG_INDEX_OF_CHOSEN_ROW", "in_progress"),
    ] {
        let expected = format!("BOARD_STATE_OK\n{answer}\n{state_after}\n");
        assert_eq!(state(&format!("DO_MOVE {wanted}")), expected, "{wanted}");
    }
    assert!(state("DO_MOVE e9-e8").contains("\nWRONG_INDEX_OF_CHOSEN_ROW\n"));
    assert_eq!(state("GEN_ALL_POS_MOV_NUM"), "BOARD_STATE_OK\n18_UNIQUE_MOVES\nin_progress\n");
}

#[test]
fn other_answers() {
    let ask = |commands: &str| answers(commands, Boards::Gipf);
    assert_eq!(ask("PRINT_GAME_BOARD\nGEN_ALL_POS_MOV\n"), "EMPTY_BOARD\nEMPTY_BOARD\n");
    assert!(ask("HELLO there\n").starts_with("UNKNOWN_COMMAND_HELLO: expected one of LOAD_GAME_BOARD "));
    let refused = ask("LOAD_GAME_BOARD\n2 3 5 5\n2 2 W\n W B\nB _ W\n W B\n\nIS_GAME_OVER\n");
    let reason = "only boards of size 4 with rows of 4 are played here, found size 2 with rows of 3";
    assert_eq!(refused, format!("UNSUPPORTED_BOARD: {reason}\nEMPTY_BOARD\n"));
    let start = CROSSING.replace("6 3 W", "0 3 W");
    for (board, question, answer) in [
        (start.clone(), "IS_GAME_OVER", "THE_WINNER_IS_BLACK"),
        (start.clone(), "PRINT_GAME_STATE", "black_win"),
        (start, "GEN_ALL_POS_MOV_NUM", "0_UNIQUE_MOVES"),
        (CROSSING.replace("6 3 W", "6 0 W"), "GEN_ALL_POS_MOV_EXT_NUM", "1_UNIQUE_MOVES"),
        (CROSSING.replace("6 3 W", "6 3 W\n   X"), "PRINT_GAME_BOARD", "EMPTY_BOARD"),
    ] {
        let answers = ask(&format!("{board}{question}\n"));
        assert_eq!(answers.lines().last(), Some(answer), "{board}{question}");
    }
}
