//! The textbook algorithms for games with chance, in the form of searches by depth: expectiminimax and Star1.

use crate::SearchScore;
use crate::deepening::{DeepeningRound, Iterate};
use crate::line::{BestLine, rounded, view};
use crate::watch::WatchedTree;
use plyd_rules::{Game, Player, Turn};
use plyd_textbook::{Method, Observer, WalkInterrupted};
use std::marker::PhantomData;

/// A walk by method `M` in a game with chance.
pub(crate) struct Expectation<'a, M, G: Game, O> {
    pub(crate) tree: WatchedTree<'a, G, O>,
    pub(crate) turn: Turn,
    pub(crate) method: PhantomData<M>,
}

impl<'a, M: Method, G: Game, O: Observer> Iterate<'a, G, O> for Expectation<'a, M, G, O> {
    const ALWAYS_DEEPENS: bool = false;
    const IS_BEST_FIRST: bool = false;

    fn iterate(&mut self, _: Player, round: DeepeningRound) -> Result<bool, WalkInterrupted> {
        self.tree.expect_root::<M>(self.turn, round.depth, round.count)?;
        Ok(!self.tree.horizon)
    }

    fn found(&mut self, turn: Player, round: DeepeningRound) -> Option<BestLine> {
        let value = self.tree.root_expectation?;
        let depth = if self.tree.horizon { round.depth } else { round.depth.min(self.tree.seldepth as u32) };
        let expectation = view(turn, value);
        let (score, pv) = (SearchScore::Value(rounded(expectation)), self.tree.line());
        Some(BestLine { value: rounded(value), score, expectation: Some(expectation), bound: None, depth, pv })
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, O> {
        &mut self.tree
    }
}
