//! The arithmetic of chance nodes: what an outcome must be worth to matter (B. Ballard, "The *-minimax search procedure
//! for trees containing chance nodes", 1983).

use crate::{EnteredNode, StarCut, StarSide};
use plyd_rules::{Chance, Move, Turn, UTILITY_LIMIT};

/// The expectations that the players already have elsewhere; a value outside makes no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectations {
    /// The lower end: what MAX already has.
    pub alpha: f64,
    /// The upper end: what MIN already has.
    pub beta: f64,
}

impl Expectations {
    /// No value is known elsewhere.
    pub const OPEN: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// All values of a game with these bounds.
    #[must_use]
    pub fn all(chance: Chance) -> Self {
        Self { alpha: chance.low.into(), beta: chance.high.into() }
    }

    /// Whether the window is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.beta <= self.alpha
    }

    /// The part of the window that is inside another.
    #[inline]
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        Self { alpha: self.alpha.max(other.alpha), beta: self.beta.min(other.beta) }
    }

    /// A node that is entered with this window at this ply, with this depth to go.
    #[inline]
    #[must_use]
    pub fn entered(self, ply: usize, depth: usize, index: usize, mv: Move, turn: Turn) -> EnteredNode {
        EnteredNode { ply, index, mv, turn, depth: depth as u32, alpha: self.alpha, beta: self.beta }
    }
}

/// Whether a game has bounds by which a search can cut: the widest possible range gives none.
pub(crate) fn is_bounded(chance: Chance) -> bool {
    chance.low > -UTILITY_LIMIT || chance.high < UTILITY_LIMIT
}

/// The outcomes that are not searched yet: the sums of weight times the least and the most that each can be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnsearchedOutcomes {
    /// If all of them are worth the least.
    pub low: f64,
    /// If all of them are worth the most.
    pub high: f64,
}

impl UnsearchedOutcomes {
    /// Outcomes of this total weight, which are known only by the game's bounds.
    #[inline]
    #[must_use]
    pub fn unknown(weight: u64, Chance { low, high, .. }: Chance) -> Self {
        let weight = weight as f64;
        Self { low: weight * f64::from(low), high: weight * f64::from(high) }
    }
}

/// A chance node while its outcomes are searched one by one.
///
/// The sum of weight times value is kept in the order of the outcomes and divided once, so that every method that
/// searches all of them comes to the very same number.
#[derive(Clone, Copy, Debug)]
pub struct Star {
    window: Expectations,
    total: u64,
    known: f64,
}

impl Star {
    /// A node with this window, and with outcomes whose weights have this sum.
    #[must_use]
    pub fn new(window: Expectations, total: u64) -> Self {
        Self { window, total, known: 0.0 }
    }

    /// The values with which an outcome of this weight matters, if `rest` are unsearched besides: at or below the lower
    /// end the node's value lies at or below its own window, and at or above the upper end at or above it.
    #[inline]
    #[must_use]
    pub fn needed(&self, weight: u32, rest: UnsearchedOutcomes) -> Expectations {
        let (total, weight) = (self.total as f64, f64::from(weight));
        Expectations {
            alpha: (self.window.alpha * total - self.known - rest.high) / weight,
            beta: (self.window.beta * total - self.known - rest.low) / weight,
        }
    }

    /// An outcome of this weight has this value.
    #[inline]
    pub fn add(&mut self, weight: u32, value: f64) {
        self.known += f64::from(weight) * value;
    }

    /// The expectation, once all outcomes were added.
    #[inline]
    #[must_use]
    pub fn expectation(&self) -> f64 {
        self.known / self.total as f64
    }

    /// The least and the most that the node can be worth, if these are unsearched.
    #[inline]
    #[must_use]
    pub fn bounds(&self, rest: UnsearchedOutcomes) -> (f64, f64) {
        let total = self.total as f64;
        ((self.known + rest.low) / total, (self.known + rest.high) / total)
    }

    /// The cut before the outcome with this index, if these are unsearched and the value is known to miss the window.
    ///
    /// The bound is outside the window, or at its end, even if rounding would move it across.
    #[must_use]
    pub fn cut(&self, side: StarSide, first_skipped: usize, rest: UnsearchedOutcomes) -> StarCut {
        let (low, high) = self.bounds(rest);
        let (bound, open) = match side {
            StarSide::AtLeast => (low.max(self.window.beta), rest.low),
            StarSide::AtMost => (high.min(self.window.alpha), rest.high),
        };
        StarCut { first_skipped, side, bound, known: self.known, open, total: self.total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANCE: Chance = Chance { max_outcomes: 2, low: -10, high: 10 };

    #[test]
    fn an_outcome_matters_between_what_the_others_leave_it() {
        let mut star = Star::new(Expectations { alpha: 2.0, beta: 4.0 }, 4);
        let rest = UnsearchedOutcomes::unknown(1, CHANCE);
        let needed = star.needed(3, rest);
        assert_eq!(needed, Expectations { alpha: (8.0 - 10.0) / 3.0, beta: (16.0 + 10.0) / 3.0 });
        star.add(3, needed.alpha);
        assert_eq!(star.bounds(rest).1, 2.0);
        let cut = star.cut(StarSide::AtMost, 1, rest);
        assert_eq!((cut.bound, cut.first_skipped, cut.total), (2.0, 1, 4));
        assert_eq!(((cut.known + cut.open) / 4.0, cut.open), (2.0, 10.0));
        star.add(1, 10.0);
        assert_eq!(star.expectation(), 2.0);
    }

    #[test]
    fn an_open_window_asks_for_everything() {
        let needed = Star::new(Expectations::OPEN, 36).needed(1, UnsearchedOutcomes::unknown(35, CHANCE));
        assert_eq!(needed, Expectations::OPEN);
        assert_eq!(needed.within(Expectations::all(CHANCE)), Expectations { alpha: -10.0, beta: 10.0 });
    }
}
