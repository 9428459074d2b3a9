//! Finds, checks and loads game libraries, and presents each as a game to the searcher.
//!
//! [`SearchPath`] says which folders are looked at. A [`Look`] finds what lies there, has every file that is new tried in a
//! process of its own by a [`Trial`], loads what came back from a private copy in the [`Cache`], and refuses with a reason
//! what does not keep the interface; a [`Catalog`] is the result. A [`Library`] opens setups; what it opens is a
//! [`LoadedGame`], which implements [`plyd_rules::Game`] with one C call a node. A [`Position`] is such a game under way:
//! the one place that plays moves and knows the rule of repetition.
//!
//! Architecture Invariant: no library is ever unloaded, and whatever a library answers is checked before anyone else sees
//! it. What a library does to memory while it runs cannot be checked.

mod broken_rule;
mod cache;
mod catalog;
mod content_hash;
mod elf;
mod error;
mod extensions;
mod found_file;
mod game;
mod instance;
mod known_files;
mod library;
mod library_facts;
mod look;
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
mod verdict;

pub use cache::{Cache, PrivateCopy};
pub use catalog::{Catalog, Refusal};
pub use content_hash::ContentHash;
pub use error::{Fault, LoadError, OpenError};
pub use extensions::{BoardFacts, KnownPerft, Sides};
pub use game::LoadedGame;
pub use library::Library;
pub use library_facts::LibraryFacts;
pub use look::Look;
pub use memory::{keep_little_memory, release_memory, release_thread_memory};
pub use option::{GameOption, GameOptionKind, OptionError};
pub use position::{Ending, MoveFinder, Position};
pub use search_path::SearchPath;
pub use slot::Slot;
pub use trial::{Trial, Trials, answer_trial};
pub use verdict::Verdict;
