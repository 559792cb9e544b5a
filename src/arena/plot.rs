//! The score of a match over its games, with its interval, as an SVG picture.

use super::journal::Contents;
use super::standings::Standings;
use super::statistics::Estimate;
use std::fmt::Write as _;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 40.0;
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
    let height = HEIGHT * panels as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (panel, (line, engine)) in lines.iter().zip(&standings.engines).enumerate() {
        let opponent = standings.engines.get(1).filter(|_| panels == 1);
        let title = match opponent {
            Some(opponent) => format!("{} - {}", engine.name, opponent.name),
            None => engine.name.clone(),
        };
        let _ = writeln!(text, "<g transform=\"translate(0 {})\">", panel as f64 * HEIGHT);
        draw(&mut text, &title, line);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn draw(text: &mut String, title: &str, line: &[(u64, Estimate)]) {
    let games = line.last().map_or(1, |(games, _)| *games).max(1);
    let x = |game: u64| LEFT + (WIDTH - LEFT - RIGHT) * game as f64 / games as f64;
    let y = |score: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - score);
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let ink = if percent == 50 { "#888" } else { "#ddd" };
        let _ = write!(
            text,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"{ink}\"/>\n<text x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>\n",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        );
    }
    let points = |score: &dyn Fn(&Estimate) -> f64| -> Vec<String> {
        line.iter().map(|(game, estimate)| format!("{:.1},{:.1}", x(*game), y(score(estimate)))).collect()
    };
    let mut band = points(&|estimate| estimate.high);
    band.extend(points(&|estimate| estimate.low).into_iter().rev());
    let _ = write!(
        text,
        "<polygon points=\"{}\" fill=\"#2a6fb0\" fill-opacity=\"0.2\"/>\n<polyline points=\"{}\" fill=\"none\" \
         stroke=\"#2a6fb0\" stroke-width=\"2\"/>\n",
        band.join(" "),
        points(&|estimate| estimate.value).join(" ")
    );
    let last = line.last().map_or(String::new(), |(games, score)| {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (value, low, high) = (percent(score.value), percent(score.low), percent(score.high));
        format!(": {value} % [{low}, {high}] after {games} games")
    });
    let _ = write!(
        text,
        "<text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{}{last}</text>\n<text x=\"{:.1}\" y=\"{:.1}\" \
         text-anchor=\"end\">{games} games</text>\n<text x=\"{LEFT}\" y=\"{:.1}\">score, with its interval of 95 %</text>\n",
        escaped(title),
        WIDTH - RIGHT,
        HEIGHT - 12.0,
        HEIGHT - 12.0
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
