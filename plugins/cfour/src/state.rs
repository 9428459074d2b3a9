//! The state of a game: one position.

use crate::grid::Grid;
use plyd_board::{Tail, key};
use plyd_plugin::{Outcome, Player};

/// A position: the stones, the player to move, the outcome, and the counters of the notation.
///
/// Every move changes all three words. If it copied a word next to one that was just written, the processor would stall
/// at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of the player to move.
    own: u64,
    /// The occupied cells.
    stones: u64,
    /// The counters and the result.
    ///
    /// | bits | meaning |
    /// |---|---|
    /// | 0..32 | plies since MAX's first move; odd when MIN is to move |
    /// | 32..48 | plies without a stone placed |
    /// | 48 | MAX has a line |
    /// | 49 | MIN has a line |
    info: u64,
}

impl State {
    const PLY: u64 = 0xFFFF_FFFF;
    const QUIET_SHIFT: u32 = 32;
    const LINE_SHIFT: u32 = 48;

    /// Builds a position. The two sets of cells must be disjoint, and `tail` contains the counters of a setup.
    pub(crate) fn new(grid: &Grid, max: u64, min: u64, tail: Tail) -> Self {
        let lines = u64::from(grid.has_line(max)) | u64::from(grid.has_line(min)) << 1;
        Self {
            own: if tail.turn() == Player::Max { max } else { min },
            stones: max | min,
            info: u64::from(tail.ply) | u64::from(tail.quiet) << Self::QUIET_SHIFT | lines << Self::LINE_SHIFT,
        }
    }

    /// The player to move; in a finished game, the player who would be next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        if self.info & 1 == 0 { Player::Max } else { Player::Min }
    }

    /// The occupied cells.
    #[inline]
    pub(crate) fn stones(&self) -> u64 {
        self.stones
    }

    /// The stones of the player to move.
    #[inline]
    pub(crate) fn own(&self) -> u64 {
        self.own
    }

    /// The stones of the opponent of the player to move.
    #[inline]
    pub(crate) fn other(&self) -> u64 {
        self.own ^ self.stones
    }

    /// The stones of a player.
    pub(crate) fn held_by(&self, player: Player) -> u64 {
        if player == self.turn() { self.own() } else { self.other() }
    }

    /// The player to move and the counters. The clock of plies without a placed stone is the value from the setup, and
    /// 0 after any move.
    pub(crate) fn tail(&self) -> Tail {
        Tail { ply: self.info as u32, quiet: u32::from((self.info >> Self::QUIET_SHIFT) as u16) }
    }

    /// The position after the player to move places a stone on an empty cell.
    #[inline]
    pub(crate) fn with_stone(self, grid: &Grid, cell: u64) -> Self {
        let stones = self.stones | cell;
        let other = self.other();
        let line = u64::from(grid.has_line(stones ^ other));
        let ply = (self.info & Self::PLY) + 1;
        let info = ply | line << (Self::LINE_SHIFT + (self.info & 1) as u32);
        Self { own: other, stones, info }
    }

    /// The outcome of the position. In a setup, the winner may be the player to move.
    #[inline]
    pub(crate) fn outcome(&self, grid: &Grid) -> Outcome {
        let lines = self.info >> Self::LINE_SHIFT;
        // One branch tests for the end of the game, because additional branches in the search would be hard to predict.
        if !((lines != 0) | (self.stones == grid.board)) {
            Outcome::Ongoing
        } else if lines != 0 {
            Outcome::Win(if lines == 1 { Player::Max } else { Player::Min })
        } else {
            Outcome::Draw
        }
    }

    /// A hash of the stones and the player to move.
    #[inline]
    pub(crate) fn key(&self, grid: &Grid) -> u64 {
        grid.key(grid.code(self.own, self.stones) ^ self.turn_code())
    }

    /// The smaller of the keys of the position and of its mirror image.
    #[inline]
    pub(crate) fn symmetric_key(&self, grid: &Grid) -> u64 {
        let code = grid.code(self.own, self.stones);
        let turn = self.turn_code();
        grid.key(code ^ turn).min(grid.key(grid.mirrored(code) ^ turn))
    }

    #[inline]
    fn turn_code(&self) -> u64 {
        // This bit is above the codes of all boards with fewer than 64 bits.
        key::MIN_TO_MOVE & (self.info & 1).wrapping_neg()
    }
}

const _: () = assert!(size_of::<State>() == 24);
const _: () = assert!(key::MIN_TO_MOVE >> 63 == 1);
