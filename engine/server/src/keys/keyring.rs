//! The tokens that count now, read again and again from their file.

use super::token::TokenHash;
use super::token_file::{Snapshot, TokenEntry, TokenFileError};
use plyd_foreign::UnreadableFile;
use plyd_host::Stamp;
use plyd_session::Access;
use std::io::ErrorKind::NotFound;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// How often the file is read.
const REREAD_INTERVAL: Duration = Duration::from_secs(1);

/// How often it is read while a token is missing in it, until it is known whether the file was about to be written.
const SETTLE_INTERVAL: Duration = Duration::from_millis(100);

/// How long a file that was changed in place must stay unchanged before a token that is missing in it is gone.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// A token that has been missing for so long is gone, whatever is done to the file. With the two intervals and the time
/// that a session has to end, this is less than the ten seconds after which no session has it any more.
const MISSING_TIME: Duration = Duration::from_secs(3);

/// The tokens of a server.
#[derive(Debug)]
pub(crate) struct Keyring {
    path: PathBuf,
    known: Mutex<KeyringContent>,
}

/// What is known from all reads of the file, including tokens that are missing in it but still count.
#[derive(Debug, Default)]
struct KeyringContent {
    keys: Vec<KeyringKey>,
    seen: Option<FileVersion>,
}

#[derive(Debug)]
struct KeyringKey {
    entry: TokenEntry,
    /// Since when the file has not listed it.
    missing_since: Option<Instant>,
    /// Cancelled when it no longer counts.
    revoked: CancellationToken,
}

/// The file when it was last read.
#[derive(Debug)]
struct FileVersion {
    stamp: Stamp,
    /// Since when it has had this stamp.
    since: Instant,
    /// Whether it is another file than the one before: it was put in place as a whole, as `plyd token` does it.
    is_replaced: bool,
}

impl Keyring {
    /// Reads the file.
    ///
    /// # Errors
    /// It cannot be read, others can read it, or a line is wrong.
    pub(crate) fn open(path: PathBuf) -> Result<Arc<Self>, TokenFileError> {
        let found = Snapshot::take(&path)?;
        if found.file.entries().is_empty() {
            tracing::warn!(file = %path.display(), "the token file lists no token, so no client can enter");
        }
        let keyring = Self { path, known: Mutex::default() };
        keyring.take_up(Some(&found), Instant::now());
        Ok(Arc::new(keyring))
    }

    /// What a client may do that sends this text as its token, and the token's name; `None` if there is no such token.
    pub(crate) fn unlock(&self, text: &str) -> Option<(String, Access)> {
        let hash = TokenHash::of(text);
        // All are compared, so that the time does not show which one matches. The last match is the newest.
        let known = self.known();
        let found =
            known.keys.iter().fold(None, |found, key| if key.entry.hash == hash { Some(key) } else { found })?;
        let access = Access { rights: found.entry.rights, revoked: Some(found.revoked.clone()) };
        Some((found.entry.name.clone(), access))
    }

    /// Reads the file again and again. If it cannot be used, the tokens stay as they are; if there is none any more, no
    /// token counts.
    pub(crate) async fn watch(self: Arc<Self>) {
        let (mut last, mut told) = (None, None);
        loop {
            sleep(if self.is_unsettled() { SETTLE_INTERVAL } else { REREAD_INTERVAL }).await;
            let path = self.path.clone();
            let Ok(found) = spawn_blocking(move || Snapshot::take(&path)).await else { continue };
            let fault = match found {
                Ok(found) => {
                    self.take_up(Some(&found), Instant::now());
                    None
                }
                Err(error) => {
                    let is_gone = matches!(
                        &error,
                        TokenFileError::Unusable { reason: UnreadableFile::System(reason), .. }
                            if reason.kind() == NotFound
                    );
                    if is_gone {
                        self.take_up(None, Instant::now());
                    }
                    let effect = if is_gone { "no token counts" } else { "the tokens stay as they are" };
                    Some(format!("{error}; {effect}"))
                }
            };
            // A fault that is there once is a file that was about to be written.
            if fault == last && fault != told {
                match &fault {
                    Some(fault) => tracing::error!("{fault}"),
                    None => tracing::warn!("the token file is valid again"),
                }
                told.clone_from(&fault);
            }
            last = fault;
        }
    }

