//! What is examined: a library, or a text of which one makes a game.

use std::path::PathBuf;

/// A game to examine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckSubject {
    /// The file that reports name.
    pub named: PathBuf,
    /// The library. It is another file if the named one is a text that a library loads.
    pub library: PathBuf,
}

impl From<PathBuf> for CheckSubject {
    fn from(library: PathBuf) -> Self {
        Self { named: library.clone(), library }
    }
}
