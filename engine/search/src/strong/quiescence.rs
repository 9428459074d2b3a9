//! Quiescence search: beyond the horizon only noisy moves are searched, so that no exchange is valued in its middle.
//!
//! The player to move may also keep the static value ("stand pat"), because a position is rarely worse for having to
//! move. The game decides which moves are noisy, and ensures that they run out. Those that it rates below zero lose
//! more than they win, and are not searched; programs of chess decide this by static exchange evaluation. A player in
//! check has no such choice, see [`super::checks`].
//!
//! Exchanges of the same pieces in another order end in the same position. So results are stored in the table here with
//! depth 0: they do not answer above the horizon, unless they are proofs. A win is neither stored nor taken, because it
//! needs its whole line. The table is asked if the window is one point wide, and so never on the principal variation,
//! and only if the static value does not settle the position. The key comes with the noisy moves, so the table costs no
//! call. If the rules judge repetitions it is not used.

use super::ranking::Picker;
use super::{SearchNode, Strong};
use crate::found::{NodeValue, is_win};
use plyd_rules::{Game, Moves, Player, Step, Want};
use plyd_textbook::{JUDGED, LeafKind, NEVER, Observer, PrincipalVariation, WalkInterrupted, Window, seen, tell};

/// The most plies beyond the horizon.
pub(crate) const MOST_PLIES: u32 = 64;

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The value of an unfinished position at or beyond the horizon, which `step` examined. If `has_noisy`, its noisy
    /// moves are in the arena from `node.first` on; otherwise they are asked for, if the static value does not settle
    /// it, which it mostly does.
    #[inline(always)]
    pub(crate) fn quiescence<const REPEATS: u8, const TEAM: bool>(
        &mut self,
        node: SearchNode,
        step: Step,
        has_noisy: bool,
        window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        let (value, player) = (step.value(), step.player());
        let is_settled = if player == Player::Max { value >= window.beta } else { value <= window.alpha };
        self.expects_noise = !is_settled;
        if is_settled {
            return Ok(self.leaf(node.ply, NodeValue::heuristic(value), LeafKind::Horizon));
        }
        match player {
            Player::Max => self.exchanges::<true, REPEATS, TEAM>(node, step, has_noisy, window),
            Player::Min => self.exchanges::<false, REPEATS, TEAM>(node, step, has_noisy, window),
        }
    }

    /// The same if the static value is inside the window, or would be too bad for the player to move.
    fn exchanges<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        mut node: SearchNode,
        mut step: Step,
        has_noisy: bool,
        mut window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        let SearchNode { ply, first, .. } = node;
        let value = step.value();
        let has_room = ply + 1 < self.tree.states.len() || self.tree.deepen(ply);
        if has_room && !has_noisy {
            self.tree.reserve(first);
            let tree = &mut self.tree;
            let room = &mut tree.arena[first..first + tree.facts.max_moves as usize];
            step = tree.game.examine(&tree.states[ply], self.noisy, &mut Moves::new(room));
        }
        let asks_table = REPEATS != JUDGED && has_room && self.has_quiescence_table && !step.is_error();
        if asks_table {
            node.key = step.key ^ self.salt;
            if window.beta - window.alpha == 1
                && let Some(entry) = self.table.and_then(|table| table.probe(node.key))
                // A win needs its whole line, to which the end of a window on the principal variation belongs too.
                && !is_win(entry.value)
                && let Some(found) = self.answer::<REPEATS>(entry, node, window)
            {
                return Ok(self.leaf(ply, found, LeafKind::Table));
            }
        }
        node.count = if has_room && !step.is_error() { step.count() } else { 0 };
        let handed = window;
        let mut best = NodeValue::heuristic(value);
        if MAX {
            window.alpha = window.alpha.max(value)
        } else {
            window.beta = window.beta.min(value)
        }
        if node.count == 0 {
            return Ok(self.leaf(ply, best, LeafKind::Horizon));
        }
        self.tree.reserve(node.end());
        self.tree.seldepth = self.tree.seldepth.max(ply + 1);
        // A single move needs no rank, and often there is only one.
        let mut picker = Picker::new(first, (node.count == 1).then_some(0));
        // As in [`NodeValue::and_child`]: all that was searched counts, if not the best alone.
        let rests_on_all = REPEATS != NEVER && !self.selectivity.twofold_repetition;
        for number in 0..node.count {
            let rank = self.next::<MAX>(&mut picker, node, number);
            if self.techniques.losing_captures && rank.is_losing_capture() {
                // So do those that are left.
                break;
            }
            let index = rank.index();
            let found = self.exchange::<MAX, REPEATS, TEAM>(node, index, window)?;
            let is_better = if MAX { found.value > best.value } else { found.value < best.value };
            if rests_on_all {
                best = best.resting_also_on(found);
            }
            if is_better {
                // For the moves that are not searched there is no proof.
                best = if rests_on_all { found.resting_also_on(best) } else { found }.cut::<MAX>();
                if MAX {
                    window.alpha = window.alpha.max(best.value)
                } else {
                    window.beta = window.beta.min(best.value)
                }
                tell!(self.tree, update(ply, index, seen(best.value), seen(window.alpha), seen(window.beta)));
            }
            if window.is_empty() {
                if number + 1 < node.count {
                    tell!(self.tree, cut(ply, index + 1, seen(window.alpha), seen(window.beta)));
                }
                break;
            }
        }
        // Of quiescence the table has no moves, so a win would have no line.
        if asks_table && !is_win(best.value) {
            self.remember::<REPEATS>(node, best, None, handed);
        }
        tell!(self.tree, leave(ply, seen(best.value)));
        Ok(best)
    }

    /// Plays a noisy move and values the position it leads to; [`NodeValue::forbidden`] if the move is. Only other
    /// rules of repetition than the common one are obeyed here.
    fn exchange<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        parent: SearchNode,
        index: usize,
        window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        if REPEATS == JUDGED {
            // As from a position directly before the horizon.
            let parent = SearchNode { depth: 1, ..parent };
            self.tree.reserve(parent.end());
            return match self.play::<MAX, REPEATS>(parent, index)? {
                Ok(played) => {
                    self.visit::<REPEATS, TEAM>(parent, played, window, PrincipalVariation::row(parent.ply + 1))
                }
                Err(forbidden) => Ok(forbidden),
            };
        }
        let tree = &mut self.tree;
        tree.count_node()?;
        let ply = parent.ply + 1;
        let mv = tree.arena[parent.first + index];
        let (path, below) = tree.states.split_at_mut(ply);
        let end = parent.end();
        let has_noisy = self.expects_noise;
        let want = if has_noisy { Want::VALUE.and(self.noisy) } else { Want::VALUE }.and(self.check);
        let room = &mut tree.arena[end..end + tree.facts.max_moves as usize];
        let step = tree.game.step(&path[ply - 1], mv, &mut below[0], want, &mut Moves::new(room));
        let may_evade = step.is_in_check() && (REPEATS == NEVER || step.is_irreversible());
        let more = if may_evade { self.plies_more(ply, 0) } else { 0 };
        tell!(self.tree, enter(window.entered(ply, more, index, mv, step.player())));
        if let Some(found) = self.end_of_game(ply, step)? {
            return Ok(self.leaf(ply, found, LeafKind::Finished));
        }
        if more > 0 {
            return self.evade::<REPEATS, TEAM>(ply, end, mv, step, window);
        }
        let node = SearchNode { ply, first: end, count: 0, before: mv, ..parent };
        self.quiescence::<REPEATS, TEAM>(node, step, has_noisy, window)
    }
}
