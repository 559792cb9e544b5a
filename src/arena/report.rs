//! What a match says: one line a game, tables for people, JSON for programs.

use super::game_record::GameRecord;
use super::schedule::ScheduledGame;
use super::standings::{Counts, EngineStandings, Standings};
use super::statistics::Estimate;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// One line about a finished game.
#[must_use]
pub fn game_line(record: &GameRecord, standings: &Standings) -> String {
    let mut line = format!(
        "game {}: {} - {} {} {}, {} turns, {:.1} s",
        record.game + 1,
        record.white,
        record.black,
        record.result,
        record.termination,
        record.turns.len(),
        record.duration,
    );
    if record.termination.is_failure() {
        let _ = write!(line, " ({})", record.detail);
    }
    if let [first, _] = standings.engines.as_slice() {
        let games = first.counts.games;
        let _ = write!(line, " | {} +{} ={} -{}", first.name, games.wins, games.draws, games.losses);
    }
    line
}

/// A line about a planned game.
#[must_use]
pub fn schedule_line(game: &ScheduledGame, names: &[String], opening: &str) -> String {
    let name = |engine: usize| names.get(engine).map_or("?", String::as_str);
    format!(
        "game {}: {} - {}, opening {}: {opening}",
        game.index + 1,
        name(game.white),
        name(game.black),
        game.opening + 1
    )
}

/// All that is known about the match so far, in a few lines.
#[must_use]
pub fn table(standings: &Standings) -> String {
    let mut text = String::new();
    if standings.engines.len() > 2 {
        text += &rating_table(standings);
    }
    for (&(first, second), counts) in &standings.pairings {
        let name = |engine: usize| standings.engines.get(engine).map_or("?", |engine| &engine.name);
        text += &pairing(name(first), name(second), counts, standings.engines.len() == 2);
    }
    if let Some((sprt, ratio, verdict)) = standings.sprt() {
        let (lower, upper) = sprt.bounds();
        let _ = writeln!(text, "SPRT {sprt}: LLR {ratio:.3} ({lower:.3} to {upper:.3}), {verdict}");
    }
    let white = standings.white;
    if standings.games() > 0 {
        let _ = writeln!(text, "White: +{} ={} -{}", white.wins, white.draws, white.losses);
        let ends: Vec<String> = standings.terminations.iter().map(|(end, count)| format!("{end} {count}")).collect();
        let _ = writeln!(text, "ends: {}", ends.join(", "));
        text += &engine_table(&standings.engines);
    }
    text
}

fn pairing(first: &str, second: &str, counts: &Counts, in_full: bool) -> String {
    let games = counts.games;
    let Some(summary) = counts.summary() else { return String::new() };
    let share = games.points() / games.games() as f64;
    let mut text = format!(
        "{first} - {second}: {} games, +{} ={} -{}, score {:.1} %, Elo {}",
        games.games(),
        games.wins,
        games.draws,
        games.losses,
        100.0 * share,
        with_interval(summary.elo),
    );
    let [zero, half, one, more, two] = counts.pairs.0;
    let pairs = format!("pairs 0:{zero} 1/2:{half} 1:{one} 3/2:{more} 2:{two}");
    if in_full {
        let draws = 100.0 * games.draws as f64 / games.games() as f64;
        let _ = write!(
            text,
            "\n{pairs}, draws {draws:.1} %\nnormalised Elo {:+.1} +- {:.1}, likelihood of superiority {:.1} %\n",
            summary.normalised_elo.value,
            summary.normalised_elo.margin(),
            100.0 * summary.superiority,
        );
    } else {
        let _ = writeln!(text, ", superiority {:.1} %, {pairs}", 100.0 * summary.superiority);
    }
    text
}

fn with_interval(elo: Estimate) -> String {
    format!("{:+.1} [{:+.1}, {:+.1}]", elo.value, elo.low, elo.high)
}

