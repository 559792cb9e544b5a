//! What data hold, as text and as JSON.

use super::stats::{Stats, Summary};
use crate::rules::Variant;
use serde_json::{Value, json};
use std::fmt::Write;

/// A table with a column for each variant that occurs, and one for all.
#[must_use]
pub fn table(stats: &Stats) -> String {
    let named = Variant::ALL.map(|variant| (variant.name(), stats.of(variant)));
    let mut columns: Vec<(&str, Summary)> = named.into_iter().filter(|(_, summary)| summary.positions > 0).collect();
    if columns.len() != 1 {
        columns.push(("all", stats.of_all()));
    }
    let mut text = String::new();
    let mut row = |name: &str, cell: &dyn Fn(&str, &Summary) -> String| {
        let cells = columns.iter().map(|(variant, summary)| format!("{:>11}", cell(variant, summary)));
        let _ = writeln!(text, "{name:<19}{}", cells.collect::<String>());
    };
    row("", &|variant, _| variant.to_owned());
    row("positions", &|_, summary| summary.positions.to_string());
    row("games", &|_, summary| summary.games.to_string());
    row("mover won, %", &|_, summary| percent(summary.wins, summary.positions));
    row("drawn, %", &|_, summary| percent(summary.draws, summary.positions));
    row("mover lost, %", &|_, summary| percent(summary.losses, summary.positions));
    row("best turn takes, %", &|_, summary| percent(summary.capturing, summary.positions));
    for (i, fraction) in Summary::SCORE_FRACTIONS.into_iter().enumerate() {
        row(&fraction_name("score", fraction), &|_, summary| {
            summary.scores.get(i).map_or(0, |&score| score).to_string()
        });
    }
    row("odds times e, cp", &|_, summary| format!("{:.0}", summary.win_scale));
    for (i, fraction) in Summary::LENGTH_FRACTIONS.into_iter().enumerate() {
        row(&fraction_name("last turn", fraction), &|_, summary| {
            summary.lengths.get(i).map_or(0, |&turn| turn).to_string()
        });
    }
    row("legal turns, mean", &|_, summary| format!("{:.1}", summary.branching));
    text
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}

fn fraction_name(what: &str, fraction: f64) -> String {
    if fraction == 0.5 { format!("{what}, median") } else { format!("{what}, {:.0} %", fraction * 100.0) }
}

/// The same, in full: an object with `basic`, `standard`, `tournament` and `all`.
#[must_use]
pub fn json(stats: &Stats) -> Value {
    let of = |variant| json!(stats.of(variant));
    json!({
        "basic": of(Variant::Basic),
        "standard": of(Variant::Standard),
        "tournament": of(Variant::Tournament),
        "all": stats.of_all(),
    })
}
