//! Play with lines: a line is read, lines are written. For pipes, and for terminals that can do no more.

use super::builder::{Choice, TurnBuilder};
use super::command::{COMMANDS, Command};
use super::table::{Table, TableError, clock_text};
use super::thinker::Interrupt;
use crate::analysis::{Diagram, TextStyle, score_text};
use crate::board::{Dot, Point};
use crate::notation::{TurnError, TurnFault, parse_begun_turn, parse_turn};
use crate::rules::Color;
use crate::search::Report;
use std::io::{self, BufRead, Write};

/// How lines are written.
#[derive(Clone, Copy, Debug)]
pub struct LineOptions {
    /// How the board is drawn.
    pub style: TextStyle,
    /// Whether to show that a line is awaited, as on a terminal.
    pub prompt: bool,
}

/// Plays until the person quits or the input ends. While the engine thinks `interrupt` makes it play what it has.
///
/// # Errors
///
/// Where the input or the output fails.
pub fn run(
    table: Table,
    mut input: impl BufRead,
    output: impl Write,
    options: LineOptions,
    interrupt: &Interrupt,
) -> io::Result<()> {
    let mut mode =
        LineMode { table, output, options, interrupt, step: None, paused: false, shown: None, warned: false };
    mode.greet()?;
    loop {
        mode.advance()?;
        mode.prompt()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return if mode.options.prompt { writeln!(mode.output) } else { Ok(()) };
        }
        match String::from_utf8(line) {
            Ok(line) => {
                if !mode.obey(&line)? {
                    return Ok(());
                }
            }
            Err(_) => mode.say("that line is not UTF-8")?,
        }
    }
}

struct LineMode<'a, W> {
    table: Table,
    output: W,
    options: LineOptions,
    interrupt: &'a Interrupt,
    /// A turn being put together.
    step: Option<Step>,
    /// Whether the engine, playing itself, waits for `go`.
    paused: bool,
    /// The number of turns for which the board was last shown.
    shown: Option<usize>,
    /// Whether the person has been told that the game is not saved.
    warned: bool,
}

/// A turn being put together.
struct Step {
    builder: TurnBuilder,
    /// Only entries from this dot.
    dot: Option<Dot>,
}

impl Step {
    fn choices(&self) -> Vec<Choice> {
        let from_here = |choice: &Choice| match (choice, self.dot) {
            // A vacant spot stands for all entries onto it.
            (Choice::Enter { entry, .. }, Some(dot)) => {
                let first = entry.first();
                entry.dot() == dot
                    || !self.builder.now().position().occupied().contains(first)
                        && dot.entries().any(|entry| entry.first() == first)
            }
            _ => true,
        };
        self.builder.choices().into_iter().filter(from_here).collect()
    }
}

