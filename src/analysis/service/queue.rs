//! The positions that wait to be searched, and those that are being searched.

use super::query::{Query, Root};
use crate::search::Control;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// So many positions may wait; then the next query waits to be read.
const MOST_WAITING: usize = 10_000;

/// A position to be searched.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub query: Arc<Query>,
    /// Which of the query's positions.
    index: usize,
    pub control: Arc<Control>,
    /// The number of the job, counted from the beginning.
    number: u64,
}

impl Job {
    /// The position.
    pub fn root(&self) -> Option<&Root> {
        self.query.roots.get(self.index)
    }

    fn turn_number(&self) -> Option<u64> {
        self.root().map(|root| root.turn_number as u64)
    }
}

/// Why a query is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// One with its id is still in work.
    IdInWork,
    /// No queries are taken any more.
    Closed,
}

/// The positions of all queries in work.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// Something was added, or the queue was closed.
    more: Condvar,
    /// Something was taken out, or the queue was closed.
    room: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// By priority, then in the order in which they came.
    waiting: BTreeMap<(Reverse<i32>, u64), Job>,
    running: Vec<Job>,
    /// How many positions of each query are waiting or running.
    in_work: HashMap<String, usize>,
    jobs: u64,
    /// No query is taken any more.
    refusing: bool,
    /// Nothing is added any more.
    closed: bool,
}

