//! Values of positions by the plain rules, computed without the crate's search.

use crate::plain::Plain;
use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;
use std::collections::HashMap;

/// What the players will yet get, MAX's seeds minus MIN's, from positions whose houses are known; with bounds, as a
/// search with a window finds them.
#[derive(Default)]
pub(crate) struct Oracle {
    /// By the seeds in houses, a byte each, and the player to move.
    known: HashMap<(u128, Player), (i32, i32)>,
}

impl Oracle {
    /// The final margin from MAX's view under best play.
    pub(crate) fn value(&mut self, position: &Plain) -> i32 {
        // By questions of yes or no, which cut most.
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

    /// The final margin if it lies in the window, else a bound on its side.
    fn within(&mut self, position: &Plain, mut alpha: i32, mut beta: i32) -> i32 {
        if let Outcome::Utility(margin) = position.outcome() {
            return margin;
        }
        let houses = position.houses();
        let stores = position.pits[houses].cast_signed() - position.pits[2 * houses + 1].cast_signed();
        // The stores change nothing but the margin, so they are left out.
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
        // Second turns first, then by the seeds stored.
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

/// Minimax by the book over the plain rules, `leaf` valuing unfinished positions at the horizon. The next player is
/// the one that `turn` names: the rules' own one, or by mistake always the other.
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
