//! The settings that concern sessions and their games.

use plyd_host::{BuildChoice, Cache};
use plyd_player::SearchSettings;
use plyd_settings::{GIBIBYTE, HOUR, MAX_MEBIBYTES, YEAR, settings};
use plyd_worker::LEAST_PENDING;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of all sessions of a process.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SharedSettings {
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

settings! {
    /// The libraries of games, and how they are tried.
    pub struct PluginSettings in "plugins" {
        /// Folders to search for game libraries first, in this order.
        folders: Vec<PathBuf> = Vec::new(), Folders,
            flag Flag::new("plugin-dir", "DIR").takes(Takes::Many).more("; repeat it for each");
        /// Search the standard folders too: the program's folder, ../plugins and ../lib/plyd relative to it, and your
        /// data folder. If the first three contain no library, plyd also searches /usr/local/lib/plyd and
        /// /usr/lib/plyd.
        standard_folders: bool = true, Boolean;
        /// The folder for private copies of the libraries, which plyd loads. Empty means `plyd/libraries` in your cache
        /// folder.
        cache_folder: PathBuf = PathBuf::new(), Folder;
        /// The timeout for testing a new library in a separate process, in seconds. A library that takes longer is not
        /// loaded.
        load_timeout: u64 = 10, Integer { min: 1, max: HOUR };
        /// Which builds of libraries to load. `auto`: builds for this machine's processor, if there are any (see
        /// docs/libraries.md). `baseline`: builds that run on every processor.
        processor: PluginProcessor = PluginProcessor::Auto, OneOf(&["auto", "baseline"]);
        /// Where libraries are loaded and called. `process`: in a separate process for each session, which limits what
        /// a library can do, and if the library crashes, only this process ends. `none`: in plyd's own process.
        /// `foreign`: like `process` for all libraries except those in the folder of the program, in ../plugins and
        /// ../lib/plyd from there, and in /usr/local/lib/plyd and /usr/lib/plyd.
        /// `default`: `process` for `plyd serve` and `plyd web`, `foreign` for all other commands.
        isolation: PluginIsolation = PluginIsolation::Default, OneOf(&["default", "process", "foreign", "none"]),
            flag Flag::new("isolate", "").takes(Takes::None("process"))
                .help("Run every game in a separate process, even those that came with plyd");
        /// Folders that libraries in separate processes may read, including subfolders, for example for a game's data.
        /// Apart from these, such a library can read only the system's library folders and a few system files.
        read_folders: Vec<PathBuf> = Vec::new(), Folders;
        /// The maximum memory of a library in a separate process, in MiB. The transposition table of its search,
        /// tablebases and 8 MiB for each search thread don't count. A process that exceeds the limit is ended. 0 means
        /// no limit.
        memory: u64 = 512, Integer { min: 0, max: MAX_MEBIBYTES };
        /// How long an idle session keeps its separate process if it hasn't searched since `ucinewgame`, in seconds.
        /// The next command starts a new process.
        idle_seconds: u64 = 60, Integer { min: 0, max: YEAR };
        /// The maximum size of all unprocessed messages from libraries in separate processes, in bytes. plyd reads no
        /// more messages until some of these are processed.
        pending_bytes: usize = 256 << 20, Integer { min: LEAST_PENDING as i64, max: 64 * GIBIBYTE };
    }
}

/// Which builds of libraries are loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluginProcessor {
    /// The builds for the processor of this machine, if there are any.
    #[default]
    Auto,
    /// Those that run on every processor.
    Baseline,
}

impl PluginProcessor {
    pub(crate) fn builds(self) -> BuildChoice {
        match self {
            Self::Auto => BuildChoice::ForProcessor,
            Self::Baseline => BuildChoice::Plain,
        }
    }
}

/// Where libraries are loaded and called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PluginIsolation {
    /// As the command does by default: `plyd serve` and `plyd web` all in processes of their own, all other commands
    /// the foreign ones.
    #[default]
    Default,
    /// In a process of its own for each session.
    Process,
    /// The same for libraries that do not lie in the program's own folders, and in this process for those that do.
    Foreign,
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

impl PluginSettings {
    /// The private copies.
    #[must_use]
    pub fn cache(&self) -> Cache {
        Cache::new(self.own_cache_folder())
    }

    /// The folder of the private copies; `None` for the user's.
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
        Duration::from_secs(self.load_timeout)
    }
}

settings! {
    /// The limits of one session.
    pub struct SessionSettings in "session" {
        /// The maximum length of a line from a client, in bytes. A longer line is skipped, with an error.
        max_line_bytes: usize = 1 << 20, Integer { min: 1024, max: GIBIBYTE };
        /// How long a running search may continue after the end of input, in seconds.
        end_of_input_seconds: u64 = 10, Integer { min: 0, max: HOUR };
        /// The timeout for a search to stop when asked, in seconds. After that, plyd treats the game's library as hung.
        stop_seconds: u64 = 5, Integer { min: 1, max: HOUR };
        /// The timeout for a library to set up a position, or to answer any other request outside a search, in seconds.
        position_seconds: u64 = 60, Integer { min: 1, max: HOUR };
        /// The timeout for a client to read its output, in seconds. A client that reads less than 1 KiB in this time
        /// although more is available is disconnected.
        write_seconds: u64 = 30, Integer { min: 1, max: HOUR };
        /// The maximum output waiting for one client, in bytes. Above this limit, plyd drops info lines and stops
        /// reading input.
        output_bytes: usize = 1 << 20, Integer { min: 4096, max: GIBIBYTE };
        /// The timeout for an idle client of a server, in seconds, after which its session ends. A client is idle if it
        /// sends no line and plyd does no work for it. 0 means no timeout. Sessions on standard input have no timeout.
        idle_seconds: u64 = 3_600, Integer { min: 0, max: YEAR };
        /// How long a client may be idle within a game before its session ends, in seconds, while the server accepts no
        /// new games (after SIGUSR2).
        drain_idle_seconds: u64 = 60, Integer { min: 0, max: HOUR };
    }
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
