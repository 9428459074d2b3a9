//! A file in a plugin folder that may be a library.

use crate::stamp::Stamp;
use crate::{ContentHash, LoadError, elf};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

/// The content of a file at the time of reading.
#[derive(Debug)]
pub(crate) struct FoundFile {
    pub(crate) content: Vec<u8>,
    pub(crate) hash: ContentHash,
    /// The file has this content for as long as it has this stamp. `None` for one that was changed while it was read,
    /// or so shortly before that another change might not show.
    pub(crate) stamp: Option<Stamp>,
}

impl FoundFile {
    pub(crate) fn read(path: &Path) -> Result<Self, LoadError> {
        let (content, stamp) = read(path).map_err(|error| LoadError::Unreadable(Arc::new(error)))?;
        Ok(Self { hash: ContentHash::of(&content), content, stamp })
    }

    /// Whether the file is still the same.
    pub(crate) fn is_unchanged(path: &Path, hash: &ContentHash) -> bool {
        fs::read(path).is_ok_and(|content| ContentHash::of(&content) == *hash)
    }

    /// Refuses a file that was cut off: the loader would not notice, and the process would end.
    pub(crate) fn check_whole(&self) -> Result<(), LoadError> {
        let found = self.content.len() as u64;
        match elf::needed_size(&self.content) {
            Some(needed) if needed > found => Err(LoadError::CutOff { found, needed }),
            _ => Ok(()),
        }
    }

    /// Whether code of the file may run when the system is asked to load it. Where libraries are ELF files, nothing of
    /// any other file does: the loader refuses it at the first bytes.
    pub(crate) fn may_run(&self) -> bool {
        !cfg!(target_os = "linux") || elf::needed_size(&self.content).is_some()
    }
}

/// What a file holds, and the stamp that it keeps while it does.
fn read(path: &Path) -> io::Result<(Vec<u8>, Option<Stamp>)> {
    let mut file = File::open(path)?;
    let now = SystemTime::now();
    let before = file.metadata()?;
    let mut content = Vec::with_capacity(usize::try_from(before.len()).unwrap_or_default());
    file.read_to_end(&mut content)?;
    let after = Stamp::of(&file.metadata()?);
    let stamp = Stamp::of(&before).filter(|stamp| after.as_ref() == Some(stamp) && stamp.is_settled(now));
    Ok((content, stamp))
}
