//! The board as a vector picture.

use super::diagram::{Diagram, LastTurn, fold, layout, place};
use crate::board::{Bitboard, Entry, Line, Point, Spot};
use crate::rules::{Color, Piece, PieceKind};
use crate::svg::{Anchor, At, Font, Letters, Svg};

/// All measures are in units of the picture; neighbouring points are 60 apart.
pub(super) const SPACING: f64 = 60.0;
pub(super) const WIDTH: f64 = 620.0;
const HEADING: f64 = 44.0;
/// From the centre of the board to the edge of its surface above and below.
const HALF_BOARD: f64 = 4.0 * SPACING + 58.0;
const CENTRE: At = At::new(WIDTH / 2.0, HEADING + 20.0 + HALF_BOARD);
const BOARD_END: f64 = CENTRE.y + HALF_BOARD;
const RESERVE_STEP: f64 = 34.0;
const SENTENCE_STEP: f64 = 23.0;
pub(super) const PIECE: f64 = 22.5;
const SENTENCE_SIZE: f64 = 16.0;
/// The most signs of a sentence that fit side by side.
const SENTENCE_SIGNS: usize = 66;

/// The colours: surface, lines, and the marks of the last turn.
const SURFACE: &str = "#ecd9b4";
const SURFACE_EDGE: &str = "#b08d57";
const INK: &str = "#7b5f38";
const MARK: &str = "#0a73b7";

impl Diagram {
    /// The board as an SVG picture that scales to any size: lines, dots with their names, pieces (GIPF-pieces as double
    /// discs), reserves and captured pieces, and below it what the text form says too.
    ///
    /// Of the last turn an arrow marks the way in, rings the pieces that moved, crossed ghosts the pieces that were
    /// taken.
    #[must_use]
    pub fn svg(&self) -> String {
        self.page(Letters::Text, self.height())
    }

    /// The board as a picture of this height.
    pub(super) fn page(&self, letters: Letters, height: f64) -> String {
        let title = format!("GIPF: {}, {}", self.heading(), self.whose_turn());
        page(letters, At::new(WIDTH, height), &title, &self.position.to_string(), |svg| self.draw(svg))
    }

    /// The height that the picture needs.
    pub(super) fn height(&self) -> f64 {
        BOARD_END + 2.0 * RESERVE_STEP + 34.0 + SENTENCE_STEP * self.folded_sentences().len() as f64
    }

    fn folded_sentences(&self) -> Vec<String> {
        self.sentences().iter().flat_map(|sentence| fold(sentence, SENTENCE_SIGNS)).collect()
    }

    /// Draws all, from the corner of the picture on.
    pub(super) fn draw(&self, svg: &mut Svg) {
        self.draw_heading(svg);
        draw_board(svg);
        self.draw_position(svg);
    }

    /// Draws what a turn can change below the heading, over the empty board.
    pub(super) fn draw_position(&self, svg: &mut Svg) {
        if let Some(last) = &self.last {
            self.draw_marks_below(svg, last);
        }
        self.draw_pieces(svg);
        self.overlay.draw(svg);
        for color in Color::ALL {
            self.draw_reserve(svg, color);
        }
        let mut at = At::new(30.0, BOARD_END + 2.0 * RESERVE_STEP + 32.0);
        for sentence in self.folded_sentences() {
            svg.text(at, &sentence, Font::new(SENTENCE_SIZE), "");
            at.y += SENTENCE_STEP;
        }
    }

    /// The bare board for a page that shows many: it uses what [`shared_definitions`] has put there.
    pub(super) fn svg_in_page(&self) -> String {
        let corner = At::new(0.0, CENTRE.y - HALF_BOARD - 4.0);
        let size = At::new(WIDTH, 2.0 * HALF_BOARD + 8.0);
        let title = format!("{}, {}", self.heading(), self.whose_turn());
        let mut svg = Svg::with_view(Letters::Text, corner, size, &title, &self.position.to_string());
        svg.raw("<use href=\"#board\"/>\n");
        if let Some(last) = &self.last {
            self.draw_marks_below(&mut svg, last);
        }
        self.draw_pieces(&mut svg);
        svg.finish()
    }

