//! The question to the process of a trial, and the interpretation of its answer.

use super::Trial;
use super::process::{Asked, Told, ask};
use crate::cache::PrivateCopy;
use crate::verdict::LONGEST_VERDICT;
use crate::{ContentHash, LIBRARY_THREADS, Verdict};
use plyd_foreign::{excerpt, is_forbidden};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};
use std::process::Command;
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

impl Trial {
    /// Tries a library, and waits for what comes of it; `None` if it was cancelled meanwhile.
    pub(super) fn run(&self, copy: &PrivateCopy, is_cancelled: &AtomicBool) -> Option<Verdict> {
        let random = RandomState::new();
        let nonce = format!("{:016x}{:016x}", random.hash_one(0), random.hash_one(1));
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(copy.path());
        if let Some(environment) = &self.environment {
            command.env_clear().envs(environment.iter().cloned());
        }
        let time = self.time.saturating_add(ALLOWANCE);
        let Asked { told, has_begun } = match ask(command, &nonce, time, LONGEST_VERDICT, is_cancelled) {
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
            Told::Nothing => Verdict::Hangs(self.time),
            Told::Closed => Verdict::Garbles("it closed its output".into()),
            Told::TooManyThreads => Verdict::Garbles(format!("it starts more than {LIBRARY_THREADS} threads")),
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
