//! What a line of the input asks for.

use super::fields::{Fault, Fields};
use super::query::{QUERY_FIELDS, Query};
use std::sync::Arc;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Positions to be analysed.
    Query(Arc<Query>),
    /// What is done to the service itself.
    Action { id: String, action: Action },
}

/// What can be done to the service itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// End a query, or some positions of it.
    Terminate { query: String, turn_numbers: Option<Vec<u64>> },
    /// End all queries.
    TerminateAll,
    /// Tell the program's version.
    Version,
}

/// What was read from a line: a request or an error, and warnings besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    /// The id, as far as there is one.
    pub id: Option<String>,
    pub request: Result<Request, Fault>,
    pub warnings: Vec<Fault>,
}

impl Reading {
    /// Reads a line.
    pub fn of(line: &str) -> Self {
        let mut reading = Self { id: None, request: Err(Fault::general("")), warnings: Vec::new() };
        reading.request = Fields::read(line).and_then(|mut fields| reading.request(&mut fields));
        reading
    }

    fn request(&mut self, fields: &mut Fields) -> Result<Request, Fault> {
        // The id first: an error in another field is answered with it.
        let id = fields.required_string("id")?;
        self.id = Some(id.clone());
        let Some(action) = fields.string("action")? else {
            self.warn_of_unknown(fields, QUERY_FIELDS);
            return Query::read(id, fields).map(Arc::new).map(Request::Query);
        };
        let action = match action.as_str() {
            "terminate" => {
                self.warn_of_unknown(fields, &["terminateId", "turnNumbers"]);
                let query = fields.required_string("terminateId")?;
                Action::Terminate { query, turn_numbers: fields.numbers("turnNumbers", 0..=u64::MAX)? }
            }
            "terminateAll" => Action::TerminateAll,
            "version" => Action::Version,
            _ => return Err(Fault::of("action", "expected terminate, terminateAll or version")),
        };
        if !matches!(action, Action::Terminate { .. }) {
            self.warn_of_unknown(fields, &[]);
        }
        Ok(Request::Action { id, action })
    }

    fn warn_of_unknown(&mut self, fields: &Fields, known: &[&str]) {
        let warning = |name: &str| {
            let name: String = name.chars().take(80).collect();
            let known = if known.is_empty() { "only id and action".to_owned() } else { known.join(", ") };
            Fault::of(&name, format!("unknown field, ignored; known here: {known}"))
        };
        self.warnings.extend(fields.unknown(known).map(warning));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions() {
        let action = |line: &str| match Reading::of(line).request {
            Ok(Request::Action { id, action }) if id == "x" => action,
            other => panic!("{other:?}"),
        };
        assert_eq!(action(r#"{"id":"x","action":"version"}"#), Action::Version);
        assert_eq!(action(r#"{"id":"x","action":"terminateAll"}"#), Action::TerminateAll);
        let terminate = action(r#"{"id":"x","action":"terminate","terminateId":"a","turnNumbers":[2]}"#);
        assert_eq!(terminate, Action::Terminate { query: "a".to_owned(), turn_numbers: Some(vec![2]) });
    }

    #[test]
    fn faults_carry_the_id_and_the_field() {
        let fault = |line: &str| {
            let reading = Reading::of(line);
            (reading.id, reading.request.unwrap_err().field)
        };
        let (x, field) = (Some("x".to_owned()), |name: &str| Some(name.to_owned()));
        assert_eq!(fault("nonsense"), (None, None));
        assert_eq!(fault(r#"{"variant":"basic"}"#), (None, field("id")));
        assert_eq!(fault(r#"{"id":5,"variant":"basic"}"#), (None, field("id")));
        assert_eq!(fault(r#"{"id":"x","action":"dance"}"#), (x.clone(), field("action")));
        assert_eq!(fault(r#"{"id":"x","action":"terminate"}"#), (x.clone(), field("terminateId")));
        assert_eq!(fault(r#"{"id":"x","variant":"bazic"}"#), (x, field("variant")));
    }

    #[test]
    fn unknown_fields_are_warned_of_even_where_there_is_an_error() {
        let reading = Reading::of(r#"{"id":"x","postion":"basic","nodes":5}"#);
        let warned: Vec<_> = reading.warnings.iter().filter_map(|warning| warning.field.as_deref()).collect();
        assert_eq!(warned, ["postion"]);
        assert_eq!(reading.request.unwrap_err().field.as_deref(), Some("position"));
        let reading = Reading::of(r#"{"id":"x","action":"version","nodes":5}"#);
        assert!(reading.request.is_ok());
        assert_eq!(reading.warnings, [Fault::of("nodes", "unknown field, ignored; known here: only id and action")]);
    }
}
