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
