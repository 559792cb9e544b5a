//! What is told of a position, from the lines that its search has found.

use super::answer::{Analysis, LineAnswer, RootAnswer, ScoreAnswer, seconds};
use crate::analysis::BestLines;
use crate::notation::{color_word, reason_word, result_word, variation};
use crate::rules::{Claims, Game, Position};
use crate::search::{Report, SearchResult};
use std::time::Duration;

/// What is known while the search goes on; nothing before the first line.
pub(super) fn partial<'a>(id: &'a str, game: &Game, best: &BestLines, elapsed: Duration) -> Option<Analysis<'a>> {
    let (first, newest) = (best.lines().first()?, newest(best)?);
    let root = RootAnswer {
        score: first.score.into(),
        depth: first.depth,
        seldepth: newest.seldepth,
        nodes: newest.nodes,
        time: seconds(elapsed),
        hashfull: newest.hashfull,
    };
    Some(analysis(id, game, best, root, true))
}

/// What is known when the search has ended.
pub(super) fn complete<'a>(id: &'a str, game: &Game, best: &BestLines, result: &SearchResult) -> Analysis<'a> {
    let newest = newest(best);
    let root = RootAnswer {
        score: ScoreAnswer::from(result.score),
        depth: result.depth,
        seldepth: newest.map_or(0, |report| report.seldepth),
        nodes: result.nodes,
        time: seconds(result.elapsed),
        hashfull: newest.map_or(0, |report| report.hashfull),
    };
    analysis(id, game, best, root, false)
}

/// The report that came last.
fn newest(best: &BestLines) -> Option<&Report> {
    best.lines().iter().max_by_key(|report| report.nodes)
}

fn analysis<'a>(id: &'a str, game: &Game, best: &BestLines, root: RootAnswer, is_during_search: bool) -> Analysis<'a> {
    let position = game.position();
    let result = game.result(Claims::default());
    Analysis {
        id,
        turn_number: game.turns().len(),
        is_during_search,
        terminated: false,
        position: position.to_string(),
        to_move: color_word(position.side()),
        result: result_word(result),
        reason: result.map(reason_word),
        root,
        lines: best.lines().iter().filter_map(|report| line(position, report)).collect(),
        book: None,
        legal: None,
    }
}

fn line(position: &Position, report: &Report) -> Option<LineAnswer> {
    let variation = variation(position, &report.pv);
    let turn = variation.first()?.clone();
    Some(LineAnswer { turn, score: report.score.into(), visits: report.visits, depth: report.depth, variation })
}