    /// Takes what was found in the file; `None` if there is no file. New tokens count at once. One that is missing no
    /// longer counts if the file was replaced as a whole and is the same a moment later; if it was changed in place,
    /// and then not for a while; or if it has been missing all the time: some programs empty a file before they write
    /// it.
    fn take_up(&self, found: Option<&Snapshot>, now: Instant) {
        let is_same = |one: &TokenEntry, other: &TokenEntry| one.hash == other.hash && one.rights == other.rights;
        let listed = found.map_or(&[][..], |found| found.file.entries());
        let mut known = self.known();
        let is_settled = found.is_some_and(|found| known.see(found, now));
        known.keys.retain_mut(|key| {
            if listed.iter().any(|entry| is_same(entry, &key.entry)) {
                key.missing_since = None;
                return true;
            }
            let since = *key.missing_since.get_or_insert(now);
            let counts = !is_settled && now.duration_since(since) < MISSING_TIME;
            if !counts {
                tracing::info!(token = key.entry.name, "a token no longer counts");
                key.revoked.cancel();
            }
            counts
        });
        for entry in listed {
            if !known.keys.iter().any(|key| is_same(entry, &key.entry)) {
                let revoked = CancellationToken::new();
                known.keys.push(KeyringKey { entry: entry.clone(), missing_since: None, revoked });
            }
        }
    }

    /// Whether the file lacks a token that still counts.
    fn is_unsettled(&self) -> bool {
        self.known().keys.iter().any(|key| key.missing_since.is_some())
    }

