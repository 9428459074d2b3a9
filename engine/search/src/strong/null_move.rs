//! Null move pruning: a position that is good enough even after giving up the turn is not searched any deeper (D. Beal,
//! "A generalised quiescence search algorithm", 1990; C. Donninger, "Null move and deep search", 1993).
//!
//! This is wrong where having to move is a burden. So a game declares the positions in which it may be tried, and far
//! from the horizon a search with a real move confirms it (after O. David-Tabibi and N. Netanyahu, "Verified null-move
//! pruning", 2002).

use super::{PlayedChild, SearchNode, Strong};
use crate::found::{NodeValue, is_win};
use plyd_rules::{Game, Move, Moves, Player, Want};
use plyd_textbook::{JUDGED, Observer, PrincipalVariation, VariationRow, WORTH, WalkInterrupted, Window, tell};

/// The least depth at which it is tried: nearer to the horizon there is little to save.
const LEAST_DEPTH: usize = 2;
/// The move reported to an observer for a turn that was given up.
pub const NULL: Move = Move(u32::MAX);

/// From this depth on it must be confirmed.
const VERIFIED_DEPTH: usize = 14;

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// Passes in a good position. If the opponent still cannot bring the value into the window, which is one point
    /// wide, returns a heuristic value, never a win.
    pub(crate) fn null_move<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        node: SearchNode,
        window: Window,
        row: VariationRow,
    ) -> Result<Option<NodeValue>, WalkInterrupted> {
        let enough = if MAX { window.beta } else { window.alpha };
        let is_enough = |value: i32| if MAX { value >= enough } else { value <= enough };
        let is_due = node.depth >= LEAST_DEPTH && !node.after_pass && node.ply >= self.null_moves_from;
        if !is_due || is_win(enough) || !is_enough(node.value) {
            return Ok(None);
        }
        let less = (usize::from(self.numbers.null_move_base) + node.depth / 4).min(node.depth - 1);
        let Some(passed) = self.pass::<MAX, REPEATS>(node, node.depth - 1 == less)? else { return Ok(None) };
        let after = SearchNode { depth: node.depth - less, ..node };
        let found = self.visit::<REPEATS, TEAM>(after, passed, window, PrincipalVariation::row(node.ply + 1))?;
        if !is_enough(found.value) {
            return Ok(None);
        }
        if node.depth < VERIFIED_DEPTH || self.null_moves_from > 0 {
            return Ok(Some(NodeValue::heuristic(enough)));
        }
        // Without null moves in the next plies, lest the burden be passed on.
        self.null_moves_from = node.ply + 1 + (node.depth - less) * 3 / 4;
        self.tree.count_node()?;
        let turn = if MAX { Player::Max } else { Player::Min };
        tell!(self.tree, enter(window.entered(node.ply, after.depth, 0, node.before, turn)));
        let confirmed = self.node::<MAX, REPEATS, TEAM>(after, window, row);
        self.null_moves_from = 0;
        Ok(Some(confirmed?).filter(|found| is_enough(found.value)))
    }

    /// Gives up the turn, where that leads to a sound and unfinished position.
    fn pass<const MAX: bool, const REPEATS: u8>(
        &mut self,
        node: SearchNode,
        is_last: bool,
    ) -> Result<Option<PlayedChild>, WalkInterrupted> {
        let (ply, end) = (node.ply + 1, node.end());
        self.tree.reserve(end);
        let also = if REPEATS == JUDGED { self.tree.judged_want() } else { self.key };
        let tree = &mut self.tree;
        let (path, below) = tree.states.split_at_mut(ply);
        if !tree.game.pass_into(&path[ply - 1], &mut below[0]) {
            return Ok(None);
        }
        let step = if is_last && !(REPEATS == JUDGED && also.fills_buffer()) {
            let want = if REPEATS == JUDGED { Want::VALUE.and(also) } else { Want::VALUE };
            tree.game.examine(&below[0], want, &mut Moves::new(&mut []))
        } else {
            let room = &mut tree.arena[end..end + tree.facts.max_moves as usize];
            let want = if REPEATS == JUDGED && is_last { Want::VALUE } else { self.inner };
            tree.game.examine(&below[0], want.and(also), &mut Moves::new(room))
        };
        if self.end_of_game(ply, step)?.is_some() {
            return Ok(None);
        }
        // No position comes again across a turn that no rule allows to give up.
        let step = step.with_irreversible(true);
        if REPEATS == WORTH
            && !is_last
            && let Some(path) = &mut self.tree.path
        {
            path.note_common(ply, step);
        }
        if REPEATS == JUDGED && self.judged::<MAX>(ply, NULL, step, end) != Ok(None) {
            return Ok(None);
        }
        Ok(Some(PlayedChild {
            index: node.count,
            mv: NULL,
            step,
            more: 0,
            finished: None,
            has_noisy: false,
            is_pass: true,
        }))
    }
}
