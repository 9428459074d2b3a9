//! What a game is installed from, and how its library is got: a file is read or fetched, a folder is built, and a git
//! repository is cloned into a temporary folder and built there.

use super::build;
use super::shelf::{InstallKind, InstallSource};
use super::{tool, web};
use anyhow::{Context, bail, ensure};
use plyd_foreign::{absolute, one_line, shown};
use plyd_host::{ContentHash, LARGEST_LIBRARY};
use plyd_network::{ENDING, MOST_BYTES};
use plyd_player::NetworkFile;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// How long a clone may take.
const CLONE_TIME: Duration = Duration::from_secs(600);
/// How long git may take to say something of a repository on the disk.
const ASK_TIME: Duration = Duration::from_secs(60);

/// The library of a game, as it was got.
#[derive(Debug)]
pub(in crate::cli) struct FetchedLibrary {
    /// The content of the library or the text.
    pub(in crate::cli) library: Vec<u8>,
    /// The commit of the repository.
    pub(super) commit: Option<String>,
    /// The folders in which its network may lie.
    pub(super) beside: Vec<PathBuf>,
    /// The clone, which goes away with this.
    _clone: Option<TempDir>,
}

impl FetchedLibrary {
    /// The network beside the library, or beside its sources.
    ///
    /// # Errors
    /// It cannot be read, or is none.
    pub(in crate::cli) fn network(&self, id: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let name = format!("{id}.{ENDING}");
        let Some(file) = self.beside.iter().map(|folder| folder.join(&name)).find(|file| file.is_file()) else {
            return Ok(None);
        };
        let content =
            plyd_foreign::read(&file, MOST_BYTES).with_context(|| format!("cannot read {}", file.display()))?;
        if let Err(reason) = NetworkFile::new(name, content.clone()) {
            bail!("the network {} beside the game cannot be used: it {reason}", shown(&file));
        }
        Ok(Some(content))
    }
}

impl InstallSource {
    /// What this argument is, which may be relative to `folder`. Nothing is read but the names of files.
    ///
    /// # Errors
    /// There is no such file or folder, and it is no address of a repository.
    pub(in crate::cli) fn of(text: &str, folder: Option<&Path>) -> anyhow::Result<Self> {
        let path = folder.map_or_else(|| PathBuf::from(text), |folder| folder.join(text));
        let path = absolute(&path);
        let local = |kind| Ok(Self { kind, address: path.display().to_string() });
        if path.is_file() {
            return local(InstallKind::File);
        }
        if path.is_dir() {
            return local(if is_bare(&path) { InstallKind::Git } else { InstallKind::Folder });
        }
        ensure!(
            address(text).is_some(),
            "there is no file or folder {}; the address of a git repository has `://` in it, or ends in `.git`",
            one_line(text)
        );
        Ok(Self { kind: InstallKind::Git, address: text.to_owned() })
    }

    /// The file with this address of the web.
    pub(super) fn of_web(address: String) -> Self {
        Self { kind: InstallKind::Web, address }
    }

    /// Gets the library. If a hash is `wanted`, nothing is built or run before it was compared: with that of the file,
    /// or with that of the list of the repository's files, see [`hash_of_tree`].
    ///
    /// # Errors
    /// It cannot be read, fetched or built; a program for that is missing or takes too long; or the hash is another
    /// one.
    pub(in crate::cli) fn get(
        &self,
        wanted: Option<&ContentHash>,
        stop: &CancellationToken,
    ) -> anyhow::Result<FetchedLibrary> {
        let check = |hash: &ContentHash| match wanted {
            Some(wanted) if wanted != hash => {
                bail!("{self} has the SHA-256 {hash}, and the list says {wanted}; nothing of it was run")
            }
            _ => Ok(()),
        };
        let path = Path::new(&self.address);
        let beside = |library: &Path, top: &Path| {
            let folders = [library.parent().unwrap_or(top).to_owned(), top.to_owned()];
            folders.to_vec()
        };
        match self.kind {
            InstallKind::File => {
                let library = read(path)?;
                check(&ContentHash::of(&library))?;
                let folders = path.parent().into_iter().map(Path::to_owned).collect();
                Ok(FetchedLibrary { library, commit: None, beside: folders, _clone: None })
            }
            InstallKind::Web => {
                ensure!(
                    web::is_secure(&self.address) || wanted.is_some(),
                    "others on the way could change {self}, as it is no https address; a list with its SHA-256 would show \
                     that"
                );
                let library = web::fetch(&self.address, LARGEST_LIBRARY, stop)?;
                check(&ContentHash::of(&library))?;
                Ok(FetchedLibrary { library, commit: None, beside: Vec::new(), _clone: None })
            }
            InstallKind::Folder => {
                ensure!(wanted.is_none(), "{self} is a folder; a list names library files and git repositories");
                let built = build::built(path, stop)?;
                Ok(FetchedLibrary {
                    library: read(&built.library)?,
                    commit: None,
                    beside: beside(&built.library, path),
                    _clone: None,
                })
            }
            InstallKind::Git => {
                let outer = tempfile::Builder::new().prefix("plyd-install-").tempdir();
                let outer = outer.context("cannot make a temporary folder")?;
                let clone = outer.path().join("sources");
                clone_into(&self.address, &clone, stop).with_context(|| format!("cannot fetch {self}"))?;
                check(&hash_of_tree(&clone, stop)?)?;
                let commit = in_clone(&clone, &["rev-parse", "HEAD"], stop)?;
                let built = build::built(&clone, stop)?;
                Ok(FetchedLibrary {
                    library: read(&built.library)?,
                    commit: Some(String::from_utf8_lossy(&commit).trim().to_owned()),
                    beside: beside(&built.library, &clone),
                    _clone: Some(outer),
                })
            }
        }
    }
}

