//! Turns: every form that is read, every reason for which one is refused.

mod positions;
mod vectors;

use gipfel::board::{Entry, Spot};
use gipfel::notation::{TurnFault, parse_turn, play_words};
use gipfel::rules::{Game, PieceKind, Position, Turn, Variant};
use positions::position;

fn canonical(position: &Position, text: &str) -> String {
    parse_turn(position, text).unwrap_or_else(|e| panic!("{text}: {e}")).display(position).to_string()
}

/// The message of the refusal.
fn refused(position: &Position, text: &str) -> String {
    match parse_turn(position, text) {
        Ok(turn) => panic!("{text} is read as {}", turn.display(position)),
        Err(error) => error.to_string(),
    }
}

const STANDARD: &str = "standard";
/// White's rows e2-e5 (with a black piece on e6 behind it) waits.
const ROW: &str = "4/5/6/SSSSs2/6/5/3S w 5 5 basic -- 9";
/// White completes e2-e5 from e1 or by e5.
const THREE: &str = "4/5/6/SSS4/6/5/4 w 5 5 basic -- 9";
/// White's GIPF-pieces on e2-e5 may stay.
const KEPT: &str = "4/5/3g2/GGGG3/2s3/5/3s w 6 12 tournament G- 20";
/// Two rows of White's cross in e5, both must be resolved.
const CROSS: &str = "S3/1S3/2S3/SSSS3/6/5/4 w 5 5 basic -- 9";

/// All ways in which the text of a turn may be varied without changing its meaning.
fn variants(position: &Position, turn: Turn, text: &str) -> Vec<String> {
    let clear = |part: &str| {
        let pieces: Vec<&str> = part[1..].split(',').collect();
        let reversed: Vec<&str> = pieces.iter().rev().copied().collect();
        let bare = |mark: char| format!("x{}", pieces.join(",").replace(mark, ""));
        let upper: Vec<String> = pieces.iter().map(|piece| piece.to_uppercase()).collect();
        vec![format!("x{}", reversed.join(",")), bare('G'), bare('*'), format!("X{}", upper.join(","))]
    };
    let mark = if turn.kind() == PieceKind::Gipf { "G" } else { "" };
    let mut entries = Vec::new();
    if let Some(entry) = turn.entry() {
        let occupied = position.occupied() - turn.before();
        let vacant = !occupied.contains(entry.first());
        let same = Entry::all().filter(|other| other.first() == entry.first() && (vacant || *other == entry));
        for other in same {
            entries.push(format!("{mark}{}-{}", other.dot(), other.first()));
        }
    }
    let parts: Vec<&str> = text.split(';').collect();
    let mut all = vec![format!("  {} ", parts.join(" ; "))];
    for (i, part) in parts.iter().enumerate() {
        let others = match part.starts_with('x') {
            true => clear(part),
            false => entries.iter().cloned().chain([mark.to_owned() + &part[mark.len()..].to_uppercase()]).collect(),
        };
        for other in others {
            let mut parts: Vec<String> = parts.iter().map(|part| part.to_string()).collect();
            parts[i] = other;
            all.push(parts.join(";"));
        }
    }
    all
}

#[test]
fn every_turn_is_read_in_every_form() {
    let mut forms = 0;
    for (position, _) in vectors::turn_lists() {
        for turn in position.turns() {
            let text = turn.display(&position).to_string();
            assert_eq!(parse_turn(&position, &text), Ok(turn), "{position}: {text}");
            for form in variants(&position, turn, &text) {
                assert_eq!(parse_turn(&position, &form), Ok(turn), "{position}: {form} for {text}");
                forms += 1;
            }
        }
    }
    assert!(forms > 30_000, "{forms}");
}

#[test]
fn a_clear_left_out_is_found_if_only_one_fits() {
    for (position, _) in vectors::turn_lists() {
        let turns: Vec<(Turn, String)> =
            position.turns().map(|turn| (turn, turn.display(&position).to_string())).collect();
        for (turn, text) in turns.iter().filter(|(turn, _)| turn.is_clearing() && turn.entry().is_some()) {
            let entry = text.split(';').find(|part| !part.starts_with('x')).unwrap();
            let fit: Vec<&str> = turns
                .iter()
                .filter(|(other, text)| other.entry() == turn.entry() && text.split(';').any(|part| part == entry))
                .map(|(_, text)| text.as_str())
                .collect();
            match parse_turn(&position, entry) {
                // The entry alone is a turn that takes nothing, or it is all that fits.
                Ok(read) => {
                    assert!(!read.is_clearing() && fit.contains(&entry) || fit == [text], "{position}: {entry}")
                }
                Err(error) => {
                    let TurnFault::Ambiguous { fits, more } = error.fault else { panic!("{entry}: {error}") };
                    assert!(fits.iter().all(|name| fit.contains(&name.as_str())));
                    assert_eq!((fits.len(), more), (fit.len().min(8), fit.len() > 8), "{position}: {entry}");
                    assert!(fit.len() > 1);
                }
            }
        }
    }
}

