//! Tokens, and what is kept of them.

use plyd_protocol::TOKEN_MARK;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use subtle::ConstantTimeEq;

const BYTES: usize = 32;

/// A text by which a client proves who it is: 256 bits from the system's generator, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// The system's generator fails.
    pub fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{TOKEN_MARK}{}", Hex(&bytes))))
    }

    /// The text, for its owner and for servers.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What a server keeps of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let is_token = text.strip_prefix(TOKEN_MARK).is_some_and(|digits| read_hex(digits).is_some());
        if is_token { Ok(Self(text.to_owned())) } else { Err(NoToken) }
    }
}

/// A text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it must be a line with a token, {TOKEN_MARK} and 64 digits, as `plyd token new` prints it")]
pub struct NoToken;

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

/// The SHA-256 of a token's text.
///
/// A slow hash with a salt protects passwords, which people choose and others guess. Nobody guesses 256 random bits,
/// and no two tokens are the same, so a quick hash without a salt serves as well: whoever reads the hash cannot send
/// the token. A quick one also costs the server little for each token that a hostile client invents.
#[derive(Clone, Copy, Debug)]
pub struct TokenHash([u8; BYTES]);

impl TokenHash {
    /// The hash of what a client has sent as a token.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }
}

/// Takes the same time wherever the first difference is.
impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(f)
    }
}

impl FromStr for TokenHash {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<Self, NoHash> {
        read_hex(text).map(Self).ok_or(NoHash)
    }
}

/// A text that is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash has 64 hexadecimal digits in lower case")]
pub struct NoHash;

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn read_hex(text: &str) -> Option<[u8; BYTES]> {
    let is_hex = text.len() == 2 * BYTES && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let mut bytes = [0; BYTES];
    for (byte, digits) in bytes.iter_mut().zip(is_hex.then(|| text.as_bytes().chunks(2))?) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let tokens: std::collections::HashSet<String> =
            (0..1_000).map(|_| Token::new().unwrap().reveal().to_owned()).collect();
        assert_eq!(tokens.len(), 1_000);
        for token in tokens {
            assert_eq!(token.len(), TOKEN_MARK.len() + 64);
            assert_eq!(token.parse::<Token>().unwrap().reveal(), token);
        }
    }

    /// The hash of `abc` is an example of FIPS 180-4.
    #[test]
    fn hashes_are_those_of_the_standard() {
        let hash = TokenHash::of("abc");
        assert_eq!(hash.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert_ne!(hash, TokenHash::of("abd"));
    }

    #[test]
    fn nothing_else_is_a_token_or_a_hash() {
        for text in ["", "abc", "plyd_token_", &"0".repeat(64), &format!("plyd_token_{}", "G".repeat(64))] {
            assert_eq!(text.parse::<Token>(), Err(NoToken), "{text}");
        }
        for text in ["", &"0".repeat(63), &"A".repeat(64), &"é".repeat(32)] {
            assert_eq!(text.parse::<TokenHash>(), Err(NoHash), "{text}");
        }
    }

    #[test]
    fn a_token_is_not_shown_by_mistake() {
        assert_eq!(format!("{:?}", Token::new()), "Ok((secret))");
    }
}
