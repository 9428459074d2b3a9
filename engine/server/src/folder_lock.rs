//! A lock on a folder, for those who replace a file in it.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long to wait for another one that replaces a file there.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The lock; given back when it is dropped, or the process ends.
#[derive(Debug)]
pub(crate) struct FolderLock(#[expect(dead_code, reason = "it is held, not read")] Option<File>);

impl FolderLock {
    /// Locks the folder of a file. A file system without locks has no lock, and a file is replaced all the same.
    ///
    /// # Errors
    /// Another one does not give it back.
    pub(crate) fn of(file: &Path) -> io::Result<Self> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let Ok(folder) = File::open(folder) else { return Ok(Self(None)) };
        let deadline = Instant::now() + LOCK_TIMEOUT;
        loop {
            match folder.try_lock() {
                Ok(()) => return Ok(Self(Some(folder))),
                Err(TryLockError::Error(_)) => return Ok(Self(None)),
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                    return Err(io::Error::new(io::ErrorKind::TimedOut, "another program keeps its folder locked"));
                }
                Err(TryLockError::WouldBlock) => sleep(POLL_INTERVAL),
            }
        }
    }
}
