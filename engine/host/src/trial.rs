//! Trying a library in a process of its own, before a process that others rely on loads it.
//!
//! A trial finds faults: constructors that crash, hang or end the process, and whatever goes wrong until the start
//! position is open. It is no guard against malice. A library that looks for it can tell a trial from a game, and it can
//! find what the process keeps from it, as all is in the same memory.

#[cfg(unix)]
mod answer;
#[cfg(unix)]
mod process;
mod trials;

#[cfg(unix)]
pub use answer::answer_trial;
pub use trials::Trials;

use crate::cache::PrivateCopy;
use crate::verdict::LONGEST_VERDICT;
use crate::{ContentHash, Verdict};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a trial's process gets beyond the library's time, to start and to answer.
const ALLOWANCE: Duration = Duration::from_secs(5);

/// How libraries are tried: by a program that calls [`answer_trial`], for so long.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The program.
    pub program: PathBuf,
    /// What stands before the path of the library.
    pub arguments: Vec<OsString>,
    /// What tells this build of the program from every other: a verdict counts for the build that found it.
    pub build: String,
    /// How long a library may take.
    pub time: Duration,
}

/// What the process of a trial says: one line of JSON.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    /// The word that it was given, so that no text that a library prints by itself is taken for an answer.
    nonce: String,
    /// What it has tried, if it has.
    hash: Option<ContentHash>,
    verdict: Verdict,
}

impl Trial {
    /// Tries a library, and waits for what comes of it; `None` if it was cancelled meanwhile.
    #[cfg(unix)]
    fn run(&self, copy: &PrivateCopy, is_cancelled: &AtomicBool) -> Option<Verdict> {
        let random = RandomState::new();
        let nonce = format!("{:016x}{:016x}", random.hash_one(0), random.hash_one(1));
        let mut command = std::process::Command::new(&self.program);
        command.args(&self.arguments).arg(copy.path());
        let time = self.time.saturating_add(ALLOWANCE);
        Some(match process::ask(command, &nonce, time, LONGEST_VERDICT, is_cancelled) {
            Err(error) => Verdict::Untried(format!("{} cannot be started: {error}", self.program.display())),
            Ok(process::Told::Cancelled) => return None,
            Ok(process::Told::Nothing) => Verdict::Hangs(self.time),
            Ok(process::Told::Ended(status)) => Verdict::Crashes(status.to_string()),
            Ok(process::Told::Closed) => Verdict::Garbles("it closed its output".into()),
            Ok(process::Told::TooMuch) => Verdict::Garbles(format!("more than {LONGEST_VERDICT} bytes")),
            Ok(process::Told::Line(line)) => judge(&line, &nonce, copy.content()).unwrap_or_else(Verdict::Garbles),
        })
    }

    /// Nothing is tried on this system.
    #[cfg(not(unix))]
    fn run(&self, _: &PrivateCopy, _: &AtomicBool) -> Option<Verdict> {
        Some(Verdict::Untried("libraries are tried on Unix only".into()))
    }
}

/// Nothing is tried on this system.
///
/// # Errors
/// Says so.
#[cfg(not(unix))]
pub fn answer_trial(_: &std::path::Path, _: Duration) -> std::io::Result<std::convert::Infallible> {
    Err(std::io::Error::other("libraries are tried on Unix only"))
}

/// Makes a verdict of what the process said, which may be anything.
fn judge(line: &[u8], nonce: &str, content: &ContentHash) -> Result<Verdict, String> {
    let answer: Answer = serde_json::from_slice(line).map_err(|error| format!("no verdict ({error})"))?;
    if answer.nonce != nonce {
        return Err("the answer to another question".into());
    }
    match &answer.verdict {
        // These are not about what the file holds.
        Verdict::Untried(_) | Verdict::Hangs(_) => return Ok(answer.verdict),
        Verdict::Sound(facts) => facts.check().map_err(|reason| format!("a library that declares {reason}"))?,
        Verdict::Refused(reason) | Verdict::NotLoaded(reason) if reason.contains(char::is_control) => {
            return Err("a reason of several lines".into());
        }
        _ => {}
    }
    if answer.hash.as_ref() != Some(content) {
        return Err("the verdict about another file".into());
    }
    Ok(answer.verdict)
}

#[cfg(all(test, unix))]
mod tests;
