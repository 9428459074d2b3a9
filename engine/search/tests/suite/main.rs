//! The searches of the crate against oracles, on random trees and graphs and on the games.

mod details;
mod experience;
mod go;
mod horizon;
mod interrupted;
mod limits;
mod lines;
mod maze;
mod oracle;
mod random;
mod random_tree;
mod repetition;
mod restless;
mod selective;
mod strength;
mod table;
mod tablebase;
mod threads;
mod verdict_graph;
mod verdicts;
