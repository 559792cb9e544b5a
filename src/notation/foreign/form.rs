//! The forms, their names, and how to tell them apart.

use std::fmt;

/// A text form of positions or games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Our position: one line of seven fields, or a word such as `standard`.
    Position,
    /// The course assignment's text board: a position of the basic game.
    Course,
    /// GF1's board file: a position.
    Gf1Board,
    /// Our game record.
    Gpn,
    /// GF1's log as it was written up to version 1.02: a game. A saved game of that age is read too.
    Gf1OldLog,
    /// GF1's log as it has been written since version 1.03: a game.
    Gf1Log,
    /// GF1's saved game since version 1.02, in XML: a game and its last board.
    Gf1Xml,
}

impl Form {
    /// All forms, those of positions first.
    pub const ALL: [Self; 7] =
        [Self::Position, Self::Course, Self::Gf1Board, Self::Gpn, Self::Gf1OldLog, Self::Gf1Log, Self::Gf1Xml];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Course => "course",
            Self::Gf1Board => "gf1-board",
            Self::Gpn => "gpn",
            Self::Gf1OldLog => "gf1-old-log",
            Self::Gf1Log => "gf1-log",
            Self::Gf1Xml => "gf1-xml",
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Position => "a position: seven fields, or a word such as standard",
            Self::Course => "a position: the course assignment's text board (basic game)",
            Self::Gf1Board => "a position: GF1's board file",
            Self::Gpn => "a game: our record",
            Self::Gf1OldLog => "a game: GF1's log up to version 1.02",
            Self::Gf1Log => "a game: GF1's log since version 1.03",
            Self::Gf1Xml => "a game with its last board: GF1's saved game in XML",
        }
    }

    /// Whether it holds a single position rather than a game.
    #[must_use]
    pub const fn is_position(self) -> bool {
        matches!(self, Self::Position | Self::Course | Self::Gf1Board)
    }

    /// The names of all forms, for messages.
    #[must_use]
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// The form of a text, as far as its first lines tell.
    #[must_use]
    pub fn guess(text: &str) -> Option<Self> {
        const OLD_SAVE: &str = "# saved game for gf1";
        // GF1's boards may begin with a comment.
        let says = |line: &&str| !line.is_empty() && (!line.starts_with('#') || line.starts_with(OLD_SAVE));
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(says);
        let first = lines.next()?;
        let numbers = first.split_whitespace().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).count();
        match first {
            _ if first.starts_with('<') => Some(Self::Gf1Xml),
            _ if first.starts_with('[') => Some(Self::Gpn),
            _ if first.starts_with(OLD_SAVE) || first.starts_with("game:") => Some(Self::Gf1OldLog),
            "LOAD_GAME_BOARD" => Some(Self::Course),
            _ if numbers == 4 && first.split_whitespace().count() == 4 => Some(Self::Course),
            _ if super::gf1_board::is_line(first) => Some(Self::Gf1Board),
            "basic" | "standard" | "tournament" | "other game" if lines.next().is_some() => Some(Self::Gf1Log),
            _ if first.matches('/').count() >= 6 || first.parse::<crate::rules::Position>().is_ok() => {
                Some(Self::Position)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessed_by_the_first_lines() {
        for (text, form) in [
            ("standard", Some(Form::Position)),
            ("\n basic+W2 \n", Some(Form::Position)),
            ("s2S/5/6/S5s/6/5/s2S w 12 12 basic -- 1", Some(Form::Position)),
            ("s2S/5/6/S5s/6/5/s2S w 12", Some(Form::Position)),
            ("LOAD_GAME_BOARD\n4 4 15 15\n", Some(Form::Course)),
            ("4 4 15 15\r\n12 12 W\r\n", Some(Form::Course)),
            ("whitepieces:12\n", Some(Form::Gf1Board)),
            ("O:b5\n", Some(Form::Gf1Board)),
            ("# a board\nwhitepieces:12\n", Some(Form::Gf1Board)),
            ("# saved game for gf1 (v 1.01)\n", Some(Form::Gf1OldLog)),
            ("game: basic\n", Some(Form::Gf1OldLog)),
            (" standard\n\n    Anna   Ben\n", Some(Form::Gf1Log)),
            (" other game\n\n    Anna   Ben\n", Some(Form::Gf1Log)),
            ("<gipfgame type=\"basic\">", Some(Form::Gf1Xml)),
            ("\u{feff}[Variant \"basic\"]\n", Some(Form::Gpn)),
            ("", None),
            ("hello", None),
            ("# A heading\n\nSome text: words.\n", None),
            ("1. e2 *", None),
        ] {
            assert_eq!(Form::guess(text), form, "{text:?}");
        }
    }
}
