//! Private copies of libraries.
//!
//! A library is never loaded from where it was found: a build that truncates a loaded file ends the process, and one
//! that replaces it is not seen. Copies are named by what they contain, so a new build is a new file.

use crate::found_file::FoundFile;
use crate::{ContentHash, LoadError};
use etcetera::BaseStrategy;
use std::error::Error as _;
use std::fs::{self, DirBuilder};
use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// The folder from which libraries are loaded.
///
/// Several processes may share one. Where it cannot be written, or libraries cannot be loaded from it, a private
/// temporary folder takes its place, with a warning in the log; that one is removed with the `Cache` and
/// the last of its copies.
#[derive(Debug)]
pub struct Cache {
    folders: Mutex<Folders>,
}

#[derive(Debug, Default)]
struct Folders {
    /// The folder that outlives this process, until it proves unusable.
    lasting: Option<PathBuf>,
    /// Whether a library was once loaded from the lasting folder. If so, a failure with another library is not the
    /// fault of the folder.
    proven: bool,
    temporary: Option<Arc<TempDir>>,
}

/// A private copy of a library's file.
#[derive(Debug, Clone)]
pub struct PrivateCopy {
    path: PathBuf,
    content: ContentHash,
    /// The hash of the plain build, of a copy of a build for the processor.
    plain: Option<ContentHash>,
    /// The temporary folder that it lies in, which is removed with the last one that needs it.
    _folder: Option<Arc<TempDir>>,
}

impl PartialEq for PrivateCopy {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.content, &self.plain) == (&other.path, &other.content, &other.plain)
    }
}

impl Eq for PrivateCopy {}

impl PrivateCopy {
    /// A copy that is known to exist.
    pub(crate) fn at(path: PathBuf, content: ContentHash) -> Self {
        Self { path, content, plain: None, _folder: None }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The hash of its content.
    #[must_use]
    pub fn content(&self) -> &ContentHash {
        &self.content
    }

    /// The hash by which the library is known: that of its plain build.
    pub(crate) fn identity(&self) -> &ContentHash {
        self.plain.as_ref().unwrap_or(&self.content)
    }

    /// It is a copy of a build for the processor of the library whose plain build has this hash.
    pub(crate) fn of_plain(self, plain: ContentHash) -> Self {
        Self { plain: Some(plain), ..self }
    }
}

impl Cache {
    /// A cache in this folder; `None` is `plyd/libraries` in the user's cache folder. It is made when first needed.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Self {
        let lasting = folder.or_else(|| {
            let user = etcetera::choose_base_strategy().ok()?;
            Some(user.cache_dir().join("plyd").join("libraries"))
        });
        Self { folders: Mutex::new(Folders { lasting, ..Folders::default() }) }
    }

    /// Makes sure that there is a private copy of the file.
    pub(crate) fn copy(&self, found: &FoundFile) -> Result<PrivateCopy, LoadError> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lasting) = folders.lasting.clone() {
            match copy(&lasting, &found.content, &found.hash) {
                Ok(path) if runs_code(&lasting) => return Ok(PrivateCopy::at(path, found.hash.clone())),
                // A child process would find that out too late: it can make no other copy.
                Ok(_) => folders.give_up("is on a file system that is mounted with `noexec`"),
                Err(reason) => folders.give_up(&format!("cannot be written: {reason}")),
            }
        }
        folders.copy_to_temporary(&found.content, &found.hash)
    }

    /// The folder that outlives this process, unless it proved unusable. It may not be there yet.
    pub(crate) fn lasting_folder(&self) -> Option<PathBuf> {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner).lasting.clone()
    }

    /// Loads a library from a copy that this cache made.
    pub(crate) fn open(&self, copy: &PrivateCopy) -> Result<ManuallyDrop<libloading::Library>, LoadError> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let is_temporary = folders.temporary.as_ref().is_some_and(|folder| copy.path.parent() == Some(folder.path()));
        let reason = match open(&copy.path) {
            Ok(library) => {
                folders.proven |= !is_temporary;
                return Ok(library);
            }
            Err(reason) if folders.proven || is_temporary => return Err(LoadError::NotALibrary(reason)),
            Err(reason) => reason,
        };
        // If this fails too, the file is no library, and nothing is known against the folder.
        let content = fs::read(&copy.path).map_err(|error| LoadError::NotCopied(Arc::new(error)))?;
        let elsewhere = folders.copy_to_temporary(&content, copy.content())?;
        let loaded = open(&elsewhere.path).map_err(LoadError::NotALibrary)?;
        folders.give_up(&format!("cannot be loaded from: {reason}"));
        Ok(loaded)
    }
}

impl Folders {
    /// From now on a temporary folder is used.
    fn give_up(&mut self, reason: &str) {
        if let Some(lasting) = self.lasting.take() {
            tracing::warn!("the library cache {} {reason}; a private temporary folder is used", lasting.display());
        }
    }

    fn copy_to_temporary(&mut self, content: &[u8], hash: &ContentHash) -> Result<PrivateCopy, LoadError> {
        let failed = |error| LoadError::NotCopied(Arc::new(error));
        let folder = match &self.temporary {
            Some(folder) => folder,
            None => {
                let made = tempfile::Builder::new().prefix("plyd-libraries-").tempdir().map_err(failed)?;
                self.temporary.insert(Arc::new(made))
            }
        };
        let path = copy(folder.path(), content, hash).map_err(failed)?;
        Ok(PrivateCopy { path, content: hash.clone(), plain: None, _folder: Some(Arc::clone(folder)) })
    }
}

