//! One position.

use crate::grid::Grid;
use crate::lines::enclosed;
use plyd_board::bitboard::{mirrored, transposed};
use plyd_board::key::splitmix;
use plyd_plugin::Player;

/// A position: the discs, where the player to move may place one, and the counters of the notation.
///
/// Every move changes all four words. If it copied a word next to one that was just written, the processor would stall
/// at every node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The discs of the player to move.
    own: u64,
    /// The discs of the opponent.
    other: u64,
    /// The squares where the player to move may place a disc. They are stored because the outcome, the moves and the
    /// heuristic all use them.
    placements: u64,
    /// | bits | meaning |
    /// |---|---|
    /// | 0..32 | plies since MAX's first move, passes included; odd when MIN is to move |
    /// | 32..48 | plies since a disc was placed |
    /// | 48..56 | discs in MAX's pocket |
    /// | 56..64 | discs in MIN's pocket |
    info: u64,
}

impl State {
    /// The largest value of either counter that can be read; playing on from it does not overflow.
    pub(crate) const COUNTER_LIMIT: u16 = 9_999;
    /// The most discs of a pocket that are counted.
    pub(crate) const POCKET_LIMIT: u8 = u8::MAX;

    const QUIET_SHIFT: u32 = 32;
    const POCKET_SHIFT: u32 = 48;
    const MIN_TO_MOVE: u64 = 0x8F1B_BCDC_BFA5_3E0B;

    /// Builds a position. The sets of discs, of MAX and of MIN like the pockets, lie on the board and do not overlap;
    /// the counters are at most [`State::COUNTER_LIMIT`], and the number of the full move is at least 1.
    pub(crate) fn new(
        grid: &Grid,
        [max, min]: [u64; 2],
        turn: Player,
        pockets: [u8; 2],
        quiet: u16,
        move_number: u16,
    ) -> Self {
        let ply = 2 * (u64::from(move_number) - 1) + turn as u64;
        let pockets = u64::from(u16::from_le_bytes(pockets));
        let (own, other) = if turn == Player::Max { (max, min) } else { (min, max) };
        Self {
            own,
            other,
            placements: grid.placements(own, other),
            info: ply | u64::from(quiet) << Self::QUIET_SHIFT | pockets << Self::POCKET_SHIFT,
        }
    }

    /// The player to move; of a finished game, the one who would be next.
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

    /// The squares where the player to move may place a disc; none if the player must pass, or the game is over.
    #[inline]
    pub(crate) fn placements(&self) -> u64 {
        self.placements
    }

    /// The discs of a player.
    pub(crate) fn held_by(&self, player: Player) -> u64 {
        if player == self.turn() { self.own } else { self.other }
    }

    /// The number of discs in a player's pocket, by the notation. The rules do not use it.
    pub(crate) fn pocket(&self, player: Player) -> usize {
        ((self.info >> Self::POCKET_SHIFT) as u16).to_le_bytes()[player as usize].into()
    }

    /// Plies since a disc was placed.
    pub(crate) fn quiet(&self) -> u16 {
        (self.info >> Self::QUIET_SHIFT) as u16
    }

    /// The number of the full move, which grows after MIN's.
    pub(crate) fn move_number(&self) -> u32 {
        (self.info as u32) / 2 + 1
    }

    /// The position after the player to move has placed a disc on a square of [`State::placements`].
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

    /// The position after the player to move, who has no placement, has passed.
    #[inline]
    pub(crate) fn passed(self, grid: &Grid) -> Self {
        let (own, other) = (self.other, self.own);
        let info = self.info + 1 + (1 << Self::QUIET_SHIFT);
        Self { own, other, placements: grid.placements(own, other), info }
    }

    /// A hash of discs, player to move and `salt`.
    #[inline]
    pub(crate) fn key(&self, salt: u64) -> u64 {
        hash(self.own, self.other, salt ^ self.turn_code())
    }

    /// A hash that is the same for the eight positions that turning and mirroring the board makes one: that of the
    /// smallest.
    #[inline]
    pub(crate) fn symmetric_key(&self, grid: &Grid, salt: u64) -> u64 {
        let (mut own, mut other) = (self.own, self.other);
        let mut smallest = (own, other);
        // Two mirrors in turn go through all eight images.
        for image in 1..8 {
            (own, other) = if image % 2 == 1 {
                (transposed(own), transposed(other))
            } else {
                (mirrored(own, grid.size), mirrored(other, grid.size))
            };
            smallest = smallest.min((own, other));
        }
        hash(smallest.0, smallest.1, salt ^ self.turn_code())
    }

    #[inline]
    fn turn_code(&self) -> u64 {
        Self::MIN_TO_MOVE & (self.info & 1).wrapping_neg()
    }
}

/// For any two of the three numbers, different values of the third give different hashes.
#[inline]
fn hash(own: u64, other: u64, salt: u64) -> u64 {
    splitmix(splitmix(own ^ salt) ^ other)
}

const _: () = assert!(size_of::<State>() == 32);
