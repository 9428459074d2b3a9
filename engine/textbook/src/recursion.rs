//! The recursion that minimax and alpha-beta share.

use crate::{
    Interrupted, JUDGED, Judgement, LeafKind, Method, NEVER, Observer, PrincipalVariation, Repeated, Row, Supervisor,
    Tree, WORTH, Window, seen, tell,
};
use plyd_rules::{Game, Move, Moves, Player, Step, Turn, Verdict, Want};

/// Nothing is known elsewhere.
const FULL: Window = Window { alpha: i32::MIN, beta: i32::MAX };

/// The children of one node: their ply, and the place of their moves in the arena.
#[derive(Clone, Copy)]
struct Children {
    ply: usize,
    first: usize,
    end: usize,
    /// Whether they are valued statically if they are not finished.
    are_horizon: bool,
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
        let window = FULL;
        tell!(self, enter(window.entered(0, depth as usize, 0, Move(0), turn)));
        // Which recursion it is, is decided once: games without a rule of repetition pay nothing for it.
        let root = PrincipalVariation::ROOT;
        match (turn, self.repeats()) {
            (Player::Max, NEVER) => self.node::<M, true, true, NEVER>(0, window, 0, count, root),
            (Player::Min, NEVER) => self.node::<M, false, true, NEVER>(0, window, 0, count, root),
            (Player::Max, WORTH) => self.node::<M, true, true, WORTH>(0, window, 0, count, root),
            (Player::Min, WORTH) => self.node::<M, false, true, WORTH>(0, window, 0, count, root),
            (Player::Max, _) => self.node::<M, true, true, JUDGED>(0, window, 0, count, root),
            (Player::Min, _) => self.node::<M, false, true, JUDGED>(0, window, 0, count, root),
        }
    }

    /// The value of an unfinished node with `count` moves in the arena from `first` on, of which one at least is
    /// permitted; its best line goes to `row`.
    ///
    /// Examining the children inside the parent's loop, each played into its slot of the stack, costs one call of the
    /// game a node. Which child is the best so far is kept without a branch: no processor predicts it well.
    fn node<M: Method, const MAX: bool, const ROOT: bool, const REPEATS: u8>(
        &mut self,
        ply: usize,
        mut window: Window,
        first: usize,
        count: usize,
        row: Row,
    ) -> Result<i32, Interrupted> {
        if ply + 1 >= self.states.len() && !self.deepen(ply) {
            return Err(self.too_long(ply));
        }
        let (end, entered) = (first + count, window);
        self.reserve(end);
        // Its children are a ply deeper, and there is at least one.
        self.seldepth = self.seldepth.max(ply + 1);
        // So the first child always counts, and a forbidden one never.
        let mut best = worst::<MAX>();
        let mut best_place = first;
        let mut kept = PrincipalVariation::row(ply + 1);
        let children = Children { ply: ply + 1, first, end, are_horizon: ply + 1 == self.horizon_ply };
        for place in first..end {
            if ROOT {
                self.tell_root_move(place, place + 1);
            }
            // Minimax hands no window down, which the compiler sees as well.
            let handed = if M::CUT { window } else { FULL };
            let value = self.child::<M, MAX, REPEATS>(children, place, handed, kept.other())?;
            // Strictly better, so that ties keep the first move in the game's order.
            let is_better = if MAX { value > best } else { value < best };
            best = if is_better { value } else { best };
            best_place = if is_better { place } else { best_place };
            kept = if is_better { kept.other() } else { kept };
            if ROOT && is_better {
                self.root_value = Some(best);
                self.pv.set(row, self.arena[place], kept);
            }
            if M::CUT {
                if MAX { window.alpha = window.alpha.max(best) } else { window.beta = window.beta.min(best) }
            }
            // Asked first whether anybody looks: a branch on what is better, even to nothing, would cost.
            if O::LOOKS && is_better {
                tell!(self, update(ply, place - first, seen(best), seen(window.alpha), seen(window.beta)));
            }
            if O::LOOKS && M::is_over(window) && place + 1 < end {
                tell!(self, cut(ply, place + 1 - first, seen(window.alpha), seen(window.beta)));
            }
            if M::is_over(window) {
                break;
            }
        }
        if REPEATS == JUDGED && best == worst::<MAX>() {
            return Err(self.contradicted(ply));
        }
        if !ROOT {
            self.pv.set(row, self.arena[best_place], kept);
        }
        let value = if M::HARD { best.clamp(entered.alpha, entered.beta) } else { best };
        tell!(self, leave(ply, seen(value)));
        Ok(value)
    }

    /// The value of a child, or [`worst`] if the move to it is forbidden.
    #[inline(always)]
    fn child<M: Method, const MAX: bool, const REPEATS: u8>(
        &mut self,
        Children { ply, first, end, are_horizon }: Children,
        place: usize,
        window: Window,
        row: Row,
    ) -> Result<i32, Interrupted> {
        if REPEATS != JUDGED {
            self.count_node()?;
        }
        let also = match REPEATS {
            NEVER => Want::OUTCOME,
            WORTH => Want::KEY,
            _ => self.judged_want(),
        };
        let mv = self.arena[place];
        let (path, below) = self.states.split_at_mut(ply);
        let (parent, child) = (&path[ply - 1], &mut below[0]);
        let step = if are_horizon && !(REPEATS == JUDGED && also.fills_buffer()) {
            self.game.step(parent, mv, child, Want::VALUE.and(also), &mut Moves::new(&mut []))
        } else {
            let room = &mut self.arena[end..end + self.facts.max_moves as usize];
            let want = if REPEATS == JUDGED && are_horizon { Want::VALUE } else { Want::MOVES };
            self.game.step(parent, mv, child, want.and(also), &mut Moves::new(room))
        };
        let mut ended = None;
        if REPEATS == JUDGED {
            let mover = if MAX { Turn::Max } else { Turn::Min };
            ended = match self.judge(ply, mover, mv, step, end) {
                Judgement::Forbidden { .. } => return Ok(worst::<MAX>()),
                Judgement::Ends { outcome, .. } => Some(Step::new(outcome, step.turn()).worth(self.facts.win)),
                Judgement::GoesOn => None,
            };
            self.count_node()?;
        }

        tell!(self, enter(window.entered(ply, self.horizon_ply - ply, place - first, mv, step.player())));
        if !step.is_ongoing() {
            if step.is_error() {
                return Err(self.failed(ply));
            }
            let value = step.worth(self.facts.win);
            return Ok(self.leaf(ply, value, LeafKind::Finished, row));
        }
        if REPEATS == WORTH
            && let Some(Repeated { verdict: Verdict::Worth(worth), .. }) =
                self.path.as_mut().and_then(|path| path.note(ply, step))
        {
            return Ok(self.leaf(ply, worth, LeafKind::Finished, row));
        }
        if REPEATS == JUDGED
            && let Some(value) = ended
        {
            return Ok(self.leaf(ply, value, LeafKind::Finished, row));
        }
        if are_horizon {
            self.horizon = true;
            return Ok(self.leaf(ply, step.value(), LeafKind::Horizon, row));
        }
        match step.player() {
            Player::Max => self.node::<M, true, false, REPEATS>(ply, window, end, step.count(), row),
            Player::Min => self.node::<M, false, false, REPEATS>(ply, window, end, step.count(), row),
        }
    }

    #[inline(always)]
    fn leaf(&mut self, ply: usize, value: i32, kind: LeafKind, row: Row) -> i32 {
        self.pv.clear(row);
        tell!(self, leaf(ply, seen(value), kind));
        value
    }
}

/// Worse than every value for the player to move.
#[inline(always)]
const fn worst<const MAX: bool>() -> i32 {
    if MAX { i32::MIN } else { i32::MAX }
}
