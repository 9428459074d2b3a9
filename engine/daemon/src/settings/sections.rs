//! The sections of the settings that concern only the program, with their defaults. The other sections are in the
//! crates of sessions, searches and the server, next to the code that uses them.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};
use tracing_subscriber::EnvFilter;

/// The end of the daemon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ShutdownSettings {
    /// See [`time`](Self::time).
    pub seconds: u64,
    /// See [`drain_time`](Self::drain_time).
    pub drain_seconds: u64,
}

impl ShutdownSettings {
    /// The maximum time for sessions to deliver their `bestmove` after SIGTERM or SIGINT.
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// The maximum time for sessions to end by themselves after SIGUSR2.
    pub fn drain_time(&self) -> Duration {
        Duration::from_secs(self.drain_seconds)
    }
}

impl Default for ShutdownSettings {
    fn default() -> Self {
        Self { seconds: 8, drain_seconds: 600 }
    }
}

/// The log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LogSettings {
    /// The log level, as [`filter`](Self::filter) reads it.
    pub level: String,
    /// The format of a record.
    pub format: LogFormat,
}

impl LogSettings {
    /// The description of a valid level, for error messages.
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

/// The format of a record of the log.
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
