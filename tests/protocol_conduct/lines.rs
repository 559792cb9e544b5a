//! Lines, as they come in and go out.

use crate::protocol_harness::Client;

#[test]
fn every_line_is_flushed_at_once() {
    // The test client takes only what is flushed, and fails where that is not one line.
    let mut client = Client::new();
    client.send("ugi");
    let lines = client.until("ugiok");
    assert!(lines.len() > 5);
    client.sync();
}

#[test]
fn crlf_and_a_missing_last_newline_are_accepted() {
    let mut client = Client::new();
    client.bytes(b"isready\r\nquery p1turn\r\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.line(), "response true");
    client.bytes(b"isready");
    assert_eq!(client.end(), ["readyok"]);
}

#[test]
fn blank_lines_are_ignored() {
    let mut client = Client::new();
    client.bytes(b"\n\r\n  \t \n");
    client.sync();
}

#[test]
fn a_line_that_is_not_utf8_or_too_long_is_one_error() {
    let mut client = Client::new();
    client.bytes(b"isready \xff\n");
    assert!(client.line().starts_with("info error not-utf8 "));
    client.sync();
    client.bytes(&[b'x'; (1 << 20) + 1]);
    client.bytes(&[b'y'; 3 << 20]);
    client.bytes(b"\n");
    assert!(client.line().starts_with("info error line-too-long "));
    client.sync();
    // A line of exactly one mebibyte is read.
    let mut line = b"isready".to_vec();
    line.resize(1 << 20, b' ');
    client.bytes(&line);
    client.bytes(b"\r\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.end(), [""; 0]);
}

#[test]
fn an_error_is_one_line_whatever_was_sent() {
    let mut client = Client::new();
    client.bytes("f\u{85}o\u{2028}o\x1b[1m\x00\rbar\n".as_bytes());
    let reply = client.line();
    assert!(reply.starts_with("info error unknown-command "));
    assert!(!reply.contains(|c: char| c.is_control() || c == '\u{2028}'), "{reply:?}");
    client.sync();
}
