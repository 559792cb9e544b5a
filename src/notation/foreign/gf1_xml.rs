//! GF1's saved games since version 1.02: XML with the last board and the turns that led to it.
//!
//! ```text
//! <gipfgame type="standard" formatversion="1">
//! <whiteplayer timeleft="0.000000" fulltime="-1" type="human">
//! Anna
//! </whiteplayer>
//! <blackplayer ...> ... </blackplayer>
//! <board>
//! <whitepieces> 12 </whitepieces> <whitelost> 0 </whitelost> <whitegipf> 3 </whitegipf> <whitetype> n </whitetype>
//! <blackpieces> ...                             type: g may still enter GIPF-pieces, n may not
//! <nextplayer> white </nextplayer>
//! <position type="gipf" color="white"> b5 </position> ...
//! </board>
//! <gamelog gametype="standard" whiteplayer="Anna" blackplayer="Ben">
//! <move start="e1" end="e3" piece="o" />
//! <removerow start="b2" end="e5" owner="x"> <position> b2x </position> ... </removerow>
//! <removegipf owner="x"> e5X </removegipf>
//! </gamelog>
//! </gipfgame>
//! ```
//!
//! A game of the type `other game` began from a board that was set up by hand and is not in the file; of such a game the last
//! board is read.

use super::at_once::{Action, Taken, settled};
use super::document::{Document, GameText};
use super::error::{Fault, ForeignError};
use super::gf1;
use crate::board::{Bitboard, Spot};
use crate::rules::{Color, Phase, Piece, PieceKind, Position, Setup, Variant};
use crate::xml::escape;
use roxmltree::{Node, ParsingOptions};
use std::fmt::Write;

/// A text with more elements is no saved game.
const MAX_NODES: u32 = 100_000;

pub(super) fn read(text: &str) -> Result<Document, ForeignError> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let xml = roxmltree::Document::parse_with_options(text, options).map_err(|error| {
        let (line, reason) = (error.pos().row as usize, error.to_string());
        Fault::Xml(reason).at(line.max(1))
    })?;
    let root = Element(xml.root_element());
    if root.0.tag_name().name() != "gipfgame" {
        return Err(gf1::unexpected("the element gipfgame", root.0.tag_name().name()).at(root.line()));
    }
    let version = root.attribute("formatversion")?;
    if version != "1" {
        return Err(gf1::unexpected("formatversion=\"1\"", version).at(root.line()));
    }
    let game_type = root.attribute("type")?;
    let board = root.child("board")?;
    let position = read_board(board, game_type, root.line())?;
    if game_type == gf1::OTHER_GAME {
        return Ok(Document::Position(position));
    }
    let names = ["whiteplayer", "blackplayer"].map(|name| root.child(name).map(|player| player.text().to_owned()));
    let [white, black] = names;
    let actions = root.child("gamelog")?.elements().map(|element| Ok((element.line(), read_action(element)?)));
    let game = GameText {
        game_type: game_type.to_owned(),
        type_line: root.line(),
        players: [white?, black?],
        actions: actions.collect::<Result<_, ForeignError>>()?,
    };
    let (record, taken) = game.replay()?;
    compare(&record.game().position().cleared(taken), &position).map_err(|fault| fault.at(board.line()))?;
    Ok(Document::Game(record))
}

/// An element, read with errors that name its line.
#[derive(Clone, Copy)]
struct Element<'a>(Node<'a, 'a>);

impl<'a> Element<'a> {
    fn line(self) -> usize {
        self.0.document().text_pos_at(self.0.range().start).row as usize
    }

    fn elements(self) -> impl Iterator<Item = Self> {
        self.0.children().filter(Node::is_element).map(Self)
    }

    fn child(self, name: &'static str) -> Result<Self, ForeignError> {
        let missing = || Fault::Unexpected { expected: name, found: format!("no such element in {}", self.name()) };
        self.elements().find(|child| child.name() == name).ok_or_else(|| missing().at(self.line()))
    }

    fn name(self) -> &'a str {
        self.0.tag_name().name()
    }

    fn attribute(self, name: &'static str) -> Result<&'a str, ForeignError> {
        let missing = || Fault::Unexpected { expected: name, found: format!("no such attribute of {}", self.name()) };
        self.0.attribute(name).map(str::trim).ok_or_else(|| missing().at(self.line()))
    }

    fn text(self) -> &'a str {
        self.0.text().unwrap_or_default().trim()
    }
}

