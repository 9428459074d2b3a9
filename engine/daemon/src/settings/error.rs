//! The errors of settings, and their places.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Why settings could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A settings file cannot be read; a requested file may not exist.
    #[error("cannot read the settings file {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is too long to be a settings file.
    #[error("the settings file {} is longer than the maximum of {most} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The maximum length.
        most: u64,
    },
    /// A settings file is not TOML.
    #[error("the settings file {} is not TOML", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The parser's error, with line and column.
        source: plyd_tournament::settings::MatchSettingsError,
    },
    /// The key is unknown.
    #[error("{origin}: unknown key `{key}`, the nearest known one is `{nearest}`")]
    UnknownKey {
        /// The place of the setting.
        origin: SettingOrigin,
        /// Its whole path.
        key: String,
        /// The path of a key or the name of a section.
        nearest: String,
    },
    /// The environment variable is unknown.
    #[error("unknown environment variable {name}, the nearest known one is {nearest}")]
    UnknownVariable {
        /// Its name.
        name: String,
        /// The nearest variable that sets a key.
        nearest: String,
    },
    /// A variable's value is not text.
    #[error("environment variable {name}: the value is not Unicode")]
    NotUnicode {
        /// Its name.
        name: String,
    },
    /// A key has a value of a wrong type or outside its range.
    #[error("{origin}: `{key}` is {value}, but must be {expected}")]
    Value {
        /// The place of the setting.
        origin: SettingOrigin,
        /// Its whole path, or the flag that was typed.
        key: String,
        /// The beginning of the value.
        value: String,
        /// The valid values.
        expected: String,
    },
}

/// The source of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingOrigin {
    /// In a file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// In the environment variable of this name.
    Variable(String),
    /// On the command line: after the flag of this name, or as a plain argument.
    Flag(Option<&'static str>),
}

impl SettingOrigin {
    /// The folder from which relative folders start; empty for the current one.
    pub(super) fn base(&self) -> &Path {
        match self {
            Self::File { path, .. } => path.parent().unwrap_or(Path::new("")),
            Self::Variable(_) | Self::Flag(_) => Path::new(""),
        }
    }
}

impl fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line } => write!(f, "{}, line {line}", path.display()),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Flag(_) => f.write_str("command line"),
        }
    }
}