#[test]
fn a_bare_x_takes_something() {
    let three = position(THREE);
    assert_eq!(canonical(&three, "e1-e5;x"), "e1-e5;xe2,e3,e4,e5");
    assert_eq!(canonical(&three, "E1-E2 ; X"), "e1-e5;xe2,e3,e4,e5");
    assert_eq!(canonical(&position(ROW), "x;e2"), "xe2,e3,e4,e5,e6*;e2");
    assert_eq!(refused(&three, "e8;x"), "at character 4: no row to clear");
    assert_eq!(refused(&three, "x;e8"), "at character 1: no row to clear");
    // A clear that is kept open may be a kept row, but not where x says that something is taken.
    let kept = position(KEPT);
    assert_eq!(canonical(&kept, "Gb2"), "Gb2");
    let error = parse_turn(&kept, "Gb2;x").unwrap_err();
    let TurnFault::Ambiguous { fits, more } = error.fault else { panic!("{error}") };
    assert_eq!((error.at, fits.len(), more), (4, 8, true));
    assert!(fits.iter().all(|turn| turn.contains("x")), "{fits:?}");
    let cross = refused(&position(CROSS), "b5");
    assert_eq!(cross, "at character 1: expected what is taken, as in one of: xb2,c3,d4,e5;b5 xe2,e3,e4,e5;b5");
    assert_eq!(refused(&position(CROSS), "x;b5"), cross);
}

#[test]
fn capital_g_and_column_g() {
    let start = position("tournament");
    assert_eq!(canonical(&start, "Ge8"), "Ge8");
    assert_eq!(canonical(&start, "GE9-E8"), "Ge8");
    assert_eq!(canonical(&start, "GG6"), "Gg6");
    assert_eq!(canonical(&start, "Gg7-G6"), "Gg6");
    assert_eq!(refused(&start, "ge8"), "at character 1: expected Ge8: a GIPF-piece is marked with a capital G");
    assert_eq!(refused(&start, "gG6"), "at character 1: expected Gg6: a GIPF-piece is marked with a capital G");
    let standard = position(STANDARD);
    assert_eq!(canonical(&standard, "G6"), "g6");
    assert_eq!(canonical(&standard, "g6"), "g6");
    let error = refused(&position(KEPT), "xge2;Gb2");
    assert_eq!(error, "at character 2: expected Ge2: a GIPF-piece is marked with a capital G");
}

#[test]
fn syntax_is_refused_where_it_breaks() {
    let start = position(STANDARD);
    for (text, message) in [
        ("", "at character 1: expected a dot or spot, found the end of the turn"),
        ("   ", "at character 4: expected a dot or spot, found the end of the turn"),
        ("-", "at character 1: expected an entry, found '-'"),
        ("e", "at character 1: expected a column letter a to i and a number, such as e5"),
        ("zz", "at character 1: expected a column letter a to i and a number, such as e5"),
        ("b9", "at character 1: no such point: column b has the numbers 1 to 6"),
        ("e0", "at character 1: no such point: column e has the numbers 1 to 9"),
        ("é2", "at character 1: expected an entry, found 'é'"),
        ("e1-", "at character 4: expected the spot where the push ends, found the end of the turn"),
        ("e1-é", "at character 4: expected a column letter a to i and a number, such as e5"),
        ("e1e2", "at character 1: e1 is a dot: expected where the push ends, such as e1-e2"),
        ("e2e3", "at character 3: expected ; or the end of the turn, found 'e'"),
        ("e2*", "at character 3: expected ; or the end of the turn, found '*'"),
        ("e2;", "at character 4: expected x and the pieces taken, found the end of the turn"),
        ("e2;e3", "at character 4: expected x and the pieces taken, found 'e'"),
        ("xe2,", "at character 5: expected the spot of a piece that is taken, found the end of the turn"),
        ("xe2,;e2", "at character 5: expected a piece that is taken, found ';'"),
        ("xe2;", "at character 5: expected a dot or spot, found the end of the turn"),
        ("xe2;xe3", "at character 5: expected a column letter a to i and a number, such as e5"),
        ("xe2,e1;e2", "at character 5: e1 is a dot at the board's edge, not a spot"),
        ("xe2,e3,E2;e2", "at character 8: e2 is named twice"),
        ("e2;xe2;xe3", "at character 7: expected the end of the turn, found ';'"),
        ("e2 e3", "at character 4: expected ; or the end of the turn, found 'e'"),
        ("x e2", "at character 3: expected ; or the end of the turn, found 'e'"),
    ] {
        assert_eq!(refused(&start, text), message, "{text}");
    }
}

