//! The vocabulary of games, shared by authors of games, the interface of libraries, and the searches.
//!
//! [`Game`] is a game as a search sees it. Its answers are [`Facts`], [`Move`], [`Outcome`] and [`Step`]. Authors of
//! games find all of this in the crate `plyd-plugin`, which adds the names and texts that clients see.
//!
//! The README.md of this crate has its design and the reasons for it.
#![forbid(unsafe_code)]

mod abilities;
pub mod answer;
mod broken_rule;
mod chance;
mod facts;
mod features;
mod game;
pub mod inside;
mod leaves;
mod moves;
mod outcome;
mod rating;
mod repetition;
pub mod splitmix64;
mod step;
mod visit;

pub use abilities::Abilities;
pub use answer::Step;
pub use broken_rule::broken_rule;
pub use chance::Chance;
pub use facts::Facts;
pub use features::Features;
pub use game::Game;
pub use leaves::Leaves;
pub use moves::{Move, Moves};
pub use outcome::{Outcome, Player, Turn, UTILITY_LIMIT};
pub use rating::{CERTAIN_RATING, LOSING_RATING, UNLIKELY_RATING};
pub use repetition::{Repetition, RepetitionKey, Ruling, Verdict};
pub use step::Want;
pub use visit::Visit;
