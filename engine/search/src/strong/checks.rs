//! Positions whose player to move is in check, in games that report this: the opponent threatens to win at once.
//!
//! Giving up the turn loses there, so neither a null move nor the static value says anything. At the horizon and beyond
//! it all moves are searched, one ply deep ("evasions"); elsewhere the move that gave check is searched a ply deeper
//! ("check extension", in programs of chess since the 1970s). A line so becomes twice as long as the iteration is deep,
//! and no longer.

use super::{SearchNode, Strong};
use crate::found::NodeValue;
use plyd_rules::{Game, Move, Moves, Player, Step, Want};
use plyd_textbook::{LeafKind, Observer, PrincipalVariation, WORTH, WalkInterrupted, Window};

/// The most plies by which a line is extended.
const MOST_PLIES: usize = super::quiescence::MOST_PLIES as usize / 2;

/// The length of the longest line of a search to this depth, without noisy moves.
pub(crate) fn longest(depth: usize) -> usize {
    depth + depth.min(MOST_PLIES)
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// By how many plies the search is extended at a position in check that has `depth` plies left.
    pub(crate) fn plies_more(&self, ply: usize, depth: usize) -> usize {
        let is_on = if depth == 0 { self.selectivity.evasions } else { self.selectivity.check_extensions };
        usize::from(is_on && ply + depth < self.longest)
    }

    /// Examines the position at `ply` again with its moves, after `step` examined it for the horizon. The moves go to
    /// the arena from `first` on.
    #[inline(never)]
    pub(crate) fn examine_again(&mut self, ply: usize, first: usize, step: Step, also: Want) -> Step {
        let want = self.inner.and(also).and(self.check).and(Want::MOVES);
        let tree = &mut self.tree;
        let room = &mut tree.arena[first..first + tree.facts.max_moves as usize];
        let again = tree.game.examine(&tree.states[ply], want, &mut Moves::new(room));
        again.with_irreversible(step.is_irreversible())
    }

    /// The value of a position in check beyond the horizon, to which `mv` led: all moves are searched. Under a rule of
    /// repetition that move is irreversible, because the path does not know the positions before.
    #[inline(never)]
    pub(crate) fn evade<const REPEATS: u8, const TEAM: bool>(
        &mut self,
        ply: usize,
        first: usize,
        mv: Move,
        step: Step,
        window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        let step = self.examine_again(ply, first, step, self.key);
        if let Some(found) = self.end_of_game(ply, step)? {
            return Ok(self.leaf(ply, found, LeafKind::Finished));
        }
        if REPEATS == WORTH
            && let Some(path) = &mut self.tree.path
        {
            path.note_common(ply, step);
        }
        let (count, key, value) = (step.count(), self.table_key(ply, step), step.value());
        let node =
            SearchNode { ply, depth: 1, first, count, key, before: mv, in_check: true, value, ..SearchNode::ROOT };
        let row = PrincipalVariation::row(ply);
        match step.player() {
            Player::Max => self.node::<true, REPEATS, TEAM>(node, window, row),
            Player::Min => self.node::<false, REPEATS, TEAM>(node, window, row),
        }
    }
}
