//! What the tests of the games share. Only for tests: whatever is wrong is a panic.

mod games;
mod perft;
mod switches;

pub use games::{Random, after, legal, list, open, played, random_games};
pub use perft::{Count, assert_tells_only, counts};
pub use switches::covering_techniques;
