//! Gipfel: the rules, notation, search and engine protocol of the board game GIPF.
//!
//! ```
//! use gipfel::analysis::{Diagram, TextStyle};
//! use gipfel::notation::play_words;
//! use gipfel::rules::{Claims, Game, Position, Variant};
//! use gipfel::search::{Control, Limits, Searcher, Silent};
//!
//! let mut game = Game::new(Position::start(Variant::Basic));
//! play_words(&mut game, ["b3", "e9-e7"])?;
//! let drawn = Diagram::of_game(&game, Claims::default()).text(TextStyle::ASCII);
//! println!("{drawn}");
//! //                     e9
//! //                 d8  v   f8
//! //             c7  .      >B<      .   g7 ...
//!
//! let mut searcher = Searcher::new(Searcher::DEFAULT_HASH)?;
//! let result = searcher.search(&game, &Limits::depth(4), &Control::new(), &mut Silent);
//! println!("{}", result.best.unwrap().display(game.position()));
//! # assert!(drawn.contains(">B<"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules stand on one another in this order, each importing only from those before it: [`board`] (geometry, sets of
//! spots, symmetries), [`rules`] (positions, turns, perft), [`notation`] (text forms), [`eval`], [`search`], [`book`] (opening
//! books), [`solve`] (forced wins), [`json_lines`] (journals), [`analysis`] (pictures, reviews, a service), [`protocol`] (the engine's conversation),
//! [`course`] (another program's command language), [`arena`] (matches between engines), [`training`] (data from self-play),
//! [`play`] (people at the terminal), [`cli`] (the commands).
#![deny(unsafe_code)]
#![deny(missing_docs)]

pub mod analysis;
pub mod arena;
pub mod board;
pub mod book;
pub mod cli;
pub mod course;
pub mod eval;
mod growing_file;
pub mod json_lines;
mod memory;
pub mod notation;
pub mod play;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod solve;
mod svg;
pub mod training;
mod xml;
