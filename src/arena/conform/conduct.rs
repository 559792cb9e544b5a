//! The rules of conduct that go beyond the plain protocol: errors, limits, what happens during a search, the end.

use super::games::finished_game;
use super::offers::MANY_TURNS;
use super::session::{Problem, Session, expected, is_best_move, legal, require};
use super::{Check, Context};
use crate::notation::parse_turn;
use crate::protocol::{ErrorCode, Info, Reply};
use crate::rules::{Position, Variant};
use crate::search::Score;

pub(super) const CHECKS: &[Check] = &[
    Check::gipfel("clean-output", "only protocol lines go to stdout", clean_output),
    Check::gipfel("blank-lines", "blank lines are passed over", |s, _| {
        s.silent("")?;
        s.silent("   ")
    }),
    Check::gipfel("crlf", "lines may end with CR LF", crlf),
    Check::gipfel("unknown-command", "an unknown command is an error reply", |s, _| {
        s.refused("xyzzy", ErrorCode::UnknownCommand)?;
        s.refused("Ugi", ErrorCode::UnknownCommand)
    }),
    Check::gipfel("unknown-word", "an unknown word after a command is an error reply", unknown_word),
    Check::gipfel("long-line", "a line over 1 MiB is one error reply", long_line),
    Check::gipfel("not-utf8", "a line that is not UTF-8 is one error reply", not_utf8),
    Check::gipfel("option-ranges", "an option takes its range and refuses the rest", option_ranges),
    Check::gipfel("option-names", "names of options ignore case; an unknown one is refused", option_names),
    Check::gipfel("bad-position", "a refused position says why and leaves none", bad_position),
    Check::gipfel("illegal-turn", "a refused turn says which and leaves no position", illegal_turn),
    Check::gipfel("errors-change-nothing", "after an error reply the state is what it was", errors_change_nothing),
    Check::gipfel("info-lines", "info with depth, score, nodes, time and a legal pv comes before bestmove", info_lines),
    Check::gipfel("finished-game", "go in a finished game: info depth 0 ..., bestmove none", finished),
    Check::gipfel("zero-time", "movetime 0 and negative clocks are answered at once", zero_time),
    Check::gipfel("infinite-holds", "go infinite holds its bestmove back until stop", infinite_holds),
    Check::gipfel("serves-while-searching", "isready and query are served during a search", serves),
    Check::gipfel("busy", "what would disturb a search is refused with busy", busy),
    Check::gipfel("stop-at-rest", "stop without a search does nothing", |s, _| s.silent("stop")),
    Check::gipfel("many-turns", "all holds in a position with a million turns", many_turns),
    Check::gipfel("quit-status", "quit ends with exit status 0", |s, _| {
        s.fence()?;
        s.send("quit");
        ends_well(s, "after quit").map(drop)
    }),
    Check::gipfel("quit-while-searching", "quit during a search gives the bestmove first", |s, _| {
        s.told("position startpos")?;
        s.send("go infinite");
        s.fence()?;
        s.send("quit");
        gave_best_move(&ends_well(s, "after quit")?)
    }),
    Check::gipfel("end-while-searching", "the end of the input during a search gives the bestmove first", |s, _| {
        s.told("position startpos")?;
        s.send("go infinite");
        s.fence()?;
        s.close_input();
        gave_best_move(&ends_well(s, "after the end of its input")?)
    }),
];

fn ends_well(session: &mut Session, what: &str) -> Result<Vec<Reply>, Problem> {
    let (status, replies) = session.exit(what)?;
    if status.success() { Ok(replies) } else { expected(format!("exit status 0, not {status}")) }
}

fn gave_best_move(replies: &[Reply]) -> Result<(), Problem> {
    let count = replies.iter().filter(|reply| is_best_move(reply)).count();
    require(count == 1, "one bestmove before the program ends")
}

fn clean_output(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.greet()?;
    session.told("uginewgame")?;
    session.told("position startpos")?;
    session.search("go depth 2")?;
    session.fence()?;
    let stray = session.replies().find_map(|reply| match reply {
        Reply::Text(text) => Some(text),
        _ => None,
    });
    stray.map_or(Ok(()), |text| expected(format!("no line such as {text:?}")))
}

fn crlf(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.send_bytes(b"position startpos\r\nisready\r\n".to_vec(), "position startpos\\r\\n, isready\\r\\n");
    let replies = session.until("readyok", |reply| *reply == Reply::ReadyOk)?;
    require(replies.len() == 1, "readyok alone")
}

fn unknown_word(session: &mut Session, _: &Context) -> Result<(), Problem> {
    for line in ["go depht 3", "go depth x", "query xyzzy", "isready now", "perft", "position"] {
        session.refused(line, ErrorCode::BadArgument)?;
    }
    Ok(())
}

