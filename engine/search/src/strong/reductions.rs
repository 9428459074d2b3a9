//! Late move reduction: a move that comes late in the order is searched less deeply at first, and to its full depth
//! only if it then proves better than expected (described by T. Romstad, "An introduction to late move reductions").
//!
//! Internal iterative reduction: a position without a move in the table is searched one ply less deeply; at its next
//! visit there will be a move (after E. Schröder).

use crate::ordering::MoveRank;
use std::sync::OnceLock;

/// The least depth at which late moves are reduced.
const LEAST_DEPTH: usize = 3;

/// The least depth at which a position without a known move is searched less deeply.
pub(crate) const LEAST_INTERNAL_DEPTH: usize = 4;

/// The number of moves that are never reduced.
const FIRST_MOVES: usize = 2;

/// Depths and numbers of moves beyond these count as these.
const MOST: usize = 63;

/// By how much less to search, by depth and by how many moves came before.
pub(crate) struct Reductions([[u8; MOST + 1]; MOST + 1]);

impl Reductions {
    /// Those of all searches with this divisor, in hundredths: they are the same for each, and take thousands of
    /// multiplications.
    pub(crate) fn get(divisor: u16) -> &'static Self {
        const LARGEST: usize = 500;
        static REDUCTIONS: [OnceLock<Box<Reductions>>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
        REDUCTIONS[LARGEST.min(divisor.into())].get_or_init(|| Box::new(Self::new(f64::from(divisor) / 100.0)))
    }

    fn new(divisor: f64) -> Self {
        let logarithms: [f64; MOST + 1] = std::array::from_fn(|number| (number as f64).ln());
        let plies = |depth: usize, number: usize| {
            if depth < LEAST_DEPTH || number < FIRST_MOVES {
                return 0;
            }
            let plies = 0.75 + logarithms[depth] * logarithms[number] / divisor;
            plies as u8
        };
        Self(std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number))))
    }

    /// The depth reduction of a move after `number` others; the child keeps a depth of at least one.
    pub(crate) fn plies(&self, depth: usize, number: usize, is_line: bool, rank: MoveRank) -> usize {
        if rank.is_certain() {
            return 0;
        }
        let plies = usize::from(self.0[depth.min(MOST)][number.min(MOST)]);
        plies.saturating_sub(usize::from(is_line) + usize::from(rank.is_lifted())).min(depth.saturating_sub(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_with_one_divisor_share_a_table() {
        assert!(std::ptr::eq(Reductions::get(225), Reductions::get(225)));
        assert!(!std::ptr::eq(Reductions::get(225), Reductions::get(226)));
    }

    #[test]
    fn later_moves_of_deeper_searches_are_reduced_more() {
        let plies = |depth, number| Reductions::get(225).plies(depth, number, false, MoveRank::default());
        assert_eq!((plies(2, 60), plies(60, 1)), (0, 0), "too shallow, or too early in the order");
        assert_eq!((plies(3, 2), plies(8, 8), plies(20, 20)), (1, 2, 4));
        assert_eq!(plies(63, 63), plies(1_000, 1_000), "beyond the table");
        let with = |divisor| Reductions::get(divisor).plies(20, 20, false, MoveRank::default());
        assert_eq!([100, 225, 500].map(with), [9, 4, 2], "0.75 and the square of the logarithm of 20, 8.97, divided");
        for depth in 3..70 {
            assert!((2..70).map(|number| plies(depth, number)).is_sorted());
            assert!((2..70).all(|number| plies(depth, number) <= depth - 2), "a ply has to be left");
        }
    }
}