#[test]
fn places_that_are_no_entries() {
    let start = position(STANDARD);
    for (text, message) in [
        ("e1", "at character 1: e1 is a dot: expected where the push ends, such as e1-e2"),
        (
            "e5",
            "at character 1: e5 is not at the board's edge: expected a dot and the end of the push, or a spot next to a dot",
        ),
        ("e2-e3", "at character 1: e2 is not a dot: a push begins at one of the 24 dots around the board"),
        ("a2-e3", "at character 4: no line leads from a2 to e3"),
        ("a1-e1", "at character 4: no line leads from a1 to e1"),
        ("a1-a2", "at character 4: no line leads from a1 to a2"),
        ("e2", "at character 1: e2 is occupied: expected a dot and the end of the push, such as e1-e3"),
    ] {
        assert_eq!(refused(&start, text), message, "{text}");
    }
}

#[test]
fn the_true_end_is_named() {
    let start = position(STANDARD);
    assert_eq!(refused(&start, "e1-e4"), "at character 4: from e1 over e2 the push ends on e3, not on e4");
    // Nothing is pushed: the piece stays on the first spot.
    assert_eq!(refused(&start, "d1-d3"), "at character 4: from d1 over d2 the push ends on d2, not on d3");
    let full = position("4/5/6/SsSsSsS/6/5/4 w 5 5 basic -- 9");
    assert_eq!(refused(&full, "e1-e2"), "at character 1: the line from e1 over e2 is full");
    assert_eq!(refused(&full, "e1-e8"), "at character 1: the line from e1 over e2 is full");
    assert_eq!(canonical(&full, "d1-e2"), "d1-f2");
}

#[test]
fn kinds_that_cannot_be_entered() {
    for variant in [Variant::Basic, Variant::Standard] {
        let error = refused(&Position::start(variant), "Gb3");
        assert_eq!(error, format!("at character 1: GIPF-pieces are not entered in {variant}"));
    }
    let mut game = Game::new(Position::start(Variant::Tournament));
    assert_eq!(
        refused(game.position(), "e2"),
        "at character 1: must enter a GIPF-piece first: expected G before the entry"
    );
    play_words(&mut game, ["Ge2", "Ge8", "b2", "b5"]).unwrap();
    assert_eq!(
        refused(game.position(), "Gc2"),
        "at character 1: GIPF-pieces are no longer allowed: a basic piece has been entered"
    );
    let one_left = position("4/5/6/GGG1ggg/6/5/4 w 1 9 tournament G- 30");
    assert_eq!(refused(&one_left, "Gb2"), "at character 1: a GIPF-piece takes 2 pieces from the reserve, and it has 1");
}

#[test]
fn clears_that_are_wrong() {
    let row = position(ROW);
    for (text, message) in [
        // Cleared or not, this entry is impossible.
        ("d1-d7", "at character 1: row at e2 e3 e4 e5 must be cleared"),
        ("xe2,e3,e4;b2", "at character 2: row at e2 e3 e4 e5 must be cleared whole, with e5"),
        ("xe2,e3,e4,e5;b2", "at character 2: row at e2 e3 e4 e5 must be cleared whole, with e6"),
        ("xe2,e3,e4,e5,e6,h5;b2", "at character 17: piece at h5 is not in a row"),
        ("xe2,e3,e4,e5,e6,b3;b2", "at character 17: there is no piece on b3"),
        ("xe2,Ge3,e4,e5,e6;b2", "at character 5: the piece on e3 is not a GIPF-piece: expected no G"),
        ("xe2,e3*,e4,e5,e6;b2", "at character 5: the piece on e3 is the mover's own: expected no *"),
        ("xe2,e3,e4,e5,e6", "at character 16: the game goes on after this clear: expected ; and an entry"),
        ("x", "at character 2: the game goes on after this clear: expected ; and an entry"),
        ("xe2,e3,e4,e5,e6;b2;xb2", "at character 21: piece at b2 is not in a row"),
        (
            "xe2,e3,e4,e5,e6;h5",
            "at character 17: h5 is occupied: expected a dot and the end of the push, such as h6-h4",
        ),
    ] {
        assert_eq!(refused(&row, text), message, "{text}");
    }
    let cross = position(CROSS);
    for (text, message) in [
        (
            "xb2,c3,d4,e2,e3,e4,e5;b5",
            "at character 2: these pieces cannot be taken together: clearing one row has broken another",
        ),
        ("xb2,c3,d4;b5", "at character 2: row at e2 e3 e4 e5 must be cleared"),
        ("xb2,c3,e5;b5", "at character 2: row at b2 c3 d4 e5 must be cleared whole, with d4"),
    ] {
        assert_eq!(refused(&cross, text), message, "{text}");
    }
    let three = position(THREE);
    assert_eq!(refused(&three, "e1-e5;xe2,e3"), "at character 8: row at e2 e3 e4 e5 must be cleared whole, with e4");
    assert_eq!(refused(&three, "xe2;b2"), "at character 2: piece at e2 is not in a row");
    assert_eq!(canonical(&three, "e1-e5"), "e1-e5;xe2,e3,e4,e5");
}

