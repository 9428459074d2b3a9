//! More threads for one search, which help by filling a table that all of them share ("Lazy SMP").
//!
//! Each helper searches the root by itself, with its own order of moves, and its table entries cut the trees of the
//! others. There is nothing to wait for. Only the first thread decides when the search is over and what its answer is.
//! The algorithm decides the work of the helpers.

use crate::STACK_BYTES;
use crate::shared::Shared;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The work of the helping thread with this number, from 1, until the search is ended, while the first thread continues
/// with an iteration of this depth. Returns the error of the game that ended it sooner.
pub(crate) type Work<'a> = dyn Fn(usize, u32) -> Option<String> + Sync + 'a;

/// The helping threads of a search. They end when this is dropped.
pub(crate) struct Helpers<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    wanted: usize,
    shared: &'env Shared<'env>,
    work: &'env Work<'env>,
    threads: Vec<ScopedJoinHandle<'scope, Option<String>>>,
}

impl<'scope, 'env> Helpers<'scope, 'env> {
    /// This many helpers, which do not run yet.
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        wanted: usize,
        shared: &'env Shared<'env>,
        work: &'env Work<'env>,
    ) -> Self {
        Self { scope, wanted, shared, work, threads: Vec::new() }
    }

    /// Starts them, or as many as the system allows, before an iteration of this depth. If these are fewer, says how
    /// many.
    pub(crate) fn start(&mut self, depth: u32) -> Option<usize> {
        let Self { scope, wanted, work, .. } = *self;
        let start = |number: usize| {
            let builder = Builder::new().name(format!("search {}", number + 1)).stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, move || work(number, depth)).ok()
        };
        self.threads = (1..=wanted).map_while(start).collect();
        Some(self.threads.len()).filter(|&count| count < wanted)
    }

    /// They are to overlook nothing from now on.
    pub(crate) fn overlook_nothing(&self) {
        self.shared.search_full_width();
    }

    /// Ends them and waits for that. An error of the game that one of them met is returned.
    pub(crate) fn dismiss(&mut self) -> Option<String> {
        self.shared.end();
        let ends = self
            .threads
            .drain(..)
            .map(|thread| thread.join().unwrap_or_else(|_| Some("a thread of the search panicked".to_owned())));
        // All of them are waited for, also behind the first error.
        ends.fold(None, Option::or)
    }
}

impl Drop for Helpers<'_, '_> {
    fn drop(&mut self) {
        self.dismiss();
    }
}
