//! The built-in opponents: players that are always at hand, so that a newcomer can run a tournament at once and ratings
//! have a floor.
//!
//! They run in threads of the match and speak the same protocol as programs do, line by line, so that the match knows one
//! kind of engine only.

use super::openings::random_turn;
use super::process::OutputLine;
use crate::notation::play_words;
use crate::protocol::{Command, Info, Origin, Reply};
use crate::rules::{Game, Position, Start, Variant};
use crate::search::{Control, full_width};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

/// A built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// Plays any legal turn, each as likely as any other.
    Random,
    /// Searches every line to a fixed depth in plies and takes the best by the plain evaluation.
    Depth(u32),
}

impl Builtin {
    /// The deepest.
    pub const MAX_DEPTH: u32 = 9;

    /// The player called `random`, `greedy` (one turn deep) or `depthN`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Depth(1)),
            _ => {
                let depth = name.strip_prefix("depth")?.parse().ok()?;
                (1..=Self::MAX_DEPTH).contains(&depth).then_some(Self::Depth(depth))
            }
        }
    }

    /// Answers commands until the input ends, `quit`, or the control says stop.
    pub(super) fn serve(
        self,
        seed: u64,
        commands: &Receiver<Vec<u8>>,
        lines: &SyncSender<OutputLine>,
        control: &Control,
    ) {
        let mut player = Player { builtin: self, rng: Xoshiro256PlusPlus::seed_from_u64(seed) };
        let mut start = Start::from(Variant::Standard);
        let mut game = Game::new(Position::start(start));
        for line in commands {
            let replies = match Command::parse(&String::from_utf8_lossy(&line)) {
                Ok(Some(Command::Quit)) => return,
                Ok(Some(Command::Ugi)) => vec![
                    Reply::IdName(self.to_string()),
                    Reply::IdAuthor("Gipfel".to_owned()),
                    Reply::Option {
                        name: "Variant".to_owned(),
                        kind: "combo default standard var basic var standard var tournament".to_owned(),
                    },
                    Reply::UgiOk,
                ],
                Ok(Some(Command::IsReady)) => vec![Reply::ReadyOk],
                Ok(Some(Command::SetOption { value, .. })) => {
                    start = value.and_then(|value| value.parse().ok()).unwrap_or(start);
                    Vec::new()
                }
                Ok(Some(Command::Position { from, turns })) => {
                    let position = match from {
                        Origin::StartPosition => Some(Position::start(start)),
                        Origin::Start(start) => Some(Position::start(start)),
                        Origin::Fields(fields) => fields.parse().ok(),
                    };
                    game = Game::new(position.unwrap_or_else(|| Position::start(start)));
                    // The match sends legal turns only; were one refused, the answer would be illegal and seen.
                    let _ = play_words(&mut game, turns.iter().map(String::as_str));
                    Vec::new()
                }
                Ok(Some(Command::Go(_))) => player.answer(&game),
                _ => Vec::new(),
            };
            let sent = |reply: Reply| lines.send(OutputLine { at: Instant::now(), text: reply.to_string() }).is_ok();
            if control.is_stopped() || !replies.into_iter().all(sent) {
                return;
            }
        }
    }
}

impl std::fmt::Display for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => f.write_str("builtin:random"),
            Self::Depth(1) => f.write_str("builtin:greedy"),
            Self::Depth(depth) => write!(f, "builtin:depth{depth}"),
        }
    }
}

struct Player {
    builtin: Builtin,
    rng: Xoshiro256PlusPlus,
}

impl Player {
    fn answer(&mut self, game: &Game) -> Vec<Reply> {
        let position = game.position();
        let (turn, info) = match self.builtin {
            Builtin::Random => (random_turn(position, &mut self.rng), None),
            Builtin::Depth(depth) => match full_width(position, depth) {
                Some((turn, score)) => {
                    let pv = vec![turn.display(position).to_string()];
                    (Some(turn), Some(Info { depth: Some(depth), score: Some(score), pv, ..Info::default() }))
                }
                None => (None, None),
            },
        };
        let text = turn.map(|turn| turn.display(position).to_string());
        info.map(Reply::Info).into_iter().chain([Reply::BestMove { turn: text, ponder: None }]).collect()
    }
}
