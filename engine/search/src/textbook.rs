//! The textbook algorithms as searches by depth.

use crate::chance::Expectation;
use crate::deepening::{DeepeningRound, Iterate, IterativeDeepening};
use crate::job::{SearchJob, Searcher};
use crate::line::{BestLine, from_view};
use crate::shared::NodeBudget;
use crate::watch::{SearchWatch, WatchedTree};
use crate::{Conventions, SearchResult, SearchScore};
use plyd_rules::{Game, Player};
use plyd_textbook::{AlphaBetaByConventions, Method, Observer, WalkInterrupted};
use std::marker::PhantomData;

/// Textbook minimax.
pub(crate) struct MinimaxSearcher;

impl Searcher for MinimaxSearcher {
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
        by_depth::<plyd_textbook::Minimax, _, _>(job)
    }
}

/// Textbook alpha-beta with the conventions of the tree.
pub(crate) struct AlphaBetaSearcher;

impl Searcher for AlphaBetaSearcher {
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
        if job.settings.conventions == Conventions::default() {
            by_depth::<plyd_textbook::AlphaBeta, _, _>(job)
        } else {
            by_depth::<AlphaBetaByConventions, _, _>(job)
        }
    }
}

fn by_depth<M: Method, G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
    let max_moves = job.root.game.facts().max_moves;
    let shared = NodeBudget::new(job.control, job.limits.nodes.unwrap_or(u64::MAX), 1, max_moves);
    let mut deepening = IterativeDeepening::new(&job, job.settings.lines, None);
    let mut tree =
        WatchedTree::new(job.root, job.limits.depth_limit(), job.observer, SearchWatch::new(&shared, job.report));
    tree.conventions = job.settings.conventions;
    // A game with chance has a recursion of its own.
    match tree.facts.chance {
        None => deepening.run(TextbookSearch::<M, _, _> { tree, method: PhantomData }, None),
        Some(_) => deepening.run(Expectation::<M, _, _> { tree, turn: job.root_turn, method: PhantomData }, None),
    }
}

/// A walk by method `M`.
struct TextbookSearch<'a, M, G: Game, O> {
    tree: WatchedTree<'a, G, O>,
    method: PhantomData<M>,
}

impl<'a, M: Method, G: Game, O: Observer> Iterate<'a, G, O> for TextbookSearch<'a, M, G, O> {
    const ALWAYS_DEEPENS: bool = false;
    // In the game's own order an unfinished iteration may not have come to the best move yet.
    const IS_BEST_FIRST: bool = false;

    fn iterate(&mut self, turn: Player, round: DeepeningRound) -> Result<bool, WalkInterrupted> {
        self.tree.search_root::<M>(turn, round.depth, round.count)?;
        Ok(!self.tree.horizon)
    }

    fn found(&mut self, turn: Player, round: DeepeningRound) -> Option<BestLine> {
        let value = self.tree.root_value?;
        let depth = if self.tree.horizon { round.depth } else { round.depth.min(self.tree.seldepth as u32) };
        let (score, pv) = (SearchScore::Value(from_view(turn, value)), self.tree.whole_line(value));
        Some(BestLine { value, score, expectation: None, bound: None, depth, pv })
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, O> {
        &mut self.tree
    }
}
