//! The score of a match over its games, with its interval, as an SVG picture.

use super::journal::Contents;
use super::standings::Standings;
use super::statistics::Estimate;
use crate::svg::axes::{Axes, Frame, GRID, LABEL};
use crate::svg::{Anchor, At, Font, Letters, Svg};

/// One panel.
const FRAME: Frame = Frame { width: 800.0, height: 300.0, left: 60.0, right: 20.0, top: 40.0, bottom: 40.0 };
const TITLE: Font = Font::new(16.0);
/// Points along a line: more would not be seen.
const POINTS: usize = 400;

/// The picture: in a match of two the first engine's score; in others one panel for each engine.
#[must_use]
pub fn svg(contents: &Contents) -> String {
    let mut standings = Standings::new(&contents.header);
    let panels = if standings.engines.len() == 2 { 1 } else { standings.engines.len() };
    let every = contents.games.len().div_ceil(POINTS).max(1);
    let mut lines: Vec<Vec<(u64, Estimate)>> = vec![Vec::new(); panels];
    for (number, game) in (1..).zip(&contents.games) {
        standings.add(game);
        if number % every != 0 && number != contents.games.len() {
            continue;
        }
        for (line, engine) in lines.iter_mut().zip(&standings.engines) {
            if let Some(summary) = engine.counts.summary() {
                line.push((engine.counts.games.games(), summary.score));
            }
        }
    }
    let height = FRAME.height * panels as f64;
    let mut svg = Svg::new(Letters::Text, FRAME.width, height, "Score", "The score over the games, with its interval");
    svg.on_paper(|svg| {
        for (panel, (line, engine)) in lines.iter().zip(&standings.engines).enumerate() {
            let opponent = standings.engines.get(1).filter(|_| panels == 1);
            let title = match opponent {
                Some(opponent) => format!("{} - {}", engine.name, opponent.name),
                None => engine.name.clone(),
            };
            svg.open(&format!("transform=\"translate(0 {})\"", panel as f64 * FRAME.height));
            draw(svg, &title, line);
            svg.close();
        }
    });
    svg.finish()
}

fn draw(svg: &mut Svg, title: &str, line: &[(u64, Estimate)]) {
    let games = line.last().map_or(1, |(games, _)| *games).max(1);
    let axes = Axes { frame: FRAME, x: [0.0, games as f64], y: [0.0, 1.0] };
    for percent in [0, 25, 50, 75, 100] {
        let ink = if percent == 50 { "stroke=\"#888\"" } else { GRID };
        axes.level(svg, f64::from(percent) / 100.0, &format!("{percent} %"), ink, "");
    }
    let points = |score: fn(&Estimate) -> f64| -> Vec<At> {
        line.iter().map(|(game, estimate)| axes.at(*game as f64, score(estimate))).collect()
    };
    let mut band = points(|estimate| estimate.high);
    band.extend(points(|estimate| estimate.low).into_iter().rev());
    svg.polygon(&band, "fill=\"#2a6fb0\" fill-opacity=\"0.2\"");
    svg.polyline(&points(|estimate| estimate.value), "fill=\"none\" stroke=\"#2a6fb0\" stroke-width=\"2\"");
    let last = line.last().map_or(String::new(), |(games, score)| {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (value, low, high) = (percent(score.value), percent(score.low), percent(score.high));
        format!(": {value} % [{low}, {high}] after {games} games")
    });
    svg.text(At::new(FRAME.left, 24.0), &format!("{title}{last}"), TITLE, "");
    let foot = axes.foot();
    svg.text(foot, "score, with its interval of 95 %", LABEL, "");
    let right = At::new(FRAME.width - FRAME.right, foot.y);
    svg.text(right, &format!("{games} games"), LABEL.anchored(Anchor::End), "");
}
