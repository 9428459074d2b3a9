//! The expectation of a node in the strong search of games with chance, and what is proved of it.

/// The expectation of a node from MAX's view, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Expected {
    /// The expectation, in which a win counts what the game says, however late it comes.
    pub(crate) value: f64,
    /// The value of a win as [`win_at`](crate::win_at) has it, if one player wins with every outcome: at the ply at
    /// which the last of these games ends. Otherwise 0.
    pub(crate) win: i32,
    /// Whether the expectation is proven to be at least this in the whole tree below, not only up to the horizon.
    pub(crate) lower_proven: bool,
    /// Whether it is proven to be at most this in the whole tree below.
    pub(crate) upper_proven: bool,
}

impl Expected {
    /// The end of a game; `win` is 0 unless a player has won.
    #[inline]
    pub(crate) fn finished(value: f64, win: i32) -> Self {
        Self { value, win, lower_proven: true, upper_proven: true }
    }

    /// A heuristic value.
    #[inline]
    pub(crate) fn heuristic(value: f64) -> Self {
        Self { value, win: 0, lower_proven: false, upper_proven: false }
    }
}

/// The best child of a player's node so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    found: Option<Expected>,
    /// Whether the opponent wins with every outcome after each child so far, and the latest of these wins.
    is_lost: bool,
    latest: i32,
    /// Whether all children so far together prove that none is better.
    all_proven: bool,
}

impl Best {
    /// No child yet.
    pub(crate) const NONE: Self = Self { found: None, is_lost: true, latest: 0, all_proven: true };

    /// Counts one more child; says whether it became the best. Of equal ones a sooner win or a later loss is better, if
    /// the child is sure not to be worth less: beside an equal value its own is a bound.
    #[inline]
    pub(crate) fn add<const MAX: bool>(&mut self, child: Expected) -> bool {
        let better = |a: f64, b: f64| if MAX { a > b } else { a < b };
        let sooner = |a: i32, b: i32| if MAX { a > b } else { a < b };
        let is_sure = if MAX { child.lower_proven } else { child.upper_proven };
        let is_better = self.found.is_none_or(|best| {
            better(child.value, best.value) || child.value == best.value && is_sure && sooner(child.win, best.win)
        });
        if is_better {
            self.found = Some(child);
        }
        self.is_lost &= if MAX { child.win < 0 } else { child.win > 0 };
        // The size of a win is smaller the later it comes.
        if self.latest == 0 || child.win.abs() < self.latest.abs() {
            self.latest = child.win;
        }
        self.all_proven &= if MAX { child.upper_proven } else { child.lower_proven };
        is_better
    }

    /// The value of the node, if it has a child, after some children were skipped or none. `last` is the best value of
    /// the game for the player: nothing can be better.
    #[inline]
    pub(crate) fn value<const MAX: bool>(self, has_skipped: bool, last: f64) -> Option<Expected> {
        let best = self.found?;
        let is_best = if MAX { best.value >= last } else { best.value <= last };
        let all_proven = self.all_proven && !has_skipped || is_best;
        let (lower_proven, upper_proven) =
            if MAX { (best.lower_proven, all_proven) } else { (all_proven, best.upper_proven) };
        let wins = if MAX { best.win > 0 } else { best.win < 0 };
        let win = match (wins, self.is_lost && !has_skipped) {
            (true, _) => best.win,
            (false, true) => self.latest,
            (false, false) => 0,
        };
        Some(Expected { value: best.value, win, lower_proven, upper_proven })
    }
}

/// The properties that all outcomes of a chance node so far have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommonOutcome {
    win: Option<i32>,
    /// Whether each is proven to be worth at least what it counts.
    pub(crate) lower_proven: bool,
    /// Whether each is proven to be worth at most what it counts.
    pub(crate) upper_proven: bool,
}

impl CommonOutcome {
    /// No outcome yet.
    pub(crate) const NONE: Self = Self { win: None, lower_proven: true, upper_proven: true };

    /// Counts one more outcome.
    #[inline]
    pub(crate) fn add(&mut self, outcome: Expected) {
        self.win = Some(match self.win {
            None => outcome.win,
            // The latest of the wins of one player, because the outcome may be that one.
            Some(win) if win > 0 && outcome.win > 0 => win.min(outcome.win),
            Some(win) if win < 0 && outcome.win < 0 => win.max(outcome.win),
            Some(_) => 0,
        });
        self.lower_proven &= outcome.lower_proven;
        self.upper_proven &= outcome.upper_proven;
    }

    /// The value of a node all of whose outcomes were counted.
    #[inline]
    pub(crate) fn value(self, expectation: f64) -> Expected {
        let Self { win, lower_proven, upper_proven } = self;
        Expected { value: expectation, win: win.unwrap_or(0), lower_proven, upper_proven }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::win_at;

    fn won(ply: usize) -> Expected {
        Expected::finished(10.0, win_at(ply))
    }

    fn lost(ply: usize) -> Expected {
        Expected::finished(-10.0, -win_at(ply))
    }

    fn best<const MAX: bool>(children: &[Expected], has_skipped: bool, last: f64) -> Expected {
        let mut best = Best::NONE;
        for &child in children {
            best.add::<MAX>(child);
        }
        best.value::<MAX>(has_skipped, last).unwrap()
    }

    #[test]
    fn a_player_wins_by_one_move_and_loses_by_all() {
        let unclear = Expected::heuristic(-10.0);
        assert_eq!(best::<true>(&[won(5), won(3)], true, 10.0), won(3));
        assert_eq!(best::<true>(&[lost(5), lost(7)], false, 10.0), lost(7));
        assert_eq!(best::<true>(&[lost(5), lost(7)], true, 10.0).win, 0, "others were skipped");
        assert_eq!(best::<true>(&[lost(5), unclear], false, 10.0).win, 0, "the other may be no loss");
        assert!(best::<true>(&[lost(5), unclear], false, 10.0).lower_proven, "the first is worth no less");
        assert_eq!(best::<false>(&[lost(5), won(7)], true, -10.0), lost(5));
    }

    #[test]
    fn nothing_better_than_the_best_value_of_the_game_is_looked_for() {
        assert!(best::<true>(&[won(3)], true, 10.0).upper_proven);
        assert!(!best::<true>(&[won(3)], true, 11.0).upper_proven);
    }

    #[test]
    fn a_win_that_not_every_outcome_brings_is_none() {
        let common = |outcomes: &[Expected]| {
            let mut common = CommonOutcome::NONE;
            outcomes.iter().for_each(|&outcome| common.add(outcome));
            common.value(0.0).win
        };
        assert_eq!(common(&[won(3), won(5), won(4)]), win_at(5));
        assert_eq!(common(&[lost(3), lost(5)]), -win_at(5));
        assert_eq!(common(&[won(3), lost(5)]), 0);
        assert_eq!(common(&[won(3), Expected::finished(10.0, 0), won(3)]), 0);
    }
}
