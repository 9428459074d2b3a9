//! The shared code of tests that is about plyd itself, or for the games of this repository alone: Fairy-Stockfish as a
//! judge, files of known counts, rules written a second time, switches of the search, and servers of PostgreSQL. Only for tests: every problem is
//! a panic. Authors of games have `plyd_plugin::testing`, and so do the games here.

mod erased;
mod fairy;
mod judge;
mod perft;
mod plain;
mod postgres_server;
mod random;
mod random_play;
mod requirement;
mod switches;

pub use erased::{observed, search};
pub use fairy::Fairy;
pub use judge::Judge;
pub use perft::{Count, Counts};
pub use plain::PlainRules;
pub use postgres_server::PostgresServer;
pub use random::Random;
pub use random_play::beats_random_moves;
pub use requirement::{left_out, python};
pub use switches::covering_techniques;
