//! What the tests of a game need: known counts, laws that every game keeps, and games as files.
//!
//! These functions are for `#[cfg(test)]`: every problem is a panic whose text says which setup and moves lead to it.
//! They use the two traits alone, so they need neither plyd nor a built library. A game begins with these tests, which
//! `plyd new-plugin` writes:
//!
//! ```no_run
//! # use plyd_plugin::{Facts, Game, Move, Moves, Options, Outcome, Player, Plugin, SetupError, Turn};
//! # struct TakeAway;
//! # impl Game for TakeAway {
//! #     type State = (u32, Player);
//! #     fn facts(&self) -> Facts { Facts { max_moves: 2, max_plies: 20, ..Facts::DEFAULT } }
//! #     fn turn(&self, state: &Self::State) -> Turn { state.1.into() }
//! #     fn play(&self, state: &mut Self::State, mv: Move) { *state = (state.0 - mv.0, state.1.other()); }
//! #     fn outcome(&self, state: &Self::State) -> Outcome {
//! #         if state.0 == 0 { Outcome::Win(state.1.other()) } else { Outcome::Ongoing }
//! #     }
//! #     fn moves(&self, state: &Self::State, out: &mut Moves<'_>) {
//! #         (1..=state.0.min(2)).for_each(|taken| out.push(Move(taken)));
//! #     }
//! # }
//! # impl Plugin for TakeAway {
//! #     const ID: &'static str = "take-away";
//! #     const NAME: &'static str = "Take-away";
//! #     const VERSION: &'static str = "1";
//! #     fn open(_: &str, _: &Options<'_>) -> Result<(Self, Self::State), SetupError> { Ok((Self, (20, Player::Max))) }
//! #     fn format_state(&self, state: &Self::State) -> String { state.0.to_string() }
//! #     fn format_move(&self, _: &Self::State, mv: Move) -> String { mv.0.to_string() }
//! # }
//! use plyd_plugin::testing::{check_playthrough, known_perft, laws};
//!
//! // The setups, each with options.
//! laws::<TakeAway>(&[("", ""), ("7 b", "")]);
//! known_perft::<TakeAway>(1_000_000);
//! check_playthrough::<TakeAway>("tests/playthroughs/start.txt");
//! ```

mod features;
mod keys;
mod kit;
mod laws;
mod opened;
mod perft;
mod playthrough;
mod random;

pub use features::{check_exchange, check_features};
pub use keys::{Keys, check_keys_differ, key_of};
pub use kit::{check_playthroughs, check_published_counts};
pub use laws::{laws, laws_of_line};
pub use opened::{after, check_refusal, legal, list, move_texts, open, played, random_games, try_open};
pub use perft::{known_perft, perft};
pub use playthrough::{Line, check_playthrough, playthrough};
pub use random::Random;
