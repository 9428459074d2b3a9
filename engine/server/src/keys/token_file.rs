//! The file that lists the tokens of a server: a line for each, with its name, its hash and its rights.

use super::token::{Token, TokenHash};
use crate::folder_lock::FolderLock;
use plyd_foreign::{HAND_WRITTEN, NeededAccess, UnreadableFile, bytes_of, open_private};
use plyd_host::Stamp;
use plyd_protocol::ClientRights;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The maximum number of tokens of a server.
const MAX_TOKENS: usize = 1_024;
/// The longest name of a token.
const LONGEST_NAME: usize = 64;

/// The lines with which a new file begins.
const HEAD: &str =
    "# The tokens of a plyd server: name, SHA-256 of the token, rights. `plyd token` changes this file.\n";

/// A token as the file lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenEntry {
    /// By which people know it.
    pub name: String,
    /// The hash of its text.
    pub hash: TokenHash,
    /// What its owner may do.
    pub rights: ClientRights,
}

/// The tokens of a server, as the file lists them. No two have the same name or the same hash.
///
/// ```
/// use plyd_server::{Token, TokenFile};
///
/// let (mut file, token) = (TokenFile::default(), Token::new()?);
/// file.add("laptop", "play".parse()?, &token)?;
/// assert_eq!(TokenFile::parse(&file.to_string())?, file);
/// assert!(!file.to_string().contains(token.reveal()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenFile {
    entries: Vec<TokenEntry>,
}

/// Why there are no tokens. No message repeats a line of the file, which may be a token by mistake.
#[derive(Debug, thiserror::Error)]
pub enum TokenFileError {
    /// The file cannot be used.
    #[error("cannot use the token file {}: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: UnreadableFile,
    },
    /// A line of the file is wrong.
    #[error("the token file {} is wrong: {reason}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: WrongLine,
    },
    /// The change of the file is not possible.
    #[error(transparent)]
    Change(#[from] WrongChange),
    /// The changed file cannot be written.
    #[error("cannot write the token file {}: {reason}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
}

/// A line that is none of a token file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct WrongLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// It is not three words.
    #[error("a line must be NAME SHA256 RIGHTS; `plyd token new NAME` adds a token")]
    Words,
    /// Its first word is no name.
    #[error("{}", WrongChange::Name)]
    Name,
    /// Its second word is no hash.
    #[error("the second word must be the SHA-256 of a token, 64 hexadecimal digits in lower case")]
    Hash,
    /// Its third word names no rights.
    #[error("{}", plyd_protocol::RightsError)]
    Rights,
    /// An earlier line has this name or this hash.
    #[error("an earlier line has the same name or the same hash")]
    Twice,
    /// There are too many lines.
    #[error("a server has at most {MAX_TOKENS} tokens")]
    TooMany,
    /// It is not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotUtf8,
}

/// A change that a token file does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongChange {
    /// A token cannot have such a name.
    #[error("the name of a token has 1 to {LONGEST_NAME} letters, digits, dots, dashes and underscores")]
    Name,
    /// There is one of this name.
    #[error("there is a token `{0}`; `plyd token revoke {0}` ends it, or choose another name")]
    Taken(String),
    /// There is none of this name.
    #[error("there is no token `{0}`; `plyd token list` lists all")]
    Unknown(String),
    /// There are too many.
    #[error("there are {MAX_TOKENS} tokens, and a server can have no more")]
    TooMany,
}

