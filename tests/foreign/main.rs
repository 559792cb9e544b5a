//! Other programs' forms: what is written is read as the same, what cannot be is refused, and nothing panics.

mod refusals;

use gipfel::course::{Boards, serve};
use gipfel::notation::foreign::course::CourseBoard;
use gipfel::notation::foreign::{Document, Fault, Form, read};
use gipfel::notation::{Record, play_words};
use gipfel::rules::{Game, Position, Start};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

const GAMES: [Form; 3] = [Form::Gf1OldLog, Form::Gf1Log, Form::Gf1Xml];

/// A random game of up to so many turns, in which rows are made more often than by pure chance.
fn random_game(start: Start, seed: u64, length: usize) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(Position::start(start));
    for _ in 0..length {
        let completing: Vec<_> = game.position().completing_turns().take(300).collect();
        let all: Vec<_> = game.position().turns().take(3000).collect();
        let turns = if completing.is_empty() || random.random_range(0..3) == 0 { all } else { completing };
        if turns.is_empty() {
            break;
        }
        assert!(game.play(turns[random.random_range(0..turns.len())]));
    }
    game
}

fn games() -> impl Strategy<Value = Game> {
    let starts = ["basic", "standard", "tournament"].map(|word| word.parse::<Start>().unwrap());
    (proptest::sample::select(starts.to_vec()), any::<u64>(), 0..90_usize)
        .prop_map(|(start, seed, length)| random_game(start, seed, length))
}

