//! More threads for one search, which help by filling a table that all of them share ("Lazy SMP").
//!
//! Each helper searches the root by itself, with its own order of moves, and its table entries cut the trees of the
//! others. No thread waits for another. Only the first thread decides when the search is over. The algorithm decides
//! the work of the helpers.

use crate::experience::crew_of;
use crate::shared::NodeBudget;
use crate::vote::Vote;
use crate::{Experience, STACK_BYTES};
use rayon_core::Scope;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The work of the helping thread with this number, from 1, until the search is ended, while the first thread continues
/// with an iteration of this depth. Returns the error of the game that ended it sooner.
pub(crate) type HelperWork<'a> = dyn Fn(usize, u32) -> Option<String> + Sync + 'a;

/// The helping threads of a search. They end their work when this is dropped.
pub(crate) struct HelperThreads<'h, 'scope> {
    /// `None` if the system has no thread left.
    scope: Option<&'h Scope<'scope>>,
    wanted: usize,
    count: usize,
    shared: &'scope NodeBudget<'scope>,
    work: &'scope HelperWork<'scope>,
    ends: &'scope HelperEnds,
}

/// The ends of the helpers' work.
#[derive(Default)]
struct HelperEnds {
    state: Mutex<RunningHelpers>,
    is_over: Condvar,
}

#[derive(Default)]
struct RunningHelpers {
    /// The helpers that have not ended.
    count: usize,
    fault: Option<String>,
}

impl HelperEnds {
    fn state(&self) -> MutexGuard<'_, RunningHelpers> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One helper has ended.
    fn add(&self, fault: Option<String>) {
        let mut state = self.state();
        state.count -= 1;
        state.fault = state.fault.take().or(fault);
        if state.count == 0 {
            self.is_over.notify_all();
        }
    }

    /// Waits for the end of all.
    fn wait(&self) -> Option<String> {
        let waited = self.is_over.wait_while(self.state(), |state| state.count > 0);
        waited.unwrap_or_else(PoisonError::into_inner).fault.take()
    }
}

/// Leads a search with the wanted number of helpers, or as many as the system allows; they do not work yet. Uses the
/// threads that the experience has parked, and parks them again.
pub(crate) fn with_helpers<R>(
    wanted: usize,
    experience: Option<&Experience>,
    shared: &NodeBudget<'_>,
    work: &HelperWork<'_>,
    lead: impl FnOnce(Option<HelperThreads<'_, '_>>) -> R,
) -> R {
    if wanted == 0 {
        return lead(None);
    }
    let ends = HelperEnds::default();
    let Some(crew) = crew_of(experience, wanted, STACK_BYTES) else {
        return lead(Some(HelperThreads { scope: None, wanted, count: 0, shared, work, ends: &ends }));
    };
    let count = crew.size().min(wanted);
    let answer =
        crew.help(|scope| lead(Some(HelperThreads { scope: Some(scope), wanted, count, shared, work, ends: &ends })));
    if let Some(experience) = experience {
        experience.park(crew);
    }
    answer
}

impl HelperThreads<'_, '_> {
    /// Starts them, before an iteration of this depth. If they are fewer than wanted, says how many.
    pub(crate) fn start(&mut self, depth: u32) -> Option<usize> {
        let Self { scope, wanted, count, work, ends, .. } = *self;
        if let Some(scope) = scope {
            ends.state().count += count;
            for number in 1..=count {
                scope.spawn(move |_| {
                    let end = catch_unwind(AssertUnwindSafe(|| work(number, depth)));
                    ends.add(end.unwrap_or_else(|_| Some("a thread of the search panicked".to_owned())));
                });
            }
        }
        (count < wanted).then_some(count)
    }

    /// From now on they search at full width.
    pub(crate) fn overlook_nothing(&self) {
        self.shared.search_full_width();
    }

    /// The last iteration that each of them has finished.
    pub(crate) fn votes(&self) -> Vec<Vote> {
        self.shared.take_votes()
    }

    /// Ends their work and waits for that. An error of the game that one of them met is returned.
    pub(crate) fn dismiss(&mut self) -> Option<String> {
        self.shared.end();
        // All of them are waited for, also behind the first error.
        self.ends.wait()
    }
}

impl Drop for HelperThreads<'_, '_> {
    fn drop(&mut self) {
        self.dismiss();
    }
}
