//! One client of the engine: its position, its options, its searches, and the loop that serves it.
//!
//! [`serve`] speaks the protocol over any stream of bytes: a pipe, a connection, or memory. An [`Engine`] holds what
//! all sessions of a process share: the settings, the loaded games and the quotas of memory and threads. [`reload_on`]
//! has it look at the plugin folders again while sessions play.
//!
//! Architecture invariant: no socket, no command line, no terminal. The loop never waits for a search, a library, or a
//! client that does not read. No search and no call of a library runs on a worker of the runtime.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod client;
mod counters;
mod engine;
mod event;
mod isolated;
mod lines;
mod options;
mod output;
pub mod position;
mod queue;
pub mod rehearsal;
mod reload;
mod remarks;
mod session;
mod settings;
mod terms;
mod turn;
mod visit;
mod work;

pub use client::{Access, Input, Pipe, Transport};
pub use counters::{ChildEnd, Counters, Latencies};
pub use engine::{Engine, LoadedGames};
pub use isolated::{Isolation, serve_parent};
pub use lines::{ClientLine, LineReader};
pub use options::{NO_GAME, OptionEffect, SessionOptions, SettingRefused, client_name, find_game, option_of_game};
pub use queue::Owner;
pub use reload::{ReloadChange, ReloadProgress, Reloaded, Reloads, reload_on};
pub use session::{SessionEnd, serve};
pub use settings::{PluginIsolation, PluginProcessor, PluginSettings, SessionSettings, SharedSettings};
pub use visit::{Activity, BuildNotices, ClientVisit};
pub use work::record;
