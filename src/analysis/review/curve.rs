//! The curve of White's win probability over a game, as SVG for a page.

use super::{Grade, Review};
use crate::svg::axes::{Axes, Frame, LABEL};
use crate::svg::{Anchor, At, Font, Letters, Svg};
use crate::xml::escape;

const FRAME: Frame = Frame { width: 760.0, height: 220.0, left: 44.0, right: 12.0, top: 14.0, bottom: 26.0 };
const SIGN: Font = Font::new(14.0).bold().anchored(Anchor::Middle);

/// From the start to the end of the game, in turns, and from 0 to 1, White's win probability.
fn axes(review: &Review) -> Axes {
    Axes { frame: FRAME, x: [0.0, review.turns.len().max(1) as f64], y: [0.0, 1.0] }
}

/// How far to the right the position after so many turns lies, in units of the picture.
pub(super) fn x(review: &Review, after: usize) -> f64 {
    axes(review).at(after as f64, 0.0).x
}

/// The picture. Each position is a link to `#{anchor}{turns}`; colours are those of the page's style sheet.
pub(super) fn svg(review: &Review, anchor: &str) -> String {
    let description = "White's win probability in percent, at the start and after each turn";
    let mut svg = Svg::new(Letters::Text, FRAME.width, FRAME.height, "Win probability", description);
    let axes = axes(review);
    let points: Vec<At> =
        review.white_wins().enumerate().map(|(after, win)| axes.at(after as f64, win.value())).collect();
    let [first, end] = axes.x;
    let field = [axes.at(first, 1.0), axes.at(end, 1.0), axes.at(end, 0.0), axes.at(first, 0.0)];
    svg.polygon(&field, "class=\"black\"");
    let last = axes.at(review.turns.len() as f64, 0.0);
    let corners = [axes.at(first, 0.0)].into_iter().chain(points.iter().copied()).chain([last]);
    svg.polygon(&corners.collect::<Vec<_>>(), "class=\"white\"");
    for percent in [0, 50, 100] {
        let white = f64::from(percent) / 100.0;
        axes.level(&mut svg, white, &percent.to_string(), "class=\"grid\"", "class=\"label\"");
    }
    svg.polyline(&points, "class=\"curve\"");
    svg.line(axes.at(first, 1.0), axes.at(first, 0.0), "class=\"cursor\"");
    for (after, &at) in points.iter().enumerate() {
        mark(&mut svg, review, after, at, anchor);
    }
    svg.text(axes.foot(), "White wins, in percent", LABEL, "class=\"label\"");
    svg.finish()
}

/// The turn that led to a point: a disc with its sign where it is graded, and a strip that can be clicked.
fn mark(svg: &mut Svg, review: &Review, after: usize, at: At, anchor: &str) {
    let turn = after.checked_sub(1).and_then(|index| review.turns.get(index));
    let name = match after.checked_sub(1) {
        Some(index) => super::words::numbered(review, index),
        None => "start".to_owned(),
    };
    svg.raw(&format!("<a href=\"#{anchor}{after}\"><title>{}</title>\n", escape(&name)));
    let axes = axes(review);
    let [left, right] = [after as f64 - 0.5, after as f64 + 0.5];
    let strip = [axes.at(left, 1.0), axes.at(right, 1.0), axes.at(right, 0.0), axes.at(left, 0.0)];
    svg.polygon(&strip, "class=\"strip\"");
    if let Some(turn) = turn.filter(|turn| turn.grade >= Grade::Inaccuracy) {
        svg.circle(at, 5.0, &format!("class=\"{}\"", turn.grade.name()));
        let y = if at.y < FRAME.top + 24.0 { at.y + 20.0 } else { at.y - 9.0 };
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
        // After two of three turns, and 98 % up.
        assert_eq!((disc.attribute("cx"), disc.attribute("cy")), (Some("513.3"), Some("17.9")));
        assert_eq!(disc.attribute("class"), Some("blunder"));
        assert_eq!(disc.parent_element().unwrap().attribute("href"), Some("#p2"));
    }

    #[test]
    fn an_empty_game() {
        let svg = svg(&review("[Variant \"basic\"]\n\n*", &[&[(0, "b3")]]), "p");
        assert!(Document::parse(&svg).is_ok() && !svg.contains("NaN"), "{svg}");
    }
}
