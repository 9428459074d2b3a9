//! Whether the files of a game have changed: the system says that something happened in their folders, and their
//! contents say whether it matters. So what a build itself writes does not begin another one.

use anyhow::Context;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use plyd_foreign::shown;
use plyd_host::ContentHash;
use std::collections::BTreeSet;
use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The quiet time before the files are looked at: editors and compilers write in several steps.
const QUIET: Duration = Duration::from_millis(150);

/// How often it is looked whether the end was asked for.
const INTERVAL: Duration = Duration::from_millis(100);

/// The greatest depth below a folder, and the most files, at which changes are seen.
const DEEPEST: usize = 8;
const MOST_FILES: usize = 5_000;

/// Larger files are no sources, in bytes.
const LARGEST: u64 = 16 << 20;

/// Folders in which builds write. Those whose names begin with a dot are left out too.
const OF_BUILDS: [&str; 3] = ["target", "build", "__pycache__"];

/// The ends of the names of files that builds and editors write.
const OF_TOOLS: [&str; 10] = [DLL_EXTENSION, "o", "a", "d", "obj", "lib", "pyc", "swp", "tmp", "orig"];

/// A file or the folder of sources, and what it was like.
#[derive(Debug)]
pub(super) struct Changes {
    path: PathBuf,
    watcher: RecommendedWatcher,
    happened: Receiver<()>,
    /// The folders in which something can happen.
    watched: BTreeSet<PathBuf>,
    known: Option<ContentHash>,
}

impl Changes {
    /// Of this file or folder.
    ///
    /// # Errors
    /// The system does not watch it.
    pub(super) fn of(path: &Path) -> anyhow::Result<Self> {
        let (sender, happened) = channel();
        let heard = move |event: notify::Result<Event>| {
            // What was lost is looked for.
            let matters = event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_)));
            if matters {
                // At the end there is no listener any more.
                let _ = sender.send(());
            }
        };
        let watcher = notify::recommended_watcher(heard).context("the system does not watch files")?;
        let mut changes = Self { path: path.to_owned(), watcher, happened, watched: BTreeSet::new(), known: None };
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        changes.watch(folder).with_context(|| format!("cannot watch {}", shown(folder)))?;
        Ok(changes)
    }

    fn watch(&mut self, folder: &Path) -> notify::Result<()> {
        if self.watched.insert(folder.to_owned()) {
            self.watcher.watch(folder, RecursiveMode::NonRecursive)?;
        }
        Ok(())
    }

    /// From now on only what differs from now is a change.
    pub(super) fn note(&mut self) {
        self.known = Some(self.content());
    }

    /// Waits for a change; false if the end was asked for.
    pub(super) fn next(&mut self, stop: &CancellationToken) -> bool {
        loop {
            if stop.is_cancelled() {
                return false;
            }
            match self.happened.recv_timeout(INTERVAL) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
            while self.happened.recv_timeout(QUIET).is_ok() {
                if stop.is_cancelled() {
                    return false;
                }
            }
            let now = Some(self.content());
            if self.known != now {
                return true;
            }
        }
    }

    /// The names and contents of all files that can be sources. Their folders are watched from now on.
    fn content(&mut self) -> ContentHash {
        let (mut folders, mut files) = (Vec::new(), Vec::new());
        if self.path.is_dir() {
            look_into(&self.path.clone(), DEEPEST, &mut folders, &mut files);
        } else {
            files.push(self.path.clone());
        }
        for folder in folders {
            // It may be gone again.
            if self.watch(&folder).is_err() {
                self.watched.remove(&folder);
            }
        }
        files.sort();
        let mut all = Vec::new();
        for file in files {
            all.extend_from_slice(file.as_os_str().as_encoded_bytes());
            let content = plyd_foreign::read(&file, LARGEST.max(plyd_host::LARGEST_LIBRARY)).unwrap_or_default();
            all.extend_from_slice(ContentHash::of(&content).to_string().as_bytes());
        }
        ContentHash::of(&all)
    }
}

/// Finds the folders below this one, itself among them, and the files of sources in them. Links are not followed, so
/// that it ends.
fn look_into(folder: &Path, depth: usize, folders: &mut Vec<PathBuf>, files: &mut Vec<PathBuf>) {
    folders.push(folder.to_owned());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        if is_of_tools(&path, kind.is_dir()) || files.len() + folders.len() >= MOST_FILES {
            continue;
        }
        if kind.is_dir() && depth > 0 {
            look_into(&path, depth - 1, folders, files);
        } else if kind.is_file() && entry.metadata().is_ok_and(|data| data.len() <= LARGEST) {
            files.push(path);
        }
    }
}

/// Whether a file or a folder is one of builds or editors, by its name.
fn is_of_tools(path: &Path, is_folder: bool) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    name.starts_with('.')
        || name.ends_with('~')
        || if is_folder { OF_BUILDS.contains(&&*name) } else { OF_TOOLS.contains(&&*ending) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Whether a change is seen, within some seconds.
    fn sees(changes: &mut Changes) -> bool {
        let stop = CancellationToken::new();
        let ends = stop.clone();
        let late = std::thread::spawn(move || {
            let deadline = Instant::now() + Duration::from_secs(1);
            while Instant::now() < deadline && !ends.is_cancelled() {
                std::thread::sleep(Duration::from_millis(10));
            }
            ends.cancel();
        });
        let seen = changes.next(&stop);
        stop.cancel();
        late.join().unwrap();
        seen
    }

    #[test]
    fn what_is_saved_is_a_change_and_what_a_build_writes_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("src")).unwrap();
        fs::create_dir_all(at("target/release")).unwrap();
        fs::write(at("src/lib.rs"), "one").unwrap();
        let mut changes = Changes::of(folder.path()).unwrap();
        changes.note();
        fs::write(at("src/lib.rs"), "two").unwrap();
        assert!(sees(&mut changes));
        changes.note();
        fs::write(at("target/release/x.rs"), "x").unwrap();
        fs::write(at(&format!("game.{DLL_EXTENSION}")), "x").unwrap();
        fs::write(at("src/lib.rs"), "two").unwrap();
        assert!(!sees(&mut changes), "the sources are what they were");
        fs::create_dir(at("src/parts")).unwrap();
        fs::write(at("src/parts/new.rs"), "new").unwrap();
        assert!(sees(&mut changes), "a folder is new");
        changes.note();
        fs::write(at("src/parts/new.rs"), "newer").unwrap();
        assert!(sees(&mut changes), "a file in it");
    }

    #[test]
    fn a_file_is_seen_that_takes_the_place_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("game.ini"), "one").unwrap();
        let mut changes = Changes::of(&at("game.ini")).unwrap();
        changes.note();
        fs::write(at("other.ini"), "two").unwrap();
        assert!(!sees(&mut changes), "another file");
        fs::rename(at("other.ini"), at("game.ini")).unwrap();
        assert!(sees(&mut changes));
    }
}
