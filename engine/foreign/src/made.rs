//! Files that plyd makes. The umask that the user had set when plyd began decides who may read them: a library that
//! changes the umask of the process has no effect on them.

use crate::beginning::umask::give_mode;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The most that a new file permits: all users may read and write it, as far as the umask allows.
const SHARED: u32 = 0o666;
/// The same of a file with a secret.
const PRIVATE: u32 = 0o600;

/// Makes a file, or empties the one that is there.
///
/// # Errors
/// The system does not make or open it.
pub fn create(path: &Path) -> io::Result<File> {
    made_or(path, OpenOptions::new().write(true), |options| options.truncate(true))
}

/// Opens a file to add to it, and makes it if there is none.
///
/// # Errors
/// The system does not make or open it.
pub fn append(path: &Path) -> io::Result<File> {
    made_or(path, OpenOptions::new().append(true), |options| options)
}

/// The same, and its content can be read.
///
/// # Errors
/// The system does not make or open it.
pub fn read_and_append(path: &Path) -> io::Result<File> {
    made_or(path, OpenOptions::new().read(true).append(true), |options| options)
}

/// Makes a new file; `there` opens one that is there already.
fn made_or(
    path: &Path,
    options: &mut OpenOptions,
    there: impl FnOnce(&mut OpenOptions) -> &mut OpenOptions,
) -> io::Result<File> {
    let file = match options.clone().create_new(true).open(path) {
        Ok(file) => file,
        // Made meanwhile, or a link to nowhere, which is followed.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return there(options).create(true).open(path),
        Err(error) => return Err(error),
    };
    share(&file)?;
    Ok(file)
}

/// Gives a file that was just made the permissions that the user's umask allows.
///
/// # Errors
/// The system does not allow it.
pub fn share(file: &File) -> io::Result<()> {
    give_mode(file, SHARED)
}

/// Gives a file that was just made to its owner alone.
///
/// # Errors
/// The system does not allow it.
pub fn keep_private(file: &File) -> io::Result<()> {
    give_mode(file, PRIVATE)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{absolute, note_beginning, restore_beginning};
    use rustix::fs::Mode;
    use std::env;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// One test, because umask and folder belong to the process.
    #[test]
    fn neither_a_later_umask_nor_a_later_folder_changes_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let first = rustix::process::umask(Mode::from_raw_mode(0o027));
        note_beginning();
        let home = env::current_dir().unwrap();
        env::set_current_dir(folder.path()).unwrap();
        assert_eq!(absolute(Path::new("a/./b")), home.join("a/b"));
        assert_eq!(absolute(Path::new("/a")), Path::new("/a"));
        assert_eq!(absolute(Path::new("")), Path::new(""));
        assert_eq!(rustix::process::umask(Mode::from_raw_mode(0o777)).as_raw_mode(), 0o027);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let at = |name: &str| folder.path().join(name);
        drop(create(&at("created")).unwrap());
        drop(append(&at("appended")).unwrap());
        keep_private(&create(&at("private")).unwrap()).unwrap();
        assert_eq!([mode(&at("created")), mode(&at("appended")), mode(&at("private"))], [0o640, 0o640, 0o600]);
        // The mode of a file that is there already is its owner's choice.
        fs::set_permissions(at("created"), fs::Permissions::from_mode(0o604)).unwrap();
        drop(create(&at("created")).unwrap());
        drop(append(&at("created")).unwrap());
        assert_eq!(mode(&at("created")), 0o604);
        restore_beginning();
        assert_eq!(env::current_dir().unwrap(), home);
        assert_eq!(rustix::process::umask(first).as_raw_mode(), 0o027);
    }
}
