//! `gipfel match`: matches and tournaments between engines.

use super::error::CliError;
use super::interrupt::cancel_on_signals;
use super::match_config::ConfigArgs;
use super::match_show::Show;
use crate::arena::config::{MatchConfig, OpeningsConfig};
use crate::arena::engine_config::EngineConfig;
use crate::arena::journal::{Contents, Header, Journal, merge};
use crate::arena::openings::{self, Opening};
use crate::arena::runner::{End, Event, RunOptions, run, try_engines};
use crate::arena::standings::Standings;
use crate::arena::{plot, records, report};
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

/// Let engines play each other
///
/// Plays every opening twice, with colours changed, between two or more engines that speak UGI. An engine is a command
/// line; settings may stand before it. Without a command it is this program, without a limit it plays at 10+0.1. The journal
/// holds every finished game: a match that was stopped, even killed, goes on with --resume.
#[derive(Debug, Args)]
#[command(after_help = "\
Engines:
  --engine ./other                         a program
  --engine 'name=new option.Hash=64'       this program, with a name and an option
  --engine 'nodes=1000 ./other --flag'     settings first, then the command
  --engine builtin:random                  built in: random, greedy, depth1 to depth9
  Settings: name= dir= tc= movetime= nodes= depth= margin= option.NAME= env.NAME=

Examples:
  gipfel match --engine name=gipfel --engine builtin:depth2 --tc 1+0.01 --openings 20
  gipfel match --engine nodes=2000 --engine builtin:depth3 --engine builtin:random
  gipfel match --engine ./new --engine ./old --openings 500 --pairs 5000 --sprt 0,5,0.05,0.05
  gipfel match --resume match.journal
  gipfel match --merge part1.journal part2.journal")]
pub struct MatchArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// Go on with the match of this journal
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ConfigArgs::WHAT_THE_MATCH_IS)]
    resume: Option<PathBuf>,
    /// Join the journals of a match's parts and show the result
    #[arg(long, value_name = "JOURNAL", num_args = 1.., conflicts_with_all = ConfigArgs::WHAT_THE_MATCH_IS)]
    #[arg(conflicts_with = "resume")]
    merge: Vec<PathBuf>,
    /// Show the schedule and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Write the match as a TOML file, which --config reads
    #[arg(long, value_name = "FILE")]
    save_config: Option<PathBuf>,
    /// Print JSON, an object a line
    #[arg(long)]
    json: bool,
    /// Print the table after every so many games, 0: only at the end (on a terminal it is always there)
    #[arg(long, value_name = "N", default_value_t = 20)]
    table: u64,
}

