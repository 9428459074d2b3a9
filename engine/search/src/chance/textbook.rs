//! The textbook algorithms on games with chance, as searches by depth: expectiminimax and Star1.

use crate::Score;
use crate::deepening::{Iterate, Round};
use crate::line::{Line, rounded, view};
use crate::watch::Tree;
use plyd_rules::{Game, Player, Turn};
use plyd_textbook::{Interrupted, Method, Observer};
use std::marker::PhantomData;

/// A walk by method `M` in a game with chance.
pub(crate) struct Expectation<'a, M, G: Game, O> {
    pub(crate) tree: Tree<'a, G, O>,
    pub(crate) turn: Turn,
    pub(crate) method: PhantomData<M>,
}

impl<'a, M: Method, G: Game, O: Observer> Iterate<'a, G, O> for Expectation<'a, M, G, O> {
    const ALWAYS_DEEPENS: bool = false;
    const IS_BEST_FIRST: bool = false;

    fn iterate(&mut self, _: Player, round: Round) -> Result<bool, Interrupted> {
        self.tree.expect_root::<M>(self.turn, round.depth, round.count)?;
        Ok(!self.tree.horizon)
    }

    fn found(&mut self, turn: Player, round: Round) -> Option<Line> {
        let value = self.tree.root_expectation?;
        let depth = if self.tree.horizon { round.depth } else { round.depth.min(self.tree.seldepth as u32) };
        let expectation = view(turn, value);
        let (score, pv) = (Score::Value(rounded(expectation)), self.tree.line());
        Some(Line { value: rounded(value), score, expectation: Some(expectation), bound: None, depth, pv })
    }

    fn tree(&mut self) -> &mut Tree<'a, G, O> {
        &mut self.tree
    }
}
