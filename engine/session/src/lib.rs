//! One client of the engine: its position, its options, its searches, and the loop that serves it.
//!
//! [`serve`] speaks the protocol over any stream of bytes: a pipe, a connection, or memory. An [`Engine`] holds what all
//! sessions of a process share: the settings, the loaded games and the quotas of memory and threads. [`reload_on`] has it
//! look at the plugin folders again while sessions play.
//!
//! Architecture invariant: no socket, no command line, no terminal. The loop never waits for a search, and never for a
//! client that does not read; no search runs on a worker of the runtime.
#![forbid(unsafe_code)]

mod engine;
mod lines;
mod options;
mod output;
mod reload;
mod session;
mod settings;

pub use engine::{Engine, Games};
pub use options::{Change, SessionOptions, SettingRefused};
pub use reload::reload_on;
pub use session::{EndOfInput, SessionEnd, position, serve};
pub use settings::{EngineSettings, PluginSettings, SessionSettings};
