//! The process of a trial, from the inside.

use crate::inside::serve_unloaded;
use crate::{ChildOrder, ChildStreams, EventOutput, Signal, Work, WorkPulses};
use plyd_confine::{ConfineError, MissingLimit};
use plyd_host::own_process::end;
use plyd_host::{ContentHash, TrialVerdict};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::thread;

/// What a trial is asked: to load the library of its order.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TrialQuestion {
    /// A word that the answer repeats, so that no text that a library writes by itself is taken for one.
    pub(super) nonce: String,
}

/// What comes of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct TrialAnswer {
    /// The word of the question.
    pub(super) nonce: String,
    /// The content that was tried, if any.
    pub(super) hash: Option<ContentHash>,
    /// The result.
    pub(super) verdict: TrialVerdict,
}

/// The attempt to load a library.
pub(super) struct TrialWork {
    copy: PathBuf,
    output: EventOutput<TrialAnswer>,
}

/// Tries the library of this order for the parent, which is the whole task of this process: it ends with its answer, or
/// when its input ends. It ends by a signal, so its exit code cannot be mistaken for an answer. A library that keeps it from
/// that is ended by the system, as [`enter`](crate::enter) has asked.
///
/// That the process [lacks](crate::WorkerMessage::Lacks) nothing, or something, is said before the library is loaded.
/// If a process ends before that, the library was not the cause.
pub fn serve_trial(streams: ChildStreams, order: &ChildOrder, confined: Result<Vec<MissingLimit>, ConfineError>) -> ! {
    let _output = serve_unloaded(streams, confined, |output| TrialWork { copy: order.copy.clone(), output });
    end()
}

impl Work for TrialWork {
    type Request = TrialQuestion;
    type Event = TrialAnswer;

    fn take(&mut self, TrialQuestion { nonce }: TrialQuestion) {
        let (copy, output, word) = (self.copy.clone(), self.output.clone(), nonce.clone());
        let started = thread::Builder::new().name("trial".into()).spawn(move || {
            // Also if this thread panics, which is no answer.
            let _end = ExitOnDrop;
            let (hash, verdict) = TrialVerdict::of_copy(&copy);
            output.answer(TrialAnswer { nonce: word, hash, verdict });
        });
        if let Err(error) = started {
            let verdict = TrialVerdict::Untried(format!("a thread cannot be started: {error}"));
            self.output.answer(TrialAnswer { nonce, hash: None, verdict });
            end();
        }
    }

    /// A trial that is not wanted any more is killed.
    fn signal(&mut self, _: Signal) {}

    fn pulses(&self) -> WorkPulses {
        WorkPulses::default()
    }
}

/// Ends this process when it is dropped.
struct ExitOnDrop;

impl Drop for ExitOnDrop {
    fn drop(&mut self) {
        end()
    }
}
