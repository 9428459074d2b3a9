//! The textbook algorithms as searches by depth.

use crate::chance::Expectation;
use crate::deepening::{Iterate, IterativeDeepening, Round};
use crate::job::{Job, Searcher};
use crate::line::{Line, from_view};
use crate::shared::Shared;
use crate::watch::{Tree, Watch};
use crate::{Answer, Conventions, Score};
use plyd_rules::{Game, Player};
use plyd_textbook::{AlphaBetaByConventions, Interrupted, Method, Observer};
use std::marker::PhantomData;

/// Textbook minimax.
pub(crate) struct Minimax;

impl Searcher for Minimax {
    fn run<G: Game, O: Observer>(job: Job<'_, G, O>) -> Answer {
        by_depth::<plyd_textbook::Minimax, _, _>(job)
    }
}

/// Textbook alpha-beta, as the conventions say.
pub(crate) struct AlphaBeta;

impl Searcher for AlphaBeta {
    fn run<G: Game, O: Observer>(job: Job<'_, G, O>) -> Answer {
        if job.settings.conventions == Conventions::default() {
            by_depth::<plyd_textbook::AlphaBeta, _, _>(job)
        } else {
            by_depth::<AlphaBetaByConventions, _, _>(job)
        }
    }
}

fn by_depth<M: Method, G: Game, O: Observer>(job: Job<'_, G, O>) -> Answer {
    let max_moves = job.root.game.facts().max_moves;
    let shared = Shared::new(job.control, job.limits.nodes.unwrap_or(u64::MAX), 1, max_moves);
    let mut deepening = IterativeDeepening::new(&job, job.settings.lines, None);
    let mut tree = Tree::new(job.root, job.limits.depth_limit(), job.observer, Watch::new(&shared, job.report));
    tree.conventions = job.settings.conventions;
    // A game with chance has a recursion of its own.
    match tree.facts.chance {
        None => deepening.run(Textbook::<M, _, _> { tree, method: PhantomData }, None),
        Some(_) => deepening.run(Expectation::<M, _, _> { tree, turn: job.root_turn, method: PhantomData }, None),
    }
}

/// A walk by method `M`.
struct Textbook<'a, M, G: Game, O> {
    tree: Tree<'a, G, O>,
    method: PhantomData<M>,
}

impl<'a, M: Method, G: Game, O: Observer> Iterate<'a, G, O> for Textbook<'a, M, G, O> {
    const ALWAYS_DEEPENS: bool = false;
    // In the game's own order an unfinished iteration may not have come to the best move yet.
    const IS_BEST_FIRST: bool = false;

    fn iterate(&mut self, turn: Player, round: Round) -> Result<bool, Interrupted> {
        self.tree.search_root::<M>(turn, round.depth, round.count)?;
        Ok(!self.tree.horizon)
    }

    fn found(&mut self, turn: Player, round: Round) -> Option<Line> {
        let value = self.tree.root_value?;
        let depth = if self.tree.horizon { round.depth } else { round.depth.min(self.tree.seldepth as u32) };
        let (score, pv) = (Score::Value(from_view(turn, value)), self.tree.whole_line(value));
        Some(Line { value, score, expectation: None, bound: None, depth, pv })
    }

    fn tree(&mut self) -> &mut Tree<'a, G, O> {
        &mut self.tree
    }
}
