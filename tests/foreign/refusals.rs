//! What is refused, and why.

use crate::file;
use gipfel::notation::foreign::{Document, Form, read};

/// A good text is refused after each of the changes: something in it replaced by something else, and the reason.
fn refused_after(form: Form, text: &str, changes: &[(&str, &str, &str)]) {
    assert!(read(form, text.as_bytes()).is_ok(), "{form}: {text}");
    for &(from, to, reason) in changes {
        let changed = text.replace(from, to);
        match read(form, changed.as_bytes()) {
            Ok(_) => panic!("{form}: accepted with {to:?} for {from:?}"),
            Err(error) => assert_eq!(error.to_string(), reason, "{form}: {to:?} for {from:?}"),
        }
    }
}

fn text_of(name: &str) -> String {
    String::from_utf8(file(name)).unwrap()
}

#[test]
fn gf1_old_log() {
    let changes = [
        ("e1-e5", "e1-e6", "line 10: the push from e1 ends on e5, not on e6"),
        ("o: e1-e4", "x: e1-e4", "line 8: it is White's turn"),
        ("e1-e4", "e2-e4", "line 8: \"e2\": e2 is a spot, not a dot at the board's edge"),
        ("e2o e3o", "e2o", "line 10: White does not clear what must be cleared: e2 e3 e4 e5"),
        ("e2o e3o", "e2x e3o", "line 11: e2 does not hold a basic piece of Black"),
        ("(e2-e5)", "(e2-e6)", "line 11: White has no row from e2 to e6"),
        ("end of gamelog", "", "line 12: expected end of gamelog, found the end of the text"),
        (
            "standard",
            "chess",
            "line 1: expected a type of game: basic, standard, tournament or other game, found \"chess\"",
        ),
    ];
    refused_after(Form::Gf1OldLog, &text_of("old.log"), &changes);
}

#[test]
fn gf1_log() {
    let changes = [
        (
            "x(e2-e5)",
            "",
            "line 7: expected a row such as x(b2-e5) after the pieces that are taken, found the end of the text",
        ),
        ("02. ", "", "line 6: expected the number of the next turns, found \"e1-e4\""),
        ("a3-b4", "Ga3-b4", "line 6: a GIPF-piece cannot be entered now"),
    ];
    let log = text_of("new.log");
    refused_after(Form::Gf1Log, &log, &changes);
    // A GIPF-piece of the row may stay.
    assert!(read(Form::Gf1Log, log.replace(" Ge5", "").as_bytes()).is_ok());
}

#[test]
fn gf1_xml() {
    let changes = [
        ("</gamelog>", "", "line 79: not well-formed XML: expected 'gamelog' tag, not 'gipfgame' at 79:1"),
        (
            "\n14\n",
            "\n13\n",
            "line 8: the board is not the one to which the game's turns lead (White's reserve is 14 after them)",
        ),
        ("formatversion=\"1\"", "formatversion=\"2\"", "line 1: expected formatversion=\"1\", found \"2\""),
        ("piece=\"x\"", "piece=\"y\"", "line 60: expected one of o x O X, found \"y\""),
    ];
    refused_after(Form::Gf1Xml, &text_of("savegame.gf1"), &changes);
}

#[test]
fn gf1_board() {
    let changes = [
        ("O:b5", "O:b6", "line 7: \"b6\": b6 is a dot at the board's edge, not a spot"),
        ("O:b5", "O:b2", "line 7: b2 is given twice"),
        ("whitelost:1", "whitelost:one", "line 2: expected a number of pieces, found \"one\""),
        ("nextplayer:x\n", "", "line 12: expected a line nextplayer:o or nextplayer:x, found the end of the text"),
    ];
    refused_after(Form::Gf1Board, &text_of("board.txt"), &changes);
}

#[test]
fn course_board() {
    let board = "\
4 4 15 15
12 12 W
   W _ _ B
  _ _ _ _ _
 _ _ _ _ _ _
B _ _ _ _ _ W
 _ _ _ _ _ _
  _ _ _ _ _
   W _ _ B
";
    let changes = [
        ("12 12 W", "13 12 W", "line 2: White has 16 pieces on the board and in the reserve, and 15 in all"),
        ("B _ _ _ _ _ W", "B _ _ _ _ W", "line 6: row 4 of the board has 7 spots, found 6"),
        (
            "4 4 15 15",
            "4 5 15 15",
            "line 1: only boards of size 4 with rows of 4 are GIPF, found size 4 with rows of 5",
        ),
    ];
    refused_after(Form::Course, board, &changes);
}

#[test]
fn position_and_record() {
    let changes = [("\n", "\nbasic\n", "line 2: expected one position only, found \"basic\"")];
    refused_after(Form::Position, "standard\n", &changes);
    let changes = [("b3", "z9", "line 3, column 4: expected a column letter a to i and a number, such as e5")];
    refused_after(Form::Gpn, "[Variant \"basic\"]\n\n1. b3 *\n", &changes);
}

#[test]
fn what_a_form_cannot_hold_is_refused() {
    for (position, form, expected) in [
        ("standard", Form::Course, "this form holds basic pieces only, and the position is of the variant standard"),
        (
            "basic+W2",
            Form::Gf1Log,
            "this form has no games with a handicap or another start than basic, standard and tournament",
        ),
        (
            "4/5/6/3G3/6/5/4 b 16 18 tournament G0 2",
            Form::Gf1Board,
            "this form does not say that White may still enter GIPF-pieces",
        ),
        (
            "4/5/6/GGGG3/6/5/3g w 2 16 tournament -- 9",
            Form::Gf1Board,
            "rows are cleared at once there, and White has yet to decide what to clear of e2 e3 e4 e5: play that turn first",
        ),
        (
            "4/5/6/GGGG3/6/5/3g b 2 16 tournament -- 9",
            Form::Gf1Xml,
            "rows are cleared at once there, and White has yet to decide what to clear of e2 e3 e4 e5: play that turn first",
        ),
    ] {
        let document = Document::Position(position.parse().unwrap());
        assert_eq!(document.to_text(form).unwrap_err().to_string(), expected, "{position}");
    }
    // A row that can be cleared in one way only is cleared.
    let document = Document::Position("4/5/6/SSSSs2/6/5/4 w 5 5 basic -- 9".parse().unwrap());
    let text = document.to_text(Form::Course).unwrap();
    assert!(text.starts_with("4 4 15 15\n9 5 W\n   _ _ _ _\n"), "{text}");
}
