//! A position, and how a turn changes it.

use super::entering::Push;
use super::piece::{Color, Piece, PieceKind};
use super::turn::Turn;
use super::variant::{Phase, Start, Variant};
use super::zobrist::KEYS;
use crate::board::{Bitboard, Entry, Spot, Symmetry};
use std::error::Error;
use std::fmt;

/// The board, the reserves, and whose turn it is: all that the rules ask for. 48 bytes, copied to play a turn.
///
/// Positions are made by [`Position::start`], by [`Setup::build`] or from text, and changed by playing turns only.
///
/// ```
/// use gipfel::rules::{Color, Position, Variant};
/// let position = Position::start(Variant::Standard);
/// assert_eq!(position.turns().count(), 30);
/// assert_eq!(position.reserve(Color::White), 12);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    colors: [Bitboard; 2],
    gipf: Bitboard,
    hash: u64,
    turn_number: u16,
    reserve: [u8; 2],
    start_total: [u8; 2],
    phase: [Phase; 2],
    side: Color,
    variant: Variant,
}

const _: () = assert!(size_of::<Position>() <= 48);

impl Position {
    /// The start position.
    #[must_use]
    pub fn start(start: impl Into<Start>) -> Self {
        let start = start.into();
        let variant = start.variant();
        let corners = |names: [&str; 3]| names.iter().filter_map(|name| name.parse::<Spot>().ok()).collect();
        let (colors, phase) = match variant {
            Variant::Tournament => ([Bitboard::EMPTY; 2], Phase::NothingEntered),
            _ => ([corners(["b5", "e2", "h5"]), corners(["b2", "e8", "h2"])], Phase::NoGipf),
        };
        let gipf = if variant == Variant::Standard { Bitboard::CORNERS } else { Bitboard::EMPTY };
        let mut reserve = [if variant == Variant::Tournament { 18 } else { 12 }; 2];
        if let Some((color, extra)) = start.handicap() {
            reserve[color as usize] += extra;
        }
        let setup = Setup { colors, gipf, reserve, phase: [phase; 2], side: Color::White, variant, turn_number: 1 };
        let mut position = setup.assemble();
        position.start_total = Color::ALL.map(|color| position.in_play(color));
        position
    }

    /// The pieces of a colour.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The spots with a piece.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The GIPF-pieces of both colours.
    #[must_use]
    #[inline]
    pub const fn gipf_pieces(&self) -> Bitboard {
        self.gipf
    }

