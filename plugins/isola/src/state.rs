//! The state of a game: one position, and its moves.

use crate::board::{Board, NEAR};
use plyd_board::{Cells, Tail, key};
use plyd_plugin::{Move, Outcome, Player};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// MAX's king, MIN's king, and the removed squares.
    pub(crate) sets: [Cells; 3],
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

    /// The king of a player, as a set of one square.
    #[inline]
    pub(crate) fn king(&self, player: Player) -> Cells {
        self.sets[player as usize]
    }

    /// The squares that were not removed and have no king.
    #[inline]
    pub(crate) fn free(&self, board: &Board) -> Cells {
        let [max, min, removed] = self.sets;
        board.grid.cells().without(max).without(min).without(removed)
    }

    /// The position after a legal move.
    #[inline]
    pub(crate) fn moved(self, mv: Move) -> Self {
        let Self { mut sets, tail } = self;
        sets[tail.turn() as usize] = Cells::of(target(mv));
        sets[2] = sets[2].with(removed(mv));
        Self { sets, tail: tail.after(false) }
    }

    /// The outcome of the position: a player to move without a move loses.
    #[inline]
    pub(crate) fn outcome(&self, board: &Board) -> Outcome {
        let turn = self.turn();
        let (king, free) = (self.king(turn), self.free(board));
        if Removals::of(board, king, free).can_move(steps(king, free)) {
            Outcome::Ongoing
        } else {
            Outcome::Win(turn.other())
        }
    }

    /// A hash of some sets and the player to move.
    #[inline]
    pub(crate) fn hash(&self, board: &Board, [max, min, removed]: [Cells; 3]) -> u64 {
        let turn = key::turn(self.turn());
        // The squares of both kings share a word with the size of the board.
        let kings = max.first().unwrap_or_default() | min.first().unwrap_or_default() << 6;
        key::paired(board.salt() ^ turn, kings.into(), removed.word())
    }
}

/// The free squares next to a king.
#[inline]
pub(crate) fn steps(king: Cells, free: Cells) -> Cells {
    king.first().map_or(Cells::EMPTY, |square| NEAR[square as usize] & free)
}

/// The squares that a player may remove: the free ones and the square that the king leaves, except the pads. After a
/// step, the king's target square is excluded too.
#[derive(Clone, Copy)]
pub(crate) struct Removals(Cells);

impl Removals {
    /// The removable squares before the king on this square steps. `free` contains the free squares at that time.
    #[inline]
    pub(crate) fn of(board: &Board, king: Cells, free: Cells) -> Self {
        Self((free | king).without(board.pads))
    }

    /// The removable squares after a step to this square.
    #[inline]
    pub(crate) fn after(self, step: Cells) -> Cells {
        self.0.without(step)
    }

    /// Whether some of these steps leave a square to remove. Only pads can prevent this, because the square that the
    /// king leaves is free.
    #[inline]
    pub(crate) fn can_move(self, steps: Cells) -> bool {
        match self.0.len() {
            0 => false,
            1 => !steps.without(self.0).is_empty(),
            _ => !steps.is_empty(),
        }
    }
}

/// The move with this target square and this removed square.
#[inline]
pub(crate) fn pack(to: u32, removed: u32) -> Move {
    Move(to | removed << 6)
}

/// The number of the king's target square.
#[inline]
pub(crate) fn target(mv: Move) -> u32 {
    mv.0 & 63
}

/// The number of the removed square.
#[inline]
pub(crate) fn removed(mv: Move) -> u32 {
    mv.0 >> 6 & 63
}
