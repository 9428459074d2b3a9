//! Small files that a person keeps for a server or a client, some of which nobody else may read.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// The maximum size of such a file, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// The system cannot read it.
    #[error(transparent)]
    System(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("it is not a regular file")]
    NotRegular,
    /// It is longer than any such file.
    #[error("it is longer than {MAX_BYTES} bytes")]
    TooLong,
    /// Others can read or change it.
    #[error("other users can read or change it; `chmod 600 FILE` keeps it yours")]
    NotPrivate,
}

/// Reads a regular file that everybody may read.
///
/// # Errors
/// It cannot be read, is not regular, or is too long.
pub fn read(path: &Path) -> Result<Vec<u8>, Unusable> {
    content(open_regular(path)?)
}

/// Reads a regular file that only its owner may read or change.
///
/// # Errors
/// Those of [`read`], or others can read or change it.
pub fn read_private(path: &Path) -> Result<Vec<u8>, Unusable> {
    let file = open_regular(path)?;
    check_private(&file.metadata()?)?;
    content(file)
}

/// The same of a file that may be a pipe, into which its writer writes later.
///
/// # Errors
/// Those of [`read_private`], but for pipes.
pub fn read_private_or_pipe(path: &Path) -> Result<Vec<u8>, Unusable> {
    let file = File::open(path)?;
    check_private(&file.metadata()?)?;
    content(file)
}

/// Nobody may ever write into the other end of a pipe, and a device may have no end.
fn open_regular(path: &Path) -> Result<File, Unusable> {
    let is_regular = std::fs::metadata(path)?.is_file();
    let file = is_regular.then(|| File::open(path)).ok_or(Unusable::NotRegular)??;
    if file.metadata()?.is_file() { Ok(file) } else { Err(Unusable::NotRegular) }
}

fn content(file: File) -> Result<Vec<u8>, Unusable> {
    let mut bytes = Vec::new();
    if file.take(MAX_BYTES + 1).read_to_end(&mut bytes)? as u64 > MAX_BYTES {
        return Err(Unusable::TooLong);
    }
    Ok(bytes)
}

/// Refuses a file to which anybody but its owner has access.
#[cfg(unix)]
fn check_private(metadata: &Metadata) -> Result<(), Unusable> {
    use std::os::unix::fs::PermissionsExt;
    if metadata.permissions().mode() & 0o077 == 0 { Ok(()) } else { Err(Unusable::NotPrivate) }
}

/// On this system a file has no such permissions.
#[cfg(not(unix))]
fn check_private(_: &Metadata) -> Result<(), Unusable> {
    Ok(())
}
