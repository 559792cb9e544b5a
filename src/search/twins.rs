//! Turns of a symmetric position that lead to images of each other: of such twins one is enough.

use crate::rules::Position;

/// Later positions are not looked at: hardly any is symmetric. And since a position of the game can come again only after
/// rows have been taken, what the game has seen hardly matters to twins that are so early.
const LAST_TURN: u16 = 6;

/// The positions after the turns of a symmetric position, up to symmetry.
#[derive(Debug, Default)]
pub(super) struct Twins(Vec<u64>);

impl Twins {
    /// `None` where the position is not symmetric, or comes too late in the game.
    #[inline]
    pub fn of(position: &Position) -> Option<Self> {
        (position.turn_number() <= LAST_TURN && position.is_symmetric()).then(Self::default)
    }

    /// Whether no image of this position, reached by one turn, has come before.
    pub fn is_new(&mut self, next: &Position) -> bool {
        let hash = next.canonical().0.hash();
        let new = !self.0.contains(&hash);
        if new {
            self.0.push(hash);
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Control, Limits, Searcher, Silent};
    use super::*;
    use crate::rules::{Game, Variant};

    fn kinds(position: &Position) -> Option<usize> {
        let mut twins = Twins::of(position)?;
        Some(position.turns().filter(|&turn| twins.is_new(&position.play(turn))).count())
    }

    #[test]
    fn one_turn_of_each_kind() {
        // Six symmetries leave the start of basic and standard as it is, all twelve the empty board of tournament. There are two
        // kinds of vacant spots at the rim if the corners differ, and each kind of corner is pushed straight or to the side: to
        // push one's own piece aside is the same as to enter beside it, unless it is a GIPF-piece. On the empty board there
        // are corners and other spots of the rim.
        for (variant, expected) in Variant::ALL.into_iter().zip([5, 6, 2]) {
            let start = Position::start(variant);
            assert_eq!(kinds(&start), Some(expected), "{variant}");
            let after: Vec<_> = start.turns().map(|turn| start.play(turn)).collect();
            assert!(after.iter().any(|position| kinds(position).is_none()));
            assert!(after.iter().any(|position| kinds(position).is_some()));
        }
    }

    /// To depth 3 nothing else is left out: the score is that of all turns, which are searched where they are asked for by name.
    #[test]
    fn twins_change_no_score() {
        for variant in Variant::ALL {
            let start = Position::start(variant);
            let search = |limits: &Limits| {
                Searcher::new(1).unwrap().search(&Game::new(start), limits, &Control::new(), &mut Silent)
            };
            let (one, each) = (Limits::depth(3), Limits { search_turns: start.turns().collect(), ..Limits::depth(3) });
            let (one, each) = (search(&one), search(&each));
            assert_eq!(one.score, each.score, "{variant}");
            assert!(one.nodes < each.nodes);
        }
    }
}
