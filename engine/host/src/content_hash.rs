//! The identity of a file's content.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

/// The bytes that are read at a time.
const PART: usize = 1 << 16;

/// The SHA-256 hash of a file's content, as 64 hexadecimal digits. It becomes part of paths and of subjects, so a text
/// of any other form is none, wherever it is read from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ContentHash(String);

/// A text that is no SHA-256 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a SHA-256 hash has 64 digits, 0 to 9 and a to f")]
pub struct NoContentHash;

impl TryFrom<String> for ContentHash {
    type Error = NoContentHash;

    fn try_from(text: String) -> Result<Self, NoContentHash> {
        let is_one = text.len() == 64 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if is_one { Ok(Self(text)) } else { Err(NoContentHash) }
    }
}

impl FromStr for ContentHash {
    type Err = NoContentHash;

    fn from_str(text: &str) -> Result<Self, NoContentHash> {
        text.to_owned().try_into()
    }
}

impl ContentHash {
    /// Of this content.
    #[must_use]
    pub fn of(content: &[u8]) -> Self {
        Self::of_digest(Sha256::new_with_prefix(content))
    }

    /// Of all that this reader gives, which is never in memory as a whole.
    ///
    /// # Errors
    /// The reader's.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Self> {
        let (mut digest, mut part) = (Sha256::new(), vec![0; PART]);
        loop {
            match reader.read(&mut part) {
                Ok(0) => return Ok(Self::of_digest(digest)),
                Ok(bytes) => digest.update(&part[..bytes]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn of_digest(digest: Sha256) -> Self {
        Self(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_the_published_one() {
        let published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(ContentHash::of(b"abc").to_string(), published);
        assert_eq!(ContentHash::of_reader(&b"abc"[..]).unwrap().to_string(), published);
    }

    #[test]
    fn nothing_else_is_read_as_a_hash() {
        let good = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(serde_json::from_str::<ContentHash>(&format!("\"{good}\"")).unwrap().to_string(), good);
        let (upper, long) = (good.to_ascii_uppercase(), format!("{good}0"));
        for bad in ["", "/etc/passwd", "/dev/zero", "../x", &good[1..], &upper, &long, &good.replace('a', "/")] {
            assert_eq!(bad.parse::<ContentHash>(), Err(NoContentHash), "{bad}");
            assert!(serde_json::from_value::<ContentHash>(bad.into()).is_err(), "{bad}");
        }
    }
}
