//! The room that the folder of private copies takes on the disk.

use crate::ContentHash;
use plyd_foreign::open_regular;
use std::collections::BTreeMap;
use std::env::consts::DLL_EXTENSION;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What the files of a folder may take together. What was used last stays.
#[derive(Debug, Clone, Copy)]
pub(super) struct CacheLimit {
    /// On the disk.
    bytes: u64,
    files: usize,
    /// A copy that is younger stays: the process that has made it may be about to use it.
    age: Duration,
}

/// The bound of the folder of a user. All games of a build have some 100 MiB.
pub(super) const BOUND: CacheLimit = CacheLimit { bytes: 2 << 30, files: 8_192, age: Duration::from_secs(60) };

/// The beginning of the names of files that are being written.
pub(super) const UNFINISHED: &str = ".unfinished-";

/// A file that is still unfinished after this time was left by a process that was killed.
const LONGEST_WRITING: Duration = Duration::from_secs(3_600);

/// All that there is of one content.
#[derive(Debug, Default)]
struct CachedContent {
    copy: Option<PathBuf>,
    verdicts: Vec<PathBuf>,
    bytes: u64,
    changed: Option<SystemTime>,
}

/// Removes copies, with their verdicts, until the rest is within the bound: first those that are not `known`, then
/// those that are, in this order. What is `used` stays, and so does what a process keeps open, and every file of
/// another kind.
pub(super) fn tidy(folder: &Path, used: &[ContentHash], known: &[&ContentHash], bound: CacheLimit) -> io::Result<()> {
    let now = SystemTime::now();
    // A time in the future has no age.
    let is_older = |changed: SystemTime, least: Duration| now.duration_since(changed).is_ok_and(|age| age >= least);
    let (mut contents, unfinished) = found(folder)?;
    for (path, changed) in unfinished {
        if is_older(changed, LONGEST_WRITING) {
            let _ = fs::remove_file(path);
        }
    }
    let mut bytes = contents.values().map(|content| content.bytes).sum::<u64>();
    let mut files = contents.values().map(CachedContent::files).sum::<usize>();
    if bytes <= bound.bytes && files <= bound.files {
        return Ok(());
    }
    let is_old = |changed| is_older(changed, bound.age);
    contents.retain(|hash, content| !used.contains(hash) && content.changed.is_some_and(is_old));
    let mut removable: Vec<_> = contents.into_iter().collect();
    let place = |hash: &ContentHash| known.iter().position(|&one| one == hash);
    removable.sort_by_cached_key(|(hash, content)| (place(hash), content.changed));
    for (_, content) in removable {
        if bytes <= bound.bytes && files <= bound.files {
            break;
        }
        if content.remove() {
            bytes -= content.bytes;
            files -= content.files();
        }
    }
    Ok(())
}

/// Files that were begun, with their times.
type UnfinishedFiles = Vec<(PathBuf, SystemTime)>;

/// The files that are named as copies and verdicts are, by content, and those that were begun.
fn found(folder: &Path) -> io::Result<(BTreeMap<ContentHash, CachedContent>, UnfinishedFiles)> {
    let (mut contents, mut unfinished) = (BTreeMap::<ContentHash, CachedContent>::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Another process may have removed it meanwhile.
        let Some(metadata) = path.symlink_metadata().ok().filter(Metadata::is_file) else { continue };
        let changed = metadata.modified().ok();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with(UNFINISHED) {
            unfinished.extend(changed.map(|changed| (path.clone(), changed)));
            continue;
        }
        let Some((hash, ending)) = name.split_once('.') else { continue };
        let Ok(hash) = hash.parse::<ContentHash>() else { continue };
        let is_copy = ending == DLL_EXTENSION;
        if !is_copy && !ending.ends_with("json") {
            continue;
        }
        let content = contents.entry(hash).or_default();
        content.bytes += on_disk(&metadata);
        content.changed = content.changed.max(changed);
        if is_copy {
            content.copy = Some(path);
        } else {
            content.verdicts.push(path);
        }
    }
    Ok((contents, unfinished))
}

impl CachedContent {
    fn files(&self) -> usize {
        self.verdicts.len() + usize::from(self.copy.is_some())
    }

    /// Removes it, unless it is in use. A verdict without its copy is of no use to a process that is to load it.
    fn remove(&self) -> bool {
        if self.copy.as_ref().is_some_and(|copy| !remove_unused(copy)) {
            return false;
        }
        for verdict in &self.verdicts {
            let _ = fs::remove_file(verdict);
        }
        true
    }
}

/// The bytes that a file takes on the disk.
#[cfg(unix)]
fn on_disk(file: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    file.blocks() * 512
}

/// The bytes that a file takes on the disk.
#[cfg(not(unix))]
fn on_disk(file: &Metadata) -> u64 {
    file.len()
}

