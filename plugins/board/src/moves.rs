//! Moves that are a cell each, and those that are two.

use crate::Cells;
use plyd_plugin::{Move, Moves};

/// Writes a move for every cell of a set, from the lowest to the highest; the move is the number of the cell.
#[inline]
pub fn push_cells<const WORDS: usize>(set: Cells<WORDS>, out: &mut Moves<'_>) {
    for (number, mut word) in (0..).zip(set.words()) {
        while word != 0 {
            out.push(Move(u64::BITS * number + word.trailing_zeros()));
            word &= word - 1;
        }
    }
}

/// The move of a piece from one cell to another. [`ends`] has the two again.
#[inline]
#[must_use]
pub const fn from_to(from: u32, to: u32) -> Move {
    Move(from | to << 16)
}

/// The cells that such a move begins and ends on.
#[inline]
#[must_use]
pub const fn ends(mv: Move) -> [u32; 2] {
    [mv.0 & 0xFFFF, mv.0 >> 16]
}

/// Writes a move from a cell to each one of a set, from the lowest to the highest.
#[inline]
pub fn push_goals<const WORDS: usize>(from: u32, goals: Cells<WORDS>, out: &mut Moves<'_>) {
    goals.into_iter().for_each(|to| out.push(from_to(from, to)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_the_numbers_of_the_cells_in_ascending_order() {
        let mut room = [Move(0); 5];
        let mut moves = Moves::new(&mut room);
        push_cells(Cells::from(1 << 63 | 1 << 20 | 1), &mut moves);
        push_cells(Cells::<7>::EMPTY, &mut moves);
        push_cells(Cells::<7>::of(399).with(64), &mut moves);
        assert_eq!(moves.as_slice(), [0, 20, 63, 64, 399].map(Move));
    }

    #[test]
    fn moves_from_cell_to_cell_come_back() {
        let mut room = [Move(0); 2];
        let mut moves = Moves::new(&mut room);
        push_goals(399, Cells::<7>::of(398).with(0), &mut moves);
        assert_eq!(moves.as_slice().iter().map(|mv| ends(*mv)).collect::<Vec<_>>(), [[399, 0], [399, 398]]);
    }
}
