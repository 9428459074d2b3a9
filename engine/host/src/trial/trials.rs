//! Several trials at once.

use super::LibraryTrial;
use crate::cache::PrivateCopy;
use crate::{ContentHash, TrialVerdict};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// At least this many libraries are tried at the same time, so that a hanging one does not delay the others.
const FEWEST: usize = 2;
/// ... and this many at most: each trial needs some descriptors and a process.
const MOST: usize = 8;

/// Tries libraries in the background, several at a time, each content once.
pub struct Trials(Arc<SharedTrials>);

struct SharedTrials {
    trial: LibraryTrial,
    /// Hears of every verdict, on any thread.
    told: Box<dyn Fn(ContentHash, TrialVerdict) + Send + Sync>,
    work: Mutex<TrialQueue>,
}

#[derive(Default)]
struct TrialQueue {
    waiting: VecDeque<PrivateCopy>,
    /// The trials in progress, each with a flag to cancel it.
    running: HashMap<ContentHash, Arc<AtomicBool>>,
    threads: usize,
}

impl Trials {
    /// No trial is in progress yet. `told` receives every verdict, on any thread.
    #[must_use]
    pub fn new(trial: LibraryTrial, told: impl Fn(ContentHash, TrialVerdict) + Send + Sync + 'static) -> Self {
        Self(Arc::new(SharedTrials { trial, told: Box::new(told), work: Mutex::default() }))
    }

    /// From now on only these are tried, those first that an earlier build of the program found harmless. A trial of
    /// other content is cancelled without a verdict. A trial in progress of one of these continues.
    pub fn want(&self, wanted: Vec<PrivateCopy>) {
        let wanted = in_order(wanted, &self.0.trial);
        let mut work = self.0.work();
        work.running.retain(|content, is_cancelled| {
            let is_wanted = wanted.iter().any(|copy| copy.content() == content);
            is_cancelled.store(!is_wanted, Relaxed);
            is_wanted
        });
        work.waiting.clear();
        for copy in wanted {
            let is_known = work.waiting.iter().any(|other| other.content() == copy.content());
            if !is_known && !work.running.contains_key(copy.content()) {
                work.waiting.push_back(copy);
            }
        }
        let most = thread::available_parallelism().map_or(FEWEST, usize::from).clamp(FEWEST, MOST);
        let needed = most.min(work.running.len() + work.waiting.len());
        while work.threads < needed {
            let shared = Arc::clone(&self.0);
            match thread::Builder::new().name("trial".into()).spawn(move || shared.try_all()) {
                Ok(_) => work.threads += 1,
                Err(error) if work.threads == 0 => {
                    let reason = format!("a thread cannot be started: {error}");
                    for copy in std::mem::take(&mut work.waiting) {
                        (self.0.told)(copy.content().clone(), TrialVerdict::Untried(reason.clone()));
                    }
                    return;
                }
                // There are others, who take what waits.
                Err(_) => return,
            }
        }
    }
}

impl Drop for Trials {
    fn drop(&mut self) {
        self.want(Vec::new());
    }
}

impl fmt::Debug for Trials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trials").field("trial", &self.0.trial).finish_non_exhaustive()
    }
}

impl SharedTrials {
    fn work(&self) -> MutexGuard<'_, TrialQueue> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of a thread: it tries the waiting libraries until there are none.
    fn try_all(&self) {
        while let Some((copy, is_cancelled)) = self.next() {
            let verdict = self.run(&copy, &is_cancelled);
            let mut work = self.work();
            // It may have been cancelled after it came back, and be running again.
            let is_current =
                work.running.get(copy.content()).is_some_and(|running| Arc::ptr_eq(running, &is_cancelled));
            if !is_current {
                continue;
            }
            work.running.remove(copy.content());
            drop(work);
            if let Some(verdict) = verdict {
                if let Err(error) = verdict.keep(&copy, &self.trial) {
                    tracing::warn!("the verdict about a library cannot be kept: {error}");
                }
                if verdict.is_bad() {
                    copy.discard();
                }
                (self.told)(copy.content().clone(), verdict);
            }
        }
    }

    /// Tries a library whose copy is there. Another process that shares the folder may have found it bad meanwhile.
    fn run(&self, copy: &PrivateCopy, is_cancelled: &AtomicBool) -> Option<TrialVerdict> {
        let Some(_held) = copy.hold() else {
            let gone = || TrialVerdict::NotLoaded("another process has removed its private copy; try it again".into());
            return Some(TrialVerdict::kept(copy, &self.trial).unwrap_or_else(gone));
        };
        self.trial.by.ask(copy, self.trial.time, is_cancelled)
    }

    fn next(&self) -> Option<(PrivateCopy, Arc<AtomicBool>)> {
        let mut work = self.work();
        let Some(copy) = work.waiting.pop_front() else {
            work.threads -= 1;
            return None;
        };
        let is_cancelled = Arc::new(AtomicBool::new(false));
        work.running.insert(copy.content().clone(), Arc::clone(&is_cancelled));
        Some((copy, is_cancelled))
    }
}

/// The order in which libraries are tried.
pub(super) fn in_order(mut wanted: Vec<PrivateCopy>, trial: &LibraryTrial) -> Vec<PrivateCopy> {
    wanted.sort_by_cached_key(|copy| TrialVerdict::rank(copy, trial));
    wanted
}