fn long_line(session: &mut Session, _: &Context) -> Result<(), Problem> {
    let mut line = vec![b'x'; (1 << 20) + 1];
    line.push(b'\n');
    session.send_bytes(line, "xxx... (1 MiB and one byte)");
    let replies = session.fence()?;
    session.is_error(&replies, ErrorCode::LineTooLong, "a line over 1 MiB")
}

fn not_utf8(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.send_bytes(b"isready \xff\xfe\n".to_vec(), "isready \\xff\\xfe");
    let replies = session.fence()?;
    session.is_error(&replies, ErrorCode::NotUtf8, "a line that is not UTF-8")
}

/// What follows a word in an option's line, up to the next blank.
fn field<'a>(kind: &'a str, word: &str) -> Option<&'a str> {
    let mut words = kind.split_whitespace();
    words.find(|found| *found == word)?;
    words.next()
}

fn option_ranges(session: &mut Session, context: &Context) -> Result<(), Problem> {
    for (name, kind) in &context.offered {
        let set = |value: &str| format!("setoption name {name} value {value}");
        let (good, bad): (Vec<String>, Vec<String>) = match kind.split_whitespace().next() {
            Some("spin") => {
                let numbers: Option<Vec<i64>> =
                    ["default", "min", "max"].iter().map(|word| field(kind, word)?.parse().ok()).collect();
                let Some(&[default, min, max]) = numbers.as_deref() else {
                    return expected(format!("option {name} of type spin with default, min and max"));
                };
                require((min..=max).contains(&default), format!("a default of {name} in its range"))?;
                let outside = [min.checked_sub(1), max.checked_add(1)].into_iter().flatten().map(|n| n.to_string());
                let bad = outside.chain(["x".to_owned(), String::new()]).collect();
                (vec![min.to_string(), default.to_string()], bad)
            }
            Some("check") => {
                let default = field(kind, "default").unwrap_or_default().to_owned();
                (vec!["true".into(), "false".into(), default], vec!["maybe".into(), "1x".into()])
            }
            Some("combo") => {
                let words: Vec<&str> = kind.split_whitespace().collect();
                let values = words.windows(2).filter_map(|pair| match pair {
                    ["var", value] => Some((*value).to_owned()),
                    _ => None,
                });
                (values.collect(), vec!["xyzzy".into()])
            }
            Some("button" | "string") => continue,
            _ => return expected(format!("option {name} of type check, spin, combo, button or string")),
        };
        good.iter().try_for_each(|value| session.silent(&set(value)))?;
        bad.iter().try_for_each(|value| session.refused(set(value).trim_end(), ErrorCode::BadOption))?;
    }
    Ok(())
}

fn option_names(session: &mut Session, context: &Context) -> Result<(), Problem> {
    session.refused("setoption name Xyzzy value 1", ErrorCode::BadOption)?;
    let spins = context.offered.iter().filter(|(_, kind)| kind.starts_with("spin"));
    for (name, kind) in spins {
        let value = field(kind, "default").unwrap_or_default();
        for written in [name.to_uppercase(), name.to_lowercase()] {
            session.silent(&format!("setoption name {written} value {value}"))?;
        }
    }
    Ok(())
}

/// What holds while there is no position.
fn no_position(session: &mut Session) -> Result<(), Problem> {
    let replies = session.told("go depth 1")?;
    let fits = matches!(
        replies.as_slice(),
        [Reply::Error { code: ErrorCode::NoPosition, .. }, Reply::BestMove { turn: None, .. }]
    );
    require(fits, "info error no-position, then bestmove none, to go without a position")?;
    for (query, answer) in [("gameover", "true"), ("result", "none"), ("p1turn", "true"), ("turns", "none")] {
        let replies = session.told(&format!("query {query}"))?;
        let fits = matches!(
            replies.as_slice(),
            [Reply::Error { code: ErrorCode::NoPosition, .. }, Reply::Response(text)] if text == answer
        );
        require(fits, format!("info error no-position, then response {answer}, to query {query} without a position"))?;
    }
    session.refused("moves e1-e3", ErrorCode::NoPosition)?;
    session.silent("uginewgame")?;
    session.query_is("gameover", "false")
}

fn bad_position(session: &mut Session, _: &Context) -> Result<(), Problem> {
    for fields in ["g2G/5/6/G5g/6/5/g2X w 12 12 standard -- 1", "g2G/5/6/G5g/6/5/g2G w 19 12 standard -- 1", "x"] {
        session.silent("position startpos")?;
        session.refused(&format!("position fen {fields}"), ErrorCode::BadPosition)?;
    }
    no_position(session)
}

fn illegal_turn(session: &mut Session, _: &Context) -> Result<(), Problem> {
    let replies = session.told("position startpos moves e1-e3 e5")?;
    session.is_error(&replies, ErrorCode::IllegalTurn, "position startpos moves e1-e3 e5")?;
    let named = replies.iter().any(|reply| matches!(reply, Reply::Error { text, .. } if text.contains("e5")));
    require(named, "the error names the turn e5")?;
    session.silent("position startpos")?;
    session.refused("moves xyzzy", ErrorCode::IllegalTurn)?;
    no_position(session)
}

