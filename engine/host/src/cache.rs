//! Private copies of libraries.
//!
//! A library is never loaded from where it was found: a build that truncates a loaded file ends the process, and one
//! that replaces it is not seen. Copies are named by what they contain, so a new build is a new file.

mod holes;
mod room;

use crate::found_file::{FoundFile, LARGEST_LIBRARY};
use crate::stamp::Stamp;
use crate::{ContentHash, LoadError};
use etcetera::BaseStrategy;
use holes::WithHoles;
use plyd_foreign::{NeededAccess, check_access, check_way, open_regular};
use std::error::Error as _;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::{NamedTempFile, TempDir};

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
    /// The open file, see [`PrivateCopy::keep_open`]. All clones share it.
    kept_open: Arc<Mutex<Option<OpenCopy>>>,
    /// The temporary folder that it is in, which is removed with the last one that needs it.
    _folder: Option<Arc<TempDir>>,
}

/// The open file of a copy. Its content stays, also if its name is removed.
#[derive(Debug)]
struct OpenCopy {
    path: PathBuf,
    file: File,
    stamp: Option<Stamp>,
    /// The temporary folder that it is in.
    folder: Option<Arc<TempDir>>,
}

impl PartialEq for PrivateCopy {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.content, &self.plain) == (&other.path, &other.content, &other.plain)
    }
}

impl Eq for PrivateCopy {}

impl PrivateCopy {
    /// A copy that is known to exist, in this file and with this content.
    #[must_use]
    pub fn at(path: PathBuf, content: ContentHash) -> Self {
        Self { path, content, plain: None, kept_open: Arc::default(), _folder: None }
    }

    /// Keeps the file open, so that it can be made again when somebody has cleaned the folder.
    pub(crate) fn keep_open(&self) {
        let mut kept_open = self.kept_open.lock().unwrap_or_else(PoisonError::into_inner);
        // Without it, the file in which the library was found is the only source.
        *kept_open = OpenCopy::of(&self.path, self._folder.clone());
    }

    /// Makes sure that the copy is there, as processes that are about to start load it: if it is gone, it is made
    /// again, from the file that is kept open, or from the one in which the library was found. Returns the copy, which
    /// is in a temporary folder if its own cannot be written now.
    ///
    /// # Errors
    /// It cannot be made again.
    pub(crate) fn restore(&self, found: &Path) -> Result<Self, LoadError> {
        let mut kept_open = self.kept_open.lock().unwrap_or_else(PoisonError::into_inner);
        if kept_open.is_none() {
            // The file there may be another one, and is read once.
            *kept_open =
                OpenCopy::of(&self.path, self._folder.clone()).filter(|kept_open| kept_open.has(&self.content));
        }
        if let Some(kept_open) = &*kept_open
            && kept_open.is_there(&self.content)
        {
            return Ok(self.clone_at(kept_open));
        }
        let folder = self.path.parent().ok_or(LoadError::CopyGone)?;
        // Before anything is read, as it may be asked again and again.
        let made = make_private(folder);
        let open = kept_open.as_ref().and_then(|kept_open| kept_open.file.try_clone().ok());
        let of_open = open.map(|file| FoundFile::of_open(file, LARGEST_LIBRARY));
        let is_it = |file: &FoundFile| file.hash == self.content;
        let source = match of_open.and_then(Result::ok).filter(is_it) {
            Some(source) => source,
            // A build that came meanwhile is another library.
            None => FoundFile::read(found).ok().filter(is_it).ok_or(LoadError::CopyGone)?,
        };
        let (path, temporary) = match made.map_err(CopyError::Failed).and_then(|()| copy(folder, &source)) {
            Ok(path) => (path, self._folder.clone()),
            Err(CopyError::Failed(reason)) => {
                let failed = |_| LoadError::NotCopied(Arc::new(reason));
                let temporary = temporary_folder().map_err(failed)?;
                let path = copy(temporary.path(), &source).map_err(CopyError::into_reason)?;
                (path, Some(Arc::new(temporary)))
            }
            Err(error) => return Err(error.into_reason()),
        };
        tracing::warn!(copy = %path.display(), "the private copy of a library was gone, and was made again");
        let again = OpenCopy::of(&path, temporary).ok_or(LoadError::CopyGone)?;
        let copy = self.clone_at(&again);
        *kept_open = Some(again);
        Ok(copy)
    }

