//! The question to the process of a trial, and the interpretation of its answer.

use super::TrialProcesses;
use super::process::{Asked, Told, ask};
use crate::{Most, Start, Supervisor};
use plyd_foreign::{excerpt, is_forbidden};
use plyd_host::{ContentHash, LIBRARY_THREADS, LONGEST_VERDICT, PrivateCopy, Tries, Verdict};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The time for the process to start and to answer, beyond the library's time.
const ALLOWANCE: Duration = Duration::from_secs(5);

/// The answer of the process: one line of JSON. It begins with a blank, which is written before the library is loaded.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The word that it was given, so that no text that a library prints by itself is taken for an answer.
    pub(super) nonce: String,
    /// The content it has tried, if any.
    pub(super) hash: Option<ContentHash>,
    /// The result.
    pub(super) verdict: Verdict,
}

impl TrialProcesses {
    /// Asks a process about this library, which has this time.
    fn question(&self, library: &Path, time: Duration, nonce: &str, is_cancelled: &AtomicBool) -> io::Result<Asked> {
        // It lasts as long as the process: trials are rare, and take neither a thread nor descriptors between them.
        let supervisor = Supervisor::of_any(self.program.clone(), self.arguments.clone())?;
        let start = Start {
            arguments: vec![library.into()],
            environment: self.environment.clone(),
            most: Some(Most { threads: LIBRARY_THREADS, memory: None }),
            ..Start::default()
        };
        let bounds = (time.saturating_add(ALLOWANCE), LONGEST_VERDICT);
        ask(&supervisor, start, nonce, bounds, is_cancelled)
    }
}

impl Tries for TrialProcesses {
    fn ask(&self, copy: &PrivateCopy, time: Duration, is_cancelled: &AtomicBool) -> Option<Verdict> {
        let random = RandomState::new();
        let nonce = format!("{:016x}{:016x}", random.hash_one(0), random.hash_one(1));
        let Asked { told, has_begun } = match self.question(copy.path(), time, &nonce, is_cancelled) {
            Ok(asked) => asked,
            Err(error) => {
                return Some(Verdict::Untried(format!("{} cannot be started: {error}", self.program.display())));
            }
        };
        Some(match told {
            Told::Cancelled => return None,
            Told::Line(line) => {
                judge(&line, &nonce, copy.content()).unwrap_or_else(|reason| Verdict::Garbles(excerpt(&reason)))
            }
            // The process has not come to the library.
            Told::Ended(status) if !has_begun => Verdict::Untried(format!("its trial process ended ({status})")),
            _ if !has_begun => Verdict::Untried("its trial process did not begin".into()),
            Told::Ended(status) => Verdict::Crashes(status.to_string()),
            Told::Nothing => Verdict::Hangs(time),
            Told::Closed => Verdict::Garbles("it closed its output".into()),
            // It can be threads only.
            Told::Exceeded(excess) => Verdict::Garbles(format!("it starts {excess}")),
            Told::TooMuch => Verdict::Garbles(format!("more than {LONGEST_VERDICT} bytes")),
        })
    }
}

/// Makes a verdict from the answer of the process, which may be any text.
pub(super) fn judge(line: &[u8], nonce: &str, content: &ContentHash) -> Result<Verdict, String> {
    let answer: Answer = serde_json::from_slice(line).map_err(|error| format!("no verdict ({error})"))?;
    if answer.nonce != nonce {
        return Err("the answer to another question".into());
    }
    match &answer.verdict {
        // These are not about what the file holds.
        Verdict::Untried(reason) => return Ok(Verdict::Untried(excerpt(reason))),
        Verdict::Hangs(_) => return Ok(answer.verdict),
        Verdict::Sound(facts) => facts.check().map_err(|reason| format!("a library that declares {reason}"))?,
        Verdict::Refused(reason) | Verdict::NotLoaded(reason) if reason.contains(is_forbidden) => {
            return Err("a reason of several lines".into());
        }
        Verdict::Refused(_) | Verdict::NotLoaded(_) => {}
        // Only the one who asks sees how the process ends.
        Verdict::Crashes(_) | Verdict::Garbles(_) => return Err("a verdict about itself".into()),
    }
    if answer.hash.as_ref() != Some(content) {
        return Err("the verdict about another file".into());
    }
    Ok(answer.verdict)
}
