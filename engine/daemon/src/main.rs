//! The game-engine daemon.
fn main() {}