/// Makes sure that the folder holds a file with this content, named by its hash, and returns its path.
fn copy(folder: &Path, content: &[u8], hash: &ContentHash) -> io::Result<PathBuf> {
    make_private(folder)?;
    let path = path_of_copy(folder, hash);
    // A name proves nothing: what is loaded is compared byte by byte.
    if fs::read(&path).is_ok_and(|old| old == content) {
        return Ok(path);
    }
    replace(&path, content)?;
    Ok(path)
}

/// Puts a file in place that has this content, by renaming: no other process sees half a file, and none that has the
/// old one loaded sees a change.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// Where a folder has the copy with this content.
pub(crate) fn path_of_copy(folder: &Path, hash: &ContentHash) -> PathBuf {
    folder.join(format!("{hash}{}", std::env::consts::DLL_SUFFIX))
}

fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    check_private(folder)
}

/// Refuses a folder in which anyone could put another library in place between the comparison and the loading.
#[cfg(unix)]
pub(crate) fn check_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if fs::metadata(folder)?.permissions().mode() & 0o002 == 0 {
        Ok(())
    } else {
        Err(io::Error::other("every user may write to it"))
    }
}

#[cfg(not(unix))]
pub(crate) fn check_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether the system runs code from files of this folder, as far as it tells.
fn runs_code(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{StatVfsMountFlags, statvfs};
        statvfs(folder).is_ok_and(|system| !system.f_flag.contains(StatVfsMountFlags::NOEXEC))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        true
    }
}

/// Loads a library and never unloads it: unloading is unsafe, because its threads and thread-local destructors would
/// continue.
fn open(path: &Path) -> Result<ManuallyDrop<libloading::Library>, String> {
    // SAFETY: the constructors of the library run here, and the first call may do anything; that is the trust every
    // installed plugin is given.
    #[cfg(unix)]
    let result = unsafe {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        Library::open(Some(path), RTLD_NOW | RTLD_LOCAL).map(libloading::Library::from)
    };
    // SAFETY: as above.
    #[cfg(not(unix))]
    let result = unsafe { libloading::Library::new(path) };
    result.map(ManuallyDrop::new).map_err(|error| {
        let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        // The system names the copy, which says nothing to the reader.
        reason.replace(&format!("{}: ", path.display()), "")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `super::copy`, with the hash that the content has.
    fn copy(folder: &Path, content: &[u8]) -> io::Result<PathBuf> {
        super::copy(folder, content, &ContentHash::of(content))
    }

    fn found(content: &[u8]) -> FoundFile {
        FoundFile { content: content.to_vec(), hash: ContentHash::of(content), stamp: None }
    }

    fn load(cache: &Cache, content: &[u8]) -> Result<ManuallyDrop<libloading::Library>, LoadError> {
        cache.open(&cache.copy(&found(content))?)
    }

    #[test]
    fn a_copy_is_named_by_its_content_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = copy(folder.path(), b"abc").unwrap();
        // The published SHA-256 test vector.
        let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(path.file_stem().unwrap(), name);
        assert_eq!(path.extension().unwrap(), std::env::consts::DLL_EXTENSION);
        let made = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(copy(folder.path(), b"abc").unwrap(), path);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), made);
        assert_ne!(copy(folder.path(), b"abd").unwrap(), path);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "temporary files are left");
    }

    #[test]
    fn a_copy_with_other_content_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = copy(folder.path(), b"abc").unwrap();
        for wrong in ["", "abd", "abcd"] {
            fs::write(&path, wrong).unwrap();
            copy(folder.path(), b"abc").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"abc");
        }
    }

    #[test]
    fn two_at_once_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let start = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for round in 0..16 {
                        let content = vec![round; 1 << 18];
                        start.wait();
                        let path = copy(folder.path(), &content).unwrap();
                        assert!(fs::read(&path).unwrap() == content);
                    }
                });
            }
        });
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_is_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("plyd").join("libraries");
        copy(&folder, b"abc").unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(copy(&folder, b"abc").unwrap_err().to_string(), "every user may write to it");
    }

    #[test]
    fn what_is_no_library_is_refused_and_the_folder_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(Some(folder.path().into()));
        for content in [b"".as_slice(), b"just text"] {
            let reason = load(&cache, content).unwrap_err();
            let name = ContentHash::of(content).to_string();
            assert!(matches!(&reason, LoadError::NotALibrary(text) if !text.contains(&name)), "{reason}");
        }
        assert_eq!(cache.folders.lock().unwrap().lasting.as_deref(), Some(folder.path()));
    }

    /// A library this process has loaded, so that one more load of it is harmless.
    #[cfg(target_os = "linux")]
    fn a_real_library() -> Vec<u8> {
        let maps = fs::read_to_string("/proc/self/maps").unwrap();
        let path =
            maps.lines().filter_map(|line| line.split_whitespace().nth(5)).find(|path| path.contains("libgcc_s"));
        fs::read(path.expect("a Rust executable on Linux is linked to libgcc_s")).unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_written_is_replaced_by_a_temporary_one() {
        let base = tempfile::tempdir().unwrap();
        let file = base.path().join("file");
        fs::write(&file, "").unwrap();
        let cache = Cache::new(Some(file.join("libraries")));
        load(&cache, &a_real_library()).unwrap();
        let folders = cache.folders.lock().unwrap();
        assert_eq!(folders.lasting, None);
        let temporary = folders.temporary.as_ref().unwrap().path().to_path_buf();
        assert!(path_of_copy(&temporary, &ContentHash::of(&a_real_library())).exists());
        drop(folders);
        drop(cache);
        assert!(!temporary.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_real_library_is_loaded_from_the_lasting_folder() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(Some(folder.path().into()));
        load(&cache, &a_real_library()).unwrap();
        assert!(path_of_copy(folder.path(), &ContentHash::of(&a_real_library())).exists());
        let folders = cache.folders.lock().unwrap();
        assert!(folders.proven && folders.temporary.is_none());
    }
}
