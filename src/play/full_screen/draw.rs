//! Drawing the full screen: the board on the left, what is known about the game on the right, what to do below.

use super::app::{App, Question};
use super::pointing::{Mark, Pointing};
use crate::analysis::{BOARD_ROWS, Diagram, Ink, cell_of};
use crate::play::clock_text;
use crate::rules::Color as Side;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// Something to click, and the key that it stands for.
pub(super) struct Button {
    pub area: Rect,
    pub key: KeyCode,
}

/// The smallest terminal on which everything fits.
const SMALLEST: (u16, u16) = (80, 24);
/// Where the right side begins.
const PANEL: u16 = 43;
const BOARD_END: u16 = BOARD_ROWS as u16;

/// The keys, for the help.
const KEYS: [(&str, &str); 19] = [
    ("arrows", "move the cursor"),
    ("Enter", "choose the point under it; so does a click"),
    ("Esc", "take back a step of the turn begun"),
    ("t", "take the marked row"),
    ("g", "enter a basic piece or a GIPF-piece"),
    ("h", "hint"),
    (".", "let the engine play this turn"),
    ("u r", "undo, redo"),
    ("f", "turn the board round"),
    ("a", "analysis on or off"),
    ("v", "level of the engine, 1 to 20"),
    ("p", "who plays: white, black, both, none"),
    ("n", "new game"),
    ("s l", "save, load"),
    ("R", "resign"),
    (":", "type a turn or any command of the line mode"),
    ("Ctrl-C", "make the engine play at once"),
    ("?", "this help"),
    ("q", "quit"),
];

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        self.buttons.clear();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text =
                format!("the terminal needs {} x {}, it has {} x {}", SMALLEST.0, SMALLEST.1, area.width, area.height);
            put(buffer, area, 0, 0, &text, Style::default());
            return;
        }
        if self.shows_help {
            return draw_help(buffer, area);
        }
        self.draw_board(buffer, area);
        self.draw_panel(buffer, area);
        self.draw_foot(buffer, area);
    }

    fn diagram(&self) -> Diagram {
        match self.pointing.as_ref().and_then(Pointing::begun) {
            Some(position) => Diagram::new(position).flipped(self.table.setup().flipped),
            None => self.table.diagram(),
        }
    }

    fn draw_board(&self, buffer: &mut Buffer, area: Rect) {
        for (y, row) in (0..).zip(self.diagram().cells(self.unicode)) {
            for (x, (sign, ink)) in (0..).zip(row) {
                put(buffer, area, x, y, sign.encode_utf8(&mut [0; 4]), self.style(ink));
            }
        }
        let flipped = self.table.setup().flipped;
        for (point, mark) in self.pointing.iter().flat_map(Pointing::marks) {
            let signs = match mark {
                Mark::Taken => ["{", "}"],
                Mark::Open => ["(", ")"],
            };
            self.hug(buffer, area, cell_of(point, flipped), signs);
        }
        self.hug(buffer, area, cell_of(self.cursor, flipped), ["[", "]"]);
    }

    /// Puts signs on both sides of a point.
    fn hug(&self, buffer: &mut Buffer, area: Rect, (column, row): (u16, u16), [left, right]: [&str; 2]) {
        let style = self.style(Ink::Mark).add_modifier(Modifier::BOLD);
        put(buffer, area, column.saturating_sub(2), row, left, style);
        put(buffer, area, column + 2, row, right, style);
    }

    fn style(&self, ink: Ink) -> Style {
        if !self.color {
            return Style::default();
        }
        let bold = Style::default().add_modifier(Modifier::BOLD);
        match ink {
            Ink::Plain => Style::default(),
            Ink::Faint => Style::default().add_modifier(Modifier::DIM),
            Ink::White => bold.fg(Color::Black).bg(Color::White),
            Ink::Black => bold.fg(Color::White).bg(Color::Blue),
            Ink::Mark => bold.fg(Color::Green),
            Ink::Taken => bold.fg(Color::Red),
        }
    }

    fn draw_panel(&mut self, buffer: &mut Buffer, area: Rect) {
        let width = usize::from(area.width - PANEL);
        let mut lines = self.diagram().summary();
        let clocks = Side::ALL.map(|side| self.table.remaining(side).map(clock_text));
        if let [Some(white), Some(black)] = clocks {
            lines.push(format!("{:<10}{white:>8}{black:>8}", "clock"));
        }
        lines.push(String::new());
        let analysis: Vec<String> = self.lines.iter().map(|line| self.table.describe(line)).collect();
        let depth = self.lines.iter().map(|line| line.depth).max();
        let room =
            usize::from(BOARD_END).saturating_sub(lines.len() + 3 + analysis.len() + usize::from(depth.is_some()));
        lines.extend(self.last_turns(room, width));
        lines.extend(depth.map(|depth| format!("analysis, depth {depth}")));
        lines.extend(analysis);
        for (y, line) in (0..BOARD_END - 2).zip(&lines) {
            put(buffer, area, PANEL, y, line, Style::default());
        }
        let buttons = [
            [("Hint", 'h'), ("Undo", 'u'), ("Redo", 'r'), ("Flip", 'f')],
            [("Take", 't'), ("Kind", 'g'), ("Help", '?'), ("Quit", 'q')],
        ];
        for (y, row) in (BOARD_END - 2..).zip(buttons) {
            for (x, (name, key)) in (PANEL..).step_by(9).zip(row) {
                let text = format!("[{name} {key}]");
                put(buffer, area, x, y, &text, self.style(Ink::Faint));
                self.buttons.push(Button { area: Rect::new(x, y, text.len() as u16, 1), key: KeyCode::Char(key) });
            }
        }
    }

    /// The last turns, a pair a line, in so many lines.
    fn last_turns(&self, room: usize, width: usize) -> Vec<String> {
        let record = self.table.session().record();
        let first = usize::from(record.start.side() == Side::Black);
        let mut pairs: Vec<String> = Vec::new();
        for (half, node) in (first..).zip(&record.line.nodes) {
            match pairs.last_mut() {
                Some(pair) if half % 2 == 1 => pair.push_str(&format!(" {}", node.text())),
                _ => {
                    pairs.push(format!("{}.{} {}", half / 2 + 1, if half % 2 == 1 { " ..." } else { "" }, node.text()))
                }
            }
        }
        let skipped = pairs.len().saturating_sub(room);
        pairs.into_iter().skip(skipped).map(|pair| pair.chars().take(width).collect()).collect()
    }

    fn draw_foot(&self, buffer: &mut Buffer, area: Rect) {
        let bold = Style::default().add_modifier(Modifier::BOLD);
        put(buffer, area, 1, BOARD_END + 1, &self.what_to_do(), bold);
        put(buffer, area, 1, BOARD_END + 2, &self.message, Style::default());
        if let Some(input) = &self.input {
            // The end of a long line is what one looks at.
            let hidden = input.chars().count().saturating_sub(usize::from(area.width) - 4);
            let shown: String = input.chars().skip(hidden).collect();
            put(buffer, area, 1, BOARD_END + 3, &format!(":{shown}_"), bold);
        } else {
            let keys = "arrows, Enter, mouse; u undo  h hint  : type  ? help  q quit";
            put(buffer, area, 1, BOARD_END + 4, keys, self.style(Ink::Faint));
        }
    }

    fn what_to_do(&self) -> String {
        match self.asks {
            Some(Question::Quit) => return "the game is not saved; quit all the same? y / n".to_owned(),
            Some(Question::Resign) => return "resign? y / n".to_owned(),
            None => {}
        }
        let session = self.table.session();
        let side = session.position().side();
        if let Some(ending) = session.ending() {
            return format!("{ending}; u takes back, n begins another game");
        }
        match (&self.thinking, &self.pointing) {
            (Some(_), _) => format!("{side} thinks ..."),
            (None, Some(pointing)) => format!("{side}: {}", pointing.question()),
            (None, None) => format!("{side} waits; . goes on"),
        }
    }
}

fn draw_help(buffer: &mut Buffer, area: Rect) {
    put(buffer, area, 2, 1, "Keys", Style::default().add_modifier(Modifier::BOLD));
    for (y, (key, purpose)) in (3..).zip(KEYS) {
        put(buffer, area, 2, y, &format!("{key:<9}{purpose}"), Style::default());
    }
    put(buffer, area, 2, SMALLEST.1 - 1, "any key goes back to the game", Style::default());
}

/// Writes a text within the area, cut at its edge.
fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    if x < area.width && y < area.height {
        buffer.set_stringn(area.x + x, area.y + y, text, usize::from(area.width - x), style);
    }
}
