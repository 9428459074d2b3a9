//! The best lines of the plies on the current path, in one triangular table.

use plyd_plugin::Move;

/// For each ply the best continuation found so far from there. Allocated once a search.
pub(crate) struct PrincipalVariation {
    moves: Vec<u32>,
    lengths: Vec<usize>,
    stride: usize,
}

impl PrincipalVariation {
    /// For paths of at most `plies` moves.
    pub(crate) fn new(plies: usize) -> Self {
        // Plain zeros come from the system untouched, so that the long rows of a table for deep paths cost nothing.
        let stride = plies + 1;
        Self { moves: vec![0; stride * stride], lengths: vec![0; stride + 1], stride }
    }

    /// Nothing follows at this ply.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The best line at `ply` is `mv`, followed by the best line of the next ply.
    #[inline]
    pub(crate) fn update(&mut self, ply: usize, mv: Move) {
        let row = ply * self.stride;
        let tail = self.lengths[ply + 1];
        self.moves[row] = mv.0;
        if tail > 0 {
            let next = row + self.stride;
            self.moves.copy_within(next..next + tail, row + 1);
        }
        self.lengths[ply] = tail + 1;
    }

    /// The best line from the root.
    pub(crate) fn line(&self) -> Vec<Move> {
        self.moves[..self.lengths[0]].iter().copied().map(Move).collect()
    }
}
