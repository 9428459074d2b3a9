//! The tokens that count now, read again and again from their file.

use super::token::TokenHash;
use super::token_file::{Entry, TokenFile, TokenFileError};
use crate::private_file::Unusable;
use plyd_session::Access;
use std::io::ErrorKind::NotFound;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How often the file is read. A token that is gone counts until the next time, see [`Keyring::take_up`].
const REREAD_INTERVAL: Duration = Duration::from_secs(1);

/// The tokens of a server.
#[derive(Debug)]
pub(crate) struct Keyring {
    path: PathBuf,
    keys: Mutex<Vec<Key>>,
}

#[derive(Debug)]
struct Key {
    entry: Entry,
    /// Whether the file did not list it when it was last read.
    is_missing: bool,
    /// Cancelled when it no longer counts.
    revoked: CancellationToken,
}

impl Keyring {
    /// Reads the file.
    ///
    /// # Errors
    /// It cannot be read, others can read it, or a line is wrong.
    pub(crate) fn open(path: PathBuf) -> Result<Arc<Self>, TokenFileError> {
        let listed = TokenFile::read(&path)?;
        if listed.entries().is_empty() {
            tracing::warn!(file = %path.display(), "the token file lists no token, so no client can enter");
        }
        let keyring = Self { path, keys: Mutex::default() };
        keyring.take_up(listed.entries());
        Ok(Arc::new(keyring))
    }

    /// What a client may do that sends this text as its token, and the token's name; `None` if there is no such token.
    pub(crate) fn unlock(&self, text: &str) -> Option<(String, Access)> {
        let hash = TokenHash::of(text);
        // All are compared, so that the time does not tell which one it is. The last one is the newest.
        let keys = self.keys();
        let found = keys.iter().fold(None, |found, key| if key.entry.hash == hash { Some(key) } else { found })?;
        let access = Access { rights: found.entry.rights, revoked: Some(found.revoked.clone()) };
        Some((found.entry.name.clone(), access))
    }

    /// Reads the file again and again. If it cannot be used, the tokens stay as they are; if there is none any more, no
    /// token counts.
    pub(crate) async fn watch(self: Arc<Self>) {
        let mut told = None;
        loop {
            sleep(REREAD_INTERVAL).await;
            let path = self.path.clone();
            let Ok(listed) = spawn_blocking(move || TokenFile::read(&path)).await else { continue };
            let fault = match listed {
                Ok(listed) => {
                    self.take_up(listed.entries());
                    None
                }
                Err(error) => {
                    let is_gone = matches!(&error, TokenFileError::Unusable { reason: Unusable::System(reason), .. }
                        if reason.kind() == NotFound);
                    if is_gone {
                        self.take_up(&[]);
                    }
                    let effect = if is_gone { "no token counts" } else { "the tokens stay as they are" };
                    Some(format!("{error}; {effect}"))
                }
            };
            if fault != told {
                match &fault {
                    Some(fault) => tracing::error!("{fault}"),
                    None => tracing::warn!("the token file can be used again"),
                }
                told = fault;
            }
        }
    }

    /// Takes new tokens up at once, and drops those that were missing twice in a row: some programs empty a file before
    /// they write it.
    fn take_up(&self, listed: &[Entry]) {
        let is_same = |one: &Entry, other: &Entry| one.hash == other.hash && one.rights == other.rights;
        let mut keys = self.keys();
        keys.retain_mut(|key| {
            let was_missing = key.is_missing;
            key.is_missing = !listed.iter().any(|entry| is_same(entry, &key.entry));
            let counts = !(was_missing && key.is_missing);
            if !counts {
                tracing::info!(token = key.entry.name, "a token no longer counts");
                key.revoked.cancel();
            }
            counts
        });
        for entry in listed {
            if !keys.iter().any(|key| is_same(entry, &key.entry)) {
                keys.push(Key { entry: entry.clone(), is_missing: false, revoked: CancellationToken::new() });
            }
        }
    }

    fn keys(&self) -> MutexGuard<'_, Vec<Key>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::Token;
    use super::*;
    use plyd_protocol::Right;

    fn entry(name: &str, rights: &str, token: &Token) -> Entry {
        Entry { name: name.into(), hash: token.hash(), rights: rights.parse().unwrap() }
    }

    #[test]
    fn tokens_come_at_once_and_go_when_they_are_missing_twice() {
        let keyring = Keyring { path: PathBuf::new(), keys: Mutex::default() };
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        let is_known = |token: &Token| keyring.unlock(token.reveal()).is_some();
        let (first, second) = (entry("a", "play", &one), entry("b", "watch", &other));
        keyring.take_up(std::slice::from_ref(&first));
        assert!(is_known(&one) && !is_known(&other));
        let (name, access) = keyring.unlock(one.reveal()).unwrap();
        assert!(name == "a" && access.rights.allow(Right::Play));
        let revoked = access.revoked.unwrap();
        keyring.take_up(&[first.clone(), second.clone()]);
        keyring.take_up(&[]);
        keyring.take_up(&[first.clone(), second.clone()]);
        keyring.take_up(std::slice::from_ref(&second));
        assert!(!revoked.is_cancelled());
        keyring.take_up(std::slice::from_ref(&second));
        assert!(revoked.is_cancelled() && !is_known(&one) && is_known(&other));
        // A changed right counts at once for those who come, and ends the sessions that have the old one.
        let old = keyring.unlock(other.reveal()).unwrap().1.revoked.unwrap();
        let changed = [entry("b", "play", &other)];
        keyring.take_up(&changed);
        assert!(keyring.unlock(other.reveal()).unwrap().1.rights.allow(Right::Play));
        keyring.take_up(&changed);
        assert!(old.is_cancelled() && keyring.keys().len() == 1);
    }

    #[test]
    fn the_hash_of_a_token_opens_nothing() {
        let keyring = Keyring { path: PathBuf::new(), keys: Mutex::default() };
        let token = Token::new().unwrap();
        keyring.take_up(&[entry("a", "play", &token)]);
        let whole = token.reveal();
        for text in [&token.hash().to_string(), "", &whole[1..], &whole[..whole.len() - 1], &whole.to_uppercase()] {
            assert!(keyring.unlock(text).is_none(), "{text}");
        }
    }
}
