//! Pictures of a training: its losses, and how well scores tell the results of games.

use super::Epoch;
use super::stats::Stats;
use crate::rules::Variant;
use std::fmt::{Display, Write};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
/// Room for the numbers at the left and below.
const LEFT: f64 = 64.0;
const BELOW: f64 = 40.0;
const MARGIN: f64 = 16.0;
/// The width of an entry in the line that explains the colours.
const KEY: f64 = 100.0;

/// Curves over two axes as an SVG picture.
struct Chart {
    svg: String,
    x: [f64; 2],
    y: [f64; 2],
    keys: usize,
}

impl Chart {
    /// With the values at the ends of the axes.
    fn new(x: [f64; 2], y: [f64; 2]) -> Self {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        Self { svg, x, y, keys: 0 }
    }

    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let part = |value: f64, [first, last]: [f64; 2]| (value - first) / (last - first);
        let height = HEIGHT - BELOW - MARGIN;
        (LEFT + (WIDTH - LEFT - MARGIN) * part(x, self.x), MARGIN + height * (1.0 - part(y, self.y)))
    }

    /// A line across at this height, with its name at the left.
    fn level(&mut self, y: f64, name: impl Display) {
        let (_, height) = self.place(self.x[0], y);
        _ = writeln!(
            self.svg,
            "<path d=\"M{LEFT} {height:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            WIDTH - MARGIN,
            LEFT - 6.0,
            height + 4.0
        );
    }

    /// A name below the picture.
    fn mark(&mut self, x: f64, name: impl Display) {
        let (x, _) = self.place(x, self.y[0]);
        _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
            HEIGHT - BELOW + 20.0
        );
    }

    /// A curve through these points; `style` is what SVG says of the stroke besides its colour.
    fn curve(&mut self, points: impl IntoIterator<Item = (f64, f64)>, color: &str, style: &str) {
        let points = points.into_iter().map(|(x, y)| self.place(x, y)).map(|(x, y)| format!("{x:.1},{y:.1}"));
        let points = points.collect::<Vec<_>>().join(" ");
        _ = writeln!(self.svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" {style}/>");
    }

    fn dot(&mut self, x: f64, y: f64, color: &str) {
        let (x, y) = self.place(x, y);
        _ = writeln!(self.svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>");
    }

    /// Says what a colour means, at the bottom, one after another.
    fn key(&mut self, name: impl Display, color: &str) {
        let x = LEFT + KEY * self.keys as f64;
        _ = writeln!(self.svg, "<text x=\"{x}\" y=\"{:.1}\" fill=\"{color}\">{name}</text>", HEIGHT - 6.0);
        self.keys += 1;
    }

    fn finish(self) -> String {
        self.svg + "</svg>\n"
    }
}

/// The losses of all epochs as an SVG picture: one curve over the samples learned from, one over those for validation, and the
/// validation loss of the plain evaluation as a dashed line.
#[must_use]
pub fn loss_chart(epochs: &[Epoch], plain: f64) -> String {
    let losses = epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]).chain([plain]);
    let (least, most) = losses.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), loss| (a.min(loss), b.max(loss)));
    let span = (most - least).max(1e-6);
    let last = epochs.len().max(2) as f64;
    let mut chart = Chart::new([1.0, last], [most - span, most]);
    for step in 0..=4 {
        let loss = least + span * f64::from(step) / 4.0;
        chart.level(loss, format_args!("{loss:.4}"));
    }
    for epoch in (1..=epochs.len()).step_by(epochs.len().div_ceil(12).max(1)) {
        chart.mark(epoch as f64, epoch);
    }
    let losses = |loss: fn(&Epoch) -> f64| (1..).map(f64::from).zip(epochs.iter().map(loss));
    chart.curve(losses(|epoch| epoch.training), "#c60", "stroke-width=\"2\"");
    chart.key("training", "#c60");
    chart.curve(losses(|epoch| epoch.validation), "#06c", "stroke-width=\"2\"");
    chart.key("validation", "#06c");
    chart.curve([(1.0, plain), (last, plain)], "#666", "stroke-dasharray=\"6 4\"");
    chart.key("plain evaluation", "#666");
    chart.finish()
}

/// The scores that the picture of calibration shows, in centipawns.
const SCORES: i16 = 400;
/// Samples with scores this near to each other are one dot.
const BIN: i16 = 25;
/// Fewer samples make no dot.
const FEWEST: u64 = 100;

/// How well scores tell the results of games, as an SVG picture: for each variant that occurs, the mean result of samples with about the
/// same score as dots, and the curve that is fitted to them. Proven results are left out.
#[must_use]
pub fn calibration_chart(stats: &Stats) -> String {
    let most = f64::from(SCORES);
    let mut chart = Chart::new([-most, most], [0.0, 1.0]);
    for percent in [0, 25, 50, 75, 100] {
        chart.level(f64::from(percent) / 100.0, format_args!("{percent} %"));
    }
    for score in (-SCORES..=SCORES).step_by(100) {
        chart.mark(score.into(), format_args!("{score} cp"));
    }
    for (variant, color) in Variant::ALL.into_iter().zip(["#c60", "#06c", "#283"]) {
        let Some(curve) = stats.win_curve(variant) else { continue };
        let scores = (-SCORES..=SCORES).step_by(10).map(f64::from);
        chart.curve(scores.map(|score| (score, curve.chance(score))), color, "stroke-width=\"1.5\"");
        for (score, count, points) in stats.results_by_score(variant, BIN) {
            if count >= FEWEST && score.abs() <= most {
                chart.dot(score, points, color);
            }
        }
        chart.key(variant, color);
    }
    chart.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::search::Score;
    use crate::training::{Sample, Wdl};

    #[test]
    fn curves_go_through_the_losses() {
        let epoch = |training, validation| Epoch { training, validation, quantised: validation };
        let svg = loss_chart(&[epoch(0.6, 0.65), epoch(0.5, 0.55), epoch(0.45, 0.5)], 0.6);
        roxmltree::Document::parse(&svg).unwrap();
        // From the left edge to the right; the largest loss at the top, the least at the bottom.
        assert!(svg.contains("points=\"64.0,92.0 344.0,244.0 624.0,320.0\""), "{svg}");
        assert!(svg.contains("points=\"64.0,16.0 344.0,168.0 624.0,244.0\""), "{svg}");
    }

    #[test]
    fn dots_are_mean_results() {
        let position = Position::start(Variant::Standard);
        let samples: Vec<Sample> = (0..400)
            .map(|i| {
                // Of those ahead three of four are won, of those behind one.
                let (score, wins) = if i % 2 == 0 { (100, 3) } else { (-100, 1) };
                let result = if i / 2 % 4 < wins { Wdl::Win } else { Wdl::Loss };
                Sample::new(&position, Score::centipawns(score), result, i)
            })
            .collect();
        let svg = calibration_chart(&samples.iter().collect());
        let picture = roxmltree::Document::parse(&svg).unwrap();
        let dots: Vec<_> = picture
            .descendants()
            .filter(|node| node.has_tag_name("circle"))
            .map(|dot| (dot.attribute("cx").unwrap().to_owned(), dot.attribute("cy").unwrap().to_owned()))
            .collect();
        let place = |x: &str, y: &str| (x.to_owned(), y.to_owned());
        assert_eq!(dots, [place("274.0", "244.0"), place("414.0", "92.0")]);
    }
}