/// Board, side and reserves.
fn visible(position: &Position) -> String {
    position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The positions that can follow when rows are cleared at once.
fn settled(position: &Position) -> Vec<Position> {
    if position.has_row(position.side()) && !position.is_over() {
        position.clearings().map(|taken| position.cleared(taken)).collect()
    } else {
        vec![*position]
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_survive_every_form_of_games(game in games()) {
        let mut record = Record::from_game(&game);
        record.tags.set("White", "Anna <& \"Ma\u{df}\"> ' x");
        record.tags.set("Black", "Ben");
        let document = Document::Game(record);
        for form in GAMES {
            let text = match document.to_text(form) {
                Ok(text) => text,
                Err(error) => {
                    // Only a board can lack the choice that the side to move has yet to make.
                    prop_assert_eq!(form, Form::Gf1Xml, "{}", error);
                    prop_assert!(matches!(error.fault, Fault::RowWaits { .. }), "{}", error);
                    continue;
                }
            };
            prop_assert_eq!(Form::guess(&text), Some(form), "{}", text);
            let again = match read(form, text.as_bytes()) {
                Ok(Document::Game(again)) => again,
                other => return Err(TestCaseError::fail(format!("{form}: {other:?}\n{text}"))),
            };
            prop_assert_eq!(again.game(), game.clone(), "{}: {}", form, text);
            prop_assert_eq!(again.tags.get("Black"), Some("Ben"));
            prop_assert_eq!(again.tags.get("White"), Some("Anna <& \"Ma\u{df}\"> ' x"));
            // And from there on nothing changes any more.
            prop_assert_eq!(Document::Game(again).to_text(form), Ok(text));
        }
    }

    #[test]
    fn positions_survive_every_form_of_positions(game in games()) {
        let position = *game.position();
        let expected: BTreeSet<String> = settled(&position).iter().map(visible).collect();
        for form in [Form::Position, Form::Course, Form::Gf1Board, Form::Gf1Xml] {
            let text = match Document::Position(position).to_text(form) {
                Ok(text) => text,
                Err(error) => {
                    let known = match error.fault {
                        Fault::CourseVariant(variant) => form == Form::Course && variant.name() != "basic",
                        Fault::RowWaits { .. } => expected.len() > 1 || position.has_row(!position.side()),
                        Fault::MayEnterGipf(_) | Fault::VariantLost { .. } => form == Form::Gf1Board,
                        _ => false,
                    };
                    prop_assert!(known, "{}: {}", position, error);
                    continue;
                }
            };
            prop_assert_eq!(Form::guess(&text), Some(form), "{}", text);
            let again = read(form, text.as_bytes()).unwrap().position();
            if form == Form::Position {
                prop_assert_eq!(again, position);
            } else {
                prop_assert!(expected.contains(&visible(&again)), "{}\n{}", position, text);
                prop_assert_eq!(Document::Position(again).to_text(form), Ok(text));
            }
        }
    }

    #[test]
    fn the_course_language_and_our_rules_allow_the_same(seed in any::<u64>(), length in 0..70_usize) {
        let start: Start = "basic".parse().unwrap();
        let game = random_game(start, seed, length);
        let Ok(board) = Document::Game(Record::from_game(&game)).to_text(Form::Course) else { return Ok(()) };
        let position = board.parse::<CourseBoard>().unwrap().position().unwrap();
        let ours: BTreeSet<String> = position.turns()
            .flat_map(|turn| settled(&position.play(turn)))
            .map(|position| visible(&position).replace(" w ", " ? ").replace(" b ", " ? "))
            .collect();
        let mut output = Vec::new();
        let input = format!("LOAD_GAME_BOARD\n{board}\nGEN_ALL_POS_MOV_NUM\nGEN_ALL_POS_MOV\n");
        serve(input.as_bytes(), &mut output, Boards::Gipf).unwrap();
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().collect();
        prop_assert_eq!(lines[0], "BOARD_STATE_OK");
        prop_assert_eq!(lines[1], format!("{}_UNIQUE_MOVES", ours.len()));
        let theirs: BTreeSet<String> = lines[2..].chunks(9).map(|lines| {
            let after: Position = lines.join("\n").parse::<CourseBoard>().unwrap().position().unwrap();
            assert_eq!(after.side(), !position.side());
            visible(&after).replace(" w ", " ? ").replace(" b ", " ? ")
        }).collect();
        prop_assert_eq!(theirs, ours);
    }

    #[test]
    fn no_text_does_any_harm(text in "\\PC{0,200}", lines in "([ \\n]|[a-i][0-9]|[GxoOXWB_;:,()-]|removerow |x\\(|01\\. |4 4 15 15|DO_MOVE |GEN_ALL_POS_MOV|LOAD_GAME_BOARD|<move|/>|\"){0,120}") {
        for text in [text, lines] {
            harmless(text.as_bytes());
        }
    }

    #[test]
    fn damaged_texts_do_no_harm(game in games(), cut in any::<[usize; 2]>(), junk in "[ -~\\n]{0,6}") {
        let document = Document::Game(Record::from_game(&game));
        for form in Form::ALL {
            let Ok(text) = document.to_text(form) else { continue };
            let [from, to] = cut.map(|at| at % (text.len() + 1));
            let mut bytes = text.into_bytes();
            bytes.splice(from.min(to)..from.max(to).min(from.min(to) + 20), junk.bytes());
            harmless(&bytes);
        }
    }
}

/// Whatever the bytes are, they are read or refused with a reason.
fn harmless(bytes: &[u8]) {
    let _form = Form::guess(&String::from_utf8_lossy(bytes));
    for form in Form::ALL {
        match read(form, bytes) {
            Ok(document) => {
                for form in Form::ALL {
                    if let Err(error) = document.to_text(form) {
                        assert!(!error.to_string().is_empty());
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for boards in [Boards::Gipf, Boards::Any] {
        serve(bytes, std::io::sink(), boards).unwrap();
    }
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gf1").join(name)).unwrap()
}

/// The three files hold the same game.
#[test]
fn gf1_games_of_every_age() {
    for (form, name) in [(Form::Gf1OldLog, "old.log"), (Form::Gf1Log, "new.log"), (Form::Gf1Xml, "savegame.gf1")] {
        let bytes = file(name);
        assert_eq!(Form::guess(std::str::from_utf8(&bytes).unwrap()), Some(form));
        let document = read(form, &bytes).unwrap();
        let record = document.to_text(Form::Gpn).unwrap();
        assert!(record.contains("[White \"Anna\"]\n[Black \"Ben\"]"), "{record}");
        assert!(record.ends_with("\n\n1. e1-e3 b3 2. e1-e4 b4 3. e1-e5;xe2,e3,e4,Ge5 *\n\n"), "{record}");
        assert_eq!(visible(&document.position()), "gssG/5/6/6g/6/5/g2G b 14 10");
        let again = document.to_text(form).unwrap();
        if form != Form::Gf1Xml {
            assert_eq!(again.as_bytes(), bytes, "{form}");
        }
    }
}

#[test]
fn gf1_boards() {
    let bytes = file("board.txt");
    let document = read(Form::Gf1Board, &bytes).unwrap();
    let text = document.to_text(Form::Position).unwrap();
    assert_eq!(text, "s2G/2S2/6/6G/6/5/g1SG b 10 9 standard -- 2\n".replace("6G", "6g"));
    let again = document.to_text(Form::Gf1Board).unwrap();
    assert!(again.starts_with("whitepieces:10\nwhitelost:2\nblackpieces:9\nblacklost:4\nnextplayer:x\nx:b2\nO:b5\n"));
}

/// A kept GIPF-piece, a row of the opponent that waits, a clearing that ends the game.
#[test]
fn clearings_move_between_the_turns() {
    let mut game = Game::new("standard".parse().unwrap());
    // White's push completes a row of Black, who clears it at the start of his turn: with GF1 it belongs to White's move.
    let words = ["e1-e3", "b3", "e1-e4", "b4", "e1-e5;xe2,e3,e4"];
    play_words(&mut game, words).unwrap();
    let text = Document::Game(Record::from_game(&game)).to_text(Form::Gf1OldLog).unwrap();
    assert!(text.ends_with("o: e1-e5\n  o removerow (e2-e5): e2o e3o e4o\nend of gamelog\n"), "{text}");
    let text = Document::Game(Record::from_game(&game)).to_text(Form::Gf1Log).unwrap();
    assert!(text.ends_with("\n03. e1-e5 ; e2 e3 e4 x(e2-e5)\n"), "{text}");
}

#[test]
fn a_saved_game_of_an_unknown_start_is_its_last_board() {
    let position: Position = "4/5/6/3G3/6/5/3g b 7 9 tournament -G 2".parse().unwrap();
    let text = Document::Position(position).to_text(Form::Gf1Xml).unwrap();
    assert!(text.starts_with("<gipfgame type=\"other game\" formatversion=\"1\">\n"));
    assert_eq!(read(Form::Gf1Xml, text.as_bytes()), Ok(Document::Position(position)));
}

/// White has left the GIPF-piece f5 on the line of his row, and Black clears it with his own, before which it stands in the text.
#[test]
fn a_gipf_piece_that_was_left_is_not_taken_for_captured() {
    let text = concat!(
        " standard\n\n    Anna                                  Ben\n\n",
        "01. a2-c2                                 d1-f2\n",
        "02. i3-h3                                 c1-c3\n",
        "03. b6-c6                                 a5-c5\n",
        "04. i1-g3                                 i4-g6\n",
        "05. g7-g5                                 a3-b4\n",
        "06. i4-f7                                 f8-f6\n",
        "07. i4-h4 ; h2 h3 h4 h5 x(h2-h5)          d8-h5 ; e8 g6 h5 x(e8-h5)\n",
        "08. g1-g2                                 d1-h2\n",
        "09. g7-g6                                 d8-e8\n",
        "10. a4-d7                                 b6-b3\n",
        "11. c7-e7 ; d7 e7 f6 Gg5 x(d7-g5)         f8-d7 ; b5 c6 d7 e8 x(b5-e8)\n",
        "12. a4-c4                                 c7-d7\n",
        "13. f8-f6                                 b1-b5\n",
        "14. i4-h4                                 f1-d2 ; b2 c2 d2 e2 x(b2-e2)\n",
        "15. f8-f5                                 g7-e7\n",
        "16. i3-g5 ; e7 f6 g5 h4 x(e7-h4) d7       a5-d5\n",
        "17. a2-e6 ; b3 c4 d5 x(b3-e6)             g7-e7\n",
        "18. h6-h5                                 h1-h3\n",
        "19. i4-h4                                 c1-c2\n",
        "20. i2-e2 ; h2 h3 h4 h5 x(h2-h5)          f1-d2\n",
        "21. a4-c4                                 f1-b2 ; b2 c2 d2 e2 x(b2-e2)\n",
        "22. c7-d7                                 g1-g4\n",
        "23. g7-d6                                 g1-g5 ; g2 g3 g4 Gg5 x(g2-g5) g6\n",
        "24. b1-b2                                 f8-f6\n",
        "25. a1-d4                                 f8-f4\n",
        "26. a1-e5                                 a5-d5 ; c5 d6 e7 f7 x(c5-f7) b4\n",
        "27. g1-e3                                 f8-f7\n",
        "28. a1-g5 ; b2 c3 d4 e5 g5 x(b2-e5)       f6 f7 Gf4 Gf5 x(f4-f7) ;\n",
    );
    let document = read(Form::Gf1Log, text.as_bytes()).unwrap();
    let Document::Game(record) = &document else { panic!("a game") };
    let game = record.game();
    let (last, turns) = (game.position(), game.turns());
    assert_eq!(turns.len(), 56);
    assert!(last.is_over());
    assert!(turns[54].is_clearing() && !turns[54].after().contains("f5".parse().unwrap()));
    assert!(turns[55].before().contains("f5".parse().unwrap()));
    assert_eq!(document.to_text(Form::Gf1Log).unwrap(), text);
}
