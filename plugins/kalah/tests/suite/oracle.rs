//! Values of positions according to the simple rules, computed without this project's search.

use crate::plain::Plain;
use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::HashMap;

/// The margins that the players will still gain, MAX's seeds minus MIN's, for positions by the seeds in their houses.
/// They are stored as bounds, because searches with a window find bounds.
#[derive(Default)]
pub(crate) struct Oracle {
    /// The bounds by the seeds in houses, one byte each, and the player to move.
    known: HashMap<(u128, Player), (i32, i32)>,
}

impl Oracle {
    /// The final margin from MAX's point of view with best play.
    pub(crate) fn value(&mut self, position: &Plain) -> i32 {
        // Null-window searches cause the most cutoffs.
        let seeds = position.pits.iter().sum::<u32>().cast_signed();
        let (mut least, mut most) = (-seeds, seeds);
        let mut guess = 0;
        while least < most {
            let found = self.within(position, guess, guess + 1);
            if found > guess {
                least = found
            } else {
                most = found
            }
            guess = if found > guess { found } else { found - 1 };
        }
        least
    }

    /// The final margin if it is within the window, otherwise a bound on the same side.
    fn within(&mut self, position: &Plain, mut alpha: i32, mut beta: i32) -> i32 {
        if let Outcome::Utility(margin) = position.outcome() {
            return margin;
        }
        let houses = position.houses();
        let stores = position.pits[houses].cast_signed() - position.pits[2 * houses + 1].cast_signed();
        // The stores only affect the margin, so they are not part of the key.
        assert!(houses <= 8, "the key has room for no more");
        let rows = [&position.pits[..houses], &position.pits[houses + 1..2 * houses + 1]];
        let seeds = rows.into_iter().flatten().fold(0, |key, count| key << 8 | u128::from(*count));
        let key = (seeds, position.turn);
        let (low, high) = self.known.get(&key).copied().unwrap_or((i32::MIN / 2, i32::MAX / 2));
        if low == high || low + stores >= beta {
            return low + stores;
        }
        if high + stores <= alpha {
            return high + stores;
        }
        let (whole_alpha, whole_beta) = (alpha, beta);
        let is_max = position.turn == Player::Max;
        let mut children = position.children();
        // Second turns come first, then moves by the number of stored seeds.
        let own_store = if is_max { houses } else { 2 * houses + 1 };
        children.sort_by_key(|child| (child.turn != position.turn, u32::MAX - child.pits[own_store]));
        let mut best = if is_max { i32::MIN / 2 } else { i32::MAX / 2 };
        for child in &children {
            let value = self.within(child, alpha, beta);
            if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        let bounds = self.known.entry(key).or_insert((i32::MIN / 2, i32::MAX / 2));
        if best < whole_beta {
            bounds.1 = bounds.1.min(best - stores);
        }
        if best > whole_alpha {
            bounds.0 = bounds.0.max(best - stores);
        }
        best
    }
}

/// Plain minimax over the simple rules; `leaf` evaluates unfinished positions at the horizon. The next player follows
/// from the rules or, if `alternates` is set, is always the opponent, which is wrong on purpose.
pub(crate) fn minimax(
    position: &Plain,
    is_max: bool,
    depth: u32,
    alternates: bool,
    leaf: &dyn Fn(&Plain) -> i32,
) -> i32 {
    if let Outcome::Utility(margin) = position.outcome() {
        return margin;
    }
    if depth == 0 {
        return leaf(position);
    }
    let values = position.children().into_iter().map(|child| {
        let child_is_max = if alternates { !is_max } else { child.turn == Player::Max };
        minimax(&child, child_is_max, depth - 1, alternates, leaf)
    });
    if is_max { values.max() } else { values.min() }.expect("an unfinished game has a move")
}
