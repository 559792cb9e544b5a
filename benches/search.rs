//! Speed of evaluation and search: `cargo bench --bench search`.
//!
//! Criterion prints nodes per second as elements per second for `search`, one thread and a fresh table of 16 MiB;
//! a node is a position entered after playing a turn, as docs/protocol.md defines it.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gipfel::cli::bench;
use gipfel::eval::evaluate;
use gipfel::rules::{Game, Position};
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

criterion_group!(benches, evaluation, search);
criterion_main!(benches);
