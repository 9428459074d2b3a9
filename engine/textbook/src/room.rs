//! The memory of a path below a node, and how much of it a walk needs.

use plyd_rules::Move;

/// The states made at once: most searches never need more.
pub(crate) const STATES_AT_ONCE: usize = 128;
/// Moves for which there is room at each of these plies, besides the most that one position may have: few games have so
/// many everywhere on a path.
const USUAL_MOVES: usize = 64;

/// The states and the moves from a node downwards: its own, and room for those below it.
pub(crate) struct PlyRoom<'r, S> {
    pub(crate) states: &'r mut [S],
    pub(crate) moves: &'r mut [Move],
}

/// More of both for a path that is longer than most. Made once, and kept for the next such path.
#[derive(Debug)]
pub(crate) struct Segment<S> {
    pub(crate) states: Vec<S>,
    pub(crate) moves: Vec<Move>,
}

impl<S> Segment<S> {
    pub(crate) const EMPTY: Self = Self { states: Vec::new(), moves: Vec::new() };
}

/// Room for this many moves of one position, and those below it on a path of `plies` more.
pub(crate) fn moves_for(count: usize, most: usize, plies: usize) -> usize {
    count + most + plies.min(STATES_AT_ONCE) * most.min(USUAL_MOVES)
}

/// The number of last plies whose moves are found again by looking at about a thousand positions at most, or at the
/// children of one node.
pub(crate) fn plies_to_find_again(most: u32) -> usize {
    const POSITIONS: u32 = 1_024;
    const MOST_PLIES: usize = 10;
    const LARGEST_NODE: u32 = 1 << 16;
    let sizes = std::iter::successors(Some(most), |&size| size.checked_mul(most));
    let plies = sizes.take(MOST_PLIES).take_while(|&size| size <= POSITIONS).count();
    plies.max(usize::from(most <= LARGEST_NODE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_positions_are_looked_at_again() {
        let plies = [1, 2, 3, 7, 9, 32, 33, 218, 1_024, 1_025, 65_536, 65_537, 1 << 24].map(plies_to_find_again);
        assert_eq!(plies, [10, 10, 6, 3, 3, 2, 1, 1, 1, 1, 1, 0, 0]);
    }
}
