//! The first line of a child: the library that it loads, and the limits that come before.

use crate::Inbox;
use plyd_confine::{ConfineError, MissingLimit, SandboxLimits, address_space, go_first_in_a_shortage};
use plyd_host::{ContentHash, LIBRARY_THREADS, Library, LoadError};
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::Arc;

/// The most descriptors of a child.
const DESCRIPTORS: u64 = 32;

/// What a child is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// The work of a session.
    Session,
    /// Games of a match.
    Match,
    /// The work of another command.
    Command,
    /// To try the library.
    Trial,
    /// A test of the library.
    Test,
    /// To play within limits, for a check.
    Wall,
}

/// The first line that a child reads: what it is for, the library, and what the settings say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildOrder {
    /// What the child is for.
    pub role: Role,
    /// The file in which the library was found.
    #[serde(with = "crate::path")]
    pub library: PathBuf,
    /// The copy from which it is loaded.
    #[serde(with = "crate::path")]
    pub copy: PathBuf,
    /// The hash of the copy's content.
    pub content: ContentHash,
    /// Whether the process has limits. Without them it has the environment of its parent.
    pub is_limited: bool,
    /// Files and folders that the library may read beside its own copy.
    #[serde(with = "crate::path::list")]
    pub readable: Vec<PathBuf>,
    /// Files and folders that the work on it reads, such as tables.
    #[serde(with = "crate::path::list")]
    pub data: Vec<PathBuf>,
    /// The bytes of memory for what is read from there, beside what the library may have.
    pub data_memory: u64,
    /// How much lower the priority of the process is than the parent's, as a nice value.
    pub niceness: u8,
    /// The threads that its searches have at the same time.
    pub search_threads: usize,
    /// The bytes of address space that the process may have beside what it begins with; `None` for no limit.
    pub address_space: Option<u64>,
    /// The bytes of memory that the process may have in use, beside what its searches are granted later; `None` for no
    /// limit.
    pub memory: Option<u64>,
}

impl ChildOrder {
    /// The order to load this library, within limits, without data, and with as much memory as the system gives.
    ///
    /// # Errors
    /// The library did not come from a file, or its private copy is gone and cannot be made again.
    pub fn new(role: Role, library: &Library) -> io::Result<Self> {
        let lost = |reason: LoadError| io::Error::other(format!("{} {reason}", library.path().display()));
        let copy = library.restore_copy().map_err(lost)?;
        Ok(Self::of_copy(role, library.path().to_path_buf(), copy.path().to_path_buf(), copy.content().clone()))
    }

    /// The same for the private copy, with this content, of the library that was found in a file.
    #[must_use]
    pub fn of_copy(role: Role, library: PathBuf, copy: PathBuf, content: ContentHash) -> Self {
        Self {
            role,
            library,
            copy,
            content,
            is_limited: true,
            readable: Vec::new(),
            data: Vec::new(),
            data_memory: 0,
            niceness: 0,
            search_threads: 0,
            address_space: None,
            memory: None,
        }
    }

    /// Reads the first line.
    ///
    /// # Errors
    /// Those of the stream, which may have ended, or the line is no order.
    pub fn read(input: &mut Inbox<impl Read>) -> io::Result<Self> {
        input.message()?.ok_or_else(|| io::Error::new(ErrorKind::UnexpectedEof, "there is no order"))
    }

    /// Limits this process permanently, according to the order. Returns what the system cannot enforce.
    ///
    /// # Errors
    /// See [`SandboxLimits::apply`].
    pub fn limit(&self) -> Result<Vec<MissingLimit>, ConfineError> {
        if !self.is_limited {
            go_first_in_a_shortage();
            return Ok(Vec::new());
        }
        let limits = SandboxLimits {
            library_folders: vec![self.copy.clone()],
            data_folders: self.readable.iter().chain(&self.data).cloned().collect(),
            // No limit if it is unknown how much the process begins with: only Linux says that, and only there are
            // limits enforced.
            address_space: self.address_space.and_then(|more| Some(address_space()?.saturating_add(more))),
            descriptors: Some(DESCRIPTORS),
            threads: Some(self.threads()),
        };
        limits.apply()
    }

    /// The most threads of the process.
    #[must_use]
    pub fn threads(&self) -> u64 {
        LIBRARY_THREADS.saturating_add(self.search_threads as u64)
    }

    /// Loads the library.
    ///
    /// # Errors
    /// The copy is gone or has another content, or does not keep the interface.
    pub fn load(&self) -> Result<Arc<Library>, LoadError> {
        Library::load_copy(&self.library, &self.copy, &self.content)
    }
}
