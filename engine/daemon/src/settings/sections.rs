//! The sections of the settings, with their defaults.

use std::{
    fmt,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use plyd_host::Cache;
use serde::{Deserialize, Serialize};
use tracing_subscriber::EnvFilter;

/// Where game libraries are found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PluginSettings {
    /// Folders searched before all others, in this order. Absolute after loading.
    pub folders: Vec<PathBuf>,
    /// Whether the usual folders are searched too.
    pub standard_folders: bool,
    /// Where private copies of the libraries are kept; empty: in the user's cache folder.
    pub cache_folder: PathBuf,
}

impl Default for PluginSettings {
    fn default() -> Self {
        Self { folders: Vec::new(), standard_folders: true, cache_folder: PathBuf::new() }
    }
}

impl PluginSettings {
    /// The private copies.
    #[must_use]
    pub fn cache(&self) -> Cache {
        Cache::new(Some(&self.cache_folder).filter(|folder| !folder.as_os_str().is_empty()).cloned())
    }
}

/// The TCP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServerSettings {
    /// The address and port to listen on. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// Whether the address may be one that other machines reach.
    pub allow_remote: bool,
    /// How many sessions may be open at a time.
    pub max_sessions: usize,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self { listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)), allow_remote: false, max_sessions: 1024 }
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
    /// How much output may wait for the client before info lines are dropped and input waits.
    pub output_bytes: usize,
}

impl SessionSettings {
    /// How long a running search may go on after the end of input.
    pub fn end_of_input_time(&self) -> Duration {
        Duration::from_secs(self.end_of_input_seconds)
    }

    /// How long a search may take to obey a stop before the game's library counts as hung.
    pub fn stop_time(&self) -> Duration {
        Duration::from_secs(self.stop_seconds)
    }

    /// How long a library may take to open a position, or to answer anything else outside a search.
    pub fn position_time(&self) -> Duration {
        Duration::from_secs(self.position_seconds)
    }

    /// How long a client may take nothing of what is written to it before it counts as gone.
    pub fn write_time(&self) -> Duration {
        Duration::from_secs(self.write_seconds)
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
        }
    }
}

/// The end of the daemon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShutdownSettings {
    /// See [`time`](Self::time).
    pub seconds: u64,
}

impl ShutdownSettings {
    /// How long sessions get to deliver their `bestmove` after SIGTERM or SIGINT.
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

impl Default for ShutdownSettings {
    fn default() -> Self {
        Self { seconds: 8 }
    }
}

/// The log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LogSettings {
    /// What is logged, as [`filter`](Self::filter) reads it.
    pub level: String,
    /// How a record is written.
    pub format: LogFormat,
}

impl LogSettings {
    /// What a right level looks like, for error messages.
    pub const LEVELS: &str =
        "off, error, warn, info, debug or trace, or a list of such levels and TARGET=LEVEL with commas between";

    /// The filter that the level describes; nothing if it describes none.
    ///
    /// A target must have a level: the filter's own syntax takes a bare word for a target with everything switched on,
    /// and so would a misspelt level.
    pub fn filter(&self) -> Option<EnvFilter> {
        let directives: Vec<&str> = self.level.split(',').map(str::trim).collect();
        directives.iter().all(|directive| ends_in_level(directive)).then_some(())?;
        EnvFilter::builder().parse(directives.join(",")).ok()
    }
}

fn ends_in_level(directive: &str) -> bool {
    let word = directive.rsplit('=').next().unwrap_or(directive);
    ["off", "error", "warn", "info", "debug", "trace"].iter().any(|level| level.eq_ignore_ascii_case(word))
}

impl Default for LogSettings {
    fn default() -> Self {
        Self { level: "warn".to_owned(), format: LogFormat::Text }
    }
}

/// How a record of the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A JSON object on a line.
    Json,
}

/// The value of an engine option, which the session reads as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// For a check option.
    Boolean(bool),
    /// For a spin option.
    Integer(i64),
    /// For any option.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}
