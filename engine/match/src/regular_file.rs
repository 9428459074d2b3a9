//! Files that are read as a whole.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file to be read. Nobody may ever write into the other end of a pipe, and a device may have no end.
///
/// # Errors
/// It cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("it is a folder, a pipe or a device; write its text to a file, and name that"))
    }
}
