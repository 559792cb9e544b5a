//! The forms in which reviews are written.

use super::{Review, html, json, markdown};
use serde_json::json;

/// A form in which reviews are written. A document is its [`begin`](Format::begin), its games, and its
/// [`end`](Format::end).
///
/// ```
/// use gipfel::analysis::review::Format;
/// let document = Format::Json.begin("no games") + &Format::Json.end();
/// assert!(document.starts_with("{\"version\":1,"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Game records with comments, variations and glyphs.
    Gpn,
    /// Markdown with the boards of notable turns in text.
    Markdown,
    /// JSON.
    Json,
    /// One page with the curve of the win probability and all boards.
    Html,
}

impl Format {
    /// All.
    pub const ALL: [Self; 4] = [Self::Gpn, Self::Markdown, Self::Json, Self::Html];

    /// The ending of its files, and its name on the command line: `gpn`, `md`, `json`, `html`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gpn => "gpn",
            Self::Markdown => "md",
            Self::Json => "json",
            Self::Html => "html",
        }
    }

    /// What stands before the first game.
    #[must_use]
    pub fn begin(self, title: &str) -> String {
        match self {
            Self::Gpn | Self::Markdown => String::new(),
            Self::Json => {
                let (program, title) = (json!(super::PROGRAM), json!(title));
                format!("{{\"version\":{},\"program\":{program},\"title\":{title},\"games\":[", json::VERSION)
            }
            Self::Html => html::begin(title),
        }
    }

    /// A game; `number` counts the games of the document from 1.
    #[must_use]
    pub fn game(self, review: &Review, number: usize) -> String {
        match self {
            Self::Gpn => review.annotated().to_string(),
            Self::Markdown => markdown::game(review),
            Self::Json => format!("{}\n{}", if number > 1 { "," } else { "" }, json::game(review)),
            Self::Html => html::game(review, number),
        }
    }

    /// What stands after the last game.
    #[must_use]
    pub fn end(self) -> String {
        match self {
            Self::Gpn | Self::Markdown => String::new(),
            Self::Json => "\n]}\n".to_owned(),
            Self::Html => html::end(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::blunder;
    use super::*;
    use crate::notation::RecordReader;

    #[test]
    fn documents_of_several_games() {
        let review = blunder();
        let document = |format: Format| {
            format.begin("two \"games\"") + &format.game(&review, 1) + &format.game(&review, 2) + &format.end()
        };
        let value: serde_json::Value = serde_json::from_str(&document(Format::Json)).unwrap();
        assert_eq!(value["games"].as_array().unwrap().len(), 2);
        assert_eq!((&value["version"], &value["title"]), (&json!(1), &json!("two \"games\"")));
        let text = document(Format::Gpn);
        let games: Vec<_> = RecordReader::new(text.as_bytes()).map(|record| record.unwrap().line).collect();
        assert_eq!(games, [review.annotated().line, review.annotated().line]);
        assert_eq!(document(Format::Markdown).matches("\n# ").count(), 1);
    }
}