impl MatchArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), CliError> {
        if !self.merge.is_empty() {
            return self.merge(out);
        }
        match &self.resume {
            Some(path) => self.resume(path, out),
            None => self.begin(out),
        }
    }

    fn merge(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let mut contents = merge(&self.merge).map_err(failed)?;
        self.config.override_run(&mut contents.header.config);
        if let Some(path) = &self.config.journal {
            let mut journal = Journal::create(path, &contents.header).map_err(failed)?;
            contents.games.iter().try_for_each(|game| journal.record(game)).map_err(failed)?;
        }
        let standings = Standings::of(&contents);
        let missing = standings.planned().count() - contents.games.len();
        self.show(&standings, out)?;
        if missing > 0 {
            eprintln!("{missing} games of the match are not in these journals");
        }
        write_files(&contents)
    }

    fn show(&self, standings: &Standings, out: &mut dyn Write) -> Result<(), CliError> {
        let text =
            if self.json { format!("{}\n", report::standings_json(standings)) } else { report::table(standings) };
        Ok(out.write_all(text.as_bytes())?)
    }

    fn resume(&self, path: &Path, out: &mut dyn Write) -> Result<(), CliError> {
        if let Some(file) = &self.save_config {
            let contents = crate::arena::journal::read(path).map_err(failed)?;
            save_config(&contents.header.config, file)?;
        }
        if self.dry_run {
            let contents = crate::arena::journal::read(path).map_err(failed)?;
            return show_schedule(&contents, out);
        }
        let (journal, mut contents) = Journal::resume(path).map_err(failed)?;
        if contents.torn {
            eprintln!("the journal's last line was torn: that game is played again");
        }
        self.config.override_run(&mut contents.header.config);
        eprintln!("going on after {} games", contents.games.len());
        self.play(journal, contents, cancel_on_signals()?, out)
    }

    fn begin(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let config = self.config.config()?;
        if let Some(file) = &self.save_config {
            save_config(&config, file)?;
        }
        let config = config.resolved().map_err(failed)?;
        let openings = make_openings(&config)?;
        warn_of_repeats(&openings, &config);
        let mut header = Header {
            version: Header::VERSION,
            program: concat!("gipfel ", env!("CARGO_PKG_VERSION")).to_owned(),
            created: SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs(),
            openings: openings.iter().map(ToString::to_string).collect(),
            engines: Vec::new(),
            config,
        };
        if self.dry_run {
            return show_schedule(&Contents { header, games: Vec::new(), torn: false }, out);
        }
        let default = || PathBuf::from(format!("match-{}.journal", header.created));
        let path = header.config.run.journal.clone().unwrap_or_else(default);
        let cancel = cancel_on_signals()?;
        let engines = try_engines(&header.config, &cancel);
        header.engines = engines.map_err(|(name, fault)| CliError::Failed(format!("engine {name}: {fault}")))?;
        let journal = Journal::create(&path, &header).map_err(failed)?;
        self.play(journal, Contents { header, games: Vec::new(), torn: false }, cancel, out)
    }

    fn play(
        &self,
        mut journal: Journal,
        mut contents: Contents,
        cancel: Arc<AtomicBool>,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        let config = contents.header.config.clone();
        let options = RunOptions {
            concurrency: concurrency(&config),
            logs: config.run.logs.clone().unwrap_or_else(|| with_suffix(journal.path(), ".logs")),
            cancel,
        };
        let mut standings = Standings::of(&contents);
        let done: HashSet<usize> = contents.games.iter().map(|game| game.game).collect();
        // The records so far come from the journal, whatever an earlier run has left.
        if let Some(path) = &config.run.gpn {
            records::write(&contents, path).map_err(|error| CliError::file("write", path, &error))?;
        }
        let header = contents.header.clone();
        let openings = header.parsed_openings().map_err(failed)?;
        let path = journal.path().to_owned();
        let mut show = Show::new(self.json, self.table, &header, &path, &standings, options.concurrency, out)?;
        let mut trouble = None;
        let mut on_event = |event: Event<'_>| {
            if let Event::Finished { record, .. } = &event {
                contents.games.push((*record).clone());
                if let (Some(path), Some(opening)) = (&config.run.gpn, openings.get(record.opening)) {
                    let written = records::append(&header, opening, record, path);
                    trouble = written.map_err(|error| CliError::file("write", path, &error)).err();
                }
            }
            if let Err(error) = show.event(&event) {
                // Nobody reads any more: the match goes on, its journal is what counts.
                trouble = Some(error.into());
            }
        };
        let end = run(&header, &mut journal, &mut standings, &done, &options, &mut on_event);
        let end = end.map_err(failed)?;
        show.end(&standings, &end)?;
        write_plot(&contents)?;
        trouble.map_or(Ok(()), Err)?;
        finish(&end, &path)
    }
}

fn failed(error: impl std::fmt::Display) -> CliError {
    CliError::Failed(error.to_string())
}

fn finish(end: &End, journal: &Path) -> Result<(), CliError> {
    let go_on = format!("go on with: gipfel match --resume {}", journal.display());
    match end {
        End::Complete | End::Decided => Ok(()),
        End::Incomplete(games) => Err(CliError::Failed(format!("{games} games could not begin; {go_on}"))),
        End::Cancelled => Err(CliError::Failed(format!("the match was stopped; {go_on}"))),
        End::Failed(reason) => Err(CliError::Failed(format!("{reason}; {go_on}"))),
    }
}