impl<W: Write> LineMode<'_, W> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() { Ok(()) } else { writeln!(self.output, "{text}") }
    }

    fn greet(&mut self) -> io::Result<()> {
        let text = format!("Gipfel: {}. Type a turn such as e2 or e1-e4, or help.", self.table.who_plays());
        self.say(&text)
    }

    fn draw(&mut self, diagram: &Diagram) -> io::Result<()> {
        let text = diagram.text(self.options.style);
        write!(self.output, "\n{text}\n")
    }

    fn show_board(&mut self) -> io::Result<()> {
        self.shown = Some(self.table.session().game().turns().len());
        let diagram = self.table.diagram();
        self.draw(&diagram)?;
        // Other ends the board shows by itself.
        match self.table.session().ending() {
            Some(ending) if !matches!(ending, super::Ending::Result(_)) => self.say(&ending.to_string()),
            _ => Ok(()),
        }
    }

    /// Lets the engine play, and shows the board where a person is asked.
    fn advance(&mut self) -> io::Result<()> {
        while self.table.session().is_engines_turn() && !self.paused {
            let alone = self.table.session().people() == super::People::Nobody;
            if alone && self.shown != Some(self.table.session().game().turns().len()) {
                self.show_board()?;
            }
            if !self.engine_plays()? {
                self.paused = true;
            }
        }
        if self.step.is_none() && self.shown != Some(self.table.session().game().turns().len()) {
            self.show_board()?;
            if self.table.setup().analysis && self.table.session().ending().is_none() {
                self.analyse()?;
            }
        }
        Ok(())
    }

    /// The engine plays one turn; `false` where it was interrupted in a game of its own, or has failed.
    fn engine_plays(&mut self) -> io::Result<bool> {
        let side = self.table.session().position().side();
        if self.options.prompt {
            write!(self.output, "{side} thinks ...")?;
            self.output.flush()?;
        }
        let played = self.table.think().and_then(|thinking| {
            let result = thinking.wait(self.interrupt, |_| ());
            self.table.accept(result)
        });
        if self.options.prompt {
            // The line that said so is written over.
            write!(self.output, "\r{:16}\r", "")?;
        }
        match played {
            Ok(text) => self.say(&format!("{side} plays {text}"))?,
            Err(error) => {
                self.say(&error.to_string())?;
                return Ok(false);
            }
        }
        Ok(!(self.interrupt.has_acted() && self.table.session().people() == super::People::Nobody))
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.options.prompt {
            let session = self.table.session();
            let side = session.position().side();
            let text = match (session.ending(), &self.step) {
                (Some(_), _) => "game over".to_owned(),
                (None, Some(_)) => format!("{side}, which"),
                (None, None) => side.to_string(),
            };
            let clocks = Color::ALL.map(|color| self.table.remaining(color).map(clock_text));
            match clocks {
                [Some(white), Some(black)] => write!(self.output, "[{white} - {black}] {text}> ")?,
                _ => write!(self.output, "{text}> ")?,
            }
        }
        self.output.flush()
    }

    /// Does what a line says; `false` at the end.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let command = match Command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(true),
            Err(error) => {
                self.say(&error.to_string())?;
                return Ok(true);
            }
        };
        match &command {
            Command::Quit => return self.stays(),
            Command::Help => self.help()?,
            Command::Board => self.show_board()?,
            Command::Hint => self.hint()?,
            Command::Go => self.go()?,
            Command::Turn(text) => self.turn(text)?,
            Command::Step => self.begin_step(None)?,
            Command::Back => self.back()?,
            Command::Flip => {
                let _nothing_to_say = self.table.execute(&command);
                self.show_board()?;
            }
            Command::Undo | Command::Redo | Command::New(_) | Command::Load { .. } | Command::Side(_) => {
                self.step = None;
                self.execute(&command, true)?;
            }
            Command::Analysis(_) => {
                self.execute(&command, false)?;
                if self.table.setup().analysis {
                    self.analyse()?;
                }
            }
            Command::Resign => {
                self.step = None;
                self.execute(&command, false)?;
                if let Some(ending) = self.table.session().ending() {
                    self.say(&ending.to_string())?;
                }
            }
            _ => self.execute(&command, false)?,
        }
        Ok(true)
    }

    /// Whether to go on after `quit`: on a terminal once, if a game would be lost.
    fn stays(&mut self) -> io::Result<bool> {
        if !self.options.prompt || self.warned || !self.table.is_unsaved() {
            return Ok(false);
        }
        self.warned = true;
        self.say("the game is not saved: save FILE writes it, quit ends all the same")?;
        Ok(true)
    }

    fn execute(&mut self, command: &Command, redraws: bool) -> io::Result<()> {
        match self.table.execute(command) {
            Ok(text) => {
                if redraws {
                    self.shown = None;
                    self.paused = false;
                }
                self.say(&text)
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        writeln!(self.output, "A turn in notation, such as e2, e1-e4, Gd8-f7 or e1-e4;xe1,e2,e3,e4; or one of")?;
        for (word, arguments, purpose) in COMMANDS {
            writeln!(self.output, "  {:<29}{purpose}", format!("{word} {arguments}"))?;
        }
        self.say("A dot alone, such as e1, shows where it leads.\nCtrl-C makes the engine play at once.")
    }

    /// The turn of a person whose text is this, or the next step of one.
    fn turn(&mut self, text: &str) -> io::Result<()> {
        if let Some(step) = &self.step {
            let choices = step.choices();
            let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let named = || choices.iter().position(|&choice| step.builder.describe(choice).eq_ignore_ascii_case(text));
            if let Some(&choice) = number.or_else(named).and_then(|index| choices.get(index)) {
                return self.choose(choice);
            }
            if number.is_some() {
                return self.say(&format!("expected a number from 1 to {}", choices.len()));
            }
        }
        if !self.table.session().is_persons_turn() {
            return self.say(&match self.table.session().ending() {
                Some(_) => super::SessionError::Over.to_string(),
                None => "the engine has to play here; go lets it, side takes its place".to_owned(),
            });
        }
        match parse_turn(self.table.session().position(), text) {
            Ok(turn) => self.play(turn),
            Err(error) => self.explain(text, error),
        }
    }

    fn play(&mut self, turn: crate::rules::Turn) -> io::Result<()> {
        self.step = None;
        let side = self.table.session().position().side();
        let text = turn.display(self.table.session().position()).to_string();
        match self.table.play(turn) {
            Ok(()) => self.say(&format!("{side} plays {text}")),
            Err(error) => {
                self.say(&error.to_string())?;
                match error {
                    // Played all the same, or lost.
                    TableError::File(_) => Ok(()),
                    _ => self.table.session().ending().map_or(Ok(()), |ending| self.say(&ending.to_string())),
                }
            }
        }
    }

    /// Where a text leaves something open, the choices are shown; otherwise what is wrong with it.
    fn explain(&mut self, text: &str, error: TurnError) -> io::Result<()> {
        let position = *self.table.session().position();
        match error.fault {
            TurnFault::DotAlone { dot, .. } if position.rows(position.side()).next().is_none() => {
                self.begin_step(Some(dot))
            }
            TurnFault::Ambiguous { .. } | TurnFault::RowWaits { .. } => {
                let begun = text.trim_end_matches(['x', 'X', ' ', ';']);
                let builder = parse_begun_turn(&position, begun).map(TurnBuilder::after);
                if builder.is_err() {
                    self.say("rows must be cleared first")?;
                }
                self.go_on(Step { builder: builder.unwrap_or_else(|_| TurnBuilder::new(&position)), dot: None })
            }
            _ => self.say(&format!("{error} (help lists the commands)")),
        }
    }

    fn begin_step(&mut self, dot: Option<Dot>) -> io::Result<()> {
        if !self.table.session().is_persons_turn() {
            return self.say("it is not a person's turn");
        }
        let builder = TurnBuilder::new(self.table.session().position());
        self.go_on(Step { builder, dot })
    }

    fn choose(&mut self, choice: Choice) -> io::Result<()> {
        let Some(Step { mut builder, .. }) = self.step.take() else { return Ok(()) };
        if let Err(error) = builder.choose(choice) {
            self.say(&error.to_string())?;
        }
        self.go_on(Step { builder, dot: None })
    }

    fn back(&mut self) -> io::Result<()> {
        match self.step.take() {
            None => self.say("no turn has been begun; undo takes back a turn that was played"),
            Some(mut step) => {
                if step.builder.back() {
                    self.go_on(step)
                } else {
                    self.say("no turn is begun any more")
                }
            }
        }
    }

    /// Plays the turn that is complete, or shows what may follow.
    fn go_on(&mut self, step: Step) -> io::Result<()> {
        if let Some(turn) = step.builder.turn() {
            return self.play(turn);
        }
        let choices = step.choices();
        if choices.is_empty() {
            let dot = step.dot.map_or(String::new(), |dot| format!(" from {}", Point::Dot(dot)));
            return self.say(&format!("nothing can be entered{dot}"));
        }
        if step.builder.is_begun() || step.builder.now().entered().is_some() {
            let diagram = Diagram::new(step.builder.now().position()).flipped(self.table.setup().flipped);
            self.draw(&diagram)?;
        }
        let texts: Vec<String> = choices.iter().map(|&choice| step.builder.describe(choice)).collect();
        let clears = matches!(choices.first(), Some(Choice::Take { .. }));
        self.say(if clears {
            "Clear a row (a number; back and step begin anew):"
        } else {
            "Enter a piece (a number):"
        })?;
        self.list(&texts)?;
        self.step = Some(step);
        Ok(())
    }

    /// Numbered, in as many columns as fit.
    fn list(&mut self, texts: &[String]) -> io::Result<()> {
        const WIDTH: usize = 78;
        let widest = texts.iter().map(String::len).max().unwrap_or(0) + 6;
        let (columns, width) = ((WIDTH / widest).max(1), widest - 4);
        for (row, texts) in texts.chunks(columns).enumerate() {
            let cells = (row * columns + 1..).zip(texts).map(|(number, text)| format!("{number:>3} {text:<width$}"));
            writeln!(self.output, "{}", cells.collect::<String>().trim_end())?;
        }
        Ok(())
    }

    /// The engine plays this turn for the person, or goes on with its own game.
    fn go(&mut self) -> io::Result<()> {
        if self.table.session().ending().is_some() {
            return self.say(&super::SessionError::Over.to_string());
        }
        self.step = None;
        self.paused = false;
        if self.table.session().is_persons_turn() {
            self.engine_plays()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        if let Some(hint) = self.table.book_hint() {
            return self.say(&hint);
        }
        let lines = self.lines(1)?;
        let side = self.table.session().position().side();
        let position = *self.table.session().position();
        match lines.first().and_then(|report| Some((report.pv.first()?.display(&position).to_string(), report))) {
            Some((turn, report)) => self.say(&format!("hint: {turn} ({})", score_text(report.score, side))),
            None => self.say("there is no turn to play"),
        }
    }

    fn analyse(&mut self) -> io::Result<()> {
        for report in self.lines(Table::analysis_lines())? {
            let text = format!("{:>2}. {}", report.multipv, self.table.describe(&report));
            let text: String = text.chars().take(78).collect();
            self.say(text.trim_end())?;
        }
        Ok(())
    }

    /// The best lines that a short search finds.
    fn lines(&mut self, count: usize) -> io::Result<Vec<Report>> {
        if self.table.session().ending().is_some() {
            return Ok(Vec::new());
        }
        let mut lines: Vec<Report> = Vec::new();
        let hear = |report: Report| {
            lines.retain(|line| line.multipv != report.multipv);
            lines.push(report);
        };
        match self.table.advise(count, false) {
            Ok(thinking) => {
                thinking.wait(self.interrupt, hear);
            }
            Err(error) => self.say(&error.to_string())?,
        }
        Ok(ranked(lines))
    }
}

/// Lines by rank. Where the last iteration was broken off, a turn may have a new line and an old one: the better counts.
pub(super) fn ranked(mut lines: Vec<Report>) -> Vec<Report> {
    lines.sort_by_key(|line| line.multipv);
    let mut seen = Vec::new();
    lines.retain(|line| {
        let turn = line.pv.first().copied();
        let is_new = !seen.contains(&turn);
        seen.push(turn);
        is_new
    });
    lines
}
