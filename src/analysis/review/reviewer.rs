//! Searching all positions of a game, several at a time.

use super::findings::Findings;
use super::settings::Settings;
use super::store::{PositionKey, Store};
use super::{Review, final_score};
use crate::json_lines::JsonLinesError;
use crate::notation::Record;
use crate::rules::{Game, Turn};
use crate::search::{Control, OutOfMemory, Searcher};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Reviews games, one after another.
///
/// ```
/// use gipfel::analysis::review::{MemoryStore, Reviewer, Settings};
/// use gipfel::notation::RecordReader;
/// use gipfel::search::Control;
/// let text = "[Variant \"standard\"]\n\n1. g2 b6-b4 2. e1-e3 *";
/// let record = RecordReader::new(text.as_bytes()).next().unwrap()?;
/// let settings = Settings { time: None, depth: Some(2), ..Settings::default() };
/// let mut reviewer = Reviewer::new(settings, 1)?;
/// let review = reviewer.review(record, &mut MemoryStore::default(), &Control::new(), &mut || {})?;
/// assert_eq!(review.turns.len(), 3);
/// println!("{}", review.annotated());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reviewer {
    settings: Settings,
    searchers: Vec<Searcher>,
}

/// Why a review has not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// It was told to stop.
    #[error("the review was stopped")]
    Stopped,
    /// What was found cannot be kept.
    #[error(transparent)]
    Store(#[from] JsonLinesError),
}

