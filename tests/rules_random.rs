//! What holds in every position of random games, and in positions made by hand.

use gipfel::board::{Bitboard, Entry, Spot, Symmetry};
use gipfel::rules::{Color, PartialTurn, PieceKind, Position, Start, Turn, TurnCode};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;

mod vectors;

/// One of the legal turns, rather one that takes something.
fn random_turn(position: &Position, random: &mut impl Rng) -> Option<Turn> {
    let turns: Vec<Turn> = position.turns().collect();
    let clearing: Vec<Turn> = turns.iter().copied().filter(|turn| turn.is_clearing()).collect();
    let from = if clearing.is_empty() || random.next_u64().is_multiple_of(3) { &turns } else { &clearing };
    from.get((random.next_u64() % from.len().max(1) as u64) as usize).copied()
}

/// Calls `visit` in every position of some random games from all starts and from the positions of the lists; the second
/// position is the one before.
fn walk(games: usize, seed: u64, mut visit: impl FnMut(&Position, &Position)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let starts = Start::all().map(Position::start).flat_map(|start| [start; 3]);
    let listed = vectors::turn_lists().into_iter().map(|(position, _)| position);
    let starts: Vec<Position> = starts.chain(listed).filter(|start| start.count_turns() < 20_000).collect();
    for start in starts.iter().cycle().take(games) {
        let mut position = *start;
        let mut previous = *start;
        loop {
            visit(&position, &previous);
            previous = position;
            let Some(turn) = random_turn(&position, &mut random) else { break };
            position = position.play(turn);
        }
    }
}

fn turn_set(position: &Position) -> HashSet<Turn> {
    position.turns().collect()
}

/// The colours of the pieces taken, in basic pieces: own and the opponent's.
fn weigh(position: &Position, taken: Bitboard) -> [u32; 2] {
    [position.side(), !position.side()].map(|color| {
        let pieces = taken & position.pieces(color);
        pieces.len() + (pieces & position.gipf_pieces()).len()
    })
}

/// The turn put together in three steps; the position after each of them.
fn steps(position: &Position, turn: Turn) -> (PartialTurn, [Position; 2]) {
    let mut partial = PartialTurn::new(position);
    partial.take_all(turn.before()).unwrap();
    let cleared = *partial.position();
    if let Some(entry) = turn.entry() {
        partial.enter(entry, turn.kind()).unwrap();
    }
    let entered = *partial.position();
    if turn.entry().is_some() {
        partial.take_all(turn.after()).unwrap();
    }
    (partial, [cleared, entered])
}

#[test]
fn the_hash_is_kept_after_every_turn() {
    let mut positions = 0;
    walk(2000, 1, |position, _| {
        assert_eq!(position.hash(), position.hash_from_scratch(), "{position}");
        positions += 1;
    });
    assert!(positions > 30_000, "{positions}");
}

#[test]
fn the_hash_tells_positions_apart() {
    let mut seen = std::collections::HashMap::new();
    walk(1000, 2, |position, _| {
        let fields = position.to_string();
        let (identity, _turn_number) = fields.rsplit_once(' ').unwrap();
        let identity = identity.replace("basic", "").replace("standard", "").replace("tournament", "");
        let known = seen.entry(position.hash()).or_insert_with(|| identity.clone());
        assert_eq!(*known, identity);
    });
}

#[test]
fn symmetries_map_turns_to_turns() {
    let mut clearing = 0;
    walk(250, 3, |position, _| {
        let turns = turn_set(position);
        if turns.len() > 200 {
            return;
        }
        clearing += turns.iter().filter(|turn| turn.is_clearing()).count();
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            let images: HashSet<Turn> = turns.iter().map(|turn| turn.image(position, symmetry)).collect();
            assert_eq!(images, turn_set(&image), "{position} {symmetry:?}");
            assert_eq!(image.outcome(), position.outcome());
            for turn in turns.iter().take(10) {
                let played = position.play(*turn).transformed(symmetry);
                assert_eq!(image.play(turn.image(position, symmetry)), played, "{position} {turn:?}");
            }
            assert_eq!(image.transformed(symmetry.inverse()), *position);
        }
    });
    assert!(clearing > 1000, "{clearing}");
}

