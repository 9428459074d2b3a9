//! The recursion that minimax and alpha-beta share.
//!
//! A node costs one call of the game and little more. The states and the moves below a node are slices, which get
//! shorter with every ply, so that no access to them is checked twice. There is no check after a child returns: a walk
//! that has ended gets no leave for the next node, and so unwinds by itself. The last plies, with nearly all nodes,
//! keep no lines of play; [`TreeWalk::whole_line`] finds them again.

use crate::room::STATES_AT_ONCE;
use crate::window::{FULL, worst};
use crate::{
    JUDGED, Judgement, LeafKind, Method, NEVER, Observer, PrincipalVariation, RepeatedPosition, TreeWalk, VariationRow,
    WORTH, WalkInterrupted, WalkSupervisor, Window, seen, tell,
};
use plyd_rules::{Game, Move, Moves, Player, Step, Turn, Verdict, Visit, Want};

/// A child of a node.
struct ChildNode<'r, G: Game> {
    parent: &'r G::State,
    /// The index of the move in the parent's list, and the move.
    index: usize,
    mv: Move,
    /// Plies to the horizon.
    left: usize,
    /// Whether the common rule of repetition needs its key.
    has_key: bool,
}

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// Searches the root's first `count` moves, found by [`TreeWalk::examine_root`], to `depth` by method `M`, and
    /// returns the value. `turn` is the player to move at the root. At least one of the moves must be permitted by the
    /// rule of repetition, see [`Root::retain_permitted`](crate::Root::retain_permitted). The tree also keeps the value
    /// and the best line, even if the walk was interrupted.
    ///
    /// # Errors
    /// The supervisor ended the walk, or the game did: then [`TreeWalk::fault`] says why.
    pub fn search_root<M: Method>(&mut self, turn: Player, depth: u32, count: usize) -> Result<i32, WalkInterrupted> {
        self.begin(depth as usize)?;
        if !O::LOOKS
            && self.path.is_none()
            && let Some(ended) = self.search_inside::<M>(turn, depth, count)
        {
            return ended;
        }
        tell!(self, enter(FULL.entered(0, depth as usize, 0, Move(0), turn)));
        // The recursion is chosen once, so that a rule of repetition costs games without one nothing.
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
    ) -> Result<i32, WalkInterrupted> {
        self.prepare();
        self.prepare_lines(REPEATS == NEVER && !O::LOOKS);
        // Apart from the tree, so that the recursion has both.
        let (mut states, mut arena) = (std::mem::take(&mut self.states), std::mem::take(&mut self.arena));
        let plies = self.plies().min(states.len() - 1);
        let (here, row) = ((count, self.horizon_ply), PrincipalVariation::ROOT);
        let value = match turn {
            Player::Max => self.node::<M, true, true, REPEATS>(&mut states[..=plies], &mut arena, here, FULL, row),
            Player::Min => self.node::<M, false, true, REPEATS>(&mut states[..=plies], &mut arena, here, FULL, row),
        };
        (self.states, self.arena) = (states, arena);
        self.seldepth = self.deepest();
        if self.ended { Err(WalkInterrupted) } else { Ok(value) }
    }

    /// The deepest ply that has come up.
    pub(crate) fn deepest(&self) -> usize {
        self.horizon_ply + 1 - self.least_left
    }

    /// The value of an unfinished node with `count` moves, of which one at least is permitted. Its state and moves are
    /// the first in `states` and `moves`; behind them is room for those below it. With `LINES` its best line goes to
    /// `row`. Of no meaning once the walk has ended.
    ///
    /// Examining the children inside the parent's loop, each played into the next state, costs one call of the game a
    /// node. Which child is the best so far is kept without a branch: no processor predicts it well.
    fn node<M: Method, const MAX: bool, const LINES: bool, const REPEATS: u8>(
        &mut self,
        states: &mut [G::State],
        moves: &mut [Move],
        (count, left): (usize, usize),
        mut window: Window,
        row: VariationRow,
    ) -> i32 {
        let (moves, free) = moves.split_at_mut(count);
        let has_room = states.len() > 1 && free.len() >= self.facts.max_moves as usize;
        let (state, below) = match states {
            [state, below @ ..] if has_room => (&*state, below),
            states => return self.further::<M, MAX, LINES, REPEATS>(&states[0], moves, left, window, row),
        };
        // Its children are a ply deeper, and there is at least one.
        self.least_left = self.least_left.min(left);
        // No position is compared with one at the horizon, and few of these can have occurred before.
        let has_key = REPEATS == WORTH && (left > 1 || self.may_repeat::<MAX>());
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
            let child = ChildNode { parent: state, index, mv, left: left - 1, has_key };
            let value = self.child::<M, MAX, LINES, REPEATS>(child, below, free, handed, kept.other());
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
            if O::LOOKS && M::is_over(window.alpha, window.beta, self.conventions) && index + 1 < count {
                tell!(self, cut(ply, index + 1, seen(window.alpha), seen(window.beta)));
            }
            if M::is_over(window.alpha, window.beta, self.conventions) {
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
        let value = if M::is_hard(self.conventions) { best.clamp(entered.alpha, entered.beta) } else { best };
        tell!(self, leave(self.horizon_ply - left, seen(value)));
        value
    }

    /// Goes on with a node below which there is no room left.
    #[cold]
    #[inline(never)]
    fn further<M: Method, const MAX: bool, const LINES: bool, const REPEATS: u8>(
        &mut self,
        state: &G::State,
        moves: &[Move],
        left: usize,
        window: Window,
        row: VariationRow,
    ) -> i32 {
        let ply = self.horizon_ply - left;
        if LINES {
            self.pv.grow(self.plies().min(ply + STATES_AT_ONCE));
        }
        let value = self.in_segment(ply, state, moves, |tree, room| {
            tree.node::<M, MAX, LINES, REPEATS>(room.states, room.moves, (moves.len(), left), window, row)
        });
        value.unwrap_or(worst::<MAX>())
    }

    /// The value of a child, which is the first of `states`, or [`worst`] if the move to it is forbidden.
    #[inline(always)]
    fn child<M: Method, const MAX: bool, const LINES: bool, const REPEATS: u8>(
        &mut self,
        at: ChildNode<'_, G>,
        states: &mut [G::State],
        moves: &mut [Move],
        window: Window,
        row: VariationRow,
    ) -> i32 {
        let (parent, mv, left) = (at.parent, at.mv, at.left);
        let is_horizon = left == 0;
        let most = self.facts.max_moves as usize;
        let child = &mut states[0];
        let visit = if REPEATS == NEVER && !O::LOOKS {
            self.game.visit(parent, mv, child, (is_horizon, self.facts.win), &mut Moves::new(moves))
        } else {
            let also = match REPEATS {
                JUDGED => self.judged_want(),
                _ if at.has_key => Want::KEY,
                _ => Want::OUTCOME,
            };
            let want = if is_horizon { Want::VALUE } else { Want::MOVES }.and(also);
            let room = if want.fills_buffer() { most } else { 0 };
            let step = self.game.step(parent, mv, child, want, &mut Moves::new(&mut moves[..room]));
            match self.looked_at::<MAX, REPEATS>(&at, (child, moves), step, window) {
                Some(visit) => visit,
                None => return worst::<MAX>(),
            }
        };
        let (turn, count) = match visit {
            Visit::Node { turn, count } if count <= most => (turn, count),
            Visit::AboveLeaves(turn) => match self.game.leaves(child) {
                Some(leaves) if self.may_read(&leaves, left) => {
                    if LINES {
                        self.pv.clear(row);
                    }
                    return match turn {
                        Turn::Min => self.read_leaves::<M, false>(&leaves, left, window),
                        _ => self.read_leaves::<M, true>(&leaves, left, window),
                    };
                }
                _ => match self.list_moves((parent, mv), child, moves) {
                    Some(count) => (turn, count),
                    None => return worst::<MAX>(),
                },
            },
            Visit::Over(worth) => return self.leaf::<LINES>(left, worth, LeafKind::Finished, row),
            Visit::Horizon(value) => {
                self.horizon = true;
                return self.leaf::<LINES>(left, value, LeafKind::Horizon, row);
            }
            Visit::Node { .. } | Visit::Failed => {
                let want = if is_horizon { Want::VALUE } else { Want::MOVES };
                self.fail_after(parent, mv, want, child);
                return worst::<MAX>();
            }
        };
        // Where positions repeat, or somebody looks, all lines are kept.
        if LINES && (REPEATS != NEVER || O::LOOKS || left > self.lineless) {
            return match turn {
                Turn::Min => self.node::<M, false, true, REPEATS>(states, moves, (count, left), window, row),
                _ => self.node::<M, true, true, REPEATS>(states, moves, (count, left), window, row),
            };
        }
        if LINES {
            self.pv.clear(row);
        }
        match turn {
            Turn::Min => self.node::<M, false, false, NEVER>(states, moves, (count, left), window, row),
            _ => self.node::<M, true, false, NEVER>(states, moves, (count, left), window, row),
        }
    }

    /// What a step says about a child, by the rule of repetition too, for a search that needs more than the result of
    /// [`Game::visit`]; `None` if the move is forbidden or the walk has ended.
    #[inline(always)]
    fn looked_at<const MAX: bool, const REPEATS: u8>(
        &mut self,
        at: &ChildNode<'_, G>,
        here: (&G::State, &[Move]),
        step: Step,
        window: Window,
    ) -> Option<Visit> {
        let ply = self.horizon_ply - at.left;
        let mut ended = None;
        if REPEATS == JUDGED {
            let mover = if MAX { Turn::Max } else { Turn::Min };
            ended = match self.judge_state(ply, mover, at.mv, step, here) {
                Judgement::Forbidden { .. } => return None,
                Judgement::Ends { outcome, .. } => Some(Step::new(outcome, step.turn()).worth(self.facts.win)),
                Judgement::GoesOn => None,
            };
            if !self.may_visit() {
                return None;
            }
        }
        tell!(self, enter(window.entered(ply, at.left, at.index, at.mv, step.player())));
        if REPEATS == WORTH && step.is_ongoing() {
            let game = self.game;
            let repeated = self.path.as_mut().and_then(|path| path.note_last(game, here.0, ply, step, at.has_key));
            if let Some(RepeatedPosition { verdict: Verdict::Worth(worth), .. }) = repeated {
                ended = Some(worth);
            }
        }
        Some(ended.map_or_else(|| Visit::of(step, at.left == 0, self.facts.win), Visit::Over))
    }

    /// Whether the position at the horizon behind a move may be a repetition, by the common rule, if the players move
    /// in turn.
    #[inline(always)]
    fn may_repeat<const MAX: bool>(&self) -> bool {
        let next = if MAX { Player::Min } else { Player::Max };
        self.path.as_ref().is_some_and(|path| path.may_repeat(self.horizon_ply, next))
    }

    /// Lists the moves of a child, whose leaves were offered in their place; `None` if the game fails.
    #[cold]
    fn list_moves(&mut self, above: (&G::State, Move), child: &G::State, moves: &mut [Move]) -> Option<usize> {
        let mut out = Moves::new(moves);
        self.game.moves(child, &mut out);
        if out.overflowed() || out.len() > self.facts.max_moves as usize {
            self.fail_after(above.0, above.1, Want::MOVES, child);
            return None;
        }
        Some(out.len())
    }

    #[inline(always)]
    fn leaf<const LINES: bool>(&mut self, left: usize, value: i32, kind: LeafKind, row: VariationRow) -> i32 {
        if LINES {
            self.pv.clear(row);
        }
        tell!(self, leaf(self.horizon_ply - left, seen(value), kind));
        value
    }
}
