//! The state of a game: one position, and its moves.

use crate::board::{Board, Set};
use crate::lines::{bits, kings};
use plyd_board::{Tail, key};
use plyd_plugin::{Move, Outcome, Player};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// MAX's amazons, MIN's amazons, and the arrows.
    pub(crate) sets: [Set; 3],
    /// The player to move and the counters. The clock counts all plies, like in Fairy-Stockfish.
    pub(crate) tail: Tail,
}

impl State {
    /// The player to move; in a finished game, the player who cannot move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        self.tail.turn()
    }

    /// The amazons of a player.
    #[inline]
    pub(crate) fn amazons(&self, player: Player) -> Set {
        self.sets[player as usize]
    }

    /// The squares without an amazon or an arrow.
    #[inline]
    pub(crate) fn free(&self, board: &Board) -> Set {
        let [max, min, arrows] = self.sets;
        board.grid.cells().without(max | min | arrows)
    }

    /// The position after a legal move.
    #[inline]
    pub(crate) fn moved(self, mv: Move) -> Self {
        let Self { mut sets, tail } = self;
        let own = &mut sets[tail.turn() as usize];
        *own = own.without(Set::of(origin(mv))).with(target(mv));
        sets[2] = sets[2].with(arrow(mv));
        Self { sets, tail: tail.after(false) }
    }

    /// The outcome of the position: a player to move without a move loses. An amazon that can move can also shoot, at
    /// least back to the square that it has left.
    #[inline]
    pub(crate) fn outcome(&self, board: &Board) -> Outcome {
        let (own, free) = (bits(self.amazons(self.turn())), bits(self.free(board)));
        if kings(own, free) == own { Outcome::Win(self.turn().other()) } else { Outcome::Ongoing }
    }

    /// A hash of some sets and the player to move.
    #[inline]
    pub(crate) fn hash(&self, board: &Board, [max, min, arrows]: [Set; 3]) -> u64 {
        let turn = key::turn(self.turn());
        let [[a, b], [c, d], [e, f]] = [max, min, arrows].map(Set::words);
        key::folded(board.salt() ^ turn, [a, b, c, d, e, f])
    }
}

/// The move of an amazon between two squares, with the square of its arrow.
#[inline]
pub(crate) fn pack(from: u32, to: u32, arrow: u32) -> Move {
    Move(from | to << 7 | arrow << 14)
}

/// The number of the amazon's origin square.
#[inline]
pub(crate) fn origin(mv: Move) -> u32 {
    mv.0 & 127
}

/// The number of the amazon's target square.
#[inline]
pub(crate) fn target(mv: Move) -> u32 {
    mv.0 >> 7 & 127
}

/// The number of the arrow's square.
#[inline]
pub(crate) fn arrow(mv: Move) -> u32 {
    mv.0 >> 14 & 127
}