/// Keeps others from removing a copy for as long as the file is open; `None` if it is gone. Where the file system has
/// no locks, nothing is removed.
pub(super) fn hold(copy: &Path) -> Option<File> {
    let file = open_regular(copy).ok()?;
    if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
        // It is being removed.
        return None;
    }
    copy.exists().then_some(file)
}

/// Removes a copy that no process uses. Returns whether it is gone.
pub(super) fn remove_unused(copy: &Path) -> bool {
    let Ok(file) = open_regular(copy) else { return !copy.exists() };
    // It is locked until it is gone.
    file.try_lock().is_ok() && fs::remove_file(copy).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const MINUTE: Duration = Duration::from_secs(60);

    /// A folder with copies of 64 KiB, each with a verdict, that are this many minutes old.
    fn folder(ages: &[u32]) -> (TempDir, Vec<ContentHash>) {
        let folder = tempfile::tempdir().unwrap();
        let hashes = ages.iter().map(|age| {
            let hash = ContentHash::of(&age.to_le_bytes());
            for ending in [DLL_EXTENSION, "json"] {
                let path = folder.path().join(format!("{hash}.{ending}"));
                fs::write(&path, vec![1; 64 << 10]).unwrap();
                let changed = SystemTime::now() - MINUTE * *age;
                File::options().write(true).open(&path).unwrap().set_modified(changed).unwrap();
            }
            hash
        });
        let hashes = hashes.collect();
        fs::write(folder.path().join("files.json"), "[]").unwrap();
        fs::write(folder.path().join("letter.so"), vec![1; 1 << 20]).unwrap();
        (folder, hashes)
    }

    /// With room for this many of the copies.
    fn bound(copies: usize) -> CacheLimit {
        CacheLimit { bytes: u64::MAX, files: copies * 2, age: MINUTE }
    }

    /// Which of the copies are left.
    fn left(folder: &TempDir, hashes: &[ContentHash]) -> Vec<usize> {
        let has = |hash: &ContentHash, ending| folder.path().join(format!("{hash}.{ending}")).exists();
        assert!(folder.path().join("files.json").exists() && folder.path().join("letter.so").exists());
        assert!(hashes.iter().all(|hash| has(hash, DLL_EXTENSION) == has(hash, "json")));
        (0..hashes.len()).filter(|&index| has(&hashes[index], DLL_EXTENSION)).collect()
    }

    #[test]
    fn the_oldest_copies_that_nobody_knows_are_removed_first() {
        let (folder, hashes) = folder(&[10, 30, 20, 40]);
        tidy(folder.path(), &[], &[], BOUND).unwrap();
        tidy(folder.path(), &[], &[], bound(4)).unwrap();
        assert_eq!(left(&folder, &hashes), [0, 1, 2, 3]);
        let known = [&hashes[3], &hashes[1]];
        tidy(folder.path(), &[], &known, bound(3)).unwrap();
        assert_eq!(left(&folder, &hashes), [0, 1, 3]);
        tidy(folder.path(), &[], &known, bound(2)).unwrap();
        assert_eq!(left(&folder, &hashes), [1, 3]);
        tidy(folder.path(), &[], &known, CacheLimit { bytes: 128 << 10, ..bound(9) }).unwrap();
        assert_eq!(left(&folder, &hashes), [1]);
        tidy(folder.path(), &[], &known, bound(0)).unwrap();
        assert_eq!(left(&folder, &hashes), [0; 0]);
    }

    #[test]
    fn what_is_used_held_or_young_stays() {
        let (folder, hashes) = folder(&[10, 20, 30, 0]);
        let copy = folder.path().join(format!("{}.{DLL_EXTENSION}", hashes[1]));
        let held = hold(&copy).unwrap();
        tidy(folder.path(), &hashes[..1], &[], bound(0)).unwrap();
        assert_eq!(left(&folder, &hashes), [0, 1, 3]);
        drop(held);
        tidy(folder.path(), &[], &[], bound(0)).unwrap();
        assert_eq!(left(&folder, &hashes), [3]);
        assert!(hold(&copy).is_none());
    }

    #[test]
    fn what_a_killed_process_has_begun_is_removed_once_nobody_can_be_writing_it() {
        let folder = tempfile::tempdir().unwrap();
        let left = [30_u32, 61].map(|age| {
            let path = folder.path().join(format!("{UNFINISHED}{age}"));
            let file = File::create(&path).unwrap();
            file.set_modified(SystemTime::now() - MINUTE * age).unwrap();
            path
        });
        tidy(folder.path(), &[], &[], BOUND).unwrap();
        assert_eq!(left.map(|path| path.exists()), [true, false]);
    }
}
