//! What can be wrong with settings, and where.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Why settings could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A settings file cannot be read; one that was asked for may not exist.
    #[error("cannot read the settings file {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A settings file is so long that it is none.
    #[error("the settings file {} is longer than {most} bytes, and so it is none", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// How long one can be.
        most: u64,
    },
    /// A settings file is not TOML.
    #[error("the settings file {} is not TOML", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What the parser says, with line and column.
        source: toml::de::Error,
    },
    /// There is no such key.
    #[error("{origin}: unknown key `{key}`, the nearest known one is `{nearest}`")]
    UnknownKey {
        /// Where it stands.
        origin: Origin,
        /// Its whole path.
        key: String,
        /// The path of a key or the name of a section.
        nearest: String,
    },
    /// There is no such environment variable.
    #[error("unknown environment variable {name}, the nearest known one is {nearest}")]
    UnknownVariable {
        /// Its name.
        name: String,
        /// The name of one that sets a key.
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
        /// Where it stands.
        origin: Origin,
        /// Its whole path.
        key: String,
        /// The beginning of the value.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// Where a setting was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// In a file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// In the environment variable of this name.
    Variable(String),
    /// On the command line.
    Flag,
}

impl Origin {
    /// The folder from which relative folders start; empty for the current one.
    pub(super) fn base(&self) -> &Path {
        match self {
            Self::File { path, .. } => path.parent().unwrap_or(Path::new("")),
            Self::Variable(_) | Self::Flag => Path::new(""),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line } => write!(f, "{}, line {line}", path.display()),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Flag => f.write_str("command line"),
        }
    }
}
