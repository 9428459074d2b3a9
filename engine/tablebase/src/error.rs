//! Why a table was not built, not read or not confirmed.

use crate::walk::WalkFault;
use std::collections::TryReserveError;
use std::io;

/// Why a file is not used. The text continues a sentence that begins with the file's path.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// It cannot be read or written.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("is no {0} of plyd")]
    Foreign(&'static str),
    /// It was made by another version of plyd, or its beginning is damaged.
    #[error("has a header that is damaged, or that another version of plyd wrote")]
    Header,
    /// Bytes are missing, or there are too many.
    #[error("is damaged: it has {found} bytes instead of {expected}")]
    Size {
        /// Its size.
        found: u64,
        /// The size that its header promises.
        expected: u64,
    },
    /// Its content has another checksum.
    #[error("is damaged: the checksum of its content is wrong")]
    Content,
    /// Its checksums are right, but it says what cannot be.
    #[error("is damaged: {0}")]
    Nonsense(&'static str),
    /// There is no memory for it.
    #[error("needs {0} bytes of memory, and there are not so many")]
    Memory(u64),
    /// The reader was stopped.
    #[error("was not read to its end")]
    Stopped,
    /// It is about other rules.
    #[error("is about other rules: {0}")]
    Rules(String),
}

/// Why a table was not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// No table can be built of such a game.
    #[error("{0}")]
    Refused(&'static str),
    /// The game does what no table can tell, or is too large.
    #[error(transparent)]
    Contradiction(#[from] WalkFault),
    /// There is no memory.
    #[error("there is no memory for so many positions: {0}")]
    Memory(#[from] TryReserveError),
    /// What is there of an earlier build cannot be used.
    #[error("the unfinished table {0}")]
    Unfinished(TableFileError),
    /// A file was not written.
    #[error("cannot write the table: {0}")]
    Unwritten(io::Error),
}

/// Why a table was not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The walk found a fault of it.
    #[error(transparent)]
    Contradiction(#[from] WalkFault),
    /// There is no memory for the walk.
    #[error("there is no memory for so many positions: {0}")]
    Memory(#[from] TryReserveError),
}