    /// The line above the board.
    pub(super) fn draw_heading(&self, svg: &mut Svg) {
        svg.text(At::new(30.0, HEADING), &self.heading(), Font::new(22.0).bold(), "");
        let right = At::new(WIDTH - 30.0, HEADING);
        svg.text(right, &self.whose_turn(), Font::new(22.0).anchored(Anchor::End), "");
    }

    /// What the last turn leaves under the pieces: the way of the pushed pieces, the arrow, and what was taken.
    fn draw_marks_below(&self, svg: &mut Svg, last: &LastTurn) {
        if let Some(entry) = last.push {
            let dot = at(entry.dot().into());
            let first = at(entry.first().into());
            if let Some(end) = last_spot(entry, last.moved) {
                let band =
                    format!("stroke=\"{MARK}\" stroke-width=\"16\" stroke-opacity=\"0.3\" stroke-linecap=\"round\"");
                svg.line(first, at(end.into()), &band);
            }
            draw_arrow(svg, dot.towards(first, -0.1), dot.towards(first, 0.58), MARK);
        }
        for &(spot, piece) in &last.taken {
            if !self.position.occupied().contains(spot) {
                draw_ghost(svg, at(spot.into()), piece);
            }
        }
    }

    fn draw_pieces(&self, svg: &mut Svg) {
        let moved = self.last.as_ref().map_or(Bitboard::EMPTY, |last| last.moved);
        for spot in self.position.occupied() {
            let Some(piece) = self.position.piece_at(spot) else { continue };
            draw_piece(svg, at(spot.into()), piece);
            if moved.contains(spot) {
                let ring = format!("fill=\"none\" stroke=\"{MARK}\" stroke-width=\"3.5\"");
                svg.circle(at(spot.into()), PIECE + 2.5, &ring);
            }
        }
    }

    /// One line for each player: his reserve as discs, then his captured pieces crossed out.
    fn draw_reserve(&self, svg: &mut Svg, color: Color) {
        let y = BOARD_END + 18.0 + RESERVE_STEP * f64::from(color as u8);
        let (reserve, captured) = (self.position.reserve(color), self.position.captured(color));
        svg.text(At::new(30.0, y + 5.5), &color.to_string(), Font::new(16.0).bold(), "");
        let mut at = At::new(100.0, y);
        for index in 0..reserve + captured {
            let style = disc_style(color, 1.2);
            if index < reserve {
                svg.circle(at, 8.0, &style);
            } else {
                svg.circle(at, 8.0, &format!("{style} opacity=\"0.45\""));
                draw_cross(svg, at, 6.0, 2.0);
            }
            at.x += 19.0;
        }
        let words = format!("{reserve} in reserve, {captured} captured");
        svg.text(At::new(WIDTH - 30.0, y + 5.0), &words, Font::new(14.0).anchored(Anchor::End), "");
    }
}

/// Gradients that give the discs some body; where a viewer leaves them out, the flat colour after them is taken.
const DEFINITIONS: &str = "<defs>
<radialGradient id=\"white\" cx=\"0.4\" cy=\"0.35\" r=\"0.75\">\
<stop offset=\"0\" stop-color=\"#ffffff\"/><stop offset=\"1\" stop-color=\"#e9e1d1\"/></radialGradient>
<radialGradient id=\"black\" cx=\"0.4\" cy=\"0.35\" r=\"0.75\">\
<stop offset=\"0\" stop-color=\"#55504a\"/><stop offset=\"1\" stop-color=\"#1d1a17\"/></radialGradient>
</defs>
";

/// A sheet of paper of this size, with something drawn on it.
pub(super) fn page(letters: Letters, size: At, title: &str, description: &str, draw: impl FnOnce(&mut Svg)) -> String {
    let mut svg = Svg::new(letters, size.x, size.y, title, description);
    svg.raw(DEFINITIONS);
    svg.on_paper(draw);
    svg.finish()
}

/// What the boards of [`Diagram::svg_in_page`] share: once in a page.
pub(super) fn shared_definitions() -> String {
    let mut board = Svg::fragment();
    draw_board(&mut board);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"shared\">\n\
         {DEFINITIONS}<defs><g id=\"board\" font-family=\"Helvetica, Arial, sans-serif\">\n{}</g></defs></svg>\n",
        board.into_shapes()
    )
}

