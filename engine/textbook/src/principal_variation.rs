//! The best lines of the nodes on the current path.

use plyd_rules::Move;

/// Moves copied at once: longer than most tails, and a few instructions without a branch.
const CHUNK: usize = 8;

/// The row of its two that a node may write to, or that its parent found best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariationRow(usize);

/// Two rows of moves for each ply: one has the line of the best child so far, the other takes the next child's. When
/// the next child proves better the rows change their parts, so that the most frequent decision of a search is a
/// conditional move, not a branch that is predicted wrong, and a line is copied once a node.
#[derive(Debug)]
pub struct PrincipalVariation {
    /// The numbers of the moves, row by row.
    moves: Vec<u32>,
    lengths: Vec<usize>,
    stride: usize,
}

impl PrincipalVariation {
    /// For paths of at most `plies` moves, until it grows. The memory grows with the square of that, and to clear what
    /// the deepest path could need would take a millisecond of every search.
    pub fn new(plies: usize) -> Self {
        let stride = Self::stride(plies);
        let rows = 2 * (plies + 1);
        Self { moves: vec![0; stride * rows], lengths: vec![0; rows], stride }
    }

    fn stride(plies: usize) -> usize {
        plies + 1 + CHUNK
    }

    /// Makes room for paths of this many moves. The rows keep their contents.
    #[cold]
    pub fn grow(&mut self, plies: usize) {
        if Self::stride(plies) <= self.stride {
            return;
        }
        let mut larger = Self::new(plies);
        larger.lengths[..self.lengths.len()].copy_from_slice(&self.lengths);
        let (old, new) = (self.moves.chunks_exact(self.stride), larger.moves.chunks_exact_mut(larger.stride));
        new.zip(old).for_each(|(new, old)| new[..self.stride].copy_from_slice(old));
        *self = larger;
    }

    /// The place of the root's line.
    pub const ROOT: VariationRow = VariationRow(0);

    /// One of the two rows of a ply.
    #[inline(always)]
    pub fn row(ply: usize) -> VariationRow {
        VariationRow(2 * ply)
    }

    /// Empties the row.
    #[inline(always)]
    pub fn clear(&mut self, row: VariationRow) {
        self.lengths[row.0] = 0;
    }

    /// The line in `row` becomes `mv` followed by the line in `tail`, a row of the next ply.
    #[inline(always)]
    pub fn set(&mut self, row: VariationRow, mv: Move, tail: VariationRow) {
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

    /// The line in a row is this one; there is room for paths as long.
    pub(crate) fn keep(&mut self, row: VariationRow, line: &[Move]) {
        let start = row.0 * self.stride;
        for (place, mv) in self.moves[start..].iter_mut().zip(line) {
            *place = mv.0;
        }
        self.lengths[row.0] = line.len();
    }

    /// The line in a row.
    pub fn line(&self, row: VariationRow) -> Vec<Move> {
        let start = row.0 * self.stride;
        self.moves[start..start + self.lengths[row.0]].iter().copied().map(Move).collect()
    }
}

impl VariationRow {
    /// The other row of the same ply.
    #[inline(always)]
    pub fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_outlive_the_growth_of_their_rows() {
        let mut pv = PrincipalVariation::new(2);
        let (root, first, second) =
            (PrincipalVariation::ROOT, PrincipalVariation::row(1).other(), PrincipalVariation::row(2));
        pv.clear(second);
        pv.set(first, Move(7), second);
        pv.set(root, Move(5), first);
        pv.grow(40);
        assert_eq!(pv.line(root), [Move(5), Move(7)]);
        assert_eq!(pv.line(first), [Move(7)]);
        // A line as long as the rows are now.
        pv.clear(PrincipalVariation::row(40));
        for ply in (0..40).rev() {
            pv.set(PrincipalVariation::row(ply), Move(ply as u32), PrincipalVariation::row(ply + 1));
        }
        assert_eq!(pv.line(root), (0..40).map(Move).collect::<Vec<_>>());
        pv.grow(3);
        assert_eq!(pv.line(root).len(), 40, "it shrank");
    }
}
