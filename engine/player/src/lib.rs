//! The search with its resources, common to sessions, matches and games in the terminal. [`search`] is the search of a
//! game from a library, compiled once for all of them.
//!
//! [`SearchOptions`] are set by clients, within [`SearchSettings`]. A [`GameSearcher`] combines them with a
//! [`SearchTable`], which keeps the table and the experience between searches, and with a [`Quota`] of threads shared
//! by all searches of a process. [`GameSearcher::prepare`] acquires the table and the threads for a search, and
//! [`PreparedSearch::search`] runs it. [`budget`] allots the time on a clock.
//!
//! Architecture invariant: synchronous. This crate uses no runtime, socket or terminal; a search runs on the caller's
//! thread.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod grant;
mod known;
mod network_file;
mod networks;
pub mod option_value;
mod options;
mod quota;
mod room;
mod sample;
mod searcher;
mod settings;
mod subject;
mod table;
mod table_memory;
mod tablebases;
mod time;

pub use grant::TableGrant;
pub use known::known;
pub use network_file::NetworkFile;
pub use networks::{Networks, is_plain};
pub use option_value::OptionRefused;
pub use options::{EVAL_FILE, SearchOptionEffect, SearchOptions};
pub use quota::{ParkedQuota, Quota, QuotaShare};
pub use room::SearchRoom;
pub use sample::{SampledNode, SampledTree, TreeSampler};
pub use searcher::{GameSearcher, PreparedSearch, random_seed, root, search};
pub use settings::SearchSettings;
pub use subject::subject_of;
pub use table::SearchTable;
pub use table_memory::TableMemory;
pub use tablebases::{ClientTablebases, told_of};
pub use time::budget;
