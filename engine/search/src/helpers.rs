//! More threads for one search, which help by filling the table that all of them share ("Lazy SMP").
//!
//! Each searches the root by itself, with an order of moves of its own making; what one has found in the table cuts the
//! tree of the others. There is nothing to wait for, and the first thread alone decides when the search is over and what
//! its answer is.

use crate::deepening::{Iterate, Round};
use crate::effort::Effort;
use crate::search::restrict;
use crate::strong::Strong;
use crate::watch::{Tree, Watch};
use crate::{Limits, NoObserver, Root, STACK_BYTES, Settings};
use plyd_rules::{Game, Want};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The helping threads of a search. They end when this is dropped.
pub(crate) struct Helpers<'scope, 'env, G: Game> {
    scope: &'scope Scope<'scope, 'env>,
    wanted: usize,
    root: &'env Root<'env, G>,
    settings: &'env Settings<'env>,
    limits: &'env Limits,
    effort: &'env Effort<'env>,
    threads: Vec<ScopedJoinHandle<'scope, Option<String>>>,
}

impl<'scope, 'env, G: Game> Helpers<'scope, 'env, G> {
    /// So many, which do not run yet.
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        wanted: usize,
        root: &'env Root<'env, G>,
        settings: &'env Settings<'env>,
        limits: &'env Limits,
        effort: &'env Effort<'env>,
    ) -> Self {
        Self { scope, wanted, root, settings, limits, effort, threads: Vec::new() }
    }

    /// Starts them, or as many as the system allows. If these are fewer, says how many.
    pub(crate) fn start(&mut self) -> Option<usize> {
        let Self { scope, wanted, root, settings, limits, effort, .. } = *self;
        let start = |number: usize| {
            let builder = Builder::new().name(format!("search {}", number + 1)).stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, move || help(number, root, settings, limits, effort)).ok()
        };
        self.threads = (1..=wanted).map_while(start).collect();
        Some(self.threads.len()).filter(|&count| count < wanted)
    }

    /// They are to overlook nothing from now on.
    pub(crate) fn overlook_nothing(&self) {
        self.effort.widen();
    }

    /// Ends them and waits for that. An error of the game that one of them met is returned.
    pub(crate) fn dismiss(&mut self) -> Option<String> {
        self.effort.end();
        let ends = self
            .threads
            .drain(..)
            .map(|thread| thread.join().unwrap_or_else(|_| Some("a thread of the search panicked".to_owned())));
        // All of them are waited for, also behind the first error.
        ends.fold(None, Option::or)
    }
}

impl<G: Game> Drop for Helpers<'_, '_, G> {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// Searches deeper and deeper until the first thread ends the search; says what error of the game ended it sooner.
fn help<G: Game>(
    number: usize,
    root: &Root<'_, G>,
    settings: &Settings<'_>,
    limits: &Limits,
    effort: &Effort<'_>,
) -> Option<String> {
    if effort.must_stop() {
        return None;
    }
    let (mut observer, mut report) = (NoObserver, |_: crate::Event<'_>| {});
    let watch = Watch::new(effort, &mut report);
    let mut tree = Tree::new(root, limits.plies(settings.algorithm), &mut observer, watch);
    let step = tree.examine_root(Want::MOVES);
    if !step.is_ongoing() {
        // The first thread found it ongoing, so this is an error.
        effort.end();
        return tree.fault;
    }
    let count = restrict(tree.root_moves(step.count()), limits.root_moves.as_deref());
    let is_whole = count == step.count();
    let mut search = Strong::new(tree, settings);
    if limits.mate_plies.is_some() {
        search.overlook_nothing();
    }
    // Every other one is a ply ahead, so that not all of them do the same at the same time.
    let depth = 1 + (number % 2) as u32;
    let first = Round { depth, count, first: 0, is_whole, line: 1, expected: None, claim: None };
    let mut round = first;
    while round.depth <= limits.depth_limit() && search.iterate(step.turn(), round).is_ok() {
        round = Round { depth: round.depth + 1, first: search.root_first, expected: search.tree.root_value, ..round };
        if effort.is_wide() && search.may_overlook() {
            search.overlook_nothing();
            round = Round { first: search.root_first, ..first };
        }
    }
    search.tree.supervisor.tell_nodes(search.tree.visited());
    if search.tree.fault.is_some() {
        effort.end();
    }
    search.tree.fault
}
