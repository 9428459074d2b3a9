//! What earlier looks found in which file, so that a file that has not changed is not read again.
//!
//! To read and hash every library takes longer than all else at a start. A file is known by its stamp, as the
//! executable is in the verdict of a trial: its number, size and times. A process without the rights of the system's
//! administrator cannot set the time of the last change, so what was written to since has another one.

use crate::ContentHash;
use crate::cache::{self, PrivateCopy, check_private, path_of_copy, replace};
use crate::stamp::Stamp;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// So many files are remembered, those that were read last.
const MOST_FILES: usize = 256;
/// A longer list is none, in bytes.
const LONGEST_LIST: u64 = 4 << 20;
/// The file in the folder of the private copies.
const FILE_NAME: &str = "files.json";

/// The files that are remembered.
#[derive(Debug, Default)]
pub(crate) struct KnownFiles {
    /// The folder of the private copies; `None` if nothing is remembered.
    folder: Option<PathBuf>,
    /// The one that was read last is the last.
    files: Vec<KnownFile>,
    is_changed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KnownFile {
    path: PathBuf,
    stamp: Stamp,
    /// Its content.
    hash: ContentHash,
    /// The stamp of the private copy with that content.
    copy: Stamp,
    /// Of a text, the library that loads it, which comes before it in the copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loader: Option<ContentHash>,
}

impl KnownFiles {
    /// What is remembered in this folder of private copies, which may be about to be made. A list that cannot be read
    /// is empty, and that of a folder that another user can write to stays so: the copies that it names are loaded
    /// unread.
    pub(crate) fn of(folder: Option<PathBuf>) -> Self {
        let is_own = |folder: &PathBuf| {
            check_private(folder).map_or_else(|error| error.kind() == io::ErrorKind::NotFound, |()| true)
        };
        let Some(folder) = folder.filter(is_own) else { return Self::default() };
        let files = read(&folder.join(FILE_NAME)).unwrap_or_default();
        Self { folder: Some(folder), files, is_changed: false }
    }

    /// The private copy of this file, if neither has changed since they were known to be equal; of a text, the one
    /// behind the library with this content.
    pub(crate) fn copy_of(&self, path: &Path, loader: Option<&ContentHash>) -> Option<PrivateCopy> {
        let known = self.files.iter().find(|known| known.path == path && known.loader.as_ref() == loader)?;
        let copy = self.place_of(&known.hash)?;
        let is = |path: &Path, stamp: &Stamp| {
            fs::metadata(path).is_ok_and(|file| file.is_file() && Stamp::of(&file).as_ref() == Some(stamp))
        };
        (is(path, &known.stamp) && is(copy.path(), &known.copy)).then_some(copy)
    }

    /// Where the private copy with this content is, if there is one.
    pub(crate) fn place_of(&self, content: &ContentHash) -> Option<PrivateCopy> {
        Some(PrivateCopy::at(path_of_copy(self.folder.as_ref()?, content), content.clone()))
    }

    /// Remembers a file with this stamp whose content this copy has, of a text behind that library.
    pub(crate) fn note(&mut self, path: &Path, loader: Option<&ContentHash>, stamp: &Stamp, copy: &PrivateCopy) {
        // Temporary copies are gone at the next start, and a path that is no text cannot be written.
        if copy.path().parent() != self.folder.as_deref() || path.to_str().is_none() {
            return;
        }
        let Some(of_copy) = fs::metadata(copy.path()).ok().as_ref().and_then(Stamp::of) else { return };
        self.files.retain(|known| known.path != path);
        if self.files.len() >= MOST_FILES {
            self.files.remove(0);
        }
        let hash = copy.content().clone();
        let loader = loader.cloned();
        self.files.push(KnownFile { path: path.into(), stamp: stamp.clone(), hash, copy: of_copy, loader });
        self.is_changed = true;
    }

    /// Keeps the list for later starts. Of two processes that do so at once one is heard; the other reads its files
    /// once more.
    pub(crate) fn keep(&self) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.is_changed) else { return };
        let text = serde_json::to_vec(&self.files).map_err(Into::into);
        if let Err(error) = text.and_then(|text| replace(&folder.join(FILE_NAME), &text)) {
            tracing::debug!("the next start reads all libraries again: {error}");
        }
    }

    /// Makes room in the folder, if it takes too much: these contents are used by this look, and what was read last is
    /// removed last.
    pub(crate) fn tidy(&self, used: &[ContentHash]) {
        let Some(folder) = &self.folder else { return };
        let known: Vec<_> = self.files.iter().map(|known| &known.hash).collect();
        match cache::tidy(folder, used, &known) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!("the library cache {} cannot be tidied: {error}", folder.display());
            }
            _ => {}
        }
    }
}

