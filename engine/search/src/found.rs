//! The value of a node in the strong search, and its reliability.

use crate::table::Bound;
use plyd_textbook::NEVER;

/// The value of a win at the root; far from every utility.
const WIN: i32 = 1 << 24;

/// Beyond every value of a search.
pub(crate) const INFINITY: i32 = WIN + 1;

/// No dependence.
const NOWHERE: u16 = u16::MAX;

/// The value of a node from MAX's view, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeValue {
    /// The value; a win is worth more the sooner it comes, counted from the root.
    pub(crate) value: i32,
    /// One more than the lowest ply of the path on which the value depends, because a position below repeats the one
    /// there; 0 if it depends on how the game came to the root. The same position may have a different value on another
    /// path.
    since: u16,
    /// Whether the value is proven to be at least this in the whole tree below, not only up to the horizon.
    pub(crate) lower_proven: bool,
    /// Whether it is proven to be at most this in the whole tree below.
    pub(crate) upper_proven: bool,
}

impl NodeValue {
    /// The end of a game, or a value that the whole tree has.
    #[inline]
    pub(crate) fn proven(value: i32) -> Self {
        Self { value, since: NOWHERE, lower_proven: true, upper_proven: true }
    }

    /// A heuristic value.
    #[inline]
    pub(crate) fn heuristic(value: i32) -> Self {
        Self { value, since: NOWHERE, lower_proven: false, upper_proven: false }
    }

    /// A bound, or a value, of which these sides are proven for the whole tree below.
    #[inline]
    pub(crate) fn partly_proven(value: i32, lower_proven: bool, upper_proven: bool) -> Self {
        Self { value, since: NOWHERE, lower_proven, upper_proven }
    }

    /// The end of a game by repetition of the position at this ply of the path; plies before the root count as the
    /// root's.
    #[inline]
    pub(crate) fn repeated(value: i32, since: usize) -> Self {
        Self { since: (since + 1).min(usize::from(NOWHERE - 1)) as u16, ..Self::proven(value) }
    }

    /// The same for a position that has occurred less often than the rule requires, so that it is no proof.
    #[inline]
    pub(crate) fn repeated_early(value: i32, since: usize) -> Self {
        Self { lower_proven: false, upper_proven: false, ..Self::repeated(value, since) }
    }

    /// The end of a game by a counter, which began to count before the root, or may have.
    #[inline]
    pub(crate) fn counted_out(value: i32) -> Self {
        Self { since: 0, ..Self::proven(value) }
    }

    /// A move that is forbidden because it repeats the position at this ply of the path: none to choose, but what is
    /// found of its parent depends on that position.
    #[inline]
    pub(crate) fn forbidden<const MAX: bool>(since: usize) -> Self {
        Self { value: Self::worst::<MAX>().value, ..Self::repeated(0, since) }
    }

    /// Worse for the player than any move.
    #[inline]
    pub(crate) fn worst<const MAX: bool>() -> Self {
        Self::proven(if MAX { -INFINITY } else { INFINITY })
    }

    /// Combines the best so far with one more child. For MAX, one child is enough for a lower bound, and an upper bound
    /// needs all. The first result is whether the child became the best. If it `rests_on_best`, it depends only on what
    /// the best child depends on: that the others would be no better on another path is a guess, and no proof.
    #[inline]
    pub(crate) fn and_child<const MAX: bool, const REPEATS: u8>(
        self,
        child: Self,
        rests_on_best: bool,
    ) -> (bool, Self) {
        let is_better = if MAX { child.value > self.value } else { child.value < self.value };
        let (best, rest) = if is_better { (child, self) } else { (self, child) };
        // Without a rule of repetition no value depends on the path.
        let since = match REPEATS {
            NEVER => NOWHERE,
            _ if rests_on_best => best.since,
            _ => self.since.min(child.since),
        };
        // Then the rest depends on more of the path than the best.
        let is_guess = REPEATS != NEVER && rests_on_best && rest.since < best.since;
        let (lower_proven, upper_proven) = if MAX {
            (best.lower_proven, self.upper_proven && child.upper_proven && !is_guess)
        } else {
            (self.lower_proven && child.lower_proven && !is_guess, best.upper_proven)
        };
        (is_better, Self { value: best.value, since, lower_proven, upper_proven })
    }

