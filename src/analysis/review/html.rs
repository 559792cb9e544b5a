//! A review as part of an HTML page that needs nothing besides itself: the curve, the turns, and a board for each position.
//!
//! The page is well-formed XML too. With scripts its boards can be stepped through; without, and on paper, they all stand
//! there.

use super::words::{
    accuracy_text, better_text, circumstances, method, numbered, percent, title, turning_text, verdict,
};
use super::{Grade, PlayerReview, Review, ReviewedTurn, curve};
use crate::analysis::board_svg::shared_definitions;
use crate::analysis::{Diagram, score_text};
use crate::rules::{Claims, Color, Game};
use crate::xml::escape;

/// What stands before the first game.
pub(super) fn begin(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\"/>\n<meta name=\"generator\" content=\"{}\"/>\n<title>{}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n{}",
        super::PROGRAM,
        escape(title),
        include_str!("page.css"),
        shared_definitions()
    )
}

/// What stands after the last game.
pub(super) fn end() -> String {
    format!("<script>\n{}</script>\n</body>\n</html>\n", include_str!("page.js"))
}

/// One game; `number` counts the games of a page from 1.
pub(super) fn game(review: &Review, number: usize) -> String {
    let anchor = format!("g{number}p");
    let mut page = format!("<article class=\"game\" id=\"g{number}\">\n<h1>{}</h1>\n", escape(&title(review)));
    let about: Vec<String> = circumstances(review).into_iter().chain([method(review)]).collect();
    page.push_str(&format!("<p class=\"meta\">{}</p>\n", escape(&about.join(" · "))));
    page.push_str(&players(review));
    page.push_str(&format!("<div class=\"curve-box\">\n{}</div>\n", curve::svg(review, &anchor)));
    page.push_str(&turning_points(review, &anchor));
    page.push_str(&boards(review, &anchor));
    page.push_str(&turns(review, &anchor));
    page.push_str("</article>\n");
    // A number and its percent sign stay on one line.
    page.replace(" %", "\u{a0}%")
}

fn players(review: &Review) -> String {
    let mut text = "<div class=\"scroll\"><table>\n<tr><th>player</th><th class=\"number\">accuracy</th>".to_owned();
    for grade in Grade::ALL {
        let name = [grade.name(), grade.sign()].join(" ");
        text.push_str(&format!("<th class=\"number\">{}</th>", name.trim_end()));
    }
    text.push_str("<th class=\"number\">proven wins missed</th></tr>\n");
    for player in &review.players {
        text.push_str(&player_row(player));
    }
    text + "</table></div>\n"
}

fn player_row(player: &PlayerReview) -> String {
    let name = match &player.name {
        Some(name) => escape(&format!("{} ({name})", player.color)),
        None => player.color.to_string(),
    };
    let counts = Grade::ALL.map(|grade| player.count(grade).to_string());
    let cells = [accuracy_text(player.accuracy)].into_iter().chain(counts).chain([player.missed_wins.to_string()]);
    let cells: String = cells.map(|cell| format!("<td class=\"number\">{cell}</td>")).collect();
    format!("<tr><th>{name}</th>{cells}</tr>\n")
}

fn turning_points(review: &Review, anchor: &str) -> String {
    if review.turning_points.is_empty() {
        return String::new();
    }
    let points = review.turning_points.iter().map(|point| {
        let text = escape(&turning_text(review, point));
        format!("<li><a href=\"#{anchor}{}\">{text}</a></li>\n", point.turn + 1)
    });
    format!("<h2>Turning points</h2>\n<ul>\n{}</ul>\n", points.collect::<String>())
}

/// A board for each position, with what is to be said about the turn that led to it.
fn boards(review: &Review, anchor: &str) -> String {
    let buttons = [
        ("first", "«", "to the start"),
        ("back", "‹", "one turn back"),
        ("on", "›", "one turn on"),
        ("last", "»", "to the end"),
    ];
    let buttons: String = buttons
        .iter()
        .map(|(go, sign, name)| {
            format!("<button type=\"button\" data-go=\"{go}\" title=\"{name}\" aria-label=\"{name}\">{sign}</button>\n")
        })
        .collect();
    let mut text = format!(
        "<h2>Boards</h2>\n<div class=\"controls\">\n{buttons}<span>or the keys ← → Home End</span>\n</div>\n\
         <div class=\"plies\" aria-live=\"polite\">\n"
    );
    let mut before: Option<Game> = None;
    for (after, game) in review.games().enumerate() {
        text.push_str(&board(review, after, before.as_ref(), &game, anchor));
        before = Some(game);
    }
    text + "</div>\n"
}

fn board(review: &Review, after: usize, before: Option<&Game>, game: &Game, anchor: &str) -> String {
    let diagram = Diagram::of_game(game, Claims::default());
    let turn = after.checked_sub(1).and_then(|index| Some((index, review.turns.get(index)?)));
    let heading = turn.map_or("Start".to_owned(), |(index, _)| numbered(review, index));
    let mut words = Vec::new();
    if let (Some((_, turn)), Some(before)) = (turn, before) {
        words.extend(about_turn(turn, before));
    } else {
        words.push(format!("<p>White's chances: {}.</p>\n", percent(review.start.value())));
    }
    // The heading names the turn already.
    let sentences = diagram.sentences();
    let sentences = sentences.iter().skip(usize::from(turn.is_some()));
    words.extend(sentences.map(|sentence| format!("<p>{}.</p>\n", escape(sentence))));
    words.push(reserves(game));
    format!(
        "<section class=\"ply\" id=\"{anchor}{after}\" data-x=\"{:.1}\">\n{}<div>\n<h3>{}</h3>\n{}</div>\n</section>\n",
        curve::x(review, after),
        diagram.svg_in_page(),
        escape(&heading),
        words.concat()
    )
}

