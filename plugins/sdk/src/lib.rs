//! Everything you need to write a game for plyd.
//!
//! A game is written against two safe traits:
//! - [`Game`] is for the search: the player to move, the moves, the outcome, a heuristic.
//! - [`Plugin`] is for clients: the game's name, and its setups and moves as text.
//!
//! [`export!`] turns a type with both traits into a dynamic library. [`abi`] is the C interface at the library border;
//! a game in another language implements it directly. [`testing`] has what the tests of a game need. A [`Loader`] makes
//! games of texts.
//!
//! ```
//! use plyd_plugin::{Facts, Game, Move, Moves, Outcome, Player, Turn};
//!
//! /// Take one or two counters from a heap. The player who takes the last one wins.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type State = (u32, Player);
//!
//!     fn facts(&self) -> Facts {
//!         Facts { max_moves: 2, max_plies: 20, ..Facts::DEFAULT }
//!     }
//!     fn turn(&self, state: &Self::State) -> Turn {
//!         state.1.into()
//!     }
//!     fn play(&self, state: &mut Self::State, mv: Move) {
//!         *state = (state.0 - mv.0, state.1.other());
//!     }
//!     fn outcome(&self, state: &Self::State) -> Outcome {
//!         if state.0 == 0 { Outcome::Win(state.1.other()) } else { Outcome::Ongoing }
//!     }
//!     fn moves(&self, state: &Self::State, out: &mut Moves<'_>) {
//!         (1..=state.0.min(2)).for_each(|taken| out.push(Move(taken)));
//!     }
//! }
//!
//! assert_eq!(Heap.outcome(&(0, Player::Min)), Outcome::Win(Player::Max));
//! ```
//!
//! The README.md of this crate has its design and the reasons for it.

pub mod abi;
pub mod export;
mod loader;
mod options;
mod plugin;
pub mod testing;
pub mod view;

pub use loader::{Loaded, LoadedBoard, LoadedOption, LoadedPerft, Loader, TextError};
pub use options::{OptionKind, OptionSpec, Options, ParameterSpec};
pub use plugin::{Board, KnownPerft, Plugin, SetupError};
pub use plyd_rules::{
    Abilities, CERTAIN_RATING, Chance, Facts, Features, Game, LOSING_RATING, Leaves, Move, Moves, Outcome, Player,
    Repetition, RepetitionKey, Step, Turn, UNLIKELY_RATING, UTILITY_LIMIT, Verdict, Want, splitmix64,
};

/// The examples of the page about the interface, which are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../INTERFACE.md")]
struct Page;
