//! The folder of the games that a user has installed, and the record of them: a file beside the libraries with what
//! `plyd install` has put there. Files of other origin are left alone.

use super::super::state_file::replace;
use anyhow::{Context, bail, ensure};
use jiff::Timestamp;
use plyd_foreign::{HAND_WRITTEN, UnreadableFile, read_text};
use plyd_host::{ContentHash, LARGEST_LIBRARY, SearchPath};
use plyd_network::{ENDING, MOST_BYTES};
use serde::{Deserialize, Serialize};
use std::env::consts::DLL_EXTENSION;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The name of the record, which is no library.
const RECORD: &str = "installed.toml";

/// The first lines of the record.
const HEAD: &str = "# Written by `plyd install` and `plyd remove`; see `plyd games --installed`.\n\n";

/// What a game was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum InstallKind {
    /// A library file.
    File,
    /// A folder with sources.
    Folder,
    /// A git repository.
    Git,
    /// A library file, or a text, of the web.
    Web,
}

/// Where a game comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct InstallSource {
    pub(in crate::cli) kind: InstallKind,
    /// The absolute path, or the address.
    pub(in crate::cli) address: String,
}

/// A game that was installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct InstallEntry {
    pub(in crate::cli) id: String,
    pub(in crate::cli) name: String,
    pub(in crate::cli) version: String,
    /// As its text about the game says, or the empty text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::cli) author: String,
    /// As its text about the game says, or the empty text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(in crate::cli) licence: String,
    /// The ending of its file: for libraries, or for texts that a library loads.
    #[serde(default = "of_libraries")]
    pub(in crate::cli) ending: String,
    /// Of the library or the text.
    pub(in crate::cli) sha256: ContentHash,
    /// Of the network, if it was installed with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) network_sha256: Option<ContentHash>,
    /// The commit of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::cli) commit: Option<String>,
    pub(in crate::cli) date: Timestamp,
    pub(in crate::cli) source: InstallSource,
}

/// The ending of the files of libraries.
pub(super) fn of_libraries() -> String {
    DLL_EXTENSION.to_owned()
}

/// The content of the record.
#[derive(Debug, Default, Serialize, Deserialize)]
struct InstallRecord {
    #[serde(default, rename = "game")]
    games: Vec<InstallEntry>,
}

/// What is to be installed.
#[derive(Debug)]
pub(super) struct Parcel {
    pub(super) entry: InstallEntry,
    /// The library or the text.
    pub(super) game: Vec<u8>,
    pub(super) network: Option<Vec<u8>>,
}

/// The folder.
#[derive(Debug)]
pub(in crate::cli) struct InstallFolder {
    folder: PathBuf,
}

/// What became of a wish to remove a game.
#[derive(Debug)]
pub(in crate::cli) struct RemovedGame {
    pub(in crate::cli) entry: InstallEntry,
    /// The files that were there.
    pub(in crate::cli) files: Vec<PathBuf>,
}

impl InstallFolder {
    /// The folder of this user, which need not exist.
    ///
    /// # Errors
    /// The user has no data folder, as without a home.
    pub(in crate::cli) fn of_user() -> anyhow::Result<Self> {
        let folder = SearchPath::of_process().user_folder();
        Ok(Self { folder: folder.context("there is no data folder of this user: set HOME or XDG_DATA_HOME")? })
    }

    /// The file of a game with this id and this ending.
    pub(in crate::cli) fn file(&self, id: &str, ending: &str) -> PathBuf {
        self.folder.join(id).with_extension(ending)
    }

    /// The file of this game.
    pub(in crate::cli) fn file_of(&self, game: &InstallEntry) -> PathBuf {
        self.file(&game.id, &game.ending)
    }

    /// The file of the network of this game.
    pub(in crate::cli) fn network(&self, id: &str) -> PathBuf {
        self.folder.join(id).with_extension(ENDING)
    }

