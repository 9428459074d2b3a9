//! The settings that concern sessions and their games.

use plyd_host::{Builds, Cache};
use plyd_player::SearchSettings;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of all sessions of a process.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EngineSettings {
    /// The initial game of a session. Empty: chess if it is loaded, or tictactoe, or the first by name.
    pub game: String,
    /// The folders of game libraries.
    pub plugins: PluginSettings,
    /// The limits of one session.
    pub session: SessionSettings,
    /// The limits on resources of searches.
    pub search: SearchSettings,
    /// Engine options every session begins with, by name and value.
    pub options: Vec<(String, String)>,
    /// How much lower the priority of searches and calls of libraries is than that of the process, as a nice value. It
    /// is not a user setting: a server uses it to answer quickly.
    pub niceness: u8,
}

/// The folders of game libraries, and the method of trying them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PluginSettings {
    /// Folders searched before all others, in this order. Absolute after loading.
    pub folders: Vec<PathBuf>,
    /// Whether the usual folders are searched too.
    pub standard_folders: bool,
    /// The folder for private copies of the libraries. Empty: in the user's cache folder.
    pub cache_folder: PathBuf,
    /// See [`try_time`](Self::try_time).
    pub try_seconds: u64,
    /// Which builds of libraries are loaded.
    pub processor: PluginProcessor,
    /// Where libraries are loaded and called.
    pub isolation: PluginIsolation,
    /// Folders that a library in a process of its own may read. Absolute after loading.
    pub read_folders: Vec<PathBuf>,
    /// See [`memory`](Self::memory).
    pub memory: u64,
    /// See [`idle_time`](Self::idle_time).
    pub idle_seconds: u64,
    /// How many bytes of messages of all processes of libraries may wait. Beyond it none is read.
    pub pending_bytes: usize,
}

/// Which builds of libraries are loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluginProcessor {
    /// Those for the processor of this machine, where there are any.
    #[default]
    Auto,
    /// The plain ones.
    Plain,
}

impl PluginProcessor {
    pub(crate) fn builds(self) -> Builds {
        match self {
            Self::Auto => Builds::ForProcessor,
            Self::Plain => Builds::Plain,
        }
    }
}

/// Where libraries are loaded and called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluginIsolation {
    /// As the command does by default: `plyd serve` in processes of their own, all other commands in this one.
    #[default]
    Default,
    /// In a process of its own for each session.
    Process,
    /// In this process.
    None,
}

impl PluginIsolation {
    /// This, or what a command does by default.
    #[must_use]
    pub fn or(self, default: Self) -> Self {
        if self == Self::Default { default } else { self }
    }
}

impl Default for PluginSettings {
    fn default() -> Self {
        Self {
            folders: Vec::new(),
            standard_folders: true,
            cache_folder: PathBuf::new(),
            try_seconds: 10,
            processor: PluginProcessor::Auto,
            isolation: PluginIsolation::Default,
            read_folders: Vec::new(),
            memory: 512,
            idle_seconds: 60,
            pending_bytes: 256 << 20,
        }
    }
}

impl PluginSettings {
    /// The private copies.
    #[must_use]
    pub fn cache(&self) -> Cache {
        Cache::new(self.own_cache_folder())
    }

    /// The folder of the private copies; `None` for that of the user.
    #[must_use]
    pub fn own_cache_folder(&self) -> Option<PathBuf> {
        Some(&self.cache_folder).filter(|folder| !folder.as_os_str().is_empty()).cloned()
    }

    /// The memory that a library may have in a process of its own, in MiB, beside the table and the stacks of its
    /// searches; `None` for no limit.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        (self.memory > 0).then_some(self.memory)
    }

    /// How long the process of a session is kept that does nothing, and whose searches have learnt nothing.
    #[must_use]
    pub fn idle_time(&self) -> Duration {
        Duration::from_secs(self.idle_seconds)
    }

    /// The time limit for a library in its trial process.
    #[must_use]
    pub fn try_time(&self) -> Duration {
        Duration::from_secs(self.try_seconds)
    }
}

/// The limits of one session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SessionSettings {
    /// The longest line a client may send.
    pub max_line_bytes: usize,
    /// See [`end_of_input_time`](Self::end_of_input_time).
    pub end_of_input_seconds: u64,
    /// See [`stop_time`](Self::stop_time).
    pub stop_seconds: u64,
    /// See [`position_time`](Self::position_time).
    pub position_seconds: u64,
    /// See [`write_time`](Self::write_time).
    pub write_seconds: u64,
    /// The amount of output that may wait for the client before `info` lines are dropped and input waits.
    pub output_bytes: usize,
    /// See [`idle_time`](Self::idle_time).
    pub idle_seconds: u64,
    /// See [`drain_idle_time`](Self::drain_idle_time).
    pub drain_idle_seconds: u64,
}

impl SessionSettings {
    /// The time limit for a running search after the end of input.
    #[must_use]
    pub fn end_of_input_time(&self) -> Duration {
        Duration::from_secs(self.end_of_input_seconds)
    }

    /// The time limit for a search to obey a stop before the game's library counts as hung.
    #[must_use]
    pub fn stop_time(&self) -> Duration {
        Duration::from_secs(self.stop_seconds)
    }

    /// The time limit for a library to open a position, or to answer any other question outside a search.
    #[must_use]
    pub fn position_time(&self) -> Duration {
        Duration::from_secs(self.position_seconds)
    }

    /// How long a client may read nothing before it counts as gone.
    #[must_use]
    pub fn write_time(&self) -> Duration {
        Duration::from_secs(self.write_seconds)
    }

    /// How long a client on a connection may be idle before its session ends; `None` for no limit.
    #[must_use]
    pub fn idle_time(&self) -> Option<Duration> {
        (self.idle_seconds > 0).then(|| Duration::from_secs(self.idle_seconds))
    }

    /// How long a client may be idle in a game before its session ends, when the server takes no new games.
    #[must_use]
    pub fn drain_idle_time(&self) -> Duration {
        Duration::from_secs(self.drain_idle_seconds)
    }
}

impl Default for SessionSettings {
    fn default() -> Self {
        Self {
            max_line_bytes: 1 << 20,
            end_of_input_seconds: 10,
            stop_seconds: 5,
            position_seconds: 60,
            write_seconds: 30,
            output_bytes: 1 << 20,
            idle_seconds: 3_600,
            drain_idle_seconds: 60,
        }
    }
}
