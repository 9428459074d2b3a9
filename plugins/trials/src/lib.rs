//! Shared test code that concerns plyd itself or only the games in this repository: Fairy-Stockfish as a judge, files
//! of known counts, simple second implementations of rules, switches of the search, PostgreSQL servers, and clients of
//! the protocols. It is only for tests, so every problem is a panic. Authors of games use `plyd_plugin::testing`, and
//! so do the games in this repository.

mod client;
mod erased;
mod fairy;
pub mod gtp;
mod info;
mod judge;
mod perft;
mod plain;
mod postgres_server;
mod random;
mod random_play;
mod requirement;
mod shipped;
mod switches;
mod uci_parser;
pub mod web_socket;

pub use client::Client;
pub use erased::{observed, search};
pub use fairy::Fairy;
pub use info::info_field;
pub use judge::Judge;
pub use perft::{Count, Counts};
pub use plain::PlainRules;
pub use postgres_server::PostgresServer;
pub use random::Random;
pub use random_play::beats_random_moves_from_start;
pub use requirement::{all_left_out, left_out, left_out_at_will, python};
pub use shipped::{Clicks, Instructions, Shipped, Speed, Steps};
pub use switches::covering_techniques;

use std::time::Duration;

/// The time limit for expected events. It is far longer than they take, so that no test fails on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);
