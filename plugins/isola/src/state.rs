//! One position, and the moves in it.

use crate::board::{Board, NEAR};
use plyd_board::{Cells, Tail, key};
use plyd_plugin::{Move, Outcome, Player};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The king of MAX, that of MIN, and the squares that were removed.
    pub(crate) sets: [Cells; 3],
    /// The clock counts all plies, as in Fairy-Stockfish.
    pub(crate) tail: Tail,
}

impl State {
    /// The player to move; of a finished game, the one who cannot.
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

    /// The squares without a king that were not removed.
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

    /// The game goes on unless the player to move has no move, and loses.
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

    /// A hash of some sets, and of the player to move.
    #[inline]
    pub(crate) fn hash(&self, board: &Board, [max, min, removed]: [Cells; 3]) -> u64 {
        let turn = key::turn(self.turn());
        // Two kings share a word with the size of the board, as no square is both.
        let kings = max.first().unwrap_or_default() | min.first().unwrap_or_default() << 6;
        key::paired(board.salt() ^ turn, kings.into(), removed.word())
    }
}

/// The free squares next to a king.
#[inline]
pub(crate) fn steps(king: Cells, free: Cells) -> Cells {
    king.first().map_or(Cells::EMPTY, |square| NEAR[square as usize] & free)
}

/// The squares that a player may remove after a step: the free ones and the one that the king has left, without the
/// one it has gone to, and without pads.
#[derive(Clone, Copy)]
pub(crate) struct Removals(Cells);

impl Removals {
    /// Those before the king of this square steps; `free` are the free squares then.
    #[inline]
    pub(crate) fn of(board: &Board, king: Cells, free: Cells) -> Self {
        Self((free | king).without(board.pads))
    }

    /// Those after a step to this square.
    #[inline]
    pub(crate) fn after(self, step: Cells) -> Cells {
        self.0.without(step)
    }

    /// Whether one of these steps leaves a square to remove. Only pads can be in the way: the square that the king has
    /// left is free.
    #[inline]
    pub(crate) fn can_move(self, steps: Cells) -> bool {
        match self.0.len() {
            0 => false,
            1 => !steps.without(self.0).is_empty(),
            _ => !steps.is_empty(),
        }
    }
}

/// The move of a king to a square, after which a square is removed, by their numbers.
#[inline]
pub(crate) fn pack(to: u32, removed: u32) -> Move {
    Move(to | removed << 6)
}

/// The number of the square that the king goes to.
#[inline]
pub(crate) fn target(mv: Move) -> u32 {
    mv.0 & 63
}

/// The number of the square that is removed.
#[inline]
pub(crate) fn removed(mv: Move) -> u32 {
    mv.0 >> 6 & 63
}
