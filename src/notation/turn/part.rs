//! A turn that has been begun.

use super::error::{TurnError, TurnFault};
use super::read::{enter, take};
use super::word::{Clear, Word};
use crate::rules::{PartialTurn, Position};

/// Reads the beginning of a turn, as far as a step has been done: a clear, `xe2,e3;`, an entry, `e1-e4;`, both,
/// `xe2,e3;b2;`, or a whole turn. The last `;` may be missing; a lone `;` leaves the rows before the entry as they are.
///
/// ```
/// use gipfel::notation::parse_begun_turn;
/// use gipfel::rules::Position;
/// let position: Position = "4/5/6/SSS4/6/5/4 w 12 15 basic -- 5".parse()?;
/// let begun = parse_begun_turn(&position, "e1-e5;")?;
/// assert_eq!(begun.waiting_rows().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Says why no turn begins so, and where.
pub fn parse_begun_turn(position: &Position, text: &str) -> Result<PartialTurn, TurnError> {
    if let Some(outcome) = position.outcome() {
        return Err(TurnFault::GameOver(outcome.reason).at(0));
    }
    let mut turn = PartialTurn::new(position);
    let done = text.trim_ascii_end();
    let done = done.strip_suffix(';').unwrap_or(done);
    if done.trim_ascii().is_empty() {
        take(&mut turn, &Clear::Missing, 0)?;
        return Ok(turn);
    }
    let word = Word::read(done)?;
    take(&mut turn, named(&word.before)?, 0)?;
    if let Some(entry) = &word.entry {
        enter(&mut turn, entry)?;
        if !matches!(word.after, Clear::Missing) {
            take(&mut turn, named(&word.after)?, word.end)?;
        }
    }
    Ok(turn)
}

/// The clear, if it does not leave open what is taken.
fn named(clear: &Clear) -> Result<&Clear, TurnError> {
    match clear {
        Clear::Bare(at) => Err(TurnFault::End { expected: "the pieces that are taken" }.at(at + 1)),
        clear => Ok(clear),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    /// White has three GIPF-pieces on e3 to e5, and a row of basic pieces d3 to d6.
    const TWO_STEPS: &str = "4/5/1SSSS1/1GGG3/6/g4/4 w 6 6 tournament -- 20";

    fn begun(position: &str, text: &str) -> Result<(Bitboard, String, Bitboard, usize), String> {
        let position: Position = position.parse().unwrap();
        let turn = parse_begun_turn(&position, text).map_err(|error| error.to_string())?;
        let entry = turn.entered().map(|(entry, _)| entry.first().to_string()).unwrap_or_default();
        Ok((turn.before(), entry, turn.after(), turn.waiting_rows().count()))
    }

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn steps_one_after_another() {
        let row = set("d3 d4 d5 d6");
        for text in ["xd3,d4,d5,d6;", "xd6,d3,d4,d5", " xd3,d4,d5,d6 ; "] {
            assert_eq!(begun(TWO_STEPS, text), Ok((row, String::new(), set(""), 0)), "{text}");
        }
        for text in ["xd3,d4,d5,d6;e2;", "xd3,d4,d5,d6;e2", "xd3,d4,d5,d6;e1-e2;"] {
            assert_eq!(begun(TWO_STEPS, text), Ok((row, "e2".to_owned(), set(""), 1)), "{text}");
        }
        let whole = begun(TWO_STEPS, "xd3,d4,d5,d6;e2;xe2,Ge3");
        assert_eq!(whole, Ok((row, "e2".to_owned(), set("e2 e3"), 0)));
        assert_eq!(begun(TWO_STEPS, "xd3,d4,d5,d6;e2;xe2,Ge3;"), whole);
    }

    #[test]
    fn rows_of_gipf_pieces_may_stay() {
        let gipf_row = "4/5/3g2/GGGG3/2s3/5/3s w 6 12 tournament G- 20";
        assert_eq!(begun(gipf_row, ";"), Ok((set(""), String::new(), set(""), 0)));
        assert_eq!(begun(gipf_row, "b2;"), Ok((set(""), "b2".to_owned(), set(""), 1)));
        assert_eq!(begun(gipf_row, "xe2;"), Ok((set("e2"), String::new(), set(""), 0)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let fault = |position, text| begun(position, text).unwrap_err();
        let start = "g2G/5/6/G5g/6/5/g2G w 12 12 standard -- 1";
        assert_eq!(fault(TWO_STEPS, "b2;"), "at character 1: row at d3 d4 d5 d6 must be cleared");
        assert_eq!(fault(TWO_STEPS, ";"), "at character 1: row at d3 d4 d5 d6 must be cleared");
        assert_eq!(
            fault(TWO_STEPS, "x;"),
            "at character 2: expected the pieces that are taken, found the end of the turn"
        );
        assert!(fault(TWO_STEPS, "xd3,d4,d5;").contains("must be cleared whole, with d6"));
        assert!(fault(start, "xe2;").contains("not in a row"));
        assert!(fault(start, "e2;;").contains("expected"));
        assert!(fault(start, "e5;").contains("not at the board's edge"));
        assert!(fault("g3/5/6/6g/6/5/g3 w 12 12 standard -- 31", "b3;").contains("the game is over"));
        assert_eq!(begun(start, ";"), Ok((set(""), String::new(), set(""), 0)));
    }
}
