//! Moves that are a square each.

use plyd_plugin::{Move, Moves};

/// Writes a move for every square of a set, from the lowest bit to the highest; the move is the number of the bit.
#[inline]
pub fn push_squares(mut set: u64, out: &mut Moves<'_>) {
    while set != 0 {
        out.push(Move(set.trailing_zeros()));
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_the_numbers_of_the_bits_in_ascending_order() {
        let mut room = [Move(0); 4];
        let mut moves = Moves::new(&mut room);
        push_squares(1 << 63 | 1 << 20 | 1, &mut moves);
        push_squares(0, &mut moves);
        assert_eq!(moves.as_slice(), [Move(0), Move(20), Move(63)]);
    }
}
