//! Futility pruning: near the horizon, a game's bound on the gain of a quiet move shows which moves cannot matter (J.
//! Schaeffer, "Experiments in search and knowledge", 1986; E. Heinz, "Extended futility pruning", 1998).
//!
//! If even this much per ply would not bring the player to move into the window, only noisy moves are searched. If the
//! opponent would not return to it, the node is not searched at all ("reverse futility").

use super::{SearchNode, Strong};
use crate::found::{NodeValue, is_win};
use plyd_rules::{Game, Moves};
use plyd_textbook::{Observer, Window};

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// If the position is so good that the opponent can hardly bring the value back into the window, returns its value.
    /// The opponent has a part of the margin for each ply: a line of moves gains less a ply than the best single move.
    pub(crate) fn reverse_futility<const MAX: bool>(&self, node: SearchNode, window: Window) -> Option<NodeValue> {
        let enough = if MAX { window.beta } else { window.alpha };
        let surplus = if MAX { node.value - enough } else { enough - node.value };
        if node.depth > self.numbers.reverse_futility_depth.into() || surplus <= 0 || is_win(enough) {
            return None;
        }
        let margin = self.tree.game.futility_margin(&self.tree.states[node.ply]);
        let a_ply = margin * i32::from(self.numbers.reverse_futility_share) / 100;
        (margin > 0 && surplus >= a_ply * node.depth as i32).then(|| NodeValue::heuristic(enough))
    }

    /// If the position is so bad that a quiet move can hardly bring the value into the window, leaves the node only its
    /// noisy moves, after the others in the arena, and returns its value without the others. The move at `hint`, which
    /// was the best of an earlier search, stays too.
    pub(crate) fn futility<const MAX: bool>(
        &mut self,
        node: &mut SearchNode,
        hint: &mut Option<usize>,
        window: Window,
    ) -> Option<NodeValue> {
        let needed = if MAX { window.alpha } else { window.beta };
        let lack = if MAX { needed - node.value } else { node.value - needed };
        if node.depth > self.numbers.futility_depth.into() || lack <= 0 || is_win(needed) {
            return None;
        }
        let (ply, first, depth) = (node.ply, node.end(), node.depth as i32);
        let margin = self.tree.game.futility_margin(&self.tree.states[ply]);
        if margin <= 0 || lack < margin * depth {
            return None;
        }
        self.tree.reserve(first);
        let tree = &mut self.tree;
        let best = hint.filter(|&index| index < node.count).map(|index| tree.arena[node.first + index]);
        let mut out = Moves::new(&mut tree.arena[first..first + tree.facts.max_moves as usize]);
        tree.game.noisy(&tree.states[ply], &mut out);
        if out.overflowed() {
            return None;
        }
        let mut count = out.len();
        *hint = best.and_then(|best| {
            let place = tree.arena[first..first + count].iter().position(|&mv| mv == best);
            place.or_else(|| {
                // All moves are a place more than the noisy ones without it.
                *tree.arena[first..first + tree.facts.max_moves as usize].get_mut(count)? = best;
                count += 1;
                Some(count - 1)
            })
        });
        (node.first, node.count) = (first, count);
        Some(NodeValue::heuristic(if MAX { node.value + margin * depth } else { node.value - margin * depth }))
    }
}
