//! The vocabulary of games, shared by authors of games, the interface of libraries, and the searches.
//!
//! [`Game`] is a game as a search sees it. Its answers are [`Facts`], [`Move`], [`Outcome`] and [`Step`]. Authors of
//! games find all of this in the crate `plyd-plugin`, which adds the names and texts that clients see.
#![forbid(unsafe_code)]

mod abilities;
pub mod answer;
mod game;
mod moves;
mod outcome;
mod rating;
mod step;

pub use abilities::Abilities;
pub use answer::Step;
pub use game::{Facts, Game, Repetition};
pub use moves::{Move, Moves};
pub use outcome::{Outcome, Player, UTILITY_LIMIT};
pub use rating::{CERTAIN_RATING, LOSING_RATING};
pub use step::Want;
