//! Replays the corpus of the fuzz targets, with the same checks, on any toolchain. `fuzz/README.md` tells of the targets.

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use std::fs;
use std::path::{Path, PathBuf};

/// The inputs of a target.
fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut inputs: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    inputs
}

#[test]
fn the_corpus_is_not_small() {
    let counts = fuzz::TARGETS.map(|(target, _)| inputs(target).len());
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    assert!(counts.iter().sum::<usize>() >= 500, "{counts:?}");
}

/// One test for each target, so that a failure names it and they run side by side.
macro_rules! replay {
    ($($target:ident)*) => {
        $(#[test]
        fn $target() {
            replay(stringify!($target));
        })*

        #[test]
        fn every_target_is_replayed() {
            assert_eq!(fuzz::TARGETS.map(|(target, _)| target), [$(stringify!($target)),*]);
        }
    };
}

replay! { protocol command reply turn begun_turn position start point record annotations foreign data book }

fn replay(target: &str) {
    let (_, check) = fuzz::TARGETS.into_iter().find(|(name, _)| *name == target).unwrap();
    for path in inputs(target) {
        // The name of the input is shown where the check fails.
        println!("{}", path.display());
        check(&fs::read(&path).unwrap());
    }
}
