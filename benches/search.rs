//! Speed of the search and its parts: `cargo bench --bench search`.
//!
//! Criterion prints nodes per second as elements per second for `search`, one thread and a fresh table of 16 MiB;
//! a node is a position entered after playing a turn, as docs/protocol.md defines it. `table` has 16 MiB and is probed for
//! keys in random order, half of which it holds; `large table` has 256 MiB and is probed for more keys than caches hold, with and
//! without the hints to system and processor; `order` is what a node asks for: the first turns only, as where one cuts
//! off, or all.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gipfel::cli::bench;
use gipfel::eval::evaluate;
use gipfel::rules::{Game, Position};
use gipfel::search::parts::{Order, Table};
use gipfel::search::{Control, Limits, Searcher, Silent};
use std::hint::black_box;

fn positions() -> Vec<Position> {
    bench::positions().collect()
}

fn evaluation(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("from scratch", |b| {
        b.iter(|| positions.iter().map(|position| evaluate(black_box(position))).sum::<i32>());
    });
    group.finish();
}

fn table(criterion: &mut Criterion) {
    const KEYS: u64 = 1 << 16;
    let key = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let table = Table::new(Searcher::DEFAULT_HASH).expect("16 MiB");
    (0..KEYS).for_each(|n| table.store(key(2 * n)));
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(2 * KEYS));
    group.bench_function("probe", |b| {
        b.iter(|| (0..2 * KEYS).filter(|&n| table.probe(black_box(key(n)))).count());
    });
    group.throughput(Throughput::Elements(KEYS));
    group.bench_function("store", |b| b.iter(|| (0..KEYS).for_each(|n| table.store(black_box(key(2 * n))))));
    group.finish();
}

fn large_table(criterion: &mut Criterion) {
    const KEYS: u64 = 1 << 21;
    const PROBES: u64 = 1 << 16;
    /// How many probes before its own a key is known.
    const AHEAD: u64 = 4;
    let key = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut group = criterion.benchmark_group("large table");
    group.throughput(Throughput::Elements(PROBES));
    for (pages, table) in [("small pages", Table::without_hints(256)), ("huge pages", Table::new(256))] {
        let table = table.expect("256 MiB");
        (0..KEYS).for_each(|n| table.store(key(n)));
        for (name, prefetch) in [("", false), (", prefetch", true)] {
            // Other keys each time: more than a processor's caches hold.
            let mut first = 0;
            let probe = |n| {
                if prefetch {
                    table.prefetch(key(n + AHEAD));
                }
                table.probe(black_box(key(n)))
            };
            group.bench_function(format!("{pages}{name}"), |b| {
                b.iter(|| {
                    first = (first + PROBES) % KEYS;
                    (first..first + PROBES).filter(|&n| probe(n)).count()
                });
            });
        }
    }
    group.finish();
}

fn order(criterion: &mut Criterion) {
    let (positions, mut order) = (positions(), Order::default());
    let mut group = criterion.benchmark_group("order");
    for (name, most) in [("first turn", 1), ("first three", 3), ("all", usize::MAX)] {
        let mut pick = || positions.iter().map(|position| order.pick(black_box(position), most) as u64).sum();
        group.throughput(Throughput::Elements(pick()));
        group.bench_function(name, |b| b.iter(&mut pick));
    }
    group.finish();
}

fn search(criterion: &mut Criterion) {
    let games: Vec<Game> = positions().into_iter().map(Game::new).collect();
    let mut searcher = Searcher::new(Searcher::DEFAULT_HASH).expect("16 MiB");
    let mut nodes = || {
        let search = |game: &Game| {
            searcher.clear();
            searcher.search(black_box(game), &Limits::depth(4), &Control::new(), &mut Silent).nodes
        };
        games.iter().map(search).sum::<u64>()
    };
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.throughput(Throughput::Elements(nodes()));
    group.bench_function("depth 4", |b| b.iter(&mut nodes));
    group.finish();
}

criterion_group!(benches, evaluation, table, large_table, order, search);
criterion_main!(benches);
