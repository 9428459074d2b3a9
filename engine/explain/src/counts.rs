//! The cost of a search, and its savings.

use crate::{TraceEvent, TreeNode};
use plyd_rules::Turn;

/// The cost of a search, and the cost of minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The nodes visited, including the root: each visit of a node counts, as in `info nodes`.
    pub nodes: u64,
    /// The leaves it read, each time counted.
    pub leaves: u64,
    /// The number of times that children were skipped.
    pub cuts: u64,
    /// The nodes and leaves of plain minimax to the same depth, unless they are too many, or a leaf is unknown and the
    /// tree too large to be drawn.
    pub minimax: Option<UncutTree>,
}

/// A tree without any cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UncutTree {
    /// All nodes, the root included.
    pub nodes: u64,
    /// All leaves.
    pub leaves: u64,
    /// The least leaves that any search must read to prove the value of a tree in which each inner node has the same
    /// number b of children and each leaf the same depth d: b^ceil(d/2) + b^floor(d/2) - 1; `None` of other trees.
    /// Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975. `None` of trees with chance too.
    pub best_case: Option<u64>,
}

impl Counts {
    pub(crate) fn of(events: &[TraceEvent], minimax: Option<UncutTree>) -> Self {
        let count = |is: fn(&TraceEvent) -> bool| events.iter().filter(|event| is(event)).count() as u64;
        Self {
            nodes: count(|event| matches!(event, TraceEvent::Enter { .. })),
            leaves: count(|event| matches!(event, TraceEvent::Leaf { .. })),
            cuts: count(|event| matches!(event, TraceEvent::Cut { .. } | TraceEvent::StarCut { .. })),
            minimax,
        }
    }

    /// The part of minimax's leaves that were not read, 0 to 1; `None` if it is not known, or if more were read.
    #[must_use]
    pub fn saved(&self) -> Option<f64> {
        let whole = self.minimax.filter(|whole| self.leaves <= whole.leaves && whole.leaves > 0)?;
        Some(1.0 - self.leaves as f64 / whole.leaves as f64)
    }
}

impl UncutTree {
    /// Of a tree that is there as a whole.
    pub(crate) fn of(nodes: &[TreeNode]) -> Self {
        let leaves = nodes.iter().filter(|node| node.is_leaf());
        let inner = nodes.iter().filter(|node| !node.is_leaf());
        let width = nodes[0].children.len();
        let height = leaves.clone().map(|leaf| leaf.ply).max().unwrap_or(0);
        let is_uniform = inner.into_iter().all(|node| node.children.len() == width && node.turn != Turn::Chance)
            && leaves.clone().all(|leaf| leaf.ply == height);
        Self {
            nodes: nodes.len() as u64,
            leaves: leaves.count() as u64,
            best_case: if is_uniform { best_case(width as u64, height as u32) } else { None },
        }
    }
}

/// The least leaves of a uniform tree; `None` if they are too many to count.
fn best_case(width: u64, height: u32) -> Option<u64> {
    let (half, rest) = (height / 2, height.div_ceil(2));
    width.checked_pow(rest)?.checked_add(width.checked_pow(half)?)?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::best_case;

    #[test]
    fn the_best_case_is_that_of_knuth_and_moore() {
        // A single leaf; three leaves; the trees of height 3 and 4 with two and three children.
        assert_eq!(best_case(0, 0), Some(1));
        assert_eq!(best_case(3, 1), Some(3));
        assert_eq!(best_case(2, 3), Some(5));
        assert_eq!(best_case(3, 4), Some(17));
        assert_eq!(best_case(10, 60), None);
    }
}
