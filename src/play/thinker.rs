//! Searches on a thread of their own, so that whoever asked stays awake.

use crate::rules::{Claims, Game};
use crate::search::{Control, Limits, Observer, OutOfMemory, Report, SearchResult, Searcher};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A search goes one call deeper for each ply.
const STACK: usize = 64 << 20;

/// A searcher to be asked again and again; it remembers what it has learned.
#[derive(Clone, Debug)]
pub struct Thinker {
    searcher: Arc<Mutex<Searcher>>,
}

/// What a search in the background says.
#[derive(Clone, Debug)]
pub enum Thought {
    /// A line has been searched.
    Line(Report),
    /// The search is done.
    Done(SearchResult),
    /// The search has broken down, which is a fault of the program.
    Failed,
}

/// A search in the background. Dropped, it ends.
#[derive(Debug)]
pub struct Thinking {
    control: Arc<Control>,
    thoughts: Receiver<Thought>,
}

/// Passes on what signals say: ends the search that is being waited for.
#[derive(Debug, Default)]
pub struct Interrupt {
    watched: Mutex<Option<Arc<Control>>>,
    acted: AtomicBool,
}

impl Thinker {
    /// With a table of the given size in MiB.
    ///
    /// # Errors
    ///
    /// Where that much memory cannot be had.
    pub fn new(hash_mebibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { searcher: Arc::new(Mutex::new(Searcher::new(hash_mebibytes)?)) })
    }

    /// Begins to search. A search that this thinker has not yet ended is waited for, in the background too.
    ///
    /// # Errors
    ///
    /// Where there is no thread to be had.
    pub fn begin(&self, game: Game, claims: Claims, limits: Limits) -> io::Result<Thinking> {
        let control = Arc::new(Control::new());
        let (sender, thoughts) = channel();
        let (searcher, acting) = (Arc::clone(&self.searcher), Arc::clone(&control));
        let search = move || {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            searcher.claims = claims;
            let result = searcher.search(&game, &limits, &acting, &mut Listener(&sender));
            drop(searcher);
            // No one may want to know any more.
            let _ = sender.send(Thought::Done(result));
        };
        thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(search)?;
        Ok(Thinking { control, thoughts })
    }

    /// Forgets what earlier searches have learned. Not while one runs: then it is waited for.
    pub fn forget(&self) {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Thinking {
    /// One that has ended already, with this result.
    #[must_use]
    pub fn done(result: SearchResult) -> Self {
        let (sender, thoughts) = channel();
        // The receiver is at hand.
        let _ = sender.send(Thought::Done(result));
        Self { control: Arc::default(), thoughts }
    }

    /// Ends the search as soon as it has anything to say; its result still comes.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// What the search has to say now; `None` while there is nothing.
    #[must_use]
    pub fn poll(&self) -> Option<Thought> {
        match self.thoughts.try_recv() {
            Ok(thought) => Some(thought),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Thought::Failed),
        }
    }

    /// Waits for the next that the search has to say.
    #[must_use]
    pub fn next(&self) -> Thought {
        self.thoughts.recv().unwrap_or(Thought::Failed)
    }

    /// Waits for the end of the search; `None` where it has failed. `line` hears of each line before.
    pub fn wait(self, interrupt: &Interrupt, mut line: impl FnMut(Report)) -> Option<SearchResult> {
        interrupt.watch(Some(&self.control));
        let result = loop {
            match self.next() {
                Thought::Line(report) => line(report),
                Thought::Done(result) => break Some(result),
                Thought::Failed => break None,
            }
        };
        interrupt.watch(None);
        result
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.control.stop();
    }
}

impl Interrupt {
    /// Ends the search that is being waited for; `false` where there is none.
    pub fn signal(&self) -> bool {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(control) = watched.as_ref() else { return false };
        self.acted.store(true, Ordering::Release);
        control.stop();
        true
    }

    /// Whether it has ended the search that was last waited for.
    #[must_use]
    pub fn has_acted(&self) -> bool {
        self.acted.load(Ordering::Acquire)
    }

    fn watch(&self, control: Option<&Arc<Control>>) {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if control.is_some() {
            self.acted.store(false, Ordering::Release);
        }
        *watched = control.cloned();
    }
}

struct Listener<'a>(&'a Sender<Thought>);

impl Observer for Listener<'_> {
    fn line(&mut self, report: &Report) {
        let _ = self.0.send(Thought::Line(report.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    fn game() -> Game {
        Game::new(Position::start(Variant::Basic))
    }

    #[test]
    fn a_search_in_the_background() {
        let thinker = Thinker::new(1).unwrap();
        let thinking = thinker.begin(game(), Claims::default(), Limits::depth(2)).unwrap();
        let mut depths = Vec::new();
        let result = thinking.wait(&Interrupt::default(), |report| depths.push(report.depth)).unwrap();
        assert!(game().position().is_legal(result.best.unwrap()));
        assert_eq!(depths, [1, 2]);
    }

    #[test]
    fn endless_until_a_signal_comes() {
        let thinker = Thinker::new(1).unwrap();
        let interrupt = Interrupt::default();
        assert!(!interrupt.signal());
        let thinking = thinker.begin(game(), Claims::default(), Limits { infinite: true, ..Limits::none() }).unwrap();
        let result = thinking.wait(&interrupt, |_| assert!(interrupt.signal()));
        assert!(result.unwrap().best.is_some());
        assert!(interrupt.has_acted() && !interrupt.signal());
    }

    #[test]
    fn dropped_it_ends() {
        let thinker = Thinker::new(1).unwrap();
        drop(thinker.begin(game(), Claims::default(), Limits { infinite: true, ..Limits::none() }).unwrap());
        // The next one gets the searcher.
        let thinking = thinker.begin(game(), Claims::default(), Limits::depth(1)).unwrap();
        let interrupt = Interrupt::default();
        assert!(thinking.wait(&interrupt, |_| ()).is_some());
        assert!(!interrupt.has_acted());
        thinker.forget();
    }
}
