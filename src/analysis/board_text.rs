//! The board in text.

use super::diagram::{Diagram, fold, layout, place};
use crate::board::{Bitboard, Direction, Point, Spot};
use crate::rules::{Color, Phase, PieceKind};

/// How the board is drawn in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Dots and arrows beyond ASCII.
    pub unicode: bool,
    /// Colours by ANSI escape sequences. Nothing is said by colour alone.
    pub color: bool,
}

impl TextStyle {
    /// ASCII without colour.
    pub const ASCII: Self = Self { unicode: false, color: false };
    /// Unicode without colour.
    pub const UNICODE: Self = Self { unicode: true, color: false };
}

impl Diagram {
    /// The board in text, at most 80 columns wide, with a line feed at the end of each line.
    ///
    /// `W` and `B` are basic pieces, `(W)` and `(B)` GIPF-pieces, `.` or `·` the dots, `+` vacant spots. Of the last turn
    /// an arrow marks the way in, `>W<` the pieces that moved, `x` the spots from which pieces were taken.
    #[must_use]
    pub fn text(&self, style: TextStyle) -> String {
        let mut canvas = Canvas::new(80);
        self.draw_points(&mut canvas, style.unicode);
        self.draw_panel(&mut canvas);
        let mut text = canvas.text(style.color);
        let sentences = self.sentences();
        if !sentences.is_empty() {
            text.push('\n');
        }
        for sentence in sentences {
            text.push_str(&fold(&sentence, 78).join("\n  "));
            text.push('\n');
        }
        text
    }

    /// The board alone, without panel and sentences, as rows of characters: [`BOARD_COLUMNS`] of them in each of
    /// [`BOARD_ROWS`] rows. Where each point stands, [`cell_of`] says.
    #[must_use]
    pub fn cells(&self, unicode: bool) -> Vec<Vec<(char, Ink)>> {
        let mut canvas = Canvas::new(BOARD_COLUMNS);
        self.draw_points(&mut canvas, unicode);
        canvas.rows
    }

    fn draw_points(&self, canvas: &mut Canvas, unicode: bool) {
        let arrow = self.last.as_ref().and_then(|last| last.push);
        for (point, x, height) in layout() {
            let (x, height) = if self.flipped { (-x, -height) } else { (x, height) };
            let (column, row) = (CENTRE_COLUMN + 4 * x, CENTRE_ROW - height);
            match point {
                Point::Spot(spot) => self.draw_spot(canvas, spot, column, row),
                Point::Dot(dot) => {
                    match arrow.filter(|entry| entry.dot() == dot) {
                        Some(entry) => {
                            let direction = entry.direction();
                            let seen = if self.flipped { direction.opposite() } else { direction };
                            canvas.put(row, column, arrow_sign(seen, unicode), Ink::Mark);
                        }
                        None => canvas.put(row, column, if unicode { "·" } else { "." }, Ink::Faint),
                    }
                    // Names stand outside: at the sides beside the dot, elsewhere above or below it.
                    let (name_row, name_column) = match (x, height) {
                        (-4, _) => (row, column - 3),
                        (4, _) => (row, column + 2),
                        (_, 1..) => (row - 1, column),
                        _ => (row + 1, column),
                    };
                    canvas.put(name_row, name_column, &dot.to_string(), Ink::Faint);
                }
            }
        }
    }