fn read_board(board: Element, game_type: &str, type_line: usize) -> Result<Position, ForeignError> {
    let (mut colors, mut gipf) = ([Bitboard::EMPTY; 2], Bitboard::EMPTY);
    for element in board.elements().filter(|element| element.name() == "position") {
        let spot: Spot = gf1::point(element.text(), element.line())?;
        let [white, black] = &mut colors;
        if (*white | *black).contains(spot) {
            return Err(Fault::Twice(spot.to_string()).at(element.line()));
        }
        *(if read_color(element.attribute("color")?, element)? == Color::White { white } else { black }) |= spot.into();
        match element.attribute("type")? {
            "gipf" => gipf |= spot.into(),
            "piece" => {}
            other => return Err(gf1::unexpected("piece or gipf", other).at(element.line())),
        }
    }
    let next = board.child("nextplayer")?;
    let side = read_color(next.text(), next)?;
    let basic = number(board.child("whitegipf")?)? < 0 && number(board.child("blackgipf")?)? < 0;
    let variant = match game_type {
        gf1::OTHER_GAME if basic => Variant::Basic,
        gf1::OTHER_GAME => Variant::Tournament,
        _ => gf1::start(game_type, type_line)?.variant(),
    };
    let [white, black] = ["whitepieces", "blackpieces"].map(|name| read_reserve(board.child(name)?));
    let reserve = [white?, black?];
    let [white, black] = [("whitetype", 0), ("blacktype", 1)].map(|(name, i)| {
        let element = board.child(name)?;
        match element.text() {
            "g" if variant != Variant::Tournament => Ok(Phase::NoGipf),
            "g" if reserve.get(i) == Some(&18) && colors.get(i) == Some(&Bitboard::EMPTY) => Ok(Phase::NothingEntered),
            "g" => Ok(Phase::MayEnterGipf),
            "n" => Ok(Phase::NoGipf),
            other => Err(gf1::unexpected("g or n", other).at(element.line())),
        }
    });
    let turn_number = if side == Color::White { 1 } else { 2 };
    let setup = Setup { colors, gipf, reserve, phase: [white?, black?], side, variant, turn_number };
    setup.build().map_err(|error| Fault::Position(error).at(board.line()))
}

fn read_color(word: &str, element: Element) -> Result<Color, ForeignError> {
    match word {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(gf1::unexpected("white or black", other).at(element.line())),
    }
}

fn number(element: Element) -> Result<i8, ForeignError> {
    element.text().parse().map_err(|_| gf1::unexpected("a number of pieces", element.text()).at(element.line()))
}

fn read_reserve(element: Element) -> Result<u8, ForeignError> {
    let number = number(element)?;
    u8::try_from(number).map_err(|_| gf1::unexpected("a number of pieces", element.text()).at(element.line()))
}

fn read_action(element: Element) -> Result<Action, ForeignError> {
    let line = element.line();
    match element.name() {
        "move" => {
            let word = element.attribute("piece")?;
            let mut letters = word.chars();
            let piece = letters.next().and_then(gf1::piece).filter(|_| letters.next().is_none());
            let piece = piece.ok_or_else(|| gf1::unexpected("one of o x O X", word).at(line))?;
            let (dot, end) = (element.attribute("start")?, element.attribute("end")?);
            Ok(Action::Enter { piece, dot: gf1::point(dot, line)?, end: gf1::point(end, line)? })
        }
        "removerow" => {
            let (from, to) = (element.attribute("start")?, element.attribute("end")?);
            let ends = Some((gf1::point(from, line)?, gf1::point(to, line)?));
            let taken = element.elements().map(taken).collect::<Result<_, _>>()?;
            Ok(Action::Clear { owner: gf1::owner(element.attribute("owner")?, line)?, ends, taken })
        }
        "removegipf" => {
            let taken = vec![taken(element)?];
            Ok(Action::Clear { owner: gf1::owner(element.attribute("owner")?, line)?, ends: None, taken })
        }
        other => Err(gf1::unexpected("move, removerow or removegipf", other).at(line)),
    }
}

fn taken(element: Element) -> Result<Taken, ForeignError> {
    let (spot, Piece { color, kind }) = gf1::placed(element.text(), element.line())?;
    Ok(Taken { spot, color, kind })
}

/// The board that was saved must be the one that the turns lead to.
fn compare(played: &Position, saved: &Position) -> Result<(), Fault> {
    let differs = |what: String| Err(Fault::OtherBoard(what));
    if let Some(spot) = Bitboard::BOARD.iter().find(|&spot| played.piece_at(spot) != saved.piece_at(spot)) {
        return differs(spot.to_string());
    }
    if let Some(color) = Color::ALL.into_iter().find(|&color| played.reserve(color) != saved.reserve(color)) {
        return differs(format!("{color}'s reserve is {} after them", played.reserve(color)));
    }
    if !played.is_over() && played.side() != saved.side() {
        return differs(format!("it is {}'s turn after them", played.side()));
    }
    Ok(())
}