impl Reviewer {
    /// A reviewer that searches so many positions at the same time, 1 or more.
    ///
    /// # Errors
    ///
    /// Where the memory for as many transposition tables cannot be had.
    pub fn new(settings: Settings, threads: usize) -> Result<Self, OutOfMemory> {
        let searchers = (0..threads.max(1)).map(|_| Searcher::new(settings.hash)).collect::<Result<_, _>>()?;
        Ok(Self { settings, searchers })
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Reviews a game. What the store holds already is not searched again, and what is found is put into it at once.
    /// `on_position` is called once for each position, as soon as it is known.
    ///
    /// # Errors
    ///
    /// Where `control` says stop, or the store fails.
    pub fn review(
        &mut self,
        record: Record,
        store: &mut dyn Store,
        control: &Control,
        on_position: &mut dyn FnMut(),
    ) -> Result<Review, ReviewError> {
        let keys = PositionKey::of_game(&record);
        let mut findings: Vec<Option<Findings>> = keys.iter().map(|key| store.get(key)).collect();
        let wanted = positions_to_search(&record);
        findings.truncate(wanted);
        findings.iter().flatten().for_each(|_| on_position());
        let missing: Vec<usize> =
            (0..wanted).filter(|&index| findings.get(index).is_some_and(Option::is_none)).collect();
        let mut failure = None;
        self.search(&record, &missing, control, &mut |index, found| {
            let kept = keys.get(index).map_or(Ok(()), |key| store.put(key, &found));
            if let Some(place) = findings.get_mut(index) {
                *place = Some(found);
            }
            on_position();
            failure = kept.err();
            failure.is_none()
        });
        if let Some(error) = failure {
            return Err(error.into());
        }
        let findings: Option<Vec<Findings>> = findings.into_iter().collect();
        findings.map(|findings| Review::new(record, &findings, &self.settings)).ok_or(ReviewError::Stopped)
    }

    /// Searches the positions with these indices, in rising order, and hands each to `found`, until that says `false`.
    fn search(
        &mut self,
        record: &Record,
        indices: &[usize],
        control: &Control,
        found: &mut dyn FnMut(usize, Findings) -> bool,
    ) {
        let turns: Vec<Turn> = record.line.nodes.iter().map(crate::notation::Node::turn).collect();
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (next, enough, turns, settings) = (&next, &enough, turns.as_slice(), &self.settings);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for searcher in &mut self.searchers {
                let sender = sender.clone();
                scope.spawn(move || {
                    let mut game = Game::new(record.start);
                    while let Some(&index) = indices.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let ahead = turns.get(game.turns().len()..index).unwrap_or_default();
                        let legal = ahead.iter().all(|&turn| game.play(turn));
                        let stopped = !legal || enough.load(Ordering::Relaxed) || control.is_stopped();
                        let found = if stopped { None } else { Findings::search(searcher, &game, settings, control) };
                        let Some(found) = found else { return };
                        if sender.send((index, found)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for (index, findings) in receiver {
                if !found(index, findings) {
                    enough.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
    }
}

/// How many positions of a game are searched, from its first on: all, but for a last one whose score needs no search.
#[must_use]
pub fn positions_to_search(record: &Record) -> usize {
    record.line.nodes.len() + usize::from(final_score(record).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::review::{Format, MemoryStore};
    use crate::notation::play_words;
    use crate::rules::{Position, Variant};

    fn settings() -> Settings {
        Settings { time: None, nodes: Some(500), hash: 1, ..Settings::default() }
    }

    fn record() -> Record {
        let mut game = Game::new(Position::start(Variant::Standard));
        play_words(&mut game, "h6-h4 g6 b6-b4 g2 d7 f8-c6 i4-g4 c7-e7".split(' ')).unwrap();
        Record::from_game(&game)
    }

    fn review(threads: usize, store: &mut dyn Store) -> String {
        let mut reviewer = Reviewer::new(settings(), threads).unwrap();
        let mut positions = 0;
        let review = reviewer.review(record(), store, &Control::new(), &mut || positions += 1).unwrap();
        assert_eq!(positions, 9);
        Format::Json.game(&review, 1)
    }

    /// Stops the review when it has been given so many findings, or fails.
    struct Stopping<'a> {
        store: MemoryStore,
        left: usize,
        control: Option<&'a Control>,
    }

    impl Store for Stopping<'_> {
        fn get(&mut self, key: &PositionKey) -> Option<Findings> {
            self.store.get(key)
        }

        fn put(&mut self, key: &PositionKey, findings: &Findings) -> Result<(), JsonLinesError> {
            assert!(self.store.get(key).is_none(), "nothing is searched twice");
            self.store.put(key, findings)?;
            self.left = self.left.saturating_sub(1);
            match self.control {
                Some(control) if self.left == 0 => control.stop(),
                None if self.left == 0 => return Err(JsonLinesError::InUse("here".into())),
                _ => {}
            }
            Ok(())
        }
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        let whole = review(1, &mut MemoryStore::default());
        assert_eq!(review(3, &mut MemoryStore::default()), whole);
        let mut store = MemoryStore::default();
        let mut stops = 0;
        loop {
            let control = Control::new();
            let mut stopping = Stopping { store: store.clone(), left: 2, control: Some(&control) };
            let result = Reviewer::new(settings(), 2).unwrap().review(record(), &mut stopping, &control, &mut || {});
            store = stopping.store;
            match result {
                Err(ReviewError::Stopped) => stops += 1,
                result => {
                    assert_eq!(Format::Json.game(&result.unwrap(), 1), whole);
                    break;
                }
            }
        }
        assert!((1..=5).contains(&stops), "{stops}");
        assert_eq!(review(1, &mut store), whole);
    }

    #[test]
    fn a_store_that_fails_ends_the_review() {
        let mut failing = Stopping { store: MemoryStore::default(), left: 3, control: None };
        let result = Reviewer::new(settings(), 2).unwrap().review(record(), &mut failing, &Control::new(), &mut || {});
        assert!(matches!(result, Err(ReviewError::Store(_))));
    }

    #[test]
    fn scores_go_backwards() {
        let mut reviewer = Reviewer::new(settings(), 1).unwrap();
        let review = reviewer.review(record(), &mut MemoryStore::default(), &Control::new(), &mut || {}).unwrap();
        let white: Vec<f64> = review.white_wins().map(|win| win.value()).collect();
        for (index, turn) in review.turns.iter().enumerate() {
            let [before, after] = [white[index], white[index + 1]];
            let lost = if index % 2 == 0 { before - after } else { after - before };
            assert!(turn.loss >= 0.0 && (lost - turn.loss).abs() < 1e-9, "{index}");
            assert!(turn.better.iter().all(|better| better.score > turn.score && better.win >= turn.win));
            assert!(turn.better.iter().all(|better| better.line[0] != turn.turn));
        }
    }
}
