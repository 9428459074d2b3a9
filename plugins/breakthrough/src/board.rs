//! The board as bits of one word: eight bits a rank on a board of any width, bit 0 being a1, bit 7 beyond file g, bit
//! 8 a2.

use plyd_board::{BoardSizes, Cells, Direction, Geometry, Sizes, key};
use plyd_plugin::Player;

/// The minimum size. On a single file pawns would block each other for ever. There is at least one free rank at the
/// start.
pub(crate) const SIZES: BoardSizes = BoardSizes { files: Sizes::Range(2, 8), ranks: Sizes::Range(3, 8) };

/// From this height on each player begins with two ranks of pawns, otherwise with one.
const RANKS_FOR_TWO_ROWS: u32 = 6;

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) grid: Geometry<8>,
}

/// The directions of pawns: straight ahead, towards file a, and away from it.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    pub(crate) ahead: u64,
    pub(crate) left: u64,
    pub(crate) right: u64,
}

impl Board {
    /// A board of this many files and ranks, or the reason why there is none.
    pub(crate) fn new(files: u32, ranks: u32) -> Result<Self, String> {
        SIZES.check(files, ranks)?;
        Ok(Self { grid: Geometry::new(files, ranks) })
    }

    /// The pawns of both players at the start.
    pub(crate) fn start(&self) -> [u64; 2] {
        let rows = if self.ranks() < RANKS_FOR_TWO_ROWS { 1 } else { 2 };
        let lowest = (1 << (8 * rows)) - 1;
        let squares = self.grid.cells().word();
        [squares & lowest, squares & (lowest << (8 * (self.ranks() - rows)))]
    }

    #[inline]
    pub(crate) fn ranks(&self) -> u32 {
        self.grid.ranks()
    }

    /// The rank that a player must reach.
    #[inline]
    pub(crate) fn goal(&self, player: Player) -> u64 {
        match player {
            Player::Max => 0xFF << (8 * (self.ranks() - 1)),
            Player::Min => 0xFF,
        }
    }

    /// The number of ranks between a player's pawn on a square and its goal.
    #[inline]
    pub(crate) fn distance(&self, player: Player, number: u32) -> u32 {
        match player {
            Player::Max => self.ranks() - 1 - number / 8,
            Player::Min => number / 8,
        }
    }

    /// The squares one step ahead of a set, occupied or not.
    #[inline]
    pub(crate) fn steps(&self, player: Player, pawns: u64) -> Targets {
        use Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
        let step = |direction| self.grid.step(Cells::from(pawns), direction).word();
        match player {
            Player::Max => Targets { ahead: step(North), left: step(NorthWest), right: step(NorthEast) },
            Player::Min => Targets { ahead: step(South), left: step(SouthWest), right: step(SouthEast) },
        }
    }

    /// The squares that a player's pawns threaten or defend.
    #[inline]
    pub(crate) fn attacks(&self, player: Player, pawns: u64) -> u64 {
        let targets = self.steps(player, pawns);
        targets.left | targets.right
    }

    /// The squares that a player's pawns occupy or could ever reach on an empty board.
    #[inline]
    pub(crate) fn reach(&self, player: Player, pawns: u64) -> u64 {
        let mut reach = pawns;
        for _ in 1..self.ranks() {
            let Targets { ahead, left, right } = self.steps(player, reach);
            reach |= ahead | left | right;
        }
        reach
    }

    /// Tells boards of different sizes, and the players to move, 0 or 1, apart in keys.
    #[inline]
    pub(crate) fn salt(&self, turn: u64) -> u64 {
        key::salt(u64::from(self.grid.files() << 4 | self.ranks()) << 1 | turn)
    }
}
