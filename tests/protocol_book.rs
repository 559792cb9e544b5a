//! How the engine plays from an opening book.

mod protocol_harness;

use gipfel::notation::parse_turn;
use gipfel::rules::Position;
use protocol_harness::{Client, FINISHED, REPEATABLE};
use std::collections::HashSet;
use std::path::Path;

/// A book that knows the start of standard games and one turn from there, of which the first is worth 30 to White.
const BOOK: &str = "# Gipfel opening book, version 1\n\
    G2g/5/6/g5G/6/5/G2g w 12 12 standard -- 1 d2 +0.30 7 1000\n";

/// A client with that book, switched on.
fn with_book(folder: &Path) -> Client {
    let mut client = Client::new();
    let path = folder.join("book.txt");
    std::fs::write(&path, BOOK).unwrap();
    client.silent(&format!("setoption name BookFile value {}", path.display()));
    client.silent("setoption name OwnBook value true");
    client
}

#[test]
fn the_book_answers_at_once_where_it_knows_the_position() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = with_book(folder.path());
    let standard = "standard".parse::<Position>().unwrap();
    let mut turns = HashSet::new();
    for seed in 0..30 {
        client.silent(&format!("setoption name BookSeed value {seed}"));
        for limit in ["depth 3", "p1time 1000 p2time 1000", "nodes 5000", "movetime 0"] {
            let lines = client.go(&format!("go {limit}"));
            let turn = lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
            assert_eq!(lines[..lines.len() - 1], [format!("info depth 7 score cp 30 nodes 0 time 0 pv {turn}")]);
            assert!(parse_turn(&standard, &turn).is_ok(), "{turn}");
            if seed > 0 {
                turns.insert(turn);
            }
        }
    }
    // The start position has six symmetries: d2 has six images, which the seed chooses among.
    let mut turns: Vec<String> = turns.into_iter().collect();
    turns.sort();
    assert_eq!(turns, ["b3", "c2", "d7", "f7", "g2", "h3"]);
}

#[test]
fn the_same_seed_chooses_the_same_turn() {
    let folder = tempfile::tempdir().unwrap();
    let chosen = |seed: u32| {
        let mut client = with_book(folder.path());
        client.silent(&format!("setoption name BookSeed value {seed}"));
        client.best("go depth 1")
    };
    assert!((1..5).all(|seed| chosen(seed) == chosen(seed)));
}

#[test]
fn the_book_is_silent_where_a_search_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = with_book(folder.path());
    let searches = |client: &mut Client, go: &str| !client.go(go)[0].contains(" nodes 0 ");
    assert!(!searches(&mut client, "go depth 2"));
    for go in ["go depth 2 searchmoves d2 f2", "go mate 1", "go depth 2 mate 3"] {
        assert!(searches(&mut client, go), "{go}");
    }
    for go in ["go", "go infinite", "go depth 1 infinite", "go ponder depth 1"] {
        client.send(go);
        client.until("info depth ");
        client.send("stop");
        client.until("bestmove ");
    }
    client.silent("position standard moves e1-e3");
    assert!(searches(&mut client, "go depth 2"));
    client.silent("position basic");
    assert!(searches(&mut client, "go depth 2"));
    client.silent("position standard");
    client.silent("setoption name MultiPV value 2");
    assert!(searches(&mut client, "go depth 2"));
    client.silent("setoption name MultiPV value 1");
    client.refused("go depth 2 searchmoves e9", "illegal-turn");
    client.silent("setoption name OwnBook value false");
    assert!(searches(&mut client, "go depth 2"));
    client.silent(&format!("position fen {FINISHED}"));
    client.silent("setoption name OwnBook value true");
    assert_eq!(client.best("go depth 1"), "none");
}

#[test]
fn a_wrong_book_is_refused_and_the_old_one_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = with_book(folder.path());
    let wrong = folder.path().join("wrong.txt");
    for text in
        ["", "standard d2\n", &BOOK.replace("d2", "e9"), &BOOK[..BOOK.len() - 10], &BOOK.replace("w 12", "w 19")]
    {
        std::fs::write(&wrong, text).unwrap();
        client.refused(&format!("setoption name BookFile value {}", wrong.display()), "bad-option");
    }
    client.refused(&format!("setoption name BookFile value {}", folder.path().display()), "bad-option");
    assert!(client.go("go depth 1")[0].starts_with("info depth 7 score cp 30 "));
}

#[test]
fn the_book_names_the_answer_that_it_expects() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("more.txt");
    let start: Position = "G2g/5/6/g5G/6/5/G2g w 12 12 standard -- 1".parse().unwrap();
    let after = start.play(parse_turn(&start, "d2").unwrap()).canonical().0;
    let turn = after.turns().next().unwrap();
    let text = format!("{}{after} {} -0.20 6 1000\n", BOOK.replace("d2", "e1-e3"), turn.display(&after));
    std::fs::write(&path, text).unwrap();
    let mut client = with_book(folder.path());
    client.silent(&format!("setoption name BookFile value {}", path.display()));
    client.silent("setoption name Ponder value true");
    let mut answered = 0;
    for seed in 1..40 {
        client.silent(&format!("setoption name BookSeed value {seed}"));
        let lines = client.go("go depth 1");
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        let standard = "standard".parse::<Position>().unwrap();
        let after = standard.play(parse_turn(&standard, words[1]).unwrap());
        // The turn to d2 is worth 20 to White and leads on; e1-e3 is worth 30 and leads out.
        match words[2..] {
            ["ponder", answer] => {
                assert!(lines[0].starts_with("info depth 7 score cp 20 "), "{lines:?}");
                assert!(parse_turn(&after, answer).is_ok(), "{answer}");
                answered += 1;
            }
            [] => assert!(lines[0].starts_with("info depth 7 score cp 30 "), "{lines:?}"),
            _ => panic!("{lines:?}"),
        }
    }
    assert!((1..39).contains(&answered), "{answered}");
}

#[test]
fn the_book_takes_no_part_in_repetitions() {
    let folder = tempfile::tempdir().unwrap();
    let position = REPEATABLE.parse::<Position>().unwrap().canonical().0;
    let turn = position.turns().next().unwrap();
    let path = folder.path().join("repeatable.txt");
    std::fs::write(
        &path,
        format!("# Gipfel opening book, version 1\n{position} {} +0.10 7 100\n", turn.display(&position)),
    )
    .unwrap();
    let mut client = with_book(folder.path());
    client.silent(&format!("setoption name BookFile value {}", path.display()));
    client.silent(&format!("position fen {REPEATABLE}"));
    assert!(client.go("go depth 1")[0].contains(" nodes 0 "));
    client.silent("moves e2;xe2 d2;xd2");
    assert!(!client.go("go depth 1")[0].contains(" nodes 0 "));
}
