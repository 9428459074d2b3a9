//! The strong search as an algorithm: by iterations, with helping threads, and weaker if that is asked for.

use crate::deepening::{Iterate, IterativeDeepening, Round};
use crate::helpers::Helpers;
use crate::job::{Job, Searcher};
use crate::shared::Shared;
use crate::strong::Strong;
use crate::watch::{Tree, Watch};
use crate::{Answer, Limits, MAX_THREADS, NoObserver, Root, Settings, Strength, quiescence};
use plyd_rules::{Game, Move, Player};
use plyd_textbook::Observer;
use std::thread;

/// Principal variation search.
pub(crate) struct Pvs;

impl Searcher for Pvs {
    fn run<G: Game, O: Observer>(job: Job<'_, G, O>) -> Answer {
        let mut nodes = job.limits.nodes.unwrap_or(u64::MAX);
        let shares_table = job.settings.table.is_some() && job.root.game.facts().has_key;
        let mut threads = if shares_table { job.settings.threads.clamp(1, MAX_THREADS) } else { 1 };
        let mut lines = job.settings.lines;
        if let Some(strength) = job.settings.strength {
            nodes = nodes.min(strength.nodes());
            lines = lines.max(Strength::LINES);
            threads = 1;
        }
        let mut deepening = IterativeDeepening::new(&job, lines, job.settings.strength);
        let shared = Shared::new(job.control, nodes, threads);
        let Job { root, settings, limits, observer, report, turn, moves, is_whole, .. } = job;
        if let Some(table) = settings.table {
            table.begin();
        }
        let strong = Strong::new(Tree::new(root, plies(limits), observer, Watch::new(&shared, report)), &settings);
        let position = Position { root, turn, moves: &moves, is_whole };
        let work = |number, next| help(number, next, position, &settings, limits, &shared);
        thread::scope(|scope| deepening.run(strong, Some(Helpers::new(scope, threads - 1, &shared, &work))))
    }
}

/// The most plies a path can have below the root.
fn plies(limits: &Limits) -> u32 {
    limits.depth_limit() + quiescence::MOST_PLIES
}

/// The start of the threads: a position, and the moves to choose from.
struct Position<'a, G: Game> {
    root: &'a Root<'a, G>,
    turn: Player,
    moves: &'a [Move],
    /// Whether these are all moves.
    is_whole: bool,
}

impl<G: Game> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Position<'_, G> {}

/// The first depth of the helping thread with this number, from 1, when the first thread continues with the depth
/// `next`. Every second one, including the first helper, is a ply ahead, so that not all of them do the same work at
/// the same time.
fn first_depth(number: usize, next: u32) -> u32 {
    next + (number % 2) as u32
}

/// Searches deeper and deeper until the first thread, which continues with the depth `next`, ends the search. Returns
/// the error of the game that ended it sooner.
fn help<G: Game>(
    number: usize,
    next: u32,
    Position { root, turn, moves, is_whole }: Position<'_, G>,
    settings: &Settings<'_>,
    limits: &Limits,
    shared: &Shared<'_>,
) -> Option<String> {
    if shared.must_stop() {
        return None;
    }
    let (mut observer, mut report) = (NoObserver, |_: crate::Event<'_>| {});
    let mut tree = Tree::new(root, plies(limits), &mut observer, Watch::new(shared, &mut report));
    tree.reserve(0);
    let count = moves.len();
    tree.root_moves(count).copy_from_slice(moves);
    let mut search = Strong::new(tree, settings);
    if limits.mate_plies.is_some() {
        search.overlook_nothing();
    }
    let depth = first_depth(number, next);
    let first = Round { depth, count, first: 0, is_whole, line: 1, expected: None, claim: None };
    let mut round = first;
    while round.depth <= limits.depth_limit() && search.iterate(turn, round).is_ok() {
        round = Round { depth: round.depth + 1, first: search.root_first, expected: search.tree.root_value, ..round };
        if shared.is_full_width() && search.may_overlook() {
            search.overlook_nothing();
            // The first thread begins anew.
            round = Round { depth: first_depth(number, 1), first: search.root_first, ..first };
        }
    }
    search.tree.supervisor.share_nodes(search.tree.visited());
    if search.tree.fault.is_some() {
        shared.end();
    }
    search.tree.fault
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_helper_is_a_ply_ahead_of_the_first_thread() {
        // Helpers are started after the first iteration.
        assert_eq!((1..=5).map(|number| first_depth(number, 2)).collect::<Vec<_>>(), [3, 2, 3, 2, 3]);
    }
}
