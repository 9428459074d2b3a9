//! The networks that value positions for searches: where their files lie, and whether they fit a game.
//!
//! The network of a game lies beside its library, or in a folder of the settings, under the name of the game. A client may
//! name another file. It is read where the settings are, and handed to the process that searches, which needs no file.

use crate::SearchOptions;
use crate::subject::subject_of;
use plyd_foreign::{Unread, bytes_of, open_regular};
use plyd_host::{ContentHash, Library, LoadedGame, Stamp};
use plyd_network::{ENDING, MOST_BYTES, Network};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// So many files are remembered at most.
const MOST_KNOWN: usize = 64;

/// A network, and the file that it was read from. Clones share it. Serialized, it is the file's name and content.
#[derive(Clone, Debug)]
pub struct NetworkFile(Arc<Content>);

#[derive(Debug)]
struct Content {
    /// Its name, without the folder.
    name: String,
    bytes: Vec<u8>,
    hash: ContentHash,
    network: Arc<Network>,
    /// The games that it was compared with, and the reason why it is for none of them: by library and options.
    compared: Mutex<Vec<(Played, Option<String>)>>,
}

/// A game with its options: the content of its library, and those that have not their defaults.
type Played = (ContentHash, Vec<(String, String)>);

impl NetworkFile {
    /// The network in this content of a file.
    ///
    /// # Errors
    /// There is none; the text continues a sentence that begins with the file.
    pub fn new(name: String, bytes: Vec<u8>) -> Result<Self, String> {
        let network = Arc::new(Network::read(&bytes).map_err(|error| error.to_string())?);
        let hash = ContentHash::of(&bytes);
        Ok(Self(Arc::new(Content { name, bytes, hash, network, compared: Mutex::default() })))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or has no network; the text continues a sentence that begins with the file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let read = |unread: Unread| format!("cannot be read: {unread}");
        let bytes = open_regular(path).and_then(|file| bytes_of(file, MOST_BYTES)).map_err(read)?;
        Self::new(name_of(path), bytes)
    }

    /// Its name, without the folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The SHA-256 of its content.
    #[must_use]
    pub fn hash(&self) -> &ContentHash {
        &self.0.hash
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.0.network
    }

    /// Whether it is for this game with these options.
    ///
    /// # Errors
    /// It is not; the text is a sentence.
    pub fn fits(&self, game: &LoadedGame) -> Result<(), String> {
        let played = (game.library().content().clone(), game.changed_options());
        let mut compared = self.0.compared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = compared.iter().find(|(known, _)| *known == played).map(|(_, reason)| reason.clone());
        let reason = known.unwrap_or_else(|| {
            let fits = subject_of(game.library(), &played.1)
                .and_then(|subject| self.0.network.fits(&subject).map_err(|misfit| misfit.to_string()));
            let reason = fits.err();
            compared.truncate(MOST_KNOWN - 1);
            compared.push((played, reason.clone()));
            reason
        });
        reason.map_or(Ok(()), |reason| Err(format!("the network `{}` is not used: it {reason}", self.name())))
    }
}

impl PartialEq for NetworkFile {
    fn eq(&self, other: &Self) -> bool {
        self.0.hash == other.0.hash
    }
}

impl Eq for NetworkFile {}

/// A [`NetworkFile`] in a message.
#[derive(Serialize, Deserialize)]
struct Message {
    name: String,
    #[serde(with = "plyd_foreign::bytes")]
    content: Vec<u8>,
}

impl Serialize for NetworkFile {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        Message { name: self.0.name.clone(), content: self.0.bytes.clone() }.serialize(writer)
    }
}

impl<'de> Deserialize<'de> for NetworkFile {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let Message { name, content } = Message::deserialize(reader)?;
        Self::new(name, content).map_err(D::Error::custom)
    }
}

/// The files of networks, read when they are first needed, and again when they have changed.
#[derive(Debug, Default)]
pub struct Networks {
    /// Where networks lie beside the folders of libraries.
    folders: Vec<PathBuf>,
    known: Mutex<Vec<Known>>,
}

/// A file, which stamp it had, and what was in it.
type Known = (PathBuf, Stamp, Result<NetworkFile, String>);

