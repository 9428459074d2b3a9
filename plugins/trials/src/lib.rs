//! The shared code of tests that is about plyd itself, or for the games of this repository alone: Fairy-Stockfish as a
//! judge, files of known counts, rules written a second time, switches of the search, servers of PostgreSQL, and
//! clients of the protocols. Only for tests: every problem is a panic. Authors of games have `plyd_plugin::testing`, and
//! so do the games here.

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

/// How long a test waits for what has to come. Far longer than it takes, so that a busy machine fails no test.
pub const PATIENCE: Duration = Duration::from_secs(30);
