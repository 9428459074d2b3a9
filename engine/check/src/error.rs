use std::io;
use std::path::PathBuf;

/// The reason why a library could not be examined. A fault of the library is not an error of this type: the report
/// contains it.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file is not there, or cannot be looked at.
    #[error("{} cannot be examined", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A test has no folder for its result.
    #[error("cannot create a temporary folder")]
    Folder(#[source] io::Error),
    /// The process of a test did not start.
    #[error("the test {test} cannot be started")]
    Start {
        /// The name of the test.
        test: &'static str,
        /// Why not.
        source: io::Error,
    },
    /// The time was over before the library was loaded.
    #[error("there was no time to load the library: give the check more seconds")]
    NoTime,
    /// A process ended before it had its limits.
    #[error("the process with the limits `{wall}` ended before the library was loaded: {errors}")]
    NotLimited {
        /// The limits.
        wall: String,
        /// Why, or what it said to standard error.
        errors: String,
    },
}
