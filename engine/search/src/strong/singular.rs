//! Singular extension: the table's move is searched a ply deeper if no other move comes near it (T. Anantharaman, M.
//! Campbell and F. Hsu, "Singular extensions: adding selectivity to brute-force searching", 1988; in the form of later
//! programs of chess, which ask the table which move may be singular).
//!
//! A search of half the depth without that move shows whether another one comes near. If the position is
//! good enough without it too, the node is not searched any more ("multi-cut").

use super::{SearchNode, Strong};
use crate::found::{NodeValue, is_win};
use crate::table::{Bound, TableEntry};
use plyd_rules::{Game, Player};
use plyd_textbook::{Observer, VariationRow, WalkInterrupted, Window, tell};

/// No move of a node is excluded.
pub(crate) const NO_MOVE: u32 = u32::MAX;

/// An entry may be at most this many plies less deep than the search.
const LESS_DEEP: usize = 3;

/// What a search without a node's best move has shown.
pub(crate) enum SingularResult {
    /// Other moves come near it, or it is not known.
    Common,
    /// None does.
    Singular,
    /// Others are good enough.
    Enough(NodeValue),
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// Searches a node without the move at `hint`, which is the best one by its entry, if that may be singular.
    pub(crate) fn without<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        node: SearchNode,
        hint: usize,
        entry: TableEntry,
        window: Window,
        row: VariationRow,
    ) -> Result<SingularResult, WalkInterrupted> {
        let side = if MAX { Bound::LOWER } else { Bound::UPPER };
        let is_due = node.depth >= self.numbers.singular_depth.into()
            && node.excluded == NO_MOVE
            && node.count > 1
            && node.ply + node.depth < self.longest
            && entry.depth as usize + LESS_DEEP >= node.depth
            && entry.bound.contains(side)
            && !is_win(entry.value);
        if !is_due {
            return Ok(SingularResult::Common);
        }
        let margin = self.small * node.depth as i32 * i32::from(self.numbers.singular_margin) / 100;
        let near = if MAX { entry.value - margin } else { entry.value + margin };
        let asked = if MAX { Window { alpha: near - 1, beta: near } } else { Window { alpha: near, beta: near + 1 } };
        let trial = SearchNode { depth: (node.depth - 1) / 2, excluded: hint as u32, ..node };
        self.tree.count_node()?;
        let turn = if MAX { Player::Max } else { Player::Min };
        tell!(self.tree, enter(asked.entered(node.ply, trial.depth, 0, node.before, turn)));
        let found = self.node::<MAX, REPEATS, TEAM>(trial, asked, row)?;
        let is_far = if MAX { found.value < near } else { found.value > near };
        if is_far {
            return Ok(SingularResult::Singular);
        }
        let enough = if MAX { window.beta } else { window.alpha };
        let is_enough = if MAX { near >= enough } else { near <= enough };
        let is_line = window.beta - window.alpha > 1;
        Ok(if is_enough && !is_line && !is_win(enough) {
            SingularResult::Enough(NodeValue::heuristic(enough))
        } else {
            SingularResult::Common
        })
    }
}
