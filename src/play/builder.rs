//! A turn put together step by step, with the choices that each step leaves.

use crate::board::{Bitboard, Entry};
use crate::rules::{PartialTurn, PartialTurnError, PieceKind, Position, Row, Turn};

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Clear this row; of its GIPF-pieces some may stay.
    Take {
        /// The row.
        row: Row,
        /// What is taken of it.
        taken: Bitboard,
    },
    /// Enter a piece.
    Enter {
        /// Where; onto a vacant spot any entry will do.
        entry: Entry,
        /// What.
        kind: PieceKind,
    },
}

/// A turn in the making.
///
/// ```
/// use gipfel::play::TurnBuilder;
/// use gipfel::rules::{Position, Variant};
/// let position = Position::start(Variant::Standard);
/// let mut builder = TurnBuilder::new(&position);
/// let choices = builder.choices();
/// assert_eq!(choices.len(), 30);
/// builder.choose(choices[0])?;
/// assert!(position.is_legal(builder.turn().unwrap()));
/// # Ok::<(), gipfel::rules::PartialTurnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TurnBuilder {
    /// The steps before the current one.
    earlier: Vec<PartialTurn>,
    now: PartialTurn,
}

impl TurnBuilder {
    /// Nothing done yet.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self::after(PartialTurn::new(position))
    }

    /// With these steps done.
    #[must_use]
    pub const fn after(begun: PartialTurn) -> Self {
        Self { earlier: Vec::new(), now: begun }
    }

    /// What has been done so far.
    #[must_use]
    pub const fn now(&self) -> &PartialTurn {
        &self.now
    }

    /// Whether a step can be taken back.
    #[must_use]
    pub const fn is_begun(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// The whole turn, once nothing is left to choose.
    #[must_use]
    pub fn turn(&self) -> Option<Turn> {
        self.now.turn()
    }

    /// What can be done next: rows to clear, those choices first that keep the fewest pieces; or the entries. Choices with
    /// which no legal turn begins are left out.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let rows: Vec<Row> = self.now.waiting_rows().collect();
        if !rows.is_empty() {
            return rows.into_iter().flat_map(|row| self.takes(row)).collect();
        }
        let occupied = self.now.position().occupied();
        let is_own = |entry: &Entry| occupied.contains(entry.first()) || Entry::onto(entry.first()) == Some(*entry);
        let kinds = [PieceKind::Basic, PieceKind::Gipf];
        let entries = kinds.into_iter().flat_map(|kind| Entry::all().map(move |entry| (entry, kind)));
        let choices = entries.filter(|(entry, _)| is_own(entry));
        choices.map(|(entry, kind)| Choice::Enter { entry, kind }).filter(|&choice| self.leads_on(choice)).collect()
    }

    fn takes(&self, row: Row) -> Vec<Choice> {
        let mut kept: Vec<Bitboard> = (row.span & self.now.position().gipf_pieces()).subsets().collect();
        kept.sort_by_key(|kept| kept.len());
        let choices = kept.into_iter().map(|kept| Choice::Take { row, taken: row.span - kept });
        choices.filter(|&choice| self.leads_on(choice)).collect()
    }

    /// Whether a legal turn begins with this step.
    fn leads_on(&self, choice: Choice) -> bool {
        let mut next = self.now.clone();
        apply(&mut next, choice).is_ok() && next.completions().next().is_some()
    }

    /// Does a step.
    ///
    /// # Errors
    ///
    /// Where it cannot be done; then nothing has changed.
    pub fn choose(&mut self, choice: Choice) -> Result<(), PartialTurnError> {
        let mut next = self.now.clone();
        apply(&mut next, choice)?;
        self.earlier.push(std::mem::replace(&mut self.now, next));
        Ok(())
    }

    /// Does the steps that leave no choice: clears rows that can be cleared in one way only.
    pub fn choose_forced(&mut self) {
        while self.now.waiting_rows().next().is_some()
            && let [only] = *self.choices().as_slice()
        {
            // It is one of the choices, so it can be done.
            let done = self.choose(only);
            debug_assert!(done.is_ok());
        }
    }

    /// Takes the last step back; `false` where there is none.
    pub fn back(&mut self) -> bool {
        match self.earlier.pop() {
            Some(earlier) => {
                self.now = earlier;
                true
            }
            None => false,
        }
    }

    /// A choice in words: an entry as in notation, `e1-e4`; or `take e2 e3 e5, keep Ge4`, where `*` marks pieces of the
    /// opponent.
    #[must_use]
    pub fn describe(&self, choice: Choice) -> String {
        match choice {
            Choice::Take { row, taken } => {
                let kept = row.span - taken;
                let mut text = if taken.is_empty() { String::new() } else { format!("take {}", self.names(taken)) };
                if !kept.is_empty() {
                    let separator = if text.is_empty() { "" } else { ", " };
                    text.push_str(&format!("{separator}keep {}", self.names(kept)));
                }
                text
            }
            Choice::Enter { .. } => {
                let mut next = PartialTurn::new(self.now.position());
                // Rows that were left standing before may be left again.
                let ready = next.take_all(Bitboard::EMPTY).and_then(|()| apply(&mut next, choice));
                let turn = ready.ok().and_then(|()| next.completions().next());
                let text = turn.map(|turn| turn.display(self.now.position()).to_string()).unwrap_or_default();
                text.split(';').find(|part| !part.starts_with('x')).unwrap_or_default().to_owned()
            }
        }
    }

    fn names(&self, spots: Bitboard) -> String {
        let position = self.now.position();
        let name = |spot| {
            let gipf = if position.gipf_pieces().contains(spot) { "G" } else { "" };
            let captured = if position.pieces(position.side()).contains(spot) { "" } else { "*" };
            format!("{gipf}{spot}{captured}")
        };
        spots.iter().map(name).collect::<Vec<_>>().join(" ")
    }
}