    /// The same copy, with the place where it is now.
    fn clone_at(&self, kept_open: &OpenCopy) -> Self {
        Self { path: kept_open.path.clone(), _folder: kept_open.folder.clone(), ..self.clone() }
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

    /// The hash by which the library is known: the hash of its plain build.
    pub(crate) fn identity(&self) -> &ContentHash {
        self.plain.as_ref().unwrap_or(&self.content)
    }

    /// Keeps other processes from removing it to make room, for as long as the file is open; `None` if it is gone.
    pub(crate) fn hold(&self) -> Option<File> {
        room::hold(&self.path)
    }

    /// Removes it, unless a process uses it.
    pub(crate) fn discard(&self) {
        room::remove_unused(&self.path);
    }

    /// It is a copy of a build for the processor of the library whose plain build has this hash.
    pub(crate) fn of_plain(self, plain: ContentHash) -> Self {
        Self { plain: Some(plain), ..self }
    }
}

impl OpenCopy {
    fn of(path: &Path, folder: Option<Arc<TempDir>>) -> Option<Self> {
        let file = room::hold(path)?;
        let stamp = Stamp::of(&file.metadata().ok()?);
        Some(Self { path: path.to_path_buf(), file, stamp, folder })
    }

    /// Whether it has this content.
    fn has(&self, content: &ContentHash) -> bool {
        let found = self.file.try_clone().ok().and_then(|file| FoundFile::of_open(file, LARGEST_LIBRARY).ok());
        found.is_some_and(|found| found.hash == *content)
    }

    /// Whether the file at its path is still this one, with this content.
    fn is_there(&self, content: &ContentHash) -> bool {
        match &self.stamp {
            Some(stamp) => fs::metadata(&self.path).is_ok_and(|now| Stamp::of(&now).as_ref() == Some(stamp)),
            // If the system has no stamps, it is read each time.
            None => FoundFile::has(&self.path, content),
        }
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
            match copy(&lasting, found) {
                Ok(path) if runs_code(&lasting) => return Ok(PrivateCopy::at(path, found.hash.clone())),
                // A child process would find that out too late: it can make no other copy.
                Ok(_) => folders.give_up("is on a file system that is mounted with `noexec`"),
                Err(CopyError::Changing) => return Err(LoadError::Changing),
                Err(CopyError::Exposed(reason)) => folders.give_up(&format!("is not safe: {reason}")),
                Err(CopyError::Failed(reason)) => folders.give_up(&format!("cannot be written: {reason}")),
            }
        }
        folders.copy_to_temporary(found)
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
            Err(error) => reason_of(&error, &copy.path),
        };
        if folders.proven || is_temporary {
            return Err(LoadError::NotALibrary(reason));
        }
        // If this fails too, the file is no library, and nothing is known against the folder.
        let found = FoundFile::read(&copy.path)?;
        if found.hash != copy.content {
            return Err(LoadError::Changing);
        }
        let elsewhere = folders.copy_to_temporary(&found)?;
        let loaded =
            open(&elsewhere.path).map_err(|error| LoadError::NotALibrary(reason_of(&error, &elsewhere.path)))?;
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

    fn copy_to_temporary(&mut self, found: &FoundFile) -> Result<PrivateCopy, LoadError> {
        let failed = |error| LoadError::NotCopied(Arc::new(error));
        let folder = match &self.temporary {
            Some(folder) => folder,
            None => self.temporary.insert(Arc::new(temporary_folder().map_err(failed)?)),
        };
        let path = copy(folder.path(), found).map_err(CopyError::into_reason)?;
        Ok(PrivateCopy { _folder: Some(Arc::clone(folder)), ..PrivateCopy::at(path, found.hash.clone()) })
    }
}

/// Why a folder has no copy.
#[derive(Debug)]
enum CopyError {
    /// Others could change the copy.
    Exposed(io::Error),
    /// It cannot be written.
    Failed(io::Error),
    /// The file changed meanwhile.
    Changing,
}

impl CopyError {
    fn into_reason(self) -> LoadError {
        match self {
            Self::Exposed(error) | Self::Failed(error) => LoadError::NotCopied(Arc::new(error)),
            Self::Changing => LoadError::Changing,
        }
    }
}

impl From<io::Error> for CopyError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// A folder that is removed when it is dropped.
fn temporary_folder() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("plyd-libraries-").tempdir()
}

/// Makes sure that the folder has a file with this content, named by its hash, and returns its path.
fn copy(folder: &Path, found: &FoundFile) -> Result<PathBuf, CopyError> {
    make_private(folder)?;
    check_private(folder).map_err(CopyError::Exposed)?;
    let path = path_of_copy(folder, &found.hash);
    // A name proves nothing: what is loaded is read.
    if has(&path, found)? {
        return Ok(path);
    }
    let mut file = new_file(folder)?;
    let mut target = WithHoles::new(file.as_file_mut());
    if found.copy_to(&mut target)? != found.hash {
        return Err(CopyError::Changing);
    }
    target.finish()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(path)
}

/// Removes copies from the folder if it takes too much room: first those that are not `known`, then those that are, in
/// this order, and none that is `used`.
pub(crate) fn tidy(folder: &Path, used: &[ContentHash], known: &[&ContentHash]) -> io::Result<()> {
    room::tidy(folder, used, known, room::BOUND)
}

/// Whether a file has the content of another one.
fn has(path: &Path, found: &FoundFile) -> io::Result<bool> {
    let Ok(file) = open_regular(path) else { return Ok(false) };
    found.is_same(&file)
}

