//! What a book answers in a game.

use super::{Book, KnownTurn};
use crate::rules::Game;
use crate::search::Luck;

impl Book {
    /// The most that a player gives away for variety, in centipawns.
    const MARGIN: u32 = 10;

    /// A turn to play in a game: by luck one of those that are at most 10 centipawns worse than the best. `None` where the
    /// book does not know the position or sees a forced win or loss, as in [`Book::choose`], and where the position has stood
    /// before in the game: there the book would only repeat itself.
    #[must_use]
    pub fn answer(&self, game: &Game, luck: &mut Luck) -> Option<KnownTurn> {
        self.choose_in(game, Self::MARGIN, luck)
    }

    /// The best turn in a game, the same each time; `None` as in [`Book::answer`].
    #[must_use]
    pub fn advice(&self, game: &Game) -> Option<KnownTurn> {
        self.choose_in(game, 0, &mut Luck::seeded(0))
    }

    fn choose_in(&self, game: &Game, margin: u32, luck: &mut Luck) -> Option<KnownTurn> {
        if game.repetitions() > 1 { None } else { self.choose(game.position(), margin, luck) }
    }
}
