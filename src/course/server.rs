//! The conversation: commands in, answers out.

use super::moves::{Move, reachable};
use super::state::{CourseGame, word};
use crate::notation::foreign::course::{CourseBoard, CourseFault, Parameters};
use crate::notation::read_line;
use crate::rules::Color;
use std::io::{self, BufRead, Write};

/// Which boards are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Those of GIPF only: size 4 with rows of 4. Others are refused.
    Gipf,
    /// Those of every size, with rows of every length, as the assignment has them.
    Any,
}

const COMMANDS: [&str; 9] = [
    "LOAD_GAME_BOARD",
    "PRINT_GAME_BOARD",
    "DO_MOVE",
    "PRINT_GAME_STATE",
    "IS_GAME_OVER",
    "GEN_ALL_POS_MOV",
    "GEN_ALL_POS_MOV_NUM",
    "GEN_ALL_POS_MOV_EXT",
    "GEN_ALL_POS_MOV_EXT_NUM",
];

/// Answers commands until the input ends, in the words and with the blank lines of the assignment's samples.
///
/// # Errors
///
/// Where input or output fails; never because of what is read.
pub fn serve(input: impl BufRead, output: impl Write, boards: Boards) -> io::Result<()> {
    let mut server = Server { lines: Lines { input, kept: None }, output, boards, game: None, after_blank: true };
    while let Some(line) = server.lines.next()? {
        server.command(line.trim())?;
        server.output.flush()?;
    }
    Ok(())
}

struct Server<R, W> {
    lines: Lines<R>,
    output: W,
    boards: Boards,
    /// The board that has been loaded; `None` where none has, or the last one was refused.
    game: Option<CourseGame>,
    /// Whether the last line written is blank, or none has been written.
    after_blank: bool,
}

/// Lines of text, of which one can be given back.
struct Lines<R> {
    input: R,
    kept: Option<String>,
}

impl<R: BufRead> Lines<R> {
    /// The next line; one that cannot be read counts as text that means nothing.
    fn next(&mut self) -> io::Result<Option<String>> {
        if let Some(line) = self.kept.take() {
            return Ok(Some(line));
        }
        Ok(read_line(&mut self.input)?.map(|line| line.unwrap_or_else(|error| format!("({error})"))))
    }

    /// The lines of a board: up to a blank line, a command or the end; blank lines before the first do not count.
    fn board(&mut self) -> io::Result<Vec<String>> {
        let mut lines: Vec<String> = Vec::new();
        while let Some(line) = self.next()? {
            if is_command(&line) {
                self.kept = Some(line);
                break;
            }
            match (line.trim().is_empty(), lines.len()) {
                (true, 0..=2) => {}
                (true, _) => break,
                // No board has so many rows: the rest is read, and not kept.
                (false, 100..) => {}
                (false, _) => lines.push(line),
            }
        }
        Ok(lines)
    }
}

fn is_command(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| COMMANDS.contains(&word))
}

impl<R: BufRead, W: Write> Server<R, W> {
    fn command(&mut self, line: &str) -> io::Result<()> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match name {
            "" => Ok(()),
            "LOAD_GAME_BOARD" => self.load(),
            "DO_MOVE" => self.do_move(rest),
            _ if !COMMANDS.contains(&name) => {
                let name: String = name.chars().take(80).collect();
                self.line(&format!("UNKNOWN_COMMAND_{name}: expected one of {}", COMMANDS.join(" ")))
            }
            _ => match self.game.take() {
                None => self.line("EMPTY_BOARD"),
                Some(game) => {
                    let answered = self.answer(name, &game);
                    self.game = Some(game);
                    answered
                }
            },
        }
    }

    /// Answers a question about the board.
    fn answer(&mut self, name: &str, game: &CourseGame) -> io::Result<()> {
        match name {
            "PRINT_GAME_BOARD" => {
                self.text(&game.board().printed())?;
                self.blank()
            }
            "PRINT_GAME_STATE" => self.line(&game.state().to_string()),
            "IS_GAME_OVER" => self.line(&match game.winner() {
                None => "GAME_IN_PROGRESS".to_owned(),
                Some(color) => format!("THE_WINNER_IS_{}", word(color).to_uppercase()),
            }),
            _ => {
                let mut boards = reachable(game.board());
                if name.contains("_EXT") {
                    let wins = |board: &CourseBoard| CourseGame::new(board.clone()).winner().is_some();
                    if let Some(win) = boards.iter().find(|board| wins(board)).cloned() {
                        boards = vec![win];
                    }
                }
                if name.ends_with("_NUM") {
                    return self.line(&format!("{}_UNIQUE_MOVES", boards.len()));
                }
                boards.iter().try_for_each(|board| self.text(&board.printed()))
            }
        }
    }

    fn load(&mut self) -> io::Result<()> {
        let lines = self.lines.board()?;
        let first = lines.first().map_or("", String::as_str);
        self.game = None;
        if let (Boards::Gipf, Ok(parameters)) = (self.boards, Parameters::read(first))
            && !parameters.is_gipf()
        {
            let (size, row) = (parameters.hexagon.size(), parameters.row_length);
            let reason = "only boards of size 4 with rows of 4 are played here";
            return self.line(&format!("UNSUPPORTED_BOARD: {reason}, found size {size} with rows of {row}"));
        }
        match CourseBoard::read(lines.iter().map(String::as_str)) {
            Ok(board) => {
                self.game = Some(CourseGame::new(board));
                self.line("BOARD_STATE_OK")
            }
            Err(fault @ CourseFault::Rows(_)) => {
                self.line(&answer(&fault))?;
                self.blank()
            }
            Err(fault) => self.line(&answer(&fault)),
        }
    }

    fn do_move(&mut self, text: &str) -> io::Result<()> {
        let Some(game) = &mut self.game else { return self.line("EMPTY_BOARD") };
        let answer = match Move::read(text).and_then(|wanted| game.play(&wanted)) {
            Ok(()) => "MOVE_COMMITTED".to_owned(),
            Err(fault) => fault.to_string(),
        };
        // In the samples blank lines stand around the answer to a move, but for one that chooses rows.
        let chooses = text.contains(':');
        if !chooses {
            self.blank()?;
        }
        self.line(&answer)?;
        if chooses { Ok(()) } else { self.blank() }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.after_blank = false;
        writeln!(self.output, "{text}")
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.after_blank = false;
        self.output.write_all(text.as_bytes())
    }

    /// A blank line, unless there is one already.
    fn blank(&mut self) -> io::Result<()> {
        if self.after_blank {
            return Ok(());
        }
        self.after_blank = true;
        writeln!(self.output)
    }
}

/// The assignment's word for what is wrong with a board; what it has no word for is said in ours.
fn answer(fault: &CourseFault) -> String {
    match fault {
        CourseFault::RowLength { .. } | CourseFault::RowCount { .. } => "WRONG_BOARD_ROW_LENGTH".to_owned(),
        CourseFault::Pawns { color: Color::White, .. } => "WRONG_WHITE_PAWNS_NUMBER".to_owned(),
        CourseFault::Pawns { color: Color::Black, .. } => "WRONG_BLACK_PAWNS_NUMBER".to_owned(),
        CourseFault::Rows(1) => "ERROR_FOUND_1_ROW_OF_LENGTH_K".to_owned(),
        CourseFault::Rows(rows) => format!("ERROR_FOUND_{rows}_ROWS_OF_LENGTH_K"),
        fault => format!("WRONG_BOARD: {fault}"),
    }
}
