//! The chance nodes of the strong search: Star2 (B. Ballard, "The *-minimax search procedure for trees containing
//! chance nodes", 1983), for trees of any shape.
//!
//! First every outcome is probed: one move of the player whose turn it is there bounds what the outcome is worth, from
//! below if that is MAX and from above if it is MIN. With these bounds, and with what the table knows, the node may be
//! cut at once. Otherwise the outcomes are searched one by one, each with a window that the bounds of the others leave
//! it.

use super::Averaging;
use super::choice::ChanceChild;
use super::expected::{CommonOutcome, Expected};
use crate::strong::{Picker, SearchNode};
use plyd_rules::{Game, Player, Turn};
use plyd_textbook::{
    Expectations, LeafKind, Observer, PrincipalVariation, Star, StarCut, StarSide, UnsearchedOutcomes, WalkInterrupted,
    tell,
};
use std::ops::Range;

/// The bounds of the worth of an outcome, and what they rest on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutcomeBounds {
    /// It is worth no less than `alpha` and no more than `beta`.
    range: Expectations,
    /// Whether these two are proven for the whole tree below.
    low_proven: bool,
    high_proven: bool,
    /// Its value, if the game is over there.
    finished: Option<Expected>,
    /// The win that the table knows, see [`Expected::win`].
    win: i32,
    /// The outcomes behind it.
    rest: UnsearchedOutcomes,
    rest_low_proven: bool,
    rest_high_proven: bool,
}

impl OutcomeBounds {
    /// For an outcome about which nothing is known: it can have any value of the game.
    fn unknown(all: Expectations) -> Self {
        Self {
            range: all,
            low_proven: true,
            high_proven: true,
            finished: None,
            win: 0,
            rest: UnsearchedOutcomes { low: 0.0, high: 0.0 },
            rest_low_proven: true,
            rest_high_proven: true,
        }
    }

    /// Its value, if it needs no more search.
    fn known(self) -> Option<Expected> {
        let Self { range, win, low_proven, high_proven, .. } = self;
        let known = Expected { value: range.alpha, win, lower_proven: low_proven, upper_proven: high_proven };
        self.finished.or((range.alpha == range.beta).then_some(known))
    }

    /// The table knows this of it: the bounds of its value, whether they are proven, and a win, or 0.
    pub(super) fn learn(&mut self, known: Expectations, proven: bool, win: i32) {
        self.raise(known.alpha, proven);
        self.lower(known.beta, proven);
        self.win = win;
    }

    /// It is worth at least this.
    fn raise(&mut self, low: f64, proven: bool) {
        if self.range.alpha < low && low <= self.range.beta {
            (self.range.alpha, self.low_proven) = (low, proven);
        }
    }

    /// It is worth at most this.
    fn lower(&mut self, high: f64, proven: bool) {
        if self.range.alpha <= high && high < self.range.beta {
            (self.range.beta, self.high_proven) = (high, proven);
        }
    }
}

/// The side on which a value misses what it had to lie between.
fn missed(needed: Expectations, least: f64, most: f64) -> Option<StarSide> {
    if most <= needed.alpha {
        Some(StarSide::AtMost)
    } else if least >= needed.beta {
        Some(StarSide::AtLeast)
    } else {
        None
    }
}