    /// The piece on a spot.
    #[must_use]
    pub fn piece_at(&self, spot: Spot) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.pieces(color).contains(spot))?;
        Some(Piece { color, kind: if self.gipf.contains(spot) { PieceKind::Gipf } else { PieceKind::Basic } })
    }

    /// The pieces that a player can still enter, counted in basic pieces.
    #[must_use]
    #[inline]
    pub const fn reserve(&self, color: Color) -> u8 {
        self.reserve[color as usize]
    }

    /// The pieces of this colour on the board and in the reserve, counted in basic pieces.
    #[must_use]
    #[inline]
    pub fn in_play(&self, color: Color) -> u8 {
        let pieces = self.pieces(color);
        self.reserve(color) + pieces.len() as u8 + (pieces & self.gipf).len() as u8
    }

    /// The pieces of this colour that are out of play, counted in basic pieces.
    #[must_use]
    pub fn captured(&self, color: Color) -> u8 {
        self.start_total[color as usize].saturating_sub(self.in_play(color))
    }

    /// How far a player is in entering GIPF-pieces.
    #[must_use]
    #[inline]
    pub const fn phase(&self, color: Color) -> Phase {
        self.phase[color as usize]
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The variant.
    #[must_use]
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of the turn to be played, from 1, counted per player's turn; it stays at 65535.
    #[must_use]
    #[inline]
    pub const fn turn_number(&self) -> u16 {
        self.turn_number
    }

    /// The Zobrist hash of board, kinds, side, reserves and phases, kept incrementally.
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The Zobrist hash computed anew; equal to [`Position::hash`].
    #[must_use]
    pub fn hash_from_scratch(&self) -> u64 {
        let side = if self.side == Color::Black { KEYS.side } else { 0 };
        Color::ALL.into_iter().fold(side ^ KEYS.gipf(self.gipf), |hash, color| {
            hash ^ KEYS.color(color, self.pieces(color))
                ^ KEYS.reserve(color, self.reserve(color))
                ^ KEYS.phase(color, self.phase(color))
        })
    }

    /// Whether a player has lost by having no GIPF-piece on the board; only for variants with GIPF-pieces.
    #[inline]
    pub(super) fn has_lost_gipf(&self, color: Color) -> bool {
        (self.pieces(color) & self.gipf).is_empty() && self.phase(color) != Phase::NothingEntered
    }

    /// Whether a clearing has just ended the game: one player has lost his last GIPF-piece.
    #[inline]
    pub(super) fn ends_after_clearing(&self) -> bool {
        self.variant.has_gipf_pieces() && Color::ALL.into_iter().any(|color| self.has_lost_gipf(color))
    }

    /// Whether the side to move can enter a piece of this kind now.
    #[must_use]
    #[inline]
    pub fn may_enter(&self, kind: PieceKind) -> bool {
        self.could_enter(self.side, kind)
    }

    /// Whether a player could enter a piece of this kind, were it his turn.
    #[inline]
    pub(super) fn could_enter(&self, color: Color, kind: PieceKind) -> bool {
        let allowed = match kind {
            PieceKind::Basic => self.phase(color) != Phase::NothingEntered,
            PieceKind::Gipf => self.phase(color) != Phase::NoGipf,
        };
        allowed && self.reserve(color) >= kind.cost()
    }

    /// The position after a legal turn.
    ///
    /// The turn must be legal here (from [`Position::turns`], or checked by [`Position::is_legal`]); anything else gives
    /// a position that means nothing, or panics.
    #[must_use]
    #[inline]
    pub fn play(&self, turn: Turn) -> Self {
        self.play_hashed::<true>(turn)
    }

    /// The position after a legal turn, with a hash that means nothing.
    #[inline]
    pub(super) fn play_unhashed(&self, turn: Turn) -> Self {
        self.play_hashed::<false>(turn)
    }

    #[inline(always)]
    fn play_hashed<const HASHED: bool>(&self, turn: Turn) -> Self {
        match turn.entry() {
            Some(entry) if !turn.is_clearing() => self.entered::<HASHED>(entry, turn.kind()).passed(),
            _ => self.play_clearing(turn),
        }
    }

    fn play_clearing(&self, turn: Turn) -> Self {
        let cleared = self.cleared_unhashed(turn.before());
        let entered = |entry| cleared.entered::<false>(entry, turn.kind()).cleared_unhashed(turn.after());
        let mut next = turn.entry().map_or(cleared, entered);
        next.hash ^= self.hash_difference(&next);
        next.passed()
    }

    /// Ends the turn: the other side is to move.
    #[inline(always)]
    pub(super) fn passed(self) -> Self {
        let turn_number = self.turn_number.saturating_add(1);
        Self { side: !self.side, hash: self.hash ^ KEYS.side, turn_number, ..self }
    }

    /// The position in the middle of a turn, when the mover has cleared his rows and taken these pieces, one of
    /// [`Position::clearings`]: his own go back to his reserve, the others are captured. The side to move is the same.
    #[must_use]
    pub fn cleared(&self, taken: Bitboard) -> Self {
        let mut next = self.cleared_unhashed(taken);
        next.hash ^= self.hash_difference(&next);
        next
    }

    /// The same, with a hash that means nothing.
    #[inline]
    pub(crate) fn cleared_unhashed(&self, taken: Bitboard) -> Self {
        let side = self.side as usize;
        let own = taken & self.colors[side];
        let mut next = *self;
        next.reserve[side] += own.len() as u8 + (own & self.gipf).len() as u8;
        next.colors = self.colors.map(|set| set - taken);
        next.gipf -= taken;
        next
    }

    /// The position after the mover has entered a piece on a line that has a vacant spot; the turn goes on. `HASHED` is
    /// false only where no one will ask for the hash.
    #[inline(always)]
    pub(crate) fn entered<const HASHED: bool>(&self, entry: Entry, kind: PieceKind) -> Self {
        // Made anew field by field, rather than changed in a copy: the parts stay in registers.
        let side = self.side as usize;
        let push = Push::new(entry, self.occupied());
        let mut colors = self.colors.map(|set| push.moved(set));
        colors[side] |= push.first();
        let mut gipf = push.moved(self.gipf);
        let (mut reserve, mut phase) = (self.reserve, self.phase);
        reserve[side] -= kind.cost();
        phase[side] = if kind == PieceKind::Gipf { Phase::MayEnterGipf } else { Phase::NoGipf };
        if kind == PieceKind::Gipf {
            gipf |= push.first();
        }
        let mut next = Self { colors, gipf, reserve, phase, ..*self };
        if HASHED {
            next.hash ^= self.hash_difference(&next);
        }
        next
    }

    /// The exclusive or of the hashes of two positions that differ in the mover's reserve and phase and on the board.
    #[inline(always)]
    fn hash_difference(&self, next: &Self) -> u64 {
        let side = self.side;
        let board = Color::ALL.into_iter().fold(KEYS.gipf(self.gipf ^ next.gipf), |hash, color| {
            hash ^ KEYS.color(color, self.pieces(color) ^ next.pieces(color))
        });
        let reserve = KEYS.reserve(side, self.reserve(side)) ^ KEYS.reserve(side, next.reserve(side));
        if self.phase(side) == next.phase(side) {
            return board ^ reserve;
        }
        board ^ reserve ^ KEYS.phase(side, self.phase(side)) ^ KEYS.phase(side, next.phase(side))
    }

    /// The image of the position under a symmetry of the board.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let mut image =
            Self { colors: self.colors.map(|set| symmetry.bitboard(set)), gipf: symmetry.bitboard(self.gipf), ..*self };
        image.hash = image.hash_from_scratch();
        image
    }

    /// The one of the twelve images that stands for all of them, and the symmetry that leads to it.
    #[must_use]
    pub fn canonical(&self) -> (Self, Symmetry) {
        let images = Symmetry::ALL.map(|symmetry| (self.transformed(symmetry), symmetry));
        images.into_iter().min_by_key(|(image, _)| (image.colors, image.gipf)).unwrap_or((*self, Symmetry::IDENTITY))
    }

    /// Whether a symmetry of the board, other than the identity, leaves every piece as it is.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let fixes = |symmetry: Symmetry, set: Bitboard| symmetry.bitboard(set) == set;
        let sets = [self.gipf, self.colors[0], self.colors[1]];
        let mut others = Symmetry::ALL.into_iter().filter(|&symmetry| symmetry != Symmetry::IDENTITY);
        others.any(|symmetry| sets.into_iter().all(|set| fixes(symmetry, set)))
    }

    /// The parts of the position, for changing them.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup {
            colors: self.colors,
            gipf: self.gipf,
            reserve: self.reserve,
            phase: self.phase,
            side: self.side,
            variant: self.variant,
            turn_number: self.turn_number,
        }
    }
}

