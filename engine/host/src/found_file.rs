//! A file in a plugin folder that may be a library.

use crate::stamp::Stamp;
use crate::{ContentHash, LoadError, elf};
use plyd_foreign::open_regular;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// The largest library, in bytes. One of a game has some megabytes. Nothing is read of a larger file.
pub const LARGEST_LIBRARY: u64 = 256 << 20;

/// A file of at most this size, in bytes, is in memory until it was copied, so that it is read and hashed once. A
/// larger one is read in parts, and hashed again while it is copied, as it may have changed.
const LARGEST_IN_MEMORY: u64 = 16 << 20;

/// A file, and its content when it was read.
#[derive(Debug)]
pub(crate) struct FoundFile {
    file: File,
    size: u64,
    /// What was read, of a file that is small enough.
    content: Option<Vec<u8>>,
    pub(crate) hash: ContentHash,
    /// The size that the loader needs, if that is known.
    needed: Option<u64>,
    /// The file has this content for as long as it has this stamp. `None` for one that was changed while it was read,
    /// or so shortly before that another change might not show.
    pub(crate) stamp: Option<Stamp>,
}

/// A reader that also writes all that it reads.
struct Copying<R, W>(R, W);

impl<R: Read, W: Write> Read for Copying<R, W> {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(part)?;
        self.1.write_all(&part[..read])?;
        Ok(read)
    }
}

impl FoundFile {
    /// Reads a file, if it can be a library.
    pub(crate) fn read(path: &Path) -> Result<Self, LoadError> {
        Self::read_within(path, LARGEST_LIBRARY)
    }

    /// The same, while there is room for this many bytes.
    pub(crate) fn read_within(path: &Path, room: u64) -> Result<Self, LoadError> {
        let file = open_regular(path).map_err(|reason| LoadError::Unreadable(Arc::new(reason.into())))?;
        Self::of_open(file, room)
    }

    /// Reads an open file. Its size and its first bytes are looked at before the rest.
    pub(crate) fn of_open(file: File, room: u64) -> Result<Self, LoadError> {
        let unreadable = |error: io::Error| LoadError::Unreadable(Arc::new(error));
        let now = SystemTime::now();
        let before = file.metadata().map_err(unreadable)?;
        check_size(before.len(), room)?;
        let needed = elf::needed_size(&mut &file).map_err(unreadable)?;
        if cfg!(target_os = "linux") && needed.is_none() {
            // Its loader would refuse it at the first bytes.
            return Err(LoadError::NotALibrary("it does not begin as an ELF file of this machine does".into()));
        }
        Self::of_content(file, &before, needed, now)
    }

    /// Reads the content of a file of any kind.
    fn of_content(mut file: File, before: &Metadata, needed: Option<u64>, now: SystemTime) -> Result<Self, LoadError> {
        let unreadable = |error: io::Error| LoadError::Unreadable(Arc::new(error));
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let is_small = before.len() <= LARGEST_IN_MEMORY;
        let most = if is_small { LARGEST_IN_MEMORY } else { LARGEST_LIBRARY };
        // One that grows while it is read ends here.
        let mut reader = (&file).take(most + 1);
        let (hash, content) = if is_small {
            let mut content = Vec::with_capacity(before.len() as usize);
            reader.read_to_end(&mut content).map_err(unreadable)?;
            (ContentHash::of(&content), Some(content))
        } else {
            (ContentHash::of_reader(reader).map_err(unreadable)?, None)
        };
        let size = file.stream_position().map_err(unreadable)?;
        if size > most {
            return Err(LoadError::Changing);
        }
        let after = Stamp::of(&file.metadata().map_err(unreadable)?);
        let stamp = Stamp::of(before).filter(|stamp| after.as_ref() == Some(stamp) && stamp.is_settled(now));
        Ok(Self { file, size, content, hash, needed, stamp })
    }

    /// Its size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Whether the file has this content.
    pub(crate) fn has(path: &Path, hash: &ContentHash) -> bool {
        Self::read(path).is_ok_and(|found| found.hash == *hash)
    }

    /// Refuses a file that was cut off: the loader would not notice, and the process would end.
    pub(crate) fn check_whole(&self) -> Result<(), LoadError> {
        match self.needed {
            Some(needed) if needed > self.size => Err(LoadError::CutOff { found: self.size, needed }),
            _ => Ok(()),
        }
    }

    /// Whether another file has the content that was read.
    pub(crate) fn is_same(&self, other: &File) -> io::Result<bool> {
        if other.metadata()?.len() != self.size {
            return Ok(false);
        }
        let mut reader = other.take(self.size + 1);
        let Some(content) = &self.content else { return Ok(ContentHash::of_reader(reader)? == self.hash) };
        let mut read = Vec::with_capacity(content.len());
        reader.read_to_end(&mut read)?;
        Ok(read == *content)
    }

