//! What the process began with: its folder and its umask. A library may change both, and no file of plyd is elsewhere,
//! or for others, because of that.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The working folder at the beginning; `None` if there is none.
static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Notes the folder and the umask of the process. It must be called before there is another thread, and before a
/// library is loaded.
pub fn note_beginning() {
    FOLDER.get_or_init(|| std::env::current_dir().ok());
    umask::note();
}

/// Puts the folder and the umask back that were noted.
pub fn restore_beginning() {
    if let Some(Some(folder)) = FOLDER.get() {
        // One that was removed or renamed is none to go back to.
        let _ = std::env::set_current_dir(folder);
    }
    umask::restore();
}

/// The working folder of the process when it began; `None` where that was not noted.
#[must_use]
pub fn first_folder() -> Option<&'static Path> {
    FOLDER.get()?.as_deref()
}

/// The path from the root, wherever the process is by now. A path that has no meaning stays as it is.
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    let whole = match first_folder().filter(|_| !path.as_os_str().is_empty()) {
        Some(folder) => folder.join(path),
        None => path.to_owned(),
    };
    std::path::absolute(&whole).unwrap_or(whole)
}

#[cfg(unix)]
pub(crate) mod umask {
    use rustix::fs::{Mode, fchmod};
    use std::fs::File;
    use std::io;
    use std::sync::OnceLock;

    static UMASK: OnceLock<Mode> = OnceLock::new();

    pub(super) fn note() {
        UMASK.get_or_init(|| {
            // To read it is to change it: meanwhile new files are the user's alone.
            let umask = rustix::process::umask(Mode::from_raw_mode(0o077));
            rustix::process::umask(umask);
            umask
        });
    }

    pub(super) fn restore() {
        if let Some(umask) = UMASK.get() {
            rustix::process::umask(*umask);
        }
    }

    /// Gives a new file the mode that it would have had when the process began, where that was noted.
    pub(crate) fn give_mode(file: &File, most: u32) -> io::Result<()> {
        let Some(umask) = UMASK.get() else { return Ok(()) };
        Ok(fchmod(file, Mode::from_raw_mode(most) & !*umask)?)
    }
}

#[cfg(not(unix))]
pub(crate) mod umask {
    use std::fs::File;
    use std::io;

    pub(super) fn note() {}

    pub(super) fn restore() {}

    pub(crate) fn give_mode(_: &File, _: u32) -> io::Result<()> {
        Ok(())
    }
}
