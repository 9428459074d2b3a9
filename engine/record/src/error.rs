//! Errors of stores, and descriptions of damaged parts.

use crate::numbers::NoNumbers;
use plyd_foreign::{UnreadableFile, told};
use std::io;

/// The reason why a store cannot be read, written, or exported. A failed write leaves every game intact.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store has a fault.
    #[error("the record {path}: {reason}")]
    Unusable {
        /// The file, or the database.
        path: String,
        /// The problem.
        fault: StoreFault,
        /// The fault as text for users.
        reason: Box<str>,
    },
    /// Another process is writing the store.
    #[error("the record {path} is being written by another plyd match{}", named(writer.as_deref()))]
    InUse {
        /// The file, or the database.
        path: String,
        /// The writer, such as `process 12`, if it is known.
        writer: Option<String>,
    },
    /// An export cannot be written.
    #[error("{what}: {error}")]
    Export {
        /// A description of the file that is written.
        what: &'static str,
        /// The cause. It is not the source of the error, because the error's text contains it.
        error: io::Error,
    },
}

fn named(writer: Option<&str>) -> String {
    writer.map_or_else(String::new, |writer| format!(" ({writer})"))
}

impl StoreError {
    /// Creates an error for a fault of the store with this name.
    pub fn unusable(path: impl Into<String>, fault: impl Into<StoreFault>) -> Self {
        let fault = fault.into();
        Self::Unusable { path: path.into(), reason: fault.to_string().into(), fault }
    }

    /// Creates an error for a fault of a file, whose description may contain text of that file.
    pub(crate) fn unusable_file(path: impl Into<String>, fault: impl Into<StoreFault>) -> Self {
        let fault = fault.into();
        Self::Unusable { path: path.into(), reason: told(&fault.to_string()).into(), fault }
    }
}

/// A fault of a store. Its text continues a sentence that begins with the name of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// The store is no record, or one that this program cannot read. The text describes it.
    #[error("{0}")]
    Foreign(String),
    /// A part of the store is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedPart),
    /// A part of the store is damaged, and the rest can be salvaged.
    #[error("{what}; `plyd report --salvage {path}` leaves out the damaged games")]
    Salvageable {
        /// The damage.
        what: DamagedPart,
        /// The file.
        path: String,
    },
    /// The system failed to read or write its file.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The store cannot or must not be read or written, for the reason in the text.
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

/// A part of a store that is damaged or lost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DamagedPart {
    /// The game with this number, from 0.
    #[error("game {} is damaged: {wrong}", name_of_game(*number))]
    Game {
        /// The number of the game.
        number: i64,
        /// The fault of its row.
        wrong: RowError,
    },
    /// A game that was queried.
    #[error("a game is damaged: {0}")]
    OneGame(RowError),
    /// The settings of the match, or its players.
    #[error("its plan is damaged: {0}")]
    Plan(RowError),
    /// A row of another table.
    #[error(transparent)]
    Row(#[from] RowError),
    /// Anything else; the text describes the loss.
    #[error("{0}")]
    Other(String),
}

/// A fault of a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The row was modified, or belongs to another record.
    #[error("its digest does not match its content")]
    Digest,
    /// A value has the wrong type, or is out of range.
    #[error("{column} {wrong}")]
    Value {
        /// A description of the column.
        column: String,
        /// The mismatch, such as a wrong type.
        wrong: &'static str,
    },
    /// A text cannot be parsed.
    #[error("{column}: {reason}")]
    Text {
        /// A description of the column.
        column: String,
        /// The error of the parser.
        reason: String,
    },
    /// A text is not a set of numbers.
    #[error(transparent)]
    Numbers(#[from] NoNumbers),
    /// The values are inconsistent with each other or with the record, or one of them is unreadable or out of range.
    /// The text gives the details.
    #[error("{0}")]
    Content(String),
}

impl From<String> for RowError {
    fn from(reason: String) -> Self {
        Self::Content(reason)
    }
}

/// Formats the number of a game for users: reports and exports count from 1, the table from 0.
#[must_use]
pub fn name_of_game(number: i64) -> String {
    format!("{} (number {number} in the table)", i128::from(number) + 1)
}