fn read(path: &Path) -> Option<Vec<KnownFile>> {
    let text = plyd_foreign::read(path, LONGEST_LIST).ok()?;
    serde_json::from_slice(&text).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::Cache;
    use crate::found_file::FoundFile;
    use std::fs::File;
    use std::time::{Duration, Instant};
    use tempfile::TempDir;

    /// A folder with a file, and a cache with a copy of it that is remembered.
    struct CachedFileFixture {
        folder: TempDir,
        copy: PathBuf,
    }

    impl CachedFileFixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("library"), "content").unwrap();
            let cache = folder.path().join("cache");
            let found = FoundFile::of_bytes(b"content");
            // As at the first start of all: the folder is not there yet.
            let mut files = KnownFiles::of(Some(cache.clone()));
            let copy = Cache::new(Some(cache)).copy(&found).unwrap();
            let remembered = Self { folder, copy: copy.path().into() };
            // Its time is too young for `FoundFile` to give a stamp.
            let stamp = Stamp::of(&fs::metadata(remembered.library()).unwrap()).unwrap();
            files.note(&remembered.library(), None, &stamp, &copy);
            files.keep();
            remembered
        }

        fn library(&self) -> PathBuf {
            self.folder.path().join("library")
        }

        fn files(&self) -> KnownFiles {
            KnownFiles::of(Some(self.folder.path().join("cache")))
        }

        fn found(&self) -> Option<PathBuf> {
            self.files().copy_of(&self.library(), None).map(|copy| copy.path().into())
        }
    }

    /// The system's clock for files goes in steps.
    fn write_later(path: &Path, content: &str) {
        let old = Stamp::of(&fs::metadata(path).unwrap());
        let deadline = Instant::now() + Duration::from_secs(20);
        while Stamp::of(&fs::metadata(path).unwrap()) == old {
            assert!(Instant::now() < deadline, "the times of the file stand still");
            fs::write(path, content).unwrap();
        }
    }

    #[test]
    fn a_file_that_has_not_changed_is_known() {
        let remembered = CachedFileFixture::new();
        assert_eq!(remembered.found().as_ref(), Some(&remembered.copy));
        assert!(remembered.files().copy_of(Path::new("another"), None).is_none());
    }

    #[test]
    fn a_file_that_was_written_to_replaced_or_removed_is_not() {
        let remembered = CachedFileFixture::new();
        // As many bytes, and the time of writing is set back.
        let written = fs::metadata(remembered.library()).unwrap().modified().unwrap();
        write_later(&remembered.library(), "CONTENT");
        File::options().write(true).open(remembered.library()).unwrap().set_modified(written).unwrap();
        assert_eq!(remembered.found(), None);

        let remembered = CachedFileFixture::new();
        fs::copy(remembered.library(), remembered.folder.path().join("new")).unwrap();
        fs::rename(remembered.folder.path().join("new"), remembered.library()).unwrap();
        assert_eq!(remembered.found(), None);

        let remembered = CachedFileFixture::new();
        fs::remove_file(remembered.library()).unwrap();
        assert_eq!(remembered.found(), None);
    }

    #[test]
    fn a_copy_that_was_changed_or_removed_is_not() {
        let remembered = CachedFileFixture::new();
        write_later(&remembered.copy, "CONTENT");
        assert_eq!(remembered.found(), None);
        let remembered = CachedFileFixture::new();
        fs::remove_file(&remembered.copy).unwrap();
        assert_eq!(remembered.found(), None);
    }

    #[test]
    fn nothing_is_known_from_a_folder_that_anyone_can_write_to_or_from_a_broken_list() {
        use std::os::unix::fs::PermissionsExt as _;
        let remembered = CachedFileFixture::new();
        let cache = remembered.folder.path().join("cache");
        let list = fs::read_to_string(cache.join(FILE_NAME)).unwrap();
        for broken in ["", "text", "[{}]", &list[..list.len() / 2], &list.replacen("\"hash\":\"", "\"hash\":\"../", 1)]
        {
            fs::write(cache.join(FILE_NAME), broken).unwrap();
            assert_eq!(remembered.found(), None, "{broken}");
        }
        // A pipe without a writer.
        fs::remove_file(cache.join(FILE_NAME)).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(cache.join(FILE_NAME)).status().unwrap().success());
        assert_eq!(remembered.found(), None);
        fs::remove_file(cache.join(FILE_NAME)).unwrap();
        fs::write(cache.join(FILE_NAME), &list).unwrap();
        assert!(remembered.found().is_some());
        for mode in [0o777, 0o775] {
            fs::set_permissions(&cache, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(remembered.found(), None, "{mode:o}");
        }
        fs::set_permissions(&cache, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(remembered.found().is_some());
        // Only the system's administrator can give a folder away.
        if std::os::unix::fs::chown(&cache, Some(65_534), None).is_ok() {
            assert_eq!(remembered.found(), None);
        }
    }

    #[test]
    fn no_more_files_are_remembered_than_there_may_be() {
        let remembered = CachedFileFixture::new();
        let (mut files, stamp) = (remembered.files(), Stamp::of(&fs::metadata(&remembered.copy).unwrap()).unwrap());
        let copy = files.copy_of(&remembered.library(), None).unwrap();
        for number in 1..=MOST_FILES {
            files.note(Path::new(&format!("file {number}")), None, &stamp, &copy);
        }
        files.keep();
        assert_eq!(remembered.files().files.len(), MOST_FILES);
        assert_eq!(remembered.found(), None, "the oldest one gives way");
    }

    #[test]
    fn a_copy_in_another_folder_is_not_remembered() {
        let (remembered, elsewhere) = (CachedFileFixture::new(), CachedFileFixture::new());
        let copy = elsewhere.files().copy_of(&elsewhere.library(), None).unwrap();
        let stamp = Stamp::of(&fs::metadata(elsewhere.library()).unwrap()).unwrap();
        let mut files = remembered.files();
        files.note(&elsewhere.library(), None, &stamp, &copy);
        assert!(files.copy_of(&elsewhere.library(), None).is_none() && !files.is_changed);
    }
}
