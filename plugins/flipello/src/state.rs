//! The state of a game: one position.

use crate::grid::Grid;
use crate::lines::enclosed;
use plyd_board::{Cells, Tail, key};
use plyd_plugin::Player;

/// A position: the discs, the legal placements, and the counters of the notation.
///
/// Every move changes all four words. If it copied a word next to one that was just written, the processor would stall
/// at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The discs of the player to move.
    own: u64,
    /// The discs of the opponent.
    other: u64,
    /// The squares on which the player to move may place a disc. They are stored because the outcome, move generation
    /// and the heuristic all use them.
    placements: u64,
    /// The counters of the notation.
    ///
    /// | bits | meaning |
    /// |---|---|
    /// | 0..32 | plies since MAX's first move, including passes; odd when MIN is to move |
    /// | 32..48 | plies since a disc was placed |
    /// | 48..56 | discs in MAX's pocket |
    /// | 56..64 | discs in MIN's pocket |
    info: u64,
}

impl State {
    /// The maximum number of discs in a pocket.
    pub(crate) const POCKET_LIMIT: u8 = u8::MAX;

    const QUIET_SHIFT: u32 = 32;
    const POCKET_SHIFT: u32 = 48;

    /// Builds a position. The sets of discs and the pockets are those for MAX and MIN. The sets must be disjoint and on
    /// the board, and `tail` contains the counters of a setup.
    pub(crate) fn new(grid: &Grid, [max, min]: [u64; 2], pockets: [u8; 2], tail: Tail) -> Self {
        let pockets = u64::from(u16::from_le_bytes(pockets));
        let (own, other) = if tail.turn() == Player::Max { (max, min) } else { (min, max) };
        Self {
            own,
            other,
            placements: grid.placements(own, other),
            info: u64::from(tail.ply) | u64::from(tail.quiet) << Self::QUIET_SHIFT | pockets << Self::POCKET_SHIFT,
        }
    }

    /// The player to move; in a finished game, the player who would be next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        if self.info & 1 == 0 { Player::Max } else { Player::Min }
    }

    /// The discs of the player to move.
    #[inline]
    pub(crate) fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the opponent of the player to move.
    #[inline]
    pub(crate) fn other(&self) -> u64 {
        self.other
    }

    /// The squares on which the player to move may place a disc; empty if the player must pass or the game is over.
    #[inline]
    pub(crate) fn placements(&self) -> u64 {
        self.placements
    }

    /// The discs of a player.
    pub(crate) fn held_by(&self, player: Player) -> u64 {
        if player == self.turn() { self.own } else { self.other }
    }

    /// The number of discs in a player's pocket in the notation. The rules do not use it.
    pub(crate) fn pocket(&self, player: Player) -> usize {
        ((self.info >> Self::POCKET_SHIFT) as u16).to_le_bytes()[player as usize].into()
    }

    /// The sets of MAX's and of MIN's discs.
    pub(crate) fn sets(&self) -> [Cells; 2] {
        [Player::Max, Player::Min].map(|player| Cells::from(self.held_by(player)))
    }

    /// The player to move and the counters. The clock counts the plies since a disc was placed.
    pub(crate) fn tail(&self) -> Tail {
        Tail { ply: self.info as u32, quiet: u32::from((self.info >> Self::QUIET_SHIFT) as u16) }
    }

    /// The position after the player to move places a disc on a square of [`State::placements`].
    #[inline]
    pub(crate) fn placed(self, grid: &Grid, square: u32) -> Self {
        let disc = 1 << square;
        let turned = enclosed(self.own, self.other, disc);
        let (own, other) = (self.other ^ turned, self.own | turned | disc);
        let pocket_shift = Self::POCKET_SHIFT + 8 * (self.info & 1) as u32;
        let taken = u64::from(self.info >> pocket_shift & 0xFF != 0) << pocket_shift;
        let info = (self.info & !(0xFFFF << Self::QUIET_SHIFT)) - taken + 1;
        Self { own, other, placements: grid.placements(own, other), info }
    }

    /// The position after a pass of the player to move, who must have no placement.
    #[inline]
    pub(crate) fn passed(self, grid: &Grid) -> Self {
        let (own, other) = (self.other, self.own);
        let info = self.info + 1 + (1 << Self::QUIET_SHIFT);
        Self { own, other, placements: grid.placements(own, other), info }
    }

    /// A hash of the discs, the player to move and `salt`.
    #[inline]
    pub(crate) fn key(&self, salt: u64) -> u64 {
        key::folded(salt ^ self.turn_code(), [self.own, self.other])
    }

    /// A hash that is equal for all eight rotations and mirror images of a position: the hash of the smallest image.
    #[inline]
    pub(crate) fn symmetric_key(&self, grid: &Grid, salt: u64) -> u64 {
        let discs = grid.cells.least_image([self.own, self.other].map(Cells::from));
        key::folded(salt ^ self.turn_code(), discs.map(Cells::word))
    }

    #[inline]
    fn turn_code(&self) -> u64 {
        key::MIN_TO_MOVE & (self.info & 1).wrapping_neg()
    }
}

const _: () = assert!(size_of::<State>() == 32);