    /// What was installed, in the order of ids.
    ///
    /// # Errors
    /// The record cannot be read, or is none.
    pub(in crate::cli) fn games(&self) -> anyhow::Result<Vec<InstallEntry>> {
        let path = self.folder.join(RECORD);
        let text = match read_text(&path, HAND_WRITTEN) {
            Err(UnreadableFile::System(error)) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            text => text.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let record: InstallRecord =
            toml::from_str(&text).with_context(|| format!("{} is no list of installed games", path.display()))?;
        // They become names of files.
        let is_id = |id: &str| !id.is_empty() && id.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        for game in &record.games {
            ensure!(is_id(&game.id) && is_id(&game.ending), "{} has a game with a wrong id", path.display());
        }
        Ok(record.games)
    }

    /// The game with this id, if it was installed.
    ///
    /// # Errors
    /// Those of [`games`](Self::games).
    pub(in crate::cli) fn game(&self, id: &str) -> anyhow::Result<Option<InstallEntry>> {
        Ok(self.games()?.into_iter().find(|game| game.id == id))
    }

    /// Refuses a game whose files would take the place of files that were not installed.
    ///
    /// # Errors
    /// There are such files.
    pub(super) fn check_room(&self, game: &InstallEntry) -> anyhow::Result<()> {
        let (id, with_network) = (&*game.id, game.network_sha256.is_some());
        let known = self.game(id)?;
        let is_new = known.as_ref().is_none_or(|known| known.ending != game.ending);
        let network = with_network && known.as_ref().is_none_or(|known| known.network_sha256.is_none());
        let taken = [is_new.then(|| self.file_of(game)), network.then(|| self.network(id))];
        for file in taken.into_iter().flatten() {
            ensure!(
                !fs::exists(&file).unwrap_or(true),
                "{} is there already, and `plyd install` has not put it there; move it away first",
                file.display()
            );
        }
        Ok(())
    }

    /// Puts a game there, in place of the one with its id.
    ///
    /// # Errors
    /// The folder cannot be made or written. Then it is as it was.
    pub(super) fn put(&self, parcel: &Parcel) -> anyhow::Result<()> {
        let shown = self.folder.display();
        fs::create_dir_all(&self.folder).with_context(|| format!("cannot make the folder {shown}"))?;
        let _lock = self.lock()?;
        let Parcel { entry, game, network } = parcel;
        let before = self.games()?;
        let known = before.iter().find(|game| game.id == entry.id);
        self.check_room(entry)?;
        let mut games: Vec<_> = before.iter().filter(|game| game.id != entry.id).cloned().collect();
        games.push(entry.clone());
        // The record comes first: no file is left of which it does not know.
        self.write(games)?;
        let written = self.write_files(entry, game, network.as_deref());
        if written.is_err() {
            if known.is_none() {
                let _ = fs::remove_file(self.file_of(entry));
                let _ = fs::remove_file(self.network(&entry.id));
            }
            // The first error is the one to report.
            let _ = self.write(before.clone());
        } else if let Some(known) = known {
            if network.is_none() && known.network_sha256.is_some() {
                let _ = fs::remove_file(self.network(&entry.id));
            }
            if known.ending != entry.ending {
                let _ = fs::remove_file(self.file_of(known));
            }
        }
        written.with_context(|| format!("cannot write into {shown}"))
    }

    fn write_files(&self, entry: &InstallEntry, game: &[u8], network: Option<&[u8]>) -> io::Result<()> {
        if let Some(network) = network {
            replace(&self.network(&entry.id), network)?;
        }
        replace(&self.file_of(entry), game)
    }

    /// Removes a game, and what was installed with it.
    ///
    /// # Errors
    /// It was not installed; its files have another content now, and it is not `forced`; or they cannot be removed.
    pub(in crate::cli) fn remove(&self, id: &str, forced: bool) -> anyhow::Result<RemovedGame> {
        let not_installed = || format!("no game `{id}` was installed by `plyd install`; see `plyd games --installed`");
        ensure!(self.folder.is_dir(), not_installed());
        let _lock = self.lock()?;
        let mut games = self.games()?;
        let Some(place) = games.iter().position(|game| game.id == id) else { bail!(not_installed()) };
        let entry = games.remove(place);
        let mut files = Vec::new();
        let network = entry.network_sha256.as_ref().map(|hash| (self.network(id), hash, MOST_BYTES));
        for (file, hash, most) in [(self.file_of(&entry), &entry.sha256, LARGEST_LIBRARY)].into_iter().chain(network) {
            match plyd_foreign::read(&file, most) {
                Ok(content) if ContentHash::of(&content) == *hash => files.push(file),
                Err(UnreadableFile::System(error)) if error.kind() == ErrorKind::NotFound => {}
                _ if forced => files.push(file),
                _ => bail!("{} is not what was installed; remove it by yourself, or use --force", file.display()),
            }
        }
        for file in &files {
            fs::remove_file(file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
        self.write(games)?;
        Ok(RemovedGame { entry, files })
    }

    /// Writes the record.
    fn write(&self, mut games: Vec<InstallEntry>) -> anyhow::Result<()> {
        let path = self.folder.join(RECORD);
        games.sort_by(|a, b| a.id.cmp(&b.id));
        let text = HEAD.to_owned() + &toml::to_string(&InstallRecord { games })?;
        let written = replace(&path, text.as_bytes());
        written.with_context(|| format!("cannot write {}", path.display()))
    }

    /// Waits for others that change the folder.
    fn lock(&self) -> anyhow::Result<Option<File>> {
        if cfg!(not(unix)) {
            return Ok(None);
        }
        let folder = File::open(&self.folder).and_then(|folder| folder.lock().map(|()| folder));
        Ok(Some(folder.with_context(|| format!("cannot lock {}", self.folder.display()))?))
    }

    /// The folder itself.
    pub(in crate::cli) fn folder(&self) -> &Path {
        &self.folder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parcel(id: &str, library: &[u8], network: Option<&[u8]>) -> Parcel {
        let entry = InstallEntry {
            id: id.into(),
            name: "A game".into(),
            version: "1".into(),
            author: String::new(),
            licence: String::new(),
            ending: of_libraries(),
            sha256: ContentHash::of(library),
            network_sha256: network.map(ContentHash::of),
            commit: None,
            date: Timestamp::UNIX_EPOCH,
            source: InstallSource { kind: InstallKind::File, address: "/a".into() },
        };
        Parcel { entry, game: library.to_vec(), network: network.map(<[u8]>::to_vec) }
    }

    fn files(shelf: &InstallFolder) -> Vec<String> {
        let entries = fs::read_dir(shelf.folder()).unwrap().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_game_is_put_replaced_and_removed_with_its_network() {
        let outer = tempfile::tempdir().unwrap();
        let shelf = InstallFolder { folder: outer.path().join("plyd/plugins") };
        assert!(shelf.games().unwrap().is_empty());
        assert!(shelf.remove("nim", false).unwrap_err().to_string().starts_with("no game `nim` was installed"));
        assert!(!shelf.folder().exists(), "to ask makes no folder");
        let first = parcel("nim", b"first", Some(b"network"));
        shelf.put(&first).unwrap();
        shelf.put(&parcel("heap", b"heap", None)).unwrap();
        assert_eq!(shelf.games().unwrap().iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["heap", "nim"]);
        assert_eq!(shelf.game("nim").unwrap().as_ref(), Some(&first.entry));
        let library = |id: &str| format!("{id}.{DLL_EXTENSION}");
        assert_eq!(files(&shelf), [library("heap"), RECORD.into(), "nim.plydnet".into(), library("nim")]);
        // The later version has no network.
        shelf.put(&parcel("nim", b"second", None)).unwrap();
        assert_eq!(files(&shelf), [library("heap"), RECORD.into(), library("nim")]);
        assert_eq!(fs::read(shelf.file("nim", DLL_EXTENSION)).unwrap(), b"second");
        let removed = shelf.remove("nim", false).unwrap();
        assert_eq!(removed.files, [shelf.file("nim", DLL_EXTENSION)]);
        assert_eq!(files(&shelf), [library("heap"), RECORD.into()]);
        // A text takes the place of a library.
        let mut text = parcel("heap", b"text", None);
        text.entry.ending = "ini".into();
        shelf.put(&text).unwrap();
        assert_eq!(files(&shelf), ["heap.ini".to_owned(), RECORD.into()]);
        shelf.put(&parcel("heap", b"heap", None)).unwrap();
        assert_eq!(files(&shelf), [library("heap"), RECORD.into()]);
        // Somebody else has removed it before.
        fs::remove_file(shelf.file("heap", DLL_EXTENSION)).unwrap();
        assert!(shelf.remove("heap", false).unwrap().files.is_empty());
    }

    #[test]
    fn what_was_not_installed_is_left_alone() {
        let outer = tempfile::tempdir().unwrap();
        let shelf = InstallFolder { folder: outer.path().to_owned() };
        fs::write(shelf.file("nim", DLL_EXTENSION), "mine").unwrap();
        fs::write(shelf.network("heap"), "mine").unwrap();
        for (id, network) in [("nim", None), ("heap", Some(&b"network"[..]))] {
            let refused = shelf.put(&parcel(id, b"x", network)).unwrap_err().to_string();
            assert!(refused.contains("move it away first"), "{refused}");
            assert!(shelf.games().unwrap().is_empty());
        }
        shelf.put(&parcel("heap", b"x", None)).unwrap();
        shelf.remove("heap", false).unwrap();
        assert_eq!(fs::read(shelf.network("heap")).unwrap(), b"mine");
        assert_eq!(fs::read(shelf.file("nim", DLL_EXTENSION)).unwrap(), b"mine");
        shelf.put(&parcel("ataxx", b"x", None)).unwrap();
        fs::write(shelf.file("ataxx", DLL_EXTENSION), "changed").unwrap();
        let refused = shelf.remove("ataxx", false).unwrap_err().to_string();
        assert!(refused.contains("is not what was installed"), "{refused}");
        assert_eq!(shelf.remove("ataxx", true).unwrap().files, [shelf.file("ataxx", DLL_EXTENSION)]);
    }

    #[test]
    fn a_record_names_no_file_elsewhere() {
        let outer = tempfile::tempdir().unwrap();
        let shelf = InstallFolder { folder: outer.path().to_owned() };
        shelf.put(&parcel("nim", b"x", None)).unwrap();
        let record = shelf.folder().join(RECORD);
        let text = fs::read_to_string(&record).unwrap();
        fs::write(&record, text.replace("\"nim\"", "\"../nim\"")).unwrap();
        assert!(shelf.games().unwrap_err().to_string().ends_with("has a game with a wrong id"));
        fs::write(&record, "games").unwrap();
        assert!(shelf.remove("nim", true).unwrap_err().to_string().ends_with("is no list of installed games"));
    }
}
