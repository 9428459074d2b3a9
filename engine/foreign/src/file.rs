//! Files that are read as a whole.

use crate::access::{ExposedFile, NeededAccess, check_access};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest file that a person writes or keeps, in bytes, such as settings, plans, lists of tokens and keys: many
/// times the size of any real one.
pub const HAND_WRITTEN: u64 = 1 << 20;

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableFile {
    /// The system cannot read it.
    #[error(transparent)]
    System(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("it is a folder, a pipe or a device, not a regular file")]
    NotRegular,
    /// It is longer than any such file.
    #[error("it is longer than {}", bytes(*.0))]
    TooLong(u64),
    /// It is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotUtf8,
    /// Others can read or change it.
    #[error(transparent)]
    Exposed(#[from] ExposedFile),
}

impl From<UnreadableFile> for io::Error {
    fn from(reason: UnreadableFile) -> Self {
        match reason {
            UnreadableFile::System(error) => error,
            other => Self::other(other),
        }
    }
}

/// A number of bytes for people.
fn bytes(number: u64) -> String {
    if number >= 1 << 20 && number.is_multiple_of(1 << 20) {
        format!("{} MiB", number >> 20)
    } else {
        format!("{number} bytes")
    }
}

/// Opens a regular file to be read, without a wait. A pipe may wait for a writer forever, and a device may have no end.
///
/// # Errors
/// It cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path) -> Result<File, UnreadableFile> {
    // Opening a device can have effects, so it is checked before; and after, because it may have been replaced by then.
    if !fs::metadata(path)?.is_file() {
        return Err(UnreadableFile::NotRegular);
    }
    let file = open_without_wait(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(UnreadableFile::NotRegular) }
}

#[cfg(unix)]
fn open_without_wait(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // A regular file is read as ever.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open_without_wait(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens a regular file to which no other user may have this access.
///
/// # Errors
/// Those of [`open_regular`], or others have access.
pub fn open_private(path: &Path, needed: NeededAccess) -> Result<File, UnreadableFile> {
    let file = open_regular(path)?;
    check_access(&file.metadata()?, needed)?;
    Ok(file)
}

/// The same of a file that may be a pipe, into which its writer writes later.
///
/// # Errors
/// Those of [`open_private`], but for pipes.
pub fn open_private_or_pipe(path: &Path, needed: NeededAccess) -> Result<File, UnreadableFile> {
    let file = File::open(path)?;
    check_access(&file.metadata()?, needed)?;
    Ok(file)
}

/// The content of a regular file of at most this many bytes.
///
/// # Errors
/// It cannot be read, is not regular, or is longer.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, UnreadableFile> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > most {
        return Err(UnreadableFile::TooLong(most));
    }
    bytes_of(file, most)
}

/// The same of a text.
///
/// # Errors
/// Those of [`read`], or it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, UnreadableFile> {
    String::from_utf8(read(path, most)?).map_err(|_| UnreadableFile::NotUtf8)
}

/// All that a reader gives, up to this many bytes: an endless one ends here.
///
/// # Errors
/// The reader's, or there is more.
pub fn bytes_of(reader: impl Read, most: u64) -> Result<Vec<u8>, UnreadableFile> {
    let mut bytes = Vec::new();
    if reader.take(most.saturating_add(1)).read_to_end(&mut bytes)? as u64 > most {
        return Err(UnreadableFile::TooLong(most));
    }
    Ok(bytes)
}

/// The same of a text.
///
/// # Errors
/// Those of [`bytes_of`], or it is not UTF-8.
pub fn text_of(reader: impl Read, most: u64) -> Result<String, UnreadableFile> {
    String::from_utf8(bytes_of(reader, most)?).map_err(|_| UnreadableFile::NotUtf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_greatest_length() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read(&path, 4).unwrap_err().to_string(), "it is longer than 4 bytes");
        assert_eq!(bytes_of(&b"12345"[..], 4).unwrap_err().to_string(), "it is longer than 4 bytes");
        assert_eq!(UnreadableFile::TooLong(3 << 20).to_string(), "it is longer than 3 MiB");
        // Of a terabyte nothing is read.
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        assert!(matches!(read(&path, 1 << 20), Err(UnreadableFile::TooLong(_))));
        fs::write(&path, b"\xff").unwrap();
        assert!(matches!(read_text(&path, 5), Err(UnreadableFile::NotUtf8)));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_else_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, folder.path(), Path::new("/dev/zero")] {
            assert!(matches!(open_regular(path), Err(UnreadableFile::NotRegular)), "{}", path.display());
        }
        assert!(matches!(bytes_of(File::open("/dev/zero").unwrap(), 5), Err(UnreadableFile::TooLong(5))));
    }
}
