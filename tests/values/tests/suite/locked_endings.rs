//! Endings whose pawns are locked: few positions come again and again, and differ little. On the principal variation
//! each ply may be searched three times, and the plies below it too, so that without the values of the table some searches
//! take millions of nodes.

use chess::Chess;
use plyd_plugin::testing::try_open;
use plyd_search::{
    Algorithm, Control, Root, SearchEvent, SearcherLimits, SearcherSettings, Techniques, TranspositionTable,
};
use plyd_trials::search;

/// The first one is by Lasker and Reichhelm (1901).
const ENDINGS: [&str; 3] = [
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/2k5/1p1p1p1p/1P1P1P1P/8/8/2K5/8 w - - 0 1",
    "k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 b - - 0 1",
];

const PLIES: u32 = 18;
/// Of one search, and of all.
const MOST_NODES: u64 = 150_000;
const MOST_IN_ALL: u64 = 700_000;

#[test]
fn they_are_searched_in_few_nodes_with_or_without_each_technique() {
    let all = Techniques::default();
    let plans = [
        ("all techniques", all),
        ("no late move pruning", Techniques { late_moves: false, ..all }),
        ("no late move reductions", Techniques { reductions: false, late_moves: false, ..all }),
        ("no futility", Techniques { futility: false, ..all }),
        ("no aspiration windows", Techniques { aspiration: false, ..all }),
    ];
    let mut all_nodes = 0;
    for ending in ENDINGS {
        let (game, state) = try_open::<Chess>(ending, "").expect("a sound position");
        for (plan, techniques) in plans {
            let table = TranspositionTable::new(1).expect("there is memory");
            let settings = SearcherSettings { table: Some(&table), techniques, ..Algorithm::Pvs.into() };
            let limits = SearcherLimits { depth: Some(PLIES), nodes: Some(MOST_NODES), ..SearcherLimits::default() };
            let mut depth = 0;
            let found = search(&Root::new(&game, &state), settings, &limits, &Control::new(), &mut |event| {
                if let SearchEvent::Iteration(iteration) = event {
                    depth = iteration.depth;
                }
            });
            assert_eq!(depth, PLIES, "{ending}, {plan}: {} nodes", found.nodes);
            all_nodes += found.nodes;
        }
    }
    assert!(all_nodes < MOST_IN_ALL, "{all_nodes} nodes");
}
