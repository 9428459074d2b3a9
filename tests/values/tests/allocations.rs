//! No node allocates: a counting allocator around whole searches, of static and of loaded games.

use allocation_counter::{AllocationInfo, measure};
use plyd_host::{Cache, Catalog};
use plyd_plugin::{Game, Options, Plugin};
use plyd_search::{Algorithm, Control, NoObserver, Root, SearchResult, SearcherLimits, perft, search};

/// What a search may allocate once, whatever the number of its nodes: the states and lines of its path, the moves, and
/// the result of each iteration.
const ONCE: u64 = 100;

fn check<G: Game>(
    name: &str,
    game: &G,
    root: &G::State,
    search: impl Fn(&Root<'_, G>, Algorithm, &Control) -> SearchResult,
) {
    let root = Root::new(game, root);
    for algorithm in Algorithm::ALL {
        let mut nodes = 0;
        let allocations = measure(|| nodes = search(&root, algorithm, &Control::new()).nodes);
        assert!(nodes > 10 * ONCE, "{name}, {algorithm:?}: {nodes} nodes show nothing");
        check_few(&format!("{name}, {algorithm:?}, {nodes} nodes"), &allocations);
    }
    let allocations = measure(|| drop(perft(&root, 9, &Control::new(), &mut |_, _| {})));
    check_few(&format!("{name}, perft"), &allocations);
}

fn check_few(name: &str, allocations: &AllocationInfo) {
    assert!(allocations.count_total < ONCE && allocations.bytes_max < 1 << 20, "{name}: {allocations:?}");
}

fn check_loaded(id: &str, setup: &str) {
    let catalog = Catalog::load(&[plyd_tests::built_folder()], Cache::new(None));
    let game = catalog.get(id).expect("the library was built").open(setup, &[]).expect("the setup is right");
    check(id, &game, &game.root(), |root, algorithm, control| {
        plyd_player::search(root, algorithm, &SearcherLimits::default(), control, &mut |_| {})
    });
}

#[test]
fn tic_tac_toe_allocates_nothing_per_node() {
    check_loaded("tictactoe", "");
}

/// A million leaves: what a search needs grows with its depth only.
const LARGE: &str = "random b=2 depth=20 seed=7";

#[test]
fn a_large_leaf_tree_allocates_nothing_per_node() {
    check_loaded("leaftree", LARGE);
}

#[test]
fn a_large_leaf_tree_of_linked_rules_allocates_nothing_per_node() {
    let (game, root) = leaftree::LeafTree::open(LARGE, &Options::new(&[], "")).expect("the setup is right");
    check("linked rules", &game, &root, |root, algorithm, control| {
        search(root, algorithm, &SearcherLimits::default(), control, &mut NoObserver, &mut |_| {})
    });
}
