//! Late move pruning: near the horizon, moves that come late in the order of a node off the principal variation are not
//! searched (described as "late move pruning" or "move count based pruning" in the programs of the 2000s; Stockfish's
//! step "pruning at shallow depth" has it).
//!
//! A value without them is no proof that there is no better one: the skipped moves count as cut. And if all others lose
//! they are searched, because one of them may be the defence: so a win is a win here, too.

use crate::TechniqueNumbers;
use crate::ordering::MoveRank;

/// Whether a move after `number` others of a node with this depth to go, and those behind it, are left out. Moves of
/// which the game is certain, and those that cut nearby, are not.
#[inline]
pub(crate) fn is_left_out(numbers: &TechniqueNumbers, depth: usize, number: usize, rank: MoveRank) -> bool {
    depth <= numbers.late_move_depth.into()
        && number >= usize::from(numbers.late_move_count) + depth * depth
        && !rank.is_certain()
        && !rank.is_lifted()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_moves_are_searched_the_deeper_and_the_better_they_are() {
        let numbers = &TechniqueNumbers::default();
        let is_left_out = |depth, number| super::is_left_out(numbers, depth, number, MoveRank::new(0, 0));
        assert!(!is_left_out(1, 6) && is_left_out(1, 7));
        assert!(!is_left_out(5, 30) && is_left_out(5, 31));
        assert!(!is_left_out(6, 1_000));
        let certain = MoveRank::new(plyd_rules::CERTAIN_RATING, 0);
        assert!(!super::is_left_out(numbers, 1, 100, certain), "the game is certain");
        assert!(!super::is_left_out(numbers, 1, 100, MoveRank::new(990, 0)), "a killer");
    }
}
