//! The best lines of the nodes on the current path.

use plyd_plugin::Move;

/// Moves copied at once: longer than most tails, and a few instructions without a branch.
const CHUNK: usize = 8;

/// Which of its two rows a node may write to, or its parent found best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(usize);

/// Two rows of moves for each ply: one holds the line of the best child so far, the other takes that of the next child.
/// When the next child proves better the rows change their parts, so that the most frequent decision of a search is a
/// conditional move, not a branch that is predicted wrong, and a line is copied once a node.
pub(crate) struct PrincipalVariation {
    /// Numbers of moves; plain zeros come from the system untouched, so that long rows cost nothing until they are used.
    moves: Vec<u32>,
    lengths: Vec<usize>,
    stride: usize,
}

impl PrincipalVariation {
    /// For paths of at most `plies` moves.
    pub(crate) fn new(plies: usize) -> Self {
        let stride = plies + 1 + CHUNK;
        let rows = 2 * (plies + 1);
        Self { moves: vec![0; stride * rows], lengths: vec![0; rows], stride }
    }

    /// Where the root leaves its line.
    pub(crate) const ROOT: Row = Row(0);

    /// One of the two rows of a ply.
    #[inline(always)]
    pub(crate) fn row(ply: usize) -> Row {
        Row(2 * ply)
    }

    /// Nothing follows.
    #[inline(always)]
    pub(crate) fn clear(&mut self, row: Row) {
        self.lengths[row.0] = 0;
    }

    /// The line in `row` becomes `mv` followed by the line in `tail`, a row of the next ply.
    #[inline(always)]
    pub(crate) fn set(&mut self, row: Row, mv: Move, tail: Row) {
        let length = self.lengths[tail.0];
        let (upper, lower) = self.moves.split_at_mut(tail.0 * self.stride);
        let line = &mut upper[row.0 * self.stride..];
        line[0] = mv.0;
        line[1..=CHUNK].copy_from_slice(&lower[..CHUNK]);
        if length > CHUNK {
            line[CHUNK + 1..=length].copy_from_slice(&lower[CHUNK..length]);
        }
        self.lengths[row.0] = length + 1;
    }

    /// The line in a row.
    pub(crate) fn line(&self, row: Row) -> Vec<Move> {
        let start = row.0 * self.stride;
        self.moves[start..start + self.lengths[row.0]].iter().copied().map(Move).collect()
    }
}

impl Row {
    /// The other row of the same ply.
    #[inline(always)]
    pub(crate) fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}
