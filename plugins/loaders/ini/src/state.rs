//! One position.

use crate::grid::Set;
use plyd_plugin::{Outcome, Player};

/// The most kinds of pieces; [`State::kinds`] has a bit of the number of a piece's kind in each set.
pub(crate) const MOST_KINDS: usize = 8;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells with pieces of the two players.
    pub(crate) sides: [Set; 2],
    /// The bits of the kinds of the pieces. Cells without a piece are in none.
    pub(crate) kinds: [Set; 3],
    /// Turns since the first player's first one; odd if the second player is to move.
    pub(crate) turns: u32,
    /// Plies since a capture, a promotion or a placed piece.
    pub(crate) quiet: u32,
    /// The pieces that the players have yet to place.
    pub(crate) hands: [u16; 2],
    /// One more than the cell of the piece that goes on capturing in this turn, or 0.
    pub(crate) chain: u16,
    /// Passes in a row.
    pub(crate) passes: u8,
    /// How the game ended: 0 not yet, 1 the first player won, 2 the second one, 3 drawn.
    pub(crate) end: u8,
}

impl State {
    /// No piece on the board, the first player to move.
    pub(crate) const EMPTY: Self = Self {
        sides: [Set::EMPTY; 2],
        kinds: [Set::EMPTY; 3],
        turns: 0,
        quiet: 0,
        hands: [0; 2],
        chain: 0,
        passes: 0,
        end: 0,
    };

    #[inline]
    pub(crate) fn turn(&self) -> Player {
        if self.turns & 1 == 0 { Player::Max } else { Player::Min }
    }

    /// The index of the player to move.
    #[inline]
    pub(crate) fn side(&self) -> usize {
        (self.turns & 1) as usize
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// The number of the kind of the piece on a cell.
    #[inline]
    pub(crate) fn kind(&self, cell: u32) -> usize {
        let bit = |number: usize| usize::from(self.kinds[number].has(cell)) << number;
        bit(0) | bit(1) | bit(2)
    }

    /// The pieces of a kind, of both players.
    #[inline]
    pub(crate) fn of_kind(&self, kind: usize) -> Set {
        (0..3).fold(self.occupied(), |set, bit| {
            if kind >> bit & 1 == 1 { set & self.kinds[bit] } else { set.without(self.kinds[bit]) }
        })
    }

    /// Puts a piece on a free cell.
    #[inline]
    pub(crate) fn put(&mut self, side: usize, kind: usize, cell: u32) {
        let (word, bit) = ((cell / u64::BITS) as usize, 1 << (cell % u64::BITS));
        self.sides[side].words_mut()[word] |= bit;
        for (number, set) in self.kinds.iter_mut().enumerate() {
            if kind >> number & 1 == 1 {
                set.words_mut()[word] |= bit;
            }
        }
    }

    /// Takes whatever is on a cell.
    #[inline]
    pub(crate) fn clear(&mut self, cell: u32) {
        let (word, bit) = ((cell / u64::BITS) as usize, 1 << (cell % u64::BITS));
        for set in self.sides.iter_mut().chain(&mut self.kinds) {
            set.words_mut()[word] &= !bit;
        }
    }

    /// Gives a cell, which has no kind, a kind.
    #[inline]
    pub(crate) fn set_kind(&mut self, kind: usize, one: Set) {
        if kind != 0 {
            for (_, set) in self.kinds.iter_mut().enumerate().filter(|(bit, _)| kind >> bit & 1 == 1) {
                *set |= one;
            }
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, cells: Set) {
        for set in self.sides.iter_mut().chain(&mut self.kinds) {
            *set = set.without(cells);
        }
    }

    #[inline]
    pub(crate) fn outcome(&self) -> Outcome {
        match self.end {
            0 => Outcome::Ongoing,
            1 => Outcome::Win(Player::Max),
            2 => Outcome::Win(Player::Min),
            _ => Outcome::Draw,
        }
    }
}