impl Networks {
    /// Those in these folders, and beside libraries.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, known: Mutex::default() }
    }

    /// The options with the network that they ask for, if there is one for the game of this library. Without a name the
    /// network is optional.
    ///
    /// # Errors
    /// There is no such file, or no network in it; the text is a sentence. A client need not know where it lies.
    pub fn find(&self, library: &Library, options: &SearchOptions) -> Result<Option<NetworkFile>, String> {
        let Some(wanted) = options.wanted_network() else { return Ok(None) };
        let unused = |name: &str, reason: String| format!("the network `{name}` is not used: it {reason}");
        if wanted.is_empty() {
            let name = format!("{}.{ENDING}", library.id());
            let found = self.places(library).find_map(|folder| self.known(&folder.join(&name)));
            return found.transpose().map_err(|reason| unused(&name, reason));
        }
        let found = if is_plain(wanted) {
            self.places(library).find_map(|folder| self.known(&folder.join(wanted)))
        } else {
            self.known(Path::new(wanted))
        };
        let name = name_of(Path::new(wanted));
        let missing = || unused(&name, "was not found".to_owned());
        found.ok_or_else(missing)?.map(Some).map_err(|reason| unused(&name, reason))
    }

    /// The folders in which a network of this library may lie.
    fn places<'a>(&'a self, library: &'a Library) -> impl Iterator<Item = &'a Path> {
        library.path().parent().into_iter().chain(self.folders.iter().map(PathBuf::as_path))
    }

    /// The network at this path; `None` if there is no file.
    fn known(&self, path: &Path) -> Option<Result<NetworkFile, String>> {
        let file = match std::fs::metadata(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => return Some(Err(format!("cannot be read: {error}"))),
        };
        let Some(stamp) = Stamp::of(&file) else { return Some(NetworkFile::read(path)) };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, found)) = known.iter().find(|(at, of, _)| at == path && *of == stamp) {
            return Some(found.clone());
        }
        let found = NetworkFile::read(path);
        known.retain(|(at, ..)| at != path);
        known.truncate(MOST_KNOWN - 1);
        known.push((path.to_owned(), stamp, found.clone()));
        Some(found)
    }
}

/// Whether a client names a file by its name alone, which lies in one of the usual folders.
#[must_use]
pub fn is_plain(name: &str) -> bool {
    !name.contains(['/', MAIN_SEPARATOR]) && name != ".."
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchSettings;
    use plyd_network::{About, FirstLayer, Origin, Subject, Weights};
    use std::fs;

    /// The file of a network whose values are all this bias.
    fn bytes(bias: i32) -> Vec<u8> {
        let (game, rules, features) = ("heap".to_owned(), "a".to_owned(), "b".to_owned());
        let subject = Subject { game, rules, features, inputs: 2, sides_differ: false };
        let about = About { subject, hidden: 32, most_on: 2, points_per_logit: 200, origin: Origin::default() };
        let layer = FirstLayer { biases: vec![0; 32], weights: vec![0; 64] };
        let weights = Weights { first: vec![layer], output: vec![0; 32], output_bias: bias };
        Network::new(about, &weights).expect("it is sound").to_bytes()
    }

    #[test]
    fn a_network_reaches_another_process_with_the_options_that_use_it() {
        let file = NetworkFile::new("heap.plydnet".into(), bytes(7)).unwrap();
        let options = SearchOptions::new(&SearchSettings::default()).with_network(Some(file.clone()));
        let sent = serde_json::to_string(&options).unwrap();
        let read: SearchOptions = serde_json::from_str(&sent).unwrap();
        assert_eq!(read.network(), Some(&file));
        assert_eq!(read.network().map(|file| (file.name(), file.hash())), Some(("heap.plydnet", file.hash())));
        let mut off = options.clone();
        off.set("Use NNUE", "false").expect("there is such an option").expect("it takes the value");
        assert!(!serde_json::to_string(&off).unwrap().contains("network"), "it is sent for nothing");
        let damaged = sent.replace(r#""content":"cGx5"#, r#""content":"cGx6"#);
        assert_ne!(damaged, sent);
        let refused = serde_json::from_str::<SearchOptions>(&damaged).unwrap_err().to_string();
        assert!(refused.starts_with("is no network of plyd"), "{refused}");
    }

    #[test]
    fn a_file_is_read_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("heap.plydnet");
        let networks = Networks::default();
        assert!(networks.known(&path).is_none(), "there is no file");
        fs::write(&path, bytes(1)).unwrap();
        let first = networks.known(&path).unwrap().unwrap();
        assert!(Arc::ptr_eq(&first.0, &networks.known(&path).unwrap().unwrap().0), "it was read once more");
        fs::write(&path, [&bytes(2)[..], b"x"].concat()).unwrap();
        assert_eq!(networks.known(&path).unwrap().unwrap_err(), "is damaged: its checksum is wrong");
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes(2)).unwrap();
        assert_ne!(networks.known(&path).unwrap().unwrap(), first);
    }

    #[test]
    fn a_plain_name_leads_out_of_no_folder() {
        assert!(["heap.plydnet", "a b", ".hidden"].into_iter().all(is_plain));
        assert!(!["../heap.plydnet", "/etc/passwd", "a/b", ".."].into_iter().any(is_plain));
    }
}
