//! One board or several in one picture.

use super::board_svg::{WIDTH, page};
use super::diagram::Diagram;
use super::raster::{Pixels, RasterError};
use crate::svg::{At, Letters};

/// Boards side by side, row by row.
///
/// ```
/// use gipfel::analysis::{Diagram, Sheet};
/// use gipfel::notation::play_words;
/// use gipfel::rules::{Claims, Game, Position, Variant};
/// let mut game = Game::new(Position::start(Variant::Basic));
/// play_words(&mut game, ["b3", "e9-e7"])?;
/// let sheet = Sheet::new(Diagram::of_each_turn(&game, Claims::default()), Some(3));
/// assert!(sheet.svg().contains("viewBox=\"0 0 1860 785\""));
/// assert!(sheet.png(Some(600))?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    diagrams: Vec<Diagram>,
    columns: usize,
}

impl Sheet {
    /// So many pixels for one unit of the picture, where no width is asked for; 620 units are a board's width.
    const PIXELS_PER_UNIT: f64 = 2.0;

    /// A sheet with so many boards a row; by default about as many as there are rows.
    #[must_use]
    pub fn new(diagrams: Vec<Diagram>, columns: Option<usize>) -> Self {
        let most = diagrams.len().max(1);
        let columns = columns.unwrap_or_else(|| most.isqrt() + usize::from(most.isqrt().pow(2) < most));
        Self { diagrams, columns: columns.clamp(1, most) }
    }

    /// The boards as one SVG picture that scales to any size.
    #[must_use]
    pub fn svg(&self) -> String {
        self.draw(Letters::Text)
    }

    /// The boards as a PNG picture of this width in pixels, by default 1240 for one board and up to 4096 for several.
    /// The picture does not depend on fonts of the machine.
    ///
    /// # Errors
    ///
    /// Where it would have too many pixels.
    pub fn png(&self, width: Option<u32>) -> Result<Vec<u8>, RasterError> {
        let svg = self.draw(Letters::Shapes);
        match width {
            Some(width) => Pixels::draw(&svg, width)?.png(),
            None => Pixels::draw_at_most(&svg, Self::PIXELS_PER_UNIT)?.png(),
        }
    }

    fn draw(&self, letters: Letters) -> String {
        if let [diagram] = self.diagrams.as_slice() {
            return diagram.page(letters, diagram.height());
        }
        let rows: Vec<(&[Diagram], f64)> =
            self.diagrams.chunks(self.columns).map(|row| (row, height_of(row))).collect();
        let height: f64 = rows.iter().map(|(_, height)| height).sum();
        let title = format!("GIPF: {} boards", self.diagrams.len());
        let positions: Vec<String> = self.diagrams.iter().map(|diagram| diagram.position.to_string()).collect();
        page(letters, At::new(WIDTH * self.columns as f64, height), &title, &positions.join(", "), |svg| {
            let mut corner = At::new(0.0, 0.0);
            for (row, height) in rows {
                corner.x = 0.0;
                for diagram in row {
                    svg.open(&format!("transform=\"translate({},{})\"", corner.x, corner.y));
                    diagram.draw(svg);
                    svg.close();
                    corner.x += WIDTH;
                }
                corner.y += height;
            }
        })
    }
}

/// The height that the tallest of them needs.
pub(super) fn height_of(diagrams: &[Diagram]) -> f64 {
    diagrams.iter().map(Diagram::height).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};
    use roxmltree::Document;

    fn sheet(boards: usize, columns: Option<usize>) -> Sheet {
        Sheet::new(vec![Diagram::new(&Position::start(Variant::Standard)); boards], columns)
    }

    /// Width and height in pixels, from the head of the file.
    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn boards_stand_in_rows() {
        let svg = sheet(5, None).svg();
        let document = Document::parse(&svg).unwrap();
        let places = document.descendants().filter_map(|node| node.attribute("transform"));
        let expected = [(0, 0), (620, 0), (1240, 0), (0, 762), (620, 762)].map(|(x, y)| format!("translate({x},{y})"));
        assert!(places.eq(expected), "{svg}");
        assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 1860 1524"));
        let columns = |boards, asked| sheet(boards, asked).columns;
        assert_eq!([columns(1, None), columns(2, None), columns(4, None), columns(16, None)], [1, 2, 2, 4]);
        assert_eq!([columns(3, Some(9)), columns(9, Some(9)), columns(0, None)], [3, 9, 1]);
    }

    #[test]
    fn one_board_is_the_board() {
        let diagram = Diagram::new(&Position::start(Variant::Basic));
        assert_eq!(Sheet::new(vec![diagram.clone()], None).svg(), diagram.svg());
    }

    #[test]
    fn pixels_as_asked() {
        assert_eq!(size(&sheet(1, None).png(None).unwrap()), (1240, 1524));
        assert_eq!(size(&sheet(2, Some(1)).png(Some(310)).unwrap()), (310, 762));
        let error = sheet(1, None).png(Some(20_000)).unwrap_err();
        let expected = "a picture of 20000 x 24581 pixels is too large; ask for a smaller width or fewer boards";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn writing_is_drawn_without_fonts() {
        let dark = |letters| {
            let diagram = Diagram::new(&Position::start(Variant::Standard));
            let pixels = Pixels::draw(&diagram.page(letters, diagram.height()), 620).unwrap();
            // Above the board stands the heading alone.
            pixels.colors().take(620 * 60).filter(|color| color.iter().all(|&part| part < 100)).count()
        };
        assert!(dark(Letters::Shapes) > 500, "{}", dark(Letters::Shapes));
        assert_eq!(dark(Letters::Text), 0, "text has no fonts to be drawn with");
    }
}
