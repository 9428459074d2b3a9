//! A network, and the file that it was read from.

use crate::subject::subject_of;
use plyd_foreign::{UnreadableFile, bytes_of, open_regular};
use plyd_host::{ContentHash, LoadedGame};
use plyd_network::{MOST_BYTES, Network, NetworkPurpose};
use plyd_rules::Game;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of cached comparisons.
const MOST_COMPARED: usize = 64;

/// A network with its file. Clones share the content. It is serialized as the name and content of the file.
#[derive(Clone, Debug)]
pub struct NetworkFile(Arc<NetworkContent>);

#[derive(Debug)]
struct NetworkContent {
    /// The file name without the folder.
    name: String,
    bytes: Vec<u8>,
    hash: ContentHash,
    network: Arc<Network>,
    /// The games that the network was compared with, and the reason for a mismatch; the key is the library and its
    /// options.
    compared: Mutex<Vec<(ComparedGame, Option<String>)>>,
}

/// A game with its options: the digest of the library, the options with non-default values, and the number of inputs.
type ComparedGame = (ContentHash, Vec<(String, String)>, u32);

impl NetworkFile {
    /// Parses the content of a network file.
    ///
    /// # Errors
    /// The content is no network; the text continues a sentence that begins with the file.
    pub fn new(name: String, bytes: Vec<u8>) -> Result<Self, String> {
        let network = Arc::new(Network::read(&bytes).map_err(|error| error.to_string())?);
        let hash = ContentHash::of(&bytes);
        Ok(Self(Arc::new(NetworkContent { name, bytes, hash, network, compared: Mutex::default() })))
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// The file cannot be read, or is no network; the text continues a sentence that begins with the file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let read = |unread: UnreadableFile| format!("cannot be read: {unread}");
        let bytes = open_regular(path).and_then(|file| bytes_of(file, MOST_BYTES)).map_err(read)?;
        Self::new(name_of(path), bytes)
    }

    /// Returns the file name without the folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the SHA-256 of the file content.
    #[must_use]
    pub fn hash(&self) -> &ContentHash {
        &self.0.hash
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.0.network
    }

    /// Checks whether the network is made for this game with these options.
    ///
    /// # Errors
    /// The network does not fit; the text is a sentence.
    pub fn fits(&self, game: &LoadedGame) -> Result<(), String> {
        let inputs = game.facts().features.inputs;
        let played = (game.library().content().clone(), game.changed_options(), inputs);
        let mut compared = self.0.compared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = compared.iter().find(|(known, _)| *known == played).map(|(_, reason)| reason.clone());
        let reason = known.unwrap_or_else(|| {
            let fits = subject_of(game.library(), &played.1).and_then(|subject| {
                // A setup may have another board than the start position.
                let subject = NetworkPurpose { inputs: inputs as usize, ..subject };
                self.0.network.fits(&subject).map_err(|misfit| misfit.to_string())
            });
            let reason = fits.err();
            compared.truncate(MOST_COMPARED - 1);
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
struct NetworkMessage {
    name: String,
    #[serde(with = "plyd_foreign::bytes")]
    content: Vec<u8>,
}

impl Serialize for NetworkFile {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        NetworkMessage { name: self.0.name.clone(), content: self.0.bytes.clone() }.serialize(writer)
    }
}

impl<'de> Deserialize<'de> for NetworkFile {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let NetworkMessage { name, content } = NetworkMessage::deserialize(reader)?;
        Self::new(name, content).map_err(D::Error::custom)
    }
}

/// Returns the file name of a path.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
