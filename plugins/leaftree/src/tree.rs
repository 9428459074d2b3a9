//! A tree of either kind.

use crate::literal::Literal;
use crate::uniform::Uniform;

/// The value of a leaf that was left open: no number a setup can hold.
pub(crate) const UNKNOWN: i32 = i32::MIN;

/// The content of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A leaf with its value, or [`UNKNOWN`].
    Leaf(i32),
    /// A node with this many children, at least one.
    Inner(u32),
}

#[derive(Debug)]
pub(crate) enum Tree {
    Uniform(Uniform),
    Literal(Literal),
}

impl Tree {
    #[inline]
    pub(crate) fn node(&self, place: u32, depth: u32) -> Node {
        match self {
            Self::Uniform(tree) => tree.node(place, depth),
            Self::Literal(tree) => tree.node(place),
        }
    }

    /// The place of a child; the root's place is 0 in every tree.
    #[inline]
    pub(crate) fn child(&self, place: u32, number: u32) -> u32 {
        match self {
            Self::Uniform(tree) => tree.child(place, number),
            Self::Literal(tree) => tree.child(place, number),
        }
    }

    /// The numbers of the children that lead from the root to a place.
    pub(crate) fn path(&self, place: u32, depth: u32) -> Vec<u32> {
        match self {
            Self::Uniform(tree) => tree.path(place, depth),
            Self::Literal(tree) => tree.path(place),
        }
    }

    /// The most children of any node.
    pub(crate) fn widest(&self) -> u32 {
        match self {
            Self::Uniform(tree) => tree.branching(),
            Self::Literal(tree) => tree.widest(),
        }
    }

    /// Plies from the root to the deepest leaf.
    pub(crate) fn height(&self) -> u32 {
        match self {
            Self::Uniform(tree) => tree.height(),
            Self::Literal(tree) => tree.height(),
        }
    }

    /// Writes the setup that makes this tree, as short as it can be.
    pub(crate) fn write(&self, text: &mut String) {
        match self {
            Self::Uniform(tree) => tree.write(text),
            Self::Literal(tree) => tree.write(text),
        }
    }
}

/// Writes a leaf as setups have it.
pub(crate) fn write_leaf(text: &mut String, value: i32) {
    if value == UNKNOWN {
        text.push('?');
    } else {
        text.push_str(&value.to_string());
    }
}