fn save_config(config: &MatchConfig, file: &Path) -> Result<(), CliError> {
    let text = config.to_toml().map_err(failed)?;
    std::fs::write(file, text).map_err(|error| CliError::file("write", file, &error))
}

/// The openings in the order in which they are played; as many as the match needs at most.
pub(super) fn make_openings(config: &MatchConfig) -> Result<Vec<Opening>, CliError> {
    let start = config.start().map_err(failed)?;
    let mut found = match &config.openings {
        OpeningsConfig { file: Some(path), shuffle, .. } => {
            let text = std::fs::read_to_string(path).map_err(|error| CliError::file("read", path, &error))?;
            let mut found = openings::read(&text, start)
                .map_err(|error| CliError::Failed(format!("{}, {error}", path.display())))?;
            if *shuffle {
                openings::shuffle(&mut found, config.seed);
            }
            found
        }
        OpeningsConfig { random: Some(random), .. } => random.generate(start, config.seed).map_err(failed)?,
        OpeningsConfig { .. } => vec![Opening::start(start)],
    };
    found.truncate(config.pairs);
    Ok(found)
}

fn warn_of_repeats(openings: &[Opening], config: &MatchConfig) {
    let repeats = openings::repeats(openings);
    if repeats > 0 {
        eprintln!("WARNING: {repeats} of {} openings repeat another (up to symmetry)", openings.len());
    }
    if config.pairs > openings.len() {
        eprintln!(
            "WARNING: OPENINGS REPEAT: {} pairs for each two engines, but only {} openings. Games may repeat and count for \
             more than they are worth; ask for more with --openings",
            config.pairs,
            openings.len()
        );
    }
    if config.sprt.is_some() && !config.shard().is_whole() {
        eprintln!("WARNING: a part of a match is played to its end; only --merge gives the sequential test's answer");
    }
}

fn show_schedule(contents: &Contents, out: &mut dyn Write) -> Result<(), CliError> {
    let config = &contents.header.config;
    let names = config.names();
    let done: HashSet<usize> = contents.games.iter().map(|game| game.game).collect();
    let standings = Standings::new(&contents.header);
    let planned: Vec<_> = standings.planned().filter(|game| !done.contains(&game.index)).collect();
    for (name, engine) in names.iter().zip(&config.engines) {
        let command = engine.command.as_deref().unwrap_or("(this program)");
        writeln!(out, "engine {name}: {command}, {}", engine.time_control())?;
    }
    writeln!(out, "seed {}, {} openings, {} games", config.seed, contents.header.openings.len(), planned.len())?;
    for game in planned {
        let opening = contents.header.openings.get(game.opening).map_or("", String::as_str);
        writeln!(out, "{}", report::schedule_line(game, &names, opening))?;
    }
    Ok(())
}

fn write_files(contents: &Contents) -> Result<(), CliError> {
    if let Some(path) = &contents.header.config.run.gpn {
        records::write(contents, path).map_err(|error| CliError::file("write", path, &error))?;
    }
    write_plot(contents)
}

fn write_plot(contents: &Contents) -> Result<(), CliError> {
    let Some(path) = &contents.header.config.run.plot else { return Ok(()) };
    std::fs::write(path, plot::svg(contents)).map_err(|error| CliError::file("write", path, &error))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// As asked, or as many games as the processor's cores can think in.
pub(super) fn concurrency(config: &MatchConfig) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = config.engines.iter().map(EngineConfig::threads).max().unwrap_or(1).max(1);
    let fitting = (cores / threads).max(1);
    let asked = config.run.concurrency.unwrap_or(fitting);
    if asked > fitting {
        eprintln!(
            "WARNING: {asked} games at the same time with {threads} threads each, on {cores} cores: clocks will suffer; \
             {fitting} would fit"
        );
    }
    asked
}
