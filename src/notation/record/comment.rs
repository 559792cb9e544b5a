//! What engines write in comments: `[%eval +0.35] [%depth 12] [%time 0.41]`.

use std::fmt;
use std::time::Duration;

/// An evaluation in a comment, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// In hundredths of a basic piece; written `+0.35`.
    Centi(i32),
    /// A forced win in so many turns of both players, or loss where negative; written `#5` and `#-4`.
    Mate(i32),
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centi(centi) => {
                let (sign, size) = (if *centi < 0 { '-' } else { '+' }, centi.unsigned_abs());
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Self::Mate(turns) => write!(f, "#{turns}"),
        }
    }
}

impl Eval {
    /// Reads what `to_string` writes, and other numbers of decimals.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if let Some(turns) = text.strip_prefix('#') {
            return turns.parse().ok().map(Self::Mate);
        }
        let centi = (text.parse::<f64>().ok()? * 100.0).round();
        (centi.abs() < f64::from(i32::MAX)).then_some(Self::Centi(centi as i32))
    }
}

/// What an engine says about its turn; found in a comment by [`Annotations::read`] and written by `to_string`.
///
/// ```
/// use gipfel::notation::{Annotations, Eval};
/// let found = Annotations::read("[%eval +0.35] [%depth 12] [%time 0.41] a quiet start");
/// assert_eq!(found.eval, Some(Eval::Centi(35)));
/// assert_eq!(found.depth, Some(12));
/// assert_eq!(found.to_string(), "[%eval +0.35] [%depth 12] [%time 0.41]");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// `[%eval +0.35]`.
    pub eval: Option<Eval>,
    /// `[%depth 12]`, in turns.
    pub depth: Option<u32>,
    /// `[%time 0.41]`: what the turn took, written in seconds to a hundredth.
    pub time: Option<Duration>,
}

impl Annotations {
    /// Finds the annotations in a comment; what is not understood is left out.
    #[must_use]
    pub fn read(comment: &str) -> Self {
        let mut found = Self::default();
        for part in comment.split("[%").skip(1) {
            let Some((key, value)) = part.split_once(']').and_then(|(inside, _)| inside.trim().split_once(' ')) else {
                continue;
            };
            let value = value.trim();
            match key {
                "eval" => found.eval = Eval::read(value),
                "depth" => found.depth = value.parse().ok(),
                "time" => {
                    found.time = value.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                }
                _ => {}
            }
        }
        found
    }
}

impl fmt::Display for Annotations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.eval.map(|eval| format!("[%eval {eval}]")),
            self.depth.map(|depth| format!("[%depth {depth}]")),
            self.time.map(|time| format!("[%time {:.2}]", time.as_secs_f64())),
        ];
        for (i, part) in parts.into_iter().flatten().enumerate() {
            write!(f, "{}{part}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read_back() {
        for (eval, text) in [
            (Eval::Centi(35), "[%eval +0.35]"),
            (Eval::Centi(-5), "[%eval -0.05]"),
            (Eval::Centi(0), "[%eval +0.00]"),
            (Eval::Centi(-1234), "[%eval -12.34]"),
            (Eval::Mate(5), "[%eval #5]"),
            (Eval::Mate(-4), "[%eval #-4]"),
        ] {
            let annotations = Annotations { eval: Some(eval), ..Annotations::default() };
            assert_eq!(annotations.to_string(), text);
            assert_eq!(Annotations::read(text), annotations);
        }
        let all = Annotations { eval: Some(Eval::Centi(7)), depth: Some(3), time: Some(Duration::from_millis(61_230)) };
        assert_eq!(all.to_string(), "[%eval +0.07] [%depth 3] [%time 61.23]");
        assert_eq!(Annotations::read(&format!("good {all} [%emt 5] turn")), all);
    }

    #[test]
    fn nonsense_is_left_out() {
        for text in
            ["", "[%", "[%]", "[%eval]", "[%eval x]", "[%eval 1e99]", "[%depth -1]", "[%time -1]", "[%time nan]"]
        {
            assert_eq!(Annotations::read(text), Annotations::default(), "{text}");
        }
    }
}
