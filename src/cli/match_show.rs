//! How a match is shown while it is played: lines and a live table for people, JSON for programs.

use crate::arena::journal::Header;
use crate::arena::report;
use crate::arena::runner::{End, Event};
use crate::arena::standings::Standings;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Shows a match.
pub(super) struct Show<'a> {
    out: &'a mut dyn Write,
    json: bool,
    /// Games between two tables; 0 for none.
    every: u64,
    planned: u64,
    /// The live table and progress; hidden where nobody would see it.
    bar: ProgressBar,
}

impl<'a> Show<'a> {
    /// Says what begins.
    pub(super) fn new(
        json: bool,
        every: u64,
        header: &Header,
        journal: &Path,
        standings: &Standings,
        concurrency: usize,
        out: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let planned = standings.planned().count();
        let config = &header.config;
        if json {
            let start = json!({
                "event": "start",
                "journal": journal,
                "games": planned,
                "finished": standings.games(),
                "concurrency": concurrency,
                "config": config,
                "openings": header.openings,
                "engines": header.engines,
            });
            writeln!(out, "{start}")?;
        } else {
            let openings = header.openings.len();
            writeln!(
                out,
                "{} games, {concurrency} at a time, {openings} openings, seed {}, journal {}",
                planned,
                config.seed,
                journal.display()
            )?;
        }
        out.flush()?;
        let live = !json && io::stderr().is_terminal() && io::stdout().is_terminal();
        let target = if live { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(planned as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{msg}{wide_bar} {pos}/{len}, {eta} left") {
            bar.set_style(style);
        }
        bar.set_position(standings.games());
        Ok(Self { out, json, every, planned: planned as u64, bar })
    }

    pub(super) fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Finished { record, log, standings } => {
                if self.json {
                    return self.line(&report::game_json(record, log.as_deref()).to_string());
                }
                self.bar.set_position(standings.games());
                self.line(&report::game_line(record, standings))?;
                if let Some(log) = log {
                    self.line(&format!("  transcript: {}", log.display()))?;
                }
                let table = report::table(standings);
                let due =
                    self.every > 0 && standings.games().is_multiple_of(self.every) && standings.games() < self.planned;
                if self.bar.is_hidden() && due {
                    self.line(table.trim_end())?;
                }
                self.bar.set_message(table);
                Ok(())
            }
            Event::NotStarted { game, engine, reason, log } => {
                if self.json {
                    let text = json!({
                        "event": "not-started", "game": game + 1, "engine": engine, "reason": reason, "log": log,
                    });
                    return self.line(&text.to_string());
                }
                self.line(&format!("game {}: not started, {engine} was not ready: {reason}", game + 1))
            }
            Event::Warning(text) => {
                self.bar.suspend(|| eprintln!("WARNING: {text}"));
                Ok(())
            }
        }
    }

    /// Shows the end.
    pub(super) fn end(mut self, standings: &Standings, end: &End) -> io::Result<()> {
        self.bar.finish_and_clear();
        if self.json {
            self.line(&report::standings_json(standings).to_string())?;
            let (reason, detail) = match end {
                End::Complete => ("complete", String::new()),
                End::Incomplete(games) => ("incomplete", format!("{games} games could not begin")),
                End::Decided => ("decided", String::new()),
                End::Cancelled => ("cancelled", String::new()),
                End::Failed(reason) => ("failed", reason.clone()),
            };
            return self.line(&json!({ "event": "end", "reason": reason, "detail": detail }).to_string());
        }
        self.line(report::table(standings).trim_end())
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        let out = &mut *self.out;
        self.bar.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))
    }
}
