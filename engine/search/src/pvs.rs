//! The strong search as an algorithm: by iterations, with helping threads, and weaker if that is asked for.

use crate::busy::BusyPositions;
use crate::chance::Averaging;
use crate::deepening::{DeepeningRound, Iterate, IterativeDeepening};
use crate::helpers::with_helpers;
use crate::horizon::depends_on_path;
use crate::job::{SearchJob, Searcher};
use crate::shared::NodeBudget;
use crate::strong::{Strong, quiescence};
use crate::vote::Vote;
use crate::watch::{SearchWatch, WatchedTree};
use crate::{MAX_THREADS, NoObserver, PlayingStrength, Root, SearchResult, SearcherLimits, SearcherSettings};
use plyd_rules::{Game, Move, Player, Turn};
use plyd_textbook::Observer;

/// Principal variation search.
pub(crate) struct Pvs;

impl Searcher for Pvs {
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
        let mut nodes = job.limits.nodes.unwrap_or(u64::MAX);
        let facts = job.root.game.facts();
        let has_chance = facts.chance.is_some();
        // Where positions come again, a search with chance takes no values from the table: threads have little to
        // share.
        let uses_table = facts.has_key && !(has_chance && depends_on_path(&facts));
        let shares_table = job.settings.table.is_some() && uses_table;
        let mut threads = if shares_table { job.settings.threads.clamp(1, MAX_THREADS) } else { 1 };
        let mut lines = job.settings.lines;
        if let Some(strength) = job.settings.strength {
            nodes = nodes.min(strength.nodes());
            lines = lines.max(PlayingStrength::LINES);
            threads = 1;
        }
        let mut deepening = IterativeDeepening::new(&job, lines, job.settings.strength);
        let shared = NodeBudget::new(job.control, nodes, threads, facts.max_moves);
        let SearchJob { root, settings, limits, observer, report, turn, root_turn, moves, is_whole, .. } = job;
        if let Some(table) = settings.table {
            table.begin();
        }
        let tree = WatchedTree::new(root, plies(limits), observer, SearchWatch::new(&shared, report));
        let busy = (threads > 1).then(BusyPositions::new);
        let position = RootPosition { root, turn, root_turn, moves: &moves, is_whole, busy: busy.as_ref() };
        let work = |number, next| help(number, next, position, &settings, limits, &shared);
        with_helpers(threads - 1, settings.experience, &shared, &work, |helpers| match has_chance {
            false => deepening.run(Strong::new(tree, &settings, 0, busy.as_ref()), helpers),
            true => deepening.run(Averaging::new(tree, root_turn, &settings, 0), helpers),
        })
    }
}

/// The most plies a path can have below the root.
fn plies(limits: &SearcherLimits) -> u32 {
    limits.depth_limit() + quiescence::MOST_PLIES
}

/// The start of the threads: a position, and the moves to choose from.
struct RootPosition<'a, G: Game> {
    root: &'a Root<'a, G>,
    turn: Player,
    root_turn: Turn,
    moves: &'a [Move],
    /// Whether these are all moves.
    is_whole: bool,
    /// What the threads tell each other.
    busy: Option<&'a BusyPositions>,
}

impl<G: Game> Clone for RootPosition<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for RootPosition<'_, G> {}

/// Searches deeper and deeper until the first thread, which continues with the depth `next`, ends the search. Returns
/// the error of the game that ended it sooner.
fn help<G: Game>(
    number: usize,
    next: u32,
    position: RootPosition<'_, G>,
    settings: &SearcherSettings<'_>,
    limits: &SearcherLimits,
    shared: &NodeBudget<'_>,
) -> Option<String> {
    if shared.must_stop() {
        return None;
    }
    let (mut observer, mut report) = (NoObserver, |_: crate::SearchEvent<'_>| {});
    let tree = WatchedTree::new(position.root, plies(limits), &mut observer, SearchWatch::new(shared, &mut report));
    match tree.facts.chance {
        None => deepen(number, next, position, Strong::new(tree, settings, number, position.busy), limits, shared),
        Some(_) => {
            let search = Averaging::new(tree, position.root_turn, settings, number);
            deepen(number, next, position, search, limits, shared)
        }
    }
}

/// The same with this search.
fn deepen<'a, G: Game + 'a, O: Observer + 'a>(
    number: usize,
    next: u32,
    RootPosition { turn, moves, is_whole, .. }: RootPosition<'_, G>,
    mut search: impl Iterate<'a, G, O>,
    limits: &SearcherLimits,
    shared: &NodeBudget<'_>,
) -> Option<String> {
    let (tree, count) = (search.tree(), moves.len());
    tree.reserve(0);
    tree.root_moves(count).copy_from_slice(moves);
    if limits.mate_plies.is_some() {
        search.overlook_nothing();
    }
    let first = DeepeningRound { depth: next, count, first: 0, is_whole, line: 1, expected: None, claim: None };
    let mut round = first;
    while round.depth <= limits.depth_limit() && search.iterate(turn, round).is_ok() {
        if let Some(line) = search.found(turn, round) {
            shared.vote(number, Vote { line, seldepth: search.tree().seldepth as u32 });
        }
        round = DeepeningRound {
            depth: round.depth + 1,
            first: search.first(),
            expected: search.tree().root_value,
            ..round
        };
        if shared.is_full_width() && search.may_overlook() {
            search.overlook_nothing();
            // The first thread starts again.
            round = DeepeningRound { depth: 1, first: search.first(), ..first };
        }
    }
    let tree = search.tree();
    tree.supervisor.share_nodes(tree.visited());
    if tree.fault.is_some() {
        shared.end();
    }
    tree.fault.take()
}