fn errors_change_nothing(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.silent("position startpos moves e1-e3")?;
    let before = session.query("position")?;
    for line in ["xyzzy", "go depth x", "query xyzzy", "setoption name Xyzzy", "position xyzzy", "perft x", "isready x"]
    {
        session.told(line)?;
    }
    session.query_is("position", &before)
}

/// Whether the line is complete and its variation can be played.
fn is_complete(info: &Info, position: &Position) -> bool {
    let mut position = *position;
    let legal = info.pv.iter().all(|text| match parse_turn(&position, text) {
        Ok(turn) => {
            position = position.play(turn);
            true
        }
        Err(_) => false,
    });
    let said = info.depth.is_some() && info.score.is_some() && info.nodes.is_some() && info.time.is_some();
    said && legal && !info.pv.is_empty()
}

fn info_lines(session: &mut Session, _: &Context) -> Result<(), Problem> {
    for variant in Variant::ALL {
        session.told(&format!("position {variant}"))?;
        for go in ["go depth 3", "go nodes 1", "go movetime 0"] {
            let found = session.search(go)?;
            let position = Position::start(variant);
            let lines: Vec<&Info> = found.infos.iter().filter(|info| info.score.is_some()).collect();
            require(!lines.is_empty(), format!("an info line with a score after {go}"))?;
            let wrong = lines.iter().find(|info| !is_complete(info, &position));
            if let Some(info) = wrong {
                return expected(format!("depth, score, nodes, time and a pv of legal turns, not {info}"));
            }
            let led = lines.last().and_then(|info| info.pv.first());
            require(led == Some(&found.turn), "bestmove is the first turn of the last pv")?;
        }
    }
    Ok(())
}

fn finished(session: &mut Session, context: &Context) -> Result<(), Problem> {
    let (text, _) = finished_game(context.options.seed);
    session.told(&text)?;
    let found = session.search("go depth 3")?;
    require(found.turn == "none", "bestmove none")?;
    let said = found.infos.iter().any(|info| {
        info.depth == Some(0)
            && info.score.and_then(Score::mate) == Some(0)
            && info.nodes == Some(0)
            && info.time == Some(0)
    });
    require(said, "info depth 0 score mate 0 nodes 0 time 0")
}

fn zero_time(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    for go in ["go movetime 0", "go p1time -100 p2time -100", "go p1time 0 p2time 0", "go movetime -5", "go nodes 0"] {
        let found = session.search(go)?;
        legal(&Position::start(Variant::Standard), &found.turn)?;
    }
    Ok(())
}

fn infinite_holds(session: &mut Session, context: &Context) -> Result<(), Problem> {
    let (text, _) = finished_game(context.options.seed);
    session.told(&text)?;
    session.held_back("go infinite", "stop")?;
    let found = session.search("stop")?;
    require(found.turn == "none", "bestmove none")
}

fn serves(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos")?;
    session.send("go infinite");
    let replies = session.fence()?;
    require(!replies.iter().any(is_best_move), "no bestmove before stop")?;
    session.query_is("p1turn", "true")?;
    session.query_is("gameover", "false")?;
    session.send("ugi");
    session.until("ugiok during a search", |reply| *reply == Reply::UgiOk)?;
    let found = session.search("stop")?;
    legal(&Position::start(Variant::Standard), &found.turn).map(drop)
}

fn busy(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.told("position startpos moves e1-e3")?;
    let before = session.query("position")?;
    session.send("go infinite");
    let lines = ["position startpos", "moves b3", "uginewgame", "setoption name Hash value 1", "go depth 1", "perft 1"];
    for line in lines {
        let replies = session.told(line)?;
        let errors: Vec<&Reply> = replies.iter().filter(|reply| !matches!(reply, Reply::Info(_))).collect();
        let fits = matches!(errors.as_slice(), [Reply::Error { code: ErrorCode::Busy, .. }]);
        require(fits, format!("info error busy, alone, to {line:?} during a search"))?;
    }
    session.search("stop")?;
    session.query_is("position", &before)
}

fn many_turns(session: &mut Session, _: &Context) -> Result<(), Problem> {
    session.silent(&format!("position fen {MANY_TURNS}"))?;
    let position: Position = MANY_TURNS.parse().map_err(|error| Problem::Expected(format!("{error}")))?;
    let found = session.search("go movetime 0")?;
    legal(&position, &found.turn)?;
    session.send("go infinite");
    session.fence()?;
    let found = session.search("stop")?;
    legal(&position, &found.turn)?;
    session.query_is("gameover", "false")?;
    session.send("quit");
    ends_well(session, "after quit").map(drop)
}
