//! Private copies of libraries.
//!
//! A library is never loaded from where it was found: a build that truncates a loaded file ends the process, and one that
//! replaces it is not seen. Copies are named by what they contain, so a new build is a new file.

use crate::{LoadError, Trial};
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};
use std::error::Error as _;
use std::fs::{self, DirBuilder};
use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// The SHA-256 hash of a file's content.
pub(crate) type Hash = [u8; 32];

/// What this content is known by.
pub(crate) fn hash(content: &[u8]) -> Hash {
    Sha256::digest(content).into()
}

/// The folder from which libraries are loaded.
///
/// Several processes may share one. Where it cannot be written, or libraries cannot be loaded from it, a private temporary
/// folder takes its place, with a warning in the log; that one is removed with the `Cache`.
#[derive(Debug)]
pub struct Cache {
    folders: Mutex<Folders>,
    trial: Option<Trial>,
}

#[derive(Debug, Default)]
struct Folders {
    /// The folder that outlives this process, until it proves unusable.
    lasting: Option<PathBuf>,
    /// Whether a library was once loaded from the lasting folder: then it is no fault of the folder if another is not.
    proven: bool,
    temporary: Option<TempDir>,
}

impl Cache {
    /// A cache in this folder; `None` is `plyd/libraries` in the user's cache folder. It is made when first needed.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Self {
        let lasting = folder.or_else(|| {
            let user = etcetera::choose_base_strategy().ok()?;
            Some(user.cache_dir().join("plyd").join("libraries"))
        });
        Self { folders: Mutex::new(Folders { lasting, ..Folders::default() }), trial: None }
    }

    /// The same, but every library is tried by this command before it is loaded.
    #[must_use]
    pub fn with_trial(self, trial: Trial) -> Self {
        Self { trial: Some(trial), ..self }
    }

    /// Loads the library with this content from a private copy; where there is a trial, only if it stands it and
    /// `is_settled` says then that its file is still the same.
    pub(crate) fn load(
        &self,
        content: &[u8],
        is_settled: &dyn Fn() -> bool,
    ) -> Result<ManuallyDrop<libloading::Library>, LoadError> {
        let stands = |copy: &Path| match &self.trial {
            Some(trial) => trial.try_library(copy).and_then(|()| is_settled().then_some(()).ok_or(LoadError::Changing)),
            None => Ok(()),
        };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(lasting) = folders.lasting.clone() else { return folders.load_from_temporary(content, &stands) };
        let reason = match copy(&lasting, content) {
            Err(reason) => format!("cannot be written: {reason}"),
            Ok(path) => match stands(&path).map(|()| open(&path))? {
                Ok(library) => {
                    folders.proven = true;
                    return Ok(library);
                }
                Err(reason) if folders.proven => return Err(LoadError::NotALibrary(reason)),
                Err(reason) => format!("cannot be loaded from: {reason}"),
            },
        };
        // If this fails too, the file is no library, and nothing is known against the folder but what `copy` said.
        let loaded = folders.load_from_temporary(content, &stands)?;
        tracing::warn!("the library cache {} {reason}; a private temporary folder is used", lasting.display());
        folders.lasting = None;
        Ok(loaded)
    }
}

impl Folders {
    fn load_from_temporary(
        &mut self,
        content: &[u8],
        stands: &dyn Fn(&Path) -> Result<(), LoadError>,
    ) -> Result<ManuallyDrop<libloading::Library>, LoadError> {
        let folder = match &self.temporary {
            Some(folder) => folder,
            None => self
                .temporary
                .insert(tempfile::Builder::new().prefix("plyd-libraries-").tempdir().map_err(LoadError::NotCopied)?),
        };
        let path = copy(folder.path(), content).map_err(LoadError::NotCopied)?;
        stands(&path)?;
        open(&path).map_err(LoadError::NotALibrary)
    }
}

/// Makes sure that the folder holds a file with this content, named by its hash, and returns its path.
fn copy(folder: &Path, content: &[u8]) -> io::Result<PathBuf> {
    make_private(folder)?;
    let path = folder.join(file_name(content));
    // A name proves nothing: what is loaded is compared byte by byte.
    if fs::read(&path).is_ok_and(|old| old == content) {
        return Ok(path);
    }
    // Renamed into place, so that no other process sees half a file, and none that has the old one loaded sees a change.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(content)?;
    file.persist(&path)?;
    Ok(path)
}

fn file_name(content: &[u8]) -> String {
    let hash: String = hash(content).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{hash}{}", std::env::consts::DLL_SUFFIX)
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
fn check_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if fs::metadata(folder)?.permissions().mode() & 0o002 == 0 {
        Ok(())
    } else {
        Err(io::Error::other("every user may write to it"))
    }
}

#[cfg(not(unix))]
fn check_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Loads a library for ever: unloading one is unsafe, as its threads and thread-local destructors would go on.
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
            let reason = cache.load(content, &|| true).unwrap_err();
            assert!(
                matches!(&reason, LoadError::NotALibrary(text) if !text.contains(&*file_name(content))),
                "{reason}"
            );
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
        cache.load(&a_real_library(), &|| true).unwrap();
        let folders = cache.folders.lock().unwrap();
        assert_eq!(folders.lasting, None);
        let temporary = folders.temporary.as_ref().unwrap().path().to_path_buf();
        assert!(temporary.join(file_name(&a_real_library())).exists());
        drop(folders);
        drop(cache);
        assert!(!temporary.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_real_library_is_loaded_from_the_lasting_folder() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(Some(folder.path().into()));
        cache.load(&a_real_library(), &|| true).unwrap();
        assert!(folder.path().join(file_name(&a_real_library())).exists());
        let folders = cache.folders.lock().unwrap();
        assert!(folders.proven && folders.temporary.is_none());
    }
}
