//! A move, and the checked buffer that receives moves.

/// A move: an opaque number, unique within its position.
///
/// In sibling positions the same number means the same action, so a search can use in one position what it has learnt
/// about a move in another. A game that cannot promise this declares it in [`Facts`](crate::Facts::moves_are_actions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(pub u32);

/// A buffer of fixed capacity that a game fills with the moves of a position, in the game's own order.
///
/// It never grows and never writes past its end. It drops a move that does not fit and records an overflow, which the
/// caller treats as an error of the game.
#[derive(Debug)]
pub struct Moves<'a> {
    buffer: &'a mut [Move],
    len: usize,
    overflowed: bool,
}

impl<'a> Moves<'a> {
    /// An empty list with room for `buffer.len()` moves.
    #[inline]
    pub fn new(buffer: &'a mut [Move]) -> Self {
        Self { buffer, len: 0, overflowed: false }
    }

    /// Appends a move. Beyond the capacity it drops the move, and [`Moves::overflowed`] becomes true.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        if let Some(slot) = self.buffer.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        } else {
            self.overflowed = true;
        }
    }

    /// The number of moves in the buffer.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the buffer is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The capacity of the buffer, in moves.
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buffer.len()
    }

    /// Whether a move was dropped because the buffer was full.
    #[inline]
    #[must_use]
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The moves so far.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.buffer[..self.len]
    }

    /// The whole buffer, for a writer in another language. Call [`Moves::set_len`] afterwards.
    #[inline]
    pub fn spare(&mut self) -> &mut [Move] {
        self.buffer
    }

    /// Declares that the first `len` places of [`Moves::spare`] have been written. A `len` beyond the capacity is an
    /// overflow of a full buffer.
    #[inline]
    pub fn set_len(&mut self, len: usize) {
        self.overflowed = len > self.buffer.len();
        self.len = len.min(self.buffer.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_buffer_drops_the_move_and_says_so() {
        let mut room = [Move(0); 2];
        let mut moves = Moves::new(&mut room);
        moves.push(Move(7));
        moves.push(Move(8));
        assert!(!moves.overflowed());
        moves.push(Move(9));
        assert!(moves.overflowed());
        assert_eq!(moves.as_slice(), [Move(7), Move(8)]);
    }

    #[test]
    fn a_length_beyond_the_capacity_is_an_overflow() {
        let mut room = [Move(0); 2];
        let mut moves = Moves::new(&mut room);
        moves.set_len(2);
        assert!(!moves.overflowed());
        moves.set_len(3);
        assert!(moves.overflowed());
        assert_eq!(moves.len(), 2);
    }
}
