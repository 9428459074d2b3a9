//! A tree of either kind.

use crate::State;
use crate::bound::Bound;
use crate::chance::ChanceNodes;
use crate::literal::{Literal, Style};
use crate::uniform::Uniform;
use plyd_plugin::{Leaves, Player};

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
    /// The chance nodes are beside the shape, so that a search of a tree without them pays next to nothing.
    Literal(Literal, Option<Box<ChanceNodes>>),
}

impl Tree {
    #[inline]
    pub(crate) fn node(&self, place: u32, depth: u32) -> Node {
        match self {
            Self::Uniform(tree) => tree.node(place, depth),
            Self::Literal(tree, _) => tree.node(place),
        }
    }

    /// The leaves below an inner node, if the shape of the tree tells where they are, and if all are known.
    #[inline]
    pub(crate) fn leaves(&self, place: u32, depth: u32) -> Option<Leaves<impl Fn(u32) -> i32>> {
        match self {
            Self::Uniform(tree) => tree.leaves(place, depth),
            Self::Literal(..) => None,
        }
    }

    /// The root, whose place is 0 in every tree.
    pub(crate) fn root(&self, first: Player) -> State {
        State::root(self.chance().map_or(first.into(), |chance| chance.turn(0)))
    }

    /// A child of a node.
    #[inline]
    pub(crate) fn child(&self, node: State, number: u32) -> State {
        match self {
            Self::Uniform(tree) => node.below(tree.child(node.place(), number)),
            Self::Literal(tree, chance) => {
                let child = tree.child(node.place(), number);
                match chance {
                    None => node.below(child),
                    Some(chance) => node.below_with(child, chance.turn(child)),
                }
            }
        }
    }

    /// The chance nodes, if there are some.
    pub(crate) fn chance(&self) -> Option<&ChanceNodes> {
        match self {
            Self::Uniform(_) => None,
            Self::Literal(_, chance) => chance.as_deref(),
        }
    }

    /// The weights of the children of a chance node; empty at other nodes.
    pub(crate) fn weights(&self, place: u32) -> &[u32] {
        self.chance().map_or(&[], |chance| chance.weights(place))
    }

    /// The numbers of the children that lead from the root to a place.
    pub(crate) fn path(&self, place: u32, depth: u32) -> Vec<u32> {
        match self {
            Self::Uniform(tree) => tree.path(place, depth),
            Self::Literal(tree, _) => tree.path(place),
        }
    }

    /// The bound of an unknown leaf that has one.
    pub(crate) fn bound(&self, place: u32) -> Option<Bound> {
        match self {
            Self::Uniform(_) => None,
            Self::Literal(tree, _) => tree.bound(place),
        }
    }

    /// The most children of any node.
    pub(crate) fn widest(&self) -> u32 {
        match self {
            Self::Uniform(tree) => tree.branching(),
            Self::Literal(tree, _) => tree.widest(),
        }
    }

    /// Plies from the root to the deepest leaf.
    pub(crate) fn height(&self) -> u32 {
        match self {
            Self::Uniform(tree) => tree.height(),
            Self::Literal(tree, _) => tree.height(),
        }
    }

    /// Writes the setup that makes this tree, as short as it can be.
    pub(crate) fn write(&self, text: &mut String) {
        match self {
            Self::Uniform(tree) => tree.write(text),
            Self::Literal(tree, None) => tree.write(text, &|_| Style::PLAIN),
            Self::Literal(tree, Some(chance)) => chance.write(tree, text),
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
