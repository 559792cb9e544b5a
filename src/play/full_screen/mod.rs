//! Play on the whole terminal, with cursor and mouse.

mod app;
mod draw;
mod pointing;
#[cfg(test)]
mod tests;

pub use app::App;

use super::table::Table;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use std::io;
use std::time::Duration;

/// How long to wait for a key before the engine and the clocks are looked at.
const TICK: Duration = Duration::from_millis(50);

/// Plays on the terminal of standard output until the person quits. The terminal is left as it was, also where the
/// program fails.
///
/// # Errors
///
/// Where the terminal cannot be used.
pub fn run(table: Table, unicode: bool, color: bool) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let restore = Restore;
    execute!(io::stdout(), EnableMouseCapture)?;
    let mut app = App::new(table, unicode, color);
    while !app.is_done() {
        app.tick();
        terminal.draw(|frame| app.draw(frame))?;
        if event::poll(TICK)? {
            app.handle(&event::read()?);
        }
    }
    drop(restore);
    Ok(())
}

/// Gives the terminal back, however the game ends.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        // Where that fails there is no terminal left to say so.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        let _ = ratatui::try_restore();
    }
}