    /// Writes the content. Returns the hash of what was written: a file that is not in memory may have changed since it
    /// was read.
    pub(crate) fn copy_to(&self, mut target: impl Write) -> io::Result<ContentHash> {
        if let Some(content) = &self.content {
            target.write_all(content)?;
            return Ok(self.hash.clone());
        }
        (&self.file).seek(SeekFrom::Start(0))?;
        ContentHash::of_reader(Copying((&self.file).take(self.size), target))
    }

    /// The same content with more behind it. `file` is the one that the end was read from, with this stamp.
    pub(crate) fn followed_by(self, file: File, stamp: Option<Stamp>, end: &[u8]) -> Result<Self, LoadError> {
        let Some(mut content) = self.content else {
            return Err(LoadError::TooLarge { found: self.size, most: LARGEST_IN_MEMORY });
        };
        content.extend_from_slice(end);
        let (size, hash) = (content.len() as u64, ContentHash::of(&content));
        Ok(Self { file, size, content: Some(content), hash, needed: self.needed, stamp })
    }

    /// A file with this content, which need be no library.
    #[cfg(test)]
    pub(crate) fn of_bytes(content: &[u8]) -> Self {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        let metadata = file.metadata().unwrap();
        Self::of_content(file, &metadata, None, SystemTime::now()).unwrap()
    }
}

fn check_size(found: u64, room: u64) -> Result<(), LoadError> {
    if found > LARGEST_LIBRARY {
        return Err(LoadError::TooLarge { found, most: LARGEST_LIBRARY });
    }
    if found > room { Err(LoadError::NoRoom { found, room }) } else { Ok(()) }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;
    use std::time::{Duration, Instant};

    /// The first bytes of this program, in a file of this size without any more.
    fn sparse(folder: &Path, size: u64) -> std::path::PathBuf {
        let path = folder.join("library.so");
        let program = File::open(std::env::current_exe().unwrap()).unwrap();
        let mut file = File::create(&path).unwrap();
        io::copy(&mut program.take(4_096), &mut file).unwrap();
        file.set_len(size).unwrap();
        path
    }

    #[test]
    fn a_file_that_is_too_large_is_refused_unread() {
        let folder = tempfile::tempdir().unwrap();
        for size in [1 << 40, 4 << 30, LARGEST_LIBRARY + 1] {
            let path = sparse(folder.path(), size);
            let began = Instant::now();
            let refused = FoundFile::read(&path).unwrap_err();
            assert!(matches!(refused, LoadError::TooLarge { found, .. } if found == size), "{refused}");
            assert!(began.elapsed() < Duration::from_secs(1));
        }
        let refused = FoundFile::read_within(&sparse(folder.path(), 1 << 20), 1 << 19).unwrap_err();
        assert!(matches!(refused, LoadError::NoRoom { .. }), "{refused}");
    }

    #[test]
    fn what_is_no_library_is_refused_by_its_first_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text.so");
        for content in ["", "text", "\u{7f}ELF"] {
            fs::write(&path, content).unwrap();
            let refused = FoundFile::read(&path).unwrap_err();
            assert!(matches!(refused, LoadError::NotALibrary(_)), "{refused}");
        }
        for other in [folder.path(), Path::new("/dev/zero")] {
            let refused = FoundFile::read(other).unwrap_err();
            assert!(matches!(refused, LoadError::Unreadable(_)), "{refused}");
        }
    }

    #[test]
    fn a_file_that_changes_after_it_was_read_is_not_copied_as_what_it_was() {
        let folder = tempfile::tempdir().unwrap();
        for size in [1 << 16, LARGEST_IN_MEMORY + 1] {
            let path = sparse(folder.path(), size);
            let (found, content) = (FoundFile::read(&path).unwrap(), fs::read(&path).unwrap());
            let mut copy = Vec::new();
            assert_eq!(found.copy_to(&mut copy).unwrap(), found.hash);
            assert!(copy == content && FoundFile::has(&path, &found.hash), "{size}");
            assert!(found.is_same(&File::open(&path).unwrap()).unwrap());
            let mut file = File::options().append(true).open(&path).unwrap();
            file.write_all(b"more").unwrap();
            assert_eq!(found.copy_to(io::sink()).unwrap(), found.hash, "what came later is not copied");
            assert!(!found.is_same(&File::open(&path).unwrap()).unwrap());
            let mut file = File::options().write(true).open(&path).unwrap();
            file.write_all(b"other").unwrap();
            file.set_len(size).unwrap();
            assert!(!found.is_same(&File::open(&path).unwrap()).unwrap());
            let mut copy = Vec::new();
            let is_as_read = found.copy_to(&mut copy).unwrap() == found.hash;
            assert_eq!((is_as_read, copy == content), (size <= LARGEST_IN_MEMORY, size <= LARGEST_IN_MEMORY));
        }
    }
}
