//! What the full screen shows and how it answers to keys and mouse. It knows no terminal: tests drive it too.

use super::draw::Button;
use super::pointing::Pointing;
use crate::analysis::cell_of;
use crate::board::{Bitboard, Dot, Point, Spot};
use crate::notation::parse_turn;
use crate::play::line_mode::ranked;
use crate::play::{Command, People, Table, TableError, Thinking, Thought};
use crate::rules::Turn;
use crate::search::Report;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position as Cell;

/// A search for the person: a hint, or the running analysis of a position.
pub(super) struct Advice {
    thinking: Thinking,
    /// For this many turns played.
    turns: usize,
    is_hint: bool,
}

/// What must be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Quit,
    Resign,
}

/// The point in the middle of the board.
fn centre() -> Point {
    const CENTRE: Spot = {
        let mut index = 0;
        loop {
            match Spot::new(index) {
                Some(spot) if spot.distance_from_centre() == 0 => break spot,
                _ => index += 1,
            }
        }
    };
    Point::from(CENTRE)
}

/// A game on the full screen.
pub struct App {
    pub(super) table: Table,
    pub(super) unicode: bool,
    pub(super) color: bool,
    pub(super) cursor: Point,
    /// The turn that the person puts together.
    pub(super) pointing: Option<Pointing>,
    /// A line being typed.
    pub(super) input: Option<String>,
    pub(super) message: String,
    pub(super) shows_help: bool,
    pub(super) asks: Option<Question>,
    /// The engine's search for its turn.
    pub(super) thinking: Option<Thinking>,
    advice: Option<Advice>,
    /// The lines of the analysis.
    pub(super) lines: Vec<Report>,
    /// What can be clicked besides the board, as last drawn.
    pub(super) buttons: Vec<Button>,
    /// Whether the engine, playing itself, waits.
    paused: bool,
    done: bool,
}

impl App {
    /// A game at this table. Signs are ASCII unless `unicode`; nothing is said by colour alone.
    #[must_use]
    pub fn new(table: Table, unicode: bool, color: bool) -> Self {
        Self {
            message: format!("{}; ? shows the keys", table.who_plays()),
            table,
            unicode,
            color,
            cursor: centre(),
            pointing: None,
            input: None,
            shows_help: false,
            asks: None,
            thinking: None,
            advice: None,
            lines: Vec::new(),
            buttons: Vec::new(),
            paused: false,
            done: false,
        }
    }

    /// Whether the person has quit.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// The point under the cursor.
    #[must_use]
    pub const fn cursor(&self) -> Point {
        self.cursor
    }

    /// The table with the game.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What was said last.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Looks at the clocks and at what the searches say, and lets the engine begin to think. To be called often.
    pub fn tick(&mut self) {
        if self.table.falls() {
            self.thinking = None;
            self.changed();
        }
        self.hear_engine();
        if self.table.session().is_engines_turn() && self.thinking.is_none() && !self.paused {
            self.begin_thinking();
        }
        if self.table.session().is_persons_turn() && self.thinking.is_none() {
            self.pointing.get_or_insert_with(|| Pointing::new(self.table.session().position()));
        }
        self.hear_advice();
    }

    fn begin_thinking(&mut self) {
        match self.table.think() {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => self.fail(&error),
        }
    }

    fn fail(&mut self, error: &TableError) {
        self.message = error.to_string();
        self.paused = true;
    }

    fn hear_engine(&mut self) {
        while let Some(thought) = self.thinking.as_ref().and_then(Thinking::poll) {
            let result = match thought {
                Thought::Line(_) => continue,
                Thought::Done(result) => Some(result),
                Thought::Failed => None,
            };
            self.thinking = None;
            let side = self.table.session().position().side();
            match self.table.accept(result) {
                Ok(text) => self.message = format!("{side} plays {text}"),
                Err(error) => self.fail(&error),
            }
            self.changed();
        }
    }

