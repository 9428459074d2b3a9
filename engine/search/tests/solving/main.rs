//! The algorithms that prove values, against oracles that are written from the definition.

// The graphs are those of the other tests, which use more of them.
#[path = "../suite/maze.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod maze;
#[path = "../suite/random.rs"]
mod random;
#[path = "../suite/random_tree.rs"]
mod random_tree;
#[path = "../suite/verdict_graph.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod verdict_graph;

mod games;
mod interrupted;
mod mazes;
mod memory;
mod repetition;
mod trees;
mod values;
