//! What the library border costs: the same search on the statically linked game, on the loaded library, and beside them
//! a naive transcription of the tutorial's minimax. One run measures all, so that the ratios hold on a noisy machine.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyd_host::{Cache, Catalog, LoadedGame};
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Algorithm, Control, Limits, NoObserver, Root, search};
use std::hint::black_box;

/// The tutorial's board and search as it teaches them, with the whole board scanned for moves and lines at every node.
mod tutorial {
    #[derive(Clone, Copy, PartialEq)]
    enum Cell {
        Empty,
        Cross,
        Nought,
    }

    pub(super) struct Board {
        cells: [[Cell; 3]; 3],
        pub(super) nodes: u64,
    }

    impl Board {
        pub(super) fn empty() -> Self {
            Self { cells: [[Cell::Empty; 3]; 3], nodes: 0 }
        }

        fn has_line(&self, player: Cell) -> bool {
            let cells = &self.cells;
            let is_line = |line: [(usize, usize); 3]| line.iter().all(|&(row, column)| cells[row][column] == player);
            (0..3).any(|i| is_line([(i, 0), (i, 1), (i, 2)]) || is_line([(0, i), (1, i), (2, i)]))
                || is_line([(0, 0), (1, 1), (2, 2)])
                || is_line([(0, 2), (1, 1), (2, 0)])
        }

        fn is_full(&self) -> bool {
            self.cells.iter().flatten().all(|&cell| cell != Cell::Empty)
        }

        pub(super) fn minimax(&mut self, is_cross: bool) -> i32 {
            self.nodes += 1;
            if self.has_line(Cell::Cross) {
                return 10;
            }
            if self.has_line(Cell::Nought) {
                return -10;
            }
            if self.is_full() {
                return 0;
            }
            let mut best = if is_cross { i32::MIN } else { i32::MAX };
            for i in 0..3 {
                for j in 0..3 {
                    if self.cells[i][j] == Cell::Empty {
                        self.cells[i][j] = if is_cross { Cell::Cross } else { Cell::Nought };
                        let value = self.minimax(!is_cross);
                        self.cells[i][j] = Cell::Empty;
                        best = if is_cross { best.max(value) } else { best.min(value) };
                    }
                }
            }
            best
        }
    }
}

fn nodes<G: Game>(game: &G, root: &G::State, algorithm: Algorithm, limits: &Limits) -> u64 {
    search(&Root::new(game, root), algorithm, limits, &Control::new(), &mut NoObserver, &mut |_| {}).nodes
}

fn loaded(id: &str, setup: &str) -> LoadedGame {
    let catalog = Catalog::load(&[plyd_tests::target_folder()], &Cache::new(None));
    let library = catalog.get(id).expect("the libraries were built: cargo build --release --workspace");
    library.open(setup, &[]).expect("the setup is right")
}

/// The search of `setup` on the game as a Rust type and as a library.
fn compare<G: Plugin>(criterion: &mut Criterion, name: &str, setup: &str, algorithm: Algorithm, depth: Option<u32>) {
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    let loaded = loaded(G::ID, setup);
    let limits = Limits { depth, ..Limits::default() };
    let expected = nodes(&game, &root, algorithm, &limits);
    assert_eq!(nodes(&loaded, &loaded.root(), algorithm, &limits), expected, "loaded and static search differ");

    let mut group = criterion.benchmark_group(format!("{name}, {}", algorithm.name()));
    group.throughput(Throughput::Elements(expected));
    group.bench_function("static", |bencher| bencher.iter(|| nodes(&game, black_box(&root), algorithm, &limits)));
    let slot = loaded.root();
    group.bench_function("loaded", |bencher| bencher.iter(|| nodes(&loaded, black_box(&slot), algorithm, &limits)));
    if G::ID == "tictactoe" && algorithm == Algorithm::Minimax {
        group.bench_function("tutorial", |bencher| {
            bencher.iter(|| {
                let mut board = tutorial::Board::empty();
                board.minimax(black_box(true));
                assert_eq!(board.nodes, expected);
            });
        });
    }
    group.finish();
}

fn border(criterion: &mut Criterion) {
    for algorithm in Algorithm::ALL {
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
