//! Files that a person writes, such as settings and plans, read as a whole.

use plyd_match::open_regular;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The maximum size of such a file, in bytes: many times the size of any real one. Reading an endless file, such as a
/// device, stops here.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unread {
    /// It is not there, is no file that can be read, or no UTF-8.
    #[error(transparent)]
    System(#[from] io::Error),
    /// It is longer than a person writes.
    #[error("it is longer than {MAX_BYTES} bytes")]
    TooLong,
}

/// Its text. The file may be a pipe, into which its writer writes later.
///
/// # Errors
/// It cannot be read, or is longer than [`MAX_BYTES`].
pub(crate) fn read(path: &Path) -> Result<String, Unread> {
    text(File::open(path)?)
}

/// The same of a regular file, as [`open_regular`] has it.
///
/// # Errors
/// As [`read`], or it is not a regular file.
pub(crate) fn read_regular(path: &Path) -> Result<String, Unread> {
    text(open_regular(path)?)
}

fn text(file: File) -> Result<String, Unread> {
    let mut bytes = Vec::new();
    if file.take(MAX_BYTES + 1).read_to_end(&mut bytes)? as u64 > MAX_BYTES {
        return Err(Unread::TooLong);
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8").into())
}
