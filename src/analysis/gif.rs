//! A game that plays itself, in pixels.

use super::animation::Animation;
use super::board_svg::WIDTH;
use super::diagram::Diagram;
use super::raster::{Pixels, RasterError};
use super::sheet::height_of;
use crate::svg::Letters;
use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use color_quant::NeuQuant;
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

impl Animation {
    /// The boards as an animated GIF of this width in pixels, by default 620. `drawn` is called after each board.
    ///
    /// # Errors
    ///
    /// Where it would have too many pixels.
    pub fn gif(&self, width: Option<u32>, mut drawn: impl FnMut()) -> Result<Vec<u8>, RasterError> {
        let (width, height) = (width.unwrap_or(WIDTH as u32), height_of(&self.diagrams));
        let draw = |diagram: &Diagram| Pixels::draw(&diagram.page(Letters::Shapes, height), width);
        let mut palette = Palette::of(self.samples().map(draw))?;
        let mut file: Option<File> = None;
        for (index, diagram) in self.diagrams.iter().enumerate() {
            let pixels = draw(diagram)?;
            let times = if index + 1 == self.diagrams.len() { Self::LAST } else { 1 };
            let file = match &mut file {
                Some(file) => file,
                none => none.insert(File::begin(pixels.size(), &palette.colors)?),
            };
            file.add(pixels.colors().map(|color| palette.index(color)).collect(), self.delay * times)?;
            drawn();
        }
        file.map_or_else(|| Ok(Vec::new()), File::finish)
    }

    /// A few boards with all that the game has to show: the start, the end, some in between.
    fn samples(&self) -> impl Iterator<Item = &Diagram> {
        let step = (self.diagrams.len() / 4).max(1);
        self.diagrams.iter().rev().step_by(step)
    }
}

/// The index of what is left as it was. The colours have those below it.
const UNCHANGED: u8 = 255;

/// The colours of all frames, so that none of them changes from one to the next.
struct Palette {
    quantizer: NeuQuant,
    /// Red, green, blue of each.
    colors: Vec<u8>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn of(samples: impl Iterator<Item = Result<Pixels, RasterError>>) -> Result<Self, RasterError> {
        let mut pixels = Vec::new();
        for sample in samples {
            pixels.extend(sample?.colors().flat_map(|[red, green, blue]| [red, green, blue, u8::MAX]));
        }
        // Every tenth pixel is looked at, as the quantizer's author advises.
        let quantizer = NeuQuant::new(10, usize::from(UNCHANGED), &pixels);
        let colors = quantizer.color_map_rgb();
        Ok(Self { quantizer, colors, known: HashMap::new() })
    }

    fn index(&mut self, color: [u8; 3]) -> u8 {
        let [red, green, blue] = color;
        let nearest = || self.quantizer.index_of(&[red, green, blue, u8::MAX]);
        *self.known.entry(color).or_insert_with(|| nearest().try_into().unwrap_or(0))
    }
}

/// A file in the making.
struct File {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    /// The pixels of the last frame.
    shown: Vec<u8>,
}

impl File {
    fn begin((width, height): (u32, u32), colors: &[u8]) -> Result<Self, RasterError> {
        let side = |length: u32| u16::try_from(length).map_err(|_| RasterError::TooLarge { width, height });
        let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, colors)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, width: width as usize, shown: Vec::new() })
    }

    /// Adds a frame; only what it changes is written.
    fn add(&mut self, pixels: Vec<u8>, time: Duration) -> Result<(), RasterError> {
        let (rectangle, buffer) = self.changed(&pixels);
        self.encoder.write_frame(&Frame {
            // In hundredths of a second; viewers take less than two for a mistake.
            delay: u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX).max(2),
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: rectangle.left as u16,
            top: rectangle.top as u16,
            width: rectangle.width as u16,
            height: rectangle.height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        self.shown = pixels;
        Ok(())
    }

    /// The smallest rectangle with all that changes, and what is written there.
    fn changed(&self, pixels: &[u8]) -> (Rectangle, Vec<u8>) {
        let rows = || pixels.chunks(self.width).zip(self.shown.chunks(self.width)).enumerate();
        if self.shown.is_empty() {
            let height = pixels.len() / self.width.max(1);
            return (Rectangle { left: 0, top: 0, width: self.width, height }, pixels.to_vec());
        }
        let (mut left, mut right, mut top, mut bottom) = (self.width, 0, None, 0);
        for (number, (new, old)) in rows() {
            let differs = |&column: &usize| new.get(column) != old.get(column);
            if let Some(first) = (0..self.width).find(differs) {
                left = left.min(first);
                right = right.max((0..self.width).rfind(differs).unwrap_or(first));
                top = top.or(Some(number));
                bottom = number;
            }
        }
        // Where nothing changes, one pixel stands for nothing.
        let (top, left) = top.map_or((0, 0), |top| (top, left));
        let rectangle = Rectangle { left, top, width: right - left + 1, height: bottom - top + 1 };
        let written = rows().skip(top).take(rectangle.height).flat_map(|(_, (new, old))| {
            let both = new.iter().zip(old).skip(left).take(rectangle.width);
            both.map(|(new, old)| if new == old { UNCHANGED } else { *new })
        });
        let written = written.collect();
        (rectangle, written)
    }

    fn finish(self) -> Result<Vec<u8>, RasterError> {
        Ok(self.encoder.into_inner()?)
    }
}

/// In pixels.
struct Rectangle {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl From<EncodingError> for RasterError {
    fn from(error: EncodingError) -> Self {
        Self::Encoding(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_words;
    use crate::rules::{Claims, Game, Position, Variant};

    /// Red, green and blue of all pixels as a viewer shows them, frame by frame, and how long each is seen.
    fn view(file: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut decoder = ::gif::DecodeOptions::new();
        decoder.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(file).unwrap();
        let width = usize::from(decoder.width());
        let mut canvas = vec![[0; 3]; width * usize::from(decoder.height())];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks(4).enumerate() {
                let row = usize::from(frame.top) + index / usize::from(frame.width);
                let column = usize::from(frame.left) + index % usize::from(frame.width);
                if pixel[3] != 0 {
                    canvas[row * width + column].copy_from_slice(&pixel[..3]);
                }
            }
            frames.push((canvas.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn frames_look_like_the_boards() {
        let mut game = Game::new(Position::start(Variant::Standard));
        play_words(&mut game, ["g2", "b6-b4", "e9-e7"]).unwrap();
        let animation = Animation::new(Diagram::of_each_turn(&game, Claims::default()), Duration::from_millis(700));
        let mut drawn = 0;
        let frames = view(&animation.gif(Some(200), || drawn += 1).unwrap());
        assert_eq!((drawn, frames.len()), (4, 4));
        assert!(frames.iter().map(|(_, delay)| *delay).eq([70, 70, 70, 210]));
        for (diagram, (seen, _)) in animation.diagrams.iter().zip(&frames) {
            let page = diagram.page(Letters::Shapes, height_of(&animation.diagrams));
            let exact = Pixels::draw(&page, 200).unwrap();
            // 255 colours are enough to be near each pixel's own.
            let far = exact.colors().zip(seen).filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24));
            assert!(far.count() < seen.len() / 200);
        }
    }

    #[test]
    fn sizes_beyond_a_file_are_refused() {
        let animation = Animation::new(vec![Diagram::new(&Position::start(Variant::Basic))], Duration::from_secs(1));
        let error = animation.gif(Some(60_000), || {}).unwrap_err();
        assert!(error.to_string().starts_with("a picture of 60000 x "), "{error}");
    }
}