#[test]
fn all_images_have_one_canonical_form() {
    walk(300, 4, |position, _| {
        let (canonical, symmetry) = position.canonical();
        assert_eq!(position.transformed(symmetry), canonical);
        for symmetry in Symmetry::ALL {
            assert_eq!(position.transformed(symmetry).canonical().0, canonical, "{position}");
        }
    });
}

#[test]
fn no_piece_is_lost_or_made() {
    let mut captures = 0;
    walk(300, 5, |position, _| {
        let side = position.side();
        for turn in position.turns().take(200) {
            let (_, [_, entered]) = steps(position, turn);
            let before = weigh(position, turn.before());
            let after = weigh(&entered, turn.after());
            let next = position.play(turn);
            let captured = before[1] + after[1];
            // The mover's pieces stay in play; the opponent's that are taken are out of it.
            assert_eq!(next.in_play(side), position.in_play(side), "{position} {turn:?}");
            assert_eq!(u32::from(next.in_play(!side)) + captured, u32::from(position.in_play(!side)));
            assert_eq!(u32::from(next.captured(!side)), u32::from(position.captured(!side)) + captured);
            let entered = if turn.entry().is_some() { u32::from(turn.kind().cost()) } else { 0 };
            let reserve = u32::from(position.reserve(side)) + before[0] + after[0] - entered;
            assert_eq!(u32::from(next.reserve(side)), reserve);
            for color in Color::ALL {
                assert!(next.gipf_pieces().is_subset(next.occupied()), "{color}");
            }
            captures += captured;
        }
    });
    assert!(captures > 1000, "{captures}");
}

#[test]
fn the_mover_leaves_no_row_but_kept_ones() {
    let mut kept = 0;
    walk(500, 6, |position, _| {
        for turn in position.turns().take(500) {
            let next = position.play(turn);
            if next.is_over() {
                continue;
            }
            for row in next.rows(position.side()) {
                assert!(row.span.is_subset(next.gipf_pieces()), "{position} {turn:?}");
                kept += 1;
            }
        }
    });
    assert!(kept > 100, "{kept}");
}

#[test]
fn counts_are_numbers_of_turns() {
    let mut most = 0;
    walk(2000, 7, |position, _| {
        let count = position.turns().count();
        assert_eq!(position.count_turns(), count as u64, "{position}");
        assert_eq!(position.is_over(), count == 0, "{position}");
        assert_eq!(turn_set(position).len(), count, "{position}");
        most = most.max(count);
    });
    assert!(most > 1000, "{most}");
}

#[test]
fn codes_are_turns() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    walk(500, 8, |position, previous| {
        let turns: Vec<Turn> = position.turns().collect();
        if turns.len() > 500 {
            return;
        }
        let codes: HashSet<u32> = turns
            .iter()
            .map(|&turn| {
                let code = position.encode(turn).unwrap();
                assert_eq!(position.decode(code), Some(turn), "{position} {turn:?}");
                code.to_bits()
            })
            .collect();
        assert_eq!(codes.len(), turns.len(), "{position}");
        for code in (0..300).chain((0..20).map(|_| random.next_u64() as u32)).chain([u32::MAX]) {
            let turn = position.decode(TurnCode::from_bits(code));
            assert_eq!(turn.is_some(), codes.contains(&code), "{position} {code}");
            assert!(turn.is_none_or(|turn| turns.contains(&turn)));
        }
        for turn in previous.turns().take(300) {
            assert_eq!(position.encode(turn).is_some(), turns.contains(&turn), "{position} {turn:?}");
        }
    });
}

#[test]
fn exactly_the_generated_turns_are_legal() {
    let (mut legal, mut illegal) = (0, 0);
    walk(500, 9, |position, previous| {
        let turns = turn_set(position);
        // Turns of this position, of the one before, and their images are like legal turns in most of their parts.
        let others = previous.turns().take(300).chain(turns.iter().copied().take(300));
        for turn in others {
            for symmetry in Symmetry::ALL {
                let turn = turn.image(position, symmetry);
                assert_eq!(position.is_legal(turn), turns.contains(&turn), "{position} {turn:?}");
                *(if turns.contains(&turn) { &mut legal } else { &mut illegal }) += 1;
            }
        }
        assert!(turns.iter().all(|&turn| position.is_legal(turn)), "{position}");
    });
    assert!(legal > 10_000 && illegal > 10_000, "{legal} {illegal}");
}

