//! Why a library was refused, why a setup was, and what a library did wrong.

use crate::LoaderFacts;
use crate::declaration::DeclarationError;
use plyd_plugin::abi::{ABI_MAJOR, ABI_MINOR, ENTRY, MAGIC};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Why a file was not loaded as a game. The text continues a sentence that begins with the file's path.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(Arc<io::Error>),
    /// No private copy of the file could be made.
    #[error("cannot be copied to a private folder: {0}")]
    NotCopied(Arc<io::Error>),
    /// The system does not take the file as a library.
    #[error("is not a loadable library: {0}")]
    NotALibrary(String),
    /// The file ends before the library does.
    #[error("is cut off: it has {found} bytes, and needs {needed}")]
    CutOff {
        /// The size of the file.
        found: u64,
        /// The size that its header promises.
        needed: u64,
    },
    /// The file is larger than any library.
    #[error("is too large: it has {found} bytes, and a library has at most {} MiB", most >> 20)]
    TooLarge {
        /// The size of the file.
        found: u64,
        /// The largest size.
        most: u64,
    },
    /// Together with others that are new, the file is too large.
    #[error("is left out: it has {found} bytes, and the new libraries of one look may have {room} more")]
    NoRoom {
        /// The size of the file.
        found: u64,
        /// What is left.
        room: u64,
    },
    /// The private copy was removed or changed, and its content is nowhere else any more.
    #[error("has lost its private copy, and the file has another content now; a reload (SIGHUP) takes that")]
    CopyGone,
    /// The library lacks the entry function.
    #[error("does not export the function `{ENTRY}`, so it is not a plyd game")]
    NoEntry,
    /// The entry function returned null.
    #[error("returned a null pointer from `{ENTRY}` instead of its table")]
    NullTable,
    /// The table does not begin with the magic number.
    #[error("has a table that begins with {found:#018x} instead of the magic number {MAGIC:#018x}")]
    Magic {
        /// The first bytes of the table.
        found: u64,
    },
    /// The table is too short even for the part that never changes.
    #[error("has a table of {found} bytes, too short for its header of {header}")]
    ShorterThanHeader {
        /// The declared size.
        found: usize,
        /// The size of the header.
        header: usize,
    },
    /// The library was built for another major version of the interface.
    #[error("was built for plugin interface {major}.{minor}, but this plyd speaks {ABI_MAJOR}.{ABI_MINOR}")]
    Version {
        /// The library's major version.
        major: u16,
        /// The library's minor version.
        minor: u16,
    },
    /// The table lacks required functions, because it is too short or has null pointers.
    #[error(
        "has a table of {found} bytes that lacks {functions}; interface {ABI_MAJOR}.{ABI_MINOR} requires all functions of its \
         {expected} bytes"
    )]
    MissingFunctions {
        /// The names of the missing functions.
        functions: String,
        /// The declared size of the table.
        found: usize,
        /// The size of the table this plyd knows.
        expected: usize,
    },
    /// Something the library declares about itself is not as the interface demands.
    #[error("declares {0}")]
    Declaration(DeclarationError),
    /// The start position does not open, or breaks a rule.
    #[error("has no usable start position: {0}")]
    Start(StartError),
    /// It is a library that makes games of texts.
    #[error("loads games from files that end in {}, and is no game itself", .0.files())]
    Loader(Box<LoaderFacts>),
    /// The text is not meant for the loader of files with its suffix.
    #[error("is no game: the loader of such files passes over it")]
    NoGame,
    /// The text of a game is wrong. A line or a column of 0 is not known.
    #[error("is wrong{}: {reason}", place(*line, *column))]
    Text {
        /// The line, from 1.
        line: u32,
        /// The column in characters, from 1.
        column: u32,
        /// The reason.
        reason: String,
    },
    /// The text of a game is too long.
    #[error("is longer than {most} bytes, the most that the text of a game has")]
    LongText {
        /// The longest text.
        most: u64,
    },
    /// There is a text behind a library that loads no texts.
    #[error("is a game with a text behind it, which only a loader has")]
    TextBehindGame,
    /// Another library was found first under the same id.
    #[error("has the id `{id}` of {}, which was found first", first.display())]
    Duplicate {
        /// The id.
        id: String,
        /// The library that keeps the id.
        first: PathBuf,
    },
    /// The file was written to while the library was tried.
    #[error("is still being written")]
    Changing,
    /// The trial of the library has not ended.
    #[error("has not been tried yet")]
    BeingTried,
    /// No process could try the library, while sessions play that it could harm.
    #[error("cannot be tried: {0}")]
    Untried(String),
    /// A process that tried the library was ended by it.
    #[error("crashes: it ended its trial process ({0})")]
    Crashes(String),
    /// In a process that tried the library, it did not return within this time.
    #[error("hangs: it did not return within {} s in its trial process", .0.as_secs_f64())]
    Hangs(Duration),
    /// A process that tried the library refused it; the text continues the sentence.
    #[error("{0}")]
    Told(String),
    /// A process that tried the library gave no verdict.
    #[error("corrupts the output of its trial process: {0}")]
    Garbles(String),
    /// A trial at an earlier start found this.
    #[error("{reason}; an earlier start found this; delete {} to try it again", verdict.display())]
    FoundEarlier {
        /// The value found.
        reason: Box<LoadError>,
        /// The file in which that is kept.
        verdict: PathBuf,
    },
    /// A game was loaded from the file before, and now there is no such file, or another game in it.
    #[error("no longer holds the game `{id}`")]
    Gone {
        /// The id of the game.
        id: String,
    },
}

/// The part of a sentence that says where an error is in a text.
fn place(line: u32, column: u32) -> String {
    match (line, column) {
        (0, _) => String::new(),
        (line, 0) => format!(" in line {line}"),
        (line, column) => format!(" in line {line}, column {column}"),
    }
}

// The text contains that of the declaration, which is therefore no source.
impl From<DeclarationError> for LoadError {
    fn from(error: DeclarationError) -> Self {
        Self::Declaration(error)
    }
}

/// Why a start position is not usable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// It does not open, or the library fails there.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Its text does not open it again.
    #[error("its text `{text}` does not open: {reason}")]
    Text {
        /// The text.
        text: String,
        /// Why it does not open.
        reason: OpenError,
    },
    /// Its text opens another position.
    #[error("its text `{text}` opens a state with the text `{again}`")]
    OtherText {
        /// The text.
        text: String,
        /// That of the position that it opens.
        again: String,
    },
}

/// Why a setup was not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The setup or an option makes no sense; the text says why.
    #[error("{0}")]
    Refused(String),
    /// The library misbehaved.
    #[error("{0}")]
    Fault(#[from] LibraryFault),
}

/// A fault of a library: a lower-case fragment on one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LibraryFault(pub(crate) String);

impl LibraryFault {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}
