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