#[test]
fn clearings_with_one_piece_more_or_less_are_legal_only_if_generated() {
    let mut changed = 0;
    walk(400, 10, |position, _| {
        let clearings: HashSet<Bitboard> = position.clearings().take(2000).collect();
        if clearings.len() == 2000 {
            return;
        }
        for &clearing in clearings.iter().take(50) {
            for spot in Bitboard::BOARD {
                let other = clearing ^ Bitboard::from(spot);
                assert_eq!(position.may_clear(other), clearings.contains(&other), "{position} {other:?}");
                changed += 1;
            }
        }
    });
    assert!(changed > 10_000);
}

#[test]
fn turns_are_put_together_in_three_steps() {
    walk(300, 11, |position, _| {
        for turn in position.turns().take(500) {
            let (partial, [cleared, entered]) = steps(position, turn);
            assert_eq!(partial.turn(), Some(turn), "{position}");
            assert_eq!(cleared.hash(), cleared.hash_from_scratch());
            assert_eq!(entered.hash(), entered.hash_from_scratch());
        }
    });
}

/// Every turn that can be put together from here, one row, one piece at a time. On the way, what is said to complete a
/// begun turn is compared with what can be put together.
fn put_together(partial: &PartialTurn, visited: &mut u32) -> HashSet<Turn> {
    *visited += 1;
    let rows: Vec<_> = partial.waiting_rows().collect();
    let position = partial.position();
    let mut found: HashSet<Turn> = partial.turn().into_iter().collect();
    for &row in &rows {
        let may = row.span & position.gipf_pieces();
        for chosen in may.subsets() {
            let mut next = partial.clone();
            next.take(row, (row.span - may) | chosen).unwrap();
            found.extend(put_together(&next, visited));
        }
        // Without a basic piece of the row, or with a piece from elsewhere, it cannot be taken.
        let wrong = (row.span - may).first().map(|spot| row.span - Bitboard::from(spot));
        let outside = (position.occupied() - row.span).first().map(|spot| row.span | spot.into());
        for taken in wrong.into_iter().chain(outside) {
            assert!(partial.clone().take(row, taken).is_err());
        }
    }
    if partial.entered().is_none() {
        for entry in Entry::all() {
            for kind in [PieceKind::Basic, PieceKind::Gipf] {
                let mut next = partial.clone();
                if next.enter(entry, kind).is_ok() {
                    assert!(rows.is_empty());
                    let vacant = !position.occupied().contains(entry.first());
                    // All entries onto a vacant spot are one.
                    if !vacant || Entry::onto(entry.first()) == Some(entry) {
                        found.extend(put_together(&next, visited));
                    }
                }
            }
        }
    }
    let completions: Vec<Turn> = partial.completions().collect();
    assert_eq!(completions.len(), found.len(), "{position}");
    assert_eq!(completions.into_iter().collect::<HashSet<_>>(), found, "{position}");
    found
}

#[test]
fn turns_are_put_together_row_by_row() {
    let (mut visited, mut clearing) = (0, 0);
    walk(200, 12, |position, _| {
        if position.count_turns() > 600 {
            return;
        }
        let found = put_together(&PartialTurn::new(position), &mut visited);
        clearing += found.iter().filter(|turn| turn.is_clearing()).count();
        assert_eq!(found, turn_set(position), "{position}");
    });
    assert!(clearing > 1000, "{clearing}");
}

#[test]
fn nothing_can_be_begun_after_the_end() {
    let over: Position = "4/5/6/S5s/6/5/4 w 0 0 basic -- 80".parse().unwrap();
    let mut partial = PartialTurn::new(&over);
    let entry = Entry::onto("e8".parse::<Spot>().unwrap()).unwrap();
    assert!(partial.is_over() && partial.enter(entry, PieceKind::Basic).is_err());
    assert_eq!((partial.turn(), partial.completions().count()), (None, 0));
}
