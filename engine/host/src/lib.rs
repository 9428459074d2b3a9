//! Finds, checks and loads game libraries, and presents each as a game to the searcher.
//!
//! [`SearchPath`] says which folders are looked at, [`Catalog`] loads what lies there, each file from a private copy in the
//! [`Cache`], and refuses with a reason what does not keep the interface. A [`Library`] opens setups; what it opens is a
//! [`LoadedGame`], which implements [`plyd_rules::Game`] with one C call a node. A [`Position`] is such a game under way:
//! the one place that plays moves and knows the rule of repetition.
//!
//! Architecture Invariant: no library is ever unloaded, and whatever a library answers is checked before anyone else sees
//! it. What a library does to memory while it runs cannot be checked.

mod broken_rule;
mod cache;
mod catalog;
mod elf;
mod error;
mod extensions;
mod game;
mod instance;
mod library;
mod memory;
mod option;
mod position;
pub mod probe;
mod search_path;
mod slot;
mod table;
#[cfg(test)]
mod test_game;
mod text;
mod trial;

pub use cache::Cache;
pub use catalog::{Catalog, Refusal};
pub use error::{Fault, LoadError, OpenError};
pub use extensions::{BoardFacts, KnownPerft};
pub use game::LoadedGame;
pub use library::Library;
pub use memory::{keep_little_memory, release_memory, release_thread_memory};
pub use option::{GameOption, GameOptionKind, OptionError};
pub use position::{Ending, MoveFinder, Position};
pub use search_path::SearchPath;
pub use slot::Slot;
pub use trial::Trial;
