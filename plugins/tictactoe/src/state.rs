//! A position, packed into one machine word.

use plyd_board::Tail;
use plyd_plugin::{Outcome, Player};

/// All nine cells.
const FULL: u16 = 0x1FF;

/// The eight lines of three cells. Bit 0 is the top left cell.
pub(crate) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Whether each of the 512 sets of cells contains a line.
static WON: [bool; 512] = won_sets();

const fn won_sets() -> [bool; 512] {
    let mut sets = [false; 512];
    let mut cells = 0;
    while cells < sets.len() {
        let mut line = 0;
        while line < LINES.len() {
            sets[cells] |= cells as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    sets
}

#[inline]
fn has_line(cells: u16) -> bool {
    WON[usize::from(cells & FULL)]
}

/// A position: the stones, the player to move, and the counters of the notation.
///
/// It is a single machine word because searches write a state and copy it at once. If it were written in parts and read
/// as a whole, the processor would stall at every node.
///
/// | bits | meaning |
/// |---|---|
/// | 0..9 | the cells with MAX's stones |
/// | 16..25 | the cells with MIN's stones |
/// | 32..48 | plies since MAX's first move; odd when MIN is to move |
/// | 48..64 | plies since a stone was last placed |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(u64);

impl State {
    /// The empty board with MAX to move.
    pub const START: Self = Self(0);

    const MIN_SHIFT: u32 = 16;
    const PLY_SHIFT: u32 = 32;
    const QUIET_SHIFT: u32 = 48;
    /// The mask of the stones and the player to move, which together determine how the game can continue.
    const POSITION: u64 = (1 << Self::PLY_SHIFT) | 0xFFFF_FFFF;

    /// Builds a position. The two sets of cells must be disjoint, and `tail` contains the counters of a setup.
    pub(crate) fn new(max: u16, min: u16, tail: Tail) -> Self {
        Self(
            u64::from(max)
                | u64::from(min) << Self::MIN_SHIFT
                | u64::from(tail.ply) << Self::PLY_SHIFT
                | u64::from(tail.quiet) << Self::QUIET_SHIFT,
        )
    }

    /// The cells with MAX's stones. Bit 0 is the top left cell, bit 8 the bottom right one.
    #[inline]
    #[must_use]
    pub fn max(&self) -> u16 {
        self.0 as u16 & FULL
    }

    /// The cells with MIN's stones.
    #[inline]
    #[must_use]
    pub fn min(&self) -> u16 {
        (self.0 >> Self::MIN_SHIFT) as u16 & FULL
    }

    /// The empty cells.
    #[inline]
    #[must_use]
    pub fn free(&self) -> u32 {
        u32::from(FULL & !(self.max() | self.min()))
    }

    /// The owner of the stone on a cell, if there is one.
    #[must_use]
    pub fn stone(&self, cell: u32) -> Option<Player> {
        if self.max() >> cell & 1 != 0 {
            Some(Player::Max)
        } else if self.min() >> cell & 1 != 0 {
            Some(Player::Min)
        } else {
            None
        }
    }

    /// The player to move; in a finished game, the player who would be next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Player {
        if self.0 >> Self::PLY_SHIFT & 1 == 0 { Player::Max } else { Player::Min }
    }

    /// The player to move and the counters. The clock of plies without a placed stone is the value from the setup, and
    /// 0 after any move.
    pub(crate) fn tail(&self) -> Tail {
        let number = |shift| u32::from((self.0 >> shift) as u16);
        Tail { ply: number(Self::PLY_SHIFT), quiet: number(Self::QUIET_SHIFT) }
    }

    /// The position after the player to move places a stone on an empty cell.
    #[inline]
    pub(crate) fn placed(self, cell: u32) -> Self {
        let whose = (self.0 >> Self::PLY_SHIFT & 1) as u32 * Self::MIN_SHIFT;
        let lasting = self.0 & ((1 << Self::QUIET_SHIFT) - 1);
        Self((lasting | 1 << (cell + whose)) + (1 << Self::PLY_SHIFT))
    }

    /// The outcome of the position. Both players are checked, because in a setup the winner may be the player to move.
    #[inline]
    pub(crate) fn outcome(&self) -> Outcome {
        let (max, min) = (self.max(), self.min());
        let (max_won, min_won) = (has_line(max), has_line(min));
        // One branch tests for the end of the game, because additional branches in the search would be hard to predict.
        if !(max_won | min_won | (max | min == FULL)) {
            Outcome::Ongoing
        } else if max_won | min_won {
            Outcome::Win(if max_won { Player::Max } else { Player::Min })
        } else {
            Outcome::Draw
        }
    }

    /// A hash of the stones and the player to move. It has no collisions, because every operation is invertible.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        plyd_board::key::mixed(self.0 & Self::POSITION)
    }
}

const _: () = assert!(size_of::<State>() == 8);
