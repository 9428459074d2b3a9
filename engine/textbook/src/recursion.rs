//! The recursion that minimax and alpha-beta share.
//!
//! A node costs one call of the game and little more. The states and the moves below a node are slices, which get shorter
//! with every ply, so that no access to them is checked twice. Nothing is asked after a child returns: a walk that has
//! ended gets no leave for the next node, and so unwinds by itself. The last plies, where nearly all nodes are, keep no
//! lines of play; [`Tree::whole_line`] finds them again.

use crate::room::Room;
use crate::{
    Interrupted, JUDGED, Judgement, LeafKind, Method, NEVER, Observer, PrincipalVariation, Repeated, Row, Supervisor,
    Tree, WORTH, Window, seen, tell,
};
use plyd_rules::{Game, Move, Moves, Player, Step, Turn, Verdict, Want};

/// Nothing is known elsewhere.
const FULL: Window = Window { alpha: i32::MIN, beta: i32::MAX };

/// A node among the states and moves of its path.
struct Parent<'r, G: Game> {
    state: &'r G::State,
    /// Plies to the horizon.
    left: usize,
}

impl<G: Game, O: Observer, S: Supervisor> Tree<'_, G, O, S> {
    /// Searches the root's first `count` moves, found by [`Tree::examine_root`], to `depth` by method `M`, and returns
    /// the value. `turn` is the player to move at the root. At least one of the moves must be permitted by the rule of
    /// repetition, see [`Root::retain_permitted`](crate::Root::retain_permitted). The tree also keeps the value and the
    /// best line, even if the walk was interrupted.
    ///
    /// # Errors
    /// The supervisor ended the walk, or the game did: then [`Tree::fault`] says why.
    pub fn search_root<M: Method>(&mut self, turn: Player, depth: u32, count: usize) -> Result<i32, Interrupted> {
        self.begin(depth as usize)?;
        if !O::LOOKS
            && self.path.is_none()
            && let Some(ended) = self.search_inside::<M>(turn, depth, count)
        {
            return ended;
        }
        tell!(self, enter(FULL.entered(0, depth as usize, 0, Move(0), turn)));
        // Which recursion it is, is decided once: games without a rule of repetition pay nothing for it.
        match self.repeats() {
            NEVER => self.walk_root::<M, NEVER>(turn, count),
            WORTH => self.walk_root::<M, WORTH>(turn, count),
            _ => self.walk_root::<M, JUDGED>(turn, count),
        }
    }

    /// The same by the game's small functions, once the search has begun.
    pub(crate) fn walk_root<M: Method, const REPEATS: u8>(
        &mut self,
        turn: Player,
        count: usize,
    ) -> Result<i32, Interrupted> {
        self.prepare();
        self.prepare_lines(REPEATS == NEVER && !O::LOOKS);
        // Apart from the tree, so that the recursion has both.
        let (mut states, mut arena) = (std::mem::take(&mut self.states), std::mem::take(&mut self.arena));
        let plies = self.plies().min(states.len() - 1);
        let room = Room { states: &mut states[..=plies], moves: &mut arena };
        let (left, row) = (self.horizon_ply, PrincipalVariation::ROOT);
        let value = match turn {
            Player::Max => self.node::<M, true, true, REPEATS>(room, count, left, FULL, row),
            Player::Min => self.node::<M, false, true, REPEATS>(room, count, left, FULL, row),
        };
        (self.states, self.arena) = (states, arena);
        self.seldepth = self.deepest();
        if self.ended { Err(Interrupted) } else { Ok(value) }
    }

    /// The deepest ply that has come up.
    pub(crate) fn deepest(&self) -> usize {
        self.horizon_ply + 1 - self.least_left
    }

    /// The value of an unfinished node with `count` moves, of which one at least is permitted. State and moves are the
    /// first in `room`. With `LINES` its best line goes to `row`. Of no meaning once the walk has ended.
    ///
    /// Examining the children inside the parent's loop, each played into the next state, costs one call of the game a
    /// node. Which child is the best so far is kept without a branch: no processor predicts it well.
    pub(crate) fn node<M: Method, const MAX: bool, const LINES: bool, const REPEATS: u8>(
        &mut self,
        room: Room<'_, G::State>,
        count: usize,
        left: usize,
        mut window: Window,
        row: Row,
    ) -> i32 {
        let (moves, free) = room.moves.split_at_mut(count);
        let (state, below) = match room.states {
            [state, below @ ..] if !below.is_empty() && free.len() >= self.facts.max_moves as usize => (&*state, below),
            states => return self.further::<M, MAX, LINES, REPEATS>(&states[0], moves, left, window, row),
        };
        // Its children are a ply deeper, and there is at least one.
        self.least_left = self.least_left.min(left);
        let entered = window;
        let is_root = LINES && left == self.horizon_ply;
        // So the first child always counts, and a forbidden one never.
        let mut best = worst::<MAX>();
        let mut best_index = 0;
        let mut kept = if LINES { PrincipalVariation::row(self.horizon_ply - left + 1) } else { row };
        for (index, &mv) in moves.iter().enumerate() {
            if is_root {
                self.tell_root_move(mv, index + 1);
            }
            if REPEATS != JUDGED && !self.may_visit() {
                return best;
            }
            // Minimax hands no window down, which the compiler sees as well.
            let handed = if M::CUT { window } else { FULL };
            let parent = Parent { state, left };
            let room = Room { states: &mut *below, moves: &mut *free };
            let value = self.child::<M, MAX, LINES, REPEATS>(parent, (index, mv), room, handed, kept.other());
            if (LINES || REPEATS == JUDGED || O::LOOKS) && self.ended {
                return best;
            }
            // Strictly better, so that ties keep the first move in the game's order.
            let is_better = if MAX { value > best } else { value < best };
            best = if is_better { value } else { best };
            if LINES {
                best_index = if is_better { index } else { best_index };
                kept = if is_better { kept.other() } else { kept };
                if is_root && is_better {
                    self.root_value = Some(best);
                    self.pv.set(row, mv, kept);
                }
            }
            if M::CUT {
                if MAX { window.alpha = window.alpha.max(best) } else { window.beta = window.beta.min(best) }
            }
            // Asked first whether anybody looks: a branch on what is better, even to nothing, would cost.
            let ply = self.horizon_ply - left;
            if O::LOOKS && is_better {
                tell!(self, update(ply, index, seen(best), seen(window.alpha), seen(window.beta)));
            }
            if O::LOOKS && M::is_over(window) && index + 1 < count {
                tell!(self, cut(ply, index + 1, seen(window.alpha), seen(window.beta)));
            }
            if M::is_over(window) {
                break;
            }
        }
        if REPEATS == JUDGED && best == worst::<MAX>() {
            self.end_with(Self::contradiction(self.horizon_ply - left));
            return best;
        }
        if LINES && !is_root {
            self.pv.set(row, moves[best_index], kept);
        }
        let value = if M::HARD { best.clamp(entered.alpha, entered.beta) } else { best };
        tell!(self, leave(self.horizon_ply - left, seen(value)));
        value
    }

    /// The value of a child, which is the first state in `room`, or [`worst`] if the move to it is forbidden.
    #[inline(always)]
    fn child<M: Method, const MAX: bool, const LINES: bool, const REPEATS: u8>(
        &mut self,
        parent: Parent<'_, G>,
        (index, mv): (usize, Move),
        room: Room<'_, G::State>,
        window: Window,
        row: Row,
    ) -> i32 {
        let left = parent.left - 1;
        let is_horizon = left == 0;
        let also = match REPEATS {
            NEVER => Want::OUTCOME,
            WORTH => Want::KEY,
            _ => self.judged_want(),
        };
        let child = &mut room.states[0];
        let step = if is_horizon && !(REPEATS == JUDGED && also.fills_buffer()) {
            self.game.step(parent.state, mv, child, Want::VALUE.and(also), &mut Moves::new(&mut []))
        } else {
            let out = &mut room.moves[..self.facts.max_moves as usize];
            let want = if REPEATS == JUDGED && is_horizon { Want::VALUE } else { Want::MOVES };
            self.game.step(parent.state, mv, child, want.and(also), &mut Moves::new(out))
        };
        let mut ended = None;
        if REPEATS == JUDGED {
            let (ply, mover) = (self.horizon_ply - left, if MAX { Turn::Max } else { Turn::Min });
            ended = match self.judge_state(ply, mover, mv, step, (child, room.moves)) {
                Judgement::Forbidden { .. } => return worst::<MAX>(),
                Judgement::Ends { outcome, .. } => Some(Step::new(outcome, step.turn()).worth(self.facts.win)),
                Judgement::GoesOn => None,
            };
            if !self.may_visit() {
                return worst::<MAX>();
            }
        }
        tell!(self, enter(window.entered(self.horizon_ply - left, left, index, mv, step.player())));
        if !step.is_ongoing() {
            if step.is_error() {
                let want = if is_horizon { Want::VALUE } else { Want::MOVES };
                self.fail_after(parent.state, mv, want, child);
                return worst::<MAX>();
            }
            let value = step.worth(self.facts.win);
            return self.leaf::<LINES>(left, value, LeafKind::Finished, row);
        }
        if REPEATS == WORTH
            && let Some(Repeated { verdict: Verdict::Worth(worth), .. }) =
                self.path.as_mut().and_then(|path| path.note(self.horizon_ply - left, step))
        {
            return self.leaf::<LINES>(left, worth, LeafKind::Finished, row);
        }
        if REPEATS == JUDGED
            && let Some(value) = ended
        {
            return self.leaf::<LINES>(left, value, LeafKind::Finished, row);
        }
        if is_horizon {
            self.horizon = true;
            return self.leaf::<LINES>(left, step.value(), LeafKind::Horizon, row);
        }
        let count = step.count();
        // Where positions repeat, or somebody looks, all lines are kept.
        if LINES && (REPEATS != NEVER || O::LOOKS || left > self.lineless) {
            return match step.player() {
                Player::Max => self.node::<M, true, true, REPEATS>(room, count, left, window, row),
                Player::Min => self.node::<M, false, true, REPEATS>(room, count, left, window, row),
            };
        }
        if LINES {
            self.pv.clear(row);
        }
        match step.player() {
            Player::Max => self.last_plies::<M, true>(room, count, left, window),
            Player::Min => self.last_plies::<M, false>(room, count, left, window),
        }
    }

    /// A node of the last plies.
    #[inline(always)]
    fn last_plies<M: Method, const MAX: bool>(
        &mut self,
        room: Room<'_, G::State>,
        count: usize,
        left: usize,
        window: Window,
    ) -> i32 {
        if let Some(values) = self.game.leaves(&room.states[0]) {
            return self.read_leaves::<M, MAX>(values, left, window);
        }
        self.node::<M, MAX, false, NEVER>(room, count, left, window, PrincipalVariation::ROOT)
    }

    /// The value of a node all of whose children are leaves with these values.
    #[inline(always)]
    fn read_leaves<M: Method, const MAX: bool>(
        &mut self,
        values: impl ExactSizeIterator<Item = i32>,
        left: usize,
        mut window: Window,
    ) -> i32 {
        let count = values.len() as u64;
        let may_visit_all = self.may_visit_all(count);
        self.least_left = self.least_left.min(left);
        let entered = window;
        let mut best = worst::<MAX>();
        let mut skipped = count;
        for value in values {
            if !may_visit_all && !self.may_visit() {
                return best;
            }
            skipped -= 1;
            best = if MAX { best.max(value) } else { best.min(value) };
            if M::CUT {
                if MAX { window.alpha = window.alpha.max(best) } else { window.beta = window.beta.min(best) }
            }
            if M::is_over(window) {
                break;
            }
        }
        if may_visit_all {
            self.count_visited(count - skipped);
        }
        if M::HARD { best.clamp(entered.alpha, entered.beta) } else { best }
    }

    #[inline(always)]
    fn leaf<const LINES: bool>(&mut self, left: usize, value: i32, kind: LeafKind, row: Row) -> i32 {
        if LINES {
            self.pv.clear(row);
        }
        tell!(self, leaf(self.horizon_ply - left, seen(value), kind));
        value
    }
}

/// Worse than every value for the player to move.
#[inline(always)]
pub(crate) const fn worst<const MAX: bool>() -> i32 {
    if MAX { i32::MIN } else { i32::MAX }
}
