//! Thinks about a position and draws what it has found.
//!
//! `cargo run --release --example analyse -- standard board.svg` thinks for two seconds, prints the three best lines as
//! they are found, and writes a picture with arrows for them.

use gipfel::analysis::{BestLines, Diagram, score_text};
use gipfel::notation::turn_texts;
use gipfel::rules::{Game, Position};
use gipfel::search::{Control, Limits, Observer, Report, Searcher};
use std::error::Error;
use std::time::Duration;

/// Prints what the search reports, and keeps the best lines.
struct Printer {
    position: Position,
    best: BestLines,
}

impl Observer for Printer {
    fn line(&mut self, report: &Report) {
        let turns: Vec<String> = turn_texts(&self.position, &report.pv).collect();
        let score = score_text(report.score, self.position.side());
        println!("depth {:2}  {}. {score}  {}", report.depth, report.multipv, turns.join(" "));
        self.best.line(report);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let position: Position = words.next().as_deref().unwrap_or("standard").parse()?;
    let limits = Limits { multipv: 3, ..Limits::time(Duration::from_secs(2)) };
    let mut printer = Printer { position, best: BestLines::new(limits.multipv) };
    // Another thread could end the search early by `control.stop()`.
    let control = Control::new();
    let result = Searcher::new(64)?.search(&Game::new(position), &limits, &control, &mut printer);

    match result.best {
        Some(best) => println!("best {} after {} positions", best.display(&position), result.nodes),
        None => println!("the game is over"),
    }
    if let Some(file) = words.next() {
        std::fs::write(&file, Diagram::new(&position).with_lines(printer.best.lines()).svg())?;
        println!("picture in {file}");
    }
    Ok(())
}
