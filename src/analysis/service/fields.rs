//! The fields of a line of JSON, taken one by one, with errors that name the field.

use serde_json::{Map, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The field; none where the fault is in no particular one.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub text: String,
}

impl Fault {
    /// A fault in a field.
    pub fn of(field: &str, text: impl Display) -> Self {
        Self { field: Some(field.to_owned()), text: text.to_string() }
    }

    /// A fault in no particular field.
    pub fn general(text: impl Display) -> Self {
        Self { field: None, text: text.to_string() }
    }
}

/// The fields of an object. One that is null counts as absent.
#[derive(Clone, Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads an object from a line.
    pub fn read(line: &str) -> Result<Self, Fault> {
        match serde_json::from_str(line) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(other) => Err(Fault::general(format!("expected an object such as {{\"id\": ...}}, {}", found(&other)))),
            Err(error) => Err(Fault::general(format!("the line is not JSON: {error}"))),
        }
    }

    /// The names of the fields that are not among the known ones.
    pub fn unknown<'a>(&'a self, known: &'a [&str]) -> impl Iterator<Item = &'a str> {
        self.0.keys().map(String::as_str).filter(|name| !known.contains(name))
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// A string.
    pub fn string(&mut self, name: &str) -> Result<Option<String>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(Fault::of(name, format!("expected a string, {}", found(&other)))),
        }
    }

    /// A string that must be there.
    pub fn required_string(&mut self, name: &str) -> Result<String, Fault> {
        self.string(name)?.ok_or_else(|| Fault::of(name, "the field is missing: expected a string"))
    }

    /// True or false; false where it is absent.
    pub fn switch(&mut self, name: &str) -> Result<bool, Fault> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Bool(on)) => Ok(on),
            Some(other) => Err(Fault::of(name, format!("expected true or false, {}", found(&other)))),
        }
    }

    /// A whole number in a range.
    pub fn number<N>(&mut self, name: &str, range: RangeInclusive<N>) -> Result<Option<N>, Fault>
    where
        N: Copy + Display + Into<i128> + TryFrom<i128>,
    {
        self.take(name).map(|value| whole(name, &value, &range)).transpose()
    }

    /// A time in seconds, whole or not.
    pub fn seconds(&mut self, name: &str, least: Duration) -> Result<Option<Duration>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let time = value.as_f64().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        match time.filter(|&time| time >= least) {
            Some(time) => Ok(Some(time)),
            None => {
                let least = least.as_secs_f64();
                Err(Fault::of(name, format!("expected a number of seconds, {least} or more, {}", found(&value))))
            }
        }
    }

    /// A list of strings; empty where it is absent.
    pub fn strings(&mut self, name: &str) -> Result<Vec<String>, Fault> {
        let text = |value| match value {
            Value::String(text) => Ok(text),
            other => Err(Fault::of(name, format!("expected strings in the list, {}", found(&other)))),
        };
        self.list(name)?.unwrap_or_default().into_iter().map(text).collect()
    }

    /// A list of whole numbers in a range.
    pub fn numbers<N>(&mut self, name: &str, range: RangeInclusive<N>) -> Result<Option<Vec<N>>, Fault>
    where
        N: Copy + Display + Into<i128> + TryFrom<i128>,
    {
        let Some(list) = self.list(name)? else { return Ok(None) };
        list.iter().map(|value| whole(name, value, &range)).collect::<Result<_, _>>().map(Some)
    }

    fn list(&mut self, name: &str) -> Result<Option<Vec<Value>>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => Err(Fault::of(name, format!("expected a list, {}", found(&other)))),
        }
    }
}

fn whole<N>(name: &str, value: &Value, range: &RangeInclusive<N>) -> Result<N, Fault>
where
    N: Copy + Display + Into<i128> + TryFrom<i128>,
{
    let (least, most) = ((*range.start()).into(), (*range.end()).into());
    let number = whole_number(value).filter(|number| (least..=most).contains(number));
    number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| {
        let text = format!("expected a whole number from {} to {}, {}", range.start(), range.end(), found(value));
        Fault::of(name, text)
    })
}

/// Some programs write every number with a point or an exponent: `5.0`, `1e6`.
fn whole_number(value: &Value) -> Option<i128> {
    let integer = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    integer.or_else(|| {
        const EXACT: f64 = (1_u64 << 53) as f64;
        let number = value.as_f64()?;
        (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i128)
    })
}

/// What was found instead, cut to a length that can be read.
fn found(value: &Value) -> String {
    const MOST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(MOST).and_then(|(end, _)| text.get(..end)) {
        Some(start) => format!("found {start}..."),
        None => format!("found {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str) -> Fields {
        Fields::read(line).unwrap()
    }

    #[test]
    fn numbers_as_programs_write_them() {
        let read = |text: &str| fields(&format!("{{\"n\":{text}}}")).number::<u64>("n", 1..=u64::MAX);
        for (text, number) in [("1", 1), ("5.0", 5), ("1e6", 1_000_000), ("18446744073709551615", u64::MAX)] {
            assert_eq!(read(text), Ok(Some(number)), "{text}");
        }
        assert_eq!(read("null"), Ok(None));
        for text in ["0", "-1", "1.5", "\"5\"", "[]", "true", "1e300", "18446744073709551616"] {
            assert_eq!(read(text).unwrap_err().field.as_deref(), Some("n"), "{text}");
        }
    }

    #[test]
    fn times() {
        let read = |text: &str, least| fields(&format!("{{\"t\":{text}}}")).seconds("t", Duration::from_millis(least));
        assert_eq!(read("1.5", 1500), Ok(Some(Duration::from_millis(1500))));
        assert_eq!(read("0", 0), Ok(Some(Duration::ZERO)));
        for text in ["0.0099", "-1", "1e40", "\"1s\""] {
            assert!(read(text, 10).is_err(), "{text}");
        }
    }

    #[test]
    fn what_was_found_is_told_and_cut() {
        let mut long = fields(&format!("{{\"s\":[\"{}\"],\"b\":1}}", "é".repeat(500)));
        let fault = long.string("s").unwrap_err();
        assert!(fault.text.starts_with("expected a string, found [\"éé") && fault.text.len() < 200, "{}", fault.text);
        assert_eq!(long.switch("b").unwrap_err(), Fault::of("b", "expected true or false, found 1"));
    }

    #[test]
    fn not_an_object() {
        assert!(Fields::read("[1]").unwrap_err().text.contains("expected an object"));
        assert!(Fields::read("{\"id\":").unwrap_err().text.starts_with("the line is not JSON: EOF"));
        let deep = "[".repeat(100_000);
        assert!(Fields::read(&deep).unwrap_err().text.contains("recursion limit"));
    }
}
