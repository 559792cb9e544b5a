//! Pictures in pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why there is no picture in pixels.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// It would be too large.
    #[error("a picture of {width} x {height} pixels is too large; ask for a smaller width or fewer boards")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The drawing cannot be turned into pixels.
    #[error("cannot draw the picture: {0}")]
    Drawing(String),
    /// The pixels cannot be turned into a file.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}

/// The most pixels of a picture: a quarter of a gigabyte in memory.
const MOST_PIXELS: f64 = 64_000_000.0;
/// The largest width of a picture whose width nobody has asked for.
const MOST_WIDTH: f64 = 4096.0;

/// A picture in pixels.
pub(super) struct Pixels(Pixmap);

impl Pixels {
    /// Draws an SVG picture without text so many pixels wide.
    pub fn draw(svg: &str, width: u32) -> Result<Self, RasterError> {
        let tree = read(svg)?;
        Self::draw_scaled(&tree, f64::from(width) / f64::from(tree.size().width()))
    }

    /// Draws an SVG picture without text, with so many pixels for one of its units, or fewer where it would become too
    /// large.
    pub fn draw_at_most(svg: &str, scale: f64) -> Result<Self, RasterError> {
        let tree = read(svg)?;
        let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        // A little less, since what is begun is a whole pixel.
        let largest = 0.99 * (MOST_PIXELS / (width * height)).sqrt();
        Self::draw_scaled(&tree, scale.min(MOST_WIDTH / width).min(largest))
    }

    fn draw_scaled(tree: &Tree, scale: f64) -> Result<Self, RasterError> {
        let pixels = |length: f32| (f64::from(length) * scale).round().max(1.0);
        let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
        let too_large = RasterError::TooLarge { width: width as u32, height: height as u32 };
        if width * height > MOST_PIXELS {
            return Err(too_large);
        }
        let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
        resvg::render(tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
        Ok(Self(pixmap))
    }

    /// In pixels: width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    /// Red, green and blue of each pixel, row by row; pictures are opaque.
    pub fn colors(&self) -> impl Iterator<Item = [u8; 3]> {
        self.0.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
    }

    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        self.0.encode_png().map_err(|error| RasterError::Encoding(error.to_string()))
    }
}

fn read(svg: &str) -> Result<Tree, RasterError> {
    Tree::from_str(svg, &Options::default()).map_err(|error| RasterError::Drawing(error.to_string()))
}