fn rating_table(standings: &Standings) -> String {
    let ratings = standings.ratings();
    let mut rows: Vec<_> = standings.engines.iter().zip(&ratings).collect();
    rows.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    let lines = rows.iter().enumerate().map(|(rank, (engine, rating))| {
        let share = if rating.games > 0.0 { 100.0 * rating.points / rating.games } else { 0.0 };
        let draws = engine.counts.games.draws;
        vec![
            (rank + 1).to_string(),
            engine.name.clone(),
            // Without the sign of a zero that was negative.
            format!("{}", rating.elo.round() + 0.0),
            format!("{:.0}", rating.margin),
            format!("{}", rating.games),
            format!("{}", rating.points),
            format!("{share:.1}"),
            draws.to_string(),
        ]
    });
    aligned(&["rank", "engine", "Elo", "+-", "games", "points", "score %", "draws"], lines)
}

fn engine_table(engines: &[EngineStandings]) -> String {
    let shown = |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let lines = engines.iter().map(|engine| {
        let failures: Vec<String> = engine.failures.iter().map(|(end, count)| format!("{end} {count}")).collect();
        vec![
            engine.name.clone(),
            shown(engine.depth.value(), 1),
            shown(engine.time.value(), 3),
            shown(engine.nodes.value(), 0),
            engine.overruns.to_string(),
            if failures.is_empty() { "none".to_owned() } else { failures.join(", ") },
        ]
    });
    aligned(&["engine", "depth", "s/turn", "nodes/turn", "late", "failures"], lines)
}

/// Columns: text to the left, numbers to the right.
fn aligned(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head: Vec<String> = head.iter().map(|&word| word.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let is_text = |column: usize| {
        rows.iter().skip(1).filter_map(|row| row.get(column)).any(|cell| cell.parse::<f64>().is_err() && cell != "-")
    };
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = width(column).unwrap_or(0);
            if is_text(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// One game as JSON, without its turns; with the transcript's file where it failed.
#[must_use]
pub fn game_json(record: &GameRecord, log: Option<&Path>) -> Value {
    json!({
        "event": "game",
        "game": record.game + 1,
        "white": record.white,
        "black": record.black,
        "opening": record.opening + 1,
        "result": record.result,
        "termination": record.termination,
        "detail": record.detail,
        "turns": record.turns.len(),
        "seconds": record.duration,
        "log": log,
    })
}

/// The whole state as JSON.
#[must_use]
pub fn standings_json(standings: &Standings) -> Value {
    let ratings = standings.ratings();
    let engines: Vec<Value> = standings
        .engines
        .iter()
        .zip(&ratings)
        .map(|(engine, rating)| {
            json!({
                "name": engine.name,
                "games": engine.counts.games,
                "pairs": engine.counts.pairs.0,
                "points": engine.counts.games.points(),
                "rating": { "elo": rating.elo, "margin": rating.margin },
                "depth": engine.depth.value(),
                "secondsPerTurn": engine.time.value(),
                "nodesPerTurn": engine.nodes.value(),
                "lateTurns": engine.overruns,
                "failures": engine.failures,
            })
        })
        .collect();
    let name = |engine: usize| standings.engines.get(engine).map(|engine| engine.name.as_str());
    let pairings: Vec<Value> = standings
        .pairings
        .iter()
        .map(|(&(first, second), counts)| {
            json!({
                "first": name(first),
                "second": name(second),
                "games": counts.games,
                "pairs": counts.pairs.0,
                "statistics": counts.summary(),
            })
        })
        .collect();
    let sprt = standings.sprt().map(|(sprt, ratio, verdict)| {
        let (lower, upper) = sprt.bounds();
        json!({ "test": sprt, "llr": ratio, "lower": lower, "upper": upper, "verdict": verdict })
    });
    json!({
        "event": "standings",
        "games": standings.games(),
        "halfPairs": standings.half_pairs(),
        "white": standings.white,
        "terminations": standings.terminations,
        "engines": engines,
        "pairings": pairings,
        "sprt": sprt,
    })
}
