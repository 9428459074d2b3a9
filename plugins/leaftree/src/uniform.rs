//! Trees in which every node has the same number of children and every leaf the same depth.

use crate::random::Random;
use crate::tree::{Node, UNKNOWN, write_leaf};
use plyd_plugin::Leaves;

/// The maximum number of leaves in a uniform tree.
pub(crate) const MAX_LEAVES: u64 = 1 << 26;
/// The maximum number of children of a node in a uniform tree.
pub(crate) const MAX_BRANCHING: u32 = 1 << 16;

/// A uniform tree. The place of a node is its index at its depth, counted from the left; nodes are never stored.
#[derive(Debug)]
pub(crate) struct Uniform {
    branching: u32,
    height: u32,
    leaves: Source,
    /// Whether the values of all leaves are known.
    is_known: bool,
}

/// The source of the leaf values.
#[derive(Debug)]
pub(crate) enum Source {
    /// One value per leaf, from left to right.
    Listed(Vec<i32>),
    /// Values that are computed when read, so that a large tree needs no memory and opens at once.
    Random(Random),
}

impl Uniform {
    /// Creates a tree with `branching` to the power of `height` leaves. `leaves` must have that many, and at most
    /// [`MAX_LEAVES`] are allowed.
    pub(crate) fn new(branching: u32, height: u32, leaves: Source) -> Self {
        let is_known = match &leaves {
            Source::Listed(values) => !values.contains(&UNKNOWN),
            Source::Random(_) => true,
        };
        Self { branching, height, leaves, is_known }
    }

    #[inline]
    pub(crate) fn node(&self, place: u32, depth: u32) -> Node {
        if depth < self.height {
            return Node::Inner(self.branching);
        }
        Node::Leaf(self.leaf(place))
    }

    #[inline]
    fn leaf(&self, place: u32) -> i32 {
        match &self.leaves {
            Source::Listed(values) => values[place as usize],
            Source::Random(random) => random.leaf(place),
        }
    }

    /// The leaves below an inner node, if all leaves of the tree are known.
    #[inline]
    pub(crate) fn leaves(&self, place: u32, depth: u32) -> Option<Leaves<impl Fn(u32) -> i32>> {
        if !self.is_known {
            return None;
        }
        let height = self.height - depth;
        let first = place * self.branching.pow(height);
        Some(Leaves { branching: self.branching, height, value: move |number| self.leaf(first + number) })
    }

    #[inline]
    pub(crate) fn child(&self, place: u32, number: u32) -> u32 {
        place * self.branching + number
    }

    pub(crate) fn path(&self, mut place: u32, depth: u32) -> Vec<u32> {
        let mut numbers = vec![0; depth as usize];
        for number in numbers.iter_mut().rev() {
            *number = place % self.branching;
            place /= self.branching;
        }
        numbers
    }

    pub(crate) fn branching(&self) -> u32 {
        self.branching
    }

    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    pub(crate) fn write(&self, text: &mut String) {
        match &self.leaves {
            Source::Listed(values) => {
                if self.branching != 2 {
                    text.push_str(&format!("b={} ", self.branching));
                }
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        text.push(' ');
                    }
                    write_leaf(text, *value);
                }
            }
            Source::Random(random) => {
                text.push_str(&format!("random b={} depth={} {random}", self.branching, self.height));
            }
        }
    }
}
