//! Moves that are a cell each.

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
}
