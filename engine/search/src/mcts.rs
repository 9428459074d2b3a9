//! Monte-Carlo tree search: it visits the root again and again, each time following the moves that promise the most or
//! are known the least, and adds one position to its tree.
//!
//! The tree is one of paths: the same position on another path is another node. So the rule of repetition applies to
//! each of them. The value of a new position is the heuristic one, converted to a chance to win, or the end of a random
//! game. The value of a node is the mean of all visits, and what is proven counts instead: wins, losses and exact
//! values go up the tree (see [`selection`] for the sources). The README.md of this crate, "Monte-Carlo tree search",
//! has the rest.

mod arena;
mod collection;
mod edges;
mod growth;
mod kept;
mod later;
mod lines;
mod playout;
mod selection;
mod walk;
mod worth;

use crate::atomic_memory::AtomicMemory;
use crate::ground::{KeptTree, Valuation};
use crate::helpers::{HelperThreads, with_helpers};
use crate::job::{SearchJob, Searcher};
use crate::line::{from_view, rounded, view};
use crate::pvs::Pvs;
use crate::shared::NodeBudget;
use crate::solve::{self, Solve};
use crate::watch::{SearchWatch, WatchedTree, nodes};
use crate::{
    Iteration, MAX_DEPTH, MAX_THREADS, NoObserver, PlayingStrength, Root, SearchEvent, SearchResult, SearchScore,
    SearcherLimits, Techniques, tablebase,
};
use arena::Arena;
use growth::GrowingTree;
use lines::VisitedMove;
use plyd_rules::{Facts, Game, Move, Player, Turn};
use plyd_textbook::{Observer, WalkInterrupted};
use std::sync::TryLockError;
use std::sync::atomic::{AtomicBool, AtomicU64};
use walk::TreeGrower;
use worth::{WorthScale, number};

/// Monte-Carlo tree search.
pub(crate) struct Mcts;

/// The size in MiB of the tree's own memory if there is no table.
const OWN_MEBIBYTES: usize = 4;

/// Visits between two looks at the lines.
const LOOK_INTERVAL: u64 = 64;

/// The visits after which the limit of the depth ends the search, for each ply.
const VISITS_PER_PLY: u64 = 1_000_000;

/// Another best line, and several lines in any case, are reported once the visits have grown by 1 / `NEWS`.
const NEWS: u64 = 8;

impl Searcher for Mcts {
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
        let facts = job.root.game.facts();
        if job.limits.mate_plies.is_some() {
            // They find the shortest win, and whether there is none.
            return match solve::refusal_of_length(&facts, job.limits) {
                None if facts.chance.is_none() => Solve::run(job),
                _ => Pvs::run(job),
            };
        }
        if let Some(table) = job.settings.table {
            let ground = table.ground();
            // A search that was given up may still be at work there.
            match ground.kept.try_lock() {
                Ok(mut kept) => return TreeSearch::run(job, &facts, ground.words, ground.top, &mut kept),
                Err(TryLockError::Poisoned(error)) => {
                    let mut kept = error.into_inner();
                    *kept = None;
                    return TreeSearch::run(job, &facts, ground.words, ground.top, &mut kept);
                }
                Err(TryLockError::WouldBlock) => {}
            }
        }
        let Some(own) = AtomicMemory::new(OWN_MEBIBYTES << 17) else {
            let fault = format!("there is no memory for the {OWN_MEBIBYTES} MiB that `mcts` needs at least");
            return SearchResult { best: job.moves.first().copied(), fault: Some(fault), ..SearchResult::default() };
        };
        TreeSearch::run(job, &facts, own.get(), &AtomicU64::new(0), &mut None)
    }
}

/// A search on its way.
struct TreeSearch<'l, 'a> {
    growth: &'a GrowingTree<'a>,
    limits: &'l SearcherLimits,
    turn: Player,
    root_turn: Turn,
    /// Whether values are expectations.
    has_chance: bool,
    /// Whether there is nothing to choose.
    has_one_move: bool,
    first_move: Move,
    /// The static value of the root.
    value: i32,
    /// The numbers of lines to look for and to report.
    wanted: usize,
    shown: usize,
    /// What was reported last: the depth, the move, and the visits then.
    told: (u32, Option<Move>, u64),
}

