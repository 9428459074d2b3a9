//! Finds, checks and loads game libraries, and presents each as a game to the searcher.
//!
//! [`SearchPath`] lists the folders to search. A [`FolderScan`] finds their files. It has every new file tried
//! elsewhere, as a [`LibraryTrial`] says, and loads the others from a private copy in the [`Cache`]. It refuses a file
//! that breaks the interface, with a reason. A [`Catalog`] is the result. A [`Library`] opens setups and returns a
//! [`LoadedGame`], which implements [`plyd_rules::Game`] with one C call per node. A [`Position`] is such a game in
//! progress: the only place that plays moves and knows the rule of repetition.
//!
//! Architecture Invariant: no library is ever unloaded, and every answer of a library is checked before other code sees
//! it. The host cannot check what a library does to memory.
//!
#![doc = include_str!("../README.md")]

mod about;
mod builds;
mod cache;
mod catalog;
#[cfg(unix)]
pub mod child_stream;
mod content_hash;
mod declaration;
mod elf;
mod error;
mod extensions;
mod features;
mod found_file;
mod game;
mod game_text;
mod instance;
mod known_files;
mod library;
mod library_facts;
mod library_files;
mod loader;
mod loader_facts;
mod loading;
mod look;
mod memory;
mod memory_in_use;
mod option;
#[cfg(unix)]
pub mod own_process;
mod position;
pub mod probe;
mod search_path;
mod slot;
mod stamp;
mod table;
#[cfg(test)]
mod test_game;
pub mod testing;
mod text;
mod thread_count;
mod trial;
mod verdict;
mod view;

pub use about::{AboutError, AboutTexts, GameTexts, OptionTexts};
pub use builds::{BuildChoice, PLAIN_HASH_SUFFIX, V3_FOLDER};
pub use cache::{Cache, PrivateCopy};
pub use catalog::{Catalog, LibraryRefusal, plain_name};
pub use content_hash::{ContentHash, NoContentHash};
pub use declaration::{Breach, DeclarationError};
pub use error::{LibraryFault, LoadError, OpenError, StartError};
pub use extensions::{BoardFacts, KnownPerft, SideNames};
pub use found_file::LARGEST_LIBRARY;
pub use game::{LoadedGame, NodeBound};
pub use game_text::{LONGEST_TEXT, write_game_of_text};
pub use library::Library;
pub use library_facts::LibraryFacts;
pub use loader_facts::LoaderFacts;
pub use look::{FolderScan, Loading, TrialProcess};
pub use memory::{keep_little_memory, release_memory, release_thread_memory};
#[cfg(unix)]
pub use memory_in_use::has_more_memory;
pub use memory_in_use::own_memory;
pub use option::{GameOption, GameOptionKind, OptionError};
pub use position::{GameEnding, MoveFinder, Position};
pub use search_path::SearchPath;
pub use slot::StateSlot;
pub use stamp::Stamp;
pub use text::WORD_LIMIT;
pub use thread_count::LIBRARY_THREADS;
#[cfg(unix)]
pub use thread_count::has_more_threads;
pub use trial::{LibraryTrial, Trials, Tries};
pub use verdict::{LONGEST_VERDICT, TrialVerdict};
pub use view::PositionView;
