//! A position of a game.

use crate::grid::Set;
use plyd_plugin::{Outcome, Player};

/// The maximum number of piece kinds; three bits, one in each set of [`State::kinds`], encode the kind of a piece.
pub(crate) const MOST_KINDS: usize = 8;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells with pieces of the two players.
    pub(crate) sides: [Set; 2],
    /// The bits of the piece kinds. An empty cell is in none of the sets.
    pub(crate) kinds: [Set; 3],
    /// The number of turns since the start; odd if the second player is to move.
    pub(crate) turns: u32,
    /// The number of plies since the last capture, promotion or placed piece.
    pub(crate) quiet: u32,
    /// The number of pieces in hand of each player.
    pub(crate) hands: [u16; 2],
    /// One more than the cell of the piece that must or may continue to capture in this turn; 0 if there is none.
    pub(crate) chain: u16,
    /// The number of consecutive passes.
    pub(crate) passes: u8,
    /// The result: 0 for an ongoing game, 1 if the first player won, 2 if the second player won, 3 for a draw.
    pub(crate) end: u8,
}

impl State {
    /// An empty board with the first player to move.
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

    /// Returns the index of the player to move.
    #[inline]
    pub(crate) fn side(&self) -> usize {
        (self.turns & 1) as usize
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// Returns the kind of the piece on a cell.
    #[inline]
    pub(crate) fn kind(&self, cell: u32) -> usize {
        let bit = |number: usize| usize::from(self.kinds[number].has(cell)) << number;
        bit(0) | bit(1) | bit(2)
    }

    /// Returns the pieces of a kind, of both players.
    #[inline]
    pub(crate) fn of_kind(&self, kind: usize) -> Set {
        (0..3).fold(self.occupied(), |set, bit| {
            if kind >> bit & 1 == 1 { set & self.kinds[bit] } else { set.without(self.kinds[bit]) }
        })
    }

    /// Puts a piece on an empty cell.
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

    /// Removes any piece from a cell.
    #[inline]
    pub(crate) fn clear(&mut self, cell: u32) {
        let (word, bit) = ((cell / u64::BITS) as usize, 1 << (cell % u64::BITS));
        for set in self.sides.iter_mut().chain(&mut self.kinds) {
            set.words_mut()[word] &= !bit;
        }
    }

    /// Sets the kind of the piece on a cell whose kind bits are clear.
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
