//! One position.

use crate::board::{Board, Targets};
use plyd_board::bitboard::mirrored;
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
    /// The largest value of either counter that can be read; playing on from it does not overflow.
    pub(crate) const COUNTER_LIMIT: u16 = 9_999;

    const PLY: u64 = 0xFFFF_FFFF;
    const QUIET_SHIFT: u32 = 32;

    /// Builds a position. The two sets of pawns do not overlap; the counters are at most [`State::COUNTER_LIMIT`], and
    /// the number of the full move is at least 1.
    pub(crate) fn new([max, min]: [u64; 2], turn: Player, quiet: u16, move_number: u16) -> Self {
        let ply = 2 * (u64::from(move_number) - 1) + turn as u64;
        let (own, other) = if turn == Player::Max { (max, min) } else { (min, max) };
        Self { own, other, info: ply | u64::from(quiet) << Self::QUIET_SHIFT }
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

    /// The letter of the pawn on a square, given as the set of it.
    pub(crate) fn letter(&self, square: u64) -> Option<char> {
        let stands = |player| self.pawns(player) & square != 0;
        [(Player::Max, 'P'), (Player::Min, 'p')].into_iter().find_map(|(player, pawn)| stands(player).then_some(pawn))
    }

    /// Plies since a pawn was captured.
    pub(crate) fn quiet(&self) -> u64 {
        self.info >> Self::QUIET_SHIFT
    }

    /// The number of the full move, which grows after Black's.
    pub(crate) fn move_number(&self) -> u64 {
        (self.info & Self::PLY) / 2 + 1
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
        let salt = (board.salt() << 1 | self.info & 1).wrapping_mul(0xA24B_AED4_963E_E407);
        let mut key = self.own.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The highest bits of a factor reach only those of the product, so they are brought down before the next one.
        key = (key ^ key >> 32 ^ self.other ^ salt).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key = (key ^ key >> 32).wrapping_mul(0x8F1B_BCDC_BFA5_3E0B);
        key ^ key >> 32
    }

    /// The position with the files in reverse order.
    #[inline]
    pub(crate) fn mirrored(self, board: &Board) -> Self {
        Self { own: mirrored(self.own, board.files), other: mirrored(self.other, board.files), ..self }
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
