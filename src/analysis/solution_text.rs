//! A forced win as a tree in text.

use crate::rules::Position;
use crate::solve::Solution;
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes a solution as a tree, a turn of the loser and the winner's answer in each line, below the turns that led there.
///
/// Lines are numbered. `#` follows a turn that ends the game. `= 17` says that the position is that of line 17, and goes
/// on as there. Where the winner is to move first, line 1 holds his first turn alone.
///
/// # Errors
///
/// Whatever keeps `out` from being written.
///
/// ```
/// use gipfel::{analysis::write_tree, rules::Position, solve::{Limits, Solver}};
/// use std::sync::atomic::AtomicBool;
/// let position: Position = "SS2/2sSs/sssSSS/ss1SS2/s2ss1/4s/4 w 1 0 basic -- 151".parse()?;
/// let (mut solver, go_on) = (Solver::new(1)?, AtomicBool::new(false));
/// let solved = solver.solve(&position, &Limits::none(), &go_on, &mut |_| ());
/// let mut tree = Vec::new();
/// write_tree(&solver.solution(&position, solved.verdict, &go_on)?, &mut tree)?;
/// let tree = String::from_utf8(tree)?;
/// assert!(tree.starts_with("     1  ") && tree.ends_with(" #\n") && tree.lines().count() == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_tree(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let position = *solution.position();
    let mut tree = Tree { solution, out, line: 0, shown: HashMap::new() };
    if position.is_over() {
        Ok(())
    } else if position.side() == solution.winner() {
        tree.begin_line(0)?;
        tree.answer(&position, 0)
    } else {
        tree.replies(&position, 0)
    }
}

struct Tree<'a> {
    solution: &'a Solution,
    out: &'a mut dyn Write,
    /// The number of the last line.
    line: u64,
    /// The hashes of positions with the winner to move, and the lines in which they stand.
    shown: HashMap<u64, u64>,
}

impl Tree<'_> {
    fn begin_line(&mut self, level: usize) -> io::Result<()> {
        self.line += 1;
        write!(self.out, "{:>6}  {:indent$}", self.line, "", indent = 2 * level)
    }

    /// Ends a line with the winner's turn, and goes on below it.
    fn answer(&mut self, position: &Position, level: usize) -> io::Result<()> {
        // A solution has an answer for every position that comes about.
        let Some(answer) = self.solution.answer(position) else { return writeln!(self.out, "?") };
        let after = position.play(answer.turn);
        if let Some(line) = self.shown.get(&position.hash()) {
            return writeln!(self.out, "= {line}");
        }
        let end = if after.is_over() { " #" } else { "" };
        writeln!(self.out, "{}{end}", answer.turn.display(position))?;
        if after.is_over() {
            return Ok(());
        }
        self.shown.insert(position.hash(), self.line);
        self.replies(&after, level + 1)
    }

    /// A line for each turn of the loser.
    fn replies(&mut self, position: &Position, level: usize) -> io::Result<()> {
        for turn in position.turns() {
            let after = position.play(turn);
            self.begin_line(level)?;
            write!(self.out, "{}", turn.display(position))?;
            if after.is_over() {
                writeln!(self.out, " #")?;
            } else {
                write!(self.out, "  ")?;
                self.answer(&after, level)?;
            }
        }
        Ok(())
    }
}
