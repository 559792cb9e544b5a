//! The turns that a book knows, as text.

use super::score;
use crate::analysis::score_text;
use crate::book::Book;
use crate::cli::error::CliError;
use crate::rules::Position;
use std::io::Write;

/// Writes the value of a position and a line for each turn that the book knows there, the best first; or that it knows none.
pub(in crate::cli) fn write_turns(book: &Book, position: &Position, out: &mut dyn Write) -> Result<(), CliError> {
    let (Some(turns), Some((value, depth))) = (book.turns(position), book.value(position)) else {
        writeln!(out, "The book does not know this position.")?;
        return Ok(());
    };
    let positions = book.reach(position);
    writeln!(out, "{}, depth {depth}, positions {positions}", score_text(value, position.side()))?;
    writeln!(out)?;
    let rows: Vec<(String, String)> = turns
        .iter()
        .map(|known| {
            let after =
                if known.leads_on { book.reach(&position.play(known.turn)).to_string() } else { "-".to_owned() };
            (
                known.turn.display(position).to_string(),
                format!("{:>7} {:>6} {after:>10}", score(known.score), known.depth),
            )
        })
        .collect();
    let width = rows.iter().map(|(turn, _)| turn.len()).max().unwrap_or(0).max("turn".len());
    writeln!(out, "{:width$} {:>7} {:>6} {:>10}", "turn", "score", "depth", "positions")?;
    rows.iter().try_for_each(|(turn, rest)| writeln!(out, "{turn:width$} {rest}"))?;
    Ok(())
}
