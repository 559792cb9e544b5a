//! The variants of the game and their start positions.

use super::piece::Color;
use std::fmt;

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Variant {
    /// Basic pieces only; whoever runs out of pieces loses.
    Basic,
    /// Three GIPF-pieces each, on the board from the start.
    Standard,
    /// An empty board; the players decide how many GIPF-pieces they enter.
    Tournament,
}

impl Variant {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Basic, Self::Standard, Self::Tournament];

    /// The word for it: `basic`, `standard` or `tournament`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Standard => "standard",
            Self::Tournament => "tournament",
        }
    }

    /// Whether losing the last GIPF-piece loses the game.
    #[must_use]
    #[inline]
    pub const fn has_gipf_pieces(self) -> bool {
        !matches!(self, Self::Basic)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far a player is in entering GIPF-pieces. Only `tournament` uses it; elsewhere it is always [`Phase::NoGipf`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Has entered nothing yet; must enter a GIPF-piece.
    NothingEntered,
    /// May enter GIPF-pieces until he enters a basic piece.
    MayEnterGipf,
    /// Enters basic pieces only.
    NoGipf,
}

/// The start of a game: a variant, and in `basic` a handicap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    variant: Variant,
    handicap: Option<(Color, u8)>,
}

impl Start {
    /// The most extra pieces that a handicap gives.
    pub const MAX_HANDICAP: u8 = 3;

    /// The start of `basic` in which `color` has `extra` more pieces in the reserve, 1 to 3; `None` for other numbers.
    #[must_use]
    pub const fn with_handicap(color: Color, extra: u8) -> Option<Self> {
        if matches!(extra, 1..=Self::MAX_HANDICAP) {
            Some(Self { variant: Variant::Basic, handicap: Some((color, extra)) })
        } else {
            None
        }
    }

    /// All starts: the three variants and the six handicaps.
    pub fn all() -> impl Iterator<Item = Self> {
        let handicaps = Color::ALL
            .into_iter()
            .flat_map(|color| (1..=Self::MAX_HANDICAP).filter_map(move |extra| Self::with_handicap(color, extra)));
        Variant::ALL.into_iter().map(Self::from).chain(handicaps)
    }

    /// The variant.
    #[must_use]
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// The player with more pieces and how many more.
    #[must_use]
    pub const fn handicap(self) -> Option<(Color, u8)> {
        self.handicap
    }
}

impl From<Variant> for Start {
    fn from(variant: Variant) -> Self {
        Self { variant, handicap: None }
    }
}

/// The word for it, such as `standard` or `basic+W2`.
impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.variant.fmt(f)?;
        match self.handicap {
            Some((Color::White, extra)) => write!(f, "+W{extra}"),
            Some((Color::Black, extra)) => write!(f, "+B{extra}"),
            None => Ok(()),
        }
    }
}
