//! The algorithms that prove values, against oracles that are written from the definition.

mod games;
mod interrupted;
mod mazes;
mod memory;
mod repetition;
mod trees;
mod values;
