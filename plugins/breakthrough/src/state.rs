//! One position.

use crate::board::{Board, Targets};
use plyd_board::{Cells, Symmetry, Tail, key};
use plyd_plugin::{Move, Outcome, Player};

/// A position: the pawns, the player to move, and the counters of the notation.
///
/// Every move writes all three words. If it copied a word next to one that was just written, the processor would stall
/// at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The pawns of the player to move.
    own: u64,
    /// The pawns of the opponent.
    other: u64,
    /// | bits | meaning |
    /// |---|---|
    /// | 0..32 | plies since White's first move; odd when Black is to move |
    /// | 32..64 | plies since a pawn was captured |
    info: u64,
}

impl State {
    const PLY: u64 = 0xFFFF_FFFF;
    const QUIET_SHIFT: u32 = 32;

    /// Builds a position. The two sets of pawns do not overlap, and the counters are those of a setup.
    pub(crate) fn new([max, min]: [u64; 2], tail: Tail) -> Self {
        let (own, other) = if tail.turn() == Player::Max { (max, min) } else { (min, max) };
        Self { own, other, info: u64::from(tail.ply) | u64::from(tail.quiet) << Self::QUIET_SHIFT }
    }

    /// The player to move; of a finished game, the one who would be next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        if self.info & 1 == 0 { Player::Max } else { Player::Min }
    }

    /// The pawns of the player to move.
    #[inline]
    pub(crate) fn own(&self) -> u64 {
        self.own
    }

    /// The pawns of the opponent.
    #[inline]
    pub(crate) fn other(&self) -> u64 {
        self.other
    }

    /// The pawns of a player.
    #[inline]
    pub(crate) fn pawns(&self, player: Player) -> u64 {
        if player == self.turn() { self.own } else { self.other }
    }

    /// The pawns of MAX and of MIN.
    pub(crate) fn sets(&self) -> [Cells; 2] {
        [Player::Max, Player::Min].map(|player| Cells::from(self.pawns(player)))
    }

    /// The player to move and the counters. The clock counts plies since a pawn was captured.
    pub(crate) fn tail(&self) -> Tail {
        Tail { ply: self.info as u32, quiet: (self.info >> Self::QUIET_SHIFT) as u32 }
    }

    /// The squares that the player to move can move to.
    #[inline]
    pub(crate) fn targets(&self, board: &Board) -> Targets {
        let Targets { ahead, left, right } = board.steps(self.turn(), self.own);
        Targets { ahead: ahead & !(self.own | self.other), left: left & !self.own, right: right & !self.own }
    }

    /// The position after a legal move.
    #[inline]
    pub(crate) fn moved(self, mv: Move) -> Self {
        let (from, to) = (1 << origin(mv), 1 << target(mv));
        let quiet = if self.other & to == 0 { (self.info & !Self::PLY) + (1 << Self::QUIET_SHIFT) } else { 0 };
        Self { own: self.other & !to, other: self.own ^ from ^ to, info: quiet | ((self.info & Self::PLY) + 1) }
    }

    /// The outcome of the position. In a setup, the winner may be the player to move.
    #[inline]
    pub(crate) fn outcome(&self, board: &Board) -> Outcome {
        let turn = self.turn();
        // What a move has just brought about is asked first, and all in one branch, as searches branch on this.
        let other_won = (self.other & board.goal(turn.other()) != 0) | (self.own == 0);
        let own_won = (self.own & board.goal(turn) != 0) | (self.other == 0);
        if !(other_won | own_won) {
            Outcome::Ongoing
        } else {
            Outcome::Win(if other_won { turn.other() } else { turn })
        }
    }

    /// A hash of pawns and player to move.
    #[inline]
    pub(crate) fn key(&self, board: &Board) -> u64 {
        key::paired(board.salt(self.info & 1), self.own, self.other)
    }

    /// The position with the files in reverse order.
    #[inline]
    pub(crate) fn mirrored(self, board: &Board) -> Self {
        let mirrored = |pawns: u64| board.grid.image(Symmetry::Mirror, Cells::from(pawns)).word();
        Self { own: mirrored(self.own), other: mirrored(self.other), ..self }
    }
}

/// The move from one square to another, by their numbers.
#[inline]
pub(crate) fn pack(from: u32, to: u32) -> Move {
    Move(from | to << 6)
}

/// The number of the square a move begins on.
#[inline]
pub(crate) fn origin(mv: Move) -> u32 {
    mv.0 & 63
}

/// The number of the square a move ends on.
#[inline]
pub(crate) fn target(mv: Move) -> u32 {
    mv.0 >> 6 & 63
}
