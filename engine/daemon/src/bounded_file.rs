//! Files that a person writes, such as settings and plans, read as a whole.

use plyd_foreign::{HAND_WRITTEN, UnreadableFile, read_text, text_of};
use std::fs::File;
use std::path::Path;

/// The text of a file. It may be a pipe, into which its writer writes later.
///
/// # Errors
/// It cannot be read, or is longer than [`HAND_WRITTEN`].
pub(crate) fn read(path: &Path) -> Result<String, UnreadableFile> {
    text_of(File::open(path)?, HAND_WRITTEN)
}

/// The same of a regular file.
///
/// # Errors
/// As [`read`], or it is not a regular file.
pub(crate) fn read_regular(path: &Path) -> Result<String, UnreadableFile> {
    read_text(path, HAND_WRITTEN)
}