    fn known(&self) -> MutexGuard<'_, KeyringContent> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeyringContent {
    /// Notes that the file was found like this now. Returns whether it is as its writer wanted it, as far as that
    /// shows.
    fn see(&mut self, found: &Snapshot, now: Instant) -> bool {
        let Some(stamp) = &found.stamp else { return false };
        match &self.seen {
            Some(seen) if seen.stamp == *stamp => {
                found.is_whole && (seen.is_replaced || now.duration_since(seen.since) >= QUIET_TIME)
            }
            before => {
                let is_replaced = before.as_ref().is_some_and(|before| !before.stamp.is_of_same_file(stamp));
                self.seen = Some(FileVersion { stamp: stamp.clone(), since: now, is_replaced });
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::Token;
    use super::*;
    use plyd_protocol::Right;

    fn entry(name: &str, rights: &str, token: &Token) -> TokenEntry {
        TokenEntry { name: name.into(), hash: token.hash(), rights: rights.parse().unwrap() }
    }

    /// A keyring, its file, and the time since it began.
    struct KeyringFixture {
        keyring: Keyring,
        file: PathBuf,
        now: Instant,
        _folder: tempfile::TempDir,
    }

    impl KeyringFixture {
        fn new(entries: &[TokenEntry]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let keyring = Keyring { path: PathBuf::new(), known: Mutex::default() };
            let file = folder.path().join("tokens");
            let watched = Self { keyring, file, now: Instant::now(), _folder: folder };
            watched.replace(entries);
            watched.keyring.take_up(Some(&Snapshot::take(&watched.file).unwrap()), watched.now);
            watched
        }

        fn text(entries: &[TokenEntry]) -> String {
            entries.iter().map(|TokenEntry { name, hash, rights }| format!("{name} {hash} {rights}\n")).collect()
        }

        /// Puts another file in its place.
        fn replace(&self, entries: &[TokenEntry]) {
            let mut new = tempfile::NamedTempFile::new_in(self.file.parent().unwrap()).unwrap();
            std::io::Write::write_all(&mut new, Self::text(entries).as_bytes()).unwrap();
            new.persist(&self.file).unwrap();
        }

        /// Writes to the same file, which gets another stamp.
        fn rewrite(&self, text: &str) {
            let stamp = || Stamp::of(&std::fs::metadata(&self.file).unwrap());
            let old = stamp();
            while stamp() == old {
                std::fs::write(&self.file, text).unwrap();
            }
        }

        /// Reads the file after this many milliseconds.
        fn read_after(&mut self, milliseconds: u64) {
            self.now += Duration::from_millis(milliseconds);
            self.keyring.take_up(Snapshot::take(&self.file).ok().as_ref(), self.now);
        }

        fn access(&self, token: &Token) -> Option<Access> {
            self.keyring.unlock(token.reveal()).map(|(_, access)| access)
        }
    }

    #[test]
    fn a_replaced_file_counts_as_soon_as_it_is_the_same_twice() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        let (first, second) = (entry("a", "play", &one), entry("b", "watch", &other));
        let mut watched = KeyringFixture::new(std::slice::from_ref(&first));
        assert!(watched.access(&one).unwrap().rights.allow(Right::Play) && watched.access(&other).is_none());
        let revoked = watched.access(&one).unwrap().revoked.unwrap();
        watched.replace(std::slice::from_ref(&second));
        watched.read_after(1_000);
        assert!(!revoked.is_cancelled() && watched.access(&other).is_some() && watched.keyring.is_unsettled());
        watched.read_after(100);
        assert!(revoked.is_cancelled() && watched.access(&one).is_none() && !watched.keyring.is_unsettled());
        // A changed right counts at once for those who come, and ends the sessions that have the old one.
        let old = watched.access(&other).unwrap().revoked.unwrap();
        watched.replace(&[entry("b", "play", &other)]);
        watched.read_after(1_000);
        assert!(watched.access(&other).unwrap().rights.allow(Right::Play));
        watched.read_after(100);
        assert!(old.is_cancelled() && watched.keyring.known().keys.len() == 1);
    }

    #[test]
    fn a_file_that_is_written_in_place_revokes_nobody_while_it_is_written() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        let entries = [entry("a", "play", &one), entry("b", "watch", &other)];
        let whole = KeyringFixture::text(&entries);
        let mut watched = KeyringFixture::new(&entries);
        let revoked = watched.access(&other).unwrap().revoked.unwrap();
        // Empty, cut after a line or within one, for less than the time.
        for text in ["", &whole[..whole.find('\n').unwrap() + 1], &whole[..whole.len() - 1], "# nothing yet\n"] {
            for _ in 0..2 {
                watched.rewrite(text);
                watched.read_after(900);
                watched.rewrite(text);
                watched.read_after(900);
            }
            watched.rewrite(&whole);
            watched.read_after(100);
            assert!(!revoked.is_cancelled() && !watched.keyring.is_unsettled(), "{text:?}");
        }
        // Taken out for good.
        watched.rewrite(&KeyringFixture::text(&entries[..1]));
        watched.read_after(1_000);
        watched.read_after(900);
        assert!(!revoked.is_cancelled());
        watched.read_after(100);
        assert!(revoked.is_cancelled() && watched.access(&one).is_some());
    }

    #[test]
    fn an_emptied_and_a_removed_file_revoke_all_in_the_end() {
        let token = Token::new().unwrap();
        for empty in [true, false] {
            let mut watched = KeyringFixture::new(&[entry("a", "play", &token)]);
            let revoked = watched.access(&token).unwrap().revoked.unwrap();
            if empty {
                watched.rewrite("");
            } else {
                std::fs::remove_file(&watched.file).unwrap();
            }
            for _ in 0..3 {
                watched.read_after(1_000);
                assert!(!revoked.is_cancelled(), "{empty}");
            }
            watched.read_after(1_000);
            assert!(revoked.is_cancelled() && watched.access(&token).is_none(), "{empty}");
        }
    }

    #[test]
    fn the_hash_of_a_token_opens_nothing() {
        let token = Token::new().unwrap();
        let keyring = KeyringFixture::new(&[entry("a", "play", &token)]).keyring;
        let whole = token.reveal();
        for text in [&token.hash().to_string(), "", &whole[1..], &whole[..whole.len() - 1], &whole.to_uppercase()] {
            assert!(keyring.unlock(text).is_none(), "{text}");
        }
    }
}
