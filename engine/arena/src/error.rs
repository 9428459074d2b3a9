//! Why a match cannot begin or continue.

use plyd_host::LibraryFault;
use plyd_record::StoreError;
use plyd_tournament::settings::MatchSettingsError;
use std::io;

/// Why a match cannot begin or continue. Faults of engines are no such errors: the engines lose their games.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Settings make no sense.
    #[error(transparent)]
    Settings(#[from] MatchSettingsError),
    /// The record could not be read or written, or exported from. A failed write leaves every game whole.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The library of the game failed, without which there is no referee.
    #[error("the library of the game failed: {0}")]
    Game(String),
    /// The program of an engine is another one than before.
    #[error(
        "{0}. Results of two programs under one name mean nothing: restore the first one before you continue, or continue \
         with this one by `--allow-changed`"
    )]
    Replaced(String),
    /// The libraries of engines do not have the same rules, so that no result would mean anything.
    #[error("the libraries disagree about the rules: {0}")]
    Rules(String),
    /// This process has no more memory, processes or descriptors for an engine, which is not to blame.
    #[error(
        "plyd itself has too little memory, or too few processes or files, to start engine {engine}: {detail}; the engine \
         is not at fault. Play fewer games at a time (--concurrency), or raise the limit (`ulimit -a`)"
    )]
    Lack {
        /// The name of the engine.
        engine: String,
        /// What was missing, for people.
        detail: String,
    },
    /// A file or the system.
    #[error("{what}: {error}")]
    System {
        /// The operation that failed.
        what: String,
        /// Why it failed. This is not the source of the error, because the error's text contains it.
        error: io::Error,
    },
}

impl From<LibraryFault> for MatchError {
    fn from(fault: LibraryFault) -> Self {
        Self::Game(fault.to_string())
    }
}

impl MatchError {
    /// The kind of error. Unlike the error itself it repeats no text of a file, a program or a library, so that everybody
    /// may read it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Settings(_) => "the settings of the match, or its openings, make no sense for the game",
            Self::Store(StoreError::Unusable { .. } | StoreError::InUse { .. }) => "the record cannot be used",
            Self::Game(_) => "the library of the game failed",
            Self::Rules(_) => "the libraries of the engines disagree about the rules",
            Self::Replaced(_) => "the program of an engine is another one than before",
            Self::Lack { .. } => "too little memory, or too few processes or files, to start an engine",
            Self::Store(StoreError::Export { .. }) | Self::System { .. } => {
                "the system refuses something, or a file cannot be used"
            }
        }
    }

    /// The system refuses this.
    pub fn system(what: impl Into<String>, error: io::Error) -> Self {
        Self::System { what: what.into(), error }
    }
}
