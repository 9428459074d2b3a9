//! The results of trials of libraries, and their storage.

use crate::cache::{PrivateCopy, replace};
use crate::found_file::FoundFile;
use crate::{Cache, ContentHash, Library, LibraryFacts, LoadError, Trial};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A longer text is no verdict, in bytes. All that a library can declare is less: 256 options of 256 choices of 64
/// bytes are four MiB.
pub const LONGEST_VERDICT: usize = 8 << 20;

/// The result of a trial.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The library came back, and passed all checks.
    Sound(Box<LibraryFacts>),
    /// It returned, so loading it harms nobody, but it was refused. The text continues a sentence that begins with its
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

/// The content of the file of a verdict.
#[derive(Debug, Serialize, Deserialize)]
struct Kept<'a> {
    /// The program that tried the library.
    build: Cow<'a, str>,
    /// The content that was tried.
    hash: Cow<'a, ContentHash>,
    verdict: Cow<'a, Verdict>,
}

impl Kept<'static> {
    /// What any build of the program has stored for this content.
    fn read(copy: &PrivateCopy, trial: &Trial) -> Option<Self> {
        let text = plyd_foreign::read(&path(copy, trial), LONGEST_VERDICT as u64).ok()?;
        let kept: Self = serde_json::from_slice(&text).ok()?;
        (*kept.hash == *copy.content()).then_some(kept)
    }
}

impl Verdict {
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
            Self::Sound(_) | Self::Refused(_) => None,
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
    fn is_lasting(&self) -> bool {
        match self {
            Self::Sound(_) | Self::Refused(_) | Self::Crashes(_) | Self::Hangs(_) | Self::Garbles(_) => true,
            Self::NotLoaded(_) | Self::Untried(_) => false,
        }
    }

    /// The verdict that this build of the program has stored for this content. There is none if the file cannot be read
    /// or has other content, or if the library hung within a time shorter than today's limit.
    pub(crate) fn kept(copy: &PrivateCopy, trial: &Trial) -> Option<Self> {
        let kept = Kept::read(copy, trial)?;
        let counts = kept.build == trial.build
            && kept.verdict.is_lasting()
            && match &*kept.verdict {
                Self::Hangs(time) => *time >= trial.time,
                Self::Sound(facts) => facts.check().is_ok(),
                _ => true,
            };
        counts.then(|| kept.verdict.into_owned())
    }

    /// How late a library is tried: first those that a build of the program found harmless, last those that one found
    /// bad.
    pub(crate) fn rank(copy: &PrivateCopy, trial: &Trial) -> u8 {
        match Kept::read(copy, trial) {
            Some(kept) if kept.verdict.danger().is_none() => 0,
            None => 1,
            Some(_) => 2,
        }
    }

    /// Keeps it for later starts, if it is worth it.
    pub(crate) fn keep(&self, copy: &PrivateCopy, trial: &Trial) -> io::Result<()> {
        if !self.is_lasting() {
            return Ok(());
        }
        let (build, hash) = (Cow::Borrowed(&*trial.build), Cow::Borrowed(copy.content()));
        let mut text = serde_json::to_vec(&Kept { build, hash, verdict: Cow::Borrowed(self) })?;
        text.push(b'\n');
        replace(&path(copy, trial), &text)
    }
}

/// The file for the verdict of this copy: beside it, in the same private folder.
pub(crate) fn path(copy: &PrivateCopy, trial: &Trial) -> PathBuf {
    copy.path().with_extension(trial.kept_as)
}
