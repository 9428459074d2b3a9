//! The writer lock of a record: only one process at a time can write it.

use super::{refused, tables};
use crate::StoreError;
#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The maximum wait for a lock. The lock of a killed process may persist for a moment, because a child that it was just
/// starting has copies of its descriptors until it executes another program.
const PATIENCE: Duration = Duration::from_secs(1);

/// The interval between attempts to lock.
const PAUSE: Duration = Duration::from_millis(10);

/// A lock that prevents all others from writing a record, until it is dropped or the process ends.
///
/// The lock is on the record's own file, so it applies under any path, link or later name. It is of a type (`flock`)
/// that SQLite does not use, so readers need not wait. The descriptor must live as long as SQLite uses the file,
/// because a process loses SQLite's locks of the other type when it closes any descriptor of the file. SQLite's
/// write-ahead log does not work on network file systems, so this lock need not work there either.
#[derive(Debug)]
pub(super) struct WriterLock {
    file: File,
}

/// The reason why the lock is not available.
#[cfg_attr(not(unix), expect(dead_code, reason = "there, nobody has one"))]
enum LockRefusal {
    /// Another process has the lock.
    Taken(File),
    Failed(io::Error),
}

impl WriterLock {
    /// Locks an existing record.
    ///
    /// # Errors
    /// Another process writes it, or it cannot be opened.
    pub(super) fn of(path: &Path) -> Result<Self, StoreError> {
        loop {
            let open = || File::options().read(true).write(true).open(path);
            if let Some(lock) = Self::take(path, path, open)? {
                return Ok(lock);
            }
        }
    }

    /// Locks a new, empty file, in which the record `path` is created. A file left there by a killed program is
    /// removed; any other file is not.
    ///
    /// # Errors
    /// Another process is creating this record, another file exists, or the file cannot be created.
    pub(super) fn of_new(unfinished: &Path, path: &Path) -> Result<Self, StoreError> {
        loop {
            if fs::symlink_metadata(unfinished).is_ok_and(|found| found.is_symlink()) {
                let reason = "the match needs this name for its record, but it is a link; move it away first";
                return Err(refused(unfinished, reason));
            }
            let open =
                || own_name(File::options().read(true).write(true).create(true).truncate(false)).open(unfinished);
            let Some(lock) = Self::take(unfinished, path, open)? else { continue };
            let is_new = lock.file.metadata().map(|file| file.len() == 0).map_err(|error| refused(path, error))?;
            if is_new {
                return Ok(lock);
            }
            if !tables::is_begun_record(&lock.file).map_err(|error| refused(unfinished, error))? {
                let reason =
                    "the match needs this name for its record, but the file is not a record; move it away first";
                return Err(refused(unfinished, reason));
            }
            // Never truncated: a program killed between two names of one file has left a finished record here.
            fs::remove_file(unfinished).map_err(|error| refused(unfinished, error))?;
        }
    }

    /// Returns the locked file.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the number of names of the file.
    pub(super) fn names(&self) -> io::Result<u64> {
        self.file.metadata().map(|file| super::files::names(&file))
    }

    /// Whether this is one of the names of the file.
    pub(super) fn has_name(&self, name: &Path) -> bool {
        self.file.metadata().is_ok_and(|own| fs::metadata(name).is_ok_and(|named| is_same(&own, &named)))
    }

    /// Opens and locks a file; `None` if the file was renamed or removed in the meantime.
    fn take(name: &Path, record: &Path, open: impl FnOnce() -> io::Result<File>) -> Result<Option<Self>, StoreError> {
        let file = open().map_err(|error| refused(name, error))?;
        let began = Instant::now();
        let goes_on = || {
            sleep(PAUSE);
            began.elapsed() < PATIENCE
        };
        match lock_when_free(file, goes_on) {
            Ok(file) => {
                let own = file.metadata().map_err(|error| refused(name, error))?;
                let is_there = fs::metadata(name).is_ok_and(|named| is_same(&own, &named));
                Ok(is_there.then_some(Self { file }))
            }
            Err(LockRefusal::Failed(error)) => Err(refused(name, error)),
            Err(LockRefusal::Taken(file)) => {
                let process = file.metadata().ok().and_then(|file| holder(&file));
                let writer = process.map(|process| format!("process {process}"));
                // Not closed: if this process itself has the lock, SQLite would lose its own locks.
                std::mem::forget(file);
                Err(StoreError::InUse { path: record.display().to_string(), writer })
            }
        }
    }
}

