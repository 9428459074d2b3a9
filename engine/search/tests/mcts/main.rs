//! Monte-Carlo tree search: what it proves, against oracles that are written from the definition, its limits, its
//! memory, and the tree that it keeps.

// The games are those of the other tests, which use more of them.
#[path = "../chance/places.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod places;
#[path = "../suite/random.rs"]
mod random;
#[path = "../suite/random_tree.rs"]
mod random_tree;
#[path = "../suite/verdict_graph.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod verdict_graph;

mod chance;
mod games;
mod graphs;
mod limits;
mod memory;
mod reported;
mod reuse;
mod trees;
