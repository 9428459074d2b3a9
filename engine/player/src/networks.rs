//! Lookup of the evaluation networks.
//!
//! The network of a game is next to its library, or in a folder from the settings, under the name of the game. A client
//! may name another file. The file is read by the process with the settings and passed to the searching process, which
//! therefore needs no file access.

use crate::network_file::name_of;
use crate::{NetworkFile, SearchOptions};
use plyd_host::{Library, Stamp};
use plyd_network::ENDING;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The maximum number of cached files.
const MOST_KNOWN: usize = 64;

/// The network files, which are read on first use, and again after a change.
#[derive(Debug, Default)]
pub struct Networks {
    /// The folders with networks, in addition to the folders of libraries.
    folders: Vec<PathBuf>,
    known: Mutex<Vec<NetworkFileRead>>,
}

/// A file with its stamp and its content.
type NetworkFileRead = (PathBuf, Stamp, Result<NetworkFile, String>);

impl Networks {
    /// Looks for networks in these folders, and next to libraries.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, known: Mutex::default() }
    }

    /// Finds the network that the options request for the game of this library. Without a file name the network is
    /// optional.
    ///
    /// # Errors
    /// The file does not exist, or contains no network; the text is a sentence without the location, which a client
    /// need not know.
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

    /// Lists the folders that may contain a network for this library.
    fn places<'a>(&'a self, library: &'a Library) -> impl Iterator<Item = &'a Path> {
        library.path().parent().into_iter().chain(self.folders.iter().map(PathBuf::as_path))
    }

    /// Returns the network at this path; `None` if the file does not exist.
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

/// Whether a client's file name is a plain name, to be looked up in the usual folders.
#[must_use]
pub fn is_plain(name: &str) -> bool {
    !name.contains(['/', MAIN_SEPARATOR]) && name != ".."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchSettings;
    use plyd_network::{FirstLayer, Network, NetworkFacts, NetworkPurpose, TrainingOrigin, Weights};
    use std::fs;
    use std::sync::Arc;

    /// Creates a network file whose values are all equal to this bias.
    fn bytes(bias: i32) -> Vec<u8> {
        let (game, rules, features) = ("heap".to_owned(), "a".to_owned(), "b".to_owned());
        let subject = NetworkPurpose { game, rules, features, inputs: 2, sides_differ: false };
        let about = NetworkFacts {
            subject,
            hidden: 32,
            most_on: 2,
            points_per_logit: 200,
            scale: None,
            origin: TrainingOrigin::default(),
        };
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
        assert!(
            Arc::ptr_eq(first.network(), networks.known(&path).unwrap().unwrap().network()),
            "it was read once more"
        );
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
