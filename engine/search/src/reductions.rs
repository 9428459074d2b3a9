//! Late move reductions: a move that comes late in the order is searched less deeply at first, and to its full depth only if
//! it then proves better than expected (described by T. Romstad, "An introduction to late move reductions").
//!
//! Internal iterative reduction: a position of which the table knows no move is searched a ply less deeply; when it comes
//! again there will be one (after E. Schröder).

use crate::ordering::Rank;

/// The least depth at which late moves are reduced.
const LEAST_DEPTH: usize = 3;

/// The least depth at which a position without a known move is searched less deeply.
pub(crate) const LEAST_INTERNAL_DEPTH: usize = 4;

/// How many moves are never reduced.
const FIRST_MOVES: usize = 2;

/// Depths and numbers of moves beyond these count as these.
const MOST: usize = 63;

/// By how much less to search, by depth and by how many moves came before.
pub(crate) struct Reductions(Vec<[u8; MOST + 1]>);

impl Reductions {
    pub(crate) fn new() -> Self {
        let plies = |depth: usize, number: usize| {
            if depth < LEAST_DEPTH || number < FIRST_MOVES {
                return 0;
            }
            let plies = 0.75 + (depth as f64).ln() * (number as f64).ln() / 2.25;
            plies as u8
        };
        Self((0..=MOST).map(|depth| std::array::from_fn(|number| plies(depth, number))).collect())
    }

    /// How many plies less deep to search a move before which `number` were tried; the child keeps a depth of one at least.
    pub(crate) fn plies(&self, depth: usize, number: usize, is_line: bool, rank: Rank) -> usize {
        if rank.is_certain() {
            return 0;
        }
        let plies = usize::from(self.0[depth.min(MOST)][number.min(MOST)]);
        plies.saturating_sub(usize::from(is_line) + usize::from(rank.is_lifted())).min(depth.saturating_sub(2))
    }
}