/// Where a point lies in the picture.
pub(super) fn at(point: Point) -> At {
    let (x, height) = place(point);
    At::new(CENTRE.x + f64::from(x) * SPACING * 0.75_f64.sqrt(), CENTRE.y - f64::from(height) * SPACING / 2.0)
}

/// The spot that the furthest of the moved pieces has reached.
fn last_spot(entry: Entry, moved: Bitboard) -> Option<Spot> {
    moved.iter().max_by_key(|&spot| {
        let mut steps = 0;
        let mut here = Some(entry.first());
        while here.is_some_and(|here| here != spot) {
            here = here.and_then(|here| here.step(entry.direction()));
            steps += 1;
        }
        steps
    })
}

/// The empty board: surface, lines, dots and their names.
pub(super) fn draw_board(svg: &mut Svg) {
    let corner_dots = ["a1", "a5", "e9", "i5", "i1", "e1"].iter().filter_map(|name| name.parse::<Point>().ok());
    let corners: Vec<At> = corner_dots.map(|dot| CENTRE.towards(at(dot), HALF_BOARD / (4.0 * SPACING))).collect();
    let surface = format!("fill=\"{SURFACE}\" stroke=\"{SURFACE_EDGE}\" stroke-width=\"3\" stroke-linejoin=\"round\"");
    svg.polygon(&corners, &surface);
    svg.open(&format!("stroke=\"{INK}\" stroke-width=\"2\""));
    for line in Line::all() {
        let [from, to] = line.entries().map(|entry| at(entry.dot().into()));
        svg.line(from, to, "");
    }
    svg.close();
    svg.open(&format!("fill=\"{INK}\""));
    for (point, _, _) in layout() {
        if let Point::Dot(dot) = point {
            svg.circle(at(point), 6.0, "");
            // Names stand outside, on the ray from the centre.
            let place = at(point);
            let distance = (place.x - CENTRE.x).hypot(place.y - CENTRE.y);
            let name = CENTRE.towards(place, 1.0 + 23.0 / distance);
            svg.text(At::new(name.x, name.y + 5.0), &dot.to_string(), Font::new(15.0).anchored(Anchor::Middle), "");
        }
    }
    svg.close();
}

fn disc_style(color: Color, edge: f64) -> String {
    let (fill, stroke) = match color {
        Color::White => ("url(#white) #fdfaf3", "#5c5347"),
        Color::Black => ("url(#black) #2a2622", "#0d0b0a"),
    };
    format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{edge}\"")
}

/// A disc; a GIPF-piece as two, the upper one smaller.
fn draw_piece(svg: &mut Svg, at: At, piece: Piece) {
    svg.circle(at, PIECE, &disc_style(piece.color, 1.8));
    if piece.kind == PieceKind::Gipf {
        let stroke = match piece.color {
            Color::White => "#5c5347",
            Color::Black => "#f2ead9",
        };
        svg.circle(at, PIECE * 0.58, &format!("fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2.6\""));
        svg.circle(at, PIECE * 0.2, &format!("fill=\"{stroke}\""));
    }
}

/// A piece that was taken: small, faint, and crossed out; a GIPF-piece with a second edge.
fn draw_ghost(svg: &mut Svg, at: At, piece: Piece) {
    svg.open("opacity=\"0.4\"");
    svg.circle(at, PIECE * 0.7, &format!("{} stroke-dasharray=\"4 3\"", disc_style(piece.color, 1.8)));
    if piece.kind == PieceKind::Gipf {
        svg.circle(at, PIECE * 0.95, &format!("{} fill-opacity=\"0\"", disc_style(piece.color, 2.2)));
    }
    svg.close();
    draw_cross(svg, at, PIECE * 0.55, 3.5);
}

fn draw_cross(svg: &mut Svg, at: At, arm: f64, width: f64) {
    let style = format!("stroke=\"{MARK}\" stroke-width=\"{width}\" stroke-linecap=\"round\"");
    let arm = arm * 0.5_f64.sqrt();
    svg.line(At::new(at.x - arm, at.y - arm), At::new(at.x + arm, at.y + arm), &style);
    svg.line(At::new(at.x - arm, at.y + arm), At::new(at.x + arm, at.y - arm), &style);
}

