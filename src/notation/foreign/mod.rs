//! The forms of other programs: positions and games to and from the course assignment's text board, and GF1's board
//! files, logs and saved games. `docs/convert.md` describes them.
//!
//! ```
//! use gipfel::notation::foreign::{Form, read};
//! let text = "4 4 15 15\n12 12 W\n   W _ _ B\n  _ _ _ _ _\n _ _ _ _ _ _\nB _ _ _ _ _ W\n _ _ _ _ _ _\n  _ _ _ _ _\n   W _ _ B\n";
//! let form = Form::guess(text).unwrap();
//! assert_eq!(form, Form::Course);
//! let document = read(form, text.as_bytes())?;
//! assert_eq!(document.to_text(Form::Position)?, "s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1\n");
//! assert!(document.to_text(Form::Gf1Board)?.starts_with("whitepieces:12\nwhitelost:0\n"));
//! # Ok::<(), gipfel::notation::foreign::ForeignError>(())
//! ```
//!
//! In the other programs rows are cleared at once, the opponent's too, where with us the opponent clears at the start of his
//! turn. Reading and writing games moves these clearings.

mod at_once;
pub mod course;
mod document;
mod error;
mod form;
mod gf1;
mod gf1_board;
mod gf1_log;
mod gf1_old_log;
mod gf1_xml;

pub use document::{Document, read, read_game};
pub use error::{Fault, ForeignError};
pub use form::Form;