/// The parts of a position, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// White's and Black's pieces.
    pub colors: [Bitboard; 2],
    /// Which of them are GIPF-pieces.
    pub gipf: Bitboard,
    /// White's and Black's reserve, in basic pieces.
    pub reserve: [u8; 2],
    /// White's and Black's phase.
    pub phase: [Phase; 2],
    /// The side to move.
    pub side: Color,
    /// The variant.
    pub variant: Variant,
    /// The number of the turn to be played, from 1.
    pub turn_number: u16,
}

impl Setup {
    /// The position, if the rules allow it.
    ///
    /// A lone position's start total is 18 pieces a side; in `basic` the larger of 15 and what is in play.
    ///
    /// # Errors
    ///
    /// Says which rule is broken.
    pub fn build(&self) -> Result<Position, PositionError> {
        let shared = self.colors[0] & self.colors[1];
        if let Some(spot) = shared.first() {
            return Err(PositionError::TwoPiecesOn(spot));
        }
        if let Some(spot) = (self.gipf - self.colors[0] - self.colors[1]).first() {
            return Err(PositionError::GipfWithoutPiece(spot));
        }
        if self.turn_number == 0 {
            return Err(PositionError::TurnNumber);
        }
        for color in Color::ALL {
            self.check(color)?;
        }
        let mut position = self.assemble();
        position.start_total = Color::ALL.map(|color| match self.variant {
            Variant::Basic => position.in_play(color).max(15),
            _ => 18,
        });
        Ok(position)
    }

