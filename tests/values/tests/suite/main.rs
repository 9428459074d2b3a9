//! What the engine computes, against published values and naive oracles.

mod board;
mod four;
mod four_oracle;
mod horizon;
mod inside;
mod libraries;
mod linked_games;
mod locked_endings;
mod match_order;
#[cfg(target_os = "linux")]
mod memory;
mod other_build;
mod perpetual_check;
mod positions;
mod random_trees;
mod seeds;
mod static_and_loaded;
mod tree;
