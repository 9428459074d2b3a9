//! The transposition table alone: entries read and written at random places, and at one place that stays in the cache.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use plyd_rules::splitmix64;
use plyd_search::{Bound, TableEntry, TranspositionTable};
use std::hint::black_box;

const COUNT: u64 = 10_000;

const ENTRY: TableEntry = TableEntry { value: 7, bound: Bound::EXACT, proven: false, depth: 9, best: Some(3) };

/// Keys that differ in all bits, like a game's.
fn keys(seed: u64) -> impl Iterator<Item = u64> {
    (0..COUNT).map(move |number| splitmix64::nth(0, seed + number))
}

fn table(criterion: &mut Criterion) {
    for mebibytes in [1, 16, 256] {
        let table = TranspositionTable::new(mebibytes).expect("there is memory");
        // Full, so that every read and every write looks at all of a bucket.
        let entries = (mebibytes as u64) << 16;
        for batch in 0..2 * entries / COUNT {
            keys(batch * COUNT).for_each(|key| table.store(key, ENTRY));
        }
        let mut group = criterion.benchmark_group(format!("table of {mebibytes} MiB"));
        group.throughput(Throughput::Elements(COUNT));
        let mut seed = 0;
        let mut next = || {
            seed += COUNT;
            seed
        };
        group.bench_function("probe", |bencher| {
            bencher.iter_batched(
                &mut next,
                |seed| keys(seed).filter(|&key| table.probe(black_box(key)).is_some()).count(),
                BatchSize::SmallInput,
            );
        });
        group.bench_function("store", |bencher| {
            bencher.iter_batched(
                &mut next,
                |seed| keys(seed).for_each(|key| table.store(black_box(key), ENTRY)),
                BatchSize::SmallInput,
            );
        });
        group.bench_function("probe of one bucket", |bencher| {
            bencher.iter(|| (0..COUNT).filter(|_| table.probe(black_box(5)).is_some()).count());
        });
        group.finish();
    }
}

criterion_group!(benches, table);
criterion_main!(benches);
