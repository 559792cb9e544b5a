//! The end of the input, and `quit`.

use crate::protocol_harness::Client;
use crate::{STANDARD, check_answer};

#[test]
fn the_end_of_input_and_quit_end_a_search_as_stop_does() {
    for end in ["", "quit\n", "quit", "quit\nisready\ngo depth 1\n"] {
        for line in ["go infinite", "go ponder", "go", "go movetime 3600000", "go infinite depth 1"] {
            let mut client = Client::new();
            client.send(line);
            client.bytes(end.as_bytes());
            let lines = client.end();
            check_answer(STANDARD, &lines);
        }
        let mut client = Client::new();
        client.send("perft 1000");
        client.bytes(end.as_bytes());
        assert_eq!(client.end().last().unwrap(), "response perft stopped");
    }
}

#[test]
fn the_end_of_input_or_quit_at_rest_says_nothing() {
    assert_eq!(Client::new().end(), [""; 0]);
    let mut client = Client::new();
    client.send("quit");
    client.send("isready");
    assert_eq!(client.end(), [""; 0]);
}