impl State {
    /// A position is done or given up.
    fn release(&mut self, job: &Job) {
        if let Some(count) = self.in_work.get_mut(&job.query.id) {
            *count -= 1;
            if *count == 0 {
                self.in_work.remove(&job.query.id);
            }
        }
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds all positions of a query; where too many wait, it waits for room first.
    pub fn add(&self, query: Arc<Query>) -> Result<(), Refused> {
        let full = |state: &mut State| !state.refusing && state.waiting.len() >= MOST_WAITING;
        let mut state = self.room.wait_while(self.state(), full).unwrap_or_else(PoisonError::into_inner);
        if state.refusing {
            return Err(Refused::Closed);
        }
        if state.in_work.contains_key(&query.id) {
            return Err(Refused::IdInWork);
        }
        state.in_work.insert(query.id.clone(), query.roots.len());
        for index in 0..query.roots.len() {
            let number = state.jobs;
            state.jobs += 1;
            let job = Job { query: Arc::clone(&query), index, control: Arc::default(), number };
            state.waiting.insert((Reverse(query.priority), number), job);
        }
        drop(state);
        self.more.notify_all();
        Ok(())
    }

    /// The next position to be searched, as soon as there is one; none when the queue is closed and empty.
    pub fn next(&self) -> Option<Job> {
        let idle = |state: &mut State| !state.closed && state.waiting.is_empty();
        let mut state = self.more.wait_while(self.state(), idle).unwrap_or_else(PoisonError::into_inner);
        let (_, job) = state.waiting.pop_first()?;
        state.running.push(job.clone());
        drop(state);
        self.room.notify_one();
        Some(job)
    }

    /// A position has been searched. To say so again does nothing.
    pub fn finish(&self, job: &Job) {
        let mut state = self.state();
        if let Some(index) = state.running.iter().position(|running| running.number == job.number) {
            state.running.swap_remove(index);
            state.release(job);
        }
    }

    /// Ends the searches of some positions of a query (of all where no turn numbers are given), or of all queries. Returns
    /// how many are running, and those that will not be begun.
    pub fn terminate(&self, id: Option<&str>, turn_numbers: Option<&[u64]>) -> (usize, Vec<Job>) {
        let meant = |job: &Job| {
            let numbered = |numbers: &[u64]| job.turn_number().is_some_and(|number| numbers.contains(&number));
            id.is_none_or(|id| job.query.id == id) && turn_numbers.is_none_or(numbered)
        };
        let mut state = self.state();
        let mut running = 0;
        for job in state.running.iter().filter(|job| meant(job)) {
            job.control.stop();
            running += 1;
        }
        let given_up: Vec<Job> = state.waiting.extract_if(.., |_, job| meant(job)).map(|(_, job)| job).collect();
        for job in &given_up {
            state.release(job);
        }
        drop(state);
        self.room.notify_one();
        (running, given_up)
    }

    /// No query is taken any more.
    pub fn refuse(&self) {
        self.state().refusing = true;
        self.room.notify_all();
    }

    /// No query is taken any more, and whoever asks for the next position is told when none is left.
    pub fn close(&self) {
        self.refuse();
        self.state().closed = true;
        self.more.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::super::fields::Fields;
    use super::*;

    fn query(id: &str, fields: &str) -> Arc<Query> {
        let line = format!(r#"{{"variant":"basic","turns":["b3","b4"],{fields}}}"#);
        Arc::new(Query::read(id.to_owned(), &mut Fields::read(&line).unwrap()).unwrap())
    }

    fn name(job: &Job) -> String {
        format!("{}{}", job.query.id, job.turn_number().unwrap())
    }

    fn drain(queue: &Queue) -> Vec<String> {
        queue.close();
        std::iter::from_fn(|| queue.next()).map(|job| name(&job)).collect()
    }

    #[test]
    fn by_priority_then_in_order() {
        let queue = Queue::default();
        queue.add(query("a", r#""analyzeTurns":[2,0]"#)).unwrap();
        queue.add(query("b", r#""priority":-1"#)).unwrap();
        queue.add(query("c", r#""priority":7"#)).unwrap();
        queue.add(query("d", r#""priority":7"#)).unwrap();
        assert_eq!(drain(&queue), ["c2", "d2", "a0", "a2", "b2"]);
        assert_eq!(queue.add(query("e", r#""nodes":1"#)), Err(Refused::Closed));
    }

    #[test]
    fn an_id_is_free_again_when_all_its_positions_are_done() {
        let queue = Queue::default();
        let two = || query("a", r#""analyzeTurns":[0,1]"#);
        queue.add(two()).unwrap();
        let (first, second) = (queue.next().unwrap(), queue.next().unwrap());
        queue.finish(&first);
        queue.finish(&first);
        assert_eq!(queue.add(two()), Err(Refused::IdInWork));
        queue.finish(&second);
        assert_eq!(queue.add(two()), Ok(()));
        assert_eq!(queue.terminate(None, None).1.len(), 2);
        assert_eq!(queue.add(two()), Ok(()));
        drain(&queue);
        let state = queue.state();
        assert_eq!((state.waiting.len(), state.running.len()), (0, 2));
    }

    #[test]
    fn termination_of_one_position_of_one_query_and_of_all() {
        let queue = Queue::default();
        queue.add(query("a", r#""analyzeTurns":[0,1,2]"#)).unwrap();
        queue.add(query("b", r#""nodes":1"#)).unwrap();
        let running = queue.next().unwrap();
        let ended = |id, numbers| {
            let (running, given_up) = queue.terminate(id, numbers);
            (running, given_up.iter().map(name).collect::<Vec<_>>())
        };
        assert_eq!(ended(Some("z"), None), (0, Vec::new()));
        assert_eq!(ended(Some("a"), Some(&[1, 7])), (0, vec!["a1".to_owned()]));
        assert!(!running.control.is_stopped());
        assert_eq!(ended(Some("a"), None), (1, vec!["a2".to_owned()]));
        assert!(running.control.is_stopped());
        assert_eq!(ended(None, None), (1, vec!["b2".to_owned()]));
    }

    #[test]
    fn a_full_queue_waits_for_room() {
        let queue = Queue::default();
        for number in 0..MOST_WAITING {
            queue.add(query(&number.to_string(), r#""nodes":1"#)).unwrap();
        }
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| queue.add(query("late", r#""nodes":1"#)));
            queue.next().unwrap();
            assert_eq!(waits.join().unwrap(), Ok(()));
            let waits = scope.spawn(|| queue.add(query("later", r#""nodes":1"#)));
            queue.refuse();
            assert_eq!(waits.join().unwrap(), Err(Refused::Closed));
        });
    }
}
