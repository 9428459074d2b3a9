//! A file in a plugin folder that may be a library.

use crate::{ContentHash, LoadError, elf};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The content of a file at the time of reading.
#[derive(Debug)]
pub(crate) struct FoundFile {
    pub(crate) content: Vec<u8>,
    pub(crate) hash: ContentHash,
}

impl FoundFile {
    pub(crate) fn read(path: &Path) -> Result<Self, LoadError> {
        let content = fs::read(path).map_err(|error| LoadError::Unreadable(Arc::new(error)))?;
        Ok(Self { hash: ContentHash::of(&content), content })
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
