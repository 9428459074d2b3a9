//! The searches of the crate against oracles, on random trees and graphs and on the games.

mod chance;
mod details;
mod interrupted;
mod limits;
mod lines;
mod maze;
mod oracle;
mod places;
mod random;
mod random_tree;
mod repetition;
mod restless;
mod selective;
mod strength;
mod table;
mod threads;
