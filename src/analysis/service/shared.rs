//! What the threads of the service share, and what is done with a line of the input.

use super::answer::{Done, ErrorAnswer, NoResults, WarningAnswer};
use super::fields::Fault;
use super::output::Output;
use super::queue::{Queue, Refused};
use super::request::{Action, Reading, Request};
use super::{Options, SCHEMA_VERSION};
use crate::notation::LineError;
use std::ops::ControlFlow;

/// What the threads of the service share.
#[derive(Debug)]
pub(super) struct Shared {
    pub options: Options,
    pub queue: Queue,
    pub output: Output,
}

impl Shared {
    pub fn new(options: Options, output: Output) -> Self {
        Self { options, queue: Queue::default(), output }
    }

    /// Does what a line asks for; breaks off when no queries are taken any more.
    pub fn hear(&self, line: Result<String, LineError>) -> ControlFlow<()> {
        let line = match line {
            Ok(line) if line.trim().is_empty() => return ControlFlow::Continue(()),
            Ok(line) => line,
            Err(error) => {
                self.output.send(&ErrorAnswer::new(None, &Fault::general(error)));
                return ControlFlow::Continue(());
            }
        };
        let Reading { id, request, warnings } = Reading::of(&line);
        for warning in &warnings {
            self.output.send(&WarningAnswer::new(id.as_deref(), warning));
        }
        let refused = match request {
            Ok(Request::Action { id, action }) => {
                self.act(&id, &action);
                return ControlFlow::Continue(());
            }
            Ok(Request::Query(query)) => match self.queue.add(query) {
                Ok(()) => return ControlFlow::Continue(()),
                Err(Refused::Closed) => return ControlFlow::Break(()),
                Err(Refused::IdInWork) => Fault::of("id", "a query with this id is still in work: give each its own"),
            },
            Err(fault) => fault,
        };
        self.output.send(&ErrorAnswer::new(id.as_deref(), &refused));
        ControlFlow::Continue(())
    }

    fn act(&self, id: &str, action: &Action) {
        self.output.send(&match action {
            Action::Terminate { query, turn_numbers } => Done::Terminate {
                id,
                terminate_id: query,
                turn_numbers: turn_numbers.as_deref(),
                terminated: self.terminate(Some(query), turn_numbers.as_deref()),
            },
            Action::TerminateAll => Done::TerminateAll { id, terminated: self.terminate(None, None) },
            Action::Version => {
                Done::Version { id, name: "Gipfel", version: env!("CARGO_PKG_VERSION"), schema: SCHEMA_VERSION }
            }
        });
    }

    /// Ends the searches of some positions of a query, or of all queries; returns of how many. Those that have not begun
    /// are answered here, the others by the thread that searches them.
    pub fn terminate(&self, id: Option<&str>, turn_numbers: Option<&[u64]>) -> usize {
        let (running, given_up) = self.queue.terminate(id, turn_numbers);
        for job in &given_up {
            if let Some(root) = job.root() {
                self.output.send(&NoResults::new(&job.query.id, root.turn_number));
            }
        }
        running + given_up.len()
    }
}
