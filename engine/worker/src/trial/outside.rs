//! The process of a trial, from the outside: it is asked one question, and ended once it has answered or cannot.

use super::inside::{TrialAnswer, TrialQuestion, TrialWork};
use super::{TrialLimits, TrialProcesses};
use crate::{
    Blocking, ChildOrder, ConversationEnd, ProcessEnd, Role, StartOptions, Supervisor, WaitInterrupted, WorkerMessage,
    is_over,
};
use plyd_foreign::{excerpt, is_forbidden};
use plyd_host::{ContentHash, DeclarationError, LONGEST_VERDICT, PrivateCopy, TrialVerdict, Tries};
use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The time for the process to start, before the library's time.
const ALLOWANCE: Duration = Duration::from_secs(5);

impl TrialProcesses {
    /// The process of a trial, which is about to start.
    fn begin(&self, copy: &PrivateCopy) -> io::Result<Blocking<TrialWork>> {
        let order = ChildOrder::of_copy(Role::Trial, copy.path().into(), copy.path().into(), copy.content().clone());
        let order = match &self.limits {
            Some(TrialLimits { address_space, readable }) => {
                // Without Landlock in the kernel, the library could otherwise read this process.
                plyd_confine::hide();
                ChildOrder { address_space: *address_space, readable: readable.clone(), ..order }
            }
            None => ChildOrder { is_limited: false, ..order },
        };
        // It lasts as long as the process: trials are rare, and take no descriptors between them.
        let supervisor = Supervisor::new(self.program.clone(), self.arguments.clone())?;
        Blocking::unwatched(&self.pool, &supervisor, StartOptions::of(&order), order, LONGEST_VERDICT)
    }

    fn not_started(&self, reason: impl std::fmt::Display) -> TrialVerdict {
        TrialVerdict::Untried(format!("{} cannot be started: {reason}", self.program.display()))
    }

    /// What the end of a process means that has not answered.
    pub(super) fn verdict_of_end(
        &self,
        over: ConversationEnd,
        ended: ProcessEnd,
        time: Duration,
        has_begun: bool,
    ) -> TrialVerdict {
        match over {
            ConversationEnd::NotStarted(reason) => self.not_started(reason),
            // The process has not come to the library.
            ConversationEnd::Unloadable(reason) if !has_begun => TrialVerdict::Untried(reason),
            _ if !has_begun => TrialVerdict::Untried(format!("its trial process ended ({})", ended.how())),
            ConversationEnd::Hangs(_) => TrialVerdict::Hangs(time),
            ConversationEnd::Lies(what) => TrialVerdict::Garbles(excerpt(&what)),
            ConversationEnd::Unloadable(_) => TrialVerdict::Garbles("no verdict".into()),
            ConversationEnd::Closed | ConversationEnd::Kept => match ended {
                // It can be threads only.
                ProcessEnd { exceeded: Some(excess), .. } => TrialVerdict::Garbles(format!("it starts {excess}")),
                ProcessEnd { status: Some(status), was_killed: false, .. } => TrialVerdict::Crashes(status.to_string()),
                _ => TrialVerdict::Garbles("it closed its output".into()),
            },
        }
    }
}

impl Tries for TrialProcesses {
    fn ask(&self, copy: &PrivateCopy, time: Duration, is_cancelled: &AtomicBool) -> Option<TrialVerdict> {
        let random = RandomState::new();
        let nonce = format!("{:016x}{:016x}", random.hash_one(0), random.hash_one(1));
        let mut process = match self.begin(copy) {
            Ok(process) => process,
            Err(error) => return Some(self.not_started(error)),
        };
        process.ask(TrialQuestion { nonce: nonce.clone() });
        let (clock, mut has_begun) = (process.clock().clone(), false);
        let shown = || clock.shown(Instant::now());
        let deadline = Cell::new(shown() + ALLOWANCE);
        loop {
            let said = process.next(&|| is_cancelled.load(Relaxed) || is_over(deadline.get(), shown()));
            return Some(match said {
                Err(WaitInterrupted) if is_cancelled.load(Relaxed) => return None,
                Err(WaitInterrupted) if has_begun => TrialVerdict::Hangs(time),
                Err(WaitInterrupted) => TrialVerdict::Untried("its trial process did not begin".into()),
                // From now on it is the library's fault if there is no answer.
                Ok(WorkerMessage::Lacks(_)) => {
                    has_begun = true;
                    deadline.set(shown() + time);
                    continue;
                }
                Ok(WorkerMessage::Event(answer, _)) => judge(answer, &nonce, copy.content())
                    .unwrap_or_else(|fault| TrialVerdict::Garbles(excerpt(&fault.to_string()))),
                Ok(WorkerMessage::Ended(over, ended)) => self.verdict_of_end(over, ended, time, has_begun),
            });
        }
    }
}

/// Why what a process says is not the verdict of its trial.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoVerdict {
    #[error("the answer to another question")]
    OtherQuestion,
    #[error("a library that declares {0}")]
    Declaration(DeclarationError),
    #[error("a reason of several lines")]
    SeveralLines,
    #[error("a verdict about itself")]
    AboutItself,
    #[error("the verdict about another file")]
    OtherFile,
}

/// Makes a verdict from the answer of the process, which may say anything.
pub(super) fn judge(answer: TrialAnswer, nonce: &str, content: &ContentHash) -> Result<TrialVerdict, NoVerdict> {
    if answer.nonce != nonce {
        return Err(NoVerdict::OtherQuestion);
    }
    match &answer.verdict {
        // This says nothing about the content of the file.
        TrialVerdict::Untried(reason) => return Ok(TrialVerdict::Untried(excerpt(reason))),
        TrialVerdict::Sound(facts) => facts.check().map_err(NoVerdict::Declaration)?,
        TrialVerdict::Loader(facts) => facts.check().map_err(NoVerdict::Declaration)?,
        TrialVerdict::Refused(reason) | TrialVerdict::NotLoaded(reason) if reason.contains(is_forbidden) => {
            return Err(NoVerdict::SeveralLines);
        }
        TrialVerdict::NoGame | TrialVerdict::Refused(_) | TrialVerdict::NotLoaded(_) => {}
        // Only the one who asks sees how the process ends, and how long it takes.
        TrialVerdict::Crashes(_) | TrialVerdict::Garbles(_) | TrialVerdict::Hangs(_) => {
            return Err(NoVerdict::AboutItself);
        }
    }
    if answer.hash.as_ref() != Some(content) {
        return Err(NoVerdict::OtherFile);
    }
    Ok(answer.verdict)
}