impl TokenFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Self, WrongLine> {
        let mut entries: Vec<TokenEntry> = Vec::new();
        for (text, line) in text.lines().zip(1..) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let entry = read_line(text).and_then(|entry| {
                let is_taken = entries.iter().any(|other| other.name == entry.name || other.hash == entry.hash);
                match (is_taken, entries.len() < MAX_TOKENS) {
                    (true, _) => Err(LineFault::Twice),
                    (false, false) => Err(LineFault::TooMany),
                    (false, true) => Ok(entry),
                }
            });
            entries.push(entry.map_err(|fault| WrongLine { line, fault })?);
        }
        Ok(Self { entries })
    }

    /// Reads a file, which nobody but its owner may read or change.
    ///
    /// # Errors
    /// It cannot be read, others can read it, or a line is wrong.
    pub fn read(path: &Path) -> Result<Self, TokenFileError> {
        Snapshot::take(path).map(|snapshot| snapshot.file)
    }

    /// Changes a file; one that is not there is made if `creates` says so. Another process that changes it at the same
    /// time waits, and who reads it finds the old text or the new one, as a whole.
    ///
    /// # Errors
    /// It cannot be read or written, or the change is refused.
    pub fn change<T>(
        path: &Path,
        creates: bool,
        change: impl FnOnce(&mut Self) -> Result<T, WrongChange>,
    ) -> Result<T, TokenFileError> {
        // What a link leads to is replaced, not the link.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let unwritten = |reason| TokenFileError::Unwritten { path: path.clone(), reason };
        let _lock = FolderLock::of(path).map_err(unwritten)?;
        let old = match fs::metadata(path) {
            Err(error) if creates && error.kind() == ErrorKind::NotFound => None,
            _ => Some(Self::read(path)?),
        };
        let is_new = old.is_none();
        let mut file = old.unwrap_or_default();
        let result = change(&mut file)?;
        file.write(path, is_new).map_err(unwritten)?;
        Ok(result)
    }

    fn write(&self, path: &Path, is_new: bool) -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // It is readable by its owner alone from the beginning.
        let mut written = NamedTempFile::new_in(folder)?;
        written.write_all(self.to_string().as_bytes())?;
        if !is_new {
            keep_owner(path, written.as_file())?;
        }
        written.as_file().sync_all()?;
        written.persist(path)?;
        Ok(())
    }

    /// Adds a token.
    ///
    /// # Errors
    /// The name is none or taken, or there are too many tokens.
    pub fn add(&mut self, name: &str, rights: ClientRights, token: &Token) -> Result<(), WrongChange> {
        if !is_name(name) {
            return Err(WrongChange::Name);
        }
        if self.entries.iter().any(|entry| entry.name == name) {
            return Err(WrongChange::Taken(name.to_owned()));
        }
        if self.entries.len() == MAX_TOKENS {
            return Err(WrongChange::TooMany);
        }
        self.entries.push(TokenEntry { name: name.to_owned(), hash: token.hash(), rights });
        Ok(())
    }

    /// Removes a token.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn remove(&mut self, name: &str) -> Result<(), WrongChange> {
        let place = self.entries.iter().position(|entry| entry.name == name);
        // A token that is given by mistake is not repeated.
        let unknown = || if is_name(name) { WrongChange::Unknown(name.to_owned()) } else { WrongChange::Name };
        self.entries.remove(place.ok_or_else(unknown)?);
        Ok(())
    }

    /// All tokens, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[TokenEntry] {
        &self.entries
    }
}

/// A token file at the time of reading, when somebody may have been about to write it.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) file: TokenFile,
    /// The stamp of the file before it was read; `None` if the system has none.
    pub(super) stamp: Option<Stamp>,
    /// Whether it has tokens, and ends with a line feed. A file that is written at this moment may be empty or cut.
    pub(super) is_whole: bool,
}

impl Snapshot {
    /// Reads a file that only its owner may read or change.
    pub(super) fn take(path: &Path) -> Result<Self, TokenFileError> {
        let read = || {
            let file = open_private(path, NeededAccess::Private)?;
            let stamp = Stamp::of(&file.metadata()?);
            Ok((stamp, bytes_of(file, HAND_WRITTEN)?))
        };
        let (stamp, bytes) = read().map_err(|reason| TokenFileError::Unusable { path: path.to_owned(), reason })?;
        let text = std::str::from_utf8(&bytes);
        let parsed = text.map_err(|_| WrongLine { line: 1, fault: LineFault::NotUtf8 }).and_then(TokenFile::parse);
        let file = parsed.map_err(|reason| TokenFileError::Wrong { path: path.to_owned(), reason })?;
        let is_whole = bytes.ends_with(b"\n") && !file.entries.is_empty();
        Ok(Self { file, stamp, is_whole })
    }
}

impl std::fmt::Display for TokenFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(HEAD)?;
        self.entries.iter().try_for_each(|TokenEntry { name, hash, rights }| writeln!(f, "{name} {hash} {rights}"))
    }
}

