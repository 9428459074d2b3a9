//! The textbook algorithms as searches by depth.

use crate::Score;
use crate::deepening::{Iterate, Round, from_view};
use crate::watch::Tree;
use plyd_rules::{Game, Move, Player};
use plyd_textbook::{Interrupted, Method, Observer};
use std::marker::PhantomData;

/// A walk by method `M`.
pub(crate) struct Textbook<'a, M, G: Game, O> {
    tree: Tree<'a, G, O>,
    method: PhantomData<M>,
}

impl<'a, M: Method, G: Game, O> Textbook<'a, M, G, O> {
    pub(crate) fn new(tree: Tree<'a, G, O>) -> Self {
        Self { tree, method: PhantomData }
    }
}

impl<'a, M: Method, G: Game, O: Observer> Iterate<'a, G, O> for Textbook<'a, M, G, O> {
    const ALWAYS_DEEPENS: bool = false;
    // In the game's own order an unfinished iteration may not have come to the best move yet.
    const IS_BEST_FIRST: bool = false;

    fn iterate(&mut self, turn: Player, round: Round) -> Result<bool, Interrupted> {
        self.tree.search_root::<M>(turn, round.depth, round.count)?;
        Ok(!self.tree.horizon)
    }

    fn result(&mut self, turn: Player, round: Round, value: i32) -> (Score, u32, Vec<Move>) {
        let depth = if self.tree.horizon { round.depth } else { round.depth.min(self.tree.seldepth as u32) };
        (Score::Value(from_view(turn, value)), depth, self.tree.line())
    }

    fn tree(&mut self) -> &mut Tree<'a, G, O> {
        &mut self.tree
    }
}
