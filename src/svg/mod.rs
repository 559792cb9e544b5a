//! A small writer of SVG, for every picture that the program makes.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub(crate) mod axes;
mod letters;

use crate::xml::escape;
#[cfg(test)]
pub(crate) use letters::width;
use std::fmt::Display;

/// The colours of paper, and of what is written on it.
const PAPER: &str = "#fffdf8";
const WRITING: &str = "#2e2a25";

/// A place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    pub x: f64,
    pub y: f64,
}

impl At {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The place a fraction of the way to another; below 0 and above 1 beyond either.
    pub fn towards(self, other: Self, fraction: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * fraction, y: self.y + (other.y - self.y) * fraction }
    }
}

/// How writing goes into a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// As text, in the fonts of whoever looks at it.
    Text,
    /// As shapes, which look the same everywhere.
    Shapes,
}

/// How a word is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Font {
    pub size: f64,
    pub bold: bool,
    pub anchor: Anchor,
}

/// Which part of a word stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Font {
    /// Plain writing to the right of its place.
    pub const fn new(size: f64) -> Self {
        Self { size, bold: false, anchor: Anchor::Start }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub const fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }
}

/// A picture in the making.
pub(crate) struct Svg {
    text: String,
    letters: Letters,
}

impl Svg {
    /// An empty picture that scales to any size; `title` and `description` are for those who cannot see it.
    pub fn new(letters: Letters, width: f64, height: f64, title: &str, description: &str) -> Self {
        Self::with_view(letters, At::new(0.0, 0.0), At::new(width, height), title, description)
    }

    /// A picture that shows what lies between the corner and the sizes to the right and down from it.
    pub fn with_view(letters: Letters, corner: At, size: At, title: &str, description: &str) -> Self {
        let view = [corner.x, corner.y, size.x, size.y].map(|value| number(value).to_string()).join(" ");
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\" role=\"img\">\n\
             <title>{}</title>\n<desc>{}</desc>\n",
            escape(title),
            escape(description)
        );
        Self { text, letters }
    }

    /// Shapes without a picture around them, for one that others use.
    pub const fn fragment() -> Self {
        Self { text: String::new(), letters: Letters::Text }
    }

    /// The shapes of a fragment.
    pub fn into_shapes(self) -> String {
        self.text
    }

    /// A sheet of paper that fills the picture, with something drawn on it. Its writing looks the same in all pictures.
    pub fn on_paper(&mut self, draw: impl FnOnce(&mut Self)) {
        self.raw(&format!("<rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n"));
        self.open(&format!("font-family=\"Helvetica, Arial, sans-serif\" fill=\"{WRITING}\""));
        draw(self);
        self.close();
    }

    /// Opens a group whose attributes its members inherit.
    pub fn open(&mut self, attributes: &str) {
        self.tag("g", attributes, ">");
    }

    /// Closes the group.
    pub fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// Text that is SVG already.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn line(&mut self, from: At, to: At, attributes: &str) {
        let place = [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)];
        self.shape("line", &place, attributes);
    }

    pub fn circle(&mut self, at: At, radius: f64, attributes: &str) {
        self.shape("circle", &[("cx", at.x), ("cy", at.y), ("r", radius)], attributes);
    }

    pub fn polygon(&mut self, corners: &[At], attributes: &str) {
        self.through("polygon", corners, attributes);
    }

    /// Lines from each point to the next.
    pub fn polyline(&mut self, points: &[At], attributes: &str) {
        self.through("polyline", points, attributes);
    }

    /// Writing; `attributes` are those of its colour.
    pub fn text(&mut self, at: At, text: &str, font: Font, attributes: &str) {
        if self.letters == Letters::Shapes {
            let path = letters::path(text, at, font);
            return self.tag("path", &format!("d=\"{path}\" {attributes}"), "/>");
        }
        let weight = if font.bold { " font-weight=\"bold\"" } else { "" };
        let anchor = match font.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y, size) = (number(at.x), number(at.y), number(font.size));
        let place = format!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor} {attributes}");
        self.tag("text", &place, &format!(">{}</text>", escape(text)));
    }

    /// The whole picture.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    fn through(&mut self, name: &str, points: &[At], attributes: &str) {
        let points: Vec<String> = points.iter().map(|at| format!("{},{}", number(at.x), number(at.y))).collect();
        self.tag(name, &format!("points=\"{}\" {attributes}", points.join(" ")), "/>");
    }

    fn shape(&mut self, name: &str, place: &[(&str, f64)], attributes: &str) {
        let place: Vec<String> = place.iter().map(|(name, value)| format!("{name}=\"{}\"", number(*value))).collect();
        self.tag(name, &format!("{} {attributes}", place.join(" ")), "/>");
    }

    fn tag(&mut self, name: &str, attributes: &str, end: &str) {
        self.text.push_str(&format!("<{name} {}{end}\n", attributes.trim_end()));
    }
}

/// A number with no more digits than a picture needs.
pub(crate) fn number(value: f64) -> impl Display {
    let tenths = (value * 10.0).round() / 10.0;
    // No minus sign on zero.
    if tenths == 0.0 { 0.0 } else { tenths }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(12.345).to_string(), "12.3");
        assert_eq!(number(-0.01).to_string(), "0");
        assert_eq!(number(60.0).to_string(), "60");
    }
}