    fn draw_spot(&self, canvas: &mut Canvas, spot: Spot, column: i32, row: i32) {
        let last = self.last.as_ref();
        let Some(piece) = self.position.piece_at(spot) else {
            if last.is_some_and(|last| last.taken.iter().any(|(taken, _)| *taken == spot)) {
                canvas.put(row, column, "x", Ink::Taken);
            } else {
                canvas.put(row, column, "+", Ink::Faint);
            }
            return;
        };
        let (sign, ink) = match (piece.color, piece.kind) {
            (Color::White, PieceKind::Gipf) => ("(W)", Ink::White),
            (Color::White, _) => (" W ", Ink::White),
            (Color::Black, PieceKind::Gipf) => ("(B)", Ink::Black),
            (Color::Black, _) => (" B ", Ink::Black),
        };
        canvas.put(row, column - 1, sign, ink);
        if last.is_some_and(|last| last.moved.contains(spot)) {
            // The signs hug a basic piece, whose blanks leave room for them, and stand outside a GIPF-piece.
            let gap = if piece.kind == PieceKind::Gipf { 2 } else { 1 };
            canvas.put(row, column - gap, ">", Ink::Mark);
            canvas.put(row, column + gap, "<", Ink::Mark);
        }
    }

    /// What stands beside the board: variant and turn, who is to move, and a table of the players' pieces.
    #[must_use]
    pub fn summary(&self) -> Vec<String> {
        let position = &self.position;
        let count = |set: Bitboard| set.len().to_string();
        let mut lines = vec![self.heading(), self.whose_turn(), String::new()];
        let mut row = |name: &str, value: &dyn Fn(Color) -> String| {
            lines.push(format!("{name:<12}{:>6}{:>8}", value(Color::White), value(Color::Black)));
        };
        row("", &|color| color.to_string());
        row("on board", &|color| count(position.pieces(color) - position.gipf_pieces()));
        if position.variant().has_gipf_pieces() {
            row("GIPF-pieces", &|color| count(position.pieces(color) & position.gipf_pieces()));
        }
        row("reserve", &|color| position.reserve(color).to_string());
        row("captured", &|color| position.captured(color).to_string());
        if Color::ALL.into_iter().any(|color| position.phase(color) != Phase::NoGipf) {
            row("GIPF entry", &|color| phase_word(position.phase(color)).to_owned());
        }
        lines
    }

    fn draw_panel(&self, canvas: &mut Canvas) {
        let position = &self.position;
        let has_gipf = position.variant().has_gipf_pieces();
        let mut lines = self.summary();
        lines.push(String::new());
        lines.push("W B      basic pieces".to_owned());
        if has_gipf {
            lines.push("(W) (B)  GIPF-pieces".to_owned());
        }
        if let Some(last) = &self.last {
            if !last.moved.is_disjoint(position.occupied()) {
                lines.push("> <      moved last turn".to_owned());
            }
            if !last.taken.is_empty() {
                lines.push("x        taken last turn".to_owned());
            }
        }
        for (row, line) in (2..).zip(&lines) {
            canvas.put(row, PANEL_COLUMN, line, Ink::Plain);
        }
    }
}

/// Whether a player must, may, or may not enter GIPF-pieces.
fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::NothingEntered => "must",
        Phase::MayEnterGipf => "may",
        Phase::NoGipf => "no",
    }
}

const fn arrow_sign(direction: Direction, unicode: bool) -> &'static str {
    match (direction, unicode) {
        (Direction::North, true) => "↑",
        (Direction::NorthEast, true) => "↗",
        (Direction::SouthEast, true) => "↘",
        (Direction::South, true) => "↓",
        (Direction::SouthWest, true) => "↙",
        (Direction::NorthWest, true) => "↖",
        (Direction::North, false) => "^",
        (Direction::South, false) => "v",
        (Direction::NorthEast | Direction::SouthWest, false) => "/",
        (Direction::SouthEast | Direction::NorthWest, false) => "\\",
    }
}

/// The columns of the board alone.
pub const BOARD_COLUMNS: usize = 41;
/// The rows of the board alone.
pub const BOARD_ROWS: usize = 19;

const CENTRE_COLUMN: i32 = 20;
const CENTRE_ROW: i32 = 9;
const PANEL_COLUMN: i32 = 46;

/// Where a point stands in [`Diagram::cells`]: its column and row, from 0 at the left and the top.
#[must_use]
pub fn cell_of(point: Point, flipped: bool) -> (u16, u16) {
    let (x, height) = place(point);
    let (x, height) = if flipped { (-x, -height) } else { (x, height) };
    // Both lie within the board.
    ((CENTRE_COLUMN + 4 * x) as u16, (CENTRE_ROW - height) as u16)
}

