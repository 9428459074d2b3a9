//! Verdicts in files beside the copies, for later starts.

use super::LibraryTrial;
use crate::cache::{PrivateCopy, replace};
use crate::{ContentHash, LONGEST_VERDICT, TrialVerdict};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// The content of the file of a verdict.
#[derive(Debug, Serialize, Deserialize)]
struct VerdictFile<'a> {
    /// The program that tried the library.
    build: Cow<'a, str>,
    /// The content that was tried.
    hash: Cow<'a, ContentHash>,
    verdict: Cow<'a, TrialVerdict>,
}

impl VerdictFile<'static> {
    /// What any build of the program has stored for this content.
    fn read(copy: &PrivateCopy, trial: &LibraryTrial) -> Option<Self> {
        let text = plyd_foreign::read(&path_of_verdict(copy, trial), LONGEST_VERDICT as u64).ok()?;
        let kept: Self = serde_json::from_slice(&text).ok()?;
        (*kept.hash == *copy.content()).then_some(kept)
    }
}

impl TrialVerdict {
    /// The verdict that this build of the program has stored for this content. There is none if the file cannot be read
    /// or has other content, or if the library hung within a time shorter than today's limit.
    pub(crate) fn kept(copy: &PrivateCopy, trial: &LibraryTrial) -> Option<Self> {
        let kept = VerdictFile::read(copy, trial)?;
        let counts = kept.build == trial.build
            && kept.verdict.is_lasting()
            && match &*kept.verdict {
                Self::Hangs(time) => *time >= trial.time,
                Self::Sound(facts) => facts.check().is_ok(),
                Self::Loader(facts) => facts.check().is_ok(),
                _ => true,
            };
        counts.then(|| kept.verdict.into_owned())
    }

    /// How late a library is tried: first those that a build of the program found harmless, last those that one found
    /// bad.
    pub(crate) fn rank(copy: &PrivateCopy, trial: &LibraryTrial) -> u8 {
        match VerdictFile::read(copy, trial) {
            Some(kept) if kept.verdict.danger().is_none() => 0,
            None => 1,
            Some(_) => 2,
        }
    }

    /// Keeps it for later starts, if it is worth it.
    pub(crate) fn keep(&self, copy: &PrivateCopy, trial: &LibraryTrial) -> io::Result<()> {
        if !self.is_lasting() {
            return Ok(());
        }
        let (build, hash) = (Cow::Borrowed(&*trial.build), Cow::Borrowed(copy.content()));
        let mut text = serde_json::to_vec(&VerdictFile { build, hash, verdict: Cow::Borrowed(self) })?;
        text.push(b'\n');
        replace(&path_of_verdict(copy, trial), &text)
    }
}

/// The file for the verdict of this copy: beside it, in the same private folder.
pub(crate) fn path_of_verdict(copy: &PrivateCopy, trial: &LibraryTrial) -> PathBuf {
    copy.path().with_extension(trial.kept_as)
}
