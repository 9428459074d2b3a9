//! The cells where rows become five or four: moves that force the opponent.

use crate::board::{Board, STEPS, Set};

/// The free cells with which a player fills a line of five, and those that leave one cell of a line to be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threats {
    pub(crate) fives: Set,
    pub(crate) fours: Set,
}

impl Threats {
    /// Those of `own` against `other`.
    #[inline]
    pub(crate) fn of(board: &Board, own: Set, other: Set) -> Self {
        let (mut fives, mut fours) = (Set::EMPTY, Set::EMPTY);
        for direction in 0..STEPS.len() {
            let [_, _, threes, lines_of_four] = board.open(direction, own, other);
            fives |= Board::cells_of(direction, lines_of_four);
            fours |= Board::cells_of(direction, threes);
        }
        let free = board.free([own, other]);
        Self { fives: fives & free, fours: fours & free }
    }

    /// The moves of the player with these threats that force: filling a line; if there is none, filling the opponent's;
    /// otherwise rows of four.
    #[inline]
    pub(crate) fn forcing(&self, other: &Self) -> Set {
        if !self.fives.is_empty() {
            self.fives
        } else if !other.fives.is_empty() {
            other.fives
        } else {
            self.fours
        }
    }
}
