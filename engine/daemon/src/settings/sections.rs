//! The sections of the settings that concern only the program, with their defaults. The other sections are in the
//! crates of sessions, searches and the server, next to the code that uses them.

use std::{fmt, time::Duration};

use plyd_settings::{CrateKind, YEAR, settings};
use serde::{Deserialize, Serialize};
use tracing_subscriber::EnvFilter;

settings! {
    /// The end of the daemon.
    pub struct ShutdownSettings in "shutdown" {
        /// How long sessions may take to deliver their bestmove after SIGTERM or SIGINT, in seconds.
        seconds: u64 = 8, Integer { min: 1, max: 10 };
        /// How long sessions may continue after SIGUSR2, in seconds. The server accepts no new sessions, and ends with
        /// the last one.
        drain_seconds: u64 = 600, Integer { min: 1, max: YEAR };
    }
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

settings! {
    /// The log.
    pub struct LogSettings in "log" {
        /// Log messages of this level and more severe ones.
        level: String = "warn".to_owned(), Own(&LEVEL),
            flag Flag::new("log-level", "LEVEL").more(": off, error, warn, info, debug or trace");
        /// The format of log messages. They go to standard error.
        format: LogFormat = LogFormat::Text, OneOf(&["text", "json"]);
    }
}

/// A log level, or a list of levels and targets.
static LEVEL: CrateKind = CrateKind {
    expected: LogSettings::LEVELS,
    example: "debug,plyd=trace",
    accept: |value, _| {
        let level = value.as_str()?.to_owned();
        LogSettings { level, ..LogSettings::default() }.filter()?;
        Some(value)
    },
    read: CrateKind::read_string,
};

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
pub enum EngineOptionValue {
    /// For a check option.
    Boolean(bool),
    /// For a spin option.
    Integer(i64),
    /// For any option.
    Text(String),
}

impl fmt::Display for EngineOptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}
