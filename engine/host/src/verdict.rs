//! What trials of libraries found, and what is kept of it.

use crate::cache::{PrivateCopy, replace};
use crate::{ContentHash, LibraryFacts, LoadError, Trial};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Duration;

/// A longer text is no verdict, in bytes. All that a library can declare is less: 256 options of 256 choices of 64
/// bytes are four MiB.
pub(crate) const LONGEST_VERDICT: usize = 8 << 20;

/// What a trial found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The library came back, and passed all checks.
    Sound(Box<LibraryFacts>),
    /// It came back, so that nobody is harmed who loads it, and was refused. The text continues a sentence that begins
    /// with its path.
    Refused(String),
    /// The system did not load it, so nothing is known of what it does once it is. The text is the system's.
    NotLoaded(String),
    /// It ended the process, in this way.
    Crashes(String),
    /// It did not come back within this time.
    Hangs(Duration),
    /// The process came back with something else than a verdict.
    Garbles(String),
    /// No process could try it, for this reason, so nothing is known.
    Untried(String),
}

/// What the file of a verdict holds.
#[derive(Debug, Serialize, Deserialize)]
struct Kept<'a> {
    /// The program that tried the library.
    build: Cow<'a, str>,
    /// The content that was tried.
    hash: Cow<'a, ContentHash>,
    verdict: Cow<'a, Verdict>,
}

impl Verdict {
    /// Why a library with this verdict is not loaded; `None` if it may be, which may refuse it for another reason.
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

    /// Whether it tells about the library alone. That the system cannot load one, as something else is missing, or that
    /// no process could be started, may be otherwise at the next start.
    fn is_lasting(&self) -> bool {
        match self {
            Self::Sound(_) | Self::Refused(_) | Self::Crashes(_) | Self::Hangs(_) | Self::Garbles(_) => true,
            Self::NotLoaded(_) | Self::Untried(_) => false,
        }
    }

    /// The verdict that this build of the program keeps of this content. A file that cannot be read, or that holds
    /// anything else, is as none; so is a time that was shorter than what is allowed now.
    pub(crate) fn kept(copy: &PrivateCopy, trial: &Trial) -> Option<Self> {
        let mut text = Vec::new();
        File::open(path(copy)).ok()?.take(LONGEST_VERDICT as u64).read_to_end(&mut text).ok()?;
        let kept: Kept<'_> = serde_json::from_slice(&text).ok()?;
        let counts = kept.build == trial.build
            && *kept.hash == *copy.content()
            && kept.verdict.is_lasting()
            && match &*kept.verdict {
                Self::Hangs(time) => *time >= trial.time,
                Self::Sound(facts) => facts.check().is_ok(),
                _ => true,
            };
        counts.then(|| kept.verdict.into_owned())
    }

    /// Keeps it for later starts, if it is worth it.
    pub(crate) fn keep(&self, copy: &PrivateCopy, trial: &Trial) -> io::Result<()> {
        if !self.is_lasting() {
            return Ok(());
        }
        let (build, hash) = (Cow::Borrowed(&*trial.build), Cow::Borrowed(copy.content()));
        let mut text = serde_json::to_vec(&Kept { build, hash, verdict: Cow::Borrowed(self) })?;
        text.push(b'\n');
        replace(&path(copy), &text)
    }
}

/// Where the verdict of this copy is kept: beside it, in the same private folder.
pub(crate) fn path(copy: &PrivateCopy) -> PathBuf {
    copy.path().with_extension("json")
}
