//! The options that a client can set: one table.

use super::command::saturating_integer;
use super::engine::{Engine, Refusal, Settings};
use super::reply::{ErrorCode, Reply};
use crate::book::Book;
use crate::eval::Evaluation;
use crate::rules::Start;
use crate::search::{Level, Searcher};
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
    /// A text.
    Text { default: &'static str, set: fn(&mut Engine, &str) -> Result<(), Refusal> },
    /// The start of a game.
    Start { set: fn(&mut Engine, Start) },
    /// Something to do.
    Button { press: fn(&mut Engine) },
}

/// Every option.
const OPTIONS: [EngineOption; 14] = [
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
        name: "Threads",
        kind: Kind::Spin {
            default: |_| 1,
            min: 1,
            max: Searcher::MAX_THREADS,
            set: |engine, threads| engine.searcher().set_threads(threads).map_err(Refusal::from),
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
    EngineOption {
        name: "Level",
        kind: Kind::Spin {
            default: |settings| settings.level.number().into(),
            min: Level::LOWEST.number() as usize,
            max: Level::FULL.number() as usize,
            set: |engine, number| {
                // The range has been checked.
                engine.settings.level = u8::try_from(number).ok().and_then(Level::new).unwrap_or_default();
                Ok(())
            },
        },
    },
    EngineOption {
        name: "EvalFile",
        kind: Kind::Text {
            default: Evaluation::BUILT_IN,
            set: |engine, name| {
                let evaluation = Evaluation::named(name)?;
                engine.searcher().set_evaluation(evaluation);
                Ok(())
            },
        },
    },
    EngineOption {
        name: "OwnBook",
        kind: Kind::Check { default: |settings| settings.own_book, set: |engine, on| engine.set_own_book(on) },
    },
    EngineOption {
        name: "BookFile",
        kind: Kind::Text {
            default: Book::BUILT_IN,
            set: |engine, name| {
                engine.book = Some(Book::named(name)?);
                Ok(())
            },
        },
    },
    EngineOption {
        name: "BookSeed",
        kind: Kind::Spin {
            default: |settings| settings.book_seed as usize,
            min: 0,
            max: u32::MAX as usize,
            set: |engine, seed| {
                engine.settings.book_seed = seed as u64;
                Ok(())
            },
        },
    },
    EngineOption { name: "Clear Hash", kind: Kind::Button { press: |engine| engine.searcher().clear() } },
];

/// The declarations of all options, with their defaults.
pub(super) fn declarations() -> impl Iterator<Item = Reply> {
    let settings = Settings::default();
    let declared = OPTIONS.iter().map(move |option| {
        let kind = match option.kind {
            Kind::Check { default, .. } => format!("check default {}", default(&settings)),
            Kind::Spin { default, min, max, .. } => format!("spin default {} min {min} max {max}", default(&settings)),
            Kind::Text { default, .. } => format!("string default {default}"),
            Kind::Start { .. } => {
                let values: Vec<_> = Start::all().map(|start| format!(" var {start}")).collect();
                format!("combo default {}{}", settings.start, values.concat())
            }
            Kind::Button { .. } => "button".to_owned(),
        };
        Reply::Option { name: option.name.to_owned(), kind }
    });
    declared.chain(tuning::declarations())
}

/// The constants of the search.
#[cfg(feature = "tune")]
mod tuning {
    use super::{Reply, saturating_integer};
    use crate::search::PARAMS;

    pub(super) fn declarations() -> impl Iterator<Item = Reply> {
        PARAMS.iter().map(|param| Reply::Option {
            name: param.name.to_owned(),
            kind: format!("spin default {} min {} max {}", param.default, param.min, param.max),
        })
    }

    /// Whether there is such a constant, and the value was one for it.
    pub(super) fn set(name: &str, value: &str) -> bool {
        let param = PARAMS.iter().find(|param| param.name.eq_ignore_ascii_case(name));
        let number = saturating_integer(value).and_then(|number| i32::try_from(number).ok());
        match (param, number) {
            (Some(param), Some(number)) if (param.min..=param.max).contains(&number) => {
                param.set(number);
                true
            }
            _ => false,
        }
    }
}

/// No constants can be set in this build.
#[cfg(not(feature = "tune"))]
mod tuning {
    use super::Reply;

    pub(super) fn declarations() -> impl Iterator<Item = Reply> {
        std::iter::empty()
    }

    pub(super) const fn set(_: &str, _: &str) -> bool {
        false
    }
}

impl Kind {
    /// What it takes, for errors.
    fn expected(&self) -> String {
        match self {
            Self::Text { .. } => "a text".to_owned(),
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("an integer from {min} to {max}"),
            Self::Start { .. } => {
                let values: Vec<_> = Start::all().map(|start| start.to_string()).collect();
                format!("one of {}", values.join(", "))
            }
            Self::Button { .. } => "no value".to_owned(),
        }
    }
}

/// Sets the option with this name, whatever its case.
pub(super) fn set(engine: &mut Engine, name: &str, value: Option<&str>) -> Result<(), Refusal> {
    if tuning::set(name, value.unwrap_or_default()) {
        return Ok(());
    }
    let refusal = |text| Refusal { code: ErrorCode::BadOption, text };
    let option = OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
        refusal(format!("no option {name:?}; there are {}", names.join(", ")))
    })?;
    let value = value.unwrap_or_default();
    let is_taken = match &option.kind {
        Kind::Button { press } if value.is_empty() => {
            press(engine);
            true
        }
        Kind::Button { .. } => false,
        Kind::Text { set, .. } => {
            set(engine, value)?;
            true
        }
        Kind::Check { set, .. } => value.parse().map(|on| set(engine, on)).is_ok(),
        Kind::Start { set } => value.parse().map(|start| set(engine, start)).is_ok(),
        Kind::Spin { min, max, set, .. } => {
            let number = saturating_integer(value).and_then(|number| usize::try_from(number).ok());
            match number.filter(|number| (min..=max).contains(&number)) {
                Some(number) => {
                    set(engine, number)?;
                    true
                }
                None => false,
            }
        }
    };
    if is_taken {
        Ok(())
    } else {
        Err(refusal(format!("{} takes {}, not {value:?}", option.name, option.kind.expected())))
    }
}