/// What a character of the board stands for, and so its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Writing, and nothing.
    Plain,
    /// Vacant points and coordinates.
    Faint,
    /// A white piece.
    White,
    /// A black piece.
    Black,
    /// The marks of the last turn.
    Mark,
    /// Where a piece was taken.
    Taken,
}

impl Ink {
    /// The parameters of the ANSI sequence.
    const fn ansi(self) -> &'static str {
        match self {
            Self::Plain => "0",
            Self::Faint => "0;2",
            Self::White => "0;1;30;107",
            Self::Black => "0;1;97;44",
            Self::Mark => "0;1;32",
            Self::Taken => "0;1;31",
        }
    }
}

/// Characters in rows and columns.
struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    fn new(columns: usize) -> Self {
        Self { rows: vec![vec![(' ', Ink::Plain); columns]; BOARD_ROWS] }
    }

    fn put(&mut self, row: i32, column: i32, text: &str, ink: Ink) {
        let Some(cells) = usize::try_from(row).ok().and_then(|row| self.rows.get_mut(row)) else { return };
        let cells = cells.iter_mut().skip(usize::try_from(column).unwrap_or(0));
        for (cell, sign) in cells.zip(text.chars()) {
            *cell = (sign, ink);
        }
    }

    fn text(&self, color: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let end = row.iter().rposition(|&cell| cell != (' ', Ink::Plain)).map_or(0, |last| last + 1);
            let mut current = Ink::Plain;
            for &(sign, ink) in row.iter().take(end) {
                if color && ink != current {
                    text.push_str(&format!("\x1b[{}m", ink.ansi()));
                    current = ink;
                }
                text.push(sign);
            }
            if current != Ink::Plain {
                text.push_str("\x1b[0m");
            }
            // A basic piece at the end of a line carries a blank that only colour shows.
            if !color {
                text.truncate(text.trim_end_matches(' ').len());
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_words;
    use crate::rules::{Claims, Game, Position};

    fn game(start: &str, turns: &str) -> Game {
        let mut game = Game::new(start.parse().unwrap());
        play_words(&mut game, turns.split_whitespace()).unwrap();
        game
    }

    #[test]
    fn last_turn_is_marked() {
        let game = game("standard", "g2 b6-b4 e1-e3");
        let text = Diagram::of_game(&game, Claims::default()).text(TextStyle::ASCII);
        let expected = "
                    e9
                d8  .   f8
            c7  .       .   g7                standard, turn 4
        b6  .      (B)      .   h6            Black to move
        .       +       +       .
 a5 .       +       +       +       . i5                   White   Black
        B       +       +      (W)            on board         2       1
 a4 .       +       +       +       . i4      GIPF-pieces      3       3
       (W)      +       +       +             reserve         10      11
 a3 .       +       +       +       . i3      captured         0       0
        +       +       +       +
 a2 .       +       +       +       . i2      W B      basic pieces
       (B)      +       +      (B)            (W) (B)  GIPF-pieces
 a1 .       +     >(W)<     W       . i1      > <      moved last turn
        .       +       +       .
        b1  .      >W<      .   h1
            c1  .       .   g1
                d1  ^   f1
                    e1

White played e1-e3
";
        assert_eq!(text, expected.strip_prefix('\n').unwrap());
    }

    #[test]
    fn every_direction_has_its_arrow() {
        let arrow = |turn: &str, unicode: bool| {
            let game = game("basic", &format!("b3 {turn}"));
            let style = TextStyle { unicode, color: false };
            let text = Diagram::of_game(&game, Claims::NONE).text(style);
            let mut board = text.lines().take(19).flat_map(|line| line.chars().take(45));
            board.find(|sign| "^v/\\↑↗↘↓↙↖".contains(*sign)).unwrap()
        };
        let turns = ["e1-e3", "a1-c3", "a5-c5", "e9-e7", "i5-g5", "i1-g3"];
        assert_eq!(turns.map(|turn| arrow(turn, true)), ['↑', '↗', '↘', '↓', '↙', '↖']);
        assert_eq!(turns.map(|turn| arrow(turn, false)), ['^', '/', '\\', 'v', '/', '\\']);
    }

    #[test]
    fn eighty_columns_suffice() {
        let million: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap();
        let longest =
            million.turns().take(100_000).max_by_key(|turn| turn.display(&million).to_string().len()).unwrap();
        let mut game = Game::new(million);
        assert!(game.play(longest));
        let text = Diagram::of_game(&game, Claims::NONE).text(TextStyle::ASCII);
        assert!(text.lines().all(|line| line.len() <= 80 && line.trim_end() == line), "{text}");
        assert!(text.lines().count() > 21, "the turn takes two lines: {text}");
        assert!(text.is_ascii());
    }

    #[test]
    fn flipped_board() {
        let game = game("standard", "g2 b6-b4 e1-e3");
        let upright = Diagram::of_game(&game, Claims::default()).cells(true);
        let flipped = Diagram::of_game(&game, Claims::default()).flipped(true).cells(true);
        for (point, ..) in layout() {
            let at =
                |rows: &Vec<Vec<(char, Ink)>>, (column, row): (u16, u16)| rows[usize::from(row)][usize::from(column)];
            let (here, there) = (at(&upright, cell_of(point, false)), at(&flipped, cell_of(point, true)));
            let turned = if here.0 == '↑' { ('↓', Ink::Mark) } else { here };
            assert_eq!(there, turned, "{point}");
        }
        let text = Diagram::of_game(&game, Claims::default()).flipped(true).text(TextStyle::ASCII);
        assert!(
            text.lines().next().unwrap().trim() == "e1" && text.contains(" i1 .") && text.contains("Black to move"),
            "{text}"
        );
    }

    #[test]
    fn color_says_nothing_of_its_own() {
        let game = game("tournament", "Ge8 Gd8-f7 Ge9-e7");
        let diagram = Diagram::of_game(&game, Claims::NONE);
        let mut colored = diagram.text(TextStyle { unicode: true, color: true });
        while let Some(start) = colored.find('\x1b') {
            let length = colored[start..].find('m').unwrap() + 1;
            colored.replace_range(start..start + length, "");
        }
        let lines: Vec<&str> = colored.lines().map(str::trim_end).collect();
        assert_eq!(lines, diagram.text(TextStyle::UNICODE).lines().collect::<Vec<_>>());
    }

    #[test]
    fn the_end_is_told() {
        let over: Position = "S1s1/s1SSS/s1s1s1/G1G2sS/2G2g/SgsSS/sSsS w 0 5 standard -- 33".parse().unwrap();
        let text = Diagram::new(&over).text(TextStyle::ASCII);
        assert!(text.contains("game over\n") && text.ends_with("\nBlack has won: White has no piece left to enter\n"));
        let shuffled = Claims { repetition: false, turn_limit: 2 };
        let text = Diagram::of_game(&game("basic", "b3 b4"), shuffled).text(TextStyle::ASCII);
        assert!(text.ends_with("\nBlack played b4\nDraw: the limit of turns is reached\n"), "{text}");
    }

    #[test]
    fn waiting_rows_are_named() {
        let text = |position: &str| Diagram::new(&position.parse().unwrap()).text(TextStyle::ASCII);
        let one = text("2S1/5/2s3/2SSSS1/6/3s1/4 w 0 3 basic -- 61");
        assert!(one.ends_with("\nWhite has a row: e4 e5 e6 e7\n"), "{one}");
        let two = text("4/5/6/GGGGggg/6/5/4 w 2 8 tournament -- 40");
        assert!(two.ends_with("\nWhite has a row: e2 e3 e4 e5\n"), "{two}");
    }
}
