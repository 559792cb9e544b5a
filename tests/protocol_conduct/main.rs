//! What `docs/protocol.md` says that a client can rely on, sentence by sentence, in memory.

mod bad_input;
mod game_over;
mod lines;
mod no_position;
mod one_bestmove;
#[path = "../protocol_harness/mod.rs"]
mod protocol_harness;
mod searching;
mod the_end;

use gipfel::notation::parse_turn;
use gipfel::rules::Position;

/// The start of the variant that is set at first.
const STANDARD: &str = "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1";

/// Checks a whole answer to `go`: one `bestmove` at the end, a turn that is legal, and before it at least one line with
/// depth, score, nodes, time and a variation of legal turns.
fn check_answer(position: &str, lines: &[String]) {
    let (last, infos) = lines.split_last().unwrap();
    let mut words = last.split(' ');
    assert_eq!(words.next(), Some("bestmove"), "{lines:?}");
    let best = words.next().unwrap();
    let start: Position = position.parse().unwrap();
    assert!(parse_turn(&start, best).is_ok(), "{best} in {position}");
    assert!(!infos.is_empty(), "{lines:?}");
    for info in infos {
        let words: Vec<&str> = info.split(' ').collect();
        assert_eq!(words[..2], ["info", "depth"], "{info}");
        let at = |word: &str| words.iter().position(|other| *other == word).unwrap_or_else(|| panic!("{word}: {info}"));
        for word in ["depth", "nodes", "time"] {
            words[at(word) + 1].parse::<u64>().unwrap();
        }
        assert!(["cp", "mate"].contains(&words[at("score") + 1]), "{info}");
        words[at("score") + 2].parse::<i32>().unwrap();
        let mut position = start;
        let variation = &words[at("pv") + 1..];
        assert!(!variation.is_empty(), "{info}");
        for word in variation {
            let turn = parse_turn(&position, word).unwrap_or_else(|error| panic!("{info}: {error}"));
            assert_eq!(turn.display(&position).to_string(), *word);
            position = position.play(turn);
        }
    }
}