fn read_line(text: &str) -> Result<TokenEntry, LineFault> {
    let mut words = text.split_whitespace();
    let (Some(name), Some(hash), Some(rights), None) = (words.next(), words.next(), words.next(), words.next()) else {
        return Err(LineFault::Words);
    };
    if !is_name(name) {
        return Err(LineFault::Name);
    }
    let hash = hash.parse().map_err(|_| LineFault::Hash)?;
    let rights = rights.parse().map_err(|_| LineFault::Rights)?;
    Ok(TokenEntry { name: name.to_owned(), hash, rights })
}

/// A token itself is no name, because it is too long for one.
fn is_name(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(is_sign)
}

/// A server of another user can still read the file after anyone has changed it.
#[cfg(unix)]
fn keep_owner(old: &Path, new: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (old, own) = (fs::metadata(old)?, new.metadata()?);
    if (old.uid(), old.gid()) == (own.uid(), own.gid()) {
        return Ok(());
    }
    fchown(new, Some(old.uid()), Some(old.gid()))
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: usize) -> String {
        format!("{number:064x}")
    }

    #[test]
    fn wrong_lines_are_named_but_not_repeated() {
        let (one, two) = (hash(1), hash(2));
        for (text, line, fault) in [
            (format!("a {one} play\n\n# x\nb {two}\n"), 4, LineFault::Words),
            (format!("a {one} play x"), 1, LineFault::Words),
            (format!("a/b {one} play"), 1, LineFault::Name),
            (format!("{} {one} play", "n".repeat(65)), 1, LineFault::Name),
            (format!("a {}x play", &one[1..]), 1, LineFault::Hash),
            (format!("a {one} plays"), 1, LineFault::Rights),
            (format!("a {one} play\na {two} play"), 2, LineFault::Twice),
            (format!("a {one} play\nb {one} watch"), 2, LineFault::Twice),
            ("plyd_token_12".to_owned(), 1, LineFault::Words),
        ] {
            let wrong = TokenFile::parse(&text).unwrap_err();
            assert_eq!(wrong, WrongLine { line, fault }, "{text}");
            assert!(!wrong.to_string().contains("plyd_token"));
        }
        let most: String = (0..MAX_TOKENS).map(|number| format!("n{number} {} play\n", hash(number))).collect();
        assert_eq!(TokenFile::parse(&most).unwrap().entries().len(), MAX_TOKENS);
        let wrong = TokenFile::parse(&format!("{most}more {} play", hash(MAX_TOKENS))).unwrap_err();
        assert_eq!(wrong.fault, LineFault::TooMany);
    }

    #[test]
    fn a_file_is_changed_as_a_whole_and_stays_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens");
        let (first, second) = (Token::new().unwrap(), Token::new().unwrap());
        let add = |name, token| TokenFile::change(&path, true, |file| file.add(name, "play".parse().unwrap(), token));
        add("first", &first).unwrap();
        add("second", &second).unwrap();
        assert!(matches!(add("first", &second), Err(TokenFileError::Change(WrongChange::Taken(_)))));
        assert_eq!(TokenFile::read(&path).unwrap().entries()[1].hash, second.hash());
        TokenFile::change(&path, false, |file| file.remove("first")).unwrap();
        let left = TokenFile::read(&path).unwrap();
        assert_eq!(left.entries().iter().map(|entry| &*entry.name).collect::<Vec<_>>(), ["second"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left there");
        #[cfg(unix)]
        for mode in [0o640, 0o604, 0o620, 0o601] {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let refused = TokenFile::read(&path).unwrap_err().to_string();
            assert!(refused.contains("chmod 600"), "{refused}");
        }
    }

    #[test]
    fn many_who_change_it_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens");
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for number in 0..8 {
                        let (name, token) = (format!("{thread}-{number}"), Token::new().unwrap());
                        TokenFile::change(path, true, |file| file.add(&name, ClientRights::ALL, &token)).unwrap();
                    }
                });
            }
        });
        assert_eq!(TokenFile::read(&path).unwrap().entries().len(), 64);
    }
}