fn apply(turn: &mut PartialTurn, choice: Choice) -> Result<(), PartialTurnError> {
    match choice {
        Choice::Take { row, taken } => turn.take(row, taken),
        Choice::Enter { entry, kind } => turn.enter(entry, kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn texts(builder: &TurnBuilder) -> Vec<String> {
        builder.choices().into_iter().map(|choice| builder.describe(choice)).collect()
    }

    #[test]
    fn entries_are_those_of_the_legal_turns() {
        for variant in Variant::ALL {
            let position = Position::start(variant);
            let builder = TurnBuilder::new(&position);
            let mut found = texts(&builder);
            let mut legal: Vec<String> = position.turns().map(|turn| turn.display(&position).to_string()).collect();
            found.sort();
            legal.sort();
            assert_eq!(found, legal, "{variant}");
        }
    }

    #[test]
    fn both_kinds_where_both_may_be_entered() {
        let position: Position = "4/5/6/6G/6/5/g3 w 16 16 tournament GG 3".parse().unwrap();
        let found = texts(&TurnBuilder::new(&position));
        assert!(found.contains(&"b3".to_owned()) && found.contains(&"Gb3".to_owned()), "{found:?}");
        assert_eq!(found.len(), position.turns().count());
    }

    #[test]
    fn rows_one_after_another_and_pieces_to_keep() {
        // The row e2 to e5, with a GIPF-piece in it and a captured piece after it.
        let position: Position = "4/5/6/SSGSs2/6/5/g3 w 6 6 tournament -- 20".parse().unwrap();
        let mut builder = TurnBuilder::new(&position);
        assert_eq!(texts(&builder), ["take e2 e3 Ge4 e5 e6*", "take e2 e3 e5 e6*, keep Ge4"]);
        assert!(builder.turn().is_none() && !builder.is_begun());
        let choices = builder.choices();
        builder.choose(choices[1]).unwrap();
        assert_eq!(builder.now().position().piece_at("e4".parse().unwrap()).map(|p| p.kind), Some(PieceKind::Gipf));
        assert!(texts(&builder).contains(&"e2".to_owned()));
        assert!(builder.back() && !builder.back());
        assert_eq!(texts(&builder).len(), 2);
    }

    #[test]
    fn forced_rows_are_cleared_by_themselves() {
        let position: Position = "4/5/6/SSS4/6/5/4 w 12 15 basic -- 5".parse().unwrap();
        let mut builder = TurnBuilder::new(&position);
        let push = builder.choices().into_iter().find(|&choice| builder.describe(choice) == "e1-e5").unwrap();
        builder.choose(push).unwrap();
        assert_eq!(texts(&builder), ["take e2 e3 e4 e5"]);
        builder.choose_forced();
        assert_eq!(builder.turn().unwrap().display(&position).to_string(), "e1-e5;xe2,e3,e4,e5");
    }

    #[test]
    fn every_way_of_steps_is_a_legal_turn_and_every_turn_is_found() {
        let position: Position = "4/5/3g2/GGGG3/2s3/5/3s w 6 12 tournament G- 20".parse().unwrap();
        let mut found = Vec::new();
        let mut open = vec![TurnBuilder::new(&position)];
        while let Some(builder) = open.pop() {
            if let Some(turn) = builder.turn() {
                found.push(turn);
                continue;
            }
            open.extend(builder.choices().into_iter().map(|choice| {
                let mut next = builder.clone();
                next.choose(choice).unwrap();
                next
            }));
        }
        let legal: Vec<Turn> = position.turns().collect();
        assert!(found.iter().all(|turn| position.is_legal(*turn)));
        assert!(legal.iter().all(|turn| found.contains(turn)));
        assert_eq!(found.len(), legal.len());
    }
}
