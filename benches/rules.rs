//! Speed of the rules: counting, generating and playing turns.
//!
//! Run with `cargo bench --bench rules`; it is built as the program is, for the default x86-64 target. Criterion prints
//! turns per second as elements per second. The figures to compare stand in one run: `perft/counted` is [`perft`] with its
//! last two plies counted from masks, on one core; `perft/played to the last` plays every turn and counts the positions,
//! which is what counting saves; `perft/two threads` splits the first plies over two threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gipfel::cli::bench;
use gipfel::rules::{Position, Turn, Variant, perft};
use rayon::prelude::*;
use std::hint::black_box;

/// Turns counted by playing each.
fn played(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.turns().map(|turn| played(&position.play(turn), depth - 1)).sum()
}

fn parallel(position: &Position, depth: u32) -> u64 {
    let first: Vec<Position> = position.turns().map(|turn| position.play(turn)).collect();
    let second: Vec<Position> = first.iter().flat_map(|p| p.turns().map(|turn| p.play(turn))).collect();
    second.par_iter().map(|position| perft(position, depth - 2)).sum()
}

fn perft_speed(criterion: &mut Criterion) {
    let start = Position::start(Variant::Standard);
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(perft(&start, 5)));
    group.bench_function("counted", |b| b.iter(|| perft(black_box(&start), 5)));
    group.throughput(Throughput::Elements(perft(&start, 4)));
    group.bench_function("played to the last", |b| b.iter(|| played(black_box(&start), 4)));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    group.throughput(Throughput::Elements(perft(&start, 5)));
    group.bench_function("two threads", |b| b.iter(|| pool.install(|| parallel(black_box(&start), 5))));
    group.finish();
}

fn turns_and_positions(criterion: &mut Criterion) {
    let positions: Vec<Position> = bench::positions().collect();
    let turns: u64 = positions.iter().map(Position::count_turns).sum();
    let mut group = criterion.benchmark_group("positions");
    group.throughput(Throughput::Elements(turns));
    group.bench_function("generate", |b| {
        b.iter(|| positions.iter().map(|position| black_box(position).turns().count()).sum::<usize>());
    });
    let all: Vec<Vec<Turn>> = positions.iter().map(|position| position.turns().collect()).collect();
    group.bench_function("play", |b| {
        let hashes = || positions.iter().zip(&all).flat_map(|(p, turns)| turns.iter().map(|&turn| p.play(turn).hash()));
        b.iter(|| hashes().fold(0, |all, hash| all ^ black_box(hash)));
    });
    group.bench_function("generate and play", |b| {
        b.iter(|| {
            let hashes = positions.iter().flat_map(|p| p.turns().map(move |turn| black_box(p).play(turn).hash()));
            hashes.fold(0, |all, hash| all ^ hash)
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("count", |b| {
        b.iter(|| positions.iter().map(|position| black_box(position).count_turns()).sum::<u64>());
    });
    group.bench_function("hash from scratch", |b| {
        b.iter(|| positions.iter().fold(0, |all, position| all ^ black_box(position).hash_from_scratch()));
    });
    group.finish();
}

criterion_group!(benches, perft_speed, turns_and_positions);
criterion_main!(benches);
