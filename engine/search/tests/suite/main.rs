//! The searches of the crate against oracles, on random trees and graphs and on the games. In one program, because each
//! program compiles all searches again for each of its games.

mod chance;
mod details;
mod experience;
mod go;
mod horizon;
mod interrupted;
mod limits;
mod lines;
mod maze;
mod mcts;
mod oracle;
mod places;
mod quiescence;
mod random;
mod random_tree;
mod repetition;
mod restless;
mod selective;
mod solving;
mod strength;
mod table;
mod tablebase;
mod threads;
mod verdict_graph;
mod verdicts;
