//! The turns at which a game turned.

use super::ReviewedTurn;
use crate::rules::Color;

/// With this win probability or more a player leads.
pub(super) const LEAD: f64 = 0.6;

/// A turn by which the lead went over to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The turn's index in the game, from 0.
    pub turn: usize,
    /// Who led before; `None` where the game had been balanced from its start.
    pub from: Option<Color>,
    /// Who leads from then on.
    pub to: Color,
}

/// The turning points of a game, in order.
///
/// A player takes the lead when his win probability reaches 60 %, and keeps it until the other's does. From when the lead
/// was last held, or the start, to when the other takes it, the turn with the greatest loss of win probability by the player
/// who falls behind is the turning point; where he lost nothing, it is the last of these turns.
pub(super) fn turning_points(start: f64, turns: &[ReviewedTurn]) -> Vec<TurningPoint> {
    let mut found = Vec::new();
    let mut leader = leader_at(start);
    let mut held = 0;
    for (index, turn) in turns.iter().enumerate() {
        let Some(to) = leader_at(turn.white_win().value()) else { continue };
        if leader != Some(to) {
            let stretch = turns.iter().enumerate().take(index + 1).skip(held);
            let losing = stretch.filter(|(_, turn)| turn.mover != to && turn.loss > 0.0);
            // Of equals the earliest counts.
            let worst = losing.rev().max_by(|(_, a), (_, b)| a.loss.total_cmp(&b.loss));
            found.push(TurningPoint { turn: worst.map_or(index, |(worst, _)| worst), from: leader, to });
            leader = Some(to);
        }
        held = index + 1;
    }
    found
}

fn leader_at(white: f64) -> Option<Color> {
    match white {
        white if white >= LEAD => Some(Color::White),
        white if white <= 1.0 - LEAD => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::review;
    use super::*;

    /// White leads after Black's first turn, and loses the lead by two turns of which the first was the worse.
    #[test]
    fn the_worst_turn_of_the_way_is_named() {
        let text = "[Variant \"standard\"]\n\n1. g2 b6-b4 2. e1-e3 g6 3. b3 d7 4. c6 *";
        let found: [&[(i32, &str)]; 8] = [
            &[(0, "g2")],
            &[(0, "g6")],
            &[(200, "b3")],
            &[(-10, "g6")],
            &[(10, "c6")],
            &[(100, "d7")],
            &[(-100, "c6")],
            &[(100, "f7")],
        ];
        let review = review(text, &found);
        let white: Vec<f64> = review.white_wins().map(|win| (100.0 * win.value()).round()).collect();
        assert_eq!(white, [50.0, 50.0, 97.0, 55.0, 55.0, 14.0, 14.0, 14.0]);
        let points = [
            TurningPoint { turn: 1, from: None, to: Color::White },
            TurningPoint { turn: 2, from: Some(Color::White), to: Color::Black },
        ];
        assert_eq!(review.turning_points, points);
        assert_eq!(turning_points(0.5, &review.turns[..1]), []);
        assert_eq!(turning_points(0.7, &review.turns[..2]), [], "who leads from the start takes no lead");
    }
}
