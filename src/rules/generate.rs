//! The legal turns of a position, one after another.

use super::clearing::{Clearings, is_clearing};
use super::entering::{Entries, entry_in_slot};
use super::piece::PieceKind;
use super::position::Position;
use super::turn::Turn;
use crate::board::{Bitboard, Entry};

/// Every legal turn of a position, each once as rules, section 6, counts them.
///
/// The turns are made one by one: the first is had without the rest. Nothing is allocated where no rows meet. Turns that
/// take nothing come before those that take something, for each clearing before and each kind of piece.
#[derive(Clone, Debug)]
pub struct Turns {
    /// The position in which the turn begins.
    start: Position,
    /// What had been taken before `start`, where a begun turn is continued.
    taken: Bitboard,
    befores: Clearings,
    step: Step,
    /// The kinds that are still to come for the current clearing before.
    kind_left: Option<PieceKind>,
    entries: Entries,
    afters: Clearings,
    /// Only turns whose entry completes a row of the mover.
    completing_only: bool,
}

/// The parts of the turns that are being made now.
#[derive(Clone, Debug)]
struct Step {
    before: Bitboard,
    /// The position after the clearing before.
    cleared: Position,
    kind: PieceKind,
    entry: Entry,
}

impl Position {
    /// Every legal turn; none where the game is over.
    #[must_use]
    pub fn turns(&self) -> Turns {
        let befores = if self.is_over() { Clearings::none() } else { self.clearings() };
        Turns::from_clearings(*self, Bitboard::EMPTY, befores)
    }

    /// The legal turns whose entry completes a row of the mover, or leaves him one that he had kept.
    #[must_use]
    pub fn completing_turns(&self) -> Turns {
        Turns { completing_only: true, ..self.turns() }
    }

    /// The clearings of the mover's rows.
    #[must_use]
    #[inline]
    pub fn clearings(&self) -> Clearings {
        Clearings::new(self.pieces(self.side()), self.occupied(), self.gipf_pieces())
    }

    /// Whether a turn is legal here. It is found out without generating the others.
    #[must_use]
    pub fn is_legal(&self, turn: Turn) -> bool {
        if self.is_over() || !self.may_clear(turn.before()) {
            return false;
        }
        let position = self.cleared(turn.before());
        let ends = !turn.before().is_empty() && position.ends_after_clearing();
        let Some(entry) = turn.entry() else { return ends };
        if ends || !position.may_enter(turn.kind()) || !position.can_enter(entry) {
            return false;
        }
        position.entered::<false>(entry, turn.kind()).may_clear(turn.after())
    }

    /// Whether the mover can have taken exactly these pieces when he has resolved his rows.
    #[must_use]
    pub fn may_clear(&self, taken: Bitboard) -> bool {
        let own = self.pieces(self.side());
        if self.has_row(self.side()) {
            is_clearing(own, self.occupied(), self.gipf_pieces(), taken)
        } else {
            taken.is_empty()
        }
    }

    /// Whether there is a vacant spot on the line, and the entry is the one that stands for its turn: where the first
    /// spot is vacant, [`Entry::onto`].
    #[must_use]
    pub fn can_enter(&self, entry: Entry) -> bool {
        if self.occupied().contains(entry.first()) {
            !entry.spots().is_subset(self.occupied())
        } else {
            Entry::onto(entry.first()) == Some(entry)
        }
    }
}

impl Turns {
    pub(super) fn from_clearings(start: Position, taken: Bitboard, befores: Clearings) -> Self {
        // Nothing is read from the step before the first clearing before has filled it.
        let entry = Entry::new(0).unwrap_or_else(|| unreachable!());
        Self {
            start,
            taken,
            befores,
            step: Step { before: taken, cleared: start, kind: PieceKind::Basic, entry },
            kind_left: None,
            entries: Entries::default(),
            afters: Clearings::none(),
            completing_only: false,
        }
    }

    /// Calls `f` with some of the turns, at least one and not many more than there are entries; `false` where no turn is
    /// left. Faster than one by one, since the turns that take nothing come in one go.
    #[inline]
    pub fn some(&mut self, mut f: impl FnMut(Turn)) -> bool {
        let Some(turn) = self.next() else { return false };
        f(turn);
        let Step { before, kind, .. } = self.step;
        for (slot, set) in self.entries.plain.iter_mut().enumerate() {
            for first in std::mem::take(set) {
                f(Turn::new(before, entry_in_slot(slot, first), kind, Bitboard::EMPTY));
            }
        }
        true
    }

    /// Starts on the next kind of piece, if there is one.
    fn next_kind(&mut self) -> bool {
        let Some(kind) = self.kind_left else { return false };
        let cleared = &self.step.cleared;
        self.kind_left = (kind == PieceKind::Gipf && cleared.may_enter(PieceKind::Basic)).then_some(PieceKind::Basic);
        self.step.kind = kind;
        let (own, occupied) = (cleared.pieces(cleared.side()), cleared.occupied());
        self.entries =
            if self.completing_only { Entries::completing(own, occupied) } else { Entries::new(own, occupied) };
        true
    }

    /// Starts on the next clearing before; returns the turn if that clearing ends the game.
    fn next_before(&mut self) -> Option<Option<Turn>> {
        let before = self.befores.next()?;
        let cleared = if before.is_empty() { self.start } else { self.start.cleared(before) };
        self.step.before = self.taken | before;
        self.step.cleared = cleared;
        if !self.step.before.is_empty() && cleared.ends_after_clearing() {
            return Some(Some(Turn::clearing_only(self.step.before)));
        }
        self.kind_left = [PieceKind::Gipf, PieceKind::Basic].into_iter().find(|&kind| cleared.may_enter(kind));
        Some(None)
    }
}

impl Iterator for Turns {
    type Item = Turn;

    #[inline]
    fn next(&mut self) -> Option<Turn> {
        loop {
            if let Some(entry) = Entries::pop(&mut self.entries.plain) {
                return Some(Turn::new(self.step.before, entry, self.step.kind, Bitboard::EMPTY));
            }
            if let Some(after) = self.afters.next() {
                return Some(Turn::new(self.step.before, self.step.entry, self.step.kind, after));
            }
            if let Some(entry) = Entries::pop(&mut self.entries.rowing) {
                self.step.entry = entry;
                self.afters = self.step.cleared.entered::<false>(entry, self.step.kind).clearings();
            } else if !self.next_kind()
                && let Some(turn) = self.next_before()?
            {
                return Some(turn);
            }
        }
    }

    /// The same turns in the same order; faster where all are wanted.
    #[inline]
    fn fold<B, F: FnMut(B, Turn) -> B>(mut self, init: B, mut f: F) -> B {
        let mut result = Some(init);
        while self.some(|turn| result = result.take().map(|before| f(before, turn))) {}
        result.unwrap_or_else(|| unreachable!("each call leaves a result"))
    }
}

impl Turn {
    /// The image of this turn of `position` under a symmetry: a turn of the image of the position.
    #[must_use]
    pub fn image(self, position: &Position, symmetry: crate::board::Symmetry) -> Self {
        let occupied = position.occupied() - self.before();
        let vacant = self.entry().is_some_and(|entry| !occupied.contains(entry.first()));
        self.transformed(symmetry, vacant)
    }
}