/// Puts a file in place that has this content, by renaming: no other process sees half a file, and none that has the
/// old one loaded sees a change.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    let mut file = new_file(folder)?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}

/// A file in this folder that has its name once it is whole.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(room::UNFINISHED).tempfile_in(folder)
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
    builder.create(folder)
}

/// Refuses a folder in which another user could put another library in place between the comparison and the loading.
pub(crate) fn check_private(folder: &Path) -> io::Result<()> {
    check_access(&fs::metadata(folder)?, NeededAccess::Own).map_err(io::Error::other)?;
    check_way(folder)
}

/// Whether the system runs code from files of this folder. Only Linux is asked; elsewhere this is assumed.
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
fn open(path: &Path) -> Result<ManuallyDrop<libloading::Library>, libloading::Error> {
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
    result.map(ManuallyDrop::new)
}

/// Why the copy at this path was not loaded, for people.
fn reason_of(error: &libloading::Error, path: &Path) -> String {
    let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    // The system names the copy, which says nothing to the reader.
    // Names in the library are its own.
    plyd_foreign::one_line(&reason.replace(&format!("{}: ", path.display()), ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `super::copy`, of a file with this content.
    fn copy(folder: &Path, content: &[u8]) -> Result<PathBuf, LoadError> {
        super::copy(folder, &FoundFile::of_bytes(content)).map_err(CopyError::into_reason)
    }

    fn load(cache: &Cache, content: &[u8]) -> Result<ManuallyDrop<libloading::Library>, LoadError> {
        cache.open(&cache.copy(&FoundFile::of_bytes(content))?)
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
        for mode in [0o777, 0o702, 0o775, 0o720] {
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            let refused = copy(&folder, b"abc").unwrap_err().to_string();
            assert!(refused.contains("may write to it"), "{mode:o}: {refused}");
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        copy(&folder, b"abc").unwrap();
        // Only the system's administrator can give a folder away.
        if std::os::unix::fs::chown(&folder, Some(65_533), None).is_ok() {
            let refused = copy(&folder, b"abc").unwrap_err().to_string();
            assert!(refused.contains("belongs to another user, number 65533"), "{refused}");
        }
    }

    /// A copy that is kept open, and the file that it is of.
    #[cfg(target_os = "linux")]
    fn kept_open(folder: &Path) -> (PathBuf, PrivateCopy) {
        let (found, cache) = (folder.join("found.so"), Cache::new(Some(folder.join("cache"))));
        fs::write(&found, a_real_library()).unwrap();
        let copy = cache.copy(&FoundFile::read(&found).unwrap()).unwrap();
        copy.keep_open();
        (found, copy)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_copy_that_was_removed_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let (found, copy) = kept_open(folder.path());
        copy.restore(&found).unwrap();
        let clean = || fs::remove_dir_all(folder.path().join("cache")).unwrap();
        for _ in 0..2 {
            clean();
            copy.clone().restore(&found).unwrap();
            assert!(FoundFile::has(copy.path(), copy.content()));
        }
        // Changed in place, or replaced.
        fs::write(copy.path(), "other").unwrap();
        copy.restore(&found).unwrap();
        assert!(FoundFile::has(copy.path(), copy.content()), "from the file that was found");
        // A new build has come: the old one is played until a reload.
        fs::write(&found, "a new build").unwrap();
        clean();
        copy.restore(&found).unwrap();
        assert!(FoundFile::has(copy.path(), copy.content()), "from the file that is kept open");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_copy_that_cannot_be_made_again_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (found, copy) = kept_open(folder.path());
        fs::write(copy.path(), "other").unwrap();
        fs::remove_file(&found).unwrap();
        assert!(matches!(copy.restore(&found), Err(LoadError::CopyGone)));
    }

    /// As on a full disk.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_copy_whose_folder_cannot_be_written_is_made_again_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let (found, copy) = kept_open(folder.path());
        fs::remove_dir_all(folder.path().join("cache")).unwrap();
        fs::write(folder.path().join("cache"), "no folder").unwrap();
        let again = copy.restore(&found).unwrap();
        assert_ne!(again.path(), copy.path());
        assert!(FoundFile::has(again.path(), copy.content()));
        assert_eq!(copy.clone().restore(&found).unwrap().path(), again.path(), "once");
        let path = again.path().to_path_buf();
        drop((again, copy));
        assert!(!path.exists());
    }

    /// Where the copy could not be opened when it was to be kept open.
    #[cfg(target_os = "linux")]
    #[test]
    fn what_lies_in_place_of_a_copy_that_is_not_kept_open_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (found, copy) = kept_open(folder.path());
        let copy = PrivateCopy::at(copy.path().to_path_buf(), copy.content().clone());
        fs::write(copy.path(), "other").unwrap();
        assert_eq!(copy.restore(&found).unwrap(), copy);
        assert!(FoundFile::has(copy.path(), copy.content()));
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
