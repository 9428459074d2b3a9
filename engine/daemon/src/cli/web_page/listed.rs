//! The pages that this user serves on this machine, so that each can lead to the others: a file for each of them in the
//! folder of their common token, which no one else can write. Its process has it locked as long as it serves the page.

use plyd_server::{OtherPage, PageKind};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// How the names of the files begin; the process, and the kind of the page, follow.
const NAME: &str = "served-page-";
/// So many pages are listed at most.
const MOST_PAGES: usize = 32;
/// The longest address, in bytes.
const LONGEST_ADDRESS: u64 = 200;

/// A page in the list. It leaves the list with this value, or with its process.
pub(super) struct ListedPage {
    path: PathBuf,
    #[expect(dead_code, reason = "it is locked, not read")]
    lock: File,
}

impl Drop for ListedPage {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Adds a page. One that other machines may reach is not listed: this list is for a browser on this one.
///
/// # Errors
/// The folder or its file system refuses.
pub(super) fn list(folder: &Path, kind: PageKind, address: &str) -> io::Result<Option<ListedPage>> {
    if !is_here(address) {
        return Ok(None);
    }
    let path = folder.join(format!("{NAME}{}-{}", std::process::id(), kind.name()));
    // It has its name only when it is locked and whole.
    let part = path.with_extension("part");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut lock = options.open(&part)?;
    lock.try_lock()?;
    lock.write_all(address.as_bytes())?;
    fs::rename(&part, &path)?;
    Ok(Some(ListedPage { path, lock }))
}

/// The pages of other processes.
pub(super) fn others(folder: &Path) -> Vec<OtherPage> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    files.flatten().filter_map(|file| other(&file.path())).take(MOST_PAGES).collect()
}

/// The page of a file; `None` for another file, for the page of this process, and for one that is served no more.
fn other(path: &Path) -> Option<OtherPage> {
    let (process, kind) = path.file_name()?.to_str()?.strip_prefix(NAME)?.split_once('-')?;
    let kind = [PageKind::Play, PageKind::Match].into_iter().find(|one| one.name() == kind)?;
    if process == std::process::id().to_string() {
        return None;
    }
    let file = File::open(path).ok()?;
    if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        // Its process was killed, and anybody may have its port now.
        let _ = fs::remove_file(path);
        return None;
    }
    let mut address = String::new();
    file.take(LONGEST_ADDRESS).read_to_string(&mut address).ok()?;
    is_here(&address).then_some(OtherPage { kind, address })
}

/// Whether only this machine reaches a page.
fn is_here(address: &str) -> bool {
    let host = ["http://", "https://"].iter().find_map(|scheme| address.strip_prefix(scheme));
    let place = host.and_then(|host| host.strip_suffix('/')).and_then(|host| host.parse::<std::net::SocketAddr>().ok());
    place.is_some_and(|place| place.ip().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_that_are_served_here_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let whole = |name: &str| folder.path().join(format!("{NAME}{name}"));
        assert!(list(folder.path(), PageKind::Play, "http://192.0.2.1:7880/").unwrap().is_none());
        let own = list(folder.path(), PageKind::Play, "http://127.0.0.1:7880/").unwrap().unwrap();
        assert!(others(folder.path()).is_empty(), "that of this process");
        // As another process has it.
        fs::rename(&own.path, whole("0-match")).unwrap();
        let found = others(folder.path());
        assert_eq!((found.len(), found[0].kind, &*found[0].address), (1, PageKind::Match, "http://127.0.0.1:7880/"));
        drop(own);
        assert!(others(folder.path()).is_empty() && !whole("0-match").exists(), "its process has ended");
        fs::write(whole("0-other"), "http://127.0.0.1:7880/").unwrap();
        assert!(others(folder.path()).is_empty());
        for wrong in [
            "",
            "127.0.0.1:80",
            "http://127.0.0.1/",
            "http://localhost:80/",
            "http://127.0.0.1:80/#x",
            "ftp://127.0.0.1:80/",
        ] {
            assert!(!is_here(wrong), "{wrong}");
        }
        assert!(is_here("https://[::1]:443/"));
    }
}