/// An arrow in a colour.
pub(super) fn draw_arrow(svg: &mut Svg, from: At, tip: At, color: &str) {
    let length = (tip.x - from.x).hypot(tip.y - from.y);
    let base = tip.towards(from, 17.0 / length);
    let across = At::new((tip.y - from.y) / length * 10.5, (from.x - tip.x) / length * 10.5);
    svg.line(from, base, &format!("stroke=\"{color}\" stroke-width=\"7\" stroke-linecap=\"round\""));
    let corners = [tip, At::new(base.x + across.x, base.y + across.y), At::new(base.x - across.x, base.y - across.y)];
    svg.polygon(&corners, &format!("fill=\"{color}\""));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_words;
    use crate::rules::{Claims, Game, Position};
    use roxmltree::{Document, Node};

    fn count(document: &Document, name: &str, wanted: impl Fn(&Node) -> bool) -> usize {
        document.descendants().filter(|node| node.has_tag_name(name) && wanted(node)).count()
    }

    fn words(document: &Document) -> Vec<String> {
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        texts.filter_map(|node| node.text().map(str::to_owned)).collect()
    }

    #[test]
    fn board_of_the_start() {
        let svg = Diagram::new(&"standard".parse().unwrap()).svg();
        let document = Document::parse(&svg).unwrap();
        assert_eq!(count(&document, "line", |_| true), 21);
        assert_eq!(count(&document, "circle", |node| node.attribute("r") == Some("6")), 24, "dots");
        assert_eq!(count(&document, "circle", |node| node.attribute("r") == Some("22.5")), 6, "pieces");
        assert_eq!(count(&document, "circle", |node| node.attribute("r") == Some("13.1")), 6, "upper discs");
        assert_eq!(count(&document, "circle", |node| node.attribute("r") == Some("8")), 24, "reserves");
        let words = words(&document);
        for word in ["a1", "e9", "i5", "standard, turn 1", "White to move", "12 in reserve, 0 captured"] {
            assert!(words.iter().any(|found| found == word), "{word}");
        }
    }

    #[test]
    fn last_turn_is_marked() {
        let turns = "h6-h4 g6 b6-b4 g2 d7 f8-c6 i4-g4 c7-e7 c7-c5 b6-b3 h6-h3 d8-d6 a5-d5 a3-f7 g7-g5 c7-f6;x";
        let mut game = Game::new("standard".parse().unwrap());
        play_words(&mut game, turns.split(' ')).unwrap();
        let svg = Diagram::of_game(&game, Claims::NONE).svg();
        let document = Document::parse(&svg).unwrap();
        let ghosts = count(&document, "circle", |node| node.has_attribute("stroke-dasharray"));
        let crosses = count(&document, "line", |node| node.attribute("stroke-width") == Some("3.5"));
        assert_eq!((ghosts, crosses), (5, 10));
        assert_eq!(count(&document, "polygon", |_| true), 2, "the surface and the head of the arrow");
        assert!(words(&document).iter().any(|word| word == "Black played c7-f6;xd7,e7,f6,g5,h4*"));
    }

    #[test]
    fn every_position_of_a_game_is_well_formed() {
        let mut game = Game::new(Position::start(crate::rules::Variant::Tournament));
        while let Some(turn) = game.position().turns().last() {
            assert!(game.play(turn));
            let svg = Diagram::of_game(&game, Claims::default()).svg();
            let document = Document::parse(&svg).unwrap();
            let pieces = count(&document, "circle", |node| node.attribute("r") == Some("22.5"));
            assert_eq!(pieces as u32, game.position().occupied().len());
            if game.turns().len() == 60 {
                return;
            }
        }
    }

    #[test]
    fn sentences_fit_on_the_paper() {
        use crate::svg::width;
        let million: Position = "4/5/6/GGGGggg/GGGGgg/5/4 w 2 8 tournament -- 40".parse().unwrap();
        let turns = million.turns().take(20_000).map(|turn| turn.display(&million).to_string());
        let longest = turns.max_by_key(String::len).unwrap();
        for sentence in [format!("White played {longest}"), "White has rows: e2 e3 e4 e5, f2 f3 f4 f5 f6".repeat(3)] {
            for line in fold(&sentence, SENTENCE_SIGNS) {
                let width = width(&line, Font::new(SENTENCE_SIZE));
                assert!(width <= WIDTH - 60.0, "{width} units: {line}");
            }
        }
    }
}
