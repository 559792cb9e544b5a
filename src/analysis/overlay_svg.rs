//! Arrows, marks and best turns in a vector picture.

use super::board_svg::{PIECE, SPACING, at, draw_arrow};
use super::overlay::{Arrow, BestTurn, Overlay};
use super::svg::{Anchor, At, Font, Svg};
use crate::board::Point;

/// What a person draws.
const DRAWN: &str = "#d1490f";
/// What the search has found; told from the former by its numbers too.
const FOUND: &str = "#1c7c45";

impl Overlay {
    /// Draws over the pieces.
    pub(super) fn draw(&self, svg: &mut Svg) {
        for spot in self.best.first().into_iter().flat_map(|best| best.taken) {
            let ring = format!("fill=\"none\" stroke=\"{FOUND}\" stroke-width=\"4\" stroke-dasharray=\"7 5\"");
            svg.circle(at(spot.into()), PIECE + 4.0, &ring);
        }
        // The best is drawn last, over the others.
        for (index, best) in self.best.iter().enumerate().rev() {
            let earlier = self.best.iter().take(index);
            match best.way {
                // Turns that differ only in what they take have one way.
                Some(way) if earlier.clone().all(|other| other.way != Some(way)) => {
                    draw_way(svg, way, &ranks(&self.best, way), index == 0);
                }
                _ => {}
            }
        }
        for &arrow in &self.arrows {
            let (from, to) = (at(arrow.from), at(arrow.to));
            svg.open("opacity=\"0.85\"");
            draw_arrow(svg, from, to, DRAWN);
            svg.close();
        }
        for &point in &self.marks {
            let radius = if matches!(point, Point::Spot(_)) { PIECE + 4.5 } else { 12.0 };
            svg.circle(at(point), radius, &format!("fill=\"none\" stroke=\"{DRAWN}\" stroke-width=\"4.5\""));
        }
    }
}

/// The ranks of the turns that go this way.
fn ranks(best: &[BestTurn], way: Arrow) -> String {
    let ranks = (1..).zip(best).filter(|(_, best)| best.way == Some(way)).map(|(rank, _): (usize, _)| rank.to_string());
    ranks.collect::<Vec<_>>().join(",")
}

fn draw_way(svg: &mut Svg, way: Arrow, ranks: &str, is_best: bool) {
    let (from, to) = (at(way.from), at(way.to));
    svg.open(&format!("opacity=\"{}\"", if is_best { 0.9 } else { 0.55 }));
    draw_arrow(svg, from, to, FOUND);
    svg.close();
    // Beyond the dot's middle, so that the numbers of two ways from one dot stand side by side.
    let length = (to.x - from.x).hypot(to.y - from.y);
    let badge = from.towards(to, SPACING * 0.3 / length);
    let radius = 7.0 + 3.5 * ranks.len() as f64;
    svg.circle(badge, radius, &format!("fill=\"{FOUND}\" stroke=\"#ffffff\" stroke-width=\"1.5\""));
    let font = Font::new(15.0).bold().anchored(Anchor::Middle);
    svg.text(At::new(badge.x, badge.y + 5.3), ranks, font, "fill=\"#ffffff\"");
}