    fn check(&self, color: Color) -> Result<(), PositionError> {
        let i = color as usize;
        let gipf = (self.colors[i] & self.gipf).len();
        let basic = self.colors[i].len() - gipf;
        let total = u32::from(self.reserve[i]) + basic + 2 * gipf;
        if total > 18 {
            return Err(PositionError::TooManyPieces { color, total });
        }
        match self.variant {
            Variant::Basic if gipf > 0 => return Err(PositionError::GipfInBasic(color)),
            Variant::Standard if gipf > 3 => return Err(PositionError::TooManyGipf { color, count: gipf }),
            _ => {}
        }
        match self.phase[i] {
            Phase::NoGipf => Ok(()),
            _ if self.variant != Variant::Tournament => Err(PositionError::PhaseOutsideTournament),
            Phase::NothingEntered if total != u32::from(self.reserve[i]) || total != 18 => {
                Err(PositionError::NotAtStart(color))
            }
            Phase::MayEnterGipf if basic > 0 => Err(PositionError::BasicInGipfPhase(color)),
            _ => Ok(()),
        }
    }

    fn assemble(&self) -> Position {
        let mut position = Position {
            colors: self.colors,
            gipf: self.gipf,
            hash: 0,
            turn_number: self.turn_number,
            reserve: self.reserve,
            start_total: [0; 2],
            phase: self.phase,
            side: self.side,
            variant: self.variant,
        };
        position.hash = position.hash_from_scratch();
        position
    }
}

/// Why a position cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A spot with pieces of both colours.
    TwoPiecesOn(Spot),
    /// A GIPF-piece of no colour.
    GipfWithoutPiece(Spot),
    /// Turn number 0.
    TurnNumber,
    /// More than 18 basic pieces on the board and in the reserve.
    TooManyPieces {
        /// Whose pieces.
        color: Color,
        /// How many, a GIPF-piece counting 2.
        total: u32,
    },
    /// GIPF-pieces in `basic`.
    GipfInBasic(Color),
    /// More than three GIPF-pieces in `standard`.
    TooManyGipf {
        /// Whose pieces.
        color: Color,
        /// How many.
        count: u32,
    },
    /// A phase other than `-` outside `tournament`.
    PhaseOutsideTournament,
    /// Phase `0` of a player who has entered pieces.
    NotAtStart(Color),
    /// Phase `G` of a player with a basic piece on the board.
    BasicInGipfPhase(Color),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoPiecesOn(spot) => write!(f, "two pieces on {spot}"),
            Self::GipfWithoutPiece(spot) => write!(f, "a GIPF-piece of no colour on {spot}"),
            Self::TurnNumber => write!(f, "the turn number must be 1 to 65535"),
            Self::TooManyPieces { color, total } => {
                write!(f, "{color} has {total} pieces on the board and in the reserve (a GIPF-piece is 2); at most 18")
            }
            Self::GipfInBasic(color) => write!(f, "{color} has a GIPF-piece, and basic has none"),
            Self::TooManyGipf { color, count } => {
                write!(f, "{color} has {count} GIPF-pieces; in standard at most 3")
            }
            Self::PhaseOutsideTournament => write!(f, "the phase must be -- outside tournament"),
            Self::NotAtStart(color) => {
                write!(f, "{color}'s phase is 0, so {color} must have no piece on the board and 18 in the reserve")
            }
            Self::BasicInGipfPhase(color) => {
                write!(f, "{color}'s phase is G, so {color} must have no basic piece on the board")
            }
        }
    }
}

impl Error for PositionError {}

/// The parts, as in the debug form of [`Setup`].
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
