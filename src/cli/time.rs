//! Spans of time as people write them.

use std::time::Duration;

/// Reads `500ms`, `5s`, `1.5s`, `2m`, `1h`; a bare number means seconds.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        let millis = |text| parse(text).unwrap().as_millis();
        assert_eq!(["500ms", "5s", "1.5s", "2m", "1h", "3"].map(millis), [500, 5000, 1500, 120_000, 3_600_000, 3000]);
    }

    #[test]
    fn refused() {
        for text in ["", "s", "-5s", "5 s", "5x", "1.2.3s", "inf", "nan", "1e3s", "."] {
            assert!(parse(text).is_err(), "{text:?}");
        }
        let endless = format!("{}h", "9".repeat(30));
        assert_eq!(parse(&endless).unwrap_err(), "that is longer than anyone can wait");
    }
}
