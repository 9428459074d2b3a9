//! Why a store cannot be used, and what is wrong with a part of it.

use crate::numbers::NoNumbers;
use plyd_foreign::{UnreadableFile, told};
use std::io;

/// Why a store cannot be read or written, or exported from. A failed write leaves every game whole.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Something is wrong with it.
    #[error("the record {path}: {reason}")]
    Unusable {
        /// The file, or the database.
        path: String,
        /// The problem.
        fault: StoreFault,
        /// The problem in words, as people may see them.
        reason: Box<str>,
    },
    /// Another process is writing it.
    #[error("the record {path} is being written by another plyd match{}", named(writer.as_deref()))]
    InUse {
        /// The file, or the database.
        path: String,
        /// The writer, such as `process 12`, if it is known.
        writer: Option<String>,
    },
    /// What is exported from it cannot be written.
    #[error("{what}: {error}")]
    Export {
        /// The file that is written, in words.
        what: &'static str,
        /// Why it failed. This is not the source of the error, because the error's text contains it.
        error: io::Error,
    },
}

fn named(writer: Option<&str>) -> String {
    writer.map_or_else(String::new, |writer| format!(" ({writer})"))
}

impl StoreError {
    /// Something is wrong with the store of this name.
    pub fn unusable(path: impl Into<String>, fault: impl Into<StoreFault>) -> Self {
        let fault = fault.into();
        Self::Unusable { path: path.into(), reason: fault.to_string().into(), fault }
    }

    /// The same of a file, whose own texts may be in what is wrong with it.
    pub(crate) fn unusable_file(path: impl Into<String>, fault: impl Into<StoreFault>) -> Self {
        let fault = fault.into();
        Self::Unusable { path: path.into(), reason: told(&fault.to_string()).into(), fault }
    }
}

/// What is wrong with a store. The text continues a sentence that begins with its name.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// It is no record, or not one that this program reads. The text says what it is, or has.
    #[error("{0}")]
    Foreign(String),
    /// A part of it is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedPart),
    /// A part of it is damaged, and the others can be salvaged.
    #[error("{what}; `plyd report --salvage {path}` leaves out the damaged games")]
    Salvageable {
        /// The damage.
        what: DamagedPart,
        /// The file.
        path: String,
    },
    /// The system does not read or write its file.
    #[error(transparent)]
    System(#[from] io::Error),
    /// It cannot be read or written, or must not be. The text says why.
    #[error("{0}")]
    Refused(String),
}

impl From<String> for StoreFault {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}

impl From<&str> for StoreFault {
    fn from(reason: &str) -> Self {
        Self::Refused(reason.to_owned())
    }
}

impl From<UnreadableFile> for StoreFault {
    fn from(error: UnreadableFile) -> Self {
        match error {
            UnreadableFile::System(error) => Self::System(error),
            other => Self::Refused(other.to_string()),
        }
    }
}

/// A part of a store that is damaged, or was lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DamagedPart {
    /// The game of this number, from 0.
    #[error("game {} is damaged: {wrong}", name_of_game(*number))]
    Game {
        /// Its number.
        number: i64,
        /// What is wrong with its row.
        wrong: RowError,
    },
    /// A game that was looked at.
    #[error("a game is damaged: {0}")]
    OneGame(RowError),
    /// The settings of the match, and who plays it.
    #[error("its plan is damaged: {0}")]
    Plan(RowError),
    /// A row of another table.
    #[error(transparent)]
    Row(#[from] RowError),
    /// Something else. The text says what is lost.
    #[error("{0}")]
    Other(String),
}

/// What is wrong with a row of a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// It was changed, or is of another record.
    #[error("its digest does not match its content")]
    Digest,
    /// A value is of another kind than its column, or out of range.
    #[error("{column} {wrong}")]
    Value {
        /// The column, in words.
        column: String,
        /// What it is, or is not.
        wrong: &'static str,
    },
    /// A text cannot be read as what it stands for.
    #[error("{column}: {reason}")]
    Text {
        /// The column, in words.
        column: String,
        /// Why not.
        reason: String,
    },
    /// A text is no set of numbers.
    #[error(transparent)]
    Numbers(#[from] NoNumbers),
    /// Its values do not belong together or not into this record, or one of them cannot be read, or is out of range.
    /// The text says which, or why.
    #[error("{0}")]
    Content(String),
}

impl From<String> for RowError {
    fn from(reason: String) -> Self {
        Self::Content(reason)
    }
}

/// The name of a game for people: reports and exports count from 1, the table from 0.
#[must_use]
pub fn name_of_game(number: i64) -> String {
    format!("{} (number {number} in the table)", i128::from(number) + 1)
}
