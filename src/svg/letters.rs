//! Writing as shapes, for pictures that must not depend on the fonts of a machine.

use super::{Anchor, At, Font};
use std::fmt::Write;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The outlines of a word, as the data of an SVG path. A sign that the font lacks becomes a box.
pub(super) fn path(text: &str, at: At, font: Font) -> String {
    let Some(face) = face(font.bold) else { return String::new() };
    let scale = font.size / f64::from(face.units_per_em());
    let shift = match font.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width_in(&face, text) * scale / 2.0,
        Anchor::End => -width_in(&face, text) * scale,
    };
    let mut pen = Pen { path: String::new(), at: At::new(at.x + shift, at.y), scale };
    for glyph in glyphs(&face, text) {
        face.outline_glyph(glyph, &mut pen);
        pen.at.x += advance(&face, glyph) * scale;
    }
    pen.path
}

/// The width of a word.
#[cfg(test)]
pub(crate) fn width(text: &str, font: Font) -> f64 {
    face(font.bold).map_or(0.0, |face| width_in(&face, text) * font.size / f64::from(face.units_per_em()))
}

/// DejaVu Sans Condensed, which takes about as much room as the Helvetica of pictures with text.
fn face(bold: bool) -> Option<Face<'static>> {
    let data = if bold { dejavu::sans_condensed::bold() } else { dejavu::sans_condensed::regular() };
    Face::parse(data, 0).ok()
}

fn glyphs<'a>(face: &'a Face, text: &'a str) -> impl Iterator<Item = GlyphId> + 'a {
    text.chars().map(|sign| face.glyph_index(sign).unwrap_or_default())
}

/// In the font's units.
fn width_in(face: &Face, text: &str) -> f64 {
    glyphs(face, text).map(|glyph| advance(face, glyph)).sum()
}

fn advance(face: &Face, glyph: GlyphId) -> f64 {
    face.glyph_hor_advance(glyph).map_or(0.0, f64::from)
}

/// Writes outlines, which are given in the font's units with y upwards.
struct Pen {
    path: String,
    /// Where the glyph begins, on the line that it stands on.
    at: At,
    scale: f64,
}

impl Pen {
    fn draw<const N: usize>(&mut self, command: char, points: [(f32, f32); N]) {
        self.path.push(command);
        for (x, y) in points {
            let (x, y) = (self.at.x + f64::from(x) * self.scale, self.at.y - f64::from(y) * self.scale);
            // Writing into a string does not fail.
            let _ = write!(self.path, "{x:.2} {y:.2} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_at_their_place() {
        let font = Font::new(20.0);
        let first_x = |anchor| {
            let path = path("l", At::new(100.0, 50.0), font.anchored(anchor));
            path.trim_start_matches('M').split(' ').next().unwrap().parse::<f64>().unwrap()
        };
        let width = width("l", font);
        assert!((3.0..8.0).contains(&width), "{width}");
        assert!(first_x(Anchor::Start) > 100.0 && first_x(Anchor::Start) < 100.0 + width);
        assert!((first_x(Anchor::Start) - first_x(Anchor::Middle) - width / 2.0).abs() < 0.02);
        assert!((first_x(Anchor::Start) - first_x(Anchor::End) - width).abs() < 0.02);
    }

    #[test]
    fn every_sign_of_ascii_has_a_shape() {
        for sign in '!'..='~' {
            for font in [Font::new(16.0), Font::new(16.0).bold()] {
                let shape = |text: &str| path(text, At::new(0.0, 0.0), font);
                assert!(shape(&sign.to_string()).len() > 10, "{sign}");
                assert_ne!(shape(&sign.to_string()), shape("\u{10fffd}"), "{sign} is the box of missing signs");
            }
        }
    }
}
