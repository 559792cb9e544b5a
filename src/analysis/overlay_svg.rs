//! Arrows, marks and best turns in a vector picture.

use super::board_svg::{PIECE, SPACING, at, draw_arrow};
use super::overlay::{Arrow, BestTurn, Overlay};
use crate::board::Point;
use crate::svg::{Anchor, At, Font, Svg};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Diagram;
    use crate::notation::parse_turn;
    use crate::rules::Position;
    use crate::search::{Report, Score};
    use roxmltree::{Document, Node};
    use std::time::Duration;

    fn count(svg: &str, wanted: impl Fn(&Node) -> bool) -> usize {
        Document::parse(svg).unwrap().descendants().filter(wanted).count()
    }

    fn report(position: &Position, multipv: usize, turn: &str) -> Report {
        let (score, elapsed) = (Score::centipawns(40 - 5 * multipv as i32), Duration::ZERO);
        let pv = vec![parse_turn(position, turn).unwrap()];
        Report { depth: 1, seldepth: 1, multipv, score, nodes: 1, elapsed, hashfull: 0, visits: 1, pv }
    }

    #[test]
    fn arrows_and_marks_of_people() {
        let plain = Diagram::new(&"standard".parse().unwrap());
        let diagram = plain.clone().with_arrow("a1-c3".parse().unwrap()).with_mark("e5".parse().unwrap());
        let svg = diagram.with_mark("i5".parse().unwrap()).svg();
        let drawn = |node: &Node| [node.attribute("stroke"), node.attribute("fill")].contains(&Some(DRAWN));
        assert_eq!(count(&plain.svg(), drawn), 0);
        assert_eq!(count(&svg, |node| drawn(node) && node.has_tag_name("polygon")), 1, "the arrow's head");
        let radii = ["27", "12"];
        for radius in radii {
            let ring = |node: &Node| drawn(node) && node.attribute("r") == Some(radius);
            assert_eq!(count(&svg, ring), 1, "a ring of radius {radius}");
        }
    }

    #[test]
    fn best_turns_have_numbers() {
        let position: Position = "4/5/6/2SS1SS/6/5/G2g w 6 6 standard -- 40".parse().unwrap();
        let turns = ["h1-h3", "h6-h4", "d2"];
        let lines: Vec<Report> = (1..).zip(turns).map(|(rank, turn)| report(&position, rank, turn)).collect();
        let svg = Diagram::new(&position).with_lines(&lines).svg();
        let word = |text: &'static str| move |node: &Node| node.has_tag_name("text") && node.text() == Some(text);
        for rank in ["1", "2", "3"] {
            assert_eq!(count(&svg, word(rank)), 1, "the number {rank}");
        }
        assert_eq!(count(&svg, word("1. +0.35 White: h1-h3")), 1);
        let heads = |node: &Node| node.has_tag_name("polygon") && node.attribute("fill") == Some(FOUND);
        assert_eq!(count(&svg, heads), 3);
    }

    #[test]
    fn turns_that_differ_in_what_they_take_share_an_arrow() {
        // White takes the GIPF-piece or leaves it.
        let position: Position = "g3/5/6/1SSG3/6/5/4 w 6 6 tournament -- 40".parse().unwrap();
        let turns = ["e2;xe2,e3,e4", "e2;xe2,e3,e4,Ge5"];
        let lines: Vec<Report> = (1..).zip(turns).map(|(rank, turn)| report(&position, rank, turn)).collect();
        let svg = Diagram::new(&position).with_lines(&lines).svg();
        assert_eq!(count(&svg, |node| node.has_tag_name("text") && node.text() == Some("1,2")), 1);
        let taken = |node: &Node| node.attribute("stroke") == Some(FOUND) && node.has_attribute("stroke-dasharray");
        assert_eq!(count(&svg, taken), 3, "what the better of them takes");
    }
}
