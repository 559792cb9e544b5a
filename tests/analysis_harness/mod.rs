//! A client of the analysis service in memory. It checks every line of both sides against the published schema.

use gipfel::analysis::service::{Options, QueryLimits, SCHEMA, Service, Stopper};
use jsonschema::Validator;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Only a service that hangs needs so long for a line.
const PATIENCE: Duration = Duration::from_secs(60);

/// What answers must fit: the published form, and no fields besides.
pub static ANSWER: LazyLock<Validator> = LazyLock::new(|| validator("answer"));
/// What requests must fit, likewise.
pub static REQUEST: LazyLock<Validator> = LazyLock::new(|| validator("request"));

fn validator(definition: &str) -> Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    forbid_others(&mut schema);
    let root = schema.as_object_mut().unwrap();
    root.remove("anyOf");
    root.insert("$ref".to_owned(), format!("#/$defs/{definition}").into());
    jsonschema::validator_for(&schema).unwrap()
}

/// The published schema lets fields be added; here a field that it does not name is an error.
fn forbid_others(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".to_owned(), false.into());
            }
            fields.values_mut().for_each(forbid_others);
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_others),
        _ => {}
    }
}

/// Reads an answer, which must fit the schema.
pub fn checked(line: &str) -> Value {
    let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let errors: Vec<_> = ANSWER.iter_errors(&answer).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}: {line}");
    answer
}

/// A small service.
pub fn options(workers: usize) -> Options {
    let limits = QueryLimits { nodes: Some(500), ..QueryLimits::default() };
    Options { workers, hash: 1, limits, ..Options::default() }
}

/// A running service and both ends of its conversation.
pub struct Client {
    input: Option<PipeWriter>,
    answers: Receiver<String>,
    service: JoinHandle<io::Result<()>>,
    pub stopper: Stopper,
}

impl Client {
    pub fn start(options: Options) -> Self {
        let service = Service::new(options).unwrap();
        let stopper = service.stopper();
        let (requests, input) = io::pipe().unwrap();
        let (output, writer) = io::pipe().unwrap();
        let service = thread::spawn(move || service.run(BufReader::new(requests), writer));
        Self { input: Some(input), answers: lines(output), service, stopper }
    }

    /// Sends a line as it is.
    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
    }

    /// Sends a request that fits the schema.
    pub fn send(&mut self, request: &Value) {
        let errors: Vec<_> = REQUEST.iter_errors(request).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}: {request}");
        self.send_bytes(request.to_string().as_bytes());
    }

    /// The next answer.
    pub fn answer(&self) -> Value {
        checked(&self.answers.recv_timeout(PATIENCE).expect("an answer"))
    }

    /// The answers until one about this query is the last about a position.
    pub fn last_answer(&self, id: &str) -> Value {
        loop {
            let answer = self.answer();
            if answer["id"] == id && answer["isDuringSearch"] == false {
                return answer;
            }
        }
    }

    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Ends the input and waits for the end of the service; returns the answers that were left.
    pub fn finish(mut self) -> Vec<Value> {
        self.end_input();
        self.join()
    }

    /// Waits for the end of the service; returns the answers that were left.
    pub fn join(self) -> Vec<Value> {
        let answers = std::iter::from_fn(|| self.answers.recv_timeout(PATIENCE).ok());
        let answers: Vec<Value> = answers.map(|line| checked(&line)).collect();
        self.service.join().unwrap().unwrap();
        answers
    }
}

fn lines(output: PipeReader) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    receiver
}
