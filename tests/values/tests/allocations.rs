//! No node allocates: a counting allocator around whole searches, of static and of loaded games.

use allocation_counter::measure;
use plyd_host::{Cache, Catalog};
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Algorithm, Control, Limits, NoObserver, Root, perft, search};

/// What a search may allocate once, whatever the number of its nodes: the states and lines of its path, the moves, and
/// the result of each iteration.
const ONCE: u64 = 100;

fn check<G: Game>(name: &str, game: &G, root: &G::State) {
    for algorithm in Algorithm::ALL {
        let mut nodes = 0;
        let allocations = measure(|| {
            let limits = Limits::default();
            nodes =
                search(&Root::new(game, root), algorithm, &limits, &Control::new(), &mut NoObserver, &mut |_| {}).nodes;
        });
        assert!(nodes > 10 * ONCE, "{name}, {algorithm:?}: {nodes} nodes show nothing");
        assert!(allocations.count_total < ONCE, "{name}, {algorithm:?}: {nodes} nodes, {allocations:?}");
        assert!(allocations.bytes_max < 1 << 20, "{name}, {algorithm:?}: {allocations:?}");
    }
    let allocations = measure(|| {
        perft(&Root::new(game, root), 9, &Control::new(), &mut |_, _| {});
    });
    assert!(allocations.count_total < ONCE, "{name}, perft: {allocations:?}");
}

fn check_both<G: Plugin>(setup: &str) {
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    check(&format!("static {}", G::ID), &game, &root);
    let catalog = Catalog::load(&[plyd_tests::built_folder()], Cache::new(None));
    let loaded = catalog.get(G::ID).expect("the library was built").open(setup, &[]).expect("the setup is right");
    check(&format!("loaded {}", G::ID), &loaded, &loaded.root());
}

#[test]
fn tic_tac_toe_allocates_nothing_per_node() {
    check_both::<tictactoe::TicTacToe>("");
}

/// A million leaves: what a search needs grows with its depth only.
#[test]
fn a_large_leaf_tree_allocates_nothing_per_node() {
    check_both::<leaftree::LeafTree>("random b=2 depth=20 seed=7");
}