fn about_turn(turn: &ReviewedTurn, before: &Game) -> Vec<String> {
    let white = percent(turn.white_win().value());
    let mut words = vec![format!("<p>{}; White's chances: {white}.</p>\n", score_text(turn.score, turn.mover))];
    let verdict = verdict(turn);
    if !verdict.is_empty() {
        words.push(format!("<p class=\"grade-{}\">{}</p>\n", turn.grade.name(), escape(&verdict)));
    }
    if !turn.better.is_empty() {
        let lines = turn.better.iter().map(|better| {
            let (better, answers) = better_text(better, turn, before.position());
            format!("<li>{} {}</li>\n", escape(&better), escape(&answers.join(" ")))
        });
        words.push(format!("<p>Better:</p>\n<ul>\n{}</ul>\n", lines.collect::<String>()));
    }
    words
}

fn reserves(game: &Game) -> String {
    let position = game.position();
    let words = Color::ALL
        .map(|color| format!("{color}: {} in reserve, {} captured", position.reserve(color), position.captured(color)));
    format!("<p class=\"meta\">{}</p>\n", words.join("<br/>"))
}

fn turns(review: &Review, anchor: &str) -> String {
    if review.turns.is_empty() {
        return String::new();
    }
    let mut text = "<h2>Turns</h2>\n<div class=\"scroll\"><table>\n<tr><th>turn</th><th>score</th>\
                    <th class=\"number\">White wins</th><th>grade</th><th>better</th></tr>\n"
        .to_owned();
    for (index, (turn, game)) in review.turns.iter().zip(review.games()).enumerate() {
        let better = turn.better.first().filter(|_| turn.is_notable());
        let better = better.map_or(String::new(), |better| better_text(better, turn, game.position()).0);
        let missed = if turn.missed_win.is_some() { ", missed win" } else { "" };
        text.push_str(&format!(
            "<tr data-ply=\"{after}\"><td><a href=\"#{anchor}{after}\">{}</a></td><td>{}</td><td class=\"number\">{}</td>\
             <td class=\"grade-{grade}\">{grade}{missed}</td><td>{}</td></tr>\n",
            escape(&numbered(review, index)),
            score_text(turn.score, turn.mover),
            percent(turn.white_win().value()),
            escape(&better),
            after = index + 1,
            grade = turn.grade.name(),
        ));
    }
    text + "</table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::super::test_games::{blunder, review};
    use super::*;
    use roxmltree::{Document, Node, ParsingOptions};

    fn page(reviews: &[Review]) -> String {
        let games: String = (1..).zip(reviews).map(|(number, review)| game(review, number)).collect();
        begin("Anna & <Ben>") + &games + &end()
    }

    fn elements<'a>(document: &'a Document, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
        document.descendants().filter(move |node| node.tag_name().name() == name)
    }

    #[test]
    fn well_formed_and_whole() {
        let page = page(&[blunder(), review("[Variant \"basic+B2\"]\n\n*", &[&[(0, "b3")]])]);
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&page, options).unwrap();
        assert_eq!(elements(&document, "article").count(), 2);
        let boards: Vec<Node> =
            elements(&document, "section").filter(|node| node.attribute("class") == Some("ply")).collect();
        assert_eq!(boards.len(), 5);
        assert_eq!(elements(&document, "script").count(), 1);
        let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "ids are unique");
        for link in elements(&document, "a").chain(elements(&document, "use")) {
            let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
            assert!(ids.binary_search(&target).is_ok(), "{target}");
        }
        for outside in ["src=", "http:", "https:", "url(h", "@import"] {
            let own = page.replace("http://www.w3.org/", "").matches(outside).count();
            assert_eq!(own, 0, "{outside}: the page needs nothing besides itself");
        }
        let headings: Vec<&str> = elements(&document, "h1").filter_map(|node| node.text()).collect();
        assert_eq!(headings, ["A|nna *\"x\"* & co - </title>Ben, *", "White - Black, *"]);
        assert!(!page.contains("<script>alert"));
        assert!(page.contains("Blunder: Black's chances fall from 55\u{a0}% to 2\u{a0}%."));
    }

    #[test]
    fn every_piece_stands_on_its_board() {
        let review = blunder();
        let page = page(std::slice::from_ref(&review));
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(&page, options).unwrap();
        let boards = elements(&document, "section");
        let pieces = boards.map(|board| board.descendants().filter(|node| node.attribute("r") == Some("22.5")).count());
        let expected: Vec<usize> = review.games().map(|game| game.position().occupied().len() as usize).collect();
        assert_eq!(pieces.collect::<Vec<_>>(), expected);
    }
}
