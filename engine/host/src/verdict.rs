//! The results of trials of libraries.

use crate::cache::PrivateCopy;
use crate::found_file::FoundFile;
use crate::{Cache, ContentHash, Library, LibraryFacts, LoadError, LoaderFacts};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// A longer text is no verdict, in bytes. All that a library can declare is less: 256 options of 256 choices of 64
/// bytes are four MiB.
pub const LONGEST_VERDICT: usize = 8 << 20;

/// The result of a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialVerdict {
    /// The library came back, and passed all checks.
    Sound(Box<LibraryFacts>),
    /// It is a library that makes games of texts.
    Loader(Box<LoaderFacts>),
    /// It is a text that is not meant for the loader of its suffix.
    NoGame,
    /// It returned, so loading it does no harm, but it was refused. The text continues a sentence that begins with its
    /// path.
    Refused(String),
    /// The system did not load it, so its behaviour is unknown. The text is the system's.
    NotLoaded(String),
    /// It ended the process, in this way.
    Crashes(String),
    /// It did not return within this time.
    Hangs(Duration),
    /// The process returned something other than a verdict.
    Garbles(String),
    /// No process could try it, for this reason, so nothing is known.
    Untried(String),
}

impl TrialVerdict {
    /// Loads the library of this copy into this process, and finds what comes of it. Returns the content of the file
    /// too, if it could be read.
    #[must_use]
    pub fn of_copy(copy: &Path) -> (Option<ContentHash>, Self) {
        let found = match FoundFile::read(copy) {
            Ok(found) => found,
            Err(error) => return (None, Self::Untried(format!("its copy {error}"))),
        };
        let cache = Cache::new(copy.parent().map(Path::to_path_buf));
        // Its content was read just now, so it is what its hash says, and no other copy is needed.
        let private = PrivateCopy::at(copy.to_path_buf(), found.hash.clone());
        let loaded = found.check_whole().and_then(|()| Library::of_copy(copy, &private, &cache));
        let verdict = match loaded {
            Ok(library) => {
                let facts = library.facts();
                match facts.check() {
                    Ok(()) => Self::Sound(Box::new(facts)),
                    Err(reason) => Self::Refused(LoadError::from(reason).to_string()),
                }
            }
            Err(LoadError::Loader(facts)) => Self::Loader(facts),
            Err(LoadError::NoGame) => Self::NoGame,
            Err(LoadError::NotALibrary(reason)) => Self::NotLoaded(reason),
            Err(error @ (LoadError::Unreadable(_) | LoadError::NotCopied(_))) => {
                Self::Untried(format!("its copy {error}"))
            }
            Err(error) => Self::Refused(error.to_string()),
        };
        (Some(found.hash), verdict)
    }

    /// The reason for not loading a library with this verdict. `None` if it may be loaded; it may still be refused for
    /// another reason.
    pub(crate) fn danger(&self) -> Option<LoadError> {
        match self {
            Self::Sound(_) | Self::Loader(_) | Self::NoGame | Self::Refused(_) => None,
            Self::NotLoaded(reason) => Some(LoadError::NotALibrary(reason.clone())),
            Self::Crashes(how) => Some(LoadError::Crashes(how.clone())),
            Self::Hangs(time) => Some(LoadError::Hangs(*time)),
            Self::Garbles(how) => Some(LoadError::Garbles(how.clone())),
            Self::Untried(reason) => Some(LoadError::Untried(reason.clone())),
        }
    }

    /// Whether something bad was found that is kept, so that no process needs the copy. In the surroundings of another
    /// process, a library that was not loaded may be sound.
    pub(crate) fn is_bad(&self) -> bool {
        self.danger().is_some() && self.is_lasting()
    }

    /// Whether the verdict depends only on the library. A failure to load because another file is missing, or to start
    /// a process, may not happen at the next start.
    pub(crate) fn is_lasting(&self) -> bool {
        match self {
            Self::Sound(_)
            | Self::Loader(_)
            | Self::NoGame
            | Self::Refused(_)
            | Self::Crashes(_)
            | Self::Hangs(_)
            | Self::Garbles(_) => true,
            Self::NotLoaded(_) | Self::Untried(_) => false,
        }
    }
}
