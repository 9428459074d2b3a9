//! The file of a network.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `plydNN01`: the kind of file, and the version of its format as two digits |
//! | 4 | the length of the header, little-endian |
//! | that many | the header, as JSON: an [`NetworkFacts`] |
//! | 2 for each | a first layer: the biases, then the weights of one input after another, little-endian |
//! | as many | the first layer of the second player, if the sides differ |
//! | 1 for each | the weights of the output |
//! | 4 | the bias of the output, little-endian |
//! | 32 | SHA-256 of all before |

use crate::{FirstLayer, Invalid, Network, NetworkFacts, Weights};
use sha2::{Digest, Sha256};

/// The ending of such files: `breakthrough.plydnet`, for example, beside `.plydtb` for tablebases. `.nnue` would
/// promise that other engines read it, and systemd uses `.network`.
pub const ENDING: &str = "plydnet";

/// The most bytes of a file. Who reads one asks for no more.
pub const MOST_BYTES: u64 = 8 << 20;

const KIND: &[u8; 6] = b"plydNN";
const VERSION: &[u8; 2] = b"01";
/// The numbers of bytes before the header and in the checksum.
const START: usize = 12;
const SUM: usize = 32;
/// The longest header: its texts have bounds.
const LONGEST_HEADER: usize = 16 << 10;

/// Why a file is not used. The text continues a sentence that begins with the file's path.
#[derive(Debug, thiserror::Error)]
pub enum NetworkFileError {
    /// It is something else.
    #[error("is no network of plyd")]
    Foreign,
    /// Another version of plyd wrote it.
    #[error("has another format than this version of plyd reads")]
    Version,
    /// It is too large to be one.
    #[error("has more than {MOST_BYTES} bytes, and no network is so large")]
    Long,
    /// It is not what was written.
    #[error("is damaged: its checksum is wrong")]
    Damaged,
    /// The header is not what this version writes.
    #[error("has a header that this version of plyd does not know")]
    Header,
    /// It says what cannot be.
    #[error("cannot be used: {0}")]
    Invalid(#[from] Invalid),
}

impl Network {
    /// Reads the content of a file, which a caller reads up to [`MOST_BYTES`].
    ///
    /// # Errors
    /// It is no such file, is damaged, or says what cannot be.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(NetworkFileError::Long);
        }
        let after_kind = bytes.strip_prefix(KIND).ok_or(NetworkFileError::Foreign)?;
        if !after_kind.starts_with(VERSION) {
            return Err(NetworkFileError::Version);
        }
        let (content, sum) = bytes.split_last_chunk::<SUM>().ok_or(NetworkFileError::Damaged)?;
        if Sha256::digest(content)[..] != *sum {
            return Err(NetworkFileError::Damaged);
        }
        let rest = content.get(START - 4..).ok_or(NetworkFileError::Header)?;
        let (length, rest) = rest.split_first_chunk().ok_or(NetworkFileError::Header)?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > LONGEST_HEADER || length > rest.len() {
            return Err(NetworkFileError::Header);
        }
        let (header, weights) = rest.split_at(length);
        let about: NetworkFacts = serde_json::from_slice(header).map_err(|_| NetworkFileError::Header)?;
        about.check()?;
        let weights = weights_of(&about, weights).ok_or(Invalid::Count)?;
        Ok(Self::new(about, &weights)?)
    }

    /// The content of its file: the same for the same network.
    ///
    /// # Panics
    /// Never: texts and numbers can be written as JSON.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(self.about()).expect("texts and numbers can be written");
        let Weights { first, output, output_bias } = self.weights();
        let mut bytes = [KIND, &VERSION[..], &(header.len() as u32).to_le_bytes(), &header].concat();
        for FirstLayer { biases, weights } in &first {
            bytes.extend(biases.iter().chain(weights).flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(output.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(output_bias.to_le_bytes());
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        bytes
    }

    /// The checksum at the end of its file, which names it in records. It is computed each time.
    #[must_use]
    pub fn checksum(&self) -> [u8; 32] {
        let bytes = self.to_bytes();
        *bytes.last_chunk().unwrap_or(&[0; SUM])
    }
}

/// The weights of a shape that was checked; `None` if these bytes are too many or too few.
fn weights_of(about: &NetworkFacts, mut bytes: &[u8]) -> Option<Weights> {
    let (hidden, inputs) = (about.hidden, about.subject.inputs);
    let mut take = |count: usize| {
        let (taken, rest) = bytes.split_at_checked(count)?;
        bytes = rest;
        Some(taken)
    };
    let numbers = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|number| i16::from_le_bytes(*number)).collect();
    let first = (0..about.subject.sides())
        .map(|_| Some(FirstLayer { biases: numbers(take(2 * hidden)?), weights: numbers(take(2 * hidden * inputs)?) }))
        .collect::<Option<_>>()?;
    let output = take(hidden)?.iter().map(|&byte| byte as i8).collect();
    let output_bias = i32::from_le_bytes(*take(4)?.first_chunk()?);
    bytes.is_empty().then_some(Weights { first, output, output_bias })
}
