//! The identity of a file's content.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{self, Read};

/// The bytes that are read at a time.
const PART: usize = 1 << 16;

/// The SHA-256 hash of a file's content, as 64 hexadecimal digits. A hash read from outside may be any text, and then
/// equals no other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContentHash(String);

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

    /// Whether it can be a hash. One that was read may be anything.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.0.len() == 64 && self.0.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
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
}
