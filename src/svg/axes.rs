//! The axes of charts: where values lie in the picture, and what is written along the axes.

use super::{Anchor, At, Font, Svg};

/// The writing along the axes.
pub(crate) const LABEL: Font = Font::new(12.0);
/// The colour of a line across, where the picture does not have one of its own.
pub(crate) const GRID: &str = "stroke=\"#ddd\"";

/// The size of a chart, and the room around its field for what is written there, in units of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The field of a chart, with the values at its ends: from left to right, and from the bottom to the top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    pub frame: Frame,
    pub x: [f64; 2],
    pub y: [f64; 2],
}

impl Axes {
    /// The place of two values; beyond the field for values beyond the ends.
    pub fn at(&self, x: f64, y: f64) -> At {
        let Frame { width, height, left, right, top, bottom } = self.frame;
        let part = |value: f64, [first, last]: [f64; 2]| (value - first) / (last - first);
        At::new(
            left + (width - left - right) * part(x, self.x),
            top + (height - top - bottom) * (1.0 - part(y, self.y)),
        )
    }

    /// A line across at this height, with its value at the left; `line` and `writing` are the attributes of their colours.
    pub fn level(&self, svg: &mut Svg, y: f64, value: &str, line: &str, writing: &str) {
        let [left, right] = self.x.map(|x| self.at(x, y));
        svg.line(left, right, line);
        svg.text(At::new(left.x - 6.0, left.y + 4.0), value, LABEL.anchored(Anchor::End), writing);
    }

    /// A value below the field.
    pub fn mark(&self, svg: &mut Svg, x: f64, value: &str) {
        let at = self.at(x, self.y[0]);
        svg.text(At::new(at.x, at.y + 18.0), value, LABEL.anchored(Anchor::Middle), "");
    }

    /// Where writing begins at the foot of the picture, under the left end of the field.
    pub const fn foot(&self) -> At {
        At::new(self.frame.left, self.frame.height - 7.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Letters;

    const AXES: Axes = Axes {
        frame: Frame { width: 200.0, height: 100.0, left: 30.0, right: 10.0, top: 15.0, bottom: 25.0 },
        x: [-2.0, 2.0],
        y: [0.0, 1.0],
    };

    #[test]
    fn ends_lie_at_the_edges_of_the_field() {
        assert_eq!(AXES.at(-2.0, 0.0), At::new(30.0, 75.0));
        assert_eq!(AXES.at(2.0, 1.0), At::new(190.0, 15.0));
        assert_eq!(AXES.at(0.0, 0.5), At::new(110.0, 45.0));
    }

    #[test]
    fn values_stand_beside_the_field() {
        let mut svg = Svg::new(Letters::Text, 200.0, 100.0, "", "");
        AXES.level(&mut svg, 0.5, "50 %", GRID, "");
        AXES.mark(&mut svg, 1.0, "1");
        let svg = svg.finish();
        for part in [
            "<line x1=\"30\" y1=\"45\" x2=\"190\" y2=\"45\" stroke=\"#ddd\"/>",
            "<text x=\"24\" y=\"49\" font-size=\"12\" text-anchor=\"end\">50 %</text>",
            "<text x=\"150\" y=\"93\" font-size=\"12\" text-anchor=\"middle\">1</text>",
        ] {
            assert!(svg.contains(part), "{svg}");
        }
    }
}
