//! The memory of a path below a node, and what happens where it ends.

use crate::recursion::worst;
use crate::{Method, Observer, Row, Supervisor, Tree, Window};
use plyd_rules::{Game, Move};

/// The states made at once: most searches never need more.
pub(crate) const STATES_AT_ONCE: usize = 128;
/// Moves for which there is room at each of these plies, besides the most that one position may have: few games have so
/// many everywhere on a path.
const USUAL_MOVES: usize = 64;

/// The states and the moves from a node downwards: its own, and room for those below it.
pub(crate) struct Room<'r, S> {
    pub(crate) states: &'r mut [S],
    pub(crate) moves: &'r mut [Move],
}

/// More of both for a path that is longer than most. Made once, and kept for the next such path.
#[derive(Debug)]
pub(crate) struct Segment<S> {
    states: Vec<S>,
    moves: Vec<Move>,
}

impl<S> Segment<S> {
    const EMPTY: Self = Self { states: Vec::new(), moves: Vec::new() };
}

/// Room for this many moves of one position, and those below it on a path of `plies` more.
fn moves_for(count: usize, most: usize, plies: usize) -> usize {
    count + most + plies.min(STATES_AT_ONCE) * most.min(USUAL_MOVES)
}

impl<G: Game, O: Observer, S: Supervisor> Tree<'_, G, O, S> {
    /// Makes room for the walk to the horizon.
    pub(crate) fn prepare(&mut self) {
        let most = self.facts.max_moves as usize;
        let needed = moves_for(most, most, self.plies().min(self.horizon_ply));
        if self.arena.len() < needed {
            self.arena.resize(needed, Move(0));
        }
    }

    /// Makes room for lines of play. If some may be left out, decides where.
    pub(crate) fn prepare_lines(&mut self, may_leave_out: bool) {
        let plies = self.plies().min(self.horizon_ply);
        let last = if may_leave_out { plies_to_find_again(self.facts.max_moves) } else { 0 };
        self.lineless = if last > 0 { self.horizon_ply - plies + last } else { 0 };
        self.least_left = self.horizon_ply + 1;
        self.pv.grow(plies.min(STATES_AT_ONCE));
    }

    /// Goes on with a node below which there is no room left.
    #[cold]
    #[inline(never)]
    pub(crate) fn further<M: Method, const MAX: bool, const LINES: bool, const REPEATS: u8>(
        &mut self,
        state: &G::State,
        moves: &[Move],
        left: usize,
        window: Window,
        row: Row,
    ) -> i32 {
        let ply = self.horizon_ply - left;
        if LINES {
            self.pv.grow(self.plies().min(ply + STATES_AT_ONCE));
        }
        let value = self.in_segment(ply, state, moves, |tree, room| {
            tree.node::<M, MAX, LINES, REPEATS>(room.states, room.moves, (moves.len(), left), window, row)
        });
        value.unwrap_or(worst::<MAX>())
    }

    /// The same for a count of leaves.
    #[cold]
    #[inline(never)]
    pub(crate) fn perft_further(&mut self, state: &G::State, moves: &[Move], depth: usize) -> u64 {
        let ply = self.horizon_ply - depth;
        let leaves = self.in_segment(ply, state, moves, |tree, room| tree.perft(room, moves.len(), depth));
        leaves.unwrap_or(0)
    }

    /// Walks on from a node at this ply, in a segment that begins with its state and moves. Ends the walk if no path
    /// may be so long.
    fn in_segment<T>(
        &mut self,
        ply: usize,
        state: &G::State,
        moves: &[Move],
        walk: impl FnOnce(&mut Self, Room<'_, G::State>) -> T,
    ) -> Option<T> {
        let plies = self.plies().saturating_sub(ply).min(STATES_AT_ONCE);
        if plies == 0 {
            self.end_with(Self::overlong(ply));
            return None;
        }
        let mut segment = self.spare.pop().unwrap_or(Segment::EMPTY);
        if segment.states.len() <= plies {
            segment.states.resize(plies + 1, state.clone());
        }
        segment.states[0].clone_from(state);
        let needed = moves_for(moves.len(), self.facts.max_moves as usize, plies);
        if segment.moves.len() < needed {
            segment.moves.resize(needed, Move(0));
        }
        segment.moves[..moves.len()].copy_from_slice(moves);
        let found = walk(self, Room { states: &mut segment.states[..=plies], moves: &mut segment.moves });
        self.spare.push(segment);
        Some(found)
    }
}

/// The number of last plies whose moves are found again by looking at about a thousand positions at most, or at the
/// children of one node.
fn plies_to_find_again(most: u32) -> usize {
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
