//! The options that a client can set: one table.

use super::command::saturating_integer;
use super::engine::{Engine, Refusal, Settings};
use super::reply::{ErrorCode, Reply};
use crate::rules::Start;
use crate::search::Searcher;
use std::time::Duration;

/// An option: what a client sees of it, and what setting it does.
struct EngineOption {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    /// On or off.
    Check { default: fn(&Settings) -> bool, set: fn(&mut Engine, bool) },
    /// A number.
    Spin { default: fn(&Settings) -> usize, min: usize, max: usize, set: fn(&mut Engine, usize) -> Result<(), Refusal> },
    /// The start of a game.
    Start { set: fn(&mut Engine, Start) },
    /// Something to do.
    Button { press: fn(&mut Engine) },
}

/// Every option.
const OPTIONS: [EngineOption; 8] = [
    EngineOption { name: "Variant", kind: Kind::Start { set: |engine, start| engine.settings.start = start } },
    EngineOption {
        name: "Hash",
        kind: Kind::Spin {
            default: |_| Searcher::DEFAULT_HASH,
            min: 1,
            max: Searcher::MAX_HASH,
            set: |engine, mebibytes| engine.searcher().resize(mebibytes).map_err(Refusal::from),
        },
    },
    EngineOption {
        name: "MultiPV",
        kind: Kind::Spin {
            default: |settings| settings.multipv,
            min: 1,
            max: 500,
            set: |engine, lines| {
                engine.settings.multipv = lines;
                Ok(())
            },
        },
    },
    EngineOption {
        name: "Ponder",
        kind: Kind::Check { default: |settings| settings.ponder, set: |engine, on| engine.settings.ponder = on },
    },
    EngineOption {
        name: "MoveOverhead",
        kind: Kind::Spin {
            default: |settings| settings.move_overhead.as_millis() as usize,
            min: 0,
            max: 10_000,
            set: |engine, millis| {
                engine.settings.move_overhead = Duration::from_millis(millis as u64);
                Ok(())
            },
        },
    },
    EngineOption {
        name: "Repetition",
        kind: Kind::Check {
            default: |settings| settings.claims.repetition,
            set: |engine, on| engine.settings.claims.repetition = on,
        },
    },
    EngineOption {
        name: "TurnLimit",
        kind: Kind::Spin {
            default: |settings| settings.claims.turn_limit as usize,
            min: 0,
            max: 65_535,
            set: |engine, turns| {
                engine.settings.claims.turn_limit = turns as u32;
                Ok(())
            },
        },
    },
    EngineOption { name: "Clear Hash", kind: Kind::Button { press: |engine| engine.searcher().clear() } },
];

/// The declarations of all options, with their defaults.
pub(super) fn declarations() -> impl Iterator<Item = Reply> {
    let settings = Settings::default();
    OPTIONS.iter().map(move |option| {
        let kind = match option.kind {
            Kind::Check { default, .. } => format!("check default {}", default(&settings)),
            Kind::Spin { default, min, max, .. } => format!("spin default {} min {min} max {max}", default(&settings)),
            Kind::Start { .. } => {
                let values: Vec<_> = Start::all().map(|start| format!(" var {start}")).collect();
                format!("combo default {}{}", settings.start, values.concat())
            }
            Kind::Button { .. } => "button".to_owned(),
        };
        Reply::Option { name: option.name.to_owned(), kind }
    })
}

/// Sets the option with this name, whatever its case.
pub(super) fn set(engine: &mut Engine, name: &str, value: Option<&str>) -> Result<(), Refusal> {
    let refuse = |text| Err(Refusal { code: ErrorCode::BadOption, text });
    let Some(option) = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
        let names: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
        return refuse(format!("no option {name:?}; there are {}", names.join(", ")));
    };
    let name = option.name;
    let value = value.filter(|value| !value.is_empty());
    match (&option.kind, value) {
        (Kind::Button { press }, None) => {
            press(engine);
            Ok(())
        }
        (Kind::Button { .. }, Some(value)) => refuse(format!("{name} is a button and takes no value, not {value:?}")),
        (Kind::Check { set, .. }, value) => match value {
            Some("true") => Ok(set(engine, true)),
            Some("false") => Ok(set(engine, false)),
            _ => refuse(format!("{name} takes true or false, not {:?}", value.unwrap_or_default())),
        },
        (Kind::Spin { min, max, set, .. }, value) => {
            let number = value.and_then(saturating_integer).and_then(|number| usize::try_from(number).ok());
            match number.filter(|number| (min..=max).contains(&number)) {
                Some(number) => set(engine, number),
                None => {
                    refuse(format!("{name} takes an integer from {min} to {max}, not {:?}", value.unwrap_or_default()))
                }
            }
        }
        (Kind::Start { set }, value) => match value.map(str::parse) {
            Some(Ok(start)) => Ok(set(engine, start)),
            _ => {
                let values: Vec<_> = Start::all().map(|start| start.to_string()).collect();
                refuse(format!("{name} takes one of {}, not {:?}", values.join(", "), value.unwrap_or_default()))
            }
        },
    }
}
