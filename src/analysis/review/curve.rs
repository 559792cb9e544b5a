//! The curve of White's win probability over a game, as SVG for a page.

use super::{Grade, Review};
use crate::analysis::svg::{Anchor, At, Font, Letters, Svg};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 26.0;
const LABEL: Font = Font::new(12.0);
const SIGN: Font = Font::new(14.0).bold().anchored(Anchor::Middle);

/// Where a point of the curve lies: the position after so many turns, and White's win probability.
fn place(review: &Review, after: usize, white: f64) -> At {
    let turns = review.turns.len().max(1) as f64;
    let x = LEFT + (WIDTH - LEFT - RIGHT) * after as f64 / turns;
    At::new(x, TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - white))
}

/// How far to the right the position after so many turns lies, in units of the picture.
pub(super) fn x(review: &Review, after: usize) -> f64 {
    place(review, after, 0.0).x
}

/// The picture. Each position is a link to `#{anchor}{turns}`; colours are those of the page's style sheet.
pub(super) fn svg(review: &Review, anchor: &str) -> String {
    let description = "White's win probability in percent, at the start and after each turn";
    let mut svg = Svg::new(Letters::Text, WIDTH, HEIGHT, "Win probability", description);
    let points: Vec<At> =
        review.white_wins().enumerate().map(|(after, win)| place(review, after, win.value())).collect();
    let last = review.turns.len();
    svg.polygon(
        &[
            place(review, 0, 1.0),
            place(review, last.max(1), 1.0),
            place(review, last.max(1), 0.0),
            place(review, 0, 0.0),
        ],
        "class=\"black\"",
    );
    let corners = [place(review, 0, 0.0)].into_iter().chain(points.iter().copied()).chain([place(review, last, 0.0)]);
    svg.polygon(&corners.collect::<Vec<_>>(), "class=\"white\"");
    for percent in [0, 50, 100] {
        let at = place(review, 0, f64::from(percent) / 100.0);
        svg.line(at, At::new(WIDTH - RIGHT, at.y), "class=\"grid\"");
        let left = At::new(LEFT - 6.0, at.y + 4.0);
        svg.text(left, &percent.to_string(), LABEL.anchored(Anchor::End), "class=\"label\"");
    }
    for pair in points.windows(2) {
        if let &[from, to] = pair {
            svg.line(from, to, "class=\"curve\"");
        }
    }
    let place_of_cursor = At::new(LEFT, TOP);
    svg.line(place_of_cursor, At::new(LEFT, HEIGHT - BOTTOM), "class=\"cursor\"");
    for (after, &at) in points.iter().enumerate() {
        mark(&mut svg, review, after, at, anchor);
    }
    svg.text(At::new(LEFT, HEIGHT - 7.0), "White wins, in percent", LABEL, "class=\"label\"");
    svg.finish()
}

/// The turn that led to a point: a disc with its sign where it is graded, and a strip that can be clicked.
fn mark(svg: &mut Svg, review: &Review, after: usize, at: At, anchor: &str) {
    let turn = after.checked_sub(1).and_then(|index| review.turns.get(index));
    let name = match after.checked_sub(1) {
        Some(index) => super::words::numbered(review, index),
        None => "start".to_owned(),
    };
    let name = crate::analysis::svg::escape(&name);
    svg.raw(&format!("<a href=\"#{anchor}{after}\"><title>{name}</title>\n"));
    let half = (WIDTH - LEFT - RIGHT) / review.turns.len().max(1) as f64 / 2.0;
    let strip = [(-half, TOP), (half, TOP), (half, HEIGHT - BOTTOM), (-half, HEIGHT - BOTTOM)];
    svg.polygon(&strip.map(|(x, y)| At::new(at.x + x, y)), "class=\"strip\"");
    if let Some(turn) = turn.filter(|turn| turn.grade >= Grade::Inaccuracy) {
        svg.circle(at, 5.0, &format!("class=\"{}\"", turn.grade.name()));
        let y = if at.y < TOP + 24.0 { at.y + 20.0 } else { at.y - 9.0 };
        let class = format!("class=\"sign {}\"", turn.grade.name());
        svg.text(At::new(at.x, y), turn.grade.sign(), SIGN, &class);
    }
    svg.raw("</a>\n");
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{blunder, review};
    use super::*;
    use roxmltree::Document;

    #[test]
    fn one_point_for_each_position() {
        let svg = svg(&blunder(), "p");
        let document = Document::parse(&svg).unwrap();
        let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
        assert_eq!((count("a"), count("circle")), (4, 1));
        let disc = document.descendants().find(|node| node.has_tag_name("circle")).unwrap();
        // After two of three turns, and 94 % up.
        assert_eq!((disc.attribute("cx"), disc.attribute("cy")), (Some("513.3"), Some("25")));
        assert_eq!(disc.attribute("class"), Some("blunder"));
        assert_eq!(disc.parent_element().unwrap().attribute("href"), Some("#p2"));
    }

    #[test]
    fn an_empty_game() {
        let svg = svg(&review("[Variant \"basic\"]\n\n*", &[&[(0, "b3")]]), "p");
        assert!(Document::parse(&svg).is_ok() && !svg.contains("NaN"), "{svg}");
    }
}