    fn hear_advice(&mut self) {
        let turns = self.table.session().game().turns().len();
        if self.advice.as_ref().is_some_and(|advice| advice.turns != turns) {
            self.advice = None;
        }
        let wanted = self.table.setup().analysis && self.pointing.is_some();
        if !wanted && self.advice.as_ref().is_some_and(|advice| !advice.is_hint) {
            self.advice = None;
            self.lines.clear();
        }
        if wanted && self.advice.is_none() && self.lines.is_empty() {
            self.advise(Table::analysis_lines(), false);
        }
        while let Some(thought) = self.advice.as_ref().and_then(|advice| advice.thinking.poll()) {
            match thought {
                Thought::Line(report) => {
                    self.lines.retain(|line| line.multipv != report.multipv);
                    self.lines.push(report);
                    self.lines = ranked(std::mem::take(&mut self.lines));
                }
                Thought::Done(result) => {
                    if self.advice.take().is_some_and(|advice| advice.is_hint) {
                        let position = self.table.session().position();
                        if let Some(best) = result.best {
                            self.message = format!("hint: {}", best.display(position));
                        }
                        self.lines.clear();
                    }
                }
                Thought::Failed => self.advice = None,
            }
        }
    }

    fn advise(&mut self, lines: usize, is_hint: bool) {
        self.lines.clear();
        match self.table.advise(lines, !is_hint) {
            Ok(thinking) => {
                let turns = self.table.session().game().turns().len();
                self.advice = Some(Advice { thinking, turns, is_hint });
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// After the game has changed: nothing that belonged to the last position stays.
    fn changed(&mut self) {
        self.pointing = None;
        self.advice = None;
        self.lines.clear();
    }

    /// Answers to a key or the mouse.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.interrupt();
            }
            return;
        }
        if let Some(question) = self.asks.take() {
            return self.answer(question, key.code);
        }
        if self.shows_help {
            self.shows_help = false;
            return;
        }
        if self.input.is_some() {
            return self.type_key(key.code);
        }
        match key.code {
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Enter => self.point(),
            KeyCode::Esc | KeyCode::Backspace => self.back(),
            KeyCode::Char(sign) => self.sign(sign),
            _ => {}
        }
    }

    /// Ends the engine's thinking; otherwise it asks whether to quit, and the second time it quits.
    fn interrupt(&mut self) {
        match (&self.thinking, self.asks) {
            (Some(thinking), _) => {
                thinking.stop();
                self.paused = self.table.session().people() == People::Nobody;
            }
            (None, Some(Question::Quit)) => self.done = true,
            (None, _) => self.quit(),
        }
    }

    fn quit(&mut self) {
        if self.table.is_unsaved() {
            self.asks = Some(Question::Quit);
        } else {
            self.done = true;
        }
    }

    fn answer(&mut self, question: Question, code: KeyCode) {
        if !matches!(code, KeyCode::Char('y' | 'Y')) {
            return;
        }
        match question {
            Question::Quit => self.done = true,
            Question::Resign => self.execute(&Command::Resign),
        }
    }