impl<'l> TreeSearch<'l, '_> {
    fn run<G: Game, O: Observer>(
        job: SearchJob<'l, G, O>,
        facts: &Facts,
        words: &[AtomicU64],
        top: &AtomicU64,
        kept: &mut Option<KeptTree>,
    ) -> SearchResult {
        let SearchJob { root, settings, limits, control, report, turn, root_turn, value, moves, .. } = job;
        let techniques = settings.techniques.for_game(facts.abilities);
        let is_full = AtomicBool::new(false);
        let valuation = Valuation::of(techniques);
        let arena = Arena::new(words, top, &is_full, valuation == Valuation::OwnPlayouts);
        // The moves that the caller leaves out are no part of the tree, so it is good for this search only.
        let is_whole = limits.root_moves.is_none();
        let before = kept.take().filter(|_| is_whole && facts.has_key);
        let found = before.and_then(|kept| Some((kept.find(root, valuation)?, kept.range)));
        let scale = WorthScale::of(facts);
        let (place, range) = match found {
            Some((place, range)) => {
                arena.uproot(place);
                (place, range)
            }
            None => {
                arena.clear();
                let Some(place) = arena.new_node(number(root_turn), 0, scale.unknown()) else {
                    return SearchResult { best: moves.first().copied(), ..SearchResult::default() };
                };
                (place, GrowingTree::NO_RANGE)
            }
        };
        let growth = GrowingTree::new(arena, scale, place, range);
        let is_choice = root_turn != Turn::Chance;
        let mut most_nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut threads = settings.threads.clamp(1, MAX_THREADS);
        let mut wanted = settings.lines;
        if let Some(strength) = settings.strength {
            (most_nodes, threads, wanted) = (most_nodes.min(strength.nodes()), 1, wanted.max(PlayingStrength::LINES));
        }
        if let Some(depth) = limits.depth {
            most_nodes = most_nodes.min(VISITS_PER_PLY.saturating_mul(depth.into()));
        }
        let wanted = if is_choice { wanted.clamp(1, moves.len()) } else { 1 };
        let shared = NodeBudget::new(control, most_nodes, threads, facts.max_moves);
        let tablebase = tablebase::of_game(settings.tablebase, facts);
        let start = TreeThreadStart { root, growth: &growth, moves: &moves, techniques, tablebase, wanted };
        let mut course = TreeSearch {
            growth: &growth,
            limits,
            turn,
            root_turn,
            has_chance: facts.chance.is_some(),
            has_one_move: moves.len() == 1,
            first_move: moves[0],
            value,
            wanted,
            shown: settings.lines.min(wanted),
            told: (0, None, 0),
        };
        let work = |number, _| help(number, &start, &shared);
        let mut observer = NoObserver;
        let mut walk =
            start.walk(WatchedTree::new(root, MAX_DEPTH, &mut observer, SearchWatch::new(&shared, report)), 0);
        let answer = with_helpers(threads - 1, settings.experience, &shared, &work, |mut helpers| {
            // However it ended, there is an answer.
            let _ = course.grow(&mut walk, helpers.as_mut());
            if let Some(fault) = helpers.as_mut().and_then(HelperThreads::dismiss) {
                walk.tree.fault.get_or_insert(fault);
            }
            let strength = settings.strength.filter(|_| is_choice);
            course.answer(&mut walk, strength)
        });
        if is_whole && answer.fault.is_none() && !growth.is_closed() {
            *kept = Some(walk.keep(root));
        }
        answer
    }

    /// Visits the root until the result is final, or a limit is reached.
    fn grow<G: Game>(
        &mut self,
        walk: &mut TreeGrower<'_, G>,
        mut helpers: Option<&mut HelperThreads<'_, '_>>,
    ) -> Result<(), WalkInterrupted> {
        let control = walk.tree.supervisor.control();
        // No one waits for the answer of a search without any limit.
        let ends_when_full = !self.limits.deepens() && self.limits.depth.is_none();
        let mut have_helpers_begun = false;
        let growth = self.growth;
        loop {
            // Helpers may move nodes meanwhile, but not while this thread reads them.
            let reading = growth.hold();
            if self.is_finished() {
                return Ok(());
            }
            drop(reading);
            walk.visit_some(LOOK_INTERVAL)?;
            if !have_helpers_begun {
                // What is over at once needs no help.
                let missing = helpers.as_mut().and_then(|helpers| helpers.start(1));
                if let Some(count) = missing {
                    walk.tree.supervisor.report(SearchEvent::FewThreads(count + 1));
                }
                have_helpers_begun = true;
                if self.has_one_move {
                    control.note_only_move();
                }
            }
            let _reading = growth.hold();
            let best = self.best_move();
            self.tell_news(walk, best);
            let depth = best.map_or(0, |best| growth.depth(best));
            if self.limits.depth.is_some_and(|limit| depth >= limit) {
                return Ok(());
            }
            if ends_when_full && growth.is_full() {
                return Ok(());
            }
            if control.is_late(self.patience(best)) {
                return Err(WalkInterrupted);
            }
        }
    }

    /// The factor for the time of the move: more if the move that was visited the most is not the one that looks best.
    fn patience(&self, best: Option<VisitedMove>) -> f64 {
        const SETTLED: f64 = 0.8;
        const UNSETTLED: f64 = 2.0;
        let is_settled = best.is_some_and(|best| self.growth.is_preferred_by_worth(&best, self.turn));
        if is_settled { SETTLED } else { UNSETTLED }
    }

    /// Whether all that was asked for is decided.
    fn is_finished(&self) -> bool {
        let root = self.growth.root();
        if self.wanted > 1 { self.growth.knows_all(root) } else { self.growth.is_decided(root) }
    }

    fn best_move(&self) -> Option<VisitedMove> {
        let player = self.root_turn.player()?;
        self.growth.best(self.growth.root(), player, &[])
    }

    /// Tells the lines if they have become deeper, or begin with another move.
    fn tell_news<G: Game>(&mut self, walk: &mut TreeGrower<'_, G>, best: Option<VisitedMove>) {
        let visits = nodes(&walk.tree);
        let (depth, mv, at) = self.told;
        let (now, best_move) = match best {
            Some(best) => (self.growth.depth(best).max(1), Some(best.mv)),
            None if self.root_turn == Turn::Chance => (1, None),
            None => return,
        };
        if now > depth || (best_move != mv || self.shown > 1) && visits > at + at / NEWS {
            self.told = (now, best_move, visits);
            for line in &self.lines(walk, false) {
                walk.tree.supervisor.report(SearchEvent::Iteration(line));
            }
        }
    }

    /// The lines that are wanted, or as many as there are; at least one.
    fn lines<G: Game>(&self, walk: &TreeGrower<'_, G>, is_end: bool) -> Vec<Iteration> {
        let growth = self.growth;
        let (root, tree) = (growth.root(), &walk.tree);
        let (count, time) = (nodes(tree), tree.supervisor.control().elapsed());
        let unsearched = || {
            let expectation = self.has_chance.then(|| view(self.turn, self.value.into()));
            let score = SearchScore::Value(from_view(self.turn, self.value));
            let pv = if self.root_turn == Turn::Chance { Vec::new() } else { vec![self.first_move] };
            Iteration { pv, nodes: count, ..Iteration::unsearched(score, expectation, time) }
        };
        let seldepth = growth.deepest() as u32;
        let Some(player) = self.root_turn.player() else {
            let Some(worth) = growth.worth(root).filter(|_| growth.arena.visits(root) > 1) else {
                return vec![unsearched()];
            };
            let (score, solved) = (SearchScore::Value(rounded(worth)), growth.is_decided(root));
            let known = Iteration { depth: 1, seldepth, score, solved, expectation: Some(worth), ..unsearched() };
            return vec![known];
        };
        let knows_all = growth.knows_all(root);
        let mut taken = Vec::new();
        let mut lines = Vec::new();
        let most = if is_end { self.wanted } else { self.shown };
        while lines.len() < most
            && let Some(candidate) = growth.best(root, player, &taken)
        {
            taken.push(candidate.index);
            let (score, points) = growth.score(&candidate);
            lines.push(Iteration {
                line: lines.len() as u32 + 1,
                depth: growth.depth(candidate).max(1),
                seldepth,
                score,
                expectation: self.has_chance.then_some(points),
                bound: None,
                solved: knows_all || lines.is_empty() && growth.is_decided(root),
                nodes: count,
                visits: Some(candidate.visits),
                time,
                pv: growth.line(candidate),
            });
        }
        if lines.is_empty() {
            lines.push(unsearched());
        }
        lines
    }

    fn answer<G: Game>(&mut self, walk: &mut TreeGrower<'_, G>, strength: Option<PlayingStrength>) -> SearchResult {
        let mut lines = self.lines(walk, true);
        if let Some(strength) = strength {
            let choice = strength.choice(lines.len());
            lines[..=choice].rotate_right(1);
        }
        for (number, line) in (1..).zip(&mut lines).take(self.shown.max(1)) {
            line.line = number;
            walk.tree.supervisor.report(SearchEvent::Iteration(line));
        }
        let first = &lines[0];
        SearchResult {
            best: first.pv.first().copied(),
            ponder: first.pv.get(1).copied(),
            score: Some(first.score),
            expectation: first.expectation,
            bound: None,
            nodes: first.nodes,
            solved: lines.iter().take(self.shown.max(1)).all(|line| line.solved),
            fault: walk.tree.fault.take(),
        }
    }
}