#[test]
fn clears_that_end_the_game() {
    // White's row takes Black's last GIPF-piece.
    let ending = position("4/5/6/SSSSg2/6/5/G3 w 5 5 standard -- 30");
    assert_eq!(canonical(&ending, "xe6,e5,e4,e3,e2"), "xe2,e3,e4,e5,Ge6*");
    assert_eq!(canonical(&ending, "x"), "xe2,e3,e4,e5,Ge6*");
    assert_eq!(
        refused(&ending, "xe2,e3,e4,e5,Ge6*;b2"),
        "at character 19: this clear ends the game: expected nothing after it"
    );
    // Leaving the GIPF-piece, the game goes on.
    assert_eq!(canonical(&ending, "xe2,e3,e4,e5;b2"), "xe2,e3,e4,e5;b2");
    assert_eq!(canonical(&ending, "b2"), "xe2,e3,e4,e5;b2");
    assert_eq!(
        refused(&ending, "xe2,e3,e4,e5"),
        "at character 13: the game goes on after this clear: expected ; and an entry"
    );
}

#[test]
fn no_turn_without_reserve_or_after_the_end() {
    let over = position("4/5/6/S5s/6/5/4 w 0 0 basic -- 80");
    assert_eq!(refused(&over, "b2"), "at character 1: the game is over: no piece left to enter");
    let lost = position("4/5/6/S5s/6/5/G3 w 3 3 standard -- 80");
    assert_eq!(refused(&lost, "b2"), "at character 1: the game is over: no GIPF-piece left on the board");
    // A clear that takes only the opponent's GIPF-piece leaves the reserve empty.
    let empty = position("4/5/6/GGGGg2/6/5/4 w 0 5 tournament --  30");
    let text = "xGe6*;b2";
    let ended = position("4/5/6/GGGGg2/6/5/1g2 w 0 5 tournament -- 30");
    assert_eq!(canonical(&empty, "xGe6*"), "xGe6*");
    assert_eq!(refused(&ended, text), "at character 7: the reserve is empty");
    let message = refused(&ended, "b2");
    assert!(message.starts_with("at character 1: expected what is taken, as in one of: xGe2;b2 "), "{message}");
}

#[test]
fn errors_are_typed() {
    let start = position(STANDARD);
    let spot = |name: &str| name.parse::<Spot>().unwrap();
    let error = parse_turn(&start, "e1-e4").unwrap_err();
    let dot = "e1".parse().unwrap();
    assert_eq!(error.at, 3);
    assert_eq!(error.fault, TurnFault::WrongEnd { dot, first: spot("e2"), given: spot("e4"), end: spot("e3") });
}

#[test]
fn a_list_of_turns_names_the_one_that_fails() {
    let mut game = Game::new(position(STANDARD));
    let error = play_words(&mut game, ["e1-e3", "b3", "b9", "b4"]).unwrap_err();
    assert_eq!((error.index, game.turns().len()), (2, 2));
    assert_eq!(error.to_string(), "turn 3 (b9), at character 1: no such point: column b has the numbers 1 to 6");
}

#[test]
fn a_position_with_millions_of_turns_is_read_at_once() {
    let position = position("4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40");
    for turn in position.turns().step_by(9973) {
        let text = turn.display(&position).to_string();
        assert_eq!(parse_turn(&position, &text), Ok(turn), "{text}");
        for form in variants(&position, turn, &text) {
            assert_eq!(parse_turn(&position, &form), Ok(turn), "{form}");
        }
    }
    for open in ["x;b2;x", "x;b2", "b2;x", "xGf2;c1-c2;x", "x"] {
        match parse_turn(&position, open).unwrap_err().fault {
            TurnFault::Ambiguous { fits, more } => assert!(fits.len() == 8 && more, "{open}"),
            fault => panic!("{open}: {fault}"),
        }
    }
    // Nothing fits: every clearing before has been tried.
    assert!(parse_turn(&position, "x;e1-e2;xb2").is_err());
}
