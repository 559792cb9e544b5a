//! The losses of a training as a picture.

use super::Epoch;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
/// Room for the numbers at the left and below.
const LEFT: f64 = 64.0;
const BELOW: f64 = 40.0;
const MARGIN: f64 = 16.0;

/// The losses of all epochs as an SVG picture: one curve over the samples learned from, one over those for validation, and the
/// validation loss of the plain evaluation as a dashed line.
#[must_use]
pub fn loss_chart(epochs: &[Epoch], plain: f64) -> String {
    let losses = epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]).chain([plain]);
    let (least, most) = losses.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), loss| (a.min(loss), b.max(loss)));
    let span = (most - least).max(1e-6);
    let x = |epoch: usize| LEFT + (WIDTH - LEFT - MARGIN) * epoch as f64 / (epochs.len().max(2) - 1) as f64;
    let y = |loss: f64| MARGIN + (HEIGHT - BELOW - MARGIN) * (most - loss) / span;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for step in 0..=4 {
        let loss = least + span * f64::from(step) / 4.0;
        let height = y(loss);
        _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {height:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            WIDTH - MARGIN,
            LEFT - 6.0,
            height + 4.0
        );
    }
    let bottom = HEIGHT - BELOW + 20.0;
    for epoch in (0..epochs.len()).step_by(epochs.len().div_ceil(12).max(1)) {
        _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{}</text>", x(epoch), epoch + 1);
    }
    let mut curve = |name: &str, color: &str, place: f64, loss: fn(&Epoch) -> f64| {
        let points: Vec<_> =
            epochs.iter().enumerate().map(|(i, epoch)| format!("{:.1},{:.1}", x(i), y(loss(epoch)))).collect();
        _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{place}\" y=\"{:.1}\" fill=\"{color}\">{name}</text>",
            points.join(" "),
            HEIGHT - 6.0
        );
    };
    curve("training", "#c60", LEFT, |epoch| epoch.training);
    curve("validation", "#06c", LEFT + 90.0, |epoch| epoch.validation);
    _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {:.1}H{:.1}\" stroke=\"#666\" stroke-dasharray=\"6 4\"/>\
         <text x=\"{}\" y=\"{:.1}\" fill=\"#666\">plain evaluation</text>\n</svg>",
        y(plain),
        WIDTH - MARGIN,
        LEFT + 190.0,
        HEIGHT - 6.0
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_go_through_the_losses() {
        let epoch = |training, validation| Epoch { training, validation, quantised: validation };
        let svg = loss_chart(&[epoch(0.6, 0.65), epoch(0.5, 0.55), epoch(0.45, 0.5)], 0.6);
        roxmltree::Document::parse(&svg).unwrap();
        // From the left edge to the right; the largest loss at the top, the least at the bottom.
        assert!(svg.contains("points=\"64.0,92.0 344.0,244.0 624.0,320.0\""), "{svg}");
        assert!(svg.contains("points=\"64.0,16.0 344.0,168.0 624.0,244.0\""), "{svg}");
    }
}
