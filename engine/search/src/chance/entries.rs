//! Expectations in the table: whole numbers, rounded outwards, so that every bound stays true.
//!
//! An entry's value counts parts of 1,024 to a point. An even number is the expectation itself. An odd one says that
//! the expectation is between its two neighbours.

use super::Averaging;
use super::choice::ChanceChild;
use super::expected::Expected;
use crate::found::{from_here, from_root, is_win};
use crate::strong::SearchNode;
use crate::table::{Bound, MAX_ENTRY_DEPTH, TableEntry};
use plyd_rules::{Game, UTILITY_LIMIT};
use plyd_textbook::{Expectations, Observer};

/// Half of the parts of a point: one for each even number.
const HALF_PARTS: f64 = 512.0;

/// Added to the value of a win in the strong search, so that it is none of an expectation's.
const OF_WINS: i32 = 2_000_000_000 - (1 << 24);
const _: () = assert!(OF_WINS > 2 * HALF_PARTS as i32 * UTILITY_LIMIT);

/// An expectation as the table has it.
fn parts(value: f64) -> i32 {
    let limit = f64::from(UTILITY_LIMIT);
    let halves = value.clamp(-limit, limit) * HALF_PARTS;
    2 * halves.floor() as i32 + i32::from(halves.floor() != halves)
}

/// The least and the most that an expectation can be, of which the table has this.
fn range(parts: i32) -> Expectations {
    let odd = parts & 1;
    let value = |parts: i32| f64::from(parts) / (2.0 * HALF_PARTS);
    Expectations { alpha: value(parts - odd), beta: value(parts + odd) }
}

/// The part of an entry's value that is a win, counted from the root of a search that has the position at this ply.
fn win(parts: i32, ply: usize) -> Option<i32> {
    (parts.abs() > 2 * HALF_PARTS as i32 * UTILITY_LIMIT)
        .then(|| from_root(parts - parts.signum() * OF_WINS, ply))
        .filter(|&win| is_win(win))
}

/// The expectation of an entry, or a bound of it, and its win, counted from the position before its own.
pub(crate) fn known_expectation(entry: TableEntry, worth: i32) -> (f64, Option<i32>) {
    match win(entry.value, 1) {
        Some(win) => (f64::from(worth * win.signum()), Some(win)),
        None => {
            let Expectations { alpha, beta } = range(entry.value);
            (f64::midpoint(alpha, beta), None)
        }
    }
}

impl<G: Game, O: Observer> Averaging<'_, G, O> {
    /// The bounds that an entry gives at this node, and its win, or 0; `None` if it was not searched deeply enough.
    fn known(&self, entry: TableEntry, SearchNode { ply, depth, .. }: SearchNode) -> Option<(Expectations, i32)> {
        let is_enough = if self.strong.techniques.equal_depth {
            entry.depth as usize == depth.min(MAX_ENTRY_DEPTH as usize)
        } else {
            entry.proven || entry.depth as usize >= depth && depth < MAX_ENTRY_DEPTH as usize
        };
        if !is_enough {
            return None;
        }
        let win = win(entry.value, ply).unwrap_or(0);
        let exact = if win == 0 {
            range(entry.value)
        } else {
            let value = f64::from(self.strong.tree.facts.win) * f64::from(win.signum());
            Expectations { alpha: value, beta: value }
        };
        let alpha = if entry.bound.contains(Bound::LOWER) { exact.alpha } else { f64::NEG_INFINITY };
        let beta = if entry.bound.contains(Bound::UPPER) { exact.beta } else { f64::INFINITY };
        Some((Expectations { alpha, beta }, win))
    }

    /// The value from the table's entry, if that is enough.
    pub(super) fn answer(&self, entry: TableEntry, node: SearchNode, window: Expectations) -> Option<Expected> {
        let (known, win) = self.known(entry, node)?;
        let found = |value: f64, lower: bool, upper: bool| Expected {
            value,
            win,
            lower_proven: lower && entry.proven,
            upper_proven: upper && entry.proven,
        };
        if known.alpha == known.beta {
            // The line of play goes on to the first chance node.
            let is_line = self.averages == 0 && window.alpha < known.alpha && known.alpha < window.beta;
            return (!is_line).then(|| found(known.alpha, true, true));
        }
        if known.alpha >= window.beta {
            Some(found(known.alpha, true, false))
        } else if known.beta <= window.alpha {
            Some(found(known.beta, false, true))
        } else {
            None
        }
    }

    /// Takes from the table what it knows of an outcome, at this place in the arena.
    pub(super) fn look_up(&mut self, parent: SearchNode, ChanceChild { step, mv, .. }: ChanceChild, place: usize) {
        let Some(table) = self.strong.table.filter(|_| self.trusts_table) else { return };
        let (ply, depth) = (parent.ply + 1, parent.depth - 1);
        let key = self.strong.table_key(ply, step);
        let node = SearchNode { ply, depth, key, before: mv, ..parent };
        let Some(entry) = table.probe(key) else { return };
        let Some((known, win)) = self.known(entry, node) else { return };
        self.outcomes[place].learn(known, entry.proven, win);
    }

    /// Tells the table: only the best move, if that is all that counts.
    pub(super) fn remember(&self, node: SearchNode, found: Expected, best: Option<usize>, window: Expectations) {
        let Some(table) = self.strong.table else { return };
        let Expected { value, win, lower_proven, upper_proven } = found;
        let bound = if lower_proven && upper_proven {
            Bound::EXACT
        } else if value >= window.beta {
            Bound::LOWER
        } else if value <= window.alpha {
            Bound::UPPER
        } else {
            Bound::EXACT
        };
        let proven = (lower_proven || !bound.contains(Bound::LOWER)) && (upper_proven || !bound.contains(Bound::UPPER));
        let side = if win > 0 { Bound::LOWER } else { Bound::UPPER };
        let is_worth_it = value == f64::from(self.strong.tree.facts.win) * f64::from(win.signum());
        let value = if win != 0 && bound.contains(side) && is_worth_it {
            let here = from_here(win, node.ply);
            here + here.signum() * OF_WINS
        } else {
            parts(value)
        };
        // Where every move is worse than what is found elsewhere, which one is best is not known.
        let best = best.filter(|_| bound != Bound::UPPER);
        if self.trusts_table || best.is_some() {
            let proven = proven && self.trusts_table;
            table.store(node.key, TableEntry { value, bound, proven, depth: node.depth as u32, best });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found::{win_at, win_distance};

    #[test]
    fn what_the_table_keeps_is_true() {
        for value in [0.0, 1.5, -1.5, 7.0 / 3.0, -7.0 / 3.0, 1e6, -1e6, 1e-9, -1e-9, 999_999.999_9, -0.499_999] {
            let range = range(parts(value));
            assert!(range.alpha <= value && value <= range.beta, "{value}: {range:?}");
            assert!(range.beta - range.alpha <= 1.0 / HALF_PARTS, "{value}: {range:?}");
            assert_eq!(range.alpha == range.beta, (value * HALF_PARTS).fract() == 0.0, "{value}");
            assert_eq!(win(parts(value), 3), None, "{value}");
        }
    }

    #[test]
    fn wins_keep_their_distance() {
        for found in [win_at(9), -win_at(9)] {
            let here = from_here(found, 4);
            let stored = here + here.signum() * OF_WINS;
            assert_eq!(win_distance(win(stored, 4).unwrap()), Some(9));
            assert_eq!(win(stored, 6).map(i32::signum), Some(found.signum()));
            assert_eq!(win_distance(win(stored, 6).unwrap()), Some(11));
        }
    }
}
