//! The shared code of the tests of the games. Only for tests: every problem is a panic.

mod fairy;
mod games;
mod laws;
mod perft;
mod plain;
mod requirement;
mod switches;

pub use fairy::Fairy;
pub use games::{Random, SplitMix, after, legal, list, move_texts, open, played, random_games};
pub use laws::{Keys, check_keys_differ, check_move_texts, check_refusal, check_step, key_of};
pub use perft::{Count, Counts};
pub use plain::PlainRules;
pub use requirement::{left_out, python};
pub use switches::covering_techniques;
