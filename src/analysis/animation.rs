//! A game that plays itself, in one vector picture.

use super::board_svg::{WIDTH, draw_board, page};
use super::diagram::Diagram;
use super::sheet::height_of;
use crate::svg::{At, Letters};
use std::time::Duration;

/// Boards that are shown one after another, again and again.
///
/// ```
/// use gipfel::analysis::{Animation, Diagram};
/// use gipfel::notation::play_words;
/// use gipfel::rules::{Claims, Game, Position, Variant};
/// let mut game = Game::new(Position::start(Variant::Basic));
/// play_words(&mut game, ["b3", "e9-e7"])?;
/// let animation = Animation::new(Diagram::of_each_turn(&game, Claims::default()), Animation::DEFAULT_DELAY);
/// assert_eq!(animation.svg().matches("class=\"gipfel-step").count(), 3);
/// assert!(animation.gif(Some(200), || {})?.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Animation {
    pub(super) diagrams: Vec<Diagram>,
    pub(super) delay: Duration,
}

impl Animation {
    /// How long each board is seen where nothing else is asked for.
    pub const DEFAULT_DELAY: Duration = Duration::from_millis(1500);
    /// The last board is seen so many times as long as the others.
    pub(super) const LAST: u32 = 3;

    /// Boards that are each seen for this long, the last one longer.
    #[must_use]
    pub const fn new(diagrams: Vec<Diagram>, delay: Duration) -> Self {
        Self { diagrams, delay }
    }

    /// One SVG picture that moves by style sheets alone, in any browser and without scripts. It stands still while the
    /// mouse is over it; where it cannot or should not move, in print and for people who ask for less motion, it shows
    /// the last board.
    #[must_use]
    pub fn svg(&self) -> String {
        let Some(last) = self.diagrams.last() else { return String::new() };
        let size = At::new(WIDTH, height_of(&self.diagrams));
        let title = format!("GIPF: a game of {} boards, {}", self.diagrams.len(), last.heading());
        page(Letters::Text, size, &title, &last.position.to_string(), |svg| {
            svg.raw(&self.style_sheet());
            draw_board(svg);
            for (index, diagram) in self.diagrams.iter().enumerate() {
                let class = if index + 1 == self.diagrams.len() { "gipfel-step gipfel-last" } else { "gipfel-step" };
                // Below zero, so that the animation has begun when the picture is seen, and no board is seen out of turn.
                let delay = index as f64 * self.delay.as_secs_f64() - self.period();
                svg.open(&format!("class=\"{class}\" style=\"animation-delay:{delay:.3}s\""));
                diagram.draw_heading(svg);
                diagram.draw_position(svg);
                svg.close();
            }
        })
    }

    /// In seconds, from one showing of a board to the next.
    fn period(&self) -> f64 {
        let boards = self.diagrams.len() as f64 + f64::from(Self::LAST - 1);
        boards * self.delay.as_secs_f64()
    }

    fn style_sheet(&self) -> String {
        let period = self.period();
        let share = 100.0 * self.delay.as_secs_f64() / period;
        let keyframes = |name: &str, end: f64| {
            format!(
                "@keyframes {name}{{0%{{visibility:visible}}{end:.4}%{{visibility:hidden}}100%{{visibility:hidden}}}}\n"
            )
        };
        format!(
            "<style>\n\
             .gipfel-step{{visibility:hidden;animation:gipfel-step {period:.3}s step-end infinite}}\n\
             .gipfel-last{{visibility:visible;animation-name:gipfel-last}}\n\
             {}{}\
             svg:hover .gipfel-step{{animation-play-state:paused}}\n\
             @media print,(prefers-reduced-motion:reduce){{.gipfel-step{{animation:none}}}}\n\
             </style>\n",
            keyframes("gipfel-step", share),
            keyframes("gipfel-last", share * f64::from(Self::LAST)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Sheet;
    use crate::notation::play_words;
    use crate::rules::{Claims, Game, Position, Variant};
    use roxmltree::Document;

    fn animation() -> Animation {
        let mut game = Game::new(Position::start(Variant::Standard));
        play_words(&mut game, ["g2", "b6-b4", "e9-e7"]).unwrap();
        Animation::new(Diagram::of_each_turn(&game, Claims::default()), Duration::from_secs(2))
    }

    #[test]
    fn each_board_has_its_time() {
        let svg = animation().svg();
        let document = Document::parse(&svg).unwrap();
        let steps = document.descendants().filter_map(|node| node.attribute("style").zip(node.attribute("class")));
        let expected = [
            ("animation-delay:-12.000s", "gipfel-step"),
            ("animation-delay:-10.000s", "gipfel-step"),
            ("animation-delay:-8.000s", "gipfel-step"),
            ("animation-delay:-6.000s", "gipfel-step gipfel-last"),
        ];
        assert!(steps.eq(expected), "{svg}");
        assert!(svg.contains("animation:gipfel-step 12.000s step-end infinite"));
        assert!(svg.contains("@keyframes gipfel-step{0%{visibility:visible}16.6667%{visibility:hidden}"));
        assert!(svg.contains("@keyframes gipfel-last{0%{visibility:visible}50.0000%{visibility:hidden}"));
    }

    #[test]
    fn without_motion_the_last_board_is_seen() {
        let animation = animation();
        let still = crate::analysis::raster::Pixels::draw(&animation.svg(), 155).unwrap();
        let last = Sheet::new(animation.diagrams[3..].to_vec(), None).svg();
        // Both without their writing, which pixels are not made from.
        let last = crate::analysis::raster::Pixels::draw(&last, 155).unwrap();
        assert!(still.colors().eq(last.colors()));
    }
}