pub(super) fn write(document: &Document) -> Result<String, ForeignError> {
    let (game, position) = match document {
        Document::Game(record) => (GameText::new(record)?, settled(record.game().position())?),
        Document::Position(position) => {
            let (game_type, players) = (gf1::OTHER_GAME.to_owned(), [String::new(), String::new()]);
            (GameText { game_type, type_line: 0, players, actions: Vec::new() }, settled(position)?)
        }
    };
    let mut xml = Xml(String::new());
    xml.open("gipfgame", &[("type", &game.game_type), ("formatversion", "1")]);
    for (name, player) in ["whiteplayer", "blackplayer"].into_iter().zip(&game.players) {
        xml.value(name, &[("timeleft", "0.000000"), ("fulltime", "-1"), ("type", "human")], player);
    }
    write_board(&mut xml, &position);
    let [white, black] = &game.players;
    xml.open("gamelog", &[("gametype", &game.game_type), ("whiteplayer", white), ("blackplayer", black)]);
    for (_, action) in &game.actions {
        write_action(&mut xml, action);
    }
    xml.close("gamelog");
    xml.close("gipfgame");
    Ok(xml.0)
}

fn write_board(xml: &mut Xml, position: &Position) {
    xml.open("board", &[]);
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let gipf = (position.pieces(color) & position.gipf_pieces()).len().to_string();
        let gipf = if position.variant() == Variant::Basic { "-1".to_owned() } else { gipf };
        let kind = if position.phase(color) == Phase::NoGipf { "n" } else { "g" };
        xml.value(&format!("{name}pieces"), &[], &position.reserve(color).to_string());
        xml.value(&format!("{name}lost"), &[], &position.captured(color).to_string());
        xml.value(&format!("{name}gipf"), &[], &gipf);
        xml.value(&format!("{name}type"), &[], kind);
    }
    let word = |color| if color == Color::White { "white" } else { "black" };
    xml.value("nextplayer", &[], word(position.side()));
    for spot in position.occupied() {
        if let Some(piece) = position.piece_at(spot) {
            let kind = if piece.kind == PieceKind::Gipf { "gipf" } else { "piece" };
            xml.value("position", &[("type", kind), ("color", word(piece.color))], &spot.to_string());
        }
    }
    xml.close("board");
}

fn write_action(xml: &mut Xml, action: &Action) {
    let placed = |&Taken { spot, color, kind }: &Taken| format!("{spot}{}", gf1::letter(Piece { color, kind }));
    match action {
        Action::Enter { piece, dot, end } => {
            let piece = gf1::letter(*piece).to_string();
            xml.value("move", &[("start", &dot.to_string()), ("end", &end.to_string()), ("piece", &piece)], "");
        }
        Action::Clear { owner, ends, taken } => {
            let owner = gf1::color_letter(*owner).to_string();
            if let Some((from, to)) = ends {
                let (from, to) = (from.to_string(), to.to_string());
                xml.open("removerow", &[("start", &from), ("end", &to), ("owner", &owner)]);
                for piece in taken.iter().filter(|taken| taken.kind != PieceKind::Gipf) {
                    xml.value("position", &[], &placed(piece));
                }
                xml.close("removerow");
            }
            for piece in taken.iter().filter(|taken| taken.kind == PieceKind::Gipf) {
                xml.value("removegipf", &[("owner", &owner)], &placed(piece));
            }
        }
    }
}

/// XML as GF1 writes and reads it: every tag and every value on a line of its own.
struct Xml(String);

impl Xml {
    fn tag(&mut self, name: &str, attributes: &[(&str, &str)]) {
        // Writing into a string does not fail.
        let _written = write!(self.0, "<{name}");
        for (key, value) in attributes {
            let _written = write!(self.0, " {key}=\"{}\"", escape(value));
        }
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.0.push_str(">\n");
    }

    fn close(&mut self, name: &str) {
        let _written = writeln!(self.0, "</{name}>");
    }

    fn value(&mut self, name: &str, attributes: &[(&str, &str)], value: &str) {
        self.tag(name, attributes);
        if value.is_empty() {
            self.0.push_str(" />\n");
        } else {
            let _written = writeln!(self.0, ">\n{}\n</{name}>", escape(value));
        }
    }
}
