//! What the library border costs where nodes are cheapest: the same textbook search on the statically linked game and
//! on the loaded library. `games` measures the strong search.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyd_benchmarks::loaded;
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Algorithm, Control, NoObserver, Root, SearcherLimits, search};
use std::hint::black_box;

fn nodes<G: Game>(game: &G, root: &G::State, algorithm: Algorithm, limits: &SearcherLimits) -> u64 {
    search(&Root::new(game, root), algorithm, limits, &Control::new(), &mut NoObserver, &mut |_| {}).nodes
}

/// The search of `setup` on the game as a Rust type and as a library.
fn compare<G: Plugin>(criterion: &mut Criterion, name: &str, setup: &str, algorithm: Algorithm, depth: Option<u32>) {
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    let loaded = loaded(G::ID, setup);
    let limits = SearcherLimits { depth, ..SearcherLimits::default() };
    let expected = nodes(&game, &root, algorithm, &limits);
    assert_eq!(nodes(&loaded, &loaded.root(), algorithm, &limits), expected, "loaded and static search differ");

    let mut group = criterion.benchmark_group(format!("{name}, {}", algorithm.name()));
    group.throughput(Throughput::Elements(expected));
    group.bench_function("static", |bencher| bencher.iter(|| nodes(&game, black_box(&root), algorithm, &limits)));
    let slot = loaded.root();
    group.bench_function("loaded", |bencher| bencher.iter(|| nodes(&loaded, black_box(&slot), algorithm, &limits)));
    group.finish();
}

fn border(criterion: &mut Criterion) {
    for algorithm in Algorithm::BY_DEPTH {
        compare::<tictactoe::TicTacToe>(criterion, "tic-tac-toe", "", algorithm, None);
    }
    let leaves: Vec<String> =
        (0..1 << 16).map(|leaf: u32| (leaf.wrapping_mul(2_654_435_761) >> 20).to_string()).collect();
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
        compare::<leaftree::LeafTree>(criterion, "2^16 leaves", &leaves.join(" "), algorithm, None);
        compare::<leaftree::LeafTree>(criterion, "2^20 random leaves", "random b=2 depth=20 seed=1", algorithm, None);
    }
}

criterion_group!(benches, border);
criterion_main!(benches);
