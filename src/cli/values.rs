//! Values of options, read with errors that say what would be right.

use crate::eval::Evaluation;
use clap::Args;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A reader of whole numbers in a range.
pub(super) fn number<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads `500ms`, `5s`, `1.5s`, `2m`, `1h`; a bare number means seconds.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number with a unit ms, s, m or h, such as 500ms, 5s, 1.5s or 2m".to_owned();
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end).ok_or_else(expected)?;
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "that is longer than anyone can wait".to_owned())
}

/// A reader of times in a range.
pub(super) fn time_in(range: RangeInclusive<Duration>) -> impl Fn(&str) -> Result<Duration, String> + Clone {
    move |text| {
        let (least, most) = (range.start(), range.end());
        let found = Some(time(text)?).filter(|found| range.contains(found));
        found.ok_or_else(|| format!("expected a time from {least:?} to {most:?}"))
    }
}

/// Reads numbers of turns: `7`, `5-12`, `20-` for all from 20 on.
pub(super) fn turn_numbers(text: &str) -> Result<RangeInclusive<u16>, String> {
    let expected = || "expected a turn's number or a range, such as 7, 5-12 or 20-".to_owned();
    let number = |text: &str| text.parse::<u16>().ok().filter(|&number| number > 0).ok_or_else(expected);
    let (first, last) = match text.split_once('-') {
        Some((first, "")) => (number(first)?, u16::MAX),
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    if first > last { Err(expected()) } else { Ok(first..=last) }
}

/// Numbers of turns as [`turn_numbers`] reads them.
pub(super) fn turn_numbers_text(range: &RangeInclusive<u16>) -> String {
    match (*range.start(), *range.end()) {
        (first, u16::MAX) => format!("{first}-"),
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    }
}

/// Which evaluation judges positions.
#[derive(Clone, Debug, Args)]
pub struct EvaluationArgs {
    /// What judges positions: the file of a network, built-in or plain
    #[arg(long, value_name = "FILE", default_value = Evaluation::BUILT_IN, value_parser = Evaluation::named)]
    pub(super) evalfile: Evaluation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_range() {
        let read = number::<u8>(1..=20);
        assert_eq!((read("1"), read("20")), (Ok(1), Ok(20)));
        for text in ["0", "21", "300", "-1", "x", "", "1.5"] {
            assert_eq!(read(text), Err("expected a whole number from 1 to 20".to_owned()), "{text}");
        }
    }

    #[test]
    fn units() {
        let millis = |text| time(text).unwrap().as_millis();
        assert_eq!(["500ms", "5s", "1.5s", "2m", "1h", "3"].map(millis), [500, 5000, 1500, 120_000, 3_600_000, 3000]);
    }

    #[test]
    fn refused() {
        for text in ["", "s", "-5s", "5 s", "5x", "1.2.3s", "inf", "nan", "1e3s", "."] {
            assert!(time(text).is_err(), "{text:?}");
        }
        let endless = format!("{}h", "9".repeat(30));
        assert_eq!(time(&endless).unwrap_err(), "that is longer than anyone can wait");
    }

    #[test]
    fn ranges_of_turns() {
        assert_eq!(["7", "5-12", "20-"].map(turn_numbers), [Ok(7..=7), Ok(5..=12), Ok(20..=u16::MAX)]);
        for text in ["7", "5-12", "20-"] {
            assert_eq!(turn_numbers(text).map(|range| turn_numbers_text(&range)), Ok(text.to_owned()));
        }
        for text in ["", "0", "-", "-3", "5-3", "5-x", "1-2-3", "70000"] {
            assert!(turn_numbers(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn times_in_a_range() {
        let read = time_in(Duration::from_millis(20)..=Duration::from_secs(60));
        assert_eq!(read("20ms"), Ok(Duration::from_millis(20)));
        assert_eq!(read("2m"), Err("expected a time from 20ms to 60s".to_owned()));
        assert!(read("x").is_err());
    }
}
