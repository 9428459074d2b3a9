//! Monte-Carlo tree search: what it proves, against oracles that are written from the definition, its limits, its
//! memory, and the tree that it keeps.

mod chance;
mod games;
mod graphs;
mod limits;
mod memory;
mod reported;
mod reuse;
mod trees;
