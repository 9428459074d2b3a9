//! The recursion for games with chance: expectiminimax (D. Michie, "Game-playing and game-learning automata", 1966),
//! and Star1, which is alpha-beta for such games (B. Ballard, "The *-minimax search procedure for trees containing
//! chance nodes", 1983).
//!
//! It is a recursion of its own, so that it costs games without chance nothing. Values are expectations from MAX's
//! view.

use crate::star::{Expectations, Star, UnsearchedOutcomes, is_bounded};
use crate::{
    AlphaBeta, Conventions, Judgement, LeafKind, Method, Observer, PrincipalVariation, StarCut, StarSide, TreeWalk,
    VariationRow, WalkInterrupted, WalkSupervisor, tell,
};
use plyd_rules::{Chance, Game, Move, Moves, Player, Step, Turn, Want};

/// An unfinished node with its moves, or its outcomes, in the arena.
#[derive(Clone, Copy)]
struct InnerNode {
    ply: usize,
    first: usize,
    count: usize,
    turn: Turn,
}

impl InnerNode {
    fn end(self) -> usize {
        self.first + self.count
    }
}

impl<G: Game, O: Observer, S: WalkSupervisor> TreeWalk<'_, G, O, S> {
    /// Searches the first `count` moves or outcomes of the root of a game with chance, found by
    /// [`TreeWalk::examine_root`], to `depth` by method `M`, and returns the expectation. It is also kept in
    /// [`TreeWalk::root_expectation`]; at a player's root that and the best line are there even if the walk was
    /// interrupted. The line ends at the first chance node. At a chance root, outcomes that are left out count as
    /// impossible.
    ///
    /// # Errors
    /// The supervisor ended the walk, or the game did: then [`TreeWalk::fault`] says why.
    pub fn expect_root<M: Method>(&mut self, turn: Turn, depth: u32, count: usize) -> Result<f64, WalkInterrupted> {
        self.begin(depth as usize)?;
        self.pv.grow(self.states.len() - 1);
        let window = Expectations::OPEN;
        tell!(self, enter(window.entered(0, depth as usize, 0, Move(0), turn)));
        self.expect::<M>(InnerNode { ply: 0, first: 0, count, turn }, window, PrincipalVariation::ROOT)
    }

    /// The expectation of an unfinished node; its best line goes to `row`.
    fn expect<M: Method>(
        &mut self,
        node: InnerNode,
        window: Expectations,
        row: VariationRow,
    ) -> Result<f64, WalkInterrupted> {
        if node.ply + 1 >= self.states.len() && !self.deepen(node.ply) {
            return Err(self.too_long(node.ply));
        }
        self.reserve(node.end());
        self.seldepth = self.seldepth.max(node.ply + 1);
        match node.turn.player() {
            Some(Player::Max) => self.choice::<M, true>(node, window, row),
            Some(Player::Min) => self.choice::<M, false>(node, window, row),
            None => self.average::<M>(node, window, row),
        }
    }

    /// The best child of a player's node.
    fn choice<M: Method, const MAX: bool>(
        &mut self,
        node: InnerNode,
        mut window: Expectations,
        row: VariationRow,
    ) -> Result<f64, WalkInterrupted> {
        let InnerNode { ply, first, .. } = node;
        let (end, entered) = (node.end(), window);
        let mut best = None;
        let mut kept = PrincipalVariation::row(ply + 1);
        self.pv.clear(row);
        for place in first..end {
            if ply == 0 {
                self.tell_root_move(self.arena[place], place + 1);
            }
            let handed = if M::CUT { window } else { Expectations::OPEN };
            let Some(value) = self.expected_child::<M>(node, place, handed, kept.other())? else { continue };
            // Strictly better, so that ties keep the first move in the game's order.
            let is_better = best.is_none_or(|best| if MAX { value > best } else { value < best });
            if is_better {
                best = Some(value);
                kept = kept.other();
                self.pv.set(row, self.arena[place], kept);
                if ply == 0 {
                    self.root_expectation = best;
                }
                if M::CUT {
                    if MAX { window.alpha = window.alpha.max(value) } else { window.beta = window.beta.min(value) }
                }
                tell!(self, update(ply, place - first, value, window.alpha, window.beta));
            }
            if M::is_over(window.alpha, window.beta, self.conventions) {
                if place + 1 < end {
                    tell!(self, cut(ply, place + 1 - first, window.alpha, window.beta));
                }
                break;
            }
        }
        // A position without a permitted move is finished, so there is one.
        let Some(best) = best else { return Err(self.contradicted(ply)) };
        Ok(self.expected::<M>(ply, best, entered))
    }

    /// The average over the outcomes of a chance node.
    fn average<M: Method>(
        &mut self,
        node: InnerNode,
        window: Expectations,
        row: VariationRow,
    ) -> Result<f64, WalkInterrupted> {
        let InnerNode { ply, first, .. } = node;
        let (chance, total) = (self.chance(), self.weigh(ply, first, node.count)?);
        tell!(self, weights(ply, &self.weights[first..first + node.count]));
        if !is_bounded(chance) {
            return self.whole_average::<M>(node, total, row);
        }
        let all = Expectations::all(chance);
        let mut star = Star::new(window, total);
        let (mut left, mut outside) = (total, None);
        for place in first..node.end() {
            let weight = self.weights[place];
            let open = UnsearchedOutcomes::unknown(left, chance);
            left -= u64::from(weight);
            let rest = UnsearchedOutcomes::unknown(left, chance);
            let needed = star.needed(weight, rest);
            if let Some(side) = missed_by_all::<M>(needed, all, self.conventions) {
                return Ok(self.star_cut::<M>(ply, star.cut(side, place - first, open), window, row));
            }
            if ply == 0 {
                self.tell_root_move(self.arena[place], place + 1);
            }
            let asked = needed.within(all);
            let handed = match M::CUT {
                false => Expectations::OPEN,
                true if M::is_over(asked.alpha, asked.beta, self.conventions) => all,
                true => asked,
            };
            let child = self.expected_child::<M>(node, place, handed, PrincipalVariation::row(ply + 1))?;
            // No outcome is forbidden.
            let found = child.unwrap_or_default();
            star.add(weight, found);
            if O::LOOKS {
                let (low, high) = star.bounds(rest);
                tell!(self, narrow(ply, place - first, low, high));
            }
            if place + 1 < node.end()
                && let Some(side) = missed::<M>(needed, found, self.conventions)
            {
                return Ok(self.star_cut::<M>(ply, star.cut(side, place + 1 - first, rest), window, row));
            }
            if M::CUT && outside.is_none() {
                // At an end too, also where only a value beyond it cuts: it may be a bound that was brought back there.
                outside = missed::<AlphaBeta>(needed, found, self.conventions);
            }
        }
        let value = match outside {
            // Rounding does not move a bound into the window.
            Some(side) => star.cut(side, node.count, UnsearchedOutcomes::unknown(left, chance)).bound,
            None => star.expectation(),
        };
        if ply == 0 {
            self.root_expectation = Some(value);
        }
        self.pv.clear(row);
        Ok(self.expected::<M>(ply, value, window))
    }

    /// The same in a game without bounds, the form that textbooks begin with: any outcome could outweigh all others, so
    /// all of them are searched, each with an open window.
    fn whole_average<M: Method>(
        &mut self,
        node: InnerNode,
        total: u64,
        row: VariationRow,
    ) -> Result<f64, WalkInterrupted> {
        let InnerNode { ply, first, .. } = node;
        let mut star = Star::new(Expectations::OPEN, total);
        for place in first..node.end() {
            if ply == 0 {
                self.tell_root_move(self.arena[place], place + 1);
            }
            let child = PrincipalVariation::row(ply + 1);
            let found = self.expected_child::<M>(node, place, Expectations::OPEN, child)?;
            // No outcome is forbidden.
            let found = found.unwrap_or_default();
            star.add(self.weights[place], found);
            tell!(self, narrow(ply, place - first, f64::NEG_INFINITY, f64::INFINITY));
        }
        let value = star.expectation();
        if ply == 0 {
            self.root_expectation = Some(value);
        }
        self.pv.clear(row);
        Ok(self.expected::<M>(ply, value, Expectations::OPEN))
    }

    /// The child at this place of the arena; `None` if the move there is forbidden.
    #[inline]
    fn expected_child<M: Method>(
        &mut self,
        parent: InnerNode,
        place: usize,
        window: Expectations,
        row: VariationRow,
    ) -> Result<Option<f64>, WalkInterrupted> {
        let (ply, end) = (parent.ply + 1, parent.end());
        let is_horizon = ply == self.horizon_ply;
        let mv = self.arena[place];
        let want = if is_horizon { Want::VALUE } else { Want::MOVES }.and(self.judged_want());
        let (path, below) = self.states.split_at_mut(ply);
        let room = if want.fills_buffer() { self.facts.max_moves as usize } else { 0 };
        let mut out = Moves::new(&mut self.arena[end..end + room]);
        let step = self.game.step(&path[ply - 1], mv, &mut below[0], want, &mut out);
        let ended = match self.judge(ply, parent.turn, mv, step, end) {
            Judgement::GoesOn => None,
            Judgement::Ends { outcome, .. } => Some(Step::new(outcome, step.turn()).worth(self.facts.win)),
            Judgement::Forbidden { .. } => return Ok(None),
        };
        self.count_node()?;
        tell!(self, enter(window.entered(ply, self.horizon_ply - ply, place - parent.first, mv, step.turn())));
        if step.is_error() {
            return Err(self.failed(ply));
        }
        if !step.is_ongoing() {
            return self.expected_leaf(ply, step.worth(self.facts.win), LeafKind::Finished, row);
        }
        if let Some(value) = ended {
            return self.expected_leaf(ply, value, LeafKind::Finished, row);
        }
        if is_horizon {
            self.horizon = true;
            return self.expected_leaf(ply, step.value(), LeafKind::Horizon, row);
        }
        let node = InnerNode { ply, first: end, count: step.count(), turn: step.turn() };
        self.expect::<M>(node, window, row).map(Some)
    }

    /// Writes the weights of `count` outcomes of the chance state at this ply, which are in the arena from `first` on,
    /// to the same places of [`TreeWalk::weights`], and returns their sum.
    ///
    /// # Errors
    /// The game failed: it gave an outcome no weight.
    pub fn weigh(&mut self, ply: usize, first: usize, count: usize) -> Result<u64, WalkInterrupted> {
        if ply == 0 {
            return self.weigh_root(count);
        }
        let end = first + count;
        self.reserve_weights(end);
        let weights = &mut self.weights[first..end];
        self.game.weights(&self.states[ply], &self.arena[first..end], weights);
        if weights.contains(&0) {
            return Err(self.failed(ply));
        }
        Ok(weights.iter().map(|&weight| u64::from(weight)).sum())
    }

    /// The same for the root, from whose outcomes some may have been left out: a game weighs all of them together.
    fn weigh_root(&mut self, count: usize) -> Result<u64, WalkInterrupted> {
        self.reserve(count);
        let (chosen, room) = self.arena.split_at_mut(count);
        let mut out = Moves::new(&mut room[..self.facts.max_moves as usize]);
        let step = self.game.examine(&self.states[0], Want::MOVES, &mut out);
        let all = step.count();
        if step.is_error() {
            return Err(self.failed(0));
        }
        self.weights.resize(self.weights.len().max(count + all), 0);
        let (weights, of_all) = self.weights.split_at_mut(count);
        self.game.weights(&self.states[0], &room[..all], &mut of_all[..all]);
        let mut places = 0..all;
        for (mv, weight) in chosen.iter().zip(weights.iter_mut()) {
            // Both are in the game's order.
            *weight = places.find(|&place| room[place] == *mv).map_or(0, |place| of_all[place]);
        }
        if weights.contains(&0) {
            return Err(self.failed(0));
        }
        Ok(weights.iter().map(|&weight| u64::from(weight)).sum())
    }

    #[inline]
    fn reserve_weights(&mut self, end: usize) {
        if self.weights.len() < end {
            self.weights.resize(self.arena.len().max(end), 0);
        }
    }

    /// The declaration of the chance states of the game.
    ///
    /// # Panics
    /// It has declared none, and yet it is the turn of chance; the host refuses such a game.
    #[must_use]
    pub fn chance(&self) -> Chance {
        self.facts.chance.expect("a game with chance states declares them")
    }

    /// Leaves a chance node whose value has missed its window.
    fn star_cut<M: Method>(&mut self, ply: usize, cut: StarCut, window: Expectations, row: VariationRow) -> f64 {
        tell!(self, star_cut(ply, cut));
        self.pv.clear(row);
        self.expected::<M>(ply, cut.bound, window)
    }

    /// Leaves an inner node.
    fn expected<M: Method>(&mut self, ply: usize, value: f64, window: Expectations) -> f64 {
        let value = if M::is_hard(self.conventions) { value.clamp(window.alpha, window.beta) } else { value };
        tell!(self, leave(ply, value));
        value
    }

    fn expected_leaf(
        &mut self,
        ply: usize,
        value: i32,
        kind: LeafKind,
        row: VariationRow,
    ) -> Result<Option<f64>, WalkInterrupted> {
        let value = self.bounded(value)?;
        self.pv.clear(row);
        tell!(self, leaf(ply, value, kind));
        Ok(Some(value))
    }
}

/// Whether a value that was asked for with these ends is outside them, and on which side.
#[inline]
fn missed<M: Method>(needed: Expectations, value: f64, of_tree: Conventions) -> Option<StarSide> {
    if M::is_over(needed.alpha, value, of_tree) {
        Some(StarSide::AtMost)
    } else if M::is_over(value, needed.beta, of_tree) {
        Some(StarSide::AtLeast)
    } else {
        None
    }
}

/// Whether all values of a game lie outside, so that none needs to be searched.
#[inline]
fn missed_by_all<M: Method>(needed: Expectations, all: Expectations, of_tree: Conventions) -> Option<StarSide> {
    missed::<M>(Expectations { beta: f64::INFINITY, ..needed }, all.beta, of_tree)
        .or_else(|| missed::<M>(Expectations { alpha: f64::NEG_INFINITY, ..needed }, all.alpha, of_tree))
}