    /// A key that means a command. [`super::draw`] lists them for the help.
    fn sign(&mut self, sign: char) {
        match sign {
            ' ' => self.point(),
            't' => self.with_pointing(Pointing::take),
            'g' => self.with_pointing(Pointing::toggle_kind),
            'h' => self.execute(&Command::Hint),
            '.' => self.execute(&Command::Go),
            'u' => self.execute(&Command::Undo),
            'r' => self.execute(&Command::Redo),
            'f' => self.execute(&Command::Flip),
            'a' => self.execute(&Command::Analysis(None)),
            'R' => self.asks = self.table.session().ending().is_none().then_some(Question::Resign),
            '?' => self.shows_help = true,
            'q' => self.quit(),
            ':' => self.input = Some(String::new()),
            's' => self.input = Some("save ".to_owned()),
            'l' => self.input = Some("load ".to_owned()),
            'n' => self.input = Some("new ".to_owned()),
            'p' => self.input = Some("side ".to_owned()),
            'v' => self.input = Some("level ".to_owned()),
            _ => self.message = "? shows the keys; : types a turn or a command".to_owned(),
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        let Some(input) = &mut self.input else { return };
        match code {
            KeyCode::Char(sign) => input.push(sign),
            KeyCode::Backspace if input.is_empty() => self.input = None,
            KeyCode::Backspace => {
                input.pop();
            }
            KeyCode::Esc => self.input = None,
            KeyCode::Enter => {
                let line = self.input.take().unwrap_or_default();
                match Command::parse(&line) {
                    Ok(Some(command)) => self.execute(&command),
                    Ok(None) => {}
                    Err(error) => self.message = error.to_string(),
                }
            }
            _ => {}
        }
    }

    fn execute(&mut self, command: &Command) {
        match command {
            Command::Quit => self.quit(),
            Command::Help => self.shows_help = true,
            Command::Hint if self.pointing.is_some() => self.hint(),
            Command::Hint | Command::Step => self.message = "it is not a person's turn".to_owned(),
            Command::Go => self.go(),
            Command::Back => self.back(),
            Command::Board => {}
            Command::Turn(text) => self.turn(text),
            _ => self.at_table(command),
        }
    }

    /// Names a good turn: at once from the book, or when one has been found.
    fn hint(&mut self) {
        self.message = self.table.book_hint().unwrap_or_else(|| {
            self.advise(1, true);
            "looking for a good turn ...".to_owned()
        });
    }

    /// A command that the table executes. What changes the game ends the engine's thinking.
    fn at_table(&mut self, command: &Command) {
        let changes = !matches!(
            command,
            Command::Flip
                | Command::Turns
                | Command::Position
                | Command::Analysis(_)
                | Command::Level(_)
                | Command::Clock
                | Command::Save { .. }
        );
        match self.table.execute(command) {
            Ok(text) => {
                self.message = text;
                if changes {
                    self.thinking = None;
                    self.paused = false;
                    self.changed();
                }
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// The engine plays this turn for the person, or goes on with its own game.
    fn go(&mut self) {
        self.paused = false;
        if self.table.session().is_persons_turn() && self.thinking.is_none() {
            self.changed();
            self.begin_thinking();
        }
    }

    fn turn(&mut self, text: &str) {
        if self.pointing.is_none() {
            self.message = "it is not a person's turn".to_owned();
            return;
        }
        match parse_turn(self.table.session().position(), text) {
            Ok(turn) => self.play(turn),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn play(&mut self, turn: Turn) {
        let position = *self.table.session().position();
        self.message = match self.table.play(turn) {
            Ok(()) => format!("{} plays {}", position.side(), turn.display(&position)),
            Err(error) => error.to_string(),
        };
        self.changed();
    }

    fn back(&mut self) {
        self.message.clear();
        let went = self.pointing.as_mut().is_some_and(Pointing::back);
        if !went {
            self.message = "no turn has been begun; u takes back a turn that was played".to_owned();
        }
    }

    fn point(&mut self) {
        let cursor = self.cursor;
        self.with_pointing(|pointing| pointing.point(cursor));
    }

    fn with_pointing(&mut self, act: impl FnOnce(&mut Pointing) -> Result<(), String>) {
        let Some(pointing) = &mut self.pointing else {
            let over = self.table.session().ending().is_some();
            self.message = if over { "the game is over" } else { "it is not a person's turn" }.to_owned();
            return;
        };
        self.message.clear();
        if let Err(error) = act(pointing) {
            self.message = error;
        }
        if let Some(turn) = pointing.turn() {
            self.play(turn);
        }
    }

    /// Moves the cursor to the nearest point on that side, as the board is seen.
    fn move_cursor(&mut self, right: i32, down: i32) {
        let flipped = self.table.setup().flipped;
        let place = |point| {
            let (column, row) = cell_of(point, flipped);
            (i32::from(column), i32::from(row))
        };
        let (column, row) = place(self.cursor);
        let middle = place(centre()).1;
        let points = Dot::all().map(Point::from).chain(Bitboard::BOARD.iter().map(Point::from));
        let next = points.filter_map(|point| {
            let (there, height) = place(point);
            let (across, along) = (there - column, height - row);
            let fits =
                if right == 0 { across == 0 && along * down > 0 } else { along.abs() <= 1 && across * right > 0 };
            fits.then_some((across.abs() + along.abs(), (height - middle).abs(), point))
        });
        if let Some((_, _, point)) = next.min_by_key(|&(distance, from_middle, _)| (distance, from_middle)) {
            self.cursor = point;
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return;
        }
        self.shows_help = false;
        let cell = Cell::new(mouse.column, mouse.row);
        if let Some(button) = self.buttons.iter().find(|button| button.area.contains(cell)) {
            let code = button.key;
            return self.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
        if self.input.is_some() || self.asks.is_some() {
            return;
        }
        let flipped = self.table.setup().flipped;
        let hit = |point: &Point| {
            let (column, row) = cell_of(*point, flipped);
            row == cell.y && column.abs_diff(cell.x) <= 1
        };
        let mut points = Dot::all().map(Point::from).chain(Bitboard::BOARD.iter().map(Point::from));
        if let Some(point) = points.find(hit) {
            self.cursor = point;
            self.point();
        }
    }
}