/// Makes opening fail on a symbolic link, which would place the record elsewhere.
fn own_name(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    options
}

/// Waits for the lock of a file, while `goes_on` permits.
fn lock_when_free(mut file: File, mut goes_on: impl FnMut() -> bool) -> Result<File, LockRefusal> {
    loop {
        match lock(file) {
            Err(LockRefusal::Taken(same)) if goes_on() => file = same,
            end => return end,
        }
    }
}

#[cfg(unix)]
fn lock(file: File) -> Result<File, LockRefusal> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LockRefusal::Taken(file)),
        Err(TryLockError::Error(error)) => Err(LockRefusal::Failed(error)),
    }
}

/// Does not lock, because on this system a lock would exclude SQLite too. A second run is detected only when it stores
/// the same games, which are compared.
#[cfg(not(unix))]
fn lock(file: File) -> Result<File, LockRefusal> {
    Ok(file)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// On other systems, an open file can be neither removed nor renamed.
#[cfg(not(unix))]
fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Returns the id of the process that has locked this file, if the system reports it.
#[cfg(target_os = "linux")]
fn holder(file: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    // `4: FLOCK  ADVISORY  WRITE 1234 fe:01:5678 0 EOF`: the process, and the file by device and inode. On some file
    // systems this device differs from that of the file, so every process with this inode is checked.
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let processes = locks.lines().filter_map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        let [_, "FLOCK", _, "WRITE", process, place, ..] = words[..] else { return None };
        let number: u64 = place.rsplit(':').next()?.parse().ok()?;
        (number == file.ino()).then(|| process.parse().ok())?
    });
    let has_it_open = |process: &u32| {
        let Ok(descriptors) = fs::read_dir(format!("/proc/{process}/fd")) else { return false };
        let mut files = descriptors.flatten().filter_map(|descriptor| fs::metadata(descriptor.path()).ok());
        files.any(|open| is_same(&open, file))
    };
    processes.filter(|process| *process != 0).find(has_it_open)
}

#[cfg(not(target_os = "linux"))]
fn holder(_file: &Metadata) -> Option<u32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Two runs create one record, and one of them removes a leftover file that the other has just opened.
    #[test]
    fn a_file_that_has_lost_its_name_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.db-unfinished");
        fs::write(&path, "").unwrap();
        let open_too_early = || {
            let file = File::open(&path)?;
            fs::remove_file(&path)?;
            fs::write(&path, "")?;
            Ok(file)
        };
        assert!(WriterLock::take(&path, &path, open_too_early).unwrap().is_none());
        assert!(WriterLock::take(&path, &path, || File::open(&path)).unwrap().is_some());
    }

    #[test]
    fn a_new_record_is_not_made_where_a_link_leads() {
        let folder = tempfile::tempdir().unwrap();
        let (unfinished, elsewhere) = (folder.path().join("r.db-unfinished"), folder.path().join("elsewhere"));
        std::os::unix::fs::symlink(&elsewhere, &unfinished).unwrap();
        for is_there in [false, true] {
            if is_there {
                fs::write(&elsewhere, "").unwrap();
            }
            assert!(WriterLock::of_new(&unfinished, &folder.path().join("r.db")).is_err());
            assert_eq!(elsewhere.exists(), is_there);
        }
        fs::remove_file(&unfinished).unwrap();
        assert!(WriterLock::of_new(&unfinished, &folder.path().join("r.db")).is_ok());
    }

    #[test]
    fn a_lock_is_waited_for_but_not_for_ever() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let open = || File::open(file.path()).unwrap();
        let other = open();
        other.try_lock().unwrap();
        let mut looks = 0;
        let three_times = || {
            looks += 1;
            looks < 3
        };
        assert!(matches!(lock_when_free(open(), three_times), Err(LockRefusal::Taken(_))));
        assert_eq!(looks, 3);
        let mut other = Some(other);
        let after_it_is_let_go = || other.take().is_some();
        assert!(lock_when_free(open(), after_it_is_let_go).is_ok());
    }
}
