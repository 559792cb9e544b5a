//! How output looks: colour, signs, width.

use crate::analysis::TextStyle;
use clap::{Args, ColorChoice};
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// The options for pictures in text.
#[derive(Clone, Copy, Debug, Args)]
pub struct StyleArgs {
    /// When to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl StyleArgs {
    /// The style for standard output.
    pub(super) fn style(self) -> TextStyle {
        let color = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal_has_color(),
        };
        TextStyle { unicode: !self.ascii, color }
    }
}

fn terminal_has_color() -> bool {
    io::stdout().is_terminal() && environment_allows_color(|name| env::var_os(name))
}

/// Whether standard input and output are a terminal that can be drawn on.
pub(super) fn can_draw() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// As <https://no-color.org> has it: NO_COLOR counts where it is not empty.
fn environment_allows_color(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("NO_COLOR").is_none_or(|value| value.is_empty()) && variable("TERM").is_none_or(|term| term != "dumb")
}

/// The columns of the terminal on standard output; `None` where it is no terminal.
pub(super) fn width() -> Option<usize> {
    let stdout = io::stdout();
    if !stdout.is_terminal() {
        return None;
    }
    terminal_size::terminal_size_of(stdout).map(|(width, _)| usize::from(width.0))
}

/// A number with a unit, in four digits or less: `950`, `12.3k`, `4.56M`.
pub(super) fn short(number: u64) -> String {
    let units = [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    let Some((unit, sign)) = units.into_iter().find(|&(unit, _)| number >= unit) else { return number.to_string() };
    let value = number as f64 / unit as f64;
    let decimals = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    format!("{value:.decimals$}{sign}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_can_switch_colors_off() {
        let allows = |name, value| environment_allows_color(|asked| (asked == name).then(|| OsString::from(value)));
        assert!(allows("TERM", "xterm"));
        assert!(allows("NO_COLOR", ""));
        assert!(!allows("NO_COLOR", "1"));
        assert!(!allows("TERM", "dumb"));
    }

    #[test]
    fn numbers_get_units() {
        let numbers = [0, 999, 1_000, 12_345, 999_400, 4_560_000, 2_700_000_000];
        assert_eq!(numbers.map(short), ["0", "999", "1.00k", "12.3k", "999k", "4.56M", "2.70G"]);
    }
}