impl<G: Game, O: Observer> Averaging<'_, G, O> {
    /// The average over the outcomes of a chance node.
    pub(super) fn average(&mut self, node: SearchNode, window: Expectations) -> Result<Expected, WalkInterrupted> {
        let SearchNode { ply, first, count, .. } = node;
        let (total, all) = (self.strong.tree.weigh(ply, first, count)?, self.all());
        tell!(self.strong.tree, weights(ply, &self.strong.tree.weights[first..node.end()]));
        if self.outcomes.len() < node.end() {
            self.outcomes.resize(self.strong.tree.arena.len(), OutcomeBounds::unknown(all));
        }
        self.outcomes[first..node.end()].fill(OutcomeBounds::unknown(all));
        let mut star = Star::new(window, total);
        if node.depth > 1
            && !window.is_empty()
            && (window.alpha > all.alpha || window.beta < all.beta)
            && let Some(cut) = self.probe_all(node, window, total)?
            && self.has_unknown(first..node.end())
        {
            let proven = self.outcomes[first..node.end()].iter().all(|outcome| match cut.side {
                StarSide::AtLeast => outcome.low_proven,
                StarSide::AtMost => outcome.high_proven,
            });
            return Ok(self.cut(node, cut, proven, window));
        }
        self.sum_up(node);
        let (mut common, mut missed_side) = (CommonOutcome::NONE, None);
        for index in 0..count {
            let outcome = self.outcomes[first + index];
            let weight = self.strong.tree.weights[first + index];
            let needed = star.needed(weight, outcome.rest);
            let known = outcome.known();
            if known.is_none()
                && let Some(side) = missed(needed, outcome.range.alpha, outcome.range.beta)
            {
                let open = opened(weight, outcome);
                let proven = outcome_proven(side, common, outcome, true);
                return Ok(self.cut(node, star.cut(side, index, open), proven, window));
            }
            if ply == 0 {
                let mv = self.strong.tree.arena[first + index];
                self.strong.tree.tell_root_move(mv, index + 1);
            }
            let found = match known {
                Some(found) => found,
                None => self.outcome(node, index, needed, outcome)?,
            };
            star.add(weight, found.value);
            common.add(found);
            let (low, high) = star.bounds(outcome.rest);
            tell!(self.strong.tree, narrow(ply, index, low, high));
            if missed_side.is_none()
                && let Some(side) = missed(needed, found.value, found.value)
            {
                if self.has_unknown(first + index + 1..node.end()) {
                    let proven = outcome_proven(side, common, outcome, false);
                    return Ok(self.cut(node, star.cut(side, index + 1, outcome.rest), proven, window));
                }
                // A cut would save no search now, and wins are known only from all outcomes together.
                missed_side = Some(side);
            }
        }
        let found = common.value(match missed_side {
            // Rounding does not move a bound into the window.
            Some(side) => star.cut(side, count, UnsearchedOutcomes { low: 0.0, high: 0.0 }).bound,
            None => star.expectation(),
        });
        if ply > 0 || self.strong.root_is_whole {
            self.remember(node, found, None, window);
        }
        tell!(self.strong.tree, leave(ply, found.value));
        Ok(found)
    }

    /// Whether some of the outcomes at these places have to be searched.
    fn has_unknown(&self, places: Range<usize>) -> bool {
        self.outcomes[places].iter().any(|outcome| outcome.known().is_none())
    }

    /// Searches an outcome as far as it matters.
    fn outcome(
        &mut self,
        node: SearchNode,
        index: usize,
        needed: Expectations,
        outcome: OutcomeBounds,
    ) -> Result<Expected, WalkInterrupted> {
        let Some(child) = self.play(node, index, Turn::Chance)? else { unreachable!("no outcome is forbidden") };
        let asked = needed.within(outcome.range);
        let handed = if asked.is_empty() { outcome.range } else { asked };
        let found = self.visit(node, child, handed, PrincipalVariation::row(node.ply + 1))?;
        if child.finished.is_some() {
            return Ok(found);
        }
        let OutcomeBounds { range, low_proven, high_proven, .. } = outcome;
        // A value at an end of the range known before is proven on that side if that end is.
        let value = found.value.clamp(range.alpha, range.beta);
        let lower_proven =
            if value > found.value || value == range.alpha && low_proven { low_proven } else { found.lower_proven };
        let upper_proven =
            if value < found.value || value == range.beta && high_proven { high_proven } else { found.upper_proven };
        Ok(Expected { value, lower_proven, upper_proven, ..found })
    }

    /// Probes the outcomes of a node until its value is known to miss the window: then the cut.
    fn probe_all(
        &mut self,
        node: SearchNode,
        window: Expectations,
        total: u64,
    ) -> Result<Option<StarCut>, WalkInterrupted> {
        let (SearchNode { ply, first, .. }, all, star) = (node, self.all(), Star::new(window, total));
        let mut probed = UnsearchedOutcomes { low: 0.0, high: 0.0 };
        let mut left = total;
        for index in 0..node.count {
            let weight = self.strong.tree.weights[first + index];
            left -= u64::from(weight);
            let unknown = UnsearchedOutcomes::unknown(left, self.chance);
            let others = UnsearchedOutcomes { low: probed.low + unknown.low, high: probed.high + unknown.high };
            let needed = star.needed(weight, others);
            let Some(child) = self.play(node, index, Turn::Chance)? else { unreachable!("no outcome is forbidden") };
            let can_cut = match child.step.turn().player() {
                Some(Player::Max) => window.beta < all.beta,
                Some(Player::Min) => window.alpha > all.alpha,
                None => true,
            };
            if !can_cut && child.finished.is_none() {
                // A bound on the other side causes no cut here, and the outcomes mostly belong to one player.
                return Ok(None);
            }
            self.probe(node, child, needed)?;
            let OutcomeBounds { range, .. } = self.outcomes[first + index];
            probed.low += f64::from(weight) * range.alpha;
            probed.high += f64::from(weight) * range.beta;
            let open = UnsearchedOutcomes { low: probed.low + unknown.low, high: probed.high + unknown.high };
            if range != all {
                let (low, high) = star.bounds(open);
                tell!(self.strong.tree, narrow(ply, index, low, high));
            }
            if let Some(side) = missed(needed, range.alpha, range.beta) {
                return Ok(Some(star.cut(side, 0, open)));
            }
        }
        Ok(None)
    }

    /// Narrows an outcome by the table, or by a search of one move there.
    fn probe(&mut self, node: SearchNode, child: ChanceChild, needed: Expectations) -> Result<(), WalkInterrupted> {
        let (ply, place, all) = (node.ply + 1, node.first + child.index, self.all());
        let window = needed.within(all);
        if let Some(found) = child.finished {
            tell!(self.strong.tree, probe(node.ply, child.index));
            self.enter(node, child, window)?;
            self.leaf(ply, found, LeafKind::Finished);
            let outcome = &mut self.outcomes[place];
            outcome.range = Expectations { alpha: found.value, beta: found.value };
            outcome.finished = Some(found);
            return Ok(());
        }
        self.look_up(node, child, place);
        let known = self.outcomes[place].range;
        let (player, is_known) = match child.step.turn().player() {
            Some(Player::Max) => (Player::Max, known.alpha > all.alpha),
            Some(Player::Min) => (Player::Min, known.beta < all.beta),
            // Of what chance brings, one outcome says little.
            None => return Ok(()),
        };
        if is_known || known.alpha == known.beta {
            return Ok(());
        }
        tell!(self.strong.tree, probe(node.ply, child.index));
        let inner = self.enter(node, child, window)?;
        match player {
            Player::Max => self.probe_move::<true>(inner, place, window),
            Player::Min => self.probe_move::<false>(inner, place, window),
        }
    }

    /// Searches the first move of a node that is an outcome, for a bound.
    fn probe_move<const MAX: bool>(
        &mut self,
        node: SearchNode,
        place: usize,
        window: Expectations,
    ) -> Result<(), WalkInterrupted> {
        let SearchNode { ply, first, .. } = node;
        let tree = &mut self.strong.tree;
        if ply + 1 >= tree.states.len() && !tree.deepen(ply) {
            return Err(tree.too_long(ply));
        }
        tree.reserve(node.end());
        tree.seldepth = tree.seldepth.max(ply + 1);
        let hint = self.strong.table.and_then(|table| table.probe(node.key)?.best);
        let mut picker = Picker::new(first, hint.filter(|&index| index < node.count));
        let mut bound = self.all();
        for number in 0..node.count {
            let index = self.strong.next::<MAX>(&mut picker, node, number).index();
            let mover = if MAX { Turn::Max } else { Turn::Min };
            let Some(child) = self.play(node, index, mover)? else { continue };
            let found = self.visit(node, child, window, PrincipalVariation::row(ply + 1))?;
            let outcome = &mut self.outcomes[place];
            // A value beyond the other end is a bound of the move from the wrong side.
            if MAX && found.value > window.alpha {
                outcome.raise(found.value, found.lower_proven);
            } else if !MAX && found.value < window.beta {
                outcome.lower(found.value, found.upper_proven);
            }
            bound = outcome.range;
            break;
        }
        tell!(self.strong.tree, leave(ply, if MAX { bound.alpha } else { bound.beta }));
        Ok(())
    }

    /// For each outcome of a node, the bounds of those behind it together.
    fn sum_up(&mut self, node: SearchNode) {
        let (mut rest, mut low_proven, mut high_proven) = (UnsearchedOutcomes { low: 0.0, high: 0.0 }, true, true);
        let weights = &self.strong.tree.weights[node.first..node.end()];
        for (outcome, &weight) in self.outcomes[node.first..node.end()].iter_mut().zip(weights).rev() {
            (outcome.rest, outcome.rest_low_proven, outcome.rest_high_proven) = (rest, low_proven, high_proven);
            rest = opened(weight, *outcome);
            low_proven &= outcome.low_proven;
            high_proven &= outcome.high_proven;
        }
    }

    /// Leaves a chance node whose value has missed its window.
    fn cut(&mut self, node: SearchNode, cut: StarCut, proven: bool, window: Expectations) -> Expected {
        tell!(self.strong.tree, star_cut(node.ply, cut));
        let (is_lower, value, all) = (cut.side == StarSide::AtLeast, cut.bound, self.all());
        let found = Expected {
            value,
            win: 0,
            lower_proven: is_lower && proven || value <= all.alpha,
            upper_proven: !is_lower && proven || value >= all.beta,
        };
        self.remember(node, found, None, window);
        tell!(self.strong.tree, leave(node.ply, found.value));
        found
    }
}

/// This outcome and those behind it.
fn opened(weight: u32, OutcomeBounds { range, rest, .. }: OutcomeBounds) -> UnsearchedOutcomes {
    let weight = f64::from(weight);
    UnsearchedOutcomes { low: rest.low + weight * range.alpha, high: rest.high + weight * range.beta }
}

/// Whether the bound by which a node is cut at this outcome is proven for the whole tree below: for the outcomes before
/// it, the ones behind it, and itself if it is still open.
fn outcome_proven(side: StarSide, common: CommonOutcome, outcome: OutcomeBounds, is_open: bool) -> bool {
    match side {
        StarSide::AtLeast => common.lower_proven && outcome.rest_low_proven && (!is_open || outcome.low_proven),
        StarSide::AtMost => common.upper_proven && outcome.rest_high_proven && (!is_open || outcome.high_proven),
    }
}
