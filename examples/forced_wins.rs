//! Collects positions with forced wins from self-play, for `tests/data/wins.txt`.
//!
//! Plays games between quick searches from random openings, and goes back from the end of each game for as long as the solver
//! proves a win of the side to move. Each line of the file is a position and the plies of its shortest win; no two are
//! equal up to symmetry and exchange of colours. What is found is written at once, and a file that exists is gone on with.
//!
//!     cargo run --release --example forced_wins -- tests/data/wins.txt [SEED [COUNT]]
//!
//! COUNT (8 by default) positions are wanted for each variant and each of 3, 5, 7, 9 and 11 plies.

use gipfel::arena::openings::RandomOpenings;
use gipfel::rules::{Claims, Color, Game, Position, Setup, Variant};
use gipfel::search::{Control, Limits, Searcher, Silent};
use gipfel::solve::{self, Goal, Solver, Verdict, verify};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// The lengths that are wanted, in plies.
const LENGTHS: [u32; 5] = [3, 5, 7, 9, 11];
/// Nodes for a turn of White and of Black, in turns: who searches less goes wrong now and then.
const NODES: [[u64; 2]; 3] = [[2000, 2000], [4000, 500], [500, 4000]];
/// Nodes after which the solver gives a position up, and with it all that come before it in the game; so it does where the
/// solution does not fit into the memory.
const SOLVER_NODES: u64 = 3_000_000;
const MEBIBYTES: usize = 512;

type Key = (Variant, u64);

/// The positions so far.
struct Collection {
    seen: HashSet<Key>,
    counts: HashMap<(Variant, u32), usize>,
}

impl Collection {
    fn add(&mut self, position: &Position, plies: u32) -> bool {
        let new = self.seen.insert(key(position));
        *self.counts.entry((position.variant(), plies)).or_default() += usize::from(new);
        new
    }

    fn count(&self, variant: Variant, plies: u32) -> usize {
        self.counts.get(&(variant, plies)).copied().unwrap_or(0)
    }
}

/// The same for positions that differ by a symmetry of the board, an exchange of colours, or the turn number only.
fn key(position: &Position) -> Key {
    let canonical = |setup: Setup| setup.build().map_or(0, |position| position.canonical().0.hash());
    let setup = position.setup();
    let swap = |[white, black]: [u8; 2]| [black, white];
    let exchanged = Setup {
        colors: [setup.colors[1], setup.colors[0]],
        reserve: swap(setup.reserve),
        phase: [setup.phase[1], setup.phase[0]],
        side: !setup.side,
        ..setup
    };
    (position.variant(), canonical(setup).min(canonical(exchanged)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("expected a file to write to")?;
    let seed: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let wanted: usize = words.next().map_or(Ok(8), |word| word.parse())?;
    let mut collection = Collection { seen: HashSet::new(), counts: HashMap::new() };
    for line in fs::read_to_string(&file).unwrap_or_default().lines().filter(|line| !line.starts_with('#')) {
        let (position, plies) = line.rsplit_once(' ').ok_or("expected a position and a number of plies")?;
        collection.add(&position.parse()?, plies.parse()?);
    }
    let mut out = OpenOptions::new().create(true).append(true).open(&file)?;
    let mut solver = Solver::new(MEBIBYTES)?;
    for round in seed.. {
        let open: Vec<Variant> = Variant::ALL
            .into_iter()
            .filter(|&variant| LENGTHS.iter().any(|&plies| collection.count(variant, plies) < wanted))
            .collect();
        if open.is_empty() {
            break;
        }
        for variant in open {
            let opening = RandomOpenings { count: 1, plies: 6, imbalance: 300 }.generate(variant.into(), round)?;
            let game = opening[0].game().clone();
            let positions = play(game, NODES[round as usize % NODES.len()])?;
            for (position, plies) in wins(&positions, &mut solver) {
                if LENGTHS.contains(&plies)
                    && collection.count(variant, plies) < wanted
                    && collection.add(&position, plies)
                {
                    writeln!(out, "{position} {plies}")?;
                    out.flush()?;
                }
            }
            let counts = LENGTHS.map(|plies| collection.count(variant, plies));
            println!("round {round}, {variant}: {counts:?}");
        }
    }
    Ok(())
}

/// The positions of a game from an opening to its end.
fn play(mut game: Game, nodes: [u64; 2]) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut searcher = Searcher::new(1)?;
    let mut positions = vec![*game.position()];
    while game.result(Claims::default()).is_none() {
        let limits = Limits::nodes(nodes[game.position().side() as usize]);
        let result = searcher.search(&game, &limits, &Control::new(), &mut Silent);
        game.play(result.best.ok_or("a turn in a game that goes on")?);
        positions.push(*game.position());
    }
    Ok(positions)
}

/// The positions of a game that its winner wins by force with him to move, from the end back for as long as that is proven,
/// and the plies of the win.
fn wins(positions: &[Position], solver: &mut Solver) -> Vec<(Position, u32)> {
    let winner: Option<Color> = positions.last().and_then(Position::outcome).map(|outcome| outcome.winner);
    let theirs = positions.iter().rev().filter(|position| !position.is_over() && Some(position.side()) == winner);
    let go_on = AtomicBool::new(false);
    let mut found = Vec::new();
    for position in theirs {
        let plies = found.last().map_or(3, |&(_, plies)| plies + 4).min(13);
        let limits = solve::Limits { nodes: Some(SOLVER_NODES), goal: Goal::Win, ..solve::Limits::plies(plies) };
        let solved = solver.solve(position, &limits, &go_on, &mut |_| ());
        eprintln!("  {position}: {:?}, {} nodes, {:?}", solved.verdict, solved.nodes, solved.elapsed);
        let Verdict::Win { plies } = solved.verdict else { break };
        let Ok(solution) = solver.solution(position, solved.verdict, &go_on) else { break };
        verify(&solution, &go_on).unwrap_or_else(|fault| panic!("{position}: {fault}"));
        found.push((*position, plies));
    }
    found
}