impl std::fmt::Display for InstallSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&one_line(&self.address))
    }
}

/// The text, if it is the address of a repository: a URL, or what `ssh` understands.
pub(in crate::cli) fn address(text: &str) -> Option<&str> {
    let has_git = Path::new(text).extension().is_some_and(|ending| ending == "git");
    let is_address = !text.starts_with('-') && (text.contains("://") || has_git || text.starts_with("git@"));
    is_address.then_some(text)
}

/// Whether a folder is a repository without files, as on a server.
fn is_bare(folder: &Path) -> bool {
    folder.join("HEAD").is_file() && folder.join("objects").is_dir() && folder.join("refs").is_dir()
}

fn read(library: &Path) -> anyhow::Result<Vec<u8>> {
    plyd_foreign::read(library, LARGEST_LIBRARY).with_context(|| format!("cannot read {}", library.display()))
}

/// git, set not to ask for a password.
fn git() -> Command {
    let mut git = Command::new("git");
    // `ext` would have the address name a program to run.
    git.args(["-c", "protocol.ext.allow=never"]).env("GIT_TERMINAL_PROMPT", "0");
    // Of the repository in which plyd was started, perhaps by a hook of it.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        git.env_remove(name);
    }
    git
}

fn clone_into(address: &str, clone: &Path, stop: &CancellationToken) -> anyhow::Result<()> {
    let mut command = git();
    command.args(["clone", "--quiet", "--depth", "1", "--single-branch", "--no-tags", "--"]);
    // A path would be copied with all its history.
    let path = Path::new(address);
    let url = if path.is_dir() { format!("file://{address}") } else { address.to_owned() };
    command.arg(url).arg(clone);
    tool::run(command, CLONE_TIME, stop).map(drop)
}

fn in_clone(clone: &Path, arguments: &[&str], stop: &CancellationToken) -> anyhow::Result<Vec<u8>> {
    let mut command = git();
    command.arg("-C").arg(clone).args(arguments);
    tool::run(command, ASK_TIME, stop)
}

/// The SHA-256 of `git ls-tree -rz HEAD`: of the names, kinds and contents of all files.
fn hash_of_tree(clone: &Path, stop: &CancellationToken) -> anyhow::Result<ContentHash> {
    Ok(ContentHash::of(&in_clone(clone, &["ls-tree", "-rz", "HEAD"], stop)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn an_argument_is_a_file_a_folder_or_an_address() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("game.so"), "").unwrap();
        fs::create_dir(at("game")).unwrap();
        for part in ["game.git/objects", "game.git/refs"] {
            fs::create_dir_all(at(part)).unwrap();
        }
        fs::write(at("game.git/HEAD"), "").unwrap();
        for (text, kind) in [
            ("game.so", InstallKind::File),
            ("game", InstallKind::Folder),
            ("game.git", InstallKind::Git),
            ("https://example.org/game", InstallKind::Git),
            ("git@example.org:me/game", InstallKind::Git),
            ("example.org:game.git", InstallKind::Git),
        ] {
            let source = InstallSource::of(text, Some(folder.path())).unwrap();
            assert_eq!(source.kind, kind, "{text}");
            let is_local = at(text).exists();
            assert_eq!(Path::new(&source.address).is_absolute(), is_local, "{text}");
        }
        for text in ["nothing", "", "--upload-pack=x.git", "-x://"] {
            let is_empty = text.is_empty();
            let source = InstallSource::of(text, Some(&at(if is_empty { "none" } else { "." })));
            assert!(source.is_err(), "{text}: {source:?}");
        }
    }

    #[test]
    fn a_file_with_another_hash_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("game.so"), "content").unwrap();
        let source = InstallSource::of("game.so", Some(folder.path())).unwrap();
        let stop = CancellationToken::new();
        assert_eq!(source.get(Some(&ContentHash::of(b"content")), &stop).unwrap().library, b"content");
        let refused = source.get(Some(&ContentHash::of(b"other")), &stop).unwrap_err().to_string();
        assert!(refused.ends_with("; nothing of it was run") && refused.contains("SHA-256"), "{refused}");
    }
}
