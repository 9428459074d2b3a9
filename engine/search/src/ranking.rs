//! The strong search ranks the moves of a node, and learns from those that cut.

use crate::ordering::{Circumstances, Rank, rank};
use crate::strong::{Node, Strong};
use plyd_rules::{Game, Player};
use plyd_textbook::Observer;

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// Ranks the moves of a node but `except`.
    #[inline(never)]
    pub(crate) fn rank<const MAX: bool>(&mut self, node: Node, except: Option<usize>) -> usize {
        let Node { ply, first, count, before, .. } = node;
        let end = node.end();
        if self.ranks.len() < end {
            self.ranks.resize(end.next_power_of_two(), Rank::default());
        }
        let tree = &self.tree;
        let moves = &tree.arena[first..end];
        let ratings = if self.ratings.is_empty() { &mut [][..] } else { &mut self.ratings[..count] };
        if !ratings.is_empty() {
            ratings.fill(0);
            tree.game.order(&tree.states[ply], moves, ratings);
        }
        let turn = if MAX { Player::Max } else { Player::Min };
        let circumstances = Circumstances { learnt: self.learnt.as_ref(), ply, turn, before };
        rank(&mut self.ranks[first..end], moves, except, ratings, circumstances)
    }

    /// The child tried as `number` (from 0), at `index`, cut.
    #[inline(never)]
    pub(crate) fn learn<const MAX: bool>(&mut self, node: Node, hint: Option<usize>, number: usize, index: usize) {
        let Some(learnt) = &mut self.learnt else { return };
        let Node { ply, depth, first, count, before, .. } = node;
        let turn = if MAX { Player::Max } else { Player::Min };
        let moves = &self.tree.arena[first..first + count];
        // Those tried before it: the table's move, and ranks, which stand in the order in which they were picked.
        let is_hint = Some(index) == hint;
        let tried = number - usize::from(hint.is_some() && number > 0);
        if !is_hint && self.ranks[first + tried].is_certain() {
            return;
        }
        learnt.reward(ply, turn, before, moves[index], depth as u32);
        for rank in self.ranks.iter().skip(first).take(tried).filter(|rank| !rank.is_certain()) {
            learnt.blame(turn, moves[rank.index as usize], depth as u32);
        }
    }
}
