//! The board: a rhombus of hexagons as sets of cells.
//!
//! Row 1 is at the top, and each row stands half a cell farther to the right than the one above. The number of a cell is
//! its row times 20, plus its file: no row has 20 cells, so a step off either side ends on no cell of the board.

use plyd_board::{Cells, Geometry, Hexes, flood, key, words};
use plyd_plugin::Player;

/// The largest number of rows and files.
pub(crate) const MOST: u32 = 19;

const STRIDE: u32 = MOST + 1;

/// A set of cells of any board.
pub(crate) type Set = Cells<{ words(STRIDE * MOST) }>;

/// The number of a cell is less than this.
pub(crate) const NUMBERS: usize = (STRIDE * MOST) as usize;

/// A board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) hexes: Hexes<STRIDE, { words(STRIDE * MOST) }>,
    /// For each player the edge at which chains begin, and the one where they end: the first and the last row for MAX,
    /// the first and the last file for MIN.
    edges: [[Set; 2]; 2],
    /// The last cell of the last row. A half turn brings a cell to this number minus its own.
    last: u32,
}

/// One of the two edges of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The first row, or file a.
    First,
    /// The last row, or file.
    Last,
}

impl Board {
    /// A board of this many rows and files, from 1 to [`MOST`].
    pub(crate) fn new(size: u32) -> Self {
        let hexes = Hexes::rhombus(size, size);
        let grid = hexes.grid();
        let rows = [grid.rank(0), grid.rank(size - 1)];
        let files = [grid.file(0), grid.file(size - 1)];
        Self { hexes, edges: [rows, files], last: grid.cell(size - 1, size - 1) }
    }

    /// The cells as those of a board of ranks and files, of which the first rank is the first row.
    #[inline]
    pub(crate) const fn grid(&self) -> &Geometry<STRIDE, { words(STRIDE * MOST) }> {
        self.hexes.grid()
    }

    /// The number of rows, and of files.
    pub(crate) const fn size(&self) -> u32 {
        self.grid().files()
    }

    /// The cells of an edge.
    #[inline]
    pub(crate) fn edge(&self, player: Player, edge: Edge) -> Set {
        self.edges[player as usize][edge as usize]
    }

    /// The cells on an edge of a player, and those that a bridge joins with it.
    #[inline]
    pub(crate) fn near_edge(&self, player: Player, edge: Edge, free: Set) -> Set {
        let cells = self.edge(player, edge);
        let open = cells & free;
        let (along, across) = if player == Player::Max { (1, STRIDE) } else { (STRIDE, 1) };
        let bridged = match edge {
            Edge::First => (open & open.down(along)).up(across),
            Edge::Last => (open & open.up(along)).down(across),
        };
        (cells | bridged) & self.grid().cells()
    }

    /// The cells of `through` that are joined with `from`, which is a part of it.
    #[inline]
    pub(crate) fn joined(&self, from: Set, through: Set) -> Set {
        flood(from, through, |set| self.hexes.touched(set))
    }

    /// The image of a cell under the half turn, the symmetry that leaves both players their edges.
    #[inline]
    pub(crate) fn turned(&self, cell: u32) -> u32 {
        self.last - cell
    }

    /// The image of a cell in the mirror that exchanges rows and files, and so the edges of the players.
    pub(crate) fn mirrored(&self, cell: u32) -> u32 {
        let (file, row) = self.grid().place(cell);
        self.grid().cell(row, file)
    }

    /// Tells boards of different sizes, with and without a swap, apart in keys.
    #[inline]
    pub(crate) fn salt(&self, has_swap: bool) -> u64 {
        key::salt(u64::from(self.size() << 1 | u32::from(has_swap)))
    }
}
