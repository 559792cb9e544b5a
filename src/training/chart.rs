//! Pictures of a training: its losses, and how well scores tell the results of games.

use super::Epoch;
use super::stats::Stats;
use crate::rules::Variant;
use crate::svg::axes::{Axes, Frame, GRID, LABEL};
use crate::svg::{At, Letters, Svg};

const FRAME: Frame = Frame { width: 648.0, height: 360.0, left: 64.0, right: 24.0, top: 16.0, bottom: 40.0 };
/// The width of an entry in the line that explains the colours.
const KEY: f64 = 100.0;

/// Curves over two axes, in the making.
struct Chart<'a> {
    svg: &'a mut Svg,
    axes: Axes,
    keys: usize,
}

impl Chart<'_> {
    /// A line across at this height, with its name at the left.
    fn level(&mut self, y: f64, name: &str) {
        self.axes.level(self.svg, y, name, GRID, "");
    }

    /// A name below the picture.
    fn mark(&mut self, x: f64, name: &str) {
        self.axes.mark(self.svg, x, name);
    }

    /// A curve through these points; `style` is what SVG says of the stroke besides its colour.
    fn curve(&mut self, points: impl IntoIterator<Item = (f64, f64)>, color: &str, style: &str) {
        let points: Vec<At> = points.into_iter().map(|(x, y)| self.axes.at(x, y)).collect();
        self.svg.polyline(&points, &format!("fill=\"none\" stroke=\"{color}\" {style}"));
    }

    fn dot(&mut self, x: f64, y: f64, color: &str) {
        self.svg.circle(self.axes.at(x, y), 3.0, &fill(color));
    }

    /// Says what a colour means, at the bottom, one after another.
    fn key(&mut self, name: &str, color: &str) {
        let foot = self.axes.foot();
        self.svg.text(At::new(foot.x + KEY * self.keys as f64, foot.y), name, LABEL, &fill(color));
        self.keys += 1;
    }
}

fn fill(color: &str) -> String {
    format!("fill=\"{color}\"")
}

/// A picture with axes between these ends, from left to right and from the bottom to the top.
fn picture(title: &str, description: &str, x: [f64; 2], y: [f64; 2], draw: impl FnOnce(&mut Chart)) -> String {
    let mut svg = Svg::new(Letters::Text, FRAME.width, FRAME.height, title, description);
    svg.on_paper(|svg| draw(&mut Chart { svg, axes: Axes { frame: FRAME, x, y }, keys: 0 }));
    svg.finish()
}

/// The losses of all epochs as an SVG picture: one curve over the samples learned from, one over those for validation, and the
/// validation loss of the plain evaluation as a dashed line.
#[must_use]
pub fn loss_chart(epochs: &[Epoch], plain: f64) -> String {
    let losses = epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]).chain([plain]);
    let (least, most) = losses.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), loss| (a.min(loss), b.max(loss)));
    let span = (most - least).max(1e-6);
    let last = epochs.len().max(2) as f64;
    let description = "The mean loss after each epoch: of the samples learned from and of those for validation";
    picture("Losses", description, [1.0, last], [most - span, most], |chart| {
        for step in 0..=4 {
            let loss = least + span * f64::from(step) / 4.0;
            chart.level(loss, &format!("{loss:.4}"));
        }
        for epoch in (1..=epochs.len()).step_by(epochs.len().div_ceil(12).max(1)) {
            chart.mark(epoch as f64, &epoch.to_string());
        }
        let losses = |loss: fn(&Epoch) -> f64| (1..).map(f64::from).zip(epochs.iter().map(loss));
        chart.curve(losses(|epoch| epoch.training), "#c60", "stroke-width=\"2\"");
        chart.key("training", "#c60");
        chart.curve(losses(|epoch| epoch.validation), "#06c", "stroke-width=\"2\"");
        chart.key("validation", "#06c");
        chart.curve([(1.0, plain), (last, plain)], "#666", "stroke-dasharray=\"6 4\"");
        chart.key("plain evaluation", "#666");
    })
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
    let description = "The mean result of samples over their scores, and the curve that is fitted";
    picture("Scores and results", description, [-most, most], [0.0, 1.0], |chart| {
        for percent in [0, 25, 50, 75, 100] {
            chart.level(f64::from(percent) / 100.0, &format!("{percent} %"));
        }
        for score in (-SCORES..=SCORES).step_by(100) {
            chart.mark(score.into(), &format!("{score} cp"));
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
            chart.key(variant.name(), color);
        }
    })
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
        assert!(svg.contains("points=\"64,92 344,244 624,320\""), "{svg}");
        assert!(svg.contains("points=\"64,16 344,168 624,244\""), "{svg}");
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
        assert_eq!(dots, [place("274", "244"), place("414", "92")]);
    }
}