    /// The same after the remaining children were skipped: the value may be still better for the player to move.
    #[inline]
    pub(crate) fn cut<const MAX: bool>(self) -> Self {
        if MAX { Self { upper_proven: false, ..self } } else { Self { lower_proven: false, ..self } }
    }

    /// The same after the remaining children were skipped because this best one is good enough: what is known then
    /// rests on it alone.
    #[inline]
    pub(crate) fn cut_by<const MAX: bool>(self, child: Self) -> Self {
        Self { since: child.since, ..self.cut::<MAX>() }
    }

    /// The same, which depends on what the other depends on too.
    #[inline]
    pub(crate) fn resting_also_on(self, other: Self) -> Self {
        Self { since: self.since.min(other.since), ..self }
    }

    /// The same value, which the whole tree has.
    #[inline]
    pub(crate) fn as_proven(self) -> Self {
        Self { lower_proven: true, upper_proven: true, ..self }
    }

    /// Whether the value would be the same on any path to the position at this ply.
    #[inline]
    pub(crate) fn is_independent_of_path(self, ply: usize) -> bool {
        usize::from(self.since) > ply
    }

    /// The same, seen from above this ply: what depends on the position there alone is at rest.
    #[inline]
    pub(crate) fn above(self, ply: usize) -> Self {
        if self.is_independent_of_path(ply) { Self { since: NOWHERE, ..self } } else { self }
    }

    /// Whether this bound is proven for the whole tree below.
    #[inline]
    pub(crate) fn is_proven(self, bound: Bound) -> bool {
        (self.lower_proven || !bound.contains(Bound::LOWER)) && (self.upper_proven || !bound.contains(Bound::UPPER))
    }
}

/// The value of a win at this ply, counted from the root, to the winner in the strong search.
#[inline]
#[must_use]
pub const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// Whether this is the value of a win for one of the players.
#[inline]
pub(crate) fn is_win(value: i32) -> bool {
    value.unsigned_abs() > WIN.unsigned_abs() / 2
}

/// The number of plies from the root to the end of the game, if this is the value of a win in the strong search, for
/// its observers. `None` for every other value, and for the infinite ones that bound the window.
#[must_use]
pub fn win_distance(value: i32) -> Option<u32> {
    (is_win(value) && value.unsigned_abs() <= WIN.unsigned_abs()).then(|| (WIN - value.abs()).unsigned_abs())
}

/// The value in the form that the table stores: the distance of a win is counted from the position at this ply.
#[inline]
pub(crate) fn from_here(value: i32, ply: usize) -> i32 {
    if is_win(value) { value + value.signum() * ply as i32 } else { value }
}

/// The opposite of [`from_here`].
#[inline]
pub(crate) fn from_root(value: i32, ply: usize) -> i32 {
    if is_win(value) { value - value.signum() * ply as i32 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_textbook::WORTH;

    #[test]
    fn a_value_that_leaves_out_what_depends_on_the_path_is_not_proven_on_that_side() {
        let (draw, repeated) = (NodeValue::proven(0), NodeValue::repeated(0, 2));
        for (best, child) in [(draw, repeated), (NodeValue::repeated(-1, 2), draw)] {
            let (_, whole) = best.and_child::<true, WORTH>(child, false);
            assert!(whole.is_proven(Bound::EXACT) && !whole.is_independent_of_path(3));
            let (_, guess) = best.and_child::<true, WORTH>(child, true);
            assert!(guess.is_independent_of_path(3), "it rests on the draw alone");
            assert!(guess.is_proven(Bound::LOWER) && !guess.is_proven(Bound::UPPER));
        }
        let (_, guess) = draw.and_child::<false, WORTH>(repeated, true);
        assert!(guess.is_proven(Bound::UPPER) && !guess.is_proven(Bound::LOWER));
        let (_, whole) = NodeValue::counted_out(0).and_child::<true, WORTH>(repeated, true);
        assert!(
            whole.is_proven(Bound::EXACT) && !whole.is_independent_of_path(0),
            "it depends on no less than the rest"
        );
    }
}