/// The start of the threads.
struct TreeThreadStart<'a, G: Game> {
    root: &'a Root<'a, G>,
    growth: &'a GrowingTree<'a>,
    moves: &'a [Move],
    techniques: Techniques,
    tablebase: Option<&'a dyn crate::Tablebase>,
    wanted: usize,
}

impl<'a, G: Game> TreeThreadStart<'a, G> {
    fn walk(&self, tree: WatchedTree<'a, G, NoObserver>, thread: usize) -> TreeGrower<'a, G> {
        let looks_at_all = self.wanted > 1;
        TreeGrower::new(tree, self.growth, self.moves, (self.techniques, self.tablebase), looks_at_all, thread)
    }
}

/// Grows the tree until the first thread ends the search. Returns the error of the game that ended it sooner.
fn help<G: Game>(number: usize, start: &TreeThreadStart<'_, G>, shared: &NodeBudget<'_>) -> Option<String> {
    if shared.must_stop() {
        return None;
    }
    let (mut observer, mut report) = (NoObserver, |_: SearchEvent<'_>| {});
    let tree = WatchedTree::new(start.root, MAX_DEPTH, &mut observer, SearchWatch::new(shared, &mut report));
    let mut walk = start.walk(tree, number);
    while walk.visit_some(LOOK_INTERVAL).is_ok() && !start.growth.is_decided(start.growth.root()) {}
    let tree = &mut walk.tree;
    tree.supervisor.share_nodes(tree.visited());
    if tree.fault.is_some() {
        shared.end();
    }
    tree.fault.take()
}
